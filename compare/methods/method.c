/* method: what every contestant offers to the comparison. */
#include "methods/method.h"

#include <string.h>

#include "build/tree.h"
#include "methods/brushes.h"
#include "onion-batch.h"
#include "onion-build.h"
#include "onion-cursor.h"
#include "shift-build.h"
#include "shift-tree.h"
#include "shift/merge.h"
#include "trace/hash.h"

/* What every tree of the scenario is compiled with. */
static void set_tree_options(BspBuildOptions *options, const CompareScenario *s,
                             BspProgressFunc progress, gpointer data)
{
    if (s->builder == COMPARE_BUILDER_COUNTING)
        options->weights = bsp_split_weights_counting();
    options->plain = s->plain;
    options->fill = s->fill;
    options->starts = s->world->starts;
    options->n_threads = s->n_threads;
    options->max_seconds = s->limits.max_seconds;
    options->max_bytes = s->limits.max_bytes;
    options->progress = progress;
    options->progress_data = data;
}

/* --- onion: one tree of all the scenario's spaces --- */

static gpointer onion_build(const CompareScenario *s, BspProgressFunc progress, gpointer data,
                            GError **error)
{
    OnionOptions options = onion_options_default();
    options.builder =
        s->builder == COMPARE_BUILDER_LISTING2 ? ONION_BUILDER_LISTING2 : ONION_BUILDER_FAST;
    options.part_at_faces = s->part_at_faces;
    set_tree_options(&options.build, s, progress, data);
    if (s->spaces->len == 0) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%s: /spaces: \"onion\" needs at least one",
                    s->path);
        return NULL;
    }
    g_autofree OnionSpace *spaces = g_new(OnionSpace, s->spaces->len);
    for (guint i = 0; i < s->spaces->len; i++) {
        const CompareSpace *space = &g_array_index(s->spaces, CompareSpace, i);
        spaces[i] = (OnionSpace){ space->name, space->shape.bounds };
    }
    return onion_tree_build(s->world->solid, spaces, s->spaces->len, &options, error);
}

static void onion_free(gpointer data)
{
    onion_tree_free(data);
}

static CompareClaim spaces_only(const BspShape *shape, gint mover)
{
    (void)shape;
    return mover >= 0 ? COMPARE_EXACT : COMPARE_SKIPS;
}

static void onion_size(gpointer data, CompareSize *size)
{
    OnionStats stats;
    onion_tree_stats(data, &stats);
    *size = (CompareSize){ stats.nodes, stats.leaves, stats.depth, stats.bytes, stats.hash };
}

static BspTransition onion_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                 BspVec to, BspCounters *counters)
{
    (void)shape;
    return onion_tree_first_transition(data, (guint)mover, from, to, counters);
}

static const CompareMethodClass onion = { .name = "onion",
                                          .summary = "the onion of all the scenario's spaces",
                                          .build = onion_build,
                                          .free = onion_free,
                                          .claim = spaces_only,
                                          .size = onion_size,
                                          .query = onion_query };

/* --- cursor: the same, each object with a cursor of its own --- */

static BspTransition cursor_follow(gpointer data, gpointer memory, const CompareCall *call,
                                   BspCounters *counters)
{
    OnionCursor *cursor = memory;
    if (!cursor->tree)
        onion_cursor_init(cursor, data, (guint)call->mover);
    return onion_cursor_first_transition(cursor, call->from, call->to, counters);
}

static const CompareMethodClass onion_cursor = {
    .name = "onion-cursor",
    .summary = "the onion, each object with a cursor that remembers a cell",
    .on_demand = TRUE,
    .build = onion_build,
    .free = onion_free,
    .claim = spaces_only,
    .size = onion_size,
    .query = onion_query,
    .follow = cursor_follow,
    .memory_size = sizeof(OnionCursor)
};

/* --- batch, onion-batch-portable and onion-threads: the same, all moves at once --- */

/* A tree made ready for batches. */
typedef struct {
    OnionTree *tree;
    OnionBatch *batch;
    guint n_threads;
} BatchMethod;

static gpointer batch_build(const CompareScenario *s, guint flags, guint n_threads,
                            BspProgressFunc progress, gpointer data, GError **error)
{
    OnionTree *tree = onion_build(s, progress, data, error);
    if (!tree)
        return NULL;
    BatchMethod *m = g_new(BatchMethod, 1);
    *m = (BatchMethod){ tree, onion_batch_new(tree, flags), n_threads };
    return m;
}

