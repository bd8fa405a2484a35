/* judge: an answer held against the bracket of its move. */
#include "run/judge.h"

#include "run/leaving.h"

CompareResult *compare_result_new(const CompareMethodClass *klass)
{
    CompareResult *result = g_new0(CompareResult, 1);
    result->klass = klass;
    result->answers = g_array_new(FALSE, FALSE, sizeof(CompareAnswer));
    return result;
}

/* Whether an answer outside of its bracket breaks a promise. */
static gboolean is_wrong(CompareClaim claim, gboolean early, gboolean late)
{
    return claim == COMPARE_EXACT ? early || late : late && claim != COMPARE_CLAIMS_NOTHING;
}

static void hold_against(CompareResult *result, const CompareResolved *move, CompareClaim claim,
                         const CompareAnswer *answer)
{
    double t_lo = compare_answer_t_lo(answer, move);
    gboolean early = answer->t < t_lo;
    gboolean late = answer->t > move->truth.t_hi;
    double length = bsp_vec_length(bsp_vec_sub(move->to, move->from));
    result->n_early += early ? 1 : 0;
    result->n_late += late ? 1 : 0;
    result->n_outside += early || late ? 1 : 0;
    gboolean leaves_wrongly = compare_leaving_off(result->klass, &result->size, claim, &move->truth,
                                                  &answer->transition) != 0;
    result->n_wrong += is_wrong(claim, early, late) || leaves_wrongly ? 1 : 0;
    if (early)
        result->max_early_units = MAX(result->max_early_units, (t_lo - answer->t) * length);
}

static void count_nodes(CompareGroup *group, guint64 nodes)
{
    group->nodes_mean += ((double)nodes - group->nodes_mean) / ++group->n;
    group->nodes_max = MAX(group->nodes_max, nodes);
}

void compare_judge(CompareResult *result, const CompareResolved *move, CompareClaim claim,
                   const CompareAnswer *answer)
{
    g_array_append_val(result->answers, *answer);
    result->n_moves++;
    hold_against(result, move, claim, answer);
    count_nodes(compare_is_walk(move) ? &result->walk : &result->shot, answer->nodes);
}
