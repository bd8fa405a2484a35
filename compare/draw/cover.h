/* cover: what convex polygons of one section cover together: its area, its outline, and what of it
 * others leave uncovered. */
#ifndef COMPARE_COVER_H
#define COMPARE_COVER_H

#include "draw/section.h"

typedef struct {
    BspVec a, b;
} CompareSegment;

/* The sum of the polygons' areas; what they cover, if none overlap. */
double compare_cover_sum(const GPtrArray *polygons);

/* What `polygons` cover and `others` (NULL: nothing) do not, in convex pieces that do not overlap.
 * What is no farther than `beyond` units outside of the others' edges is left out. */
GPtrArray *compare_cover_minus(const CompareSection *section, const GPtrArray *polygons,
                               const GPtrArray *others, double beyond);

/* The outline of what they cover: CompareSegment, in no order. */
GArray *compare_cover_outline(const CompareSection *section, const GPtrArray *polygons);

#endif
