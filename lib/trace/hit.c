/* hit: finds the brush that was hit, and its side. */
#include "bsp-brush-table.h"
#include "trace/box-near.h"
#include "trace/brush-table.h"
#include "trace/compiler.h"
#include "trace/move.h"
#include "trace/reach.h"
#include "trace/touch.h"

/* --- a quick test of how a box or point touches a side ---
 *
 * This code is inlined because it runs for every candidate side. */

typedef enum {
    BSP_NEARNESS_APART,       /* the box is not near the brush */
    BSP_NEARNESS_WITHIN_SIDE, /* the box touches the side, on the answer's plane, away from the
                                 side's edges: the best way to touch a brush */
    BSP_NEARNESS_OTHER        /* undecided: the brush needs the full test */
} BspNearness;

/* The distance of the box in front of a plane, in units. */
static inline double bsp_nearness_gap(const BspContact *c, const BspPlane *plane)
{
    return bsp_plane_distance_of_box(plane, c->middle, c->half);
}

/* Counts the plane if the box is not clearly behind it. Returns false if the box is in front of the
 * plane. */
static inline bool bsp_nearness_count(double gap, unsigned *n_near)
{
    *n_near += gap >= -BSP_TOUCHED;
    return gap <= 2 * BSP_BRACKET;
}

/* Counts the two bounds of the brush along axis k, as bsp_nearness_count() does. At most one of the
 * two is near, since no brush is thin enough for a box to be near both. */
static inline bool bsp_nearness_count_bound(const BspContact *c, const BspTableBrush *b, int k,
                                            unsigned *n_near)
{
    double before = b->least[k] - c->middle.v[k], after = c->middle.v[k] - b->most[k];
    return bsp_nearness_count(BSP_MAX(before, after) - c->half.v[k], n_near);
}

/* Counts the planes first .. end - 1. */
static inline bool bsp_nearness_count_planes(const BspContact *c, uint32_t first, uint32_t end,
                                             unsigned *n_near)
{
    for (uint32_t i = first; i < end; i++)
        if (!bsp_nearness_count(bsp_nearness_gap(c, &c->table->planes[i]), n_near))
            return false;
    return true;
}

/* Whether the box touches the plane, and the plane is the answer's plane. */
static inline bool bsp_nearness_on_plane(const BspContact *c, const BspPlane *plane)
{
    return fabs(bsp_nearness_gap(c, plane)) <= BSP_TOUCHED &&
           bsp_same_normal(plane->normal, c->answer->plane.normal);
}

static inline BspNearness bsp_nearness(const BspContact *c, uint32_t brush, uint32_t plane)
{
    const BspTableBrush *b = &c->table->brushes[brush];
    unsigned n_near = 0;
    if (!bsp_nearness_count_bound(c, b, 0, &n_near) ||
        !bsp_nearness_count_bound(c, b, 1, &n_near) ||
        !bsp_nearness_count_bound(c, b, 2, &n_near) ||
        !bsp_nearness_count_planes(c, b->first, b->axial, &n_near) ||
        !bsp_nearness_count_planes(c, b->axial + b->n_axial, b->first + b->n, &n_near))
        return BSP_NEARNESS_APART;
    bool within = c->goes_on && n_near == 1 && bsp_nearness_on_plane(c, &c->table->planes[plane]);
    return within ? BSP_NEARNESS_WITHIN_SIDE : BSP_NEARNESS_OTHER;
}

/* --- the group of the answer's plane, and the place of the shape on it ---
 *
 * This code is inlined because it runs for every hit. */

/* The position of the shape on the plane of a group: its bounds in steps, `box`, the bounds as a
 * place that can be compared with rectangles, and `foot`, the part of the bounds nearest to the
 * plane. */
typedef struct {
    uint32_t least[2], most[2];
    BspTablePlace box, foot;
} BspHitPlace;

/* Whether the answer is a hit that the table can identify. */
static inline bool bsp_hit_can_be_found(const BspBrushTable *table, const BspShape *shape,
                                        const BspTransition *tr)
{
    return tr->type == BSP_EMPTY_TO_SOLID && table->n_brushes > 0 &&
           bsp_brush_table_hold_shape(table, shape);
}

static BSP_ALWAYS_INLINE bool bsp_hit_is_finite(const BspContact *c)
{
    BspVec sum = bsp_vec_add(bsp_vec_add(c->delta, c->middle),
                             bsp_vec_add(c->half, c->answer->plane.normal));
    return bsp_is_finite(bsp_vec_sum(sum) + c->answer->t + c->answer->plane.dist);
}

/* --- the group --- */

