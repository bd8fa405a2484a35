/* outline: the cut of an axial plane through the Minkowski sum of a brush and a mirrored shape.
 *
 * The sum is never built. Rays from a point inside the cut find its convex outline, with more rays
 * at bends. */
#ifndef COMPARE_OUTLINE_H
#define COMPARE_OUTLINE_H

#include "bsp-cell.h"
#include "bsp-inspect.h"
#include "bsp-shape.h"

/* Units. The largest distance between the outline and the straight line between two of its
 * points. */
#define COMPARE_OUTLINE_SAG 0.01

/* A polygon inside the cut with its vertices on the outline, anticlockwise seen from the axis'
 * positive end. NULL if the plane misses the sum. */
BspPolygon *compare_outline_of_sum(guint axis, double at, const BspBrush *brush,
                                   const BspShape *shape);

#endif
