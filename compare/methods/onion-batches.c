/* onion-batches: the onion, all moves asked at once: in one thread, wide or not, or in many. */
#include "geometry/out-of-memory.h"
#include "methods/classes.h"
#include "onion-batch.h"
#include "onion-build.h"

/* A tree made ready for batches. */
typedef struct {
    OnionTree *tree;
    OnionBatch *batch;
    guint n_threads;
    BspSides *sides; /* NULL: what was hit is not named */
} BatchMethod;

static void batch_method_free(gpointer data)
{
    BatchMethod *m = data;
    onion_batch_free(m->batch);
    bsp_sides_free(m->sides);
    onion_tree_free(m->tree);
    g_free(m);
}

static gpointer batch_build(const CompareScenario *s, const CompareTrees *trees, guint flags,
                            guint n_threads, BspProgressFunc progress, gpointer data,
                            GError **error)
{
    OnionTree *tree = compare_onion_build(s, trees, progress, data, error);
    if (!tree)
        return NULL;
    BatchMethod *m = g_new(BatchMethod, 1);
    *m = (BatchMethod){ .tree = tree,
                        .batch = bsp_need(onion_batch_new(tree, flags)),
                        .n_threads = n_threads };
    return m;
}

static gpointer wide_build(const CompareScenario *s, const CompareTrees *trees,
                           BspProgressFunc progress, gpointer data, GError **error)
{
    return batch_build(s, trees, 0, 1, progress, data, error);
}

/* The same, and the table of what was hit. */
static gpointer with_sides(const CompareScenario *s, const CompareTrees *trees, guint flags,
                           BspProgressFunc progress, gpointer data, GError **error)
{
    BatchMethod *m = batch_build(s, trees, flags, 1, progress, data, error);
    if (!m)
        return NULL;
    m->sides = compare_trees_sides(trees, s, 0, progress, data, error);
    if (m->sides)
        return m;
    batch_method_free(m);
    return NULL;
}

static gpointer named_build(const CompareScenario *s, const CompareTrees *trees,
                            BspProgressFunc progress, gpointer data, GError **error)
{
    return with_sides(s, trees, 0, progress, data, error);
}

static gpointer threads_build(const CompareScenario *s, const CompareTrees *trees,
                              BspProgressFunc progress, gpointer data, GError **error)
{
    return batch_build(s, trees, ONION_BATCH_PORTABLE, 0, progress, data, error);
}

static void batch_size(gpointer data, CompareSize *size)
{
    const BatchMethod *m = data;
    compare_onion_size(m->tree, size);
    size->bytes += onion_batch_bytes(m->batch) + (m->sides ? bsp_sides_bytes(m->sides) : 0);
}

static BspTransition batch_query(gpointer data, const BspShape *shape, gint mover, BspVec from,
                                 BspVec to, BspCounters *counters)
{
    (void)shape;
    const BatchMethod *m = data;
    return m->sides ? compare_onion_ask_named(m->tree, m->sides, mover, from, to, counters)
                    : onion_tree_first_transition(m->tree, (guint)mover, from, to, counters);
}

typedef struct {
    const BatchMethod *method;
    OnionMove *moves;
    BspTransition *transitions;
    BspHit *hits; /* NULL: nothing is named */
    gsize n;
} Moves;

static gpointer batch_new(gpointer data, const CompareCall *calls, gsize n)
{
    Moves *all = g_new(Moves, 1);
    *all = (Moves){ data, g_new(OnionMove, n), g_new(BspTransition, n), NULL, n };
    for (gsize i = 0; i < n; i++)
        all->moves[i] = (OnionMove){ (guint)calls[i].mover, calls[i].from, calls[i].to };
    if (all->method->sides)
        all->hits = g_new(BspHit, n);
    return all;
}

static void run_named(Moves *all)
{
    const BatchMethod *m = all->method;
    onion_batch_first_hits(m->batch, m->sides, all->moves, all->n, all->transitions, all->hits);
    for (gsize i = 0; i < all->n; i++)
        if (all->hits[i].brush != BSP_NO_BRUSH)
            all->transitions[i].plane = all->hits[i].plane;
}

static void batch_run(gpointer data)
{
    Moves *all = data;
    if (all->hits)
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
    g_free(all->hits);
    g_free(all);
}

/* They differ in what they are built for alone. */
#define BATCHES(builder)                                                                           \
    .on_demand = TRUE, .build = builder, .free = batch_method_free,                                \
    .claim = compare_claim_spaces_only, .size = batch_size, .query = batch_query,                  \
    .batch_new = batch_new, .batch_run = batch_run, .batch_answers = batch_answers,                \
    .batch_free = batch_free

const CompareMethodClass compare_onion_batch = {
    .name = "onion-batch",
    .summary = "the onion, moves asked in batches, wide registers where there are any",
    BATCHES(wide_build)
};

const CompareMethodClass compare_onion_named_batch = {
    .name = "onion-named-batch",
    .summary = "the onion, moves asked and what they hit named in batches",
    BATCHES(named_build)
};

const CompareMethodClass compare_onion_threads = {
    .name = "onion-threads",
    .summary = "the onion, moves asked in batches over every processor",
    BATCHES(threads_build)
};
