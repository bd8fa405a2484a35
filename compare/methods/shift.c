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

/* --- a tree for each mask --- */

struct CompareShiftTrees {
    CompareMasks *masks;
    GArray *different; /* guint32: the mask of each tree */
    GPtrArray *trees;  /* ShiftTree */
};

void compare_shift_trees_free(gpointer data)
{
    CompareShiftTrees *t = data;
    g_ptr_array_unref(t->trees);
    g_array_unref(t->different);
    compare_masks_free(t->masks);
    g_free(t);
}

CompareShiftTrees *compare_shift_trees_new(const CompareScenario *s, const CompareTrees *trees,
                                           ShiftOptions *options, GError **error)
{
    CompareShiftTrees *t = g_new(CompareShiftTrees, 1);
    t->masks = compare_masks_new(s);
    t->different = compare_masks_different(t->masks);
    t->trees = g_ptr_array_new_with_free_func((GDestroyNotify)shift_tree_free);
    for (guint i = 0; i < t->different->len; i++) {
        options->mask = g_array_index(t->different, guint32, i);
        ShiftTree *tree = compare_saved_shift(s, trees, options);
        if (!tree)
            tree = shift_tree_build(s->world->solid, options, error);
        if (!tree) {
            compare_shift_trees_free(t);
            return NULL;
        }
        g_ptr_array_add(t->trees, tree);
    }
    return t;
}

const ShiftTree *compare_shift_trees_of(const CompareShiftTrees *t, gint mover)
{
    guint32 mask = compare_masks_of(t->masks, mover);
    guint i = 0;
    while (g_array_index(t->different, guint32, i) != mask)
        i++;
    return t->trees->pdata[i];
}

/* A single tree keeps its own hash, unchanged. */
void compare_shift_trees_size(gpointer data, CompareSize *size)
{
    const CompareShiftTrees *t = data;
    *size = (CompareSize){ 0 };
    for (guint i = 0; i < t->trees->len; i++) {
        ShiftStats stats;
        shift_tree_stats(t->trees->pdata[i], &stats);
        size->nodes += stats.nodes;
        size->leaves += stats.leaves;
        size->depth = MAX(size->depth, stats.depth);
        size->bytes += stats.bytes;
        size->hash = i ? bsp_hash(size->hash, &stats.hash, sizeof stats.hash) : stats.hash;
        size->fillable++;
        size->filled += stats.filled;
    }
}

void compare_shift_trees_bevels(gpointer data, CompareBevels *bevels)
{
    const CompareShiftTrees *t = data;
    *bevels = (CompareBevels){ 0 };
    for (guint i = 0; i < t->trees->len; i++) {
        ShiftStats stats;
        shift_tree_stats(t->trees->pdata[i], &stats);
        bevels->bare_nodes += stats.bare_nodes;
        bevels->edges += stats.edge_bevels;
        bevels->spikes += stats.spike_bevels;
        bevels->level_tops += stats.level_top_bevels;
        bevels->boxes += stats.box_bevels;
    }
}

gboolean compare_shift_trees_view(gpointer data, gint mover, CompareTreeView *view)
{
    *view = compare_view_of_shift(compare_shift_trees_of(data, mover));
    return TRUE;
}

/* --- building --- */

/* The trees, and the prepared shapes of the scenario. */
typedef struct {
    CompareShiftTrees *trees;
    gboolean plain;
    GPtrArray *shapes;    /* ShiftShape: the spaces, then the shapes; empty if `plain` */
    BspBrushTable *sides; /* NULL if only boxes are asked about, and no names */
} ShiftMethod;

static void shift_free(gpointer data)
{
    ShiftMethod *m = data;
    g_ptr_array_unref(m->shapes);
    bsp_brush_table_free(m->sides);
    if (m->trees)
        compare_shift_trees_free(m->trees);
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
    const ShiftTree *tree = compare_shift_trees_of(m->trees, mover);
    g_ptr_array_add(m->shapes, compare_need(shift_shape_new(tree, shape)));
}

static void prepare_all(ShiftMethod *m, const CompareScenario *s)
{
    for (guint i = 0; i < s->spaces->len; i++)
        prepare_shape(m, (gint)i, &g_array_index(s->spaces, CompareSpace, i).shape);
    for (guint i = 0; i < s->shapes->len; i++)
        prepare_shape(m, ~(gint)i, &g_array_index(s->shapes, CompareShape, i).shape);
}