/* Sets *hash to the hash of the group of the answer's plane. Returns false if there is no such
 * group. */
static BSP_ALWAYS_INLINE bool bsp_hit_hash(const BspContact *c, bool is_box, uint32_t *hash)
{
    BspVec n = c->answer->plane.normal, h = c->half;
    double offset = is_box ? fabs(n.x) * h.x + fabs(n.y) * h.y + fabs(n.z) * h.z
                           : bsp_touch_offset(c->shape, n);
    BspVec p = is_box ? c->middle : c->answer->point;
    BspTableKey key;
    if (!bsp_brush_table_key(n, bsp_vec_dot(n, p) - offset, &key))
        return false;
    *hash = bsp_brush_table_hash(&key);
    return true;
}

/* Finds a group by its hash. Returns NULL if there is no such group. */
static BSP_ALWAYS_INLINE const BspTableGroup *bsp_hit_group(const BspBrushTable *table,
                                                            uint32_t hash)
{
    const BspTableGroup *groups = table->groups;
    uint32_t mask = table->n_slots - 1;
    for (uint32_t at = hash & mask; groups[at].first != BSP_TABLE_FREE; at = (at + 1) & mask)
        if (groups[at].hash == hash)
            return &groups[at];
    return NULL;
}

/* --- the place --- */

static BSP_ALWAYS_INLINE void bsp_hit_place_along(const BspContact *c, const BspTableGroup *group,
                                                  int k, BspHitPlace *p)
{
    double at = c->middle.v[group->axes[k]], by = c->half.v[group->axes[k]] + BSP_BRACKET;
    p->least[k] = bsp_brush_table_step(group, k, at - by);
    p->most[k] = bsp_brush_table_step(group, k, at + by);
}

/* The part of the box that is nearest to the plane: a corner, an edge, or a side of the box. Along
 * each axis that the plane is not parallel to, it is a single step. */
static inline BspTablePlace bsp_hit_foot(const BspContact *c, const BspTableGroup *group,
                                         const BspHitPlace *p)
{
    uint32_t least[2] = { p->least[0], p->least[1] }, most[2] = { p->most[0], p->most[1] };
    for (int k = 0; k < 2; k++) {
        double at = c->middle.v[group->axes[k]], half = c->half.v[group->axes[k]];
        double n = c->answer->plane.normal.v[group->axes[k]];
        if (n != 0)
            least[k] = most[k] = bsp_brush_table_step(group, k, n > 0 ? at - half : at + half);
    }
    return bsp_brush_table_place(least, most);
}

static BSP_ALWAYS_INLINE BspHitPlace bsp_hit_place(const BspContact *c, const BspTableGroup *group)
{
    const double *n = c->answer->plane.normal.v;
    BspHitPlace p;
    bsp_hit_place_along(c, group, 0, &p);
    bsp_hit_place_along(c, group, 1, &p);
    p.box = bsp_brush_table_place(p.least, p.most);
    p.foot = n[group->axes[0]] == 0 && n[group->axes[1]] == 0 ? p.box : bsp_hit_foot(c, group, &p);
    return p;
}

/* --- the cells at the place --- */

/* The cells of a group at a place: n_rows rows of n cells each. A row begins group->width cells
 * after the previous row. `first` points to the first cell. A cell is the index of its first tile;
 * its tiles end where the tiles of the next cell begin. */
typedef struct {
    const uint32_t *first;
    uint32_t n, n_rows;
} BspHitCells;

static BSP_ALWAYS_INLINE BspHitCells bsp_hit_cells(const BspBrushTable *table,
                                                   const BspTableGroup *group, const BspHitPlace *p)
{
    uint32_t x0 = p->least[0] >> group->shift[0], x1 = p->most[0] >> group->shift[0];
    uint32_t y0 = p->least[1] >> group->shift[1], y1 = p->most[1] >> group->shift[1];
    return (BspHitCells){ table->cells + group->first + y0 * group->width + x0, x1 - x0 + 1,
                          y1 - y0 + 1 };
}

/* Prefetches all data that the query reads of a candidate side, so that the query waits for memory
 * only once. Always inlined: gcc removes calls of functions that only prefetch. */
static BSP_ALWAYS_INLINE void bsp_hit_fetch(const BspBrushTable *table, const BspTableTile *tile)
{
    const BspTableBrush *brush = &table->brushes[tile->brush];
    BSP_PREFETCH(&table->names[tile->plane]);
    BSP_PREFETCH(&table->planes[tile->plane]);
    BSP_PREFETCH(&brush->n_axial);
}

