/* timing: measures query times in rounds, in which each method has one turn. */
#include "run/timing.h"

#include <math.h>
#include <stdlib.h>

#include "run/runner.h"
#include "run/statistics.h"

typedef struct {
    CompareReport *report;
    CompareFresh *fresh;
    CompareOtherWork *other_work;
    CompareTurn *turn;
    GPtrArray *runners; /* an array of CompareRunner */
    guint wanted;       /* the number of moves that each move source should have */
    /* An array that has for each trajectory whether all methods take it; NULL if there is no such
     * trajectory. Methods that take no moves, or only stationary objects, do not count. */
    gboolean *common;
} Timing;

double compare_timing_part(guint i)
{
    return 1 - pow(10, -(double)i / 15);
}

/* --- runners --- */

static gboolean is_taken(const CompareMethod *method, guint trajectory)
{
    const CompareScenario *s = method->scenario;
    return compare_method_claim(method->klass, s, compare_scenario_trajectory(s, trajectory)) !=
           COMPARE_SKIPS;
}

static gboolean takes_any(const CompareMethod *method)
{
    guint n = method->scenario->trajectories->len, i = 0;
    while (i < n && !is_taken(method, i))
        i++;
    return i < n;
}

/* A choice of the moves of a runner. */
typedef enum {
    BOTH_TAKE, /* the moves that the method and another method take */
    COMMON,    /* the moves that all methods take */
    REST       /* the moves that the method takes, but not all methods take */
} Which;

/* Returns the runner of the method over its walks or shots. Makes it if needed. Returns NULL if
 * there are no such moves. */
static CompareRunner *runner_of(Timing *t, const CompareMethod *method, const CompareMethod *other,
                                Which which, gboolean walks)
{
    guint n = t->report->scenario->trajectories->len;
    g_autofree gboolean *takes = g_new0(gboolean, MAX(n, 1));
    for (guint i = 0; i < n; i++)
        takes[i] = which == COMMON ? t->common[i]
                                   : is_taken(method, i) && is_taken(other, i) &&
                                         (which == BOTH_TAKE || !t->common[i]);
    gboolean stationary = method->klass->stationary || other->klass->stationary;
    CompareWanted wanted = { walks, which == BOTH_TAKE && stationary, takes };
    const CompareMoveSource *source = compare_fresh_source(t->fresh, &wanted, t->wanted);
    if (source->moves->len == 0)
        return NULL;
    for (guint i = 0; i < t->runners->len; i++) {
        CompareRunner *runner = t->runners->pdata[i];
        if (runner->method == method && runner->source == source)
            return runner;
    }
    CompareRunner *runner = compare_runner_new(method, source);
    g_ptr_array_add(t->runners, runner);
    return runner;
}

/* --- results --- */

static const double *values_of(const GArray *samples_of)
{
    return (const double *)(gconstpointer)samples_of->data;
}

static double median_of(const CompareRunner *runner, CompareWay way, double ends[2])
{
    const GArray *means = runner->means[way];
    compare_bootstrap_interval(values_of(means), NULL, means->len, ends);
    return compare_median(values_of(means), means->len);
}

static void fill_group(const CompareRunner *runner, CompareGroup *group)
{
    group->ns_median = median_of(runner, COMPARE_IN_ORDER, group->ns_ci95);
    group->ns_median_shuffled = median_of(runner, COMPARE_SHUFFLED, group->ns_ci95_shuffled);
    group->ns_cold = median_of(runner, COMPARE_COLD, group->ns_ci95_cold);
    double *singles = (double *)(gpointer)runner->singles->data;
    compare_sort(singles, runner->singles->len);
    group->ns_p99 = compare_quantile(singles, runner->singles->len, 0.99);
    for (guint i = 0; i < COMPARE_QUANTILES; i++)
        group->quantiles[i] =
            compare_quantile(singles, runner->singles->len, compare_timing_part(i));
    group->timed = runner->n_timed;
    group->distinct = runner->source->n_distinct;
    group->fresh = compare_move_source_is_fresh(runner->source);
}

