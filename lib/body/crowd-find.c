/* crowd-find: finds the bodies near a body.
 *
 * A body lies in one cell of a grid over x and y, by its centre. Large and fast bodies would make
 * the cells of one grid large for all, so there are grids of several levels. Each has cells half as
 * wide as the level above. A body is at the lowest level whose cells are as wide as its reach.
 * Cells are found by a hash, so bodies far away from all others cost nothing. */
#include <string.h>

#include "body/crowd.h"
#include "bsp-constants.h"
#include "trace/compiler.h"
#include "trace/move.h"
#include "trace/reach.h"

/* The number of grids. Cells of the lowest level are 2^15 times as narrow as cells of the highest,
 * which is enough for a mouse beside a body that crosses the level in a step. More levels would
 * cost time for each body. Bodies that are still smaller share the cells of the lowest. */
#define LEVELS 16

/* Units. Besides its displacement a body may move aside by a quarter of a unit in each of two
 * ground probes, and by the slack of a skin in each of its traces. The rest is for rounding. */
#define ASIDE 1.0

/* Units. The reach of each body that walks is shorter: its size, its displacement and the distance
 * that it yields are at most BSP_REACH. */
#define MOST_REACH (4 * BSP_REACH)

/* The beginning of BspCrowd.memory. Behind it are the n items, sorted by cells. Then come the n
 * items in the order of the array, and, for each bucket of the hash, the number of its first
 * item. */
typedef struct {
    double width[LEVELS];  /* width of a cell at each level, in units */
    uint32_t n_at[LEVELS]; /* the number of items at each level */
    /* Numbers of buckets of the hash, and of items that can be met, which come first. */
    uint32_t n_buckets, n_met;
} Head;

/* Returns a power of two, at least n, so that a bucket seldom has the bodies of two cells. */
static uint32_t bucket_count(uint32_t n)
{
    uint32_t count = 16;
    while (count < n && count < UINT32_C(1) << 31)
        count *= 2;
    return count;
}

static BspCrowdItem *items_of(const BspCrowd *crowd)
{
    return (BspCrowdItem *)((Head *)crowd->memory + 1);
}

static uint32_t *bucket_firsts(const BspCrowd *crowd)
{
    return (uint32_t *)(items_of(crowd) + 2 * (size_t)crowd->n);
}

size_t bsp_crowd_bytes(uint32_t n)
{
    return sizeof(Head) + 2 * (size_t)n * sizeof(BspCrowdItem) +
           ((size_t)bucket_count(n) + 2) * sizeof(uint32_t);
}

const BspCrowdItem *bsp_crowd_sorted(const BspCrowd *crowd, uint32_t s)
{
    return &items_of(crowd)[s];
}

/* --- the item of a body --- */

/* Sets the shape of the item, which is a box, or an upright line with a radius. */
static void set_shape(BspCrowdItem *item, const BspShape *shape)
{
    bool is_ball = shape->kind == BSP_SHAPE_SPHERE || shape->kind == BSP_SHAPE_CAPSULE;
    item->disc = shape->kind == BSP_SHAPE_CYLINDER ? BSP_MAX(shape->radius, 0) : 0;
    item->ball = is_ball ? BSP_MAX(shape->radius, 0) : 0;
    item->half = bsp_bounds_half(&shape->bounds);
    if (item->disc > 0 || item->ball > 0)
        item->half = bsp_vec(0, 0, item->half.z - item->ball);
    for (int k = 0; k < 3; k++)
        item->half.v[k] = BSP_MAX(item->half.v[k], 0);
}

static BspCrowdItem item_of(const BspCrowd *crowd, uint32_t i)
{
    const BspCrowdBody *b = &crowd->bodies[i];
    const BspMove place = { .shape = b->shape };
    const BspShape *shape = bsp_move_shape(&place);
    BspVec wish = bsp_vec_scale(b->body.velocity, crowd->seconds);
    double height = crowd->stepping.height;
    BspCrowdItem item = { .body = i };
    set_shape(&item, shape);
    item.centre = bsp_vec_add(b->body.at, bsp_bounds_centre(&shape->bounds));
    if (bsp_vec_is_in_reach(&wish))
        item.wish = wish;
    double way = bsp_vec_length(item.wish) + bsp_crowd_yield(crowd) + ASIDE + item.ball;
    double up = height > 0 ? BSP_MIN(height, 2 * BSP_WORLD_HALF) : 0;
    item.reach = bsp_vec_add(item.half, bsp_vec(way + item.disc, way + item.disc, way + up));
    item.groups = b->groups ? b->groups : UINT32_MAX;
    item.meets = b->meets ? b->meets : UINT32_MAX;
    if (!bsp_vec_is_in_reach(&item.centre) || !bsp_vec_is_in_reach(&b->body.at) ||
        !(bsp_vec_length(item.reach) <= MOST_REACH))
        item.level = BSP_CROWD_NOT_MET;
    return item;
}

static double item_width(const BspCrowdItem *item)
{
    return 2 * BSP_MAX(item->reach.x, item->reach.y);
}

/* --- cells --- */

/* Returns the number of a cell along an axis, which wraps around at 2^32. Bodies in cells with the
 * same number are distinguished by their positions. */
static uint32_t wrapped_cell(double cell)
{
    return (uint32_t)(int64_t)cell;
}

/* Returns the bucket of a cell. Cells in a row along x have buckets in a row, which are near each
 * other in memory. The two factors spread rows and levels over the buckets. They are the golden
 * ratio and the square root of 3, times 2^31 and made odd. */
