/* clock: how long queries take, and how much memory a build needs. */
#include "run/clock.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- time --- */

typedef struct {
    const CompareMethod *method;
    CompareGroup *group;
    GArray *calls;         /* CompareCall, in walking order */
    CompareCall *shuffled; /* the same in another order */
    GArray *objects;       /* guint: whose move each call is */
    guint n_objects;
    gpointer memory;   /* of all the objects, if the method remembers anything */
    gpointer batch[2]; /* the calls in either order, if the method takes many at once */
    GArray *means[2];  /* double: ns per query of each repetition, walking and shuffled */
    double *single;    /* ns of each call alone, the least seen */
} Lane;

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Keeps the compiler from dropping the queries. */
static volatile double sink;

static double ask(const Lane *lane, const CompareCall *call)
{
    const CompareMethod *m = lane->method;
    return m->klass->query(m->data, call->shape, call->mover, call->from, call->to, NULL).t;
}

static void forget(const Lane *lane)
{
    if (lane->memory)
        memset(lane->memory, 0, lane->n_objects * lane->method->klass->memory_size);
}

/* In walking order, where objects may remember. */
static double follow(const Lane *lane, guint i)
{
    const CompareMethod *m = lane->method;
    const CompareCall *call = &g_array_index(lane->calls, CompareCall, i);
    if (!lane->memory)
        return ask(lane, call);
    guint object = g_array_index(lane->objects, guint, i);
    gpointer memory = (char *)lane->memory + object * m->klass->memory_size;
    return m->klass->follow(m->data, memory, call, NULL).t;
}

static double mean_time(const Lane *lane, gboolean shuffled)
{
    guint n = lane->calls->len;
    double sum = 0;
    forget(lane);
    double start = now_ns();
    if (lane->batch[shuffled])
        lane->method->klass->batch_run(lane->batch[shuffled]);
    else
        for (guint i = 0; i < n; i++)
            sum += shuffled ? ask(lane, &lane->shuffled[i]) : follow(lane, i);
    double end = now_ns();
    sink = sum;
    return (end - start) / n;
}

/* What reading the clock adds to a call timed alone. */
static double clock_cost(void)
{
    double least = HUGE_VAL;
    for (int i = 0; i < 1000; i++) {
        double start = now_ns(), end = now_ns();
        least = MIN(least, end - start);
    }
    return least;
}

