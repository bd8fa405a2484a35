/* compare-error: how early a method answers, shape by shape, in units of distance.
 *
 * What Melax 2000, section 8, left unmeasured: the difference between the true offset surface and
 * the one that plane shifting simulates, as a moving object meets it. */
#ifndef COMPARE_ERROR_H
#define COMPARE_ERROR_H

#include "compare-run.h"

typedef struct {
    const char *shape; /* name of the space or shape; borrowed from the scenario */
    BspShapeKind kind;
    guint n, n_hits; /* moves of the shape; and those in which it truly hits something */
    guint n_early, n_late;
    double mean, p99, max; /* units by which the early answers are early */
    guint worst;           /* the move (index) that is earliest, or late if any is; if any */
} CompareError;

/* Array of CompareError, one per shape that the method took, in the order they first moved. */
GArray *compare_errors(const CompareReport *report, const CompareResult *result);

#endif
