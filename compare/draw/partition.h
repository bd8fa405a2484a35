/* partition: the parts into which a tree divides a section, and its bevels. */
#ifndef COMPARE_PARTITION_H
#define COMPARE_PARTITION_H

#include "draw/section.h"
#include "methods/method.h"

typedef struct {
    GPtrArray *empty, *solid; /* arrays of BspPolygon, the parts of the view in empty and in solid
                                 leaves */
    GArray *cuts;             /* an array of CompareSegment, the cuts through the view */
    GArray *bevels;           /* an array of CompareSegment, the edges of solid parts along shifted
                                 bevels */
} CompareCells;

/* Without a shape, finds the cells of the tree, which together cover the view. With a shape, finds
 * the solid of plane shifting. Its parts overlap, because all planes above a leaf are shifted
 * outward. */
CompareCells *compare_cells_new(const CompareSection *section, const CompareTreeView *tree,
                                const BspShape *shape);

/* Frees the cells, which may be NULL. */
void compare_cells_free(CompareCells *cells);

#endif
