/* judge: compares an answer with the bracket of its move. */
#include "run/judge.h"

#include "bsp-shape.h"
#include "run/leaving.h"

CompareResult *compare_result_new(const CompareMethodClass *klass)
{
    CompareResult *result = g_new0(CompareResult, 1);
    result->klass = klass;
    result->answers = g_array_new(FALSE, FALSE, sizeof(CompareAnswer));
    return result;
}

/* TRUE if an answer outside its bracket, or with a wrong plane, breaks the method's guarantee.
 * Planes are guaranteed for boxes and points alone. */
static gboolean is_wrong(CompareClaim claim, gboolean early, gboolean late, gboolean plane)
{
    return claim == COMPARE_EXACT ? early || late || plane
                                  : late && claim != COMPARE_CLAIMS_NOTHING;
}

ComparePlaneJudgement compare_judge_plane(const CompareQuestion *question, const CompareSize *size,
                                          const BspTransition *answer)
{
    const CompareResolved *move = question->move;
    const CompareTruth *truth = &move->truth;
    ComparePlaneJudgement right = { COMPARE_PLANE_RIGHT, bsp_vec(0, 0, 0) };
    if (!question->planes || answer->type != BSP_EMPTY_TO_SOLID || truth->inside ||
        answer->t < truth->t_lo || answer->t > truth->t_hi)
        return right;
    ComparePlaneJudgement judgement = compare_planes_judge(
        question->planes, question->shape, question->mask, move->from, move->to, answer);
    /* If the outside is filled, a method may hit solid that belongs to no brush. */
    gboolean is_filling = size->filled > 0 && judgement.verdict == COMPARE_PLANE_NOTHING_TOUCHED;
    return is_filling ? right : judgement;
}

static void compare_with_bracket(CompareResult *result, const CompareQuestion *question,
                                 const CompareAnswer *answer)
{
    const CompareResolved *move = question->move;
    double t_lo = compare_answer_t_lo(answer, move);
    gboolean early = answer->t < t_lo;
    gboolean late = answer->t > move->truth.t_hi;
    double length = bsp_vec_length(bsp_vec_sub(move->to, move->from));
    gboolean plane = answer->plane.verdict != COMPARE_PLANE_RIGHT;
    gboolean leaves = compare_leaving_off(result->klass, &result->size, question->claim,
                                          &move->truth, &answer->transition) != 0;
    result->n_early += early ? 1 : 0;
    result->n_late += late ? 1 : 0;
    result->n_outside += early || late ? 1 : 0;
    result->n_planes_wrong += plane ? 1 : 0;
    result->n_wrong +=
        is_wrong(question->claim, early, late, plane && bsp_shape_is_box(question->shape)) || leaves
            ? 1
            : 0;
    if (early)
        result->max_early_units = MAX(result->max_early_units, (t_lo - answer->t) * length);
}

static void count_nodes(CompareGroup *group, guint64 nodes)
{
    group->nodes_mean += ((double)nodes - group->nodes_mean) / ++group->n;
    group->nodes_max = MAX(group->nodes_max, nodes);
}

void compare_judge(CompareResult *result, const CompareQuestion *question,
                   const CompareAnswer *given)
{
    CompareAnswer answer = *given;
    answer.plane = compare_judge_plane(question, &result->size, &answer.transition);
    g_array_append_val(result->answers, answer);
    result->n_moves++;
    compare_with_bracket(result, question, &answer);
    count_nodes(compare_is_walk(question->move) ? &result->walk : &result->shot, answer.nodes);
}
