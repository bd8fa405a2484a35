/* empty-boxes: which boxes of empty space are worth knowing, and where.
 *
 * From each empty leaf of the tree, the largest first, a box is grown unless one is known that has
 * the leaf; and one on its floor, since most objects stand on something. Each cell of the grid
 * names the box that has most of it, and of what is about it; boxes that no cell names are dropped.
 */
#include "build/empty-boxes.h"

#include <math.h>

#include "build/box-face.h"
#include "build/box-seed.h"
#include "build/empty-box.h"

/* Units. How far a box may reach from where it is begun. */
#define FAR 2048.0

/* Units. A cell's box is worth more if it reaches on to where moves from the cell end. */
#define BEYOND 24.0

/* A box on a floor is worth so much more to the cells that the floor is in. */
#define STANDING 3.0

/* Units. How far over a floor a box is begun that is to stand on it. */
#define OVER 0.01

typedef struct {
    BspGrownBox grown;
    gboolean stands; /* on a floor that is solid all over */
} Box;

typedef struct {
    const BspTraceView *view;
    BspBounds world;
    double cell;
    BspEmptyBoxes *to;
    GArray *boxes;  /* Box, from 1 on */
    guint32 *named; /* of each cell, the box that is worth most to it, ... */
    float *worth;   /* ... and how much */
    guint n_vain;   /* boxes that no cell has named */
} Choice;

/* So many boxes may be grown in vain, and one more for each that was not. Where they are, others
 * know the space, or the cells are too wide to tell boxes apart. */
#define MOST_VAIN 256

/* --- the grid --- */

/* Wider cells until there are few enough of them. */
static double lay_grid(BspEmptyBoxes *boxes, const BspBounds *world, double cell, gsize max_cells)
{
    for (;; cell *= 1.25) {
        double n = 1;
        for (guint i = 0; i < 3; i++)
            n *= floor((world->maxs.v[i] - world->mins.v[i]) / cell) + 1;
        if (n <= (double)max_cells)
            break;
    }
    boxes->per_unit = 1 / cell;
    for (guint i = 0; i < 3; i++) {
        boxes->origin[i] = world->mins.v[i];
        boxes->n[i] = (gint32)floor((world->maxs.v[i] - world->mins.v[i]) / cell) + 1;
    }
    return cell;
}

static gint32 cell_along(const Choice *c, guint axis, double at)
{
    double cell = floor((at - c->to->origin[axis]) * c->to->per_unit);
    return (gint32)CLAMP(cell, 0, c->to->n[axis] - 1);
}

static gsize cell_number(const Choice *c, gint32 x, gint32 y, gint32 z)
{
    return ((gsize)z * (gsize)c->to->n[1] + (gsize)y) * (gsize)c->to->n[0] + (gsize)x;
}

static const Box *box_at(const Choice *c, BspVec p)
{
    gsize cell =
        cell_number(c, cell_along(c, 0, p.x), cell_along(c, 1, p.y), cell_along(c, 2, p.z));
    return &g_array_index(c->boxes, Box, c->named[cell]);
}

/* How much of [least, most] a box has along an axis. */
static double common(const BspBounds *box, guint axis, double least, double most)
{
    return MAX(0, MIN(box->maxs.v[axis], most) - MAX(box->mins.v[axis], least));
}

/* Along one axis: how much of each cell from `first` on the box has, and of what is about it. */
typedef struct {
    gint32 first, n;
    double *of, *about;
} Reach;

static Reach reach_along(const Choice *c, const BspBounds *box, guint axis)
{
    gint32 first = cell_along(c, axis, box->mins.v[axis]);
    gint32 n = cell_along(c, axis, box->maxs.v[axis]) - first + 1;
    Reach r = { first, n, g_new(double, (gsize)n), g_new(double, (gsize)n) };
    for (gint32 i = 0; i < n; i++) {
        double least = c->to->origin[axis] + (first + i) * c->cell, most = least + c->cell;
        r.of[i] = common(box, axis, least, most);
        r.about[i] = common(box, axis, least - BEYOND, most + BEYOND);
    }
    return r;
}

