/* faults: finds wrong answers in a report. */
#include "run/faults.h"

#include <string.h>

#include "run/judge.h"

double compare_answer_units(const CompareResolved *move, const CompareAnswer *answer)
{
    if (answer->fault == COMPARE_FAULT_PLANE)
        return 0;
    return fabs(compare_answer_off(answer)) * compare_move_length(move);
}

/* --- against the bracket --- */

/* Returns whether a is worse than b. Late is worse than early at any distance, because a late
 * answer leads through solid. A wrong plane is less bad than both. */
static gboolean is_worse(const CompareWrong *a, const CompareWrong *b)
{
    if (!a->result || !b->result)
        return a->result && !b->result;
    gboolean late = compare_fault_is_late(a->answer->fault);
    return late != compare_fault_is_late(b->answer->fault) ? late : a->units > b->units;
}

static void find_worst(const CompareReport *report, const CompareResult *result,
                       CompareRegress *regress)
{
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        const CompareResolved *move = compare_answered_move(report, answer);
        gboolean is_wrong = answer->fault != COMPARE_FAULT_NONE;
        gboolean is_allowed =
            !is_wrong && answer->off < 0 && !answer->is_in_filling && !answer->is_in_crack;
        CompareWrong *worst = is_wrong ? &regress->worst : &regress->earliest;
        CompareWrong wrong = { report, result, answer, compare_answer_units(move, answer) };
        if ((is_wrong || is_allowed) && is_worse(&wrong, worst))
            *worst = wrong;
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
    double apart = fabs(a->t - b->t) * compare_move_length(move);
    /* A difference within the width of the bracket does not matter, because both answers may be
     * right. */
    if (apart > pair->max_units ? apart > 2 * BSP_BRACKET || other_class : other_class && !pair->a)
        pair->a = a, pair->b = b;
    pair->max_units = fmax(pair->max_units, apart);
    pair->n_moves++;
    pair->n_class += other_class ? 1 : 0;
    pair->n_normal += a->transition.type == BSP_EMPTY_TO_SOLID && !other_class &&
                      !bsp_same_normal(a->transition.plane.normal, b->transition.plane.normal);
}

/* Compares the answers of both methods. They are in the order of the moves. There is no answer for
 * a move that was skipped. */
static void compare_pair(const CompareReport *report, ComparePair *pair)
{
    const GArray *first = pair->first->answers, *second = pair->second->answers;
    for (guint i = 0, k = 0; i < first->len && k < second->len;) {
        const CompareAnswer *a = &g_array_index(first, CompareAnswer, i);
        const CompareAnswer *b = &g_array_index(second, CompareAnswer, k);
        if (a->move == b->move)
            compare_answers(pair, compare_answered_move(report, a), a, b);
        i += a->move <= b->move;
        k += b->move <= a->move;
    }
}

CompareRegress compare_regress(const CompareReport *report)
{
    static const char *const transition[] = { "onion", "multi", NULL };
    static const char *const hit_check[] = { "shift-box", "shift-exact", "shift", NULL };
    CompareRegress regress = { 0 };
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *result = report->results->pdata[i];
        regress.n_wrong += result->n_wrong;
        find_worst(report, result, &regress);
    }
    regress.pair.report = report;
    regress.pair.first = find_result(report, transition);
    regress.pair.second = find_result(report, hit_check);
    if (regress.pair.first && regress.pair.second)
        compare_pair(report, &regress.pair);
    return regress;
}

void compare_regress_merge(CompareRegress *all, const CompareRegress *other)
{
    if (is_worse(&other->worst, &all->worst))
        all->worst = other->worst;
    if (is_worse(&other->earliest, &all->earliest))
        all->earliest = other->earliest;
    if (other->pair.a && (!all->pair.a || other->pair.max_units > all->pair.max_units))
        all->pair = other->pair;
    all->n_wrong += other->n_wrong;
}

const char *compare_vacuous_reason(const CompareReport *report)
{
    if (report->moves->len == 0)
        return "there is nothing to check, because there are no moves";
    for (guint i = 0; i < report->results->len; i++)
        if (((const CompareResult *)report->results->pdata[i])->n_moves)
            return NULL;
    return compare_scenario_turns(report->scenario)
               ? "nothing was checked, because only shift, shift-exact and brushes answer moves "
                 "that turn"
               : "nothing was checked, because the methods skip all of the moves";
}
