/* shift: methods that use plane shifting, alone or as the filter before an exact test. */
#include "bsp-brush-table.h"
#include "methods/method.h"
#include "methods/saved.h"
#include "shift-build.h"
#include "shift-tree.h"
#include "text/need.h"

/* The flags of CompareMethodClass.how. */
enum {
    BOX = 1 << 0,   /* all bevels that boxes need, instead of the scenario's */
    EXACT = 1 << 1, /* keeps the solid cells, and tests them exactly */
    NAMED = 1 << 2, /* reports the brush and side that were hit */
    /* as published: edges are beveled half way, nodes are not shared, and queries compute how far
     * each plane shifts */
    PAPER = 1 << 3
};

/* A tree, and the prepared shapes of the scenario. */
typedef struct {
    ShiftTree *tree;
    gboolean plain;
    CompareMasks *masks;
    GPtrArray *shapes;    /* ShiftShape: the spaces, then the shapes; empty if `plain` */
    BspBrushTable *sides; /* NULL without NAMED */
} ShiftMethod;

/* --- building --- */

static void shift_free(gpointer data)
{
    ShiftMethod *m = data;
    g_ptr_array_unref(m->shapes);
    compare_masks_free(m->masks);
    bsp_brush_table_free(m->sides);
    shift_tree_free(m->tree);
    g_free(m);
}

ShiftOptions compare_shift_options(const CompareScenario *s, const CompareTrees *trees,
                                   guint bevels, BspProgressFunc progress, gpointer data)
{
    ShiftOptions options = { 0 };
    options.bevels = bevels;
    options.bevel_angle = s->bevel_angle;
    options.build = compare_trees_options(trees, s, progress, data);
    return options;
}

static void prepare_shape(ShiftMethod *m, gint mover, const BspShape *shape)
{
    guint32 mask = compare_masks_of(m->masks, mover);
    g_ptr_array_add(m->shapes, compare_need(shift_shape_new(m->tree, shape, mask)));
}

ShiftTree *compare_shift_tree_new(const CompareScenario *s, const CompareTrees *trees,
                                  const ShiftOptions *options, GError **error)
{
    ShiftTree *saved = compare_saved_shift(s, trees, options);
    return saved ? saved : shift_tree_build(s->world->solid, options, error);
}

static void prepare_all(ShiftMethod *m, const CompareScenario *s)
{
    for (guint i = 0; i < s->spaces->len; i++)
        prepare_shape(m, (gint)i, &g_array_index(s->spaces, CompareSpace, i).shape);
    for (guint i = 0; i < s->shapes->len; i++)
        prepare_shape(m, ~(gint)i, &g_array_index(s->shapes, CompareShape, i).shape);
}

/* Returns one tree for all masks of the scenario. */
static ShiftTree *load_or_build(guint how, const CompareMasks *masks, const CompareScenario *s,
                                const CompareTrees *trees, ShiftOptions *options, GError **error)
{
    g_autoptr(GArray) different = compare_masks_different(masks);
    options->masks = (const guint32 *)(gconstpointer)different->data;
    options->n_masks = different->len;
    options->exact_cells = (how & EXACT) != 0;
    return compare_shift_tree_new(s, trees, options, error);
}

static gpointer shift_build(const CompareMethodClass *klass, const CompareScenario *s,
                            const CompareTrees *trees, BspProgressFunc progress,
                            gpointer progress_data, GError **error)
{
    guint how = klass->how, flags = s->shapes->len ? BSP_TABLE_ALL_SHAPES : 0;
    guint bevels = how & BOX     ? SHIFT_BEVEL_BOX
                   : how & PAPER ? s->bevels | SHIFT_BEVEL_HALF_WAY
                                 : s->bevels;
    ShiftOptions options = compare_shift_options(s, trees, bevels, progress, progress_data);
    options.build.plain |= (how & PAPER) != 0;
    ShiftMethod *m = g_new0(ShiftMethod, 1);
    m->plain = options.build.plain;
    m->masks = compare_masks_new(s);
    m->shapes = g_ptr_array_new_with_free_func((GDestroyNotify)shift_shape_free);
    m->tree = load_or_build(how, m->masks, s, trees, &options, error);
    if (m->tree && how & NAMED)
        m->sides = compare_trees_sides(trees, s, flags, progress, progress_data, error);
    if (!m->tree || (how & NAMED && !m->sides)) {
        shift_free(m);
        return NULL;
    }
    if (!m->plain)
        prepare_all(m, s);
    return m;
}

static const ShiftShape *shape_of(const ShiftMethod *m, gint mover)
{
    return m->shapes->pdata[compare_masks_place(m->masks, mover)];
}

static GBytes *shift_save(gpointer data, const BspSaveOptions *options, GError **error)
{
    return shift_tree_to_bytes(((const ShiftMethod *)data)->tree, options, error);
}

