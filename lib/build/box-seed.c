/* box-seed: where boxes of empty space are begun: in the empty leaves of the tree. */
#include "build/box-seed.h"

/* Cubic units. Of smaller leaves there are many, in which little moves. */
#define LEAST_VOLUME 512.0

/* Units. How far inside a leaf its point lies, if there is room; else a quarter of that, and so on.
 */
#define INSIDE 4.0
#define LEAST_INSIDE 0.01
#define ROUNDS 16

typedef struct {
    const BspTraceView *view;
    GArray *seeds;
} Search;

static gboolean is_behind(const BspAbove *above, BspVec p, double by)
{
    for (; above; above = above->up)
        if (bsp_plane_distance(&above->plane, p) > -by)
            return FALSE;
    return TRUE;
}

/* Moves p behind one plane after the other, until it is behind all. */
static gboolean move_inside(const BspAbove *above, BspVec *p)
{
    for (double by = INSIDE; by >= LEAST_INSIDE; by /= 4)
        for (guint round = 0; round < ROUNDS; round++) {
            for (const BspAbove *a = above; a; a = a->up) {
                double out = bsp_plane_distance(&a->plane, *p) + by;
                if (out > 0)
                    *p = bsp_vec_mad(*p, -1.01 * out, a->plane.normal);
            }
            if (is_behind(above, *p, by))
                return TRUE;
        }
    return FALSE;
}

static void add_leaf(Search *s, const BspGrownBox *region, const BspAbove *above)
{
    const BspBounds *b = &region->bounds;
    BspVec size = bsp_vec_sub(b->maxs, b->mins);
    BspBoxSeed seed = { *region, above == NULL, bsp_bounds_centre(b), size.x * size.y * size.z };
    if (seed.volume >= LEAST_VOLUME && move_inside(above, &seed.inside) &&
        bsp_bounds_contain(b, seed.inside))
        g_array_append_val(s->seeds, seed);
}

static void visit(Search *s, gint32 at, const BspGrownBox *region, const BspAbove *above)
{
    at = bsp_trace_own(s->view, at);
    if (at < 0) {
        if (!bsp_view_leaf_is_solid(s->view, at))
            add_leaf(s, region, above);
        return;
    }
    const BspNode *node = &s->view->nodes->nodes[at];
    for (guint side = 0; side < 2; side++) {
        BspGrownBox child = *region;
        BspAbove here = { above, bsp_view_plane_before(s->view, at, side) };
        if (bsp_view_cut_to_child(s->view, at, side, &child))
            visit(s, node->child[side], &child,
                  bsp_node_axis(node) < BSP_NODE_OBLIQUE ? above : &here);
    }
}

static gint compare_volumes(gconstpointer a, gconstpointer b)
{
    double x = ((const BspBoxSeed *)a)->volume, y = ((const BspBoxSeed *)b)->volume;
    return (x < y) - (x > y);
}

GArray *bsp_box_seeds(const BspTraceView *view, const BspBounds *bounds)
{
    Search s = { view, g_array_new(FALSE, FALSE, sizeof(BspBoxSeed)) };
    BspGrownBox all = bsp_grown_box(bounds);
    visit(&s, view->nodes->root, &all, NULL);
    g_array_sort(s.seeds, compare_volumes);
    return s.seeds;
}
