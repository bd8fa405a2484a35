/* regress: whether the methods agree, from the answers of a report alone. */
#include "run/regress.h"

#include <string.h>

#include "run/leaving.h"

static double move_length(const CompareResolved *move)
{
    return bsp_vec_length(bsp_vec_sub(move->to, move->from));
}

static CompareClaim claim_of(const CompareReport *report, const CompareResult *result,
                             const CompareResolved *move)
{
    return compare_method_claim(result->klass, report->scenario,
                                compare_report_trajectory(report, move));
}

static gboolean claims_exactness(const CompareReport *report, const CompareResult *result,
                                 const CompareResolved *move)
{
    return claim_of(report, result, move) == COMPARE_EXACT;
}

/* --- against the bracket --- */

/* Units by which the answer is after the bracket (above 0) or before it (below 0). */
static double outside_by(const CompareResolved *move, const CompareAnswer *answer)
{
    double t = answer->t;
    double by = t > move->truth.t_hi   ? t - move->truth.t_hi
                : t < move->truth.t_lo ? t - move->truth.t_lo
                                       : 0;
    return by * move_length(move);
}

gboolean compare_wrong_is_worse(const CompareWrong *a, const CompareWrong *b)
{
    if (!a->result || !b->result)
        return a->result && !b->result;
    return a->late != b->late ? a->late : a->units > b->units;
}

double compare_worst_late(const CompareReport *report, const CompareResult *result)
{
    double most = 0;
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        most = fmax(most, outside_by(compare_report_asked(report, answer), answer));
    }
    return most;
}

/* Describes the error of the answer; .result is NULL if the answer is right. */
static CompareWrong wrong_of(const CompareReport *report, const CompareResult *result,
                             const CompareAnswer *answer)
{
    const CompareResolved *move = compare_report_asked(report, answer);
    CompareClaim claim = claim_of(report, result, move);
    double by = outside_by(move, answer);
    if (by > 0 || (by < 0 && claim == COMPARE_EXACT))
        return (CompareWrong){ result, answer, by > 0, fabs(by), FALSE, FALSE };
    by = compare_leaving_off(result->klass, &result->size, claim, &move->truth,
                             &answer->transition) *
         move_length(move);
    if (by != 0)
        return (CompareWrong){ result, answer, by < 0, fabs(by), TRUE, FALSE };
    if (answer->plane.verdict != COMPARE_PLANE_RIGHT && claim == COMPARE_EXACT)
        return (CompareWrong){ result, answer, FALSE, 0, FALSE, TRUE };
    return (CompareWrong){ 0 };
}

static void find_worst(const CompareReport *report, const CompareResult *result,
                       CompareWrong *worst)
{
    for (guint i = 0; i < result->answers->len; i++) {
        CompareWrong wrong =
            wrong_of(report, result, &g_array_index(result->answers, CompareAnswer, i));
        if (compare_wrong_is_worse(&wrong, worst))
            *worst = wrong;
    }
}

/* Finds the earliest answer of a method that is allowed to stop early. */
static void find_earliest(const CompareReport *report, const CompareResult *result,
                          CompareWrong *earliest)
{
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        const CompareResolved *move = compare_report_asked(report, answer);
        CompareWrong early = { result, answer, FALSE, -outside_by(move, answer), FALSE, FALSE };
        if (answer->t < move->truth.t_lo && !claims_exactness(report, result, move) &&
            compare_wrong_is_worse(&early, earliest))
            *earliest = early;
    }
}

/* --- two methods --- */

static const CompareResult *find_result(const CompareReport *report, const char *const *names)
{
    for (; *names; names++) {
        for (guint i = 0; i < report->results->len; i++) {
            const CompareResult *result = report->results->pdata[i];
            if (strcmp(result->klass->name, *names) == 0)
                return result;
        }
    }
    return NULL;
}

static void compare_answers(ComparePair *pair, const CompareResolved *move, const CompareAnswer *a,
                            const CompareAnswer *b)
{
    gboolean other_class = a->transition.type != b->transition.type;
    double apart = fabs(a->t - b->t) * move_length(move);
    if (apart > pair->max_units || (other_class && pair->max_units == 0 && pair->n_class == 0))
        pair->farthest = a->move;
    pair->max_units = fmax(pair->max_units, apart);
    pair->n_moves++;
    pair->n_class += other_class ? 1 : 0;
    pair->n_normal += a->transition.type == BSP_EMPTY_TO_SOLID && !other_class &&
                      !bsp_same_normal(a->transition.plane.normal, b->transition.plane.normal);
}

/* Answers are in the order of the moves; skipped moves have none. */
static void compare_pair(const CompareReport *report, ComparePair *pair)
{
    const GArray *first = pair->first->answers, *second = pair->second->answers;
    for (guint i = 0, k = 0; i < first->len && k < second->len;) {
        const CompareAnswer *a = &g_array_index(first, CompareAnswer, i);
        const CompareAnswer *b = &g_array_index(second, CompareAnswer, k);
        if (a->move == b->move)
            compare_answers(pair, compare_report_asked(report, a), a, b);
        i += a->move <= b->move;
        k += b->move <= a->move;
    }
}

gboolean compare_regress_pair_differs(const ComparePair *pair)
{
    return pair->n_class > 0 || pair->max_units > BSP_TOUCH;
}

CompareRegress compare_regress(const CompareReport *report)
{
    static const char *const transition[] = { "onion", "multi", NULL };
    static const char *const hit_check[] = { "shift-box", "shift-exact", "shift", NULL };
    CompareRegress regress = { 0 };
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *result = report->results->pdata[i];
        /* The counters decide whether an answer is wrong. The search only finds the worst one. */
        regress.n_wrong += result->n_wrong;
        if (result->n_wrong)
            find_worst(report, result, &regress.worst);
        if (result->n_early)
            find_earliest(report, result, &regress.earliest);
    }
    regress.pair.first = find_result(report, transition);
    regress.pair.second = find_result(report, hit_check);
    if (regress.pair.first && regress.pair.second)
        compare_pair(report, &regress.pair);
    return regress;
}

const char *compare_regress_vacuous(const CompareReport *report)
{
    if (report->moves->len == 0)
        return "nothing to check: there are no moves";
    for (guint i = 0; i < report->results->len; i++)
        if (((const CompareResult *)report->results->pdata[i])->n_moves)
            return NULL;
    return "nothing was checked: the methods skip all of the moves";
}