CompareClaim compare_claim_never_late(const BspShape *shape, gint mover)
{
    (void)mover;
    return shape->kind == BSP_SHAPE_POINT ? COMPARE_EXACT : COMPARE_CONSERVATIVE;
}

static CompareClaim claim_boxes_exact(const BspShape *shape, gint mover)
{
    (void)mover;
    return bsp_shape_is_box(shape) ? COMPARE_EXACT : COMPARE_CONSERVATIVE;
}

static void shift_size(gpointer data, CompareSize *size)
{
    const ShiftMethod *m = data;
    ShiftStats stats;
    shift_tree_stats(m->tree, &stats);
    *size = (CompareSize){ stats.nodes, stats.leaves, stats.depth,
                           stats.bytes, stats.hash,   shift_tree_n_masks(m->tree),
                           stats.filled };
    for (guint i = 0; i < m->shapes->len; i++)
        size->bytes += shift_shape_bytes(m->shapes->pdata[i]);
    if (m->sides)
        size->bytes += bsp_brush_table_bytes(m->sides);
}

void compare_bevels_add(CompareBevels *bevels, const ShiftTree *tree)
{
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    bevels->bare_nodes += stats.bare_nodes;
    bevels->edges += stats.edge_bevels;
    bevels->spikes += stats.spike_bevels;
    bevels->level_tops += stats.level_top_bevels;
    bevels->boxes += stats.box_bevels;
}

static void shift_bevels(gpointer data, CompareBevels *bevels)
{
    *bevels = (CompareBevels){ 0 };
    compare_bevels_add(bevels, ((const ShiftMethod *)data)->tree);
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
    return shift_shape_hit_check(shape_of(m, mover), from, to, counters);
}

static BspTransition shift_exact_query(gpointer data, const BspShape *shape, gint mover,
                                       BspVec from, BspVec to, BspCounters *counters)
{
    const ShiftMethod *m = data;
    if (m->plain)
        return shift_tree_hit_check_exact(m->tree, shape, compare_masks_of(m->masks, mover), from,
                                          to, counters);
    return shift_shape_hit_check_exact(shape_of(m, mover), from, to, counters);
}

/* Returns the plane of the brush's side, if a brush is found, as onion-named does. */
static void shift_named_trace(gpointer data, const CompareCall *call, BspTrace *answer,
                              BspCounters *counters)
{
    const ShiftMethod *m = data;
    const BspMove move = { call->from, call->to, call->shape,
                           compare_masks_of(m->masks, call->mover), 0 };
    answer->tr = shift_exact_query(data, call->shape, call->mover, call->from, call->to, counters);
    if (bsp_brush_table_hit(m->sides, &move, answer))
        answer->tr.plane = answer->hit.plane;
}

static BspTransition shift_named_query(gpointer data, const BspShape *shape, gint mover,
                                       BspVec from, BspVec to, BspCounters *counters)
{
    const CompareCall call = { shape, mover, from, to };
    BspTrace answer;
    shift_named_trace(data, &call, &answer, counters);
    return answer.tr;
}

/* --- the classes --- */

#define SHIFT                                                                                      \
    .build = shift_build, .free = shift_free, .size = shift_size, .bevels = shift_bevels,          \
    .view = shift_view

const CompareMethodClass compare_shift = { .name = "shift",
                                           .summary =
                                               "plane shifting, bevels limited by bevel_angle",
                                           SHIFT,
                                           .save = shift_save,
                                           .any_shape = TRUE,
                                           .claim = compare_claim_never_late,
                                           .query = shift_query };

const CompareMethodClass compare_shift_box = { .name = "shift-box",
                                               .summary = "plane shifting, full box bevels",
                                               .how = BOX,
                                               SHIFT,
                                               .save = shift_save,
                                               .any_shape = TRUE,
                                               .claim = claim_boxes_exact,
                                               .query = shift_query };

const CompareMethodClass compare_shift_exact = {
    .name = "shift-exact",
    .summary = "plane shifting as the filter, an exact test at the cell",
    .how = BOX | EXACT,
    SHIFT,
    .save = shift_save,
    .any_shape = TRUE,
    .claim = compare_claim_all_exact,
    .query = shift_exact_query
};

const CompareMethodClass compare_shift_paper = { .name = "shift-paper",
                                                 .summary =
                                                     "plane shifting as published, nothing shared",
                                                 .how = PAPER,
                                                 .on_demand = TRUE,
                                                 SHIFT,
                                                 .claim = compare_claim_never_late,
                                                 .query = shift_query };

const CompareMethodClass compare_shift_named = {
    .name = "shift-named",
    .summary = "shift-exact, and the brush and side that were hit",
    .how = BOX | EXACT | NAMED,
    .on_demand = TRUE,
    SHIFT,
    .any_shape = TRUE,
    .claim = compare_claim_all_exact,
    .query = shift_named_query,
    .trace = shift_named_trace
};
