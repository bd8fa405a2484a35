/* regress: do the methods agree? Told from the answers of a report, with no clock.
 *
 * Every method is held against the oracle's bracket, and find-first-transition (the onion, or the
 * map trees it replaces) against HitCheckBSP (plane shifting) move by move. */
#ifndef COMPARE_REGRESS_H
#define COMPARE_REGRESS_H

#include "run/shrink.h"

/* One method's answer that is wrong: late; or, where the method is exact, outside the bracket or in
 * it with a wrong plane. */
typedef struct {
    const CompareResult *result; /* NULL: there is none */
    const CompareAnswer *answer;
    gboolean late;
    double units;    /* how far outside the bracket, along the move */
    gboolean leaves; /* of a move that begins in matter: that of leaving it; late is too soon then,
                        since that, too, is through matter */
    gboolean plane;  /* the time is right and the plane is not; units is 0 */
} CompareWrong;

/* Late is worse than early whatever the distance: through matter is worse than short of it. A wrong
 * plane is less than either. Any is worse than none. */
gboolean compare_wrong_is_worse(const CompareWrong *a, const CompareWrong *b);

/* Units, along the move, that the method's latest answer lies behind the bracket. */
double compare_worst_late(const CompareReport *report, const CompareResult *result);

/* Two methods' answers to the moves that both take. */
typedef struct {
    const CompareResult *first, *second; /* NULL: the report lacks such a method */
    guint n_moves;
    guint n_class;    /* of different class */
    guint n_normal;   /* both hit, with different normals */
    double max_units; /* the farthest that they are apart, in units of distance */
    guint farthest;   /* the move where they are; the first of different class where all times are
                         equal */
} ComparePair;

typedef struct {
    CompareWrong worst;
    CompareWrong earliest; /* of the early answers that are not wrong, since they may be early */
    ComparePair pair;
    guint n_wrong; /* by all methods */
} CompareRegress;

/* Points into the report, which must outlive it. */
CompareRegress compare_regress(const CompareReport *report);

/* Why the report proves nothing, though no answer is wrong: none was asked for. NULL when something
 * was checked. */
const char *compare_regress_vacuous(const CompareReport *report);

/* Whether the pair's answers differ in class, or by more than rounding (BSP_TOUCH); both may still
 * lie within the bracket. */
gboolean compare_regress_pair_differs(const ComparePair *pair);

#endif
