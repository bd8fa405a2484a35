/* merge: merges solids into a tree, which plane shifting approximates at less cost. */
#include "shift-merge.h"

#include "shift/shift-private.h"
#include "trace/cast.h"

/* Skips bevels: under a bevel is only its solid leaf, and the region over it has no volume. (Which
 * child is under depends on how the plane is stored, see trace/node.h; the child over it is empty.)
 * A tip counts as empty. */
static gint32 below_bevels(const BspNodes *nodes, gint32 at)
{
    while (at >= 0 && bsp_node_tag(nodes, &nodes->nodes[at]) != 0) {
        const gint32 *child = nodes->nodes[at].child;
        if (bsp_node_tag(nodes, &nodes->nodes[at]) == BSP_TAG_TIP)
            return ~0;
        at = child[1] != ~0 ? child[1] : child[0];
    }
    return at;
}

/* Processes a part of a region in the subtree of a node's child. */
typedef void (*PartFunc)(gpointer data, gint32 child, const BspCell *part);

/* Calls func for each child with its part of the region. A region on the plane has no volume, and
 * is dropped. Returns whether the plane has cut the region. */
static gboolean slice(const BspNode *node, const BspPlane *plane, const BspCell *region,
                      PartFunc func, gpointer data)
{
    BspSide side = bsp_cell_side(region, plane, BSP_TOUCH);
    if (side == BSP_SIDE_ON)
        return FALSE;
    if (side != BSP_SIDE_STRADDLE) {
        func(data, node->child[side == BSP_SIDE_BACK], region);
        return FALSE;
    }
    BspCell *part[2];
    bsp_cell_split(region, plane, 0, &part[0], &part[1]);
    for (guint k = 0; k < 2; k++) {
        if (part[k])
            func(data, node->child[k], part[k]);
        bsp_cell_free(part[k]);
    }
    return TRUE;
}

/* --- M() --- */

typedef struct {
    const BspNodes *nodes;
    ShiftCellFunc func;
    gpointer user_data;
    ShiftMergeCount count;
    gboolean stopped;
} Merge;

static void found(Merge *m, gint32 leaf)
{
    if (leaf == ~0) {
        m->count.empty++;
        return;
    }
    m->count.cells++;
    if (m->func && !m->func((guint)~leaf - 1, m->user_data))
        m->stopped = TRUE;
}

/* The depth of the recursion is that of the tree, at most BSP_MAX_DEPTH. */
static void merge_polytope(gpointer data, gint32 at, const BspCell *polytope)
{
    Merge *m = data;
    if (m->stopped)
        return;
    at = below_bevels(m->nodes, at);
    if (at < 0) {
        found(m, at);
        return;
    }
    m->count.nodes++;
    BspPlane plane = bsp_nodes_plane(m->nodes, at);
    m->count.slices += slice(&m->nodes->nodes[at], &plane, polytope, merge_polytope, m) ? 1 : 0;
}

ShiftMergeCount shift_merge(const ShiftTree *tree, const BspCell *polytope, ShiftCellFunc func,
                            gpointer user_data)
{
    Merge m = { .nodes = &tree->nodes, .func = func, .user_data = user_data };
    g_return_val_if_fail(tree->n_masks == 1, m.count);
    merge_polytope(&m, tree->nodes.root, polytope);
    return m.count;
}

/* --- F() --- */

/* A flat shape within BSP_TOUCH of the plane is on both sides. */
static ShiftBand pass_band(const BspShape *shape, const BspNodes *nodes, guint normal)
{
    ShiftBand band = shift_band_of(shape, nodes, normal);
    if (!shift_band_is_flat(&band))
        return band;
    return (ShiftBand){ band.over - BSP_TOUCH, band.under + BSP_TOUCH };
}

ShiftMergeCount shift_pass(const ShiftTree *tree, const BspShape *shape, BspVec at,
                           ShiftCellFunc func, gpointer user_data)
{
    const BspNodes *nodes = &tree->nodes;
    Merge m = { .nodes = nodes, .func = func, .user_data = user_data };
    gint32 stack[BSP_MAX_DEPTH + 1];
    guint top = 0;
    g_return_val_if_fail(tree->n_masks == 1, m.count);
    stack[top++] = nodes->root;
    while (top > 0 && !m.stopped) {
        gint32 i = stack[--top];
        if (i < 0) {
            found(&m, i);
            continue;
        }
        m.count.nodes++;
        const BspNode *node = &nodes->nodes[i];
        m.count.bevels += bsp_node_tag(nodes, node) == SHIFT_IS_BEVEL;
        if (bsp_node_tag(nodes, node) == BSP_TAG_TIP) {
            found(&m, ~0);
            continue;
        }
        ShiftBand band = pass_band(shape, nodes, bsp_node_normal(nodes, node));
        double d = bsp_node_along(nodes, node, &at) - bsp_node_dist(nodes, node);
        /* If the shape is not completely over the plane, some of it is under. If d is NaN, both
         * sides are visited. */
        if (!(d >= band.under))
            stack[top++] = node->child[1];
        if (!(d <= band.over))
            stack[top++] = node->child[0];
    }
    return m.count;
}

/* --- a stationary shape --- */

typedef struct {
    const ShiftTree *tree;
    const BspShape *shape;
    BspVec at;
    gboolean overlaps;
} CellTest;

static gboolean stop_at_first(guint cell, gpointer user_data)
{
    (void)cell, (void)user_data;
    return FALSE;
}

