/* timing: how long queries take: rounds of turns, one for each method. */
#include "run/timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run/caches.h"
#include "run/clock.h"
#include "run/fresh.h"
#include "run/statistics.h"

/* Queries timed together, in a turn in order and in one shuffled, at most: some tenth of a
 * millisecond, in which a machine seldom does something else. */
#define MOST_QUERIES 4096

/* Nanoseconds. Of slow methods a turn takes fewer. */
#define MOST_NS 2e6

/* Queries before those that are timed together, in parts of them: they fetch the tree again, which
 * the others' turns have pushed out of the caches. */
#define WARM_UP 4

#define FRAMES 2     /* in a turn */
#define SINGLES 2048 /* one by one, in a turn */

/* All that a method is asked in a repetition. */
#define PER_REPETITION                                                                             \
    (2 * (MOST_QUERIES + MOST_QUERIES / WARM_UP) + FRAMES * COMPARE_FRAME + SINGLES)

typedef enum { IN_ORDER, SHUFFLED, COLD, N_WAYS } Way;

/* A method and moves that it is asked. */
typedef struct {
    const CompareMethod *method;
    const CompareSupply *supply;
    guint next; /* of the supply's moves */
    guint next_scattered;
    guint most;      /* queries timed together */
    gpointer memory; /* of all the objects, if the method remembers anything */
    gsize memory_bytes;
    GArray *means[N_WAYS]; /* double: ns per query of each repetition */
    GArray *cpu;           /* double: the same, in order, of the thread's own time */
    GArray *singles;       /* double: ns of each query asked alone */
    double wall_ns, cpu_ns;
    guint n_timed;
} Lane;

typedef struct {
    CompareReport *report;
    const GPtrArray *methods;
    CompareFresh *fresh;
    CompareOtherWork *other_work;
    GPtrArray *lanes;   /* Lane */
    CompareCall *calls; /* of a turn */
    guint *objects;     /* whose they are */
    GRand *rand;        /* of shuffling */
    double clock_cost;
    guint wanted; /* moves of a supply */
} Timing;

/* Keeps the compiler from dropping the queries. */
static volatile double sink;

double compare_timing_part(guint i)
{
    return 1 - pow(10, -(double)i / 15);
}

/* --- the calls of a turn --- */

/* The next n of the moves, from *next on. */
static void take_from(Timing *t, const Lane *lane, const GArray *moves, guint *next, guint n)
{
    const CompareScenario *s = lane->method->scenario; /* its shapes are those the method knows */
    for (guint i = 0; i < n; i++) {
        const CompareFreshMove *move = &g_array_index(moves, CompareFreshMove, *next);
        const CompareTrajectory *tr =
            &g_array_index(s->trajectories, CompareTrajectory, move->trajectory);
        t->calls[i] = (CompareCall){ compare_scenario_shape(s, tr), compare_scenario_mover(tr),
                                     move->from, move->to };
        t->objects[i] = move->trajectory;
        *next = (*next + 1) % moves->len;
    }
}

static void take(Timing *t, Lane *lane, guint n)
{
    take_from(t, lane, lane->supply->moves, &lane->next, n);
}

static void shuffle(Timing *t, guint n)
{
    for (guint i = 0; i < n; i++) {
        guint k = (guint)g_rand_int_range(t->rand, (gint32)i, (gint32)n);
        CompareCall swap = t->calls[i];
        t->calls[i] = t->calls[k];
        t->calls[k] = swap;
    }
}

/* --- asking --- */

static double ask(const Lane *lane, const CompareCall *call)
{
    const CompareMethod *m = lane->method;
    return m->klass->query(m->data, call->shape, call->mover, call->from, call->to, NULL).t;
}

/* In order, where objects may remember. */
static double follow(const Lane *lane, const CompareCall *call, guint object)
{
    const CompareMethod *m = lane->method;
    gpointer memory = (char *)lane->memory + object * m->klass->memory_size;
    return m->klass->follow(m->data, memory, call, NULL).t;
}

