/* run: lets methods answer moves, checks the answers, and then measures times. */
#include "run/run.h"

#include "run/answer-hash.h"
#include "run/judge.h"
#include "run/machine.h"
#include "run/timing.h"

/* --- progress --- */

/* A stage that is running. */
typedef struct {
    const CompareStage *to;
    char *label;
    guint rounds; /* if above 0, the label has the number of the round of this number of rounds, and
                     no fraction */
} Label;

static gboolean report_progress(double done, gpointer user_data)
{
    const Label *label = user_data;
    g_autofree char *round = label->rounds
                                 ? g_strdup_printf("%s, round %.0f of %u", label->label,
                                                   done * label->rounds + 1, label->rounds)
                                 : NULL;
    compare_stage_report(label->to, round ? round : label->label, round ? -1 : done);
    return TRUE;
}

static void begin_stage(Label *label, const char *what, const char *of)
{
    g_free(label->label);
    label->label = g_strdup_printf("%s %s", what, of);
    report_progress(0, label);
}

/* --- answers --- */

/* The number of moves between two progress reports. It is small enough for a smooth display, and
 * large enough that reporting takes hardly any time. */
#define PROGRESS_EVERY 1024

/* Answers a move, and continues *hash by the whole answer. */
static BspTrace ask(const CompareMethod *method, const CompareCall *call, BspCounters *counters,
                    guint64 *hash)
{
    BspTrace answer = { .hit.brush = BSP_NO_BRUSH };
    if (method->klass->trace)
        method->klass->trace(method->data, call, &answer, counters);
    else
        answer.tr = method->klass->query(method->data, call, counters);
    *hash = compare_hash_trace(*hash, &answer);
    return answer;
}

static gboolean has_one_plane(const BspTrace *answer)
{
    const BspPlane *a = &answer->tr.plane, *b = &answer->hit.plane;
    return bsp_same_normal(a->normal, b->normal) && fabs(a->dist - b->dist) <= BSP_TOUCHED;
}

static void add_counters_hash(CompareResult *result, const BspCounters *counters)
{
    const guint64 counts[] = { counters->nodes, counters->planes, counters->leaves,
                               counters->bevels };
    for (guint i = 0; i < G_N_ELEMENTS(counts); i++)
        result->counters_hash = compare_hash_word(result->counters_hash, counts[i]);
}

static void answer_move(const CompareMethod *method, const CompareJudge *judge, guint i,
                        const CompareResolved *move, CompareResult *result)
{
    const CompareScenario *s = method->scenario;
    const CompareTrajectory *tr = compare_scenario_trajectory(s, move->trajectory);
    if (compare_method_claim(method->klass, s, tr) == COMPARE_SKIPS ||
        (method->klass->stationary && compare_move_length(move) > 0)) {
        result->n_skipped++;
        return;
    }
    BspCounters counters = { 0 };
    CompareAnswer answer = { .move = i };
    CompareCall call = compare_call(s, tr->mover, move->from, move->to);
    call.turn = compare_resolved_turn(s, move);
    call.move.skin = tr->skin;
    BspTrace trace = ask(method, &call, &counters, &result->hash);
    answer.transition = trace.tr;
    answer.named = has_one_plane(&trace) ? trace.hit.brush : BSP_NO_BRUSH;
    answer.t = bsp_transition_blocking_time(&answer.transition);
    answer.nodes = counters.nodes;
    compare_judge(judge, result, move, &answer);
    add_counters_hash(result, &counters);
}

static CompareResult *answer_moves(const CompareMethod *method, const GArray *moves,
                                   ComparePlanes *planes, Label *label)
{
    CompareResult *result = compare_result_new(method->klass, moves->len);
    method->klass->size(method->data, &result->size);
    if (method->klass->bevels)
        method->klass->bevels(method->data, &result->bevels);
    result->counters_hash = compare_hash_word(result->counters_hash, result->size.hash);
    result->counters_hash = compare_hash_word(result->counters_hash, result->size.bytes);
    double near =
        method->crack / 2 *
        sqrt(3); /* the maximum distance of a stop from the brushes at a crack (compile/fill.c) */
    g_autoptr(CompareOracle) cracks =
        near > BSP_BRACKET ? compare_oracle_new_skin(method->scenario->world->solid, near) : NULL;
    const CompareJudge judge = { method->scenario, method, planes, cracks };
    for (guint i = 0; i < moves->len; i++) {
        if (label && i % PROGRESS_EVERY == 0)
            report_progress((double)i / moves->len, label);
        answer_move(method, &judge, i, &g_array_index(moves, CompareResolved, i), result);
    }
    return result;
}

CompareResult *compare_answer(const CompareMethod *method, const GArray *moves)
{
    g_autoptr(ComparePlanes) planes = compare_planes_new(method->scenario->world->solid);
    return answer_moves(method, moves, planes, NULL);
}

/* --- the steps of a run --- */

CompareReport *compare_report_new(const CompareScenario *scenario, CompareOracle *oracle,
                                  const CompareStage *stage, GError **error)
{
    Label label = { .to = stage };
    begin_stage(&label, "resolving", "moves");
    GArray *moves = compare_resolve(scenario, oracle, report_progress, &label, error);
    g_free(label.label);
    return moves ? compare_report_of(scenario, moves) : NULL;
}

/* Builds a method and adds its result to the report. For progress, `of` is the method's name, with
 * its number if there are several. */
static gboolean add_method(CompareReport *report, const CompareScenario *scenario,
                           const CompareMethodClass *klass, const char *of, Label *label,
                           GError **error)
{
    begin_stage(label, "building", of);
    gsize before = compare_memory_begin();
    gint64 start = g_get_monotonic_time();
    CompareMethod *method =
        compare_method_new(klass, scenario, &report->trees, report_progress, label, error);
    if (!method)
        return FALSE;
    double ms = (double)(g_get_monotonic_time() - start) / 1000;
    gsize peak = compare_memory_peak(before);
    g_ptr_array_add(report->methods, method);
    begin_stage(label, "checking", of);
    CompareResult *result = answer_moves(method, report->moves, report->planes, label);
    result->build_ms = ms;
    result->peak_build_bytes = peak;
    g_ptr_array_add(report->results, result);
    return TRUE;
}

gboolean compare_report_add(CompareReport *report, const CompareScenario *scenario,
                            const CompareAsked *asked, const CompareStage *stage, GError **error)
{
    Label label = { .to = stage };
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
        ok = add_method(report, scenario, klass, of, &label, error);
    }
    g_free(label.label);
    return ok;
}

void compare_report_measure(CompareReport *report, const CompareStage *stage)
{
    Label label = { stage, g_strdup("measuring times"), report->scenario->repeat + 1 };
    compare_measure(report, report_progress, &label);
    g_free(label.label);
}

CompareReport *compare_run(const CompareScenario *scenario, const CompareAsked *asked,
                           gboolean timed, const CompareStage *stage, GError **error)
{
    g_autoptr(CompareOracle) oracle = compare_oracle_new(scenario->world->solid);
    g_autoptr(CompareReport) report = compare_report_new(scenario, oracle, stage, error);
    if (!report || !compare_report_add(report, scenario, asked, stage, error))
        return NULL;
    if (timed)
        compare_report_measure(report, stage);
    g_ptr_array_set_size(report->methods, 0);
    return g_steal_pointer(&report);
}
