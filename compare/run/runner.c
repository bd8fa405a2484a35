/* runner: times one method over its moves, in turns with other methods. */
#include "run/runner.h"

#include <math.h>

/* The maximum number of queries timed together, in order or shuffled. They take some tenths of a
 * millisecond, during which a machine seldom switches to other work. */
#define MOST_QUERIES 4096

/* Nanoseconds. The maximum time of the queries that are timed together. Slow methods get fewer
 * queries in a turn, so that a turn of all methods is short. */
#define MOST_NS 2e6

/* The number of timed queries for each warm-up query. Warm-up queries bring the tree back into the
 * caches after the turns of other methods. */
#define WARM_UP 4

/* The number of trials of a method's speed before the first turn. The fastest trial counts, because
 * other work disturbed it least. Five are enough, because the result is rounded to a power of
 * two. */
#define TRIALS 5

/* The number of queries that are timed alone in each turn. About two of them are beyond the 99.9th
 * percentile. */
#define SINGLES 2048

struct CompareTurn {
    CompareOtherWork *other_work;
    CompareCall calls[MOST_QUERIES + MOST_QUERIES / WARM_UP];
    GRand *rand; /* shuffles the calls */
    double clock_cost;
};

/* Results are stored here, so that the compiler cannot leave out the queries. */
static volatile double sink;

CompareTurn *compare_turn_new(CompareOtherWork *other_work)
{
    CompareTurn *turn = g_new0(CompareTurn, 1);
    turn->other_work = other_work;
    turn->rand = g_rand_new_with_seed(1);
    turn->clock_cost = compare_clock_cost();
    return turn;
}

void compare_turn_free(CompareTurn *turn)
{
    if (!turn)
        return;
    g_rand_free(turn->rand);
    g_free(turn);
}

guint compare_turn_queries(void)
{
    return 2 * (MOST_QUERIES + MOST_QUERIES / WARM_UP) + COMPARE_MOST_FRAMES * COMPARE_FRAME +
           SINGLES;
}

CompareRunner *compare_runner_new(const CompareMethod *method, const CompareMoveSource *source)
{
    CompareRunner *runner = g_new0(CompareRunner, 1);
    *runner = (CompareRunner){ .method = method,
                               .query = method->klass->query,
                               .source = source,
                               .singles = g_array_new(FALSE, FALSE, sizeof(double)) };
    for (guint way = 0; way < COMPARE_WAYS; way++)
        runner->means[way] = g_array_new(FALSE, FALSE, sizeof(double));
    return runner;
}

void compare_runner_free(CompareRunner *runner)
{
    if (!runner)
        return;
    for (guint way = 0; way < COMPARE_WAYS; way++)
        g_array_unref(runner->means[way]);
    g_array_unref(runner->singles);
    g_free(runner);
}

/* --- the calls of a turn --- */

static void take_calls(CompareTurn *t, const GArray *moves, guint *next, guint n)
{
    for (guint i = 0; i < n; i++) {
        t->calls[i] = g_array_index(moves, CompareCall, *next);
        *next = (*next + 1) % moves->len;
    }
}

static void take_next_calls(CompareTurn *t, CompareRunner *runner, guint n)
{
    take_calls(t, runner->source->moves, &runner->next, n);
}

static void shuffle_calls(CompareTurn *t, guint n)
{
    for (guint i = 0; i < n; i++) {
        guint k = (guint)g_rand_int_range(t->rand, (gint32)i, (gint32)n);
        CompareCall swap = t->calls[i];
        t->calls[i] = t->calls[k];
        t->calls[k] = swap;
    }
}

/* --- queries --- */

/* Makes n calls. Returns their nanoseconds, without the cost of reading the clock. */
static double time_calls(const CompareTurn *t, const CompareRunner *runner,
                         const CompareCall *calls, guint n)
{
    double sum = 0, start = compare_clock_wall();
    for (guint i = 0; i < n; i++)
        sum += runner->query(runner->method->data, &calls[i], NULL).t;
    double end = compare_clock_wall();
    sink = sum;
    return MAX(end - start - t->clock_cost, 0);
}

/* --- turns --- */

static void store_mean(GArray *means, double ns, guint n, gboolean warm_up)
{
    double mean = ns / n;
    if (!warm_up)
        g_array_append_val(means, mean);
}

static void time_together(CompareTurn *t, CompareRunner *runner, gboolean shuffled,
                          gboolean warm_up)
{
    guint before = runner->most / WARM_UP, n = runner->most;
    take_next_calls(t, runner, before + n);
    if (shuffled)
        shuffle_calls(t, before + n);
    time_calls(t, runner, t->calls, before);
    double cpu = compare_clock_cpu();
    double wall = time_calls(t, runner, t->calls + before, n);
    cpu = compare_clock_cpu() - cpu;
    store_mean(runner->means[shuffled ? COMPARE_SHUFFLED : COMPARE_IN_ORDER], wall, n, warm_up);
    runner->n_timed += n;
    if (shuffled)
        return;
    runner->wall_ns += wall;
    runner->cpu_ns += cpu;
}

/* Times frames of cold moves. Other work runs before every frame, because methods share code even
 * if their trees differ. The moves themselves are not cold, because in a game the caller has just
 * made them. */
static void time_cold(CompareTurn *t, CompareRunner *runner, guint frames)
{
    double ns = 0;
    if (frames == 0)
        return;
    for (guint i = 0; i < frames; i++) {
        compare_other_work_do(t->other_work);
        take_calls(t, runner->source->scattered, &runner->next_scattered, COMPARE_FRAME);
        ns += time_calls(t, runner, t->calls, COMPARE_FRAME);
    }
    store_mean(runner->means[COMPARE_COLD], ns, frames * COMPARE_FRAME, FALSE);
    runner->n_timed += frames * COMPARE_FRAME;
}

static void time_singly(CompareTurn *t, CompareRunner *runner, gboolean warm_up)
{
    guint n = MIN(runner->most, SINGLES);
    take_next_calls(t, runner, n);
    for (guint i = 0; i < n; i++) {
        double start = compare_clock_wall();
        sink = runner->query(runner->method->data, &t->calls[i], NULL).t;
        double ns = MAX(compare_clock_wall() - start - t->clock_cost, 0);
        if (!warm_up)
            g_array_append_val(runner->singles, ns);
    }
    runner->n_timed += n;
}

/* Chooses the number of queries that are timed together. It is a power of two, so that methods of
 * similar speed take the same moves. */
static void choose_most(CompareTurn *t, CompareRunner *runner)
{
    double ns = HUGE_VAL;
    for (guint trial = 0; trial < TRIALS; trial++) {
        take_next_calls(t, runner, COMPARE_FRAME);
        double taken = time_calls(t, runner, t->calls, COMPARE_FRAME);
        ns = MIN(ns, taken / COMPARE_FRAME);
    }
    for (runner->most = MOST_QUERIES; runner->most > COMPARE_FRAME && runner->most * ns > MOST_NS;)
        runner->most /= 2;
}

void compare_runner_take_turn(CompareTurn *t, CompareRunner *runner, gboolean warm_up, guint frames)
{
    if (warm_up)
        choose_most(t, runner);
    time_together(t, runner, FALSE, warm_up);
    time_together(t, runner, TRUE, warm_up);
    time_cold(t, runner, frames);
    time_singly(t, runner, warm_up);
}
