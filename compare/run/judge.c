/* judge: compares answers with the brackets of their moves. */
#include "run/judge.h"

#include "bsp-shape.h"
#include "methods/outsider.h"
#include "oracle/turn.h"

/* --- judges the exit time that a method reports for a move that begins in solid --- */

/* Returns whether the method reports an exit time. Contestants report none. */
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

CompareResult *compare_result_new(const CompareMethodClass *klass, guint n)
{
    CompareResult *result = g_new0(CompareResult, 1);
    result->klass = klass;
    result->hash = result->counters_hash = BSP_HASH_START;
    result->answers = g_array_sized_new(FALSE, FALSE, sizeof(CompareAnswer), n);
    return result;
}

/* The data by which an answer is judged. */
typedef struct {
    const CompareResolved *move;
    const CompareSize *size; /* the size of the method's tree */
    const BspShape *shape;
    guint32 mask;
    CompareClaim claim;      /* the method's guarantee for the shape */
    gboolean may_be_outside; /* if set, the move belongs to a random walk or to explain --from */
} Question;

static Question question_about(const CompareJudge *judge, const CompareResult *result,
                               const CompareResolved *move)
{
    const CompareScenario *s = judge->scenario;
    const CompareTrajectory *tr = compare_scenario_trajectory(s, move->trajectory);
    return (Question){ .move = move,
                       .size = &result->size,
                       .shape = &compare_mover(s, tr->mover)->shape,
                       .mask = compare_mover(s, tr->mover)->mask,
                       .claim = compare_method_claim(result->klass, s, tr),
                       .may_be_outside = tr->source == COMPARE_RANDOM || tr->is_asked };
}

static gboolean is_in_bracket(const CompareTruth *truth, const BspTransition *answer)
{
    if (answer->type == BSP_SOLID_TO_EMPTY)
        return truth->inside && answer->t >= truth->leave_lo && answer->t <= truth->leave_hi;
    /* A body that is in solid by less than the bracket may begin with a hit. */
    gboolean begins_deep = truth->inside && truth->t_hi <= 0;
    return !begins_deep && answer->t >= truth->t_lo && answer->t <= truth->t_hi;
}

/* Returns whether the plane of the answer is one that was crossed. Methods that name what was hit
 * do so only at hits. At an exit, they also report a plane that was crossed. */
static gboolean is_crossed(const CompareMethodClass *klass, const BspTransition *answer)
{
    return klass->names_crossed || answer->type == BSP_SOLID_TO_EMPTY;
}

/* Units along the move. If the bracket is at most this wide, the body is near. Then even a bevel
 * that stops a turning body early is almost a plane of the brush. A move that meets a face at 30
 * degrees has a bracket of this width. */
#define NARROW (4 * BSP_BRACKET)

/* Judges a plane that was crossed. A move within BSP_TOUCH of a face may enter solid through a
 * plane that bounds no brush there, because it divides two cells, or is a bevel of a cell. An early
 * answer may also stop at a bevel. So in these cases, the plane only needs to be a plane of the
 * tree. */
static ComparePlaneVerdict judge_crossed(const CompareJudge *judge, const Question *q,
                                         const CompareTurning *turning, const BspTransition *answer)
{
    const CompareTruth *truth = &q->move->truth;
    const CompareMethod *method = judge->method;
    const BspMove move = { turning->from, turning->to, q->shape, q->mask, 0 };
    gint mover = compare_scenario_trajectory(judge->scenario, q->move->trajectory)->mover;
    gboolean turns = turning->turn != NULL, is_known = is_in_bracket(truth, answer);
    gboolean is_narrow = (truth->t_hi - truth->t_lo) * compare_move_length(q->move) <= NARROW;
    /* By rounding, or in a seam, a start that touches may be in solid for a method. */
    gboolean touches = answer->type == BSP_SOLID_TO_EMPTY && !truth->inside && truth->t_lo <= 0;
    gboolean bounds = !turns && (is_known || touches) && q->claim == COMPARE_EXACT;
    CompareTreeView view;
    ComparePlaneVerdict verdict =
        compare_planes_judge_crossed(judge->planes, &move, turns, answer, bounds);
    if (touches && verdict == COMPARE_PLANE_NOTHING_TOUCHED)
        verdict = COMPARE_PLANE_NO_FACE; /* the tree may have the plane */
    if (turns && is_known && verdict == COMPARE_PLANE_RIGHT &&
        (q->claim == COMPARE_EXACT || is_narrow))
        return compare_turn_judge(judge->scenario->world->solid, turning, answer).verdict;
    if (turns || verdict != (bounds ? COMPARE_PLANE_NO_FACE : COMPARE_PLANE_RIGHT) || !method ||
        !method->klass->view || !method->klass->view(method->data, mover, &view))
        return verdict;
    return compare_view_has_plane(&view, q->shape, &answer->plane) ? COMPARE_PLANE_RIGHT
                                                                   : COMPARE_PLANE_NO_FACE;
}

