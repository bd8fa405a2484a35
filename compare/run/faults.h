/* faults: finds wrong answers in a report. */
#ifndef COMPARE_FAULTS_H
#define COMPARE_FAULTS_H

#include "run/run.h"

/* --- decides from the answers of a report whether the methods agree --- */

/* Each method is compared with the oracle's bracket. In addition, two families of methods are
 * compared with each other, move by move. One is find-first-transition, which is the onion, or the
 * map trees that it replaces. The other is HitCheckBSP, which is plane shifting. */

/* An answer and its distance outside the bracket. */
typedef struct {
    const CompareReport *report;
    const CompareResult *result; /* the method's result; NULL if there is no such answer */
    const CompareAnswer *answer;
    double units; /* the units along the move from the bracket to the answer; 0 if only the plane is
                     wrong */
} CompareWrong;

/* Returns the units by which the answer to the move is wrong. Returns 0 if only its plane is
 * wrong. */
double compare_answer_units(const CompareResolved *move, const CompareAnswer *answer);

/* The answers of two methods to the moves that both support. */
typedef struct {
    const CompareReport *report;
    /* The results of both methods; NULL if the report has no such method. */
    const CompareResult *first, *second;
    guint n_moves;
    guint n_class;    /* the number of moves with answers of different classes */
    guint n_normal;   /* the number of moves that hit by both methods, but with different normals */
    double max_units; /* the largest distance between the two answers to a move, in units */
    /* The answers of the two methods to the move for which they differ most. Both are NULL if no
     * classes differ, and no distance is larger than the width of the bracket. */
    const CompareAnswer *a, *b;
} ComparePair;

typedef struct {
    CompareWrong worst;
    CompareWrong earliest; /* the answer that is earliest among those that are early, but allowed */
    ComparePair pair; /* after compare_regress_merge(), the pair of the report in which the answers
                         differ most */
    guint n_wrong;    /* the number of wrong answers, over all methods */
} CompareRegress;

/* Looks for wrong answers and differences. The result points into the report, which must outlive
 * it. */
CompareRegress compare_regress(const CompareReport *report);

/* Replaces the findings in *all by those of another report that are worse, and adds the number of
 * its wrong answers. */
void compare_regress_merge(CompareRegress *all, const CompareRegress *other);

/* Returns the reason why no answer was checked, so that the report proves nothing. Returns NULL if
 * an answer was checked. */
const char *compare_vacuous_reason(const CompareReport *report);

#endif
