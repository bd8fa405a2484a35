/* judge: compares an answer with the bracket of its move. */
#include "run/judge.h"

#include "bsp-shape.h"
#include "methods/outsider.h"

/* --- judges the exit time that a method reports for a move that begins in solid --- */

/* Contestants report no exit time. */
static gboolean reports_exit(const CompareMethodClass *klass, const BspTransition *tr)
{
    return !klass->outsider && (tr->type == BSP_SOLID || tr->type == BSP_SOLID_TO_EMPTY);
}

double compare_leaving_off(const CompareMethodClass *klass, const CompareSize *size,
                           CompareClaim claim, const CompareTruth *truth, const BspTransition *tr)
{
    if (!truth->inside || claim == COMPARE_CLAIMS_NOTHING || !reports_exit(klass, tr))
        return 0;
    double t = tr->type == BSP_SOLID ? 1 : tr->t;
    gboolean may_be_late = claim != COMPARE_EXACT || size->filled > 0;
    if (t < truth->leave_lo)
        return t - truth->leave_lo;
    return t > truth->leave_hi && !may_be_late ? t - truth->leave_hi : 0;
}

CompareResult *compare_result_new(const CompareMethodClass *klass)
{
    CompareResult *result = g_new0(CompareResult, 1);
    result->klass = klass;
    result->hash = result->counters_hash = BSP_HASH_START;
    result->answers = g_array_new(FALSE, FALSE, sizeof(CompareAnswer));
    return result;
}

/* TRUE if an answer that is early, late or has a wrong plane breaks the method's guarantee. Planes
 * are guaranteed only for boxes and points. */
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
    /* If the outside is filled, a method may hit solid that belongs to no brush. At a crack
     * narrower than BSP_BRACKET this solid begins before the truth, beside brushes. */
    gboolean is_before = (truth->t - answer->t) * compare_move_length(move) > BSP_TOUCHED;
    gboolean is_filling = judgement.verdict == COMPARE_PLANE_NOTHING_TOUCHED ||
                          (judgement.verdict == COMPARE_PLANE_NO_FACE && is_before);
    return size->filled > 0 && is_filling ? right : judgement;
}

/* Whether the move begins in filled space, which is empty to the oracle. A random walk gets there
 * through a crack narrower than BSP_BRACKET, by sliding along a wall. The answer to the move that
 * entered the filled space is judged, so a reachable space that is filled by mistake shows there.
 * The places of explain --from may be outside the level. */
static gboolean begins_in_filling(const CompareQuestion *question, const CompareSize *size,
                                  const BspTransition *answer)
{
    return size->filled > 0 && question->may_be_outside && !question->move->truth.inside &&
           (answer->type == BSP_SOLID || answer->type == BSP_SOLID_TO_EMPTY);
}

/* Whether an early answer stops in a crack that is wider than the bracket and closed
 * (compile/fill.c). */
static gboolean stops_in_crack(const CompareQuestion *question, const CompareSize *size,
                               const CompareAnswer *answer)
{
    const CompareResolved *move = question->move;
    return size->filled > 0 && question->near && answer->t < compare_answer_t_lo(answer, move) &&
           answer->t >= compare_oracle_move(question->near, question->shape, question->mask,
                                            move->from, move->to)
                            .t_lo;
}

static void compare_with_bracket(CompareResult *result, const CompareQuestion *question,
                                 const CompareAnswer *answer)
{
    const CompareResolved *move = question->move;
    double t_lo = compare_answer_t_lo(answer, move);
    gboolean early = answer->t < t_lo;
    gboolean late = answer->t > move->truth.t_hi;
    double length = compare_move_length(move);
    gboolean plane = answer->plane.verdict != COMPARE_PLANE_RIGHT;
    gboolean leaves = compare_leaving_off(result->klass, &result->size, question->claim,
                                          &move->truth, &answer->transition) != 0;
    result->n_early += early ? 1 : 0;
    result->n_late += late ? 1 : 0;
    result->n_outside += early || late ? 1 : 0;
    result->n_planes_wrong += plane ? 1 : 0;
    gboolean breaks_promise =
        plane && bsp_shape_is_box(question->shape) && !result->klass->names_crossed;
    gboolean wrong = is_wrong(question->claim, early, late, breaks_promise);
    result->n_in_filling += answer->is_in_filling ? 1 : 0;
    result->n_in_crack += answer->is_in_crack ? 1 : 0;
    result->n_wrong += (wrong && !answer->is_in_filling && !answer->is_in_crack) || leaves ? 1 : 0;
    if (early)
        result->max_early_units = MAX(result->max_early_units, (t_lo - answer->t) * length);
}

void compare_judge(CompareResult *result, const CompareQuestion *question,
                   const CompareAnswer *given)
{
    CompareAnswer answer = *given;
    answer.plane = compare_judge_plane(question, &result->size, &answer.transition);
    answer.is_in_filling = begins_in_filling(question, &result->size, &answer.transition);
    answer.is_in_crack = !answer.is_in_filling && stops_in_crack(question, &result->size, &answer);
    g_array_append_val(result->answers, answer);
    result->n_moves++;
    compare_with_bracket(result, question, &answer);
    compare_count_nodes(compare_is_walk(question->move) ? &result->walk : &result->shot,
                        answer.nodes);
}

/* --- judges moves with a wide bracket by a sharper one --- */

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