static uint32_t bucket_of(const Head *head, uint32_t level, uint32_t x, uint32_t y)
{
    return (x + y * UINT32_C(0xcf1bbcdd) + level * UINT32_C(0xddb3d743)) & (head->n_buckets - 1);
}

static void set_cell(const Head *head, BspCrowdItem *item)
{
    double width = item_width(item);
    while (item->level + 1 < LEVELS && width <= head->width[item->level + 1])
        item->level++;
    for (int k = 0; k < 2; k++)
        item->cell[k] = wrapped_cell(floor(item->centre.v[k] / head->width[item->level]));
}

/* Returns the bucket of an item. Items that no body meets are in the last bucket, without
 * others. */
static uint32_t item_bucket(const Head *head, const BspCrowdItem *item)
{
    return item->level == BSP_CROWD_NOT_MET
               ? head->n_buckets
               : bucket_of(head, item->level, item->cell[0], item->cell[1]);
}

/* Makes the items, in the order of the array, and sets the widths of cells by the widest item. */
static void make_items(const BspCrowd *crowd, Head *head, BspCrowdItem *items)
{
    double width = 0;
    for (uint32_t i = 0; i < crowd->n; i++) {
        items[i] = item_of(crowd, i);
        if (items[i].level != BSP_CROWD_NOT_MET)
            width = BSP_MAX(width, item_width(&items[i]));
    }
    for (uint32_t level = 0; level < LEVELS; level++, width /= 2)
        head->width[level] = width;
}

void bsp_crowd_sort(const BspCrowd *crowd)
{
    Head *head = (Head *)crowd->memory;
    BspCrowdItem *sorted = items_of(crowd), *items = sorted + crowd->n;
    uint32_t *firsts = bucket_firsts(crowd);
    memset(head, 0, sizeof *head);
    head->n_buckets = bucket_count(crowd->n);
    memset(firsts, 0, ((size_t)head->n_buckets + 2) * sizeof *firsts);
    make_items(crowd, head, items);
    for (uint32_t i = 0; i < crowd->n; i++) {
        if (items[i].level != BSP_CROWD_NOT_MET) {
            set_cell(head, &items[i]);
            head->n_at[items[i].level]++;
            head->n_met++;
        }
        firsts[item_bucket(head, &items[i])]++;
    }
    /* The sums make each count the end of its bucket. Placing the items makes it the beginning. */
    for (uint32_t k = 0; k <= head->n_buckets; k++)
        firsts[k + 1] += firsts[k];
    for (uint32_t i = crowd->n; i-- > 0;)
        sorted[--firsts[item_bucket(head, &items[i])]] = items[i];
}

/* --- near bodies --- */

/* The cells of the grid of one level in which a body may meet others. */
typedef struct {
    uint32_t level, first[2], n[2];
} Cells;

static BSP_ALWAYS_INLINE bool may_meet(const BspCrowdItem *a, const BspCrowdItem *b)
{
    return fabs(a->centre.x - b->centre.x) <= a->reach.x + b->reach.x &&
           fabs(a->centre.y - b->centre.y) <= a->reach.y + b->reach.y &&
           fabs(a->centre.z - b->centre.z) <= a->reach.z + b->reach.z && a->body != b->body &&
           (a->groups & b->meets) && (b->groups & a->meets);
}

static void find_among_all(const BspCrowd *crowd, const BspCrowdItem *item, uint32_t level,
                           BspCrowdMeet meet, void *data)
{
    const Head *head = (const Head *)crowd->memory;
    const BspCrowdItem *items = items_of(crowd);
    for (uint32_t s = 0; s < head->n_met; s++)
        if (items[s].level == level && may_meet(item, &items[s]))
            meet(data, &items[s]);
}

static void find_in_cells(const BspCrowd *crowd, const BspCrowdItem *item, const Cells *cells,
                          BspCrowdMeet meet, void *data)
{
    const Head *head = (const Head *)crowd->memory;
    const uint32_t *firsts = bucket_firsts(crowd);
    for (uint32_t k = 0; k < cells->n[1]; k++)
        for (uint32_t i = 0; i < cells->n[0]; i++) {
            uint32_t x = cells->first[0] + i, y = cells->first[1] + k;
            uint32_t bucket = bucket_of(head, cells->level, x, y);
            for (uint32_t s = firsts[bucket]; s < firsts[bucket + 1]; s++) {
                const BspCrowdItem *other = &items_of(crowd)[s];
                if (other->cell[0] == x && other->cell[1] == y && other->level == cells->level &&
                    may_meet(item, other))
                    meet(data, other);
            }
        }
}

void bsp_crowd_find(const BspCrowd *crowd, const BspCrowdItem *item, BspCrowdMeet meet, void *data)
{
    const Head *head = (const Head *)crowd->memory;
    for (uint32_t level = 0; level < LEVELS && item->level != BSP_CROWD_NOT_MET; level++) {
        Cells cells = { .level = level };
        double n_cells = 1;
        if (head->n_at[level] == 0)
            continue;
        for (int k = 0; k < 2; k++) {
            /* The others' centres are at most half a cell farther than their reach. */
            double at = item->centre.v[k] / head->width[level];
            double by = item->reach.v[k] / head->width[level] + 0.5;
            double first = floor(at - by), n = floor(at + by) - first + 1;
            n_cells *= n;
            cells.first[k] = wrapped_cell(first);
            cells.n[k] = n < head->n_met ? (uint32_t)n : UINT32_MAX;
        }
        /* The reach of a giant has more cells than there are bodies, so it looks at all bodies. */
        if (n_cells > head->n_met)
            find_among_all(crowd, item, level, meet, data);
        else
            find_in_cells(crowd, item, &cells, meet, data);
    }
}
