/* by-shape: splits a report into one report for each space or shape that moves.
 *
 * Melax 2000, Table 2, has a row each for a ray, a sphere and a cylinder. Here one scenario moves
 * all of them. */
#ifndef COMPARE_BY_SHAPE_H
#define COMPARE_BY_SHAPE_H

#include "run/report.h"

/* Returns an array of CompareReport, which owns them: one for each space or shape, in the order of
 * their first moves. Each has the moves of its shape and no results yet. */
GPtrArray *compare_by_shape(const CompareReport *report);

/* The name of the space or shape of a report from compare_by_shape(). */
const char *compare_by_shape_name(const CompareReport *part);

/* How many moves a method answered in each way; the four numbers add up to its moves. */
typedef struct {
    guint clear, stopped;    /* starts in empty space: stays there; hits */
    guint in_solid, get_out; /* starts in solid: stays there; leaves it */
} CompareOutcomes;

CompareOutcomes compare_outcomes(const CompareResult *result);

#endif
