/* partition: the parts into which a tree divides a section, and its bevels. */
#ifndef COMPARE_PARTITION_H
#define COMPARE_PARTITION_H

#include "draw/section.h"
#include "methods/method.h"

typedef struct {
    GPtrArray *empty, *solid; /* BspPolygon: the parts of the view in empty and in solid leaves */
    GArray *cuts;             /* CompareSegment: cuts through the view */
    GArray *bevels;           /* CompareSegment: the edges of solid parts along shifted bevels */
} CompareCells;

/* Without a shape, finds the cells of the tree: they cover the view. With a shape, finds the solid
 * of plane shifting: all planes above a leaf are shifted outward, so its parts overlap. */
CompareCells *compare_cells_new(const CompareSection *section, const CompareTreeView *tree,
                                const BspShape *shape);

/* NULL is allowed. */
void compare_cells_free(CompareCells *cells);

#endif
