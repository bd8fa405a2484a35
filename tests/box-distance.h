/* box-distance: how far a box is from a brush, by their vertices, in long double: independent of
 * the planes that bsp_sides_trace() computes with. */
#ifndef BOX_DISTANCE_H
#define BOX_DISTANCE_H

#include "bsp-shape.h"
#include "geometry/brush.h"

/* The Euclidean distance between the brush and the box, or point, whose reference point is at
 * from + t (to - from); 0 where they overlap. */
double box_distance(const BspBrush *brush, const BspShape *shape, BspVec at);
long double box_distance_at(const BspBrush *brush, const BspShape *shape, BspVec from, BspVec to,
                            long double t);

#endif
