/* errors: measures how early a method's answers are, for each shape, in units of distance. */
#ifndef COMPARE_ERRORS_H
#define COMPARE_ERRORS_H

#include "run/report.h"

/* The errors of a method for a shape. The surface that plane shifting simulates differs from the
 * true offset surface. Melax 2000, section 8, did not measure how far apart a moving object meets
 * the two surfaces. */

typedef struct {
    const char *shape; /* the name of the space, shape or group; the name of a space or shape is
                          borrowed from the scenario */
    BspShapeKind kind; /* the kind of the shape; for a group, the kind of its first shape */
    /* The number of the shape's moves, and of its moves that start outside of solid and hit it. */
    guint n, n_hits;
    guint n_early, n_late;
    double mean, p99, max; /* statistics of the units by which early answers are early */
    double max_late;       /* the units by which the latest answer is late */
    guint worst; /* the index of the move whose answer is earliest, or, if an answer is late, latest
                  */
} CompareError;

#define COMPARE_GROUP_BOXES "boxes"
#define COMPARE_GROUP_ROUND "round"

/* Returns an array of CompareError, one for each shape that the method supports, in the order of
 * their first moves. If by_group, returns one for the group of all boxes and one for the group of
 * round shapes and hulls. Points are in neither group, because plane shifting does not shift planes
 * for them. */
GArray *compare_errors(const CompareReport *report, const CompareResult *result, gboolean by_group);

/* Returns the entry with this name, or NULL if there is none. */
const CompareError *compare_error_find(const GArray *errors, const char *shape);

#endif