static gpointer wide_build(const CompareScenario *s, BspProgressFunc progress, gpointer data,
                           GError **error)
{
    return batch_build(s, 0, 1, progress, data, error);
}

static gpointer portable_build(const CompareScenario *s, BspProgressFunc progress, gpointer data,
                               GError **error)
{
    return batch_build(s, ONION_BATCH_PORTABLE, 1, progress, data, error);
}

static gpointer threads_build(const CompareScenario *s, BspProgressFunc progress, gpointer data,
                              GError **error)
{
    return batch_build(s, ONION_BATCH_PORTABLE, 0, progress, data, error);
}

static void batch_method_free(gpointer data)
{
    BatchMethod *m = data;
    onion_batch_free(m->batch);
    onion_tree_free(m->tree);
    g_free(m);
}

static void batch_size(gpointer data, CompareSize *size)
{
    const BatchMethod *m = data;
    onion_size(m->tree, size);
    size->bytes += onion_batch_bytes(m->batch);
}

static BspTransition batch_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                 BspVec to, BspCounters *counters)
{
    const BatchMethod *m = data;
    return onion_query(m->tree, shape, mover, from, to, counters);
}

typedef struct {
    const BatchMethod *method;
    OnionMove *moves;
    BspTransition *transitions;
    gsize n;
} Moves;

static gpointer batch_new(gpointer data, const CompareCall *calls, gsize n)
{
    Moves *all = g_new(Moves, 1);
    *all = (Moves){ data, g_new(OnionMove, n), g_new(BspTransition, n), n };
    for (gsize i = 0; i < n; i++)
        all->moves[i] = (OnionMove){ (guint)calls[i].mover, calls[i].from, calls[i].to };
    return all;
}

static void batch_run(gpointer data)
{
    Moves *all = data;
    onion_batch_first_transitions_threaded(all->method->batch, all->moves, all->n,
                                           all->method->n_threads, all->transitions);
}

static const BspTransition *batch_answers(gpointer data)
{
    const Moves *all = data;
    return all->transitions;
}

static void batch_free(gpointer data)
{
    Moves *all = data;
    g_free(all->moves);
    g_free(all->transitions);
    g_free(all);
}

static const CompareMethodClass onion_batch = {
    .name = "onion-batch",
    .summary = "the onion, moves asked in batches, wide registers where there are any",
    .on_demand = TRUE,
    .build = wide_build,
    .free = batch_method_free,
    .claim = spaces_only,
    .size = batch_size,
    .query = batch_query,
    .batch_new = batch_new,
    .batch_run = batch_run,
    .batch_answers = batch_answers,
    .batch_free = batch_free
};

static const CompareMethodClass onion_batch_portable = {
    .name = "onion-batch-portable",
    .summary = "the onion, moves asked in batches, one after the other",
    .on_demand = TRUE,
    .build = portable_build,
    .free = batch_method_free,
    .claim = spaces_only,
    .size = batch_size,
    .query = batch_query,
    .batch_new = batch_new,
    .batch_run = batch_run,
    .batch_answers = batch_answers,
    .batch_free = batch_free
};

static const CompareMethodClass onion_threads = {
    .name = "onion-threads",
    .summary = "the onion, moves asked in batches over every processor",
    .on_demand = TRUE,
    .build = threads_build,
    .free = batch_method_free,
    .claim = spaces_only,
    .size = batch_size,
    .query = batch_query,
    .batch_new = batch_new,
    .batch_run = batch_run,
    .batch_answers = batch_answers,
    .batch_free = batch_free
};

/* --- multi: a map tree per space --- */

static void multi_free(gpointer data)
{
    g_ptr_array_unref(data);
}

static gpointer multi_build(const CompareScenario *s, BspProgressFunc progress, gpointer data,
                            GError **error)
{
    BspBuildOptions options = bsp_build_options_default();
    set_tree_options(&options, s, progress, data);
    GPtrArray *trees = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_tree_free);
    for (guint i = 0; i < s->spaces->len; i++) {
        const CompareSpace *space = &g_array_index(s->spaces, CompareSpace, i);
        BspTree *tree = bsp_tree_new_map(s->world->solid, &space->shape.bounds, &options, error);
        if (!tree) {
            g_ptr_array_unref(trees);
            return NULL;
        }
        g_ptr_array_add(trees, tree);
    }
    return trees;
}

