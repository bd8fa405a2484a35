/* report: has the functions about the results of a run. */
#include "run/report.h"

#include <string.h>

#include "methods/outsider.h"
#include "run/answer-hash.h"

CompareReport *compare_report_of(const CompareScenario *scenario, GArray *moves)
{
    CompareReport *report = g_new0(CompareReport, 1);
    report->scenario = scenario;
    report->moves = moves;
    report->planes = compare_planes_new(scenario->world->solid);
    report->methods = g_ptr_array_new_with_free_func((GDestroyNotify)compare_method_free);
    report->results = g_ptr_array_new_with_free_func((GDestroyNotify)compare_result_free);
    report->outsiders = g_ptr_array_new_with_free_func((GDestroyNotify)compare_outsider_free);
    return report;
}

void compare_result_free(CompareResult *result)
{
    if (!result)
        return;
    g_array_unref(result->answers);
    g_free(result);
}

const CompareAnswer *compare_result_find(const CompareResult *result, guint move)
{
    guint from = 0, to = result->answers->len;
    while (from < to) {
        guint middle = from + (to - from) / 2;
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, middle);
        if (answer->move == move)
            return answer;
        if (answer->move < move)
            from = middle + 1;
        else
            to = middle;
    }
    return NULL;
}

void compare_report_free(CompareReport *report)
{
    if (!report)
        return;
    compare_planes_free(report->planes);
    g_clear_pointer(&report->moves, g_array_unref);
    g_ptr_array_unref(report->methods);
    g_ptr_array_unref(report->results);
    g_ptr_array_unref(report->outsiders);
    g_clear_pointer(&report->walkers, g_array_unref);
    g_clear_pointer(&report->crowds, g_array_unref);
    g_clear_pointer(&report->agents, g_array_unref);
    g_clear_pointer(&report->edits, g_array_unref);
    g_free(report);
}

guint compare_report_n_wrong(const CompareReport *report)
{
    guint n = 0;
    for (guint i = 0; i < report->results->len; i++)
        n += ((const CompareResult *)report->results->pdata[i])->n_wrong;
    return n + (guint)MIN(report->n_wrong_further, G_MAXINT32);
}

guint compare_reports_n_wrong(const GPtrArray *reports)
{
    guint n = 0;
    for (guint i = 0; i < reports->len; i++)
        n += compare_report_n_wrong(reports->pdata[i]);
    return n;
}

/* Returns the hash, continued by the name of every method and the hash of its answers or of its
 * counters. Contestants are left out. */
static guint64 hash_of_results(guint64 hash, const CompareReport *report, gboolean counters)
{
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *result = report->results->pdata[i];
        if (result->klass->outsider)
            continue;
        hash = bsp_hash(hash, result->klass->name, strlen(result->klass->name));
        hash = compare_hash_word(hash, counters ? result->counters_hash : result->hash);
    }
    return hash;
}

static guint64 hash_turn(guint64 hash, const BspTurn *turn)
{
    if (!turn)
        return hash;
    for (guint i = 0; i < 4; i++)
        hash = compare_hash_double(hash, turn->orientation[i]);
    hash = compare_hash_vec(compare_hash_vec(hash, turn->axis), turn->pivot);
    return compare_hash_double(hash, turn->degrees);
}

guint64 compare_report_hash(const CompareReport *report)
{
    guint64 hash = BSP_HASH_START;
    for (guint i = 0; i < report->moves->len; i++) {
        const CompareResolved *move = compare_report_move(report, i);
        hash = compare_hash_vec(compare_hash_vec(hash, move->from), move->to);
        hash = hash_turn(hash, compare_resolved_turn(report->scenario, move));
    }
    return hash_of_results(hash, report, FALSE);
}

guint64 compare_report_counters_hash(const CompareReport *report)
{
    return hash_of_results(BSP_HASH_START, report, TRUE);
}

void compare_report_forget_measures(CompareReport *report)
{
    for (guint i = 0; i < report->results->len; i++) {
        CompareResult *result = report->results->pdata[i];
        result->build_ms = 0;
        result->peak_build_bytes = 0;
    }
}