/* Returns whether the mask selects the brush, and the body touches it at time t. */
static gboolean is_brush_hit(const BspSolid *solid, const CompareTurning *turning, guint32 brush,
                             double t)
{
    return brush < bsp_solid_n_brushes(solid) &&
           bsp_mask_selects(turning->mask, bsp_brush_contents(bsp_solid_brush(solid, brush))) &&
           compare_turn_is_within(bsp_solid_brush(solid, brush), turning, t,
                                  turning->kept + 2 * BSP_BRACKET);
}

/* Judges the plane of an answer. `named` is the brush that the answer names. */
static ComparePlaneJudgement judge_plane(const CompareJudge *judge, const CompareMethodClass *klass,
                                         const Question *q, const BspTransition *answer,
                                         guint32 named)
{
    const CompareResolved *move = q->move;
    const CompareTruth *truth = &move->truth;
    const BspSolid *solid = judge->scenario->world->solid;
    ComparePlaneJudgement right = { COMPARE_PLANE_RIGHT, bsp_vec(0, 0, 0) }, judgement = right;
    if (!judge->planes || answer->type == BSP_EMPTY || answer->type == BSP_SOLID ||
        (!is_crossed(klass, answer) && !is_in_bracket(truth, answer)))
        return right;
    const BspTurn *turn = compare_resolved_turn(judge->scenario, move);
    const BspTurn none = bsp_turn_of(bsp_vec_axis(2), 0);
    const CompareTurning turning = { move->from, move->to, turn, q->shape, q->mask, truth->kept };
    CompareTurning posed = turning; /* a copy that always has a turn, which is by 0 degrees if the
                                       body does not turn */
    posed.turn = turn ? turn : &none;
    BspVec off = bsp_vec_sub(answer->point, bsp_vec_lerp(move->from, move->to, answer->t));
    if (!(bsp_vec_length(off) <= BSP_TOUCHED))
        judgement.verdict = COMPARE_PLANE_NO_POINT;
    else if (is_crossed(klass, answer))
        judgement.verdict = judge_crossed(judge, q, &turning, answer);
    else if (turn || truth->kept > 0)
        judgement = compare_turn_judge(solid, &posed, answer);
    else
        judgement =
            compare_planes_judge(judge->planes, q->shape, q->mask, move->from, move->to, answer);
    if (judgement.verdict == COMPARE_PLANE_RIGHT && klass->trace && is_in_bracket(truth, answer) &&
        answer->type == BSP_EMPTY_TO_SOLID && !is_brush_hit(solid, &posed, named, answer->t))
        judgement.verdict = COMPARE_PLANE_OTHER_NAME;
    /* If outside fill was used, a method may hit solid that belongs to no brush. At a crack
     * narrower than BSP_BRACKET, the filled solid begins before the true contact, beside
     * brushes. */
    gboolean is_before = (truth->t - answer->t) * compare_move_length(move) > BSP_TOUCHED;
    gboolean is_filling = judgement.verdict == COMPARE_PLANE_NOTHING_TOUCHED ||
                          (judgement.verdict == COMPARE_PLANE_NO_FACE && is_before);
    return q->size->filled > 0 && is_filling ? right : judgement;
}

/* Returns whether the move begins in filled space, which is empty to the oracle. A random walk gets
 * there by sliding along a wall, and through a crack narrower than BSP_BRACKET. If a reachable
 * space was filled by mistake, the answer to the move that entered it shows this, because that
 * answer is judged. Positions of explain --from may be outside the level. */
static gboolean begins_in_filling(const Question *q, const BspTransition *answer)
{
    return q->size->filled > 0 && q->may_be_outside && !q->move->truth.inside &&
           (answer->type == BSP_SOLID || answer->type == BSP_SOLID_TO_EMPTY);
}

/* Returns whether an early answer stops in a crack that is wider than the bracket, but closed by
 * outside fill (compile/fill.c). */
static gboolean stops_in_crack(const CompareJudge *judge, const Question *q,
                               const CompareAnswer *answer)
{
    CompareResolved near = *q->move;
    if (q->size->filled == 0 || !judge->near || answer->off >= 0)
        return FALSE;
    compare_resolve_move(judge->scenario, judge->near, &near);
    return answer->t >= near.truth.t_lo;
}

/* Returns whether the answer reports a hit although the start is deep in solid. Contestants are
 * excluded, because they report only hits. */