/* n calls. Nanoseconds; what reading the clock takes is not in them. */
static double time_calls(const Timing *t, const Lane *lane, const CompareCall *calls,
                         const guint *objects, guint n)
{
    const CompareMethodClass *klass = lane->method->klass;
    gpointer batch = klass->batch_new ? klass->batch_new(lane->method->data, calls, n) : NULL;
    double sum = 0, start = compare_clock_wall();
    if (batch)
        klass->batch_run(batch);
    else if (lane->memory && objects)
        for (guint i = 0; i < n; i++)
            sum += follow(lane, &calls[i], objects[i]);
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

static void time_together(Timing *t, Lane *lane, gboolean shuffled, gboolean warm_up)
{
    guint before = lane->most / WARM_UP, n = lane->most;
    take(t, lane, before + n);
    if (shuffled)
        shuffle(t, before + n);
    const guint *objects = shuffled ? NULL : t->objects; /* shuffled they are nobody's way */
    time_calls(t, lane, t->calls, objects, before);
    double cpu = compare_clock_cpu();
    double wall = time_calls(t, lane, t->calls + before, objects ? objects + before : NULL, n);
    cpu = compare_clock_cpu() - cpu;
    keep(lane->means[shuffled ? SHUFFLED : IN_ORDER], wall, n, warm_up);
    lane->n_timed += n;
    if (shuffled)
        return;
    keep(lane->cpu, cpu, n, warm_up);
    lane->wall_ns += wall;
    lane->cpu_ns += cpu;
}

/* Other work comes before every frame of every method: they have code in common, if no trees. The
 * moves themselves are not cold: whoever asks has just made them. */
static void time_cold(Timing *t, Lane *lane, gboolean warm_up)
{
    double ns = 0;
    for (guint i = 0; i < FRAMES; i++) {
        compare_other_work_do(t->other_work);
        take_from(t, lane, lane->supply->scattered, &lane->next_scattered, COMPARE_FRAME);
        ns += time_calls(t, lane, t->calls, NULL, COMPARE_FRAME);
    }
    keep(lane->means[COLD], ns, FRAMES * COMPARE_FRAME, warm_up);
    lane->n_timed += FRAMES * COMPARE_FRAME;
}

static void time_singly(Timing *t, Lane *lane, gboolean warm_up)
{
    guint n = MIN(lane->most, SINGLES);
    take(t, lane, n);
    for (guint i = 0; i < n; i++) {
        double start = compare_clock_wall();
        sink = lane->memory ? follow(lane, &t->calls[i], t->objects[i]) : ask(lane, &t->calls[i]);
        double ns = MAX(compare_clock_wall() - start - t->clock_cost, 0);
        if (!warm_up)
            g_array_append_val(lane->singles, ns);
    }
    lane->n_timed += n;
}

/* Powers of two, so that methods of like speed go on taking the same moves. */
static void choose_most(Timing *t, Lane *lane)
{
    take(t, lane, COMPARE_FRAME);
    double ns = time_calls(t, lane, t->calls, t->objects, COMPARE_FRAME) / COMPARE_FRAME;
    for (lane->most = MOST_QUERIES; lane->most > COMPARE_FRAME && lane->most * ns > MOST_NS;)
        lane->most /= 2;
}

static void take_turn(Timing *t, Lane *lane, gboolean warm_up)
{
    if (lane->memory)
        memset(lane->memory, 0, lane->memory_bytes);
    if (warm_up)
        choose_most(t, lane);
    time_together(t, lane, FALSE, warm_up);
    time_together(t, lane, TRUE, warm_up);
    time_cold(t, lane, warm_up);
    time_singly(t, lane, warm_up);
}

/* --- lanes --- */

static void lane_free(gpointer data)
{
    Lane *lane = data;
    for (guint way = 0; way < N_WAYS; way++)
        g_array_unref(lane->means[way]);
    g_array_unref(lane->cpu);
    g_array_unref(lane->singles);
    g_free(lane->memory);
    g_free(lane);
}

static GArray *samples(void)
{
    return g_array_new(FALSE, FALSE, sizeof(double));
}

/* The lane of the method over these moves, made when there is none yet; NULL when there are none of
 * the moves. */
static Lane *lane_of(Timing *t, const CompareMethod *method, const CompareWanted *wanted)
{
    const CompareSupply *supply = compare_fresh_supply(t->fresh, wanted, t->wanted);
    if (supply->moves->len == 0)
        return NULL;
    for (guint i = 0; i < t->lanes->len; i++) {
        Lane *lane = t->lanes->pdata[i];
        if (lane->method == method && lane->supply == supply)
            return lane;
    }
    Lane *lane = g_new0(Lane, 1);
    *lane = (Lane){ .method = method, .supply = supply, .cpu = samples(), .singles = samples() };
    for (guint way = 0; way < N_WAYS; way++)
        lane->means[way] = samples();
    if (method->klass->follow) {
        lane->memory_bytes =
            MAX(method->scenario->trajectories->len, 1) * method->klass->memory_size;
        lane->memory = g_malloc0(lane->memory_bytes);
    }
    g_ptr_array_add(t->lanes, lane);
    return lane;
}

/* The walks or shots that the method takes, and the other one too unless it is NULL. */
static Lane *lane_both_take(Timing *t, const CompareMethod *method, const CompareMethod *other,
                            const CompareMethod *asked, gboolean walks)
{
    const GArray *trajectories = t->report->scenario->trajectories;
    g_autofree gboolean *takes = g_new0(gboolean, MAX(trajectories->len, 1));
    for (guint i = 0; i < trajectories->len; i++) {
        const CompareTrajectory *tr = &g_array_index(trajectories, CompareTrajectory, i);
        takes[i] = compare_method_claim(method->klass, t->report->scenario, tr) != COMPARE_SKIPS &&
                   compare_method_claim(other->klass, t->report->scenario, tr) != COMPARE_SKIPS;
    }
    CompareWanted wanted = { walks, method->klass->stationary || other->klass->stationary, takes };
    return lane_of(t, asked, &wanted);
}

/* --- results --- */

static const double *values(const GArray *samples_of)
{
    return (const double *)(gconstpointer)samples_of->data;
}

static double median_of(const Lane *lane, Way way, double ends[2])
{
    const GArray *means = lane->means[way];
    compare_median_interval(values(means), means->len, ends);
    return compare_median(values(means), means->len);
}

static void fill_group(const Lane *lane, CompareGroup *group)
{
    group->ns_median = median_of(lane, IN_ORDER, group->ns_ci95);
    group->ns_median_shuffled = median_of(lane, SHUFFLED, group->ns_ci95_shuffled);
    group->ns_cold = median_of(lane, COLD, group->ns_ci95_cold);
    group->ns_cpu = compare_median(values(lane->cpu), lane->cpu->len);
    double *singles = (double *)(gpointer)lane->singles->data;
    compare_sort(singles, lane->singles->len);
    group->ns_p99 = compare_quantile(singles, lane->singles->len, 0.99);
    group->ns_p999 = compare_quantile(singles, lane->singles->len, 0.999);
    for (guint i = 0; i < COMPARE_QUANTILES; i++)
        group->quantiles[i] = compare_quantile(singles, lane->singles->len, compare_timing_part(i));
    double *means = (double *)(gpointer)lane->means[IN_ORDER]->data;
    g_autofree double *sorted = g_memdup2(means, lane->means[IN_ORDER]->len * sizeof *means);
    compare_sort(sorted, lane->means[IN_ORDER]->len);
    group->outliers = compare_outliers(sorted, lane->means[IN_ORDER]->len);
    group->timed = lane->n_timed;
    group->distinct = lane->supply->n_distinct;
    group->fresh = compare_supply_is_fresh(lane->supply);
}

static CompareRatio ratio_of(const Lane *a, const Lane *b, Way way)
{
    const double *x = values(a->means[way]), *y = values(b->means[way]);
    guint n = a->means[way]->len;
    double below = compare_median(y, n);
    if (below <= 0)
        return (CompareRatio){ 0 };
    CompareRatio ratio = { .ratio = compare_median(x, n) / below };
    compare_ratio_interval(x, y, n, ratio.ci95);
    return ratio;
}

static void note_noise(CompareNoise *noise, const Lane *lane, const CompareGroup *group,
                       gboolean walks)
{
    double width = (group->ns_ci95[1] - group->ns_ci95[0]) / group->ns_median;
    if (group->ns_median > 0 && width > noise->widest) {
        noise->widest = width;
        noise->widest_of = lane->method->klass->name;
        noise->widest_is_shot = !walks;
    }
}

/* Those that others work for wait for them. */
static double part_waited(const GPtrArray *lanes)
{
    double wall = 0, cpu = 0;
    for (guint i = 0; i < lanes->len; i++) {
        const Lane *lane = lanes->pdata[i];
        if (lane->method->klass->batch_new)
            continue;
        wall += lane->wall_ns;
        cpu += lane->cpu_ns;
    }
    return wall > 0 ? MAX(1 - cpu / wall, 0) : 0;
}

/* --- the whole --- */

/* The method that others are held against: the onion where it is among them, else the first. */
static const CompareMethod *find_reference(const GPtrArray *methods)
{
    for (guint i = 0; i < methods->len; i++) {
        const CompareMethod *method = methods->pdata[i];
        if (strcmp(method->klass->name, "onion") == 0)
            return method;
    }
    return methods->len ? methods->pdata[0] : NULL;
}

/* A method's walks or shots: its lane, and for the ratio its own and the reference's over the moves
 * that both take. */
typedef struct {
    Lane *own, *same, *reference;
} Lanes;

static Lanes *make_lanes(Timing *t, const CompareMethod *reference)
{
    Lanes *all = g_new0(Lanes, 2 * t->methods->len + 1);
    for (guint i = 0; i < 2 * t->methods->len; i++) {
        const CompareMethod *method = t->methods->pdata[i / 2];
        gboolean walks = i % 2 == 0;
        all[i].own = lane_both_take(t, method, method, method, walks);
        if (method == reference)
            continue;
        all[i].same = lane_both_take(t, method, reference, method, walks);
        all[i].reference = lane_both_take(t, method, reference, reference, walks);
    }
    return all;
}

static void repeat_turns(Timing *t, BspProgressFunc progress, gpointer progress_data)
{
    guint repeat = t->report->scenario->repeat;
    for (guint r = 0; r <= repeat; r++) { /* the first is a warm-up */
        progress((double)r / (repeat + 1), progress_data);
        for (guint i = 0; i < t->lanes->len; i++)
            take_turn(t, t->lanes->pdata[i], r == 0);
    }
}

static void fill_results(Timing *t, const Lanes *all)
{
    CompareNoise *noise = &t->report->noise;
    for (guint i = 0; i < 2 * t->methods->len; i++) {
        CompareResult *result = t->report->results->pdata[i / 2];
        CompareGroup *group = i % 2 == 0 ? &result->walk : &result->shot;
        if (!all[i].own)
            continue;
        fill_group(all[i].own, group);
        note_noise(noise, all[i].own, group, i % 2 == 0);
        if (!all[i].same)
            continue;
        group->ratio = ratio_of(all[i].same, all[i].reference, IN_ORDER);
        group->ratio_shuffled = ratio_of(all[i].same, all[i].reference, SHUFFLED);
        group->ratio_cold = ratio_of(all[i].same, all[i].reference, COLD);
    }
    noise->waited = part_waited(t->lanes);
}

static Timing timing_new(CompareReport *report, const GPtrArray *methods)
{
    guint repeat = report->scenario->repeat;
    return (Timing){ .report = report,
                     .methods = methods,
                     .fresh = compare_fresh_new(report),
                     .other_work = compare_other_work_new(),
                     .lanes = g_ptr_array_new_with_free_func(lane_free),
                     .calls = g_new(CompareCall, PER_REPETITION),
                     .objects = g_new(guint, PER_REPETITION),
                     .rand = g_rand_new_with_seed(1),
                     .clock_cost = compare_clock_cost(),
                     .wanted = MIN((repeat + 1) * PER_REPETITION, COMPARE_FRESH) };
}

static void timing_clear(Timing *t)
{
    g_ptr_array_unref(t->lanes);
    compare_fresh_free(t->fresh);
    compare_other_work_free(t->other_work);
    g_free(t->calls);
    g_free(t->objects);
    g_rand_free(t->rand);
}

void compare_measure(CompareReport *report, const GPtrArray *methods, BspProgressFunc progress,
                     gpointer progress_data)
{
    double load;
    const CompareMethod *reference = find_reference(methods);
    report->noise = (CompareNoise){ .load = getloadavg(&load, 1) == 1 ? load : -1,
                                    .cores = g_get_num_processors() };
    report->reference = reference ? reference->klass : NULL;
    Timing t = timing_new(report, methods);
    g_autofree Lanes *all = make_lanes(&t, reference);
    repeat_turns(&t, progress, progress_data);
    fill_results(&t, all);
    timing_clear(&t);
}
