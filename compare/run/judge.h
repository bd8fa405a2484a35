/* judge: an answer held against the bracket of its move. */
#ifndef COMPARE_JUDGE_H
#define COMPARE_JUDGE_H

#include "run/report.h"

/* Without answers yet; the class must outlive it. */
CompareResult *compare_result_new(const CompareMethodClass *klass);

/* Adds the answer to the move of a method that claims so much: counts it, and what is wrong with
 * it. */
void compare_judge(CompareResult *result, const CompareResolved *move, CompareClaim claim,
                   const CompareAnswer *answer);

#endif