static void reach_clear(Reach *r)
{
    g_free(r->of);
    g_free(r->about);
}

static gboolean offer_to_row(Choice *c, guint32 number, const Reach r[3], gint32 y, gint32 z,
                             double times)
{
    gboolean named = FALSE;
    gsize cell = cell_number(c, r[0].first, r[1].first + y, r[2].first + z);
    double of = r[1].of[y] * r[2].of[z], about = r[1].about[y] * r[2].about[z];
    for (gint32 x = 0; x < r[0].n; x++, cell++) {
        double worth = times * (r[0].of[x] * of + r[0].about[x] * about);
        if (worth > (double)c->worth[cell] && r[0].of[x] * of > 0) {
            c->worth[cell] = (float)worth;
            c->named[cell] = number;
            named = TRUE;
        }
    }
    return named;
}

/* Names the box in the cells to which it is worth more than what they name. FALSE: in none. */
static gboolean offer(Choice *c, guint32 number)
{
    gboolean named = FALSE;
    const Box *box = &g_array_index(c->boxes, Box, number);
    Reach r[3];
    for (guint axis = 0; axis < 3; axis++)
        r[axis] = reach_along(c, &box->grown.bounds, axis);
    for (gint32 z = 0; z < r[2].n; z++)
        for (gint32 y = 0; y < r[1].n; y++)
            named |= offer_to_row(c, number, r, y, z, box->stands && z == 0 ? STANDING : 1);
    for (guint axis = 0; axis < 3; axis++)
        reach_clear(&r[axis]);
    return named;
}

/* --- growing --- */

static void add(Choice *c, const BspGrownBox *grown, gboolean stands)
{
    Box box = { *grown, stands };
    g_array_append_val(c->boxes, box);
    if (offer(c, c->boxes->len - 1))
        return;
    g_array_set_size(c->boxes, c->boxes->len - 1);
    c->n_vain++;
}

/* The most that a box about the seed may be. */
static BspBounds limits(const Choice *c, const BspBounds *seed)
{
    BspBounds most = bsp_bounds_grown(seed, FAR);
    for (guint i = 0; i < 3; i++) {
        most.mins.v[i] = MIN(seed->mins.v[i], MAX(most.mins.v[i], c->world.mins.v[i]));
        most.maxs.v[i] = MAX(seed->maxs.v[i], MIN(most.maxs.v[i], c->world.maxs.v[i]));
    }
    return most;
}

static void grow(Choice *c, const BspBounds *seed)
{
    BspBounds most = limits(c, seed);
    BspGrownBox box;
    if (bsp_empty_box_grow(c->view, seed, &most, &box))
        add(c, &box, FALSE);
}

static gboolean is_empty(const Choice *c, BspVec p)
{
    unsigned leaf = bsp_nodes_find_leaf(c->view->nodes, c->view->space, p);
    return !c->view->leaf_is_solid(leaf, c->view->user_data);
}

static gboolean is_known(const Choice *c, BspVec p)
{
    return bsp_bounds_contain(&box_at(c, p)->grown.bounds, p);
}

/* The middle of an eighth of the box. */
static BspVec in_eighth(const BspBounds *b, guint k)
{
    BspVec p;
    for (guint i = 0; i < 3; i++)
        p.v[i] = b->mins.v[i] + (k >> i & 1 ? 0.875 : 0.125) * (b->maxs.v[i] - b->mins.v[i]);
    return p;
}

static void grow_at(Choice *c, BspVec p)
{
    BspBounds seed = { p, p };
    if (!is_known(c, p) && is_empty(c, p))
        grow(c, &seed);
}