static gboolean test_cell(guint cell, gpointer user_data)
{
    CellTest *test = user_data;
    const ShiftTree *tree = test->tree;
    BspCastBody body = bsp_cast_body(tree->vertices, tree->first, cell);
    BspRoundBody round = bsp_round_body(&body, tree->planes, tree->edges, tree->first_round, cell);
    BspVec rest = bsp_vec(0, 0, 0);
    BspCastHit hit;
    gboolean meets =
        bsp_round_is(test->shape)
            ? bsp_round_cast(&round, test->shape, &(BspCastPath){ test->at, rest, 0, 0 }, &hit)
            : bsp_cast(&body, test->shape, &(BspCastPath){ test->at, rest, 0, 0 }, &hit, NULL);
    test->overlaps = meets && hit.overlap;
    return !test->overlaps;
}

/* The box or hull at its position; NULL if it has no volume. */
static BspCell *polytope_of(const BspShape *shape, BspVec at)
{
    BspBounds bounds = { bsp_vec_add(at, shape->bounds.mins), bsp_vec_add(at, shape->bounds.maxs) };
    BspCell *cell = bsp_cell_new_box(&bounds);
    for (guint i = 0; shape->hull && i < shape->hull->n_planes && cell; i++) {
        const BspPlane *plane = &shape->hull->planes[i];
        cell = bsp_cell_take_behind(cell, plane, -bsp_vec_dot(plane->normal, at), i);
    }
    return cell;
}

/* A shape of almost no volume cannot be sliced. It is tested directly, since it may lie on the
 * border of two cells. */
static gboolean thin_overlaps(const ShiftTree *tree, const BspShape *shape, BspVec at,
                              BspCounters *counters)
{
    guint32 mask = tree->masks[0];
    BspTransition tr = tree->first ? shift_tree_hit_check_exact(tree, shape, mask, at, at, counters)
                                   : shift_tree_hit_check(tree, shape, mask, at, at, counters);
    return tr.type == BSP_SOLID;
}

static gboolean polytope_overlaps(const ShiftTree *tree, const BspShape *shape, BspVec at,
                                  ShiftMergeCount *count)
{
    g_autoptr(BspCell) polytope = polytope_of(shape, at);
    if (polytope)
        *count = shift_merge(tree, polytope, stop_at_first, NULL);
    return count->cells > 0;
}

static gboolean round_overlaps(const ShiftTree *tree, const BspShape *shape, BspVec at,
                               ShiftMergeCount *count)
{
    g_return_val_if_fail(tree->first, FALSE);
    CellTest test = { tree, shape, at, FALSE };
    *count = shift_pass(tree, shape, at, test_cell, &test);
    return test.overlaps;
}

gboolean shift_shape_overlaps(const ShiftTree *tree, const BspShape *shape, BspVec at,
                              BspCounters *counters)
{
    if (bsp_shape_thickness(shape) < SHIFT_THICK)
        return thin_overlaps(tree, shape, at, counters);
    ShiftMergeCount count = { 0 };
    gboolean is_polytope = shape->kind == BSP_SHAPE_BOX || shape->kind == BSP_SHAPE_HULL;
    gboolean overlaps = is_polytope ? polytope_overlaps(tree, shape, at, &count)
                                    : round_overlaps(tree, shape, at, &count);
    if (counters) {
        counters->nodes += count.nodes;
        counters->planes += count.nodes;
        counters->leaves += count.cells;
    }
    return overlaps;
}

/* --- two trees --- */

typedef struct {
    const BspNodes *a, *b;
    BspVec offset; /* of b */
    ShiftPairFunc func;
    gpointer user_data;
    guint cell_a; /* the solid cell of a that the region is in */
    guint pairs;
    gboolean stopped;
} TreeMerge;

/* Reports the solid cells of b in the region. */
static void merge_into_cell(gpointer data, gint32 at, const BspCell *region)
{
    TreeMerge *m = data;
    if (m->stopped)
        return;
    at = below_bevels(m->b, at);
    if (at == ~0)
        return;
    if (at < 0) {
        m->pairs++;
        m->stopped = m->func && !m->func(m->cell_a, (guint)~at - 1, m->user_data);
        return;
    }
    BspPlane plane = bsp_nodes_plane(m->b, at);
    plane.dist += bsp_vec_dot(plane.normal, m->offset);
    slice(&m->b->nodes[at], &plane, region, merge_into_cell, m);
}

/* Passes the region down a, then each piece that reaches a solid cell down b. */
static void merge_trees(gpointer data, gint32 at, const BspCell *region)
{
    TreeMerge *m = data;
    if (m->stopped)
        return;
    at = below_bevels(m->a, at);
    if (at == ~0)
        return;
    if (at < 0) {
        m->cell_a = (guint)~at - 1;
        merge_into_cell(m, m->b->root, region);
        return;
    }
    BspPlane plane = bsp_nodes_plane(m->a, at);
    slice(&m->a->nodes[at], &plane, region, merge_trees, m);
}

guint shift_trees_merge(const ShiftTree *a, const ShiftTree *b, BspVec offset,
                        const BspBounds *region, ShiftPairFunc func, gpointer user_data)
{
    TreeMerge m = {
        .a = &a->nodes, .b = &b->nodes, .offset = offset, .func = func, .user_data = user_data
    };
    BspBounds moved = { bsp_vec_add(region->mins, offset), bsp_vec_add(region->maxs, offset) };
    g_return_val_if_fail(a->n_masks == 1 && b->n_masks == 1, 0);
    g_autoptr(BspCell) box = bsp_cell_new_box(&moved);
    merge_trees(&m, a->nodes.root, box);
    return m.pairs;
}
