/* judge: compares an answer with the bracket of its move. */
#ifndef COMPARE_JUDGE_H
#define COMPARE_JUDGE_H

#include "run/report.h"

/* A result without answers. The class must outlive it. */
CompareResult *compare_result_new(const CompareMethodClass *klass);

/* A move and what is needed to judge a method's answer to it. */
typedef struct {
    const CompareResolved *move;
    const BspShape *shape;
    guint32 mask;
    CompareClaim claim;    /* the method's guarantee for the shape */
    ComparePlanes *planes; /* NULL: planes of hits are not judged */
} CompareQuestion;

/* Adds the answer to the result and counts its errors. */
void compare_judge(CompareResult *result, const CompareQuestion *question,
                   const CompareAnswer *answer);

/* Judges the plane of an answer. `size` is the method's. Only hits inside their bracket are judged;
 * the plane of any other answer counts as right. */
ComparePlaneJudgement compare_judge_plane(const CompareQuestion *question, const CompareSize *size,
                                          const BspTransition *answer);

#endif
