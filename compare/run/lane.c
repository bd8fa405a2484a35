/* lane: a method and the moves that it is asked, in turns with others. */
#include "run/lane.h"

#include <math.h>

#include "run/caches.h"
#include "run/clock.h"

/* Queries timed together, in a turn in order and in one shuffled, at most: some tenth of a
 * millisecond, in which a machine seldom does something else. */
#define MOST_QUERIES 4096

/* Nanoseconds. Of slow methods a turn takes fewer. */
#define MOST_NS 2e6

/* Queries before those that are timed together, in parts of them: they fetch the tree again, which
 * the others' turns have pushed out of the caches. */
#define WARM_UP 4

/* Of how fast a method is: the fastest counts, in which the machine did nothing else. */
#define TRIALS 5

#define FRAMES 2     /* in a turn */
#define SINGLES 2048 /* one by one, in a turn */

struct CompareTurn {
    CompareOtherWork *other_work;
    CompareCall calls[MOST_QUERIES + MOST_QUERIES / WARM_UP];
    GRand *rand; /* of shuffling */
    double clock_cost;
};

/* Keeps the compiler from dropping the queries. */
static volatile double sink;

CompareTurn *compare_turn_new(void)
{
    CompareTurn *turn = g_new0(CompareTurn, 1);
    turn->other_work = compare_other_work_new();
    turn->rand = g_rand_new_with_seed(1);
    turn->clock_cost = compare_clock_cost();
    return turn;
}

void compare_turn_free(CompareTurn *turn)
{
    if (!turn)
        return;
    compare_other_work_free(turn->other_work);
    g_rand_free(turn->rand);
    g_free(turn);
}

/* All of a turn, but what choosing how many it takes is asked in the first. */
guint compare_turn_queries(void)
{
    return 2 * (MOST_QUERIES + MOST_QUERIES / WARM_UP) + FRAMES * COMPARE_FRAME + SINGLES;
}

static GArray *samples(void)
{
    return g_array_new(FALSE, FALSE, sizeof(double));
}

CompareLane *compare_lane_new(const CompareMethod *method, const CompareSupply *supply)
{
    CompareLane *lane = g_new0(CompareLane, 1);
    *lane =
        (CompareLane){ .method = method, .supply = supply, .cpu = samples(), .singles = samples() };
    for (guint way = 0; way < COMPARE_WAYS; way++)
        lane->means[way] = samples();
    return lane;
}

void compare_lane_free(CompareLane *lane)
{
    if (!lane)
        return;
    for (guint way = 0; way < COMPARE_WAYS; way++)
        g_array_unref(lane->means[way]);
    g_array_unref(lane->cpu);
    g_array_unref(lane->singles);
    g_free(lane);
}

/* --- the calls of a turn --- */

/* The next n of the moves, from *next on. */
static void take_from(CompareTurn *t, const CompareLane *lane, const GArray *moves, guint *next,
                      guint n)
{
    const CompareScenario *s = lane->method->scenario; /* its shapes are those the method knows */
    for (guint i = 0; i < n; i++) {
        const CompareFreshMove *move = &g_array_index(moves, CompareFreshMove, *next);
        const CompareTrajectory *tr =
            &g_array_index(s->trajectories, CompareTrajectory, move->trajectory);
        t->calls[i] = (CompareCall){ compare_scenario_shape(s, tr), compare_scenario_mover(tr),
                                     move->from, move->to };
        *next = (*next + 1) % moves->len;
    }
}

static void take(CompareTurn *t, CompareLane *lane, guint n)
{
    take_from(t, lane, lane->supply->moves, &lane->next, n);
}

static void shuffle(CompareTurn *t, guint n)
{
    for (guint i = 0; i < n; i++) {
        guint k = (guint)g_rand_int_range(t->rand, (gint32)i, (gint32)n);
        CompareCall swap = t->calls[i];
        t->calls[i] = t->calls[k];
        t->calls[k] = swap;
    }
}

/* --- asking --- */

static double ask(const CompareLane *lane, const CompareCall *call)
{
    const CompareMethod *m = lane->method;
    return m->klass->query(m->data, call->shape, call->mover, call->from, call->to, NULL).t;
}