static CompareRatio ratio_of(const CompareRunner *a, const CompareRunner *b, CompareWay way)
{
    const double *x = values_of(a->means[way]), *y = values_of(b->means[way]);
    guint n = a->means[way]->len;
    double below = compare_median(y, n);
    if (below <= 0)
        return (CompareRatio){ 0 };
    CompareRatio ratio = { .ratio = compare_median(x, n) / below };
    compare_bootstrap_interval(x, y, n, ratio.ci95);
    return ratio;
}

static void note_noise(CompareNoise *noise, const CompareRunner *runner, const CompareGroup *group,
                       gboolean walks)
{
    double width = (group->ns_ci95[1] - group->ns_ci95[0]) / group->ns_median;
    if (group->ns_median > 0 && width > noise->widest) {
        noise->widest = width;
        noise->widest_of = runner->method->klass->name;
        noise->widest_is_shot = !walks;
    }
}

static double part_waited(const GPtrArray *runners)
{
    double wall = 0, cpu = 0;
    for (guint i = 0; i < runners->len; i++) {
        const CompareRunner *runner = runners->pdata[i];
        wall += runner->wall_ns;
        cpu += runner->cpu_ns;
    }
    return wall > 0 ? MAX(1 - cpu / wall, 0) : 0;
}

/* --- the whole measurement --- */

/* Returns the method with which all others are compared. It is the method that is marked as the
 * reference if that method takes any of the moves, or else the first method that takes any. Returns
 * NULL if no method takes any. */
static const CompareMethod *find_reference(const GPtrArray *methods)
{
    const CompareMethod *first = NULL;
    for (guint i = 0; i < methods->len; i++) {
        const CompareMethod *method = methods->pdata[i];
        if (!takes_any(method))
            continue;
        if (method->klass->reference)
            return method;
        first = first ? first : method;
    }
    return first;
}

static gboolean *find_common(const Timing *t)
{
    guint n = t->report->scenario->trajectories->len, n_common = 0, n_methods = 0;
    gboolean *common = g_new0(gboolean, MAX(n, 1));
    for (guint i = 0; i < n; i++)
        common[i] = TRUE;
    for (guint k = 0; k < t->report->methods->len; k++) {
        const CompareMethod *method = t->report->methods->pdata[k];
        if (method->klass->stationary || !takes_any(method))
            continue;
        n_methods++;
        for (guint i = 0; i < n; i++)
            common[i] = common[i] && is_taken(method, i);
    }
    for (guint i = 0; i < n; i++)
        n_common += common[i] ? 1 : 0;
    if (n_common && n_methods)
        return common;
    g_free(common);
    return NULL;
}

/* The runners for a method's walks or shots. `own` has the moves that all methods take, and `rest`
 * has the method's other moves. If there are no common moves, or if the method takes only
 * stationary objects, `own` has all moves that the method takes. Then `same` and `reference` time
 * the moves that the method shares with the reference, for the ratio. */
typedef struct {
    CompareRunner *own, *same, *reference, *rest;
} Runners;

/* Makes the runners for all methods. `reference` is NULL if no method takes any of the moves. */
static Runners *make_runners(Timing *t, const CompareMethod *reference)
{
    Runners *all = g_new0(Runners, 2 * t->report->methods->len + 1);
    for (guint i = 0; i < 2 * t->report->methods->len; i++) {
        const CompareMethod *method = t->report->methods->pdata[i / 2];
        gboolean walks = i % 2 == 0;
        if (t->common && !method->klass->stationary && takes_any(method)) {
            all[i].own = runner_of(t, method, method, COMMON, walks);
            all[i].rest = runner_of(t, method, method, REST, walks);
            all[i].same = method == reference ? NULL : all[i].own;
            all[i].reference = runner_of(t, reference, reference, COMMON, walks);
            continue;
        }
        all[i].own = runner_of(t, method, method, BOTH_TAKE, walks);
        if (!reference || method == reference)
            continue;
        all[i].same = runner_of(t, method, reference, BOTH_TAKE, walks);
        all[i].reference = runner_of(t, reference, method, BOTH_TAKE, walks);
    }
    return all;
}

/* Nanoseconds. The intended time of all other work for a scenario, so that results appear after
 * some ten seconds even if a cache has half a GiB. */
#define MOST_WORK 10e9

