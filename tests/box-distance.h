/* box-distance: the distance between a box and a brush, from their vertices, in long double. It
 * does not use the planes that bsp_brush_table_trace() computes with. */
#ifndef BOX_DISTANCE_H
#define BOX_DISTANCE_H

#include "bsp-shape.h"
#include "geometry/brush.h"

/* The Euclidean distance between the brush and a box or point, 0 if they overlap. The reference
 * point of the shape is at `at`, or at from + t (to - from). */
double box_distance(const BspBrush *brush, const BspShape *shape, BspVec at);
long double box_distance_at(const BspBrush *brush, const BspShape *shape, BspVec from, BspVec to,
                            long double t);

#endif