/* A leaf that is a box is a seed as a whole; in another, points are. */
static void grow_in(Choice *c, const BspBoxSeed *leaf)
{
    gboolean known = is_known(c, leaf->inside);
    for (guint k = 0; known && k < 8; k++)
        known = is_known(c, in_eighth(&leaf->region.bounds, k));
    if (known)
        return;
    if (leaf->is_box) {
        grow(c, &leaf->region.bounds);
        return;
    }
    grow_at(c, leaf->inside);
    for (guint k = 0; k < 8; k++)
        grow_at(c, in_eighth(&leaf->region.bounds, k));
}

/* --- standing boxes --- */

/* What of the floor about a point just over it is solid: from there up to the point. */
static gboolean find_footing(const Choice *c, const BspBoxSeed *leaf, BspVec p, BspBounds *footing)
{
    BspBounds seed = { bsp_vec(p.x, p.y, leaf->region.bounds.mins.z), p };
    BspBounds most = limits(c, &seed);
    most.mins.z = seed.mins.z;
    BspGrownBox box;
    BspBoxFace face;
    if (!bsp_empty_box_grow(c->view, &seed, &most, &box))
        return FALSE;
    box.plane[2] = leaf->region.plane[2];
    if (!bsp_box_face_init(&face, c->view, &box, 2))
        return FALSE;
    BspFaceRect r = bsp_box_face_rect(&face, p.v);
    bsp_box_face_clear(&face);
    *footing = (BspBounds){ bsp_vec(r.least[0], r.least[1], seed.mins.z),
                            bsp_vec(r.most[0], r.most[1], p.z) };
    return r.most[0] - r.least[0] >= 1 && r.most[1] - r.least[1] >= 1;
}

static void stand(Choice *c, const BspBoxSeed *leaf, BspVec p)
{
    BspBounds most;
    if (!find_footing(c, leaf, p, &most))
        return;
    BspBounds seed = { bsp_vec(p.x, p.y, most.mins.z), p };
    most.maxs.z = limits(c, &seed).maxs.z;
    BspGrownBox box;
    if (!bsp_empty_box_grow(c->view, &seed, &most, &box) || box.bounds.mins.z > most.mins.z)
        return;
    box.plane[2] = leaf->region.plane[2];
    add(c, &box, TRUE);
}

static void stand_at(Choice *c, const BspBoxSeed *leaf, double x, double y)
{
    double floor = leaf->region.bounds.mins.z;
    BspVec over = bsp_vec(x, y, floor + OVER), under = bsp_vec(x, y, floor - OVER);
    const Box *there = box_at(c, over);
    if ((there->stands && bsp_bounds_contain(&there->grown.bounds, over)) || is_empty(c, under) ||
        !is_empty(c, over))
        return;
    stand(c, leaf, over);
}

static void stand_in(Choice *c, const BspBoxSeed *leaf)
{
    if (leaf->region.plane[2] == BSP_BOX_NO_PLANE)
        return;
    stand_at(c, leaf, leaf->inside.x, leaf->inside.y);
    for (guint k = 0; k < 4; k++) {
        BspVec p = in_eighth(&leaf->region.bounds, k);
        stand_at(c, leaf, p.x, p.y);
    }
}

/* --- the finished boxes --- */

/* The nearest float on that side. */
static float rounded(double x, gboolean up)
{
    float f = (float)x;
    if (up ? (double)f < x : (double)f > x)
        f = nextafterf(f, up ? HUGE_VALF : -HUGE_VALF);
    return f;
}

static void add_rects(const Choice *c, const BspGrownBox *grown, guint number, GArray *to)
{
    BspBoxFace face;
    if (!bsp_box_face_init(&face, c->view, grown, number))
        return;
    BspFaceRect rects[BSP_FACE_RECTS];
    guint n = bsp_box_face_rects(&face, rects);
    for (guint i = 0; i < n; i++) {
        BspBoxRect r;
        for (guint k = 0; k < 2; k++) {
            r.least[k] = rounded(rects[i].least[k] + BSP_BOX_EDGE, TRUE);
            r.most[k] = rounded(rects[i].most[k] - BSP_BOX_EDGE, FALSE);
        }
        g_array_append_val(to, r);
    }
    bsp_box_face_clear(&face);
}

