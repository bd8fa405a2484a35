/* shift: plane shifting, bare or as the filter before an exact test. */
#include "methods/classes.h"
#include "methods/masks.h"

#include "geometry/out-of-memory.h"
#include "methods/saved.h"
#include "shift-build.h"
#include "shift-tree.h"
#include "shift/tree.h"

/* --- shift and shift-box: plane shifting --- */

/* A tree, and all that moves in it made ready. */
typedef struct {
    ShiftTree *tree;
    gboolean plain;
    CompareMasks *masks;
    GPtrArray *shapes; /* ShiftShape: the scenario's spaces, then its shapes; none if it is plain */
} ShiftMethod;

static void shift_free(gpointer data)
{
    ShiftMethod *m = data;
    g_ptr_array_unref(m->shapes);
    compare_masks_free(m->masks);
    shift_tree_free(m->tree);
    g_free(m);
}

/* What a tree of these bevels is built with; masks are not set. */
ShiftOptions compare_shift_options(const CompareScenario *s, const CompareTrees *trees,
                                   guint bevels, BspProgressFunc progress, gpointer data)
{
    ShiftOptions options = shift_options_default();
    options.bevels = bevels;
    options.bevel_angle = s->bevel_angle;
    options.build = compare_trees_options(trees, s, progress, data);
    return options;
}

static void prepare(ShiftMethod *m, gint mover, const BspShape *shape)
{
    guint32 mask = compare_masks_of(m->masks, mover);
    g_ptr_array_add(m->shapes, bsp_need(shift_shape_new(m->tree, shape, mask)));
}

/* Built, unless there is a file of it. */
ShiftTree *compare_shift_tree_new(const CompareScenario *s, const CompareTrees *trees,
                                  const ShiftOptions *options, GError **error)
{
    const CompareSaved *saved = compare_saved_shift(s, trees, options);
    return saved ? compare_saved_load_shift(saved)
                 : shift_tree_build(s->world->solid, options, error);
}

/* Sets the options' masks: all that the scenario has, in one tree. */
static gpointer build_shift(const CompareScenario *s, const CompareTrees *trees,
                            ShiftOptions *options, GError **error)
{
    CompareMasks *masks = compare_masks_new(s);
    g_autoptr(GArray) different = compare_masks_different(masks);
    options->masks = (const guint32 *)(gconstpointer)different->data;
    options->n_masks = different->len;
    ShiftTree *tree = compare_shift_tree_new(s, trees, options, error);
    if (!tree) {
        compare_masks_free(masks);
        return NULL;
    }
    ShiftMethod *m = g_new(ShiftMethod, 1);
    *m = (ShiftMethod){ tree, options->build.plain, masks,
                        g_ptr_array_new_with_free_func((GDestroyNotify)shift_shape_free) };
    if (m->plain)
        return m;
    for (guint i = 0; i < s->spaces->len; i++)
        prepare(m, (gint)i, &g_array_index(s->spaces, CompareSpace, i).shape);
    for (guint i = 0; i < s->shapes->len; i++)
        prepare(m, ~(gint)i, &g_array_index(s->shapes, CompareShape, i).shape);
    return m;
}

static const ShiftShape *prepared(const ShiftMethod *m, gint mover)
{
    return m->shapes->pdata[compare_masks_place(m->masks, mover)];
}

static GBytes *shift_save(gpointer data, const BspSaveOptions *options, GError **error)
{
    return shift_tree_to_bytes(((const ShiftMethod *)data)->tree, options, error);
}

static gpointer shift_build(const CompareScenario *s, const CompareTrees *trees,
                            BspProgressFunc progress, gpointer data, GError **error)
{
    ShiftOptions options = compare_shift_options(s, trees, s->bevels, progress, data);
    return build_shift(s, trees, &options, error);
}

static gpointer shift_box_build(const CompareScenario *s, const CompareTrees *trees,
                                BspProgressFunc progress, gpointer data, GError **error)
{
    ShiftOptions options = compare_shift_options(s, trees, SHIFT_BEVEL_BOX, progress, data);
    return build_shift(s, trees, &options, error);
}

CompareClaim compare_claim_never_late(const BspShape *shape, gint mover)
{
    (void)mover;
    return shape->kind == BSP_SHAPE_POINT ? COMPARE_EXACT : COMPARE_CONSERVATIVE;
}

static CompareClaim boxes_exact(const BspShape *shape, gint mover)
{
    (void)mover;
    return bsp_shape_is_box(shape) ? COMPARE_EXACT : COMPARE_CONSERVATIVE;
}

