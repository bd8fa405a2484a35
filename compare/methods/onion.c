/* onion: methods that query one tree of all the scenario's spaces. */
#include "methods/method.h"
#include "methods/saved.h"
#include "onion-build.h"
#include "onion-tree.h"
#include "text/need.h"

/* The flags of CompareMethodClass.how. */
enum {
    /* the tree as published: planes are chosen by counting faces; there are no space nodes and no
     * shared nodes. With --builder listing2 each step is the article's; otherwise the same tree is
     * built faster */
    ARTICLE = 1 << 0,
    NAMED = 1 << 1,   /* reports the brush and side that were hit */
    BATCHED = 1 << 2, /* queries moves in batches */
    THREADED = 1 << 3 /* batches run on all processors and do not use AVX-512 */
};

typedef struct {
    OnionTree *tree;
    BspBrushTable *sides; /* NULL without NAMED */
    OnionBatch *batch;    /* NULL without BATCHED */
    guint n_threads;      /* threads of a batch; 0: one for each processor */
} Onion;

/* --- building --- */

/* Builds the tree. Without spaces in the scenario, no move queries the tree, but it needs a space,
 * so it gets a point. */
static OnionTree *build_tree(const CompareScenario *s, const OnionOptions *options, GError **error)
{
    guint n = MAX(s->spaces->len, 1);
    g_autofree OnionSpace *spaces = g_new0(OnionSpace, n);
    spaces[0].name = "point";
    for (guint i = 0; i < s->spaces->len; i++) {
        const CompareSpace *space = &g_array_index(s->spaces, CompareSpace, i);
        spaces[i] = (OnionSpace){ space->name, space->shape.bounds, space->mask };
    }
    return onion_tree_build(s->world->solid, spaces, n, options, error);
}

/* Returns the tree: loads it if a saved tree fits, else builds it. */
static OnionTree *load_or_build(guint how, const CompareScenario *s, const CompareTrees *trees,
                                BspProgressFunc progress, gpointer progress_data, GError **error)
{
    OnionTree *saved = how & ARTICLE ? NULL : compare_saved_onion(s, trees);
    if (saved)
        return saved;
    OnionOptions options = { .part_at_faces = s->part_at_faces };
    options.builder = how & ARTICLE ? ONION_BUILDER_ARTICLE : ONION_BUILDER_FAST;
    if (trees->builder == COMPARE_BUILDER_LISTING2)
        options.builder = ONION_BUILDER_LISTING2;
    options.build = compare_trees_options(trees, s, progress, progress_data);
    if (how & ARTICLE) {
        options.build.weights = bsp_split_weights_counting();
        options.build.plain = TRUE;
    }
    return build_tree(s, &options, error);
}

static void onion_free(gpointer data)
{
    Onion *m = data;
    onion_batch_free(m->batch);
    bsp_brush_table_free(m->sides);
    onion_tree_free(m->tree);
    g_free(m);
}

static gpointer onion_build(const CompareMethodClass *klass, const CompareScenario *s,
                            const CompareTrees *trees, BspProgressFunc progress,
                            gpointer progress_data, GError **error)
{
    guint how = klass->how;
    OnionTree *tree = load_or_build(how, s, trees, progress, progress_data, error);
    if (!tree)
        return NULL;
    Onion *m = g_new0(Onion, 1);
    m->tree = tree;
    m->n_threads = how & THREADED ? 0 : 1;
    if (how & BATCHED)
        m->batch = compare_need(onion_batch_new(tree, how & THREADED ? ONION_BATCH_PORTABLE : 0));
    if (how & NAMED)
        m->sides = compare_trees_sides(trees, s, 0, progress, progress_data, error);
    if (m->sides || !(how & NAMED))
        return m;
    onion_free(m);
    return NULL;
}

static GBytes *onion_save(gpointer data, const BspSaveOptions *options, GError **error)
{
    return onion_tree_to_bytes(((const Onion *)data)->tree, options, error);
}

static void onion_size(gpointer data, CompareSize *size)
{
    const Onion *m = data;
    OnionStats stats;
    onion_tree_stats(m->tree, &stats);
    *size = (CompareSize){ stats.nodes, stats.leaves, stats.depth,
                           stats.bytes, stats.hash,   onion_tree_n_spaces(m->tree),
                           stats.filled };
    size->bytes += (m->batch ? onion_batch_bytes(m->batch) : 0) +
                   (m->sides ? bsp_brush_table_bytes(m->sides) : 0);
}