typedef struct {
    BspContact contact;
    uint32_t mask;
    bool is_box;
    uint32_t end; /* only brushes with numbers below this can be better than `best` */
    bool found;
    BspTouched best;
} Search;

/* --- comparing candidates --- */

static bool is_better(const BspTouched *a, const BspTouched *b)
{
    if (a->near != b->near)
        return a->near;
    if (a->faced != b->faced)
        return a->faced;
    bool a_on = a->in_plane == BSP_SIDE_ON_PLANE, b_on = b->in_plane == BSP_SIDE_ON_PLANE;
    if (a_on != b_on)
        return a_on;
    if (a->entered != b->entered)
        return a->entered;
    if (a->in_plane != b->in_plane)
        return a->in_plane > b->in_plane;
    return a->brush < b->brush;
}

static bool is_selected(const Search *s, uint32_t brush)
{
    return brush < s->end && bsp_mask_selects(s->mask, s->contact.table->brushes[brush].contents);
}

static void try_closely(void *search, uint32_t brush)
{
    Search *s = search;
    BspTouched met;
    if (!is_selected(s, brush) || !bsp_touch_brush(&s->contact, brush, &met) ||
        (s->found && !is_better(&met, &s->best)))
        return;
    s->best = met;
    s->found = true;
    if (met.near && met.faced && met.entered && met.in_plane == BSP_SIDE_ON_PLANE)
        s->end = brush;
}

/* Accepts a side that is as good as possible. From now on only a brush of a lower number can be
 * better. */
static inline void accept_tile(Search *s, const BspTableTile *tile)
{
    s->best.brush = tile->brush;
    s->best.plane = tile->plane;
    s->best.near = s->best.faced = s->best.entered = true;
    s->best.in_plane = BSP_SIDE_ON_PLANE;
    s->found = true;
    s->end = tile->brush;
}

static BSP_NO_INLINE void try_nearness(Search *s, const BspTableTile *tile)
{
    BspNearness nearness =
        s->is_box ? bsp_nearness(&s->contact, tile->brush, tile->plane) : BSP_NEARNESS_OTHER;
    if (nearness == BSP_NEARNESS_WITHIN_SIDE)
        accept_tile(s, tile);
    else if (nearness == BSP_NEARNESS_OTHER)
        try_closely(s, tile->brush);
}

/* Tries a side. A box that touches the side away from the side's edges needs no further test. */
static BSP_ALWAYS_INLINE void try_tile(Search *s, const BspHitPlace *p, const BspTableTile *tile)
{
    const BspContact *c = &s->contact;
    if (!bsp_brush_table_meet(tile->around, p->box))
        return;
    bsp_hit_fetch(c->table, tile);
    if (!is_selected(s, tile->brush))
        return;
    if (s->is_box && c->goes_on && bsp_brush_table_meet(tile->within, p->foot) &&
        bsp_nearness_on_plane(c, &c->table->planes[tile->plane]))
        accept_tile(s, tile);
    else
        try_nearness(s, tile);
}

/* --- the brushes at the contact --- */

static BSP_NO_INLINE void try_all_brushes(Search *s)
{
    BspVec p = s->contact.middle, h = s->contact.half;
    BspBounds place = { bsp_vec_sub(p, h), bsp_vec_add(p, h) };
    place = bsp_bounds_grown(&place, BSP_BRACKET);
    bsp_brush_table_in_box(s->contact.table, &place, try_closely, s);
}

/* --- the brushes with a side on the plane of the answer --- */

/* Tries the tiles of a cell, which are sorted by the number of the brush. */
static BSP_ALWAYS_INLINE void try_tiles(Search *s, const BspHitPlace *p, const BspTableTile *tile,
                                        const BspTableTile *end)
{
    for (; tile < end && tile->brush < s->end; tile++)
        try_tile(s, p, tile);
}

/* Tries the tiles of all cells at the place. Returns false if a cell has more than BSP_TABLE_CROWD
 * tiles. */
static BSP_ALWAYS_INLINE bool try_cells(Search *s, const BspTableGroup *group, const BspHitPlace *p)
{
    const BspTableTile *tiles = s->contact.table->tiles;
    BspHitCells cells = bsp_hit_cells(s->contact.table, group, p);
    const uint32_t *row = cells.first;
    for (uint32_t y = 0; y < cells.n_rows; y++, row += group->width) {
        for (uint32_t x = 0; x < cells.n; x++) {
            if (row[x + 1] - row[x] > BSP_TABLE_CROWD)
                return false;
            try_tiles(s, p, tiles + row[x], tiles + row[x + 1]);
        }
    }
    return true;
}