static void shift_size(gpointer data, CompareSize *size)
{
    const ShiftMethod *m = data;
    ShiftStats stats;
    shift_tree_stats(m->tree, &stats);
    *size = (CompareSize){ stats.nodes, stats.leaves,     stats.depth, stats.bytes,
                           stats.hash,  m->tree->n_masks, stats.filled };
    for (guint i = 0; i < m->shapes->len; i++)
        size->bytes += shift_shape_bytes(m->shapes->pdata[i]);
}

static void shift_bevels(gpointer data, CompareBevels *bevels)
{
    const ShiftMethod *m = data;
    ShiftStats stats;
    shift_tree_stats(m->tree, &stats);
    *bevels = (CompareBevels){ .bare_nodes = stats.bare_nodes,
                               .edges = stats.edge_bevels,
                               .spikes = stats.spike_bevels,
                               .level_tops = stats.level_top_bevels,
                               .boxes = stats.box_bevels };
}

static gboolean shift_view(gpointer data, gint mover, CompareTreeView *view)
{
    const ShiftMethod *m = data;
    *view = compare_view_of_shift(m->tree, compare_masks_of(m->masks, mover));
    return TRUE;
}

static BspTransition shift_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                 BspVec to, BspCounters *counters)
{
    const ShiftMethod *m = data;
    if (m->plain)
        return shift_tree_hit_check(m->tree, shape, compare_masks_of(m->masks, mover), from, to,
                                    counters);
    return shift_shape_hit_check(prepared(m, mover), from, to, counters);
}

const CompareMethodClass compare_shift = { .name = "shift",
                                           .summary =
                                               "plane shifting, bevels limited by bevel_angle",
                                           .build = shift_build,
                                           .free = shift_free,
                                           .save = shift_save,
                                           .any_shape = TRUE,
                                           .claim = compare_claim_never_late,
                                           .size = shift_size,
                                           .bevels = shift_bevels,
                                           .view = shift_view,
                                           .query = shift_query };

const CompareMethodClass compare_shift_box = { .name = "shift-box",
                                               .summary = "plane shifting, full box bevels",
                                               .build = shift_box_build,
                                               .free = shift_free,
                                               .save = shift_save,
                                               .any_shape = TRUE,
                                               .claim = boxes_exact,
                                               .size = shift_size,
                                               .bevels = shift_bevels,
                                               .view = shift_view,
                                               .query = shift_query };

/* --- shift-paper: plane shifting as it was published --- */

/* Edges half way, and none of what this toolkit has added since: nodes are not shared, and how far
 * a plane moves is worked out at the plane. */
static gpointer shift_paper_build(const CompareScenario *s, const CompareTrees *trees,
                                  BspProgressFunc progress, gpointer data, GError **error)
{
    ShiftOptions options =
        compare_shift_options(s, trees, s->bevels | SHIFT_BEVEL_HALF_WAY, progress, data);
    options.build.plain = TRUE;
    return build_shift(s, trees, &options, error);
}

const CompareMethodClass compare_shift_paper = { .name = "shift-paper",
                                                 .summary =
                                                     "plane shifting as published, nothing shared",
                                                 .on_demand = TRUE,
                                                 .build = shift_paper_build,
                                                 .free = shift_free,
                                                 .claim = compare_claim_never_late,
                                                 .size = shift_size,
                                                 .bevels = shift_bevels,
                                                 .view = shift_view,
                                                 .query = shift_query };

/* --- shift-exact: plane shifting as the filter --- */

static gpointer shift_exact_build(const CompareScenario *s, const CompareTrees *trees,
                                  BspProgressFunc progress, gpointer data, GError **error)
{
    ShiftOptions options = compare_shift_options(s, trees, SHIFT_BEVEL_BOX, progress, data);
    options.exact_cells = TRUE;
    return build_shift(s, trees, &options, error);
}

static BspTransition shift_exact_query(gpointer data, const BspShape *shape, gint mover,
                                       BspVec from, BspVec to, BspCounters *counters)
{
    const ShiftMethod *m = data;
    if (m->plain)
        return shift_tree_hit_check_exact(m->tree, shape, compare_masks_of(m->masks, mover), from,
                                          to, counters);
    return shift_shape_hit_check_exact(prepared(m, mover), from, to, counters);
}

const CompareMethodClass compare_shift_exact = {
    .name = "shift-exact",
    .summary = "plane shifting as the filter, an exact test at the cell",
    .build = shift_exact_build,
    .free = shift_free,
    .save = shift_save,
    .any_shape = TRUE,
    .claim = compare_claim_all_exact,
    .size = shift_size,
    .bevels = shift_bevels,
    .view = shift_view,
    .query = shift_exact_query
};
