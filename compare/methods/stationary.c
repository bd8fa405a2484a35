/* stationary: queries of a stationary shape, which is merged into a tree, or passed down the tree
 * to every cell. Each mask has a tree. */
#include "bsp-nodes.h"
#include "bsp-shape.h"
#include "methods/method.h"
#include "shift-build.h"
#include "shift-merge.h"
#include "shift-tree.h"

typedef struct {
    CompareMasks *masks;
    GArray *different; /* guint32: the mask of each tree */
    GPtrArray *trees;  /* ShiftTree */
} Stationary;

static void stationary_free(gpointer data)
{
    Stationary *m = data;
    g_ptr_array_unref(m->trees);
    g_array_unref(m->different);
    compare_masks_free(m->masks);
    g_free(m);
}

static gpointer build_trees(const CompareScenario *s, const CompareTrees *trees,
                            ShiftOptions *options, GError **error)
{
    Stationary *m = g_new(Stationary, 1);
    m->masks = compare_masks_new(s);
    m->different = compare_masks_different(m->masks);
    m->trees = g_ptr_array_new_with_free_func((GDestroyNotify)shift_tree_free);
    for (guint i = 0; i < m->different->len; i++) {
        options->masks = &g_array_index(m->different, guint32, i);
        options->n_masks = 1;
        ShiftTree *tree = compare_shift_tree_new(s, trees, options, error);
        if (!tree) {
            stationary_free(m);
            return NULL;
        }
        g_ptr_array_add(m->trees, tree);
    }
    return m;
}

static const ShiftTree *tree_of(const Stationary *m, gint mover)
{
    guint32 mask = compare_masks_of(m->masks, mover);
    guint i = 0;
    while (g_array_index(m->different, guint32, i) != mask)
        i++;
    return m->trees->pdata[i];
}

/* The hash of a single tree is its own hash, unchanged. */
static void stationary_size(gpointer data, CompareSize *size)
{
    const Stationary *m = data;
    *size = (CompareSize){ 0 };
    for (guint i = 0; i < m->trees->len; i++) {
        ShiftStats stats;
        shift_tree_stats(m->trees->pdata[i], &stats);
        size->nodes += stats.nodes;
        size->leaves += stats.leaves;
        size->depth = MAX(size->depth, stats.depth);
        size->bytes += stats.bytes;
        size->hash = i ? bsp_hash(size->hash, &stats.hash, sizeof stats.hash) : stats.hash;
        size->fillable++;
        size->filled += stats.filled;
    }
}

static void stationary_bevels(gpointer data, CompareBevels *bevels)
{
    const Stationary *m = data;
    *bevels = (CompareBevels){ 0 };
    for (guint i = 0; i < m->trees->len; i++)
        compare_bevels_add(bevels, m->trees->pdata[i]);
}

static gboolean stationary_view(gpointer data, gint mover, CompareTreeView *view)
{
    const Stationary *m = data;
    *view = compare_view_of_shift(tree_of(data, mover), compare_masks_of(m->masks, mover));
    return TRUE;
}

/* --- every cell that a stationary shape reaches --- */

/* The tree is that of shift-paper. */
static gpointer shift_all_build(const CompareMethodClass *klass, const CompareScenario *s,
                                const CompareTrees *trees, BspProgressFunc progress, gpointer data,
                                GError **error)
{
    (void)klass;
    ShiftOptions options =
        compare_shift_options(s, trees, s->bevels | SHIFT_BEVEL_HALF_WAY, progress, data);
    options.build.plain = TRUE;
    return build_trees(s, trees, &options, error);
}

static BspTransition shift_all_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                     BspVec to, BspCounters *counters)
{
    const ShiftTree *tree = tree_of(data, mover);
    ShiftMergeCount count = shift_pass(tree, shape, from, NULL, NULL);
    if (counters) {
        counters->nodes += count.nodes;
        counters->planes += count.nodes;
        counters->bevels += count.bevels;
        counters->leaves += count.cells + count.empty;
    }
    /* shift_pass() reports a thin shape that only touches a cell, so an exact query decides. */
    if (count.cells && bsp_shape_thickness(shape) < 4 * BSP_TOUCH)
        return shift_tree_hit_check(tree, shape, shift_tree_mask(tree, 0), from, to, NULL);
    return count.cells ? bsp_transition_solid(from) : bsp_transition_empty(to);
}

const CompareMethodClass compare_shift_all = {
    .name = "shift-all",
    .summary = "shift-paper, every cell visited, stationary objects only",
    .stationary = TRUE,
    .on_demand = TRUE,
    .build = shift_all_build,
    .free = stationary_free,
    .claim = compare_claim_never_late,
    .size = stationary_size,
    .bevels = stationary_bevels,
    .view = stationary_view,
    .query = shift_all_query
};

/* --- the shape merged into the tree, stationary objects only --- */

static gpointer merge_build(const CompareMethodClass *klass, const CompareScenario *s,
                            const CompareTrees *trees, BspProgressFunc progress, gpointer data,
                            GError **error)
{
    (void)klass;
    ShiftOptions options = compare_shift_options(s, trees, SHIFT_BEVEL_NONE, progress, data);
    options.exact_cells = TRUE;
    return build_trees(s, trees, &options, error);
}

static BspTransition merge_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                 BspVec to, BspCounters *counters)
{
    gboolean solid = shift_shape_overlaps(tree_of(data, mover), shape, from, counters);
    return solid ? bsp_transition_solid(from) : bsp_transition_empty(to);
}

const CompareMethodClass compare_merge = {
    .name = "merge",
    .summary = "the shape merged into the tree, stationary objects only",
    .stationary = TRUE,
    .build = merge_build,
    .free = stationary_free,
    .claim = compare_claim_all_exact,
    .size = stationary_size,
    .query = merge_query
};
