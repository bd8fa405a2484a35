/* merge: merges solids into a tree. Plane shifting approximates this at less cost (Melax 2000,
 * section 6). */
#include "tools/shift-merge.h"

#include "body/meet.h"
#include "shift/shift-private.h"

/* --- M(), and the merging of two trees --- */

/* The state of a merge. A polytope passes down the first tree. If there is a second tree, each
 * piece that reaches a solid cell of the first tree passes down the second tree, too. */
typedef struct {
    const BspNodes *trees[2];
    guint n_trees;
    const BspFrame *frame[2]; /* for each tree, the frame in which the polytope's coordinates are
                                 relative to the tree; NULL if they are the tree's own */
    gint32 leaves[2];         /* for each tree, the leaf that the piece has reached */
    gboolean is_thin; /* whether a part thinner than BSP_TOUCH was dropped in the second tree */
    ShiftCellFunc func;
    ShiftPairFunc pair_func;
    gpointer user_data;
    ShiftMergeCount count;
    gboolean stopped;
} Merge;

static void count_leaf(Merge *m, gint32 leaf)
{
    if (leaf == ~0) {
        m->count.empty++;
        return;
    }
    m->count.cells++;
    m->stopped = m->func && !m->func((guint)~leaf - 1, m->user_data);
}

/* Calls pair_func for a pair of cells. Only the tree that is tree a has a frame. */
static void count_pair(Merge *m)
{
    guint a = m->frame[0] ? 0 : 1;
    m->count.cells++;
    m->stopped = m->pair_func && !m->pair_func((guint)~m->leaves[a] - 1,
                                               (guint)~m->leaves[1 - a] - 1, m->user_data);
}

/* Returns the plane of a node of tree k in the coordinates of the polytope. */
static BspPlane plane_for_polytope(const Merge *m, guint k, gint32 at)
{
    BspPlane plane = bsp_nodes_plane(m->trees[k], at);
    if (!m->frame[k])
        return plane;
    plane.dist -= bsp_vec_dot(plane.normal, m->frame[k]->origin);
    plane.normal = bsp_frame_direction_in(m->frame[k], plane.normal);
    return plane;
}

static void merge_polytope(Merge *m, guint k, gint32 at, const BspCell *polytope);

static void reach_leaf(Merge *m, guint k, gint32 leaf, const BspCell *polytope)
{
    m->leaves[k] = leaf;
    if (m->n_trees == 1 || leaf == ~0)
        count_leaf(m, leaf);
    else if (k == 0)
        merge_polytope(m, 1, m->trees[1]->root, polytope);
    else
        count_pair(m);
}

/* Passes the polytope down tree k. If it straddles a plane, the plane slices it. If it lies in a
 * plane, it has no volume, and is dropped. The recursion is at most BSP_MAX_DEPTH deep in each
 * tree. */
static void merge_polytope(Merge *m, guint k, gint32 at, const BspCell *polytope)
{
    if (m->stopped)
        return;
    if (at < 0) {
        reach_leaf(m, k, at, polytope);
        return;
    }
    const BspNode *node = &m->trees[k]->nodes[at];
    BspPlane plane = plane_for_polytope(m, k, at);
    BspSide side = bsp_cell_side(polytope, &plane, BSP_TOUCH);
    m->count.nodes++;
    m->is_thin |= k == 1 && side != bsp_cell_side(polytope, &plane, BSP_CELL_EPSILON);
    if (side == BSP_SIDE_FRONT || side == BSP_SIDE_BACK)
        merge_polytope(m, k, bsp_node_child(node, side == BSP_SIDE_BACK), polytope);
    if (side != BSP_SIDE_STRADDLE)
        return;
    BspCell *part[2];
    bsp_cell_split(polytope, &plane, 0, &part[0], &part[1]);
    m->count.slices++;
    for (guint i = 0; i < 2; i++) {
        if (part[i])
            merge_polytope(m, k, bsp_node_child(node, i), part[i]);
        bsp_cell_free(part[i]);
    }
}

ShiftMergeCount shift_merge(const ShiftTree *tree, const BspCell *polytope, ShiftCellFunc func,
                            gpointer user_data)
{
    Merge m = { .trees = { &tree->nodes }, .n_trees = 1, .func = func, .user_data = user_data };
    merge_polytope(&m, 0, tree->nodes.root, polytope);
    return m.count;
}

/* Units. The distance by which the region extends beyond the bounds of b. If a needle of a, 1000
 * times as long as thick, touches the bounds of b, the part of its tip within the region is 60
 * times as thick as BSP_TOUCH. */
#define MARGIN (1.0 / 16)

/* Merges b into a. The tip of a needle of b is a thin piece, although it may be deep in a. If b is
 * passed down first, the whole needle is sliced instead. That takes longer, so it is done only if
 * the first result may be wrong. */