static BspEmptyBox finished(const Choice *c, const BspGrownBox *grown, GArray *rects)
{
    BspEmptyBox box = { .rects = rects->len };
    for (guint face = 0; face < 6; face++) {
        gboolean most = face >= 3;
        double at = (most ? grown->bounds.maxs : grown->bounds.mins).v[face % 3];
        box.at[face] = rounded(at, !most);
        box.plane[face] = grown->plane[face];
        add_rects(c, grown, face, rects);
        box.end[face] = (guint8)(rects->len - box.rects);
    }
    return box;
}

static BspEmptyBox no_box(void)
{
    return (BspEmptyBox){ .at = { HUGE_VALF, HUGE_VALF, HUGE_VALF, -HUGE_VALF, -HUGE_VALF,
                                  -HUGE_VALF } };
}

static gpointer kept(GArray *array)
{
    return g_memdup2(array->data, array->len * (gsize)g_array_get_element_size(array));
}

/* Numbers the boxes that cells name, in the order of the cells, and finishes them. Cells can name
 * so many; those that come later have none. */
static gboolean keep(Choice *c, BspJob *job)
{
    g_autofree guint32 *number = g_new0(guint32, c->boxes->len);
    g_autoptr(GArray) boxes = g_array_new(FALSE, FALSE, sizeof(BspEmptyBox));
    g_autoptr(GArray) rects = g_array_new(FALSE, FALSE, sizeof(BspBoxRect));
    g_autoptr(GArray) cells = g_array_new(FALSE, FALSE, sizeof(guint16));
    BspEmptyBox box = no_box();
    g_array_append_val(boxes, box);
    for (gsize i = 0; i < bsp_empty_boxes_n_cells(c->to); i++) {
        guint32 named = c->named[i];
        if (named && !number[named] && boxes->len <= G_MAXUINT16) {
            number[named] = boxes->len;
            if (!bsp_job_goes_on(job))
                return FALSE;
            box = finished(c, &g_array_index(c->boxes, Box, named).grown, rects);
            g_array_append_val(boxes, box);
        }
        guint16 name = (guint16)number[named];
        g_array_append_val(cells, name);
    }
    c->to->n_boxes = boxes->len;
    c->to->n_rects = rects->len;
    c->to->cells = kept(cells);
    c->to->boxes = kept(boxes);
    c->to->rects = kept(rects);
    return TRUE;
}

gboolean bsp_empty_boxes_init(BspEmptyBoxes *boxes, const BspTraceView *view,
                              const BspBounds *bounds, double cell, gsize max_cells, BspJob *job)
{
    *boxes = (BspEmptyBoxes){ .n_boxes = 0 };
    cell = lay_grid(boxes, bounds, cell, max_cells);
    g_autofree guint32 *named = g_new0(guint32, bsp_empty_boxes_n_cells(boxes));
    g_autofree float *worth = g_new0(float, bsp_empty_boxes_n_cells(boxes));
    g_autoptr(GArray) grown = g_array_new(FALSE, FALSE, sizeof(Box));
    g_autoptr(GArray) seeds = bsp_box_seeds(view, bounds);
    Box none = { bsp_grown_box(&(BspBounds){ bsp_vec(1, 1, 1), bsp_vec(-1, -1, -1) }), FALSE };
    g_array_append_val(grown, none);
    Choice c = { view, *bounds, cell, boxes, grown, named, worth, 0 };
    for (guint i = 0; i < seeds->len && c.n_vain < MOST_VAIN + grown->len; i++) {
        const BspBoxSeed *leaf = &g_array_index(seeds, BspBoxSeed, i);
        if (!bsp_job_goes_on(job))
            return FALSE;
        grow_in(&c, leaf);
        stand_in(&c, leaf);
    }
    return keep(&c, job);
}