static gboolean is_start_taken_for_hit(const CompareMethodClass *klass, const Question *q,
                                       const BspTransition *answer)
{
    const CompareTruth *truth = &q->move->truth;
    return !klass->outsider && answer->type == BSP_EMPTY_TO_SOLID && truth->inside &&
           truth->t_hi <= 0;
}

/* Returns the fault of an answer. Every method guarantees planes that were crossed, and names of
 * brushes. Only exact methods guarantee the planes of named hits, and only for boxes and points. */
static CompareFault fault_of(const CompareMethodClass *klass, const Question *q,
                             const CompareAnswer *answer)
{
    gboolean is_exact = q->claim == COMPARE_EXACT;
    if (answer->off > 0 && q->claim != COMPARE_CLAIMS_NOTHING)
        return COMPARE_FAULT_LATE;
    if (answer->off < 0 && is_exact && !answer->is_in_filling && !answer->is_in_crack)
        return COMPARE_FAULT_EARLY;
    if (is_start_taken_for_hit(klass, q, &answer->transition))
        return COMPARE_FAULT_START;
    if (answer->exit_off != 0)
        return answer->exit_off < 0 ? COMPARE_FAULT_EXIT_TOO_SOON : COMPARE_FAULT_EXIT_TOO_LATE;
    gboolean is_promised = answer->plane.verdict == COMPARE_PLANE_OTHER_NAME ||
                           is_crossed(klass, &answer->transition) ||
                           (is_exact && bsp_shape_is_box(q->shape));
    return is_promised && answer->plane.verdict != COMPARE_PLANE_RIGHT ? COMPARE_FAULT_PLANE
                                                                       : COMPARE_FAULT_NONE;
}

static void count_answer(CompareResult *result, const CompareResolved *move,
                         const CompareAnswer *answer)
{
    double off = compare_answer_off(answer);
    result->n_moves++;
    result->n_early += off < 0 ? 1 : 0;
    result->n_late += off > 0 ? 1 : 0;
    result->n_outside += off != 0 ? 1 : 0;
    result->n_planes_wrong += answer->plane.verdict != COMPARE_PLANE_RIGHT ? 1 : 0;
    result->n_in_filling += answer->is_in_filling ? 1 : 0;
    result->n_in_crack += answer->is_in_crack ? 1 : 0;
    result->n_wrong += answer->fault != COMPARE_FAULT_NONE ? 1 : 0;
    result->max_early_units = MAX(result->max_early_units, -off * compare_move_length(move));
    result->max_late_units = MAX(result->max_late_units, off * compare_move_length(move));
    compare_count_nodes(compare_is_walk(move) ? &result->walk : &result->shot, answer->nodes);
}

void compare_judge(const CompareJudge *judge, CompareResult *result, const CompareResolved *move,
                   const CompareAnswer *given)
{
    CompareAnswer answer = *given;
    const BspTransition *tr = &answer.transition;
    Question q = question_about(judge, result, move);
    double t_lo = compare_answer_t_lo(&answer, move), t_hi = move->truth.t_hi;
    answer.off = answer.t > t_hi ? answer.t - t_hi : MIN(answer.t - t_lo, 0);
    answer.exit_off = compare_leaving_off(result->klass, q.size, q.claim, &move->truth, tr);
    answer.plane = judge_plane(judge, result->klass, &q, tr, answer.named);
    answer.is_in_filling = begins_in_filling(&q, tr);
    answer.is_in_crack = !answer.is_in_filling && stops_in_crack(judge, &q, &answer);
    answer.fault = fault_of(result->klass, &q, &answer);
    g_array_append_val(result->answers, answer);
    count_answer(result, move, &answer);
}

/* --- judges moves with a wide bracket by a sharper oracle --- */

GArray *compare_undecided(const CompareReport *report)
{
    GArray *undecided = g_array_new(FALSE, FALSE, sizeof(CompareUndecided));
    g_autoptr(CompareOracle) oracle =
        compare_oracle_new_sharp(report->scenario->world->solid, COMPARE_SHARP_BRACKET);
    for (guint i = 0; i < report->moves->len; i++) {
        const CompareResolved *move = compare_report_move(report, i);
        if (!compare_is_undecided(move))
            continue;
        CompareResolved sharp = *move;
        compare_resolve_move(report->scenario, oracle, &sharp);
        CompareUndecided item = { i, sharp.truth };
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

guint compare_count_undecided_outside(const GArray *undecided, const CompareResult *result)
{
    guint n = 0;
    if (result->klass->outsider && result->klass->outsider->skin > 0)
        return 0; /* the start was meant to be outside of solid, so the answer is not judged */
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