static void multi_size(gpointer data, CompareSize *size)
{
    const GPtrArray *trees = data;
    *size = (CompareSize){ .hash = BSP_HASH_START };
    for (guint i = 0; i < trees->len; i++) {
        const BspTree *tree = trees->pdata[i];
        guint64 hash = bsp_nodes_hash(&tree->nodes);
        size->nodes += tree->nodes.n_nodes;
        size->leaves += tree->nodes.n_leaves;
        size->depth = MAX(size->depth, tree->nodes.depth);
        size->bytes += bsp_tree_bytes(tree);
        size->hash = bsp_hash(size->hash, &hash, sizeof hash);
    }
}

static BspTransition multi_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                 BspVec to, BspCounters *counters)
{
    (void)shape;
    const GPtrArray *trees = data;
    return bsp_tree_first_transition(trees->pdata[mover], from, to, counters);
}

static const CompareMethodClass multi = { .name = "multi",
                                          .summary =
                                              "one map tree per space, what the onion replaces",
                                          .build = multi_build,
                                          .free = multi_free,
                                          .claim = spaces_only,
                                          .size = multi_size,
                                          .query = multi_query };

/* --- shift and shift-box: plane shifting --- */

/* A tree, and all that moves in it made ready. */
typedef struct {
    ShiftTree *tree;
    const CompareScenario *scenario;
    GPtrArray *shapes; /* ShiftShape: the scenario's spaces, then its shapes; none if it is plain */
} ShiftMethod;

static void shift_free(gpointer data)
{
    ShiftMethod *m = data;
    g_ptr_array_unref(m->shapes);
    shift_tree_free(m->tree);
    g_free(m);
}

static ShiftTree *build_tree(const CompareScenario *s, guint bevels, gboolean exact,
                             BspProgressFunc progress, gpointer data, GError **error)
{
    ShiftOptions options = shift_options_default();
    options.bevels = bevels;
    options.exact_cells = exact;
    options.bevel_angle = s->bevel_angle;
    set_tree_options(&options.build, s, progress, data);
    return shift_tree_build(s->world->solid, &options, error);
}

static gpointer build_shift(const CompareScenario *s, guint bevels, gboolean exact,
                            BspProgressFunc progress, gpointer data, GError **error)
{
    ShiftTree *tree = build_tree(s, bevels, exact, progress, data, error);
    if (!tree)
        return NULL;
    ShiftMethod *m = g_new(ShiftMethod, 1);
    *m = (ShiftMethod){ tree, s, g_ptr_array_new_with_free_func((GDestroyNotify)shift_shape_free) };
    if (s->plain)
        return m;
    for (guint i = 0; i < s->spaces->len; i++)
        g_ptr_array_add(m->shapes,
                        shift_shape_new(tree, &g_array_index(s->spaces, CompareSpace, i).shape));
    for (guint i = 0; i < s->shapes->len; i++)
        g_ptr_array_add(m->shapes,
                        shift_shape_new(tree, &g_array_index(s->shapes, CompareShape, i).shape));
    return m;
}

static const ShiftShape *prepared(const ShiftMethod *m, gint mover)
{
    guint i = mover >= 0 ? (guint)mover : m->scenario->spaces->len + (guint)~mover;
    return m->shapes->pdata[i];
}

static gpointer shift_build(const CompareScenario *s, BspProgressFunc progress, gpointer data,
                            GError **error)
{
    return build_shift(s, s->bevels, FALSE, progress, data, error);
}

static gpointer shift_box_build(const CompareScenario *s, BspProgressFunc progress, gpointer data,
                                GError **error)
{
    return build_shift(s, SHIFT_BEVEL_BOX, FALSE, progress, data, error);
}

static CompareClaim shift_claim(const BspShape *shape, gint mover)
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
    *size = (CompareSize){ stats.nodes, stats.leaves, stats.depth, stats.bytes, stats.hash };
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

static BspTransition shift_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                 BspVec to, BspCounters *counters)
{
    const ShiftMethod *m = data;
    if (m->scenario->plain)
        return shift_tree_hit_check(m->tree, shape, from, to, counters);
    return shift_shape_hit_check(prepared(m, mover), from, to, counters);
}

static const CompareMethodClass shift = { .name = "shift",
                                          .summary =
                                              "plane shifting, bevels limited by bevel_angle",
                                          .build = shift_build,
                                          .free = shift_free,
                                          .claim = shift_claim,
                                          .size = shift_size,
                                          .bevels = shift_bevels,
                                          .query = shift_query };

static const CompareMethodClass shift_box = { .name = "shift-box",
                                              .summary = "plane shifting, full box bevels",
                                              .build = shift_box_build,
                                              .free = shift_free,
                                              .claim = boxes_exact,
                                              .size = shift_size,
                                              .bevels = shift_bevels,
                                              .query = shift_query };

