/* faults: wrong answers in a report. */
#ifndef COMPARE_FAULTS_H
#define COMPARE_FAULTS_H

#include "run/run.h"

/* --- whether the methods agree, from the answers of a report alone --- */

/* Every method is compared with the oracle's bracket. In addition find-first-transition (the
 * onion, or the map trees that it replaces) is compared with HitCheckBSP (plane shifting), move
 * by move. */

/* One answer, and how far it is outside the bracket. */
typedef struct {
    const CompareResult *result; /* NULL: there is none */
    const CompareAnswer *answer;
    double units; /* distance outside the bracket, along the move; 0 if only the plane is wrong */
} CompareWrong;

/* TRUE if a is worse than b. Late is worse than early at any distance, because a late answer leads
 * through solid. A wrong plane is less bad than either. */
gboolean compare_wrong_is_worse(const CompareWrong *a, const CompareWrong *b);

/* Units by which the answer to the move is wrong; 0 if only its plane is. */
double compare_answer_units(const CompareResolved *move, const CompareAnswer *answer);

/* Units along the move by which the method's latest answer is after the bracket. */
double compare_worst_late(const CompareReport *report, const CompareResult *result);

/* The answers of two methods to the moves that both support. */
typedef struct {
    const CompareResult *first, *second; /* NULL: the report has no such method */
    guint n_moves;
    guint n_class;    /* moves with answers of different classes */
    guint n_normal;   /* moves that both hit, with different normals */
    double max_units; /* the largest difference in distance */
    /* The answers that differ most, of first and second. NULL if no classes differ and no distance
     * differs by more than the width of the bracket. */
    const CompareAnswer *a, *b;
} ComparePair;

/* TRUE if the answers of a differ more than those of b. */
gboolean compare_pair_is_worse(const ComparePair *a, const ComparePair *b);

typedef struct {
    CompareWrong worst;
    CompareWrong earliest; /* the earliest of the early answers that are allowed */
    ComparePair pair;
    guint n_wrong; /* wrong answers of all methods */
} CompareRegress;

/* The result points into the report, which must outlive it. */
CompareRegress compare_regress(const CompareReport *report);

/* Returns why the report proves nothing (no answer was checked); NULL if an answer was checked. */
const char *compare_regress_vacuous(const CompareReport *report);

#endif
