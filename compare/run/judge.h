/* judge: an answer held against the bracket of its move. */
#ifndef COMPARE_JUDGE_H
#define COMPARE_JUDGE_H

#include "run/report.h"

/* Without answers yet; the class must outlive it. */
CompareResult *compare_result_new(const CompareMethodClass *klass);

/* A move that was put to a method. */
typedef struct {
    const CompareResolved *move;
    const BspShape *shape;
    guint32 mask;
    CompareClaim claim;    /* of the method, for the shape */
    ComparePlanes *planes; /* NULL: planes of hits are not judged */
} CompareQuestion;

/* Adds the answer to the result, and counts what is wrong with it. */
void compare_judge(CompareResult *result, const CompareQuestion *question,
                   const CompareAnswer *answer);

/* Judges the plane of an answer of a method of that size. Only hits in their bracket are judged;
 * the plane of any other answer counts as right. */
ComparePlaneJudgement compare_judge_plane(const CompareQuestion *question, const CompareSize *size,
                                          const BspTransition *answer);

#endif
