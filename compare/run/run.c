/* run: methods answer moves; answers are checked, then times are measured. */
#include "run/run.h"

#include "run/answer-hash.h"
#include "run/by-shape.h"
#include "run/closed-loop.h"
#include "run/judge.h"
#include "run/machine.h"
#include "run/timing.h"

typedef struct {
    CompareStageFunc func;
    gpointer data;
    char *label;
} Stage;

static gboolean stage_progress(double done, gpointer user_data)
{
    const Stage *stage = user_data;
    if (stage->func)
        stage->func(stage->label, done, stage->data);
    return TRUE;
}

static void stage_begin(Stage *stage, const char *what, const char *of)
{
    g_free(stage->label);
    stage->label = g_strdup_printf("%s %s", what, of);
    stage_progress(0, stage);
}

static const CompareTrajectory *trajectory_of(const CompareScenario *s, const CompareResolved *move)
{
    return compare_scenario_trajectory(s, move->trajectory);
}

/* --- answers --- */

static gboolean is_stationary(const CompareResolved *move)
{
    return move->from.x == move->to.x && move->from.y == move->to.y && move->from.z == move->to.z;
}

/* Moves between two progress reports. */
#define PROGRESS_EVERY 1024

/* Answers a move, and adds the whole answer to the hash. */
static BspTransition ask(const CompareMethod *method, const CompareCall *call,
                         BspCounters *counters, guint64 *hash)
{
    BspTrace answer = { .hit.brush = BSP_NO_BRUSH };
    if (method->klass->trace)
        method->klass->trace(method->data, call, &answer, counters);
    else
        answer.tr = method->klass->query(method->data, call->shape, call->mover, call->from,
                                         call->to, counters);
    *hash = compare_hash_trace(*hash, &answer);
    return answer.tr;
}

static void add_tree_hash(CompareResult *result)
{
    result->counters_hash = compare_hash_word(result->counters_hash, result->size.hash);
    result->counters_hash = compare_hash_word(result->counters_hash, result->size.bytes);
}

static void add_counters_hash(CompareResult *result, const BspCounters *counters)
{
    const guint64 counts[] = { counters->nodes, counters->planes, counters->leaves,
                               counters->bevels };
    for (guint i = 0; i < G_N_ELEMENTS(counts); i++)
        result->counters_hash = compare_hash_word(result->counters_hash, counts[i]);
}

/* Reports progress to the stage, which may be NULL. */
static void answer_all(const CompareMethod *method, const GArray *moves, ComparePlanes *planes,
                       const Stage *stage, CompareResult *result)
{
    const CompareScenario *s = method->scenario;
    double near = method->crack / 2 * sqrt(3); /* the farthest stop (compile/fill.c) */
    g_autoptr(CompareOracle) cracks =
        near > BSP_BRACKET ? compare_oracle_new_skin(s->world->solid, near) : NULL;
    add_tree_hash(result);
    for (guint i = 0; i < moves->len; i++) {
        const CompareResolved *move = &g_array_index(moves, CompareResolved, i);
        const CompareTrajectory *tr = trajectory_of(s, move);
        const BspShape *shape = compare_scenario_shape(s, tr);
        if (stage && i % PROGRESS_EVERY == 0)
            stage_progress((double)i / moves->len, (gpointer)stage);
        gint mover = compare_scenario_mover(tr);
        CompareClaim claim = method->klass->claim(shape, mover);
        if (claim == COMPARE_SKIPS || (method->klass->stationary && !is_stationary(move))) {
            result->n_skipped++;
            continue;
        }
        BspCounters counters = { 0 };
        CompareAnswer answer = { .move = i };
        const CompareCall call = { shape, mover, move->from, move->to };
        answer.transition = ask(method, &call, &counters, &result->hash);
        answer.t = bsp_transition_blocking_time(&answer.transition);
        answer.nodes = counters.nodes;
        CompareQuestion question = { move,  shape,  compare_scenario_mask(s, tr),
                                     claim, planes, tr->source == COMPARE_RANDOM || tr->is_asked,
                                     cracks };
        compare_judge(result, &question, &answer);
        add_counters_hash(result, &counters);
    }
}

static CompareResult *answer_moves(const CompareMethod *method, const GArray *moves,
                                   ComparePlanes *planes, const Stage *stage)
{
    CompareResult *result = compare_result_new(method->klass);
    method->klass->size(method->data, &result->size);
    result->unfilled = g_strdup(method->unfilled);
    result->leaks = method->leaks;
    if (method->klass->bevels)
        method->klass->bevels(method->data, &result->bevels);
    answer_all(method, moves, planes, stage, result);
    return result;
}

CompareResult *compare_answer(const CompareMethod *method, const GArray *moves)
{
    g_autoptr(ComparePlanes) planes = compare_planes_new(method->scenario->world->solid);
    return answer_moves(method, moves, planes, NULL);
}

/* --- the whole run --- */

/* Takes ownership of the moves. Returns NULL if `moves` is NULL. */
static CompareReport *report_on(const CompareScenario *scenario, GArray *moves)
{
    return moves ? compare_report_of(scenario, moves) : NULL;
}

CompareReport *compare_report_new(const CompareScenario *scenario, CompareOracle *oracle,
                                  GError **error)
{
    return report_on(scenario, compare_resolve(scenario, oracle, error));
}