/* --- shift-exact: plane shifting as the filter --- */

static gpointer shift_exact_build(const CompareScenario *s, BspProgressFunc progress, gpointer data,
                                  GError **error)
{
    return build_shift(s, s->bevels, TRUE, progress, data, error);
}

static CompareClaim all_exact(const BspShape *shape, gint mover)
{
    (void)shape, (void)mover;
    return COMPARE_EXACT;
}

static BspTransition shift_exact_query(gpointer data, const BspShape *shape, gint mover,
                                       BspVec from, BspVec to, BspCounters *counters)
{
    const ShiftMethod *m = data;
    if (m->scenario->plain)
        return shift_tree_hit_check_exact(m->tree, shape, from, to, counters);
    return shift_shape_hit_check_exact(prepared(m, mover), from, to, counters);
}

static const CompareMethodClass shift_exact = {
    .name = "shift-exact",
    .summary = "plane shifting as the filter, an exact test at the cell",
    .build = shift_exact_build,
    .free = shift_free,
    .claim = all_exact,
    .size = shift_size,
    .bevels = shift_bevels,
    .query = shift_exact_query
};

/* --- brushes: a hierarchy of brushes, expanded at query time --- */

static gpointer brushes_build(const CompareScenario *s, BspProgressFunc progress, gpointer data,
                              GError **error)
{
    (void)progress, (void)data, (void)error;
    return compare_brushes_new(s->world->solid);
}

static void brushes_free(gpointer data)
{
    compare_brushes_free(data);
}

static void brushes_size(gpointer data, CompareSize *size)
{
    *size =
        (CompareSize){ .bytes = compare_brushes_bytes(data), .hash = compare_brushes_hash(data) };
    compare_brushes_shape(data, &size->nodes, &size->leaves, &size->depth);
}

static BspTransition brushes_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                   BspVec to, BspCounters *counters)
{
    (void)mover;
    return compare_brushes_move(data, shape, from, to, counters);
}

static const CompareMethodClass brushes = {
    .name = "brushes",
    .summary = "a hierarchy of brushes, expanded at query time, what engines do today",
    .build = brushes_build,
    .free = brushes_free,
    .claim = all_exact,
    .size = brushes_size,
    .query = brushes_query
};

/* --- merge: the shape merged into the tree, stationary objects only --- */

static gpointer merge_build(const CompareScenario *s, BspProgressFunc progress, gpointer data,
                            GError **error)
{
    return build_tree(s, SHIFT_BEVEL_NONE, TRUE, progress, data, error);
}

static void merge_free(gpointer data)
{
    shift_tree_free(data);
}

static void merge_size(gpointer data, CompareSize *size)
{
    ShiftStats stats;
    shift_tree_stats(data, &stats);
    *size = (CompareSize){ stats.nodes, stats.leaves, stats.depth, stats.bytes, stats.hash };
}

static BspTransition merge_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                 BspVec to, BspCounters *counters)
{
    (void)mover;
    gboolean solid = shift_shape_overlaps(data, shape, from, counters);
    return solid ? bsp_transition_solid(from) : bsp_transition_empty(to);
}

static const CompareMethodClass merge = {
    .name = "merge",
    .summary = "the shape merged into the tree, stationary objects only",
    .stationary = TRUE,
    .build = merge_build,
    .free = merge_free,
    .claim = all_exact,
    .size = merge_size,
    .query = merge_query
};

/* --- all of them --- */

const CompareMethodClass *const compare_methods[] = {
    &onion,         &multi, &shift,        &shift_box,   &shift_exact,
    &brushes,       &merge, &onion_cursor, &onion_batch, &onion_batch_portable,
    &onion_threads, NULL
};

const CompareMethodClass *compare_method_find(const char *name)
{
    for (guint i = 0; compare_methods[i]; i++)
        if (strcmp(compare_methods[i]->name, name) == 0)
            return compare_methods[i];
    return NULL;
}

CompareMethod *compare_method_new(const CompareMethodClass *klass, const CompareScenario *scenario,
                                  BspProgressFunc progress, gpointer progress_data, GError **error)
{
    gpointer data = klass->build(scenario, progress, progress_data, error);
    if (!data)
        return NULL;
    CompareMethod *method = g_new(CompareMethod, 1);
    *method = (CompareMethod){ klass, scenario, data };
    return method;
}

void compare_method_free(CompareMethod *method)
{
    if (!method)
        return;
    method->klass->free(method->data);
    g_free(method);
}