static gboolean onion_view(gpointer data, gint mover, CompareTreeView *view)
{
    const Onion *m = data;
    *view =
        (CompareTreeView){ .nodes = onion_tree_nodes(m->tree), .space = (unsigned)MAX(mover, 0) };
    return mover >= 0;
}

/* --- one by one --- */

static BspTransition onion_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                 BspVec to, BspCounters *counters)
{
    (void)shape;
    return onion_tree_first_transition(((const Onion *)data)->tree, (guint)mover, from, to,
                                       counters);
}

/* Returns the plane of the brush's side, if a brush is found. All of the brush is behind that
 * plane. */
static void onion_named_trace(gpointer data, const CompareCall *call, BspTrace *answer,
                              BspCounters *counters)
{
    const Onion *m = data;
    const BspMove move = { .from = call->from, .to = call->to };
    if (onion_tree_trace(m->tree, (guint)call->mover, m->sides, &move, answer, counters))
        answer->tr.plane = answer->hit.plane;
}

static BspTransition onion_named_query(gpointer data, const BspShape *shape, gint mover,
                                       BspVec from, BspVec to, BspCounters *counters)
{
    const CompareCall call = { shape, mover, from, to };
    BspTrace answer;
    onion_named_trace(data, &call, &answer, counters);
    return answer.tr;
}

/* --- many at once --- */

typedef struct {
    const Onion *method;
    OnionMove *moves;
    BspTransition *transitions;
    BspTrace *answers; /* NULL without NAMED */
    gsize n;
} Moves;

static gpointer batch_new(gpointer data, const CompareCall *calls, gsize n)
{
    Moves *all = g_new(Moves, 1);
    *all = (Moves){ data, g_new(OnionMove, n), g_new(BspTransition, n), NULL, n };
    for (gsize i = 0; i < n; i++)
        all->moves[i] = (OnionMove){ (guint)calls[i].mover, calls[i].from, calls[i].to };
    if (all->method->sides)
        all->answers = g_new(BspTrace, n);
    return all;
}

static void run_named(Moves *all)
{
    const Onion *m = all->method;
    onion_batch_trace(m->batch, m->sides, all->moves, all->n, all->answers);
    for (gsize i = 0; i < all->n; i++) {
        const BspTrace *answer = &all->answers[i];
        all->transitions[i] = answer->tr;
        if (answer->hit.brush != BSP_NO_BRUSH)
            all->transitions[i].plane = answer->hit.plane;
    }
}

static void batch_run(gpointer data)
{
    Moves *all = data;
    if (all->answers)
        run_named(all);
    else
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
    g_free(all->answers);
    g_free(all);
}

/* --- the classes --- */

#define ONION                                                                                      \
    .build = onion_build, .free = onion_free, .claim = compare_claim_spaces_only,                  \
    .size = onion_size, .view = onion_view
#define IN_BATCHES                                                                                 \
    ONION, .on_demand = TRUE, .batch_new = batch_new, .batch_run = batch_run,                      \
           .batch_answers = batch_answers, .batch_free = batch_free

const CompareMethodClass compare_onion = { .name = "onion",
                                           .summary = "the onion of all the scenario's spaces",
                                           ONION,
                                           .save = onion_save,
                                           .query = onion_query };

const CompareMethodClass compare_onion_article = {
    .name = "onion-article",
    .summary = "the onion as published: superposed down to its leaves, nothing shared",
    .how = ARTICLE,
    .on_demand = TRUE,
    ONION,
    .query = onion_query
};

const CompareMethodClass compare_onion_named = {
    .name = "onion-named",
    .summary = "the onion, and the brush and side that were hit",
    .how = NAMED,
    .on_demand = TRUE,
    ONION,
    .query = onion_named_query,
    .trace = onion_named_trace
};

const CompareMethodClass compare_onion_batch = {
    .name = "onion-batch",
    .summary = "the onion, moves queried in batches, with AVX-512 if available",
    .how = BATCHED,
    IN_BATCHES,
    .query = onion_query
};

const CompareMethodClass compare_onion_named_batch = {
    .name = "onion-named-batch",
    .summary = "the onion, moves and the brushes they hit, in batches",
    .how = BATCHED | NAMED,
    IN_BATCHES,
    .query = onion_named_query,
    .trace = onion_named_trace
};

const CompareMethodClass compare_onion_threads = {
    .name = "onion-threads",
    .summary = "the onion, moves queried in batches on all processors",
    .how = BATCHED | THREADED,
    IN_BATCHES,
    .query = onion_query
};
