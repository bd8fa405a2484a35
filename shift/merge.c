/* merge: solids merged into a tree: what plane shifting is the cheap approximation of. */
#include "shift/merge.h"

#include "shift/private.h"
#include "trace/cast.h"

/* A bevel has nothing but its solid leaf under it, and no volume over it. (Which child is under
 * depends on how its plane is stored, see node: over is empty.) A tip is empty. */
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

/* The recursion is no deeper than the tree, BSP_MAX_DEPTH. */
static void merge_polytope(Merge *m, gint32 at, const BspCell *polytope)
{
    at = below_bevels(m->nodes, at);
    if (at < 0) {
        found(m, at);
        return;
    }
    m->count.nodes++;
    const BspNode *node = &m->nodes->nodes[at];
    BspPlane plane = bsp_nodes_plane(m->nodes, at);
    BspSide side = bsp_cell_side(polytope, &plane, BSP_TOUCH);
    if (side == BSP_SIDE_FRONT || side == BSP_SIDE_BACK) {
        merge_polytope(m, node->child[side == BSP_SIDE_BACK], polytope);
        return;
    }
    if (side == BSP_SIDE_ON)
        return; /* no volume to overlap with */
    BspCell *part[2];
    bsp_cell_split(polytope, &plane, 0, &part[0], &part[1]);
    m->count.slices++;
    for (guint k = 0; k < 2; k++) {
        if (part[k] && !m->stopped)
            merge_polytope(m, node->child[k], part[k]);
        bsp_cell_free(part[k]);
    }
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

/* What is flat, in the plane or within touching of it, is on both sides. */
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
        /* Not completely over: some of it is under. What is no number is everywhere. */
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
    gboolean meets = bsp_round_is(test->shape)
                         ? bsp_round_cast(&round, test->shape, test->at, rest, 0, 0, &hit)
                         : bsp_cast(&body, test->shape, test->at, rest, 0, 0, &hit, NULL);
    test->overlaps = meets && hit.overlap;
    return !test->overlaps;
}

/* The box or hull at its place; NULL when it has no volume. */
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

gboolean shift_shape_overlaps(const ShiftTree *tree, const BspShape *shape, BspVec at,
                              BspCounters *counters)
{
    /* What has hardly any volume has nothing to slice: it may lie where two cells meet. */
    if (bsp_shape_thickness(shape) < SHIFT_THICK)
        return (tree->first ? shift_tree_hit_check_exact
                            : shift_tree_hit_check)(tree, shape, tree->masks[0], at, at, counters)
                   .type == BSP_SOLID;
    ShiftMergeCount count = { 0 };
    gboolean overlaps;
    if (shape->kind == BSP_SHAPE_BOX || shape->kind == BSP_SHAPE_HULL) {
        g_autoptr(BspCell) polytope = polytope_of(shape, at);
        if (polytope)
            count = shift_merge(tree, polytope, stop_at_first, NULL);
        overlaps = count.cells > 0;
    } else {
        g_return_val_if_fail(tree->first, FALSE);
        CellTest test = { tree, shape, at, FALSE };
        count = shift_pass(tree, shape, at, test_cell, &test);
        overlaps = test.overlaps;
    }
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
    BspVec offset;
    ShiftPairFunc func;
    gpointer user_data;
    guint pairs;
    gboolean stopped;
} TreeMerge;

/* What of the region, which lies in the solid cell of a, is solid in b. */
static void merge_into_cell(TreeMerge *m, guint cell_a, gint32 at, const BspCell *region)
{
    at = below_bevels(m->b, at);
    if (at < 0) {
        if (at == ~0)
            return;
        m->pairs++;
        if (m->func && !m->func(cell_a, (guint)~at - 1, m->user_data))
            m->stopped = TRUE;
        return;
    }
    BspPlane plane = bsp_nodes_plane(m->b, at);
    plane.dist += bsp_vec_dot(plane.normal, m->offset);
    BspSide side = bsp_cell_side(region, &plane, BSP_TOUCH);
    const gint32 *child = m->b->nodes[at].child;
    if (side != BSP_SIDE_STRADDLE) {
        if (side != BSP_SIDE_ON)
            merge_into_cell(m, cell_a, child[side == BSP_SIDE_BACK], region);
        return;
    }
    BspCell *part[2];
    bsp_cell_split(region, &plane, 0, &part[0], &part[1]);
    for (guint k = 0; k < 2; k++) {
        if (part[k] && !m->stopped)
            merge_into_cell(m, cell_a, child[k], part[k]);
        bsp_cell_free(part[k]);
    }
}

/* Takes the region down a, then each piece that reaches a solid cell down b. */
static void merge_trees(TreeMerge *m, gint32 at, const BspCell *region)
{
    at = below_bevels(m->a, at);
    if (at < 0) {
        if (at != ~0)
            merge_into_cell(m, (guint)~at - 1, m->b->root, region);
        return;
    }
    BspPlane plane = bsp_nodes_plane(m->a, at);
    BspSide side = bsp_cell_side(region, &plane, BSP_TOUCH);
    const gint32 *child = m->a->nodes[at].child;
    if (side != BSP_SIDE_STRADDLE) {
        if (side != BSP_SIDE_ON)
            merge_trees(m, child[side == BSP_SIDE_BACK], region);
        return;
    }
    BspCell *part[2];
    bsp_cell_split(region, &plane, 0, &part[0], &part[1]);
    for (guint k = 0; k < 2; k++) {
        if (part[k] && !m->stopped)
            merge_trees(m, child[k], part[k]);
        bsp_cell_free(part[k]);
    }
}

guint shift_trees_merge(const ShiftTree *a, const ShiftTree *b, BspVec offset,
                        const BspBounds *region, ShiftPairFunc func, gpointer user_data)
{
    TreeMerge m = { &a->nodes, &b->nodes, offset, func, user_data, 0, FALSE };
    BspBounds moved = { bsp_vec_add(region->mins, offset), bsp_vec_add(region->maxs, offset) };
    g_return_val_if_fail(a->n_masks == 1 && b->n_masks == 1, 0);
    g_autoptr(BspCell) box = bsp_cell_new_box(&moved);
    merge_trees(&m, a->nodes.root, box);
    return m.pairs;
}
