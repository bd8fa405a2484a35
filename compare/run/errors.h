/* errors: measures how early a method's answers are, for each shape, in units of distance. */
#ifndef COMPARE_ERRORS_H
#define COMPARE_ERRORS_H

#include "run/report.h"

/* The surface that plane shifting simulates differs from the true offset surface. Melax 2000,
 * section 8, did not measure the difference where a moving object meets them. */

typedef struct {
    const char *shape; /* the name of the space, shape or group; the name of a space or shape is
                          borrowed from the scenario */
    BspShapeKind kind; /* of a group: the kind of its first shape */
    guint n, n_hits;   /* the number of the shape's moves, and of those that start outside solid and
                          hit it */
    guint n_early, n_late;
    double mean, p99, max; /* units; statistics of the early answers */
    double max_late;       /* units by which the latest answer is late */
    guint worst; /* the index of the move that was answered earliest, or latest if any answer is
                    late */
} CompareError;

#define COMPARE_GROUP_BOXES "boxes"
#define COMPARE_GROUP_ROUND "round"

/* Returns an array of CompareError, one for each shape that the method supports, in the order of
 * their first moves. If by_group, returns one for the group of all boxes and one for the group of
 * round shapes and hulls. Points are in neither group, because plane shifting does not shift planes
 * for them. */
GArray *compare_errors(const CompareReport *report, const CompareResult *result, gboolean by_group);

/* Returns the entry of that name. NULL if there is none. */
const CompareError *compare_error_find(const GArray *errors, const char *shape);

#endif