ShiftMergeCount shift_trees_merge(const ShiftTree *a, const ShiftTree *b, const BspFrame *frame,
                                  const BspBounds *bounds, ShiftPairFunc func, gpointer user_data)
{
    Merge m = { { &a->nodes, &b->nodes }, 2, { frame }, .pair_func = func, .user_data = user_data };
    if (!bsp_bounds_overlap(bounds, bounds)) /* b is empty */
        return m.count;
    BspBounds around = bsp_bounds_grown(bounds, MARGIN);
    g_autoptr(BspCell) region = bsp_cell_new_box(&around);
    merge_polytope(&m, 0, a->nodes.root, region);
    if (m.count.cells > 0 || !m.is_thin)
        return m.count;
    m.trees[0] = &b->nodes;
    m.trees[1] = &a->nodes;
    m.frame[0] = NULL;
    m.frame[1] = frame;
    merge_polytope(&m, 0, b->nodes.root, region);
    return m.count;
}

/* --- F() --- */

ShiftMergeCount shift_pass(const ShiftTree *tree, const BspShape *shape, BspVec at,
                           ShiftCellFunc func, gpointer user_data)
{
    const BspNodes *nodes = &tree->nodes;
    Merge m = { .func = func, .user_data = user_data };
    gint32 stack[BSP_MAX_DEPTH + 1];
    guint top = 0;
    stack[top++] = nodes->root;
    while (top > 0 && !m.stopped) {
        gint32 i = stack[--top];
        if (i < 0) {
            count_leaf(&m, i);
            continue;
        }
        BSP_ASSERT(top + 2 <= sizeof stack / sizeof *stack);
        m.count.nodes++;
        const BspNode *node = &nodes->nodes[i];
        m.count.bevels += bsp_node_tag(node) == SHIFT_IS_BEVEL;
        ShiftBand band = shift_band_of(shape, nodes, bsp_node_normal(nodes, node));
        double d = bsp_node_along(nodes, node, &at) - bsp_node_dist(nodes, node);
        /* Visit the back unless the shape is completely in front of the plane, and the front unless
         * it is completely behind it. If d is NaN, or a flat shape lies in the plane, both sides
         * are visited. */
        if (!(d > band.under))
            stack[top++] = bsp_node_child(node, 1);
        if (!(d < band.over))
            stack[top++] = bsp_node_child(node, 0);
    }
    return m.count;
}

/* --- a stationary shape --- */

typedef struct {
    const ShiftTree *tree;
    const BspBrushTable *table;
    BspMotion rest;
    gboolean overlaps;
} CellTest;

static gboolean stop_at_first(guint cell, gpointer user_data)
{
    (void)cell, (void)user_data;
    return FALSE;
}

/* Tests whether the shape overlaps the cell. Returns FALSE after an overlap, to end the pass. */
static gboolean test_overlap(guint cell, gpointer user_data)
{
    CellTest *test = user_data;
    const ShiftTree *tree = test->tree;
    BSP_ASSERT(cell < tree->n_lists);
    guint i = tree->first[cell], end = tree->first[cell + 1];
    test->overlaps = i == end; /* the list ends with the filled outside */
    for (; i < end && !test->overlaps; i++) {
        BspMeeting hit = { .t = 2 };
        test->overlaps =
            tree->brushes[i] == SHIFT_OUTSIDE
                ? shift_middle_is_solid(tree, test->rest.shape, test->rest.from)
                : tree->brushes[i] < test->table->n_brushes &&
                      bsp_meet(&test->rest, test->table, tree->brushes[i], 0, 0, 1, &hit) &&
                      hit.inside;
    }
    return !test->overlaps;
}

/* Returns the box or hull at its position, as a cell. Returns NULL if it has no volume. */
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

/* Tests a thin shape by a hit check without motion. A shape of almost no volume cannot be sliced,
 * and may lie on the border of two cells. */
static gboolean thin_overlaps(const ShiftTree *tree, const BspBrushTable *table,
                              const BspShape *shape, BspVec at, BspCounters *counters)
{
    BspTransition tr = tree->first
                           ? shift_tree_hit_check_exact(tree, table, shape, at, at, counters)
                           : shift_tree_hit_check(tree, shape, at, at, counters);
    return tr.type == BSP_SOLID;
}

static gboolean round_overlaps(const ShiftTree *tree, const BspBrushTable *table,
                               const BspShape *shape, BspVec at, ShiftMergeCount *count)
{
    g_return_val_if_fail(tree->first && bsp_brush_table_can_tell(table, shape), FALSE);
    CellTest test = { .tree = tree, .table = table };
    bsp_motion_init_straight(&test.rest, shape, at, bsp_vec(0, 0, 0));
    *count = shift_pass(tree, shape, at, test_overlap, &test);
    return test.overlaps;
}

gboolean shift_shape_overlaps(const ShiftTree *tree, const BspBrushTable *table,
                              const BspShape *shape, BspVec at, BspCounters *counters)
{
    if (bsp_shape_thickness(shape) < SHIFT_THICK)
        return thin_overlaps(tree, table, shape, at, counters);
    ShiftMergeCount count = { 0 };
    gboolean is_polytope = shape->kind == BSP_SHAPE_BOX || shape->kind == BSP_SHAPE_HULL, overlaps;
    g_autoptr(BspCell) polytope = is_polytope ? polytope_of(shape, at) : NULL;
    if (polytope)
        count = shift_merge(tree, polytope, stop_at_first, NULL);
    overlaps = is_polytope ? count.cells > 0 : round_overlaps(tree, table, shape, at, &count);
    if (counters) {
        counters->nodes += count.nodes;
        counters->planes += count.nodes;
        counters->leaves += count.cells;
    }
    return overlaps;
}
