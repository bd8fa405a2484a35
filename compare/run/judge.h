/* judge: compares answers with the brackets of their moves, including times of leaving solid. */
#ifndef COMPARE_JUDGE_H
#define COMPARE_JUDGE_H

#include "methods/method.h"
#include "oracle/oracle.h"
#include "run/report.h"

/* Returns the error of the exit time, in t. It is below 0 if the exit is too early, so that the
 * move goes on through solid. It is above 0 if the exit is too late, and 0 if it is right, or not
 * reported. `size` is the size of the method's tree. A later exit is right for an inexact method,
 * and for a method with outside fill, because filled space is empty to the oracle. */
double compare_leaving_off(const CompareMethodClass *klass, const CompareSize *size,
                           CompareClaim claim, const CompareTruth *truth, const BspTransition *tr);

/* Returns a result without answers, with memory for n of them. The class must outlive it. */
CompareResult *compare_result_new(const CompareMethodClass *klass, guint n);

/* The data by which answers to a scenario's moves are judged. */
typedef struct {
    const CompareScenario *scenario;
    const CompareMethod *method; /* the method whose answers are judged; NULL for a contestant */
    ComparePlanes *planes;       /* NULL if planes of hits are not judged */
    /* An oracle that finds whether a move comes near enough to a brush to be in a crack that
     * outside fill has closed. NULL if all closed cracks are narrower than the bracket. */
    CompareOracle *near;
} CompareJudge;

/* Adds the answer to the result, judges it, and counts its errors. Planes that were crossed are
 * judged at all hits and exits. Planes of named hits are judged only if the hit is inside its
 * bracket. The plane of any other answer counts as right. */
void compare_judge(const CompareJudge *judge, CompareResult *result, const CompareResolved *move,
                   const CompareAnswer *answer);

/* --- judges moves with a wide bracket by a sharper oracle --- */

/* If a move runs along a surface, or starts touching one, it meets solid that is grown by 0.001
 * unit at once, and may never meet shrunk solid. So almost any answer is inside the bracket, and
 * the contract accepts it. A second oracle measures the accuracy of the methods for such moves. It
 * ignores solid that is only touched, and its bracket is a hundredth as wide. */

/* A fraction of the move. A bracket wider than this decides nothing, because most possible answers
 * are inside it. */
#define COMPARE_UNDECIDED 0.5

/* Units. Half the width of the sharper bracket. It is a round fraction, as small as possible while
 * it is well above BSP_TOUCH, the depth up to which a body counts as clear of solid. */
#define COMPARE_SHARP_BRACKET (BSP_BRACKET / 100)

static inline gboolean compare_is_undecided(const CompareResolved *move)
{
    return move->truth.t_hi - move->truth.t_lo > COMPARE_UNDECIDED;
}

typedef struct {
    guint move;         /* the index into the report's moves */
    CompareTruth truth; /* the answer of the sharper oracle */
} CompareUndecided;

/* Returns an array of CompareUndecided, in the order of the moves. */
GArray *compare_undecided(const CompareReport *report);

/* Returns the number of moves that the sharper bracket also leaves undecided. */
guint compare_undecided_still(const GArray *undecided);

/* Returns the number of answers to these moves that are outside of the sharper bracket. These
 * answers are not wrong, because the contract allows them. */
guint compare_count_undecided_outside(const GArray *undecided, const CompareResult *result);

#endif
