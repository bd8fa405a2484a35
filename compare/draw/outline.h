/* outline: where a plane square to an axis cuts the Minkowski sum of a brush and a mirrored shape.
 *
 * The sum is never built: rays from a point inside the cut find its outline, which is convex, more
 * of them where it bends. */
#ifndef COMPARE_OUTLINE_H
#define COMPARE_OUTLINE_H

#include "bsp-shape.h"
#include "geometry/brush.h"
#include "geometry/polygon.h"

/* Units. How far the outline may be from the straight line between two points of it. */
#define COMPARE_OUTLINE_SAG 0.01

/* A polygon inside the cut, anticlockwise seen from the axis' positive end, its vertices on the
 * outline; NULL where the plane cuts nothing out of the sum. */
BspPolygon *compare_outline_of_sum(guint axis, double at, const BspBrush *brush,
                                   const BspShape *shape);

#endif