/* The minimum number of cold frames of a runner, because an interval needs several samples. */
#define LEAST_FRAMES 3

/* Returns the number of cold frames of each runner up to round r. */
static guint frames_until(const Timing *t, guint r)
{
    guint repeat = t->report->scenario->repeat;
    double ns = compare_other_work_size(t->other_work)->ns * MAX(t->runners->len, 1);
    double frames = CLAMP(floor(MOST_WORK / ns), MIN(LEAST_FRAMES, repeat),
                          COMPARE_MOST_FRAMES * (double)repeat);
    return (guint)(frames * r / repeat);
}

static void repeat_turns(Timing *t, BspProgressFunc progress, gpointer progress_data)
{
    guint repeat = t->report->scenario->repeat;
    for (guint r = 0; r <= repeat; r++) { /* round 0 is a warm-up */
        progress((double)r / (repeat + 1), progress_data);
        for (guint i = 0; i < t->runners->len; i++)
            compare_runner_take_turn(t->turn, t->runners->pdata[i], r == 0,
                                     r ? frames_until(t, r) - frames_until(t, r - 1) : 0);
    }
}

/* Counts the walks or shots that the method takes, but not all methods take, and the nodes that
 * they visit. */
static void count_rest(const Timing *t, const CompareResult *result, gboolean walks,
                       CompareGroup *rest)
{
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        const CompareResolved *move = compare_answered_move(t->report, answer);
        if (!t->common[move->trajectory] && compare_is_walk(move) == walks)
            compare_count_nodes(rest, answer->nodes);
    }
}

static void fill_results(Timing *t, const Runners *all)
{
    CompareNoise *noise = &t->report->noise;
    for (guint i = 0; i < 2 * t->report->methods->len; i++) {
        CompareResult *result = t->report->results->pdata[i / 2];
        CompareGroup *group = i % 2 == 0 ? &result->walk : &result->shot;
        CompareGroup *rest = i % 2 == 0 ? &result->rest_walk : &result->rest_shot;
        if (all[i].rest) {
            fill_group(all[i].rest, rest);
            count_rest(t, result, i % 2 == 0, rest);
        }
        if (!all[i].own)
            continue;
        fill_group(all[i].own, group);
        note_noise(noise, all[i].own, group, i % 2 == 0);
        if (!all[i].same)
            continue;
        group->ratio = ratio_of(all[i].same, all[i].reference, COMPARE_IN_ORDER);
        group->ratio_shuffled = ratio_of(all[i].same, all[i].reference, COMPARE_SHUFFLED);
        group->ratio_cold = ratio_of(all[i].same, all[i].reference, COMPARE_COLD);
    }
    noise->waited = part_waited(t->runners);
}

static Timing timing_new(CompareReport *report)
{
    guint repeat = report->scenario->repeat;
    CompareOtherWork *other_work = compare_other_work_new();
    return (Timing){ .report = report,
                     .fresh = compare_fresh_new(report, COMPARE_FRESH_SECONDS),
                     .other_work = other_work,
                     .turn = compare_turn_new(other_work),
                     .runners = g_ptr_array_new_with_free_func((GDestroyNotify)compare_runner_free),
                     .wanted = MIN((repeat + 1) * compare_turn_queries(), COMPARE_FRESH) };
}

static void timing_clear(Timing *t)
{
    g_ptr_array_unref(t->runners);
    g_free(t->common);
    compare_fresh_free(t->fresh);
    compare_turn_free(t->turn);
    compare_other_work_free(t->other_work);
}

void compare_measure(CompareReport *report, BspProgressFunc progress, gpointer progress_data)
{
    double load;
    const CompareMethod *reference = find_reference(report->methods);
    report->noise = (CompareNoise){ .load = getloadavg(&load, 1) == 1 ? load : -1,
                                    .cores = g_get_num_processors() };
    report->reference = reference ? reference->klass : NULL;
    Timing t = timing_new(report);
    t.common = find_common(&t);
    g_autofree Runners *all = make_runners(&t, reference);
    repeat_turns(&t, progress, progress_data);
    fill_results(&t, all);
    report->cold = *compare_other_work_size(t.other_work);
    timing_clear(&t);
}
