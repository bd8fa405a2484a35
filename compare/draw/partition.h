/* partition: what a section cuts out of a tree: the cells of its leaves, its bevels, and what plane
 * shifting takes for solid. */
#ifndef COMPARE_PARTITION_H
#define COMPARE_PARTITION_H

#include "draw/cover.h"
#include "methods/method.h"

/* The view shared out among the tree's leaves. */
typedef struct {
    GPtrArray *cells; /* BspPolygon, which together make up the view */
    GArray *values;   /* guint: of each cell, its leaf's */
    GArray *cuts;     /* CompareSegment: what nodes cut the view by */
    GArray *bevels;   /* CompareSegment, short: bevels where they touch a solid cell, at rest */
} CompareCells;

/* tick: half the length of what is drawn of a bevel at rest, in units. */
CompareCells *compare_cells_new(const CompareSection *section, const CompareTreeView *tree,
                                double tick);
void compare_cells_free(CompareCells *cells);

/* What plane shifting takes for solid for a shape: each solid leaf with all planes above it moved
 * out. They overlap. */
typedef struct {
    GPtrArray *solids; /* BspPolygon */
    GArray *bevels;    /* CompareSegment: the edges that moved bevels limit them by */
} CompareShifted;

CompareShifted *compare_shifted_new(const CompareSection *section, const CompareTreeView *tree,
                                    const BspShape *shape);
void compare_shifted_free(CompareShifted *shifted);

#endif