/* Tries the sides in the group of the answer's plane. Returns true if the result is final: the
 * group contains all brushes with a side on the plane, and one of these brushes was accepted. */
static bool try_group(Search *s)
{
    uint32_t hash;
    if (!bsp_hit_hash(&s->contact, s->is_box, &hash))
        return false;
    const BspTableGroup *group = bsp_hit_group(s->contact.table, hash);
    if (!group)
        return false;
    const BspHitPlace p = bsp_hit_place(&s->contact, group);
    return try_cells(s, group, &p) && s->end != UINT32_MAX;
}

/* --- the answer --- */

bool bsp_brush_table_can_tell(const BspBrushTable *table, const BspShape *shape)
{
    return bsp_brush_table_hold_shape(table, shape);
}

static BSP_ALWAYS_INLINE void set_hit(const Search *s, BspHit *hit)
{
    const BspBrushTable *table = s->contact.table;
    const BspTouched *best = &s->best;
    bsp_brush_table_name(table, best->brush, best->plane, hit);
    if (best->plane == BSP_NO_PLANE) {
        hit->plane = best->supports;
        return;
    }
    hit->plane = table->planes[best->plane];
    hit->plane.dist += bsp_touch_offset(s->contact.shape, hit->plane.normal);
}

/* Begins a search. Returns false if the answer cannot name a brush. */
static BSP_ALWAYS_INLINE bool begin_search(Search *s, const BspBrushTable *table,
                                           const BspMove *move, BspTrace *answer)
{
    const BspShape *shape = bsp_move_shape(move);
    answer->hit.brush = BSP_NO_BRUSH;
    if (!bsp_hit_can_be_found(table, shape, &answer->tr))
        return false;
    bsp_contact(&s->contact, table, shape, move->from, move->to, &answer->tr);
    s->mask = move->mask;
    s->is_box = bsp_shape_is_box(shape);
    s->end = UINT32_MAX;
    s->found = false;
    return bsp_hit_is_finite(&s->contact);
}

bool bsp_brush_table_hit(const BspBrushTable *table, const BspMove *move, BspTrace *answer)
{
    Search s;
    if (!begin_search(&s, table, move, answer))
        return false;
    if (!try_group(&s))
        try_all_brushes(&s);
    if (s.found)
        set_hit(&s, &answer->hit);
    return s.found;
}

/* --- many queries at once ---
 *
 * A query follows a chain of memory accesses, each of which gives the address of the next. So a
 * batch of queries advances together, one access at a time, and memory works on all of them in
 * parallel. */

/* Number of queries in a batch. */
#define AT_ONCE 32

typedef struct {
    Search search;
    uint32_t hash;
    bool has_hash;
    const BspTableGroup *group; /* NULL: no such group */
    BspHitPlace place;
    BspHit *hit;
} Chain;

static bool begin_chain(Chain *chain, const BspBrushTable *table, const BspMove *move,
                        BspTrace *answer)
{
    Search *s = &chain->search;
    if (!begin_search(s, table, move, answer))
        return false;
    chain->hit = &answer->hit;
    chain->has_hash = bsp_hit_hash(&s->contact, s->is_box, &chain->hash);
    if (chain->has_hash)
        BSP_PREFETCH(&table->groups[chain->hash & (table->n_slots - 1)]);
    return true;
}

static void find_group(Chain *chain)
{
    const BspBrushTable *table = chain->search.contact.table;
    const BspTableGroup *group = chain->group =
        chain->has_hash ? bsp_hit_group(table, chain->hash) : NULL;
    if (!group)
        return;
    chain->place = bsp_hit_place(&chain->search.contact, group);
    BSP_PREFETCH(bsp_hit_cells(table, group, &chain->place).first);
}

typedef void (*TileFunc)(const Chain *chain, const BspTableTile *tile);

/* Calls func for the tiles of the cells at the place. In each row it calls func for at most
 * BSP_TABLE_CROWD tiles. */
static BSP_ALWAYS_INLINE void each_tile(const Chain *chain, TileFunc func)
{
    const BspTableGroup *group = chain->group;
    const BspBrushTable *table = chain->search.contact.table;
    if (!group)
        return;
    BspHitCells cells = bsp_hit_cells(table, group, &chain->place);
    const uint32_t *row = cells.first;
    for (uint32_t y = 0; y < cells.n_rows; y++, row += group->width) {
        uint32_t end = BSP_MIN(row[cells.n], row[0] + BSP_TABLE_CROWD);
        for (uint32_t i = row[0]; i < end; i++)
            func(chain, &table->tiles[i]);
    }
}