static gpointer shift_build(const CompareMethodClass *klass, const CompareScenario *s,
                            const CompareTrees *trees, BspProgressFunc progress,
                            gpointer progress_data, GError **error)
{
    guint how = klass->how, flags = s->shapes->len ? BSP_TABLE_ALL_SHAPES : 0;
    gboolean needs_table = how & NAMED || (how & EXACT && s->shapes->len);
    guint bevels = how & BOX     ? SHIFT_BEVEL_BOX
                   : how & PAPER ? s->bevels | SHIFT_BEVEL_HALF_WAY
                                 : s->bevels;
    ShiftOptions options = compare_shift_options(s, trees, bevels, progress, progress_data);
    options.build.plain |= (how & PAPER) != 0;
    options.exact_cells = (how & EXACT) != 0;
    ShiftMethod *m = g_new0(ShiftMethod, 1);
    m->plain = options.build.plain;
    m->shapes = g_ptr_array_new_with_free_func((GDestroyNotify)shift_shape_free);
    m->trees = compare_shift_trees_new(s, trees, &options, error);
    if (m->trees && needs_table)
        m->sides = compare_trees_sides(trees, s, flags, progress, progress_data, error);
    if (!m->trees || (needs_table && !m->sides)) {
        shift_free(m);
        return NULL;
    }
    if (!m->plain)
        prepare_all(m, s);
    return m;
}

static const ShiftShape *shape_of(const ShiftMethod *m, gint mover)
{
    return m->shapes->pdata[compare_masks_place(m->trees->masks, mover)];
}

static GBytes *shift_save(gpointer data, const BspSaveOptions *options, GError **error)
{
    const CompareShiftTrees *t = ((const ShiftMethod *)data)->trees;
    if (t->trees->len > 1) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "a file holds one shift tree, of one mask; the boxes have %u masks",
                    t->trees->len);
        return NULL;
    }
    return shift_tree_to_bytes(t->trees->pdata[0], options, error);
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
    compare_shift_trees_size(m->trees, size);
    for (guint i = 0; i < m->shapes->len; i++)
        size->bytes += shift_shape_bytes(m->shapes->pdata[i]);
    if (m->sides)
        size->bytes += bsp_brush_table_bytes(m->sides);
}

static void shift_bevels(gpointer data, CompareBevels *bevels)
{
    compare_shift_trees_bevels(((const ShiftMethod *)data)->trees, bevels);
}

static gboolean shift_view(gpointer data, gint mover, CompareTreeView *view)
{
    return compare_shift_trees_view(((const ShiftMethod *)data)->trees, mover, view);
}

static BspTransition shift_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                 BspVec to, BspCounters *counters)
{
    const ShiftMethod *m = data;
    if (m->plain)
        return shift_tree_hit_check(compare_shift_trees_of(m->trees, mover), shape, from, to,
                                    counters);
    return shift_shape_hit_check(shape_of(m, mover), from, to, counters);
}

static BspTransition shift_exact_query(gpointer data, const BspShape *shape, gint mover,
                                       BspVec from, BspVec to, BspCounters *counters)
{
    const ShiftMethod *m = data;
    if (m->plain)
        return shift_tree_hit_check_exact(compare_shift_trees_of(m->trees, mover), m->sides, shape,
                                          from, to, counters);
    return shift_shape_hit_check_exact(shape_of(m, mover), m->sides, from, to, counters);
}

/* Returns the plane of the brush's side, if a brush is found, as onion-named does. */
static void shift_named_trace(gpointer data, const CompareCall *call, BspTrace *answer,
                              BspCounters *counters)
{
    const ShiftMethod *m = data;
    const BspMove move = { call->from, call->to, call->shape,
                           compare_masks_of(m->trees->masks, call->mover), 0 };
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
                                           .names_crossed = TRUE,
                                           SHIFT,
                                           .save = shift_save,
                                           .any_shape = TRUE,
                                           .claim = compare_claim_never_late,
                                           .query = shift_query };

const CompareMethodClass compare_shift_box = { .name = "shift-box",
                                               .summary = "plane shifting, full box bevels",
                                               .names_crossed = TRUE,
                                               .how = BOX,
                                               SHIFT,
                                               .save = shift_save,
                                               .any_shape = TRUE,
                                               .claim = claim_boxes_exact,
                                               .query = shift_query };

const CompareMethodClass compare_shift_exact = {
    .name = "shift-exact",
    .summary = "plane shifting as the filter, an exact test of brushes",
    .names_crossed = TRUE,
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