static void time_singly(Lane *lane, double cost)
{
    forget(lane);
    for (guint i = 0; i < lane->calls->len; i++) {
        double start = now_ns();
        sink = follow(lane, i);
        lane->single[i] = MIN(lane->single[i], MAX(now_ns() - start - cost, 0));
    }
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double quantile(double *values, guint n, double q)
{
    qsort(values, n, sizeof *values, compare_doubles);
    double at = q * (n - 1);
    guint i = (guint)at;
    return i + 1 < n ? values[i] + (at - i) * (values[i + 1] - values[i]) : values[n - 1];
}

/* Ranks of the distribution-free 95 percent interval of the median of n values: the widest tails
 * of the binomial (n, 1/2) that hold no more than 2.5 percent each. */
static guint ci_rank(guint n)
{
    double term = pow(0.5, n), tail = term;
    guint rank = 0;
    while (tail <= 0.025 && rank + 1 < n / 2) {
        rank++;
        term *= (double)(n - rank + 1) / rank;
        tail += term;
    }
    return rank ? rank - 1 : 0;
}

static void lane_finish(Lane *lane)
{
    double *means = (double *)(gpointer)lane->means[0]->data;
    guint n = lane->means[0]->len, rank = ci_rank(n);
    if (n > 0) { /* else there was nothing to time: all stay 0 */
        lane->group->ns_median = quantile(means, n, 0.5);
        lane->group->ns_ci95[0] = means[rank];
        lane->group->ns_ci95[1] = means[n - 1 - rank];
        lane->group->ns_median_shuffled =
            quantile((double *)(gpointer)lane->means[1]->data, n, 0.5);
        lane->group->ns_p99 = quantile(lane->single, lane->calls->len, 0.99);
    }
    for (guint k = 0; k < 2; k++)
        if (lane->batch[k])
            lane->method->klass->batch_free(lane->batch[k]);
    g_array_unref(lane->calls);
    g_array_unref(lane->objects);
    g_free(lane->memory);
    g_array_unref(lane->means[0]);
    g_array_unref(lane->means[1]);
    g_free(lane->shuffled);
    g_free(lane->single);
}

/* The calls of one method for the walks or the shots. */
static void lane_init(Lane *lane, const CompareReport *report, const CompareMethod *method,
                      CompareResult *result, gboolean walks)
{
    const CompareScenario *s = method->scenario; /* its shapes are those the method knows */
    *lane = (Lane){ .method = method, .group = walks ? &result->walk : &result->shot };
    lane->calls = g_array_new(FALSE, FALSE, sizeof(CompareCall));
    lane->objects = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < result->answers->len; i++) {
        guint index = g_array_index(result->answers, CompareAnswer, i).move;
        const CompareResolved *move = &g_array_index(report->moves, CompareResolved, index);
        const CompareTrajectory *tr =
            &g_array_index(s->trajectories, CompareTrajectory, move->trajectory);
        CompareCall call = { compare_scenario_shape(s, tr), compare_scenario_mover(tr), move->from,
                             move->to };
        if (compare_is_walk(move) != walks)
            continue;
        g_array_append_val(lane->calls, call);
        g_array_append_val(lane->objects, move->trajectory);
    }
    lane->n_objects = s->trajectories->len;
    if (method->klass->follow)
        lane->memory = g_malloc0(MAX(lane->n_objects, 1) * method->klass->memory_size);
    guint n = lane->calls->len;
    lane->shuffled = g_memdup2(lane->calls->data, n * sizeof *lane->shuffled);
    lane->single = g_new(double, MAX(n, 1));
    GRand *rand = g_rand_new_with_seed(1); /* the same shuffle for every method */
    for (guint i = 0; i < n; i++) {
        lane->single[i] = HUGE_VAL;
        guint k = (guint)g_rand_int_range(rand, (gint32)i, (gint32)n);
        CompareCall swap = lane->shuffled[i];
        lane->shuffled[i] = lane->shuffled[k];
        lane->shuffled[k] = swap;
    }
    g_rand_free(rand);
    for (guint k = 0; k < 2; k++) {
        lane->means[k] = g_array_new(FALSE, FALSE, sizeof(double));
        const CompareCall *calls = k ? lane->shuffled : (const CompareCall *)lane->calls->data;
        if (method->klass->batch_new && n > 0)
            lane->batch[k] = method->klass->batch_new(method->data, calls, n);
    }
}

void compare_measure(CompareReport *report, const GPtrArray *methods, BspProgressFunc progress,
                     gpointer progress_data)
{
    guint n_lanes = 2 * methods->len, repeat = report->scenario->repeat;
    g_autofree Lane *lanes = g_new(Lane, MAX(n_lanes, 1));
    for (guint i = 0; i < n_lanes; i++)
        lane_init(&lanes[i], report, methods->pdata[i / 2], report->results->pdata[i / 2],
                  i % 2 == 0);
    double cost = clock_cost();
    for (guint r = 0; r <= repeat; r++) { /* the first is a warm-up */
        progress((double)r / (repeat + 1), progress_data);
        for (guint i = 0; i < n_lanes; i++) {
            Lane *lane = &lanes[i];
            if (lane->calls->len == 0)
                continue;
            double walking = mean_time(lane, FALSE);
            double shuffled = mean_time(lane, TRUE);
            time_singly(lane, cost);
            if (r > 0) {
                g_array_append_val(lane->means[0], walking);
                g_array_append_val(lane->means[1], shuffled);
            }
        }
    }
    for (guint i = 0; i < n_lanes; i++)
        lane_finish(&lanes[i]);
}

/* --- memory --- */

/* A line of /proc/self/status, in bytes. */
static gsize status_bytes(const char *format)
{
    char line[256];
    gsize kib = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file) && sscanf(line, format, &kib) != 1)
        ;
    if (file)
        fclose(file);
    return kib * 1024;
}

gsize compare_memory_begin(void)
{
    malloc_trim(0); /* what an earlier build has freed is not to be had for nothing */
    FILE *file = fopen("/proc/self/clear_refs", "w"); /* 5: forget the peak so far */
    if (file) {
        fputs("5", file);
        fclose(file);
    }
    return status_bytes("VmRSS: %zu");
}

gsize compare_memory_peak(gsize before)
{
    gsize peak = status_bytes("VmHWM: %zu");
    return peak > before ? peak - before : 0;
}
