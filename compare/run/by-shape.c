/* by-shape: splits a report into one report for each space or shape that moves. */
#include "run/by-shape.h"

static gint mover_of(const CompareReport *report, const CompareResolved *move)
{
    return compare_scenario_mover(compare_report_trajectory(report, move));
}

/* The report for this space or shape (an index as from compare_scenario_mover()); NULL if there is
 * none yet. */
static CompareReport *find_part(const GPtrArray *parts, gint mover)
{
    for (guint i = 0; i < parts->len; i++) {
        CompareReport *part = parts->pdata[i];
        if (mover_of(part, &g_array_index(part->moves, CompareResolved, 0)) == mover)
            return part;
    }
    return NULL;
}

static CompareReport *new_part(GPtrArray *parts, const CompareReport *whole)
{
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(CompareResolved));
    CompareReport *part = compare_report_of(whole->scenario, moves);
    part->trees = whole->trees;
    g_ptr_array_add(parts, part);
    return part;
}

GPtrArray *compare_by_shape(const CompareReport *report)
{
    GPtrArray *parts = g_ptr_array_new_with_free_func((GDestroyNotify)compare_report_free);
    for (guint i = 0; i < report->moves->len; i++) {
        const CompareResolved *move = &g_array_index(report->moves, CompareResolved, i);
        CompareReport *part = find_part(parts, mover_of(report, move));
        if (!part)
            part = new_part(parts, report);
        g_array_append_val(part->moves, *move);
    }
    return parts;
}

const char *compare_by_shape_name(const CompareReport *part)
{
    const CompareResolved *first = &g_array_index(part->moves, CompareResolved, 0);
    return compare_scenario_shape_name(part->scenario, compare_report_trajectory(part, first));
}

CompareOutcomes compare_outcomes(const CompareResult *result)
{
    CompareOutcomes outcomes = { 0 };
    guint *const counts[] = { [BSP_EMPTY] = &outcomes.clear,
                              [BSP_SOLID] = &outcomes.in_solid,
                              [BSP_EMPTY_TO_SOLID] = &outcomes.stopped,
                              [BSP_SOLID_TO_EMPTY] = &outcomes.get_out };
    for (guint i = 0; i < result->answers->len; i++)
        ++*counts[g_array_index(result->answers, CompareAnswer, i).transition.type];
    return outcomes;
}
