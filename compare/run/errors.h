/* errors: how early a method's answers are, for each shape, in units of distance. */
#ifndef COMPARE_ERRORS_H
#define COMPARE_ERRORS_H

#include "run/report.h"

/* Melax 2000, section 8, did not measure how the surface that plane shifting simulates differs from
 * the true offset surface, where a moving object meets them. */

typedef struct {
    const char *shape; /* name of the space, shape or group; a space's or shape's is borrowed from
                          the scenario */
    BspShapeKind kind; /* a group's: the kind of its first shape */
    guint n, n_hits;   /* the shape's moves; and those that start outside solid and hit it */
    guint n_early, n_late;
    double mean, p99, max; /* units, over the early answers */
    double max_late;       /* units of the latest answer */
    guint worst; /* index of the move answered earliest, or latest if any answer is late */
} CompareError;

#define COMPARE_GROUP_BOXES "boxes"
#define COMPARE_GROUP_ROUND "round"

/* Returns an array of CompareError, one for each shape that the method supports, in the order of
 * their first moves. by_group: one for each of two groups of shapes instead: boxes; and round
 * shapes together with hulls. Points are in neither group, since plane shifting does not shift
 * planes for them. */
GArray *compare_errors(const CompareReport *report, const CompareResult *result, gboolean by_group);

/* The entry of that name; NULL if there is none. */
const CompareError *compare_error_find(const GArray *errors, const char *shape);

#endif
