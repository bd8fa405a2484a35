/* compare-run: methods driven over moves: answers checked, then times measured. */
#include "compare-run.h"

#include <string.h>

#include "bsp-node.h"
#include "compare-clock.h"

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

void compare_result_free(CompareResult *result)
{
    if (!result)
        return;
    g_array_unref(result->answers);
    g_free(result);
}

void compare_report_free(CompareReport *report)
{
    if (!report)
        return;
    if (report->moves)
        g_array_unref(report->moves);
    g_ptr_array_unref(report->results);
    g_free(report);
}

static const CompareTrajectory *trajectory_of(const CompareScenario *s, const CompareResolved *move)
{
    return &g_array_index(s->trajectories, CompareTrajectory, move->trajectory);
}

/* --- answers --- */

double compare_contract_t(const BspTransition *tr)
{
    return tr->type == BSP_EMPTY ? 1 : tr->type == BSP_EMPTY_TO_SOLID ? tr->t : 0;
}

static void judge(CompareResult *result, const CompareResolved *move, CompareClaim claim, double t)
{
    gboolean early = t<move->truth.t_lo, late = t> move->truth.t_hi;
    double length = bsp_vec_length(bsp_vec_sub(move->to, move->from));
    result->n_early += early ? 1 : 0;
    result->n_late += late ? 1 : 0;
    result->n_outside += early || late ? 1 : 0;
    result->n_wrong += late || (early && claim == COMPARE_EXACT) ? 1 : 0;
    if (early)
        result->max_early_units = MAX(result->max_early_units, (move->truth.t_lo - t) * length);
}

static void count_nodes(CompareGroup *group, guint64 nodes)
{
    group->nodes_mean += ((double)nodes - group->nodes_mean) / ++group->n;
    group->nodes_max = MAX(group->nodes_max, nodes);
}

static gboolean is_stationary(const CompareResolved *move)
{
    return move->from.x == move->to.x && move->from.y == move->to.y && move->from.z == move->to.z;
}

static void answer_all(const CompareMethod *method, const GArray *moves, CompareResult *result)
{
    const CompareScenario *s = method->scenario;
    result->hash = bsp_hash(BSP_HASH_START, &result->size.hash, sizeof result->size.hash);
    for (guint i = 0; i < moves->len; i++) {
        const CompareResolved *move = &g_array_index(moves, CompareResolved, i);
        const CompareTrajectory *tr = trajectory_of(s, move);
        const BspShape *shape = compare_scenario_shape(s, tr);
        CompareClaim claim = method->klass->claim(shape, tr->space);
        if (claim == COMPARE_SKIPS || (method->klass->stationary && !is_stationary(move))) {
            result->n_skipped++;
            continue;
        }
        BspCounters counters = { 0 };
        CompareAnswer answer = { .move = i };
        answer.transition =
            method->klass->query(method->data, shape, tr->space, move->from, move->to, &counters);
        answer.t = compare_contract_t(&answer.transition);
        answer.nodes = counters.nodes;
        g_array_append_val(result->answers, answer);
        result->n_moves++;
        judge(result, move, claim, answer.t);
        count_nodes(compare_is_walk(move) ? &result->walk : &result->shot, counters.nodes);
        result->hash = bsp_hash(result->hash, &answer.t, sizeof answer.t);
        result->hash = bsp_hash(result->hash, &counters, sizeof counters);
    }
}

CompareResult *compare_answer(const CompareMethod *method, const GArray *moves)
{
    CompareResult *result = g_new0(CompareResult, 1);
    result->klass = method->klass;
    result->answers = g_array_new(FALSE, FALSE, sizeof(CompareAnswer));
    method->klass->size(method->data, &result->size);
    answer_all(method, moves, result);
    return result;
}

/* --- the whole run --- */

static gboolean run_methods(CompareReport *report, const CompareMethodClass *const *classes,
                            GPtrArray *methods, Stage *stage, GError **error)
{
    for (guint i = 0; classes[i]; i++) {
        stage_begin(stage, "building", classes[i]->name);
        gsize before = compare_memory_begin();
        gint64 start = g_get_monotonic_time();
        CompareMethod *method =
            compare_method_new(classes[i], report->scenario, stage_progress, stage, error);
        if (!method)
            return FALSE;
        double ms = (double)(g_get_monotonic_time() - start) / 1000;
        gsize peak = compare_memory_peak(before);
        g_ptr_array_add(methods, method);
        stage_begin(stage, "checking", classes[i]->name);
        CompareResult *result = compare_answer(method, report->moves);
        result->build_ms = ms;
        result->peak_build_bytes = peak;
        g_ptr_array_add(report->results, result);
    }
    return TRUE;
}

CompareReport *compare_run(const CompareScenario *scenario,
                           const CompareMethodClass *const *classes, gboolean timing,
                           CompareStageFunc stage_func, gpointer stage_data, GError **error)
{
    CompareReport *report = g_new0(CompareReport, 1);
    Stage stage = { stage_func, stage_data, NULL };
    g_autoptr(CompareOracle) oracle = compare_oracle_new(scenario->world->solid);
    g_autoptr(GPtrArray) methods =
        g_ptr_array_new_with_free_func((GDestroyNotify)compare_method_free);
    report->scenario = scenario;
    report->results = g_ptr_array_new_with_free_func((GDestroyNotify)compare_result_free);
    stage_begin(&stage, "resolving", "moves");
    report->moves = compare_resolve(scenario, oracle, error);
    gboolean ok = report->moves && run_methods(report, classes, methods, &stage, error);
    if (ok && timing) {
        stage_begin(&stage, "measuring", "times");
        compare_measure(report, methods, stage_progress, &stage);
    }
    g_free(stage.label);
    if (!ok)
        g_clear_pointer(&report, compare_report_free);
    return report;
}
