/* partition: the cells that a section cuts out of a tree, its bevels, and the solid of plane
 * shifting. */
#ifndef COMPARE_PARTITION_H
#define COMPARE_PARTITION_H

#include "draw/section.h"
#include "methods/method.h"

/* The view, divided into the cells of the tree's leaves. */
typedef struct {
    GPtrArray *cells; /* BspPolygon; together they cover the view */
    GArray *values;   /* guint: the leaf value of each cell */
    GArray *cuts;     /* CompareSegment: the cuts of nodes through the view */
    GArray *bevels;   /* CompareSegment, short: unshifted bevels at the solid cells that they
                         touch */
} CompareCells;

/* tick: half the length of a drawn unshifted bevel, in units. */
CompareCells *compare_cells_new(const CompareSection *section, const CompareTreeView *tree,
                                double tick);
void compare_cells_free(CompareCells *cells);

/* The solid of plane shifting for a shape: each solid leaf, with all planes above it shifted
 * outward. The polygons overlap. */
typedef struct {
    GPtrArray *solids; /* BspPolygon */
    GArray *bevels;    /* CompareSegment: edges of the solids made by shifted bevels */
} CompareShifted;

CompareShifted *compare_shifted_new(const CompareSection *section, const CompareTreeView *tree,
                                    const BspShape *shape);
void compare_shifted_free(CompareShifted *shifted);

#endif