static BSP_ALWAYS_INLINE void fetch_tile(const Chain *chain, const BspTableTile *tile)
{
    (void)chain;
    BSP_PREFETCH(tile);
}

static BSP_ALWAYS_INLINE void fetch_side(const Chain *chain, const BspTableTile *tile)
{
    if (bsp_brush_table_meet(tile->around, chain->place.box))
        bsp_hit_fetch(chain->search.contact.table, tile);
}

static void fetch_tiles(Chain *chain)
{
    each_tile(chain, fetch_tile);
}

static void fetch_sides(Chain *chain)
{
    each_tile(chain, fetch_side);
}

static void finish_chain(Chain *chain)
{
    Search *s = &chain->search;
    if (!chain->group || !try_cells(s, chain->group, &chain->place) || s->end == UINT32_MAX)
        try_all_brushes(s);
    if (s->found)
        set_hit(s, chain->hit);
}

void bsp_brush_table_hits(const BspBrushTable *table, const BspMove *moves, BspTrace *answers,
                          size_t n)
{
    static void (*const steps[])(Chain *) = { find_group, fetch_tiles, fetch_sides, finish_chain };
    Chain chains[AT_ONCE];
    for (size_t done = 0; done < n; done += AT_ONCE) {
        unsigned n_chains = 0;
        for (size_t i = done; i < BSP_MIN(n, done + AT_ONCE); i++)
            n_chains += begin_chain(&chains[n_chains], table, &moves[i], &answers[i]);
        for (unsigned k = 0; k < sizeof steps / sizeof *steps; k++)
            for (unsigned i = 0; i < n_chains; i++)
                steps[k](&chains[i]);
    }
}

/* --- the side of a brush that supports a body on its edge --- */

/* The point of the brush that is nearest to the shape. *gap receives the distance between brush and
 * shape. */
static BspVec nearest_point(const BspBrushTable *table, const BspShape *shape,
                            const BspTransition *tr, uint32_t brush, double *gap)
{
    BspCastBody body = bsp_cast_body(table->vertices, table->first, brush);
    BspShape point = bsp_shape_point();
    BspVec normal = tr->plane.normal;
    BspVec of_shape = bsp_shape_support_point(shape, bsp_vec_neg(normal));
    BspPlane supports = bsp_touch_supporting(&body, &point, normal);
    of_shape = bsp_vec_add(of_shape, tr->point);
    *gap = bsp_plane_distance(&supports, of_shape);
    return bsp_vec_mad(of_shape, -*gap, normal);
}

/* For a box that is beside an edge or a corner, at the distance of its skin: finds, among the sides
 * that meet there, the side with the greatest normal.z. */
static bool find_side_beside(const BspBrushTable *table, const BspShape *shape, BspVec at,
                             uint32_t brush, BspPlane *side)
{
    const BspTableBrush *b = &table->brushes[brush];
    BspSweep still;
    double most = -HUGE_VAL;
    BspMove move = { at, at, shape, 0, 0 };
    if (!bsp_sweep_init(&still, table, &move))
        return false;
    BspBoxNear near = bsp_box_near(&still, brush, 0);
    for (unsigned i = 0; near.distance > 0 && near.n > 1 && i < near.n; i++) {
        const BspPlane *plane = &table->planes[near.planes[i]];
        if (near.planes[i] >= b->first + b->n_own || plane->normal.z <= most)
            continue;
        most = plane->normal.z;
        *side = *plane;
        side->dist += bsp_touch_offset(shape, plane->normal) + near.distance;
    }
    return most > -HUGE_VAL;
}

bool bsp_brush_table_upright(const BspBrushTable *table, const BspShape *shape,
                             const BspTrace *answer, BspPlane *side)
{
    const BspTransition *tr = &answer->tr;
    const BspHit *hit = &answer->hit;
    if (!bsp_brush_table_hold_shape(table, shape) || hit->brush >= table->n_brushes)
        return false;
    if (bsp_shape_is_box(shape))
        return find_side_beside(table, shape, tr->point, hit->brush, side);
    const BspTableBrush *b = &table->brushes[hit->brush];
    const BspPlane *best = NULL;
    double gap;
    BspVec at = nearest_point(table, shape, tr, hit->brush, &gap);
    for (uint32_t i = b->first; i < b->first + b->n_own; i++) {
        const BspPlane *plane = &table->planes[i];
        if (fabs(bsp_plane_distance(plane, at)) <= BSP_BRACKET &&
            (!best || plane->normal.z > best->normal.z))
            best = plane;
    }
    if (!best)
        return false;
    *side = *best;
    side->dist += bsp_touch_offset(shape, side->normal) + BSP_MAX(gap, 0);
    return true;
}
