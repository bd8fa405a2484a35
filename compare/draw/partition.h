/* partition: finds the parts into which a tree divides a section of the level, and the lines of the
 * tree's bevels in that section. */
#ifndef COMPARE_PARTITION_H
#define COMPARE_PARTITION_H

#include "draw/section.h"
#include "methods/method.h"

typedef struct {
    /* Arrays of BspPolygon, which are the parts of the view in empty leaves, and in solid
     * leaves. */
    GPtrArray *empty, *solid;
    GArray *cuts;   /* an array of CompareSegment: the lines along which planes cut the view */
    GArray *bevels; /* an array of CompareSegment: the edges of solid parts along shifted bevels */
} CompareCells;

/* If `shape` is NULL, finds the cells of the tree, which together cover the view. Otherwise, finds
 * the solid of plane shifting. Its parts overlap, because all planes above a leaf are shifted
 * outward. */
CompareCells *compare_cells_new(const CompareSection *section, const CompareTreeView *tree,
                                const BspShape *shape);

/* Frees the cells, which may be NULL. */
void compare_cells_free(CompareCells *cells);

#endif
