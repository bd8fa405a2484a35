/* undecided: judges moves with a wide bracket by a sharper one. */
#include "run/undecided.h"

#include "methods/outsider.h"

GArray *compare_undecided(const CompareReport *report)
{
    GArray *undecided = g_array_new(FALSE, FALSE, sizeof(CompareUndecided));
    g_autoptr(CompareOracle) oracle =
        compare_oracle_new_sharp(report->scenario->world->solid, COMPARE_SHARP_BRACKET);
    for (guint i = 0; i < report->moves->len; i++) {
        const CompareResolved *move = &g_array_index(report->moves, CompareResolved, i);
        if (!compare_is_undecided(move))
            continue;
        const CompareTrajectory *t = compare_report_trajectory(report, move);
        CompareTruth truth =
            compare_oracle_move(oracle, compare_scenario_shape(report->scenario, t),
                                compare_scenario_mask(report->scenario, t), move->from, move->to);
        CompareUndecided item = { i, truth };
        g_array_append_val(undecided, item);
    }
    return undecided;
}

guint compare_undecided_still(const GArray *undecided)
{
    guint n = 0;
    for (guint i = 0; i < undecided->len; i++) {
        const CompareTruth *truth = &g_array_index(undecided, CompareUndecided, i).truth;
        n += truth->t_hi - truth->t_lo > COMPARE_UNDECIDED;
    }
    return n;
}

guint compare_undecided_outside(const GArray *undecided, const CompareResult *result)
{
    guint n = 0;
    if (result->klass->outsider && result->klass->outsider->skin > 0)
        return 0; /* the start was meant to be outside solid */
    /* Both arrays are in the order of the moves. */
    for (guint i = 0, k = 0; i < undecided->len && k < result->answers->len;) {
        const CompareUndecided *item = &g_array_index(undecided, CompareUndecided, i);
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, k);
        i += item->move <= answer->move;
        k += answer->move <= item->move;
        if (item->move != answer->move ||
            (answer->t >= item->truth.t_lo && answer->t <= item->truth.t_hi))
            continue;
        n++;
    }
    return n;
}
