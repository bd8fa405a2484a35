/* stationary: methods for stationary shapes. The shape is merged into a tree, or passed down the
 * tree to every cell. Each mask has its own tree. */
#include "bsp-brush-table.h"
#include "bsp-nodes.h"
#include "bsp-shape.h"
#include "methods/method.h"
#include "shift-build.h"
#include "shift-tree.h"
#include "tools/shift-merge.h"

/* --- every cell that a stationary shape reaches --- */

/* Builds the same tree as shift-paper. */
static gpointer shift_all_build(const CompareMethodClass *klass, const CompareScenario *s,
                                const CompareTrees *trees, BspProgressFunc progress, gpointer data,
                                GError **error)
{
    (void)klass;
    ShiftOptions options =
        compare_shift_options(s, trees, s->bevels | SHIFT_BEVEL_HALF_WAY, progress, data);
    options.build.plain = TRUE;
    return compare_shift_trees_new(s, trees, &options, error);
}

static BspTransition shift_all_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                     BspVec to, BspCounters *counters)
{
    const ShiftTree *tree = compare_shift_trees_of(data, mover);
    ShiftMergeCount count = shift_pass(tree, shape, from, NULL, NULL);
    if (counters) {
        counters->nodes += count.nodes;
        counters->planes += count.nodes;
        counters->bevels += count.bevels;
        counters->leaves += count.cells + count.empty;
    }
    /* shift_pass() also reports cells that a thin shape only touches, so a hit check decides. */
    if (count.cells && bsp_shape_thickness(shape) < 4 * BSP_TOUCH)
        return shift_tree_hit_check(tree, shape, from, to, NULL);
    return count.cells ? bsp_transition_solid(from) : bsp_transition_empty(to);
}

const CompareMethodClass compare_shift_all = {
    .name = "shift-all",
    .summary = "shift-paper, every cell visited, stationary objects only",
    .stationary = TRUE,
    .on_demand = TRUE,
    .build = shift_all_build,
    .free = compare_shift_trees_free,
    .claim = compare_claim_never_late,
    .size = compare_shift_trees_size,
    .bevels = compare_shift_trees_bevels,
    .view = compare_shift_trees_view,
    .query = shift_all_query
};

/* --- the shape merged into the tree, stationary objects only --- */

typedef struct {
    CompareShiftTrees *trees;
    BspBrushTable *sides;
} Merge;

static void merge_free(gpointer data)
{
    Merge *m = data;
    bsp_brush_table_free(m->sides);
    if (m->trees)
        compare_shift_trees_free(m->trees);
    g_free(m);
}

static gpointer merge_build(const CompareMethodClass *klass, const CompareScenario *s,
                            const CompareTrees *trees, BspProgressFunc progress, gpointer data,
                            GError **error)
{
    (void)klass;
    ShiftOptions options = compare_shift_options(s, trees, SHIFT_BEVEL_NONE, progress, data);
    options.exact_cells = TRUE;
    Merge *m = g_new0(Merge, 1);
    m->trees = compare_shift_trees_new(s, trees, &options, error);
    if (m->trees)
        m->sides = compare_trees_sides(trees, s, BSP_TABLE_ALL_SHAPES, progress, data, error);
    if (m->sides)
        return m;
    merge_free(m);
    return NULL;
}

static void merge_size(gpointer data, CompareSize *size)
{
    const Merge *m = data;
    compare_shift_trees_size(m->trees, size);
    size->bytes += bsp_brush_table_bytes(m->sides);
}

static BspTransition merge_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                 BspVec to, BspCounters *counters)
{
    const Merge *m = data;
    gboolean solid = shift_shape_overlaps(compare_shift_trees_of(m->trees, mover), m->sides, shape,
                                          from, counters);
    return solid ? bsp_transition_solid(from) : bsp_transition_empty(to);
}

const CompareMethodClass compare_merge = {
    .name = "merge",
    .summary = "the shape merged into the tree, stationary objects only",
    .stationary = TRUE,
    .build = merge_build,
    .free = merge_free,
    .claim = compare_claim_all_exact,
    .size = merge_size,
    .query = merge_query
};
