/* faults: finds wrong answers in a report. */
#ifndef COMPARE_FAULTS_H
#define COMPARE_FAULTS_H

#include "run/run.h"

/* --- decides from the answers of a report whether the methods agree --- */

/* Each method is compared with the oracle's bracket. In addition, find-first-transition is compared
 * with HitCheckBSP (plane shifting), move by move. Find-first-transition is the onion, or the map
 * trees that it replaces. */

/* An answer and its distance outside the bracket. */
typedef struct {
    const CompareResult *result; /* NULL if there is no such answer */
    const CompareAnswer *answer;
    double units; /* units along the move from the bracket to the answer; 0 if only the plane is
                     wrong */
} CompareWrong;

/* Returns whether a is worse than b. Late is worse than early at any distance, because a late
 * answer leads through solid. A wrong plane is less bad than either. */
gboolean compare_wrong_is_worse(const CompareWrong *a, const CompareWrong *b);

/* Returns the units by which the answer to the move is wrong. 0 if only its plane is wrong. */
double compare_answer_units(const CompareResolved *move, const CompareAnswer *answer);

/* Returns the units along the move by which the method's latest answer is after the bracket. */
double compare_worst_late(const CompareReport *report, const CompareResult *result);

/* The answers of two methods to the moves that both support. */
typedef struct {
    const CompareResult *first, *second; /* NULL if the report has no such method */
    guint n_moves;
    guint n_class;    /* the number of moves with answers of different classes */
    guint n_normal;   /* the number of moves that both methods hit, with different normals */
    double max_units; /* units; the largest distance between the two answers to a move */
    /* The two methods' answers that differ most. NULL if no classes differ and no distance is
     * larger than the width of the bracket. */
    const CompareAnswer *a, *b;
} ComparePair;

/* Returns whether the answers of a differ more than the answers of b. */
gboolean compare_pair_is_worse(const ComparePair *a, const ComparePair *b);

typedef struct {
    CompareWrong worst;
    CompareWrong earliest; /* the earliest answer that is early but allowed */
    ComparePair pair;
    guint n_wrong; /* the number of wrong answers of all methods */
} CompareRegress;

/* The result points into the report, which must outlive it. */
CompareRegress compare_regress(const CompareReport *report);

/* If no answer was checked, returns the reason. Then the report proves nothing. NULL if an answer
 * was checked. */
const char *compare_regress_vacuous(const CompareReport *report);

#endif
