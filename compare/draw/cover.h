/* cover: the area and outline that convex polygons of one section cover together, and the area that
 * others leave uncovered. */
#ifndef COMPARE_COVER_H
#define COMPARE_COVER_H

#include "draw/section.h"

typedef struct {
    BspVec a, b;
} CompareSegment;

/* The sum of the polygons' areas, which is the covered area if none overlap. */
double compare_cover_sum(const GPtrArray *polygons);

/* The area covered by `polygons` but not by `others` (NULL: none), as convex pieces that do not
 * overlap. `others` are grown by `beyond` units first. */
GPtrArray *compare_cover_minus(const CompareSection *section, const GPtrArray *polygons,
                               const GPtrArray *others, double beyond);

/* The outline of the covered area: CompareSegment, in no order. */
GArray *compare_cover_outline(const CompareSection *section, const GPtrArray *polygons);

#endif