static GArray *resolve_moves(const CompareScenario *scenario, CompareOracle *oracle,
                             CompareStageFunc stage_func, gpointer stage_data, GError **error)
{
    Stage stage = { stage_func, stage_data, NULL };
    stage_begin(&stage, "resolving", "moves");
    GArray *moves = compare_resolve_with_progress(scenario, oracle, stage_progress, &stage, error);
    g_free(stage.label);
    return moves;
}

/* of: the method's name, and its number if there are several, for progress. */
static gboolean add_method(CompareReport *report, const CompareScenario *scenario,
                           const CompareMethodClass *klass, const char *of, GPtrArray *methods,
                           Stage *stage, GError **error)
{
    stage_begin(stage, "building", of);
    gsize before = compare_memory_begin();
    gint64 start = g_get_monotonic_time();
    CompareMethod *method =
        compare_method_new(klass, scenario, &report->trees, stage_progress, stage, error);
    if (!method)
        return FALSE;
    double ms = (double)(g_get_monotonic_time() - start) / 1000;
    gsize peak = compare_memory_peak(before);
    g_ptr_array_add(methods, method);
    stage_begin(stage, "checking", of);
    CompareResult *result = answer_moves(method, report->moves, report->planes, stage);
    result->build_ms = ms;
    result->peak_build_bytes = peak;
    g_ptr_array_add(report->results, result);
    return TRUE;
}

gboolean compare_report_add(CompareReport *report, const CompareScenario *scenario,
                            const CompareAsked *asked, GPtrArray *methods,
                            CompareStageFunc stage_func, gpointer stage_data, GError **error)
{
    Stage stage = { stage_func, stage_data, NULL };
    gboolean ok = TRUE;
    guint n = 0;
    report->trees = asked->trees;
    while (asked->methods[n])
        n++;
    for (guint i = 0; ok && i < n; i++) {
        const CompareMethodClass *klass = asked->methods[i];
        g_autofree char *of = n == 1
                                  ? g_strdup(klass->name)
                                  : g_strdup_printf("%s, method %u of %u", klass->name, i + 1, n);
        ok = add_method(report, scenario, klass, of, methods, &stage, error);
    }
    g_free(stage.label);
    return ok;
}

typedef struct {
    Stage stage;
    guint n;
} Rounds;

static gboolean report_round(double done, gpointer user_data)
{
    const Rounds *rounds = user_data;
    g_autofree char *label = g_strdup_printf("%s, round %.0f of %u", rounds->stage.label,
                                             done * rounds->n + 1, rounds->n);
    if (rounds->stage.func)
        rounds->stage.func(label, -1, rounds->stage.data);
    return TRUE;
}

/* Takes ownership of the label. */
static void measure(CompareReport *report, const GPtrArray *methods, char *label,
                    CompareStageFunc stage_func, gpointer stage_data)
{
    Rounds rounds = { { stage_func, stage_data, label }, report->scenario->repeat + 1 };
    compare_measure(report, methods, report_round, &rounds);
    g_free(label);
}

void compare_report_measure(CompareReport *report, const GPtrArray *methods,
                            CompareStageFunc stage_func, gpointer stage_data)
{
    measure(report, methods, g_strdup("measuring times"), stage_func, stage_data);
}

static gboolean close_loop(CompareReport *report, CompareOracle *oracle, const GPtrArray *methods,
                           CompareStageFunc stage_func, gpointer stage_data, GError **error)
{
    if (stage_func)
        stage_func("driving objects", -1, stage_data);
    report->drifts = compare_closed_loop(
        report->scenario, oracle, (CompareMethod *const *)methods->pdata, methods->len, error);
    return report->drifts != NULL;
}

/* Runs and times the moves of each shape once more by themselves. */
static void run_by_shape(CompareReport *report, const GPtrArray *methods, guint flags,
                         CompareStageFunc stage, gpointer stage_data)
{
    report->by_shape = compare_by_shape(report);
    for (guint i = 0; i < report->by_shape->len; i++) {
        CompareReport *part = report->by_shape->pdata[i];
        for (guint k = 0; k < methods->len; k++)
            g_ptr_array_add(part->results,
                            answer_moves(methods->pdata[k], part->moves, report->planes, NULL));
        if (flags & COMPARE_RUN_TIMING)
            measure(part, methods,
                    g_strdup_printf("measuring times of %s, shape %u of %u",
                                    compare_by_shape_name(part), i + 1, report->by_shape->len),
                    stage, stage_data);
    }
}

CompareReport *compare_run(const CompareScenario *scenario, const CompareAsked *asked, guint flags,
                           CompareStageFunc stage, gpointer stage_data, GError **error)
{
    g_autoptr(CompareOracle) oracle = compare_oracle_new(scenario->world->solid);
    g_autoptr(GPtrArray) methods =
        g_ptr_array_new_with_free_func((GDestroyNotify)compare_method_free);
    g_autoptr(CompareReport) report =
        report_on(scenario, resolve_moves(scenario, oracle, stage, stage_data, error));
    if (!report ||
        !compare_report_add(report, scenario, asked, methods, stage, stage_data, error) ||
        ((flags & COMPARE_RUN_CLOSED_LOOP) &&
         !close_loop(report, oracle, methods, stage, stage_data, error)))
        return NULL;
    if (flags & COMPARE_RUN_TIMING)
        compare_report_measure(report, methods, stage, stage_data);
    if (flags & COMPARE_RUN_BY_SHAPE)
        run_by_shape(report, methods, flags, stage, stage_data);
    return g_steal_pointer(&report);
}
