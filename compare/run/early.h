/* early: how early a method answers, shape by shape, in units of distance.
 *
 * What Melax 2000, section 8, left unmeasured: the difference between the true offset surface and
 * the one that plane shifting simulates, as a moving object meets it. */
#ifndef COMPARE_EARLY_H
#define COMPARE_EARLY_H

#include "run/run.h"

typedef struct {
    const char *shape; /* name of the space or shape, borrowed from the scenario; or of the group */
    BspShapeKind kind; /* of the group: of its first */
    guint n, n_hits;   /* moves of the shape; and those that begin clear of solid and hit it */
    guint n_early, n_late;
    guint n_early_walks;               /* early answers to walks; the others are to shots */
    guint n_solid, n_nothing, n_short; /* early answers: a clear start is called solid; it stops
                                          where the move truly hits nothing; before what it hits */
    double mean, p99, max;             /* units by which the early answers are early */
    double capped_mean; /* the same with no more counted than COMPARE_WALK of each: of a shot, how
                           early it is says more of its length than of the answer */
    double part_mean;   /* as a part of the move, 0 to 1 */
    double max_late;    /* units by which the latest is late */
    guint worst;        /* the move (index) that is earliest, or latest if any is late; if any */
    BspVec worst_at;    /* where the answer has the object stop there */
} CompareError;

/* Array of CompareError, one per shape that the method took, in the order they first moved. */
GArray *compare_errors(const CompareReport *report, const CompareResult *result);

#define COMPARE_GROUP_BOXES "boxes"
#define COMPARE_GROUP_ROUND "round"

/* The same for two groups of shapes: boxes, and round shapes together with hulls. Points, with
 * which planes need not move at all, are in neither. */
GArray *compare_errors_by_group(const CompareReport *report, const CompareResult *result);

/* The one of that name; NULL when there is none. */
const CompareError *compare_error_find(const GArray *errors, const char *shape);

#endif
