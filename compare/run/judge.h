/* judge: compares answers with the bracket of their move, also times of leaving solid. */
#ifndef COMPARE_JUDGE_H
#define COMPARE_JUDGE_H

#include "methods/method.h"
#include "oracle/oracle.h"
#include "run/report.h"

/* Returns the error of the exit time, in t: below 0 if too early, which lets the move through
 * solid; above 0 if too late; 0 if right or not reported. `size` is the method's. An inexact method
 * may report a later exit. So may a method that has filled the outside, which is empty to the
 * oracle. */
double compare_leaving_off(const CompareMethodClass *klass, const CompareSize *size,
                           CompareClaim claim, const CompareTruth *truth, const BspTransition *tr);

/* A result without answers. The class must outlive it. */
CompareResult *compare_result_new(const CompareMethodClass *klass);

/* The judges of the answers to a scenario's moves. */
typedef struct {
    const CompareScenario *scenario;
    const CompareMethod *method; /* whose answers are judged; NULL: an outsider */
    ComparePlanes *planes;       /* NULL: planes of hits are not judged */
    CompareOracle *near; /* finds when a move comes so near to a brush that it may be in a crack
                            that filling has closed; NULL: cracks are narrower than the bracket */
} CompareJudge;

/* Adds the answer to the result, judges it, and counts its errors. Planes that were crossed are
 * judged at all hits and exits, planes that name what was hit only at hits inside their bracket.
 * The plane of any other answer counts as right. */
void compare_judge(const CompareJudge *judge, CompareResult *result, const CompareResolved *move,
                   const CompareAnswer *answer);

/* --- judges moves with a wide bracket by a sharper one --- */

/* A move along a surface, or one that begins touching it, meets the solid grown by 0.001 unit at
 * once, and may never meet the shrunk solid. So almost any answer is inside the bracket, and the
 * contract accepts it. A second oracle measures how accurate the methods are there. It ignores
 * solid that is only touched, and its bracket is a hundredth as wide. */

/* A bracket wider than this fraction of the move decides nothing. */
#define COMPARE_UNDECIDED 0.5

/* Units: half the width of the sharper bracket. It is more than BSP_TOUCH, which counts as clear of
 * solid. */
#define COMPARE_SHARP_BRACKET (BSP_BRACKET / 100)

static inline gboolean compare_is_undecided(const CompareResolved *move)
{
    return move->truth.t_hi - move->truth.t_lo > COMPARE_UNDECIDED;
}

typedef struct {
    guint move;         /* index into the report's moves */
    CompareTruth truth; /* by the sharper oracle */
} CompareUndecided;

/* Array of CompareUndecided, in the order of the moves. */
GArray *compare_undecided(const CompareReport *report);

/* The number of moves that the sharper bracket leaves undecided, too. */
guint compare_undecided_still(const GArray *undecided);

/* The number of answers to these moves outside the sharper bracket. They are not wrong, because the
 * contract allows them. */
guint compare_undecided_outside(const GArray *undecided, const CompareResult *result);

#endif