/* n calls. Nanoseconds; what reading the clock takes is not in them. */
static double time_calls(const CompareTurn *t, const CompareLane *lane, const CompareCall *calls,
                         guint n)
{
    const CompareMethodClass *klass = lane->method->klass;
    gpointer batch = klass->batch_new ? klass->batch_new(lane->method->data, calls, n) : NULL;
    double sum = 0, start = compare_clock_wall();
    if (batch)
        klass->batch_run(batch);
    else
        for (guint i = 0; i < n; i++)
            sum += ask(lane, &calls[i]);
    double end = compare_clock_wall();
    sink = sum;
    if (batch)
        klass->batch_free(batch);
    return MAX(end - start - t->clock_cost, 0);
}

/* --- turns --- */

/* One repetition's mean of a way; the first repetition is a warm-up, and not kept. */
static void keep(GArray *means, double ns, guint n, gboolean warm_up)
{
    double mean = ns / n;
    if (!warm_up)
        g_array_append_val(means, mean);
}

static void time_together(CompareTurn *t, CompareLane *lane, gboolean shuffled, gboolean warm_up)
{
    guint before = lane->most / WARM_UP, n = lane->most;
    take(t, lane, before + n);
    if (shuffled)
        shuffle(t, before + n);
    time_calls(t, lane, t->calls, before);
    double cpu = compare_clock_cpu();
    double wall = time_calls(t, lane, t->calls + before, n);
    cpu = compare_clock_cpu() - cpu;
    keep(lane->means[shuffled ? COMPARE_SHUFFLED : COMPARE_IN_ORDER], wall, n, warm_up);
    lane->n_timed += n;
    if (shuffled)
        return;
    keep(lane->cpu, cpu, n, warm_up);
    lane->wall_ns += wall;
    lane->cpu_ns += cpu;
}

/* Other work comes before every frame of every method: they have code in common, if no trees. The
 * moves themselves are not cold: whoever asks has just made them. */
static void time_cold(CompareTurn *t, CompareLane *lane, gboolean warm_up)
{
    double ns = 0;
    for (guint i = 0; i < FRAMES; i++) {
        compare_other_work_do(t->other_work);
        take_from(t, lane, lane->supply->scattered, &lane->next_scattered, COMPARE_FRAME);
        ns += time_calls(t, lane, t->calls, COMPARE_FRAME);
    }
    keep(lane->means[COMPARE_COLD], ns, FRAMES * COMPARE_FRAME, warm_up);
    lane->n_timed += FRAMES * COMPARE_FRAME;
}

static void time_singly(CompareTurn *t, CompareLane *lane, gboolean warm_up)
{
    guint n = MIN(lane->most, SINGLES);
    take(t, lane, n);
    for (guint i = 0; i < n; i++) {
        double start = compare_clock_wall();
        sink = ask(lane, &t->calls[i]);
        double ns = MAX(compare_clock_wall() - start - t->clock_cost, 0);
        if (!warm_up)
            g_array_append_val(lane->singles, ns);
    }
    lane->n_timed += n;
}

/* Powers of two, so that methods of like speed go on taking the same moves. */
static void choose_most(CompareTurn *t, CompareLane *lane)
{
    double ns = HUGE_VAL;
    for (guint trial = 0; trial < TRIALS; trial++) {
        take(t, lane, COMPARE_FRAME);
        double taken = time_calls(t, lane, t->calls, COMPARE_FRAME);
        ns = MIN(ns, taken / COMPARE_FRAME);
    }
    for (lane->most = MOST_QUERIES; lane->most > COMPARE_FRAME && lane->most * ns > MOST_NS;)
        lane->most /= 2;
}

void compare_lane_take_turn(CompareTurn *t, CompareLane *lane, gboolean warm_up)
{
    if (warm_up)
        choose_most(t, lane);
    time_together(t, lane, FALSE, warm_up);
    time_together(t, lane, TRUE, warm_up);
    time_cold(t, lane, warm_up);
    time_singly(t, lane, warm_up);
}
