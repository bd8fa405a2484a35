/* by-shape: a report taken apart by what moves: one space or shape in each part.
 *
 * Melax 2000, Table 2, has a row each for a ray, a sphere and a cylinder; here it is one scenario
 * that moves all of them. */
#ifndef COMPARE_BY_SHAPE_H
#define COMPARE_BY_SHAPE_H

#include "run/report.h"

/* Array of CompareReport, which it frees: of the moves of each space or shape, in the order in
 * which they first move, without results yet. */
GPtrArray *compare_by_shape(const CompareReport *report);

/* The name of what moves in a part. */
const char *compare_by_shape_name(const CompareReport *part);

/* What a method says became of the moves; the four add up to its moves. */
typedef struct {
    guint clear, stopped;    /* starts in empty space: stays there; hits */
    guint in_solid, get_out; /* starts in solid: stays there; leaves it */
} CompareOutcomes;

CompareOutcomes compare_outcomes(const CompareResult *result);

#endif
