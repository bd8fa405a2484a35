/* box-near: how far a box or a point is from one brush, and in which direction.
 *
 * The planes of the Minkowski sum of brush and box bound a polytope. The distance is that of the
 * reference point from the polytope: the Euclidean distance between brush and box. Inside, and on
 * the surface, it is the largest plane distance, which is not above 0.
 *
 * The table holds planes alone, so the dual problem is solved: the distance is the largest value of
 * (sum of w_i d_i) / |sum of w_i n_i| over weights w_i >= 0, where d_i is the distance in front of
 * plane i and n_i its normal (Boyd and Vandenberghe, Convex Optimization, 2004, section 8.1.3). Any
 * weights give a lower bound, so a badly conditioned corner never makes the distance too large. */
#ifndef BSP_BOX_NEAR_H
#define BSP_BOX_NEAR_H

#include "trace/sweep.h"

typedef struct {
    double distance;
    BspVec normal; /* unit vector from the nearest point of the brush to the box; in front of one
                      plane alone exactly its normal */
    unsigned n;    /* number of planes that meet at the nearest point: 1 to 3 */
    uint32_t planes[3]; /* their numbers in the table */
    double ds[3];       /* their distances, at most `distance` */
} BspBoxNear;

/* Computes the distance between the sweep's box at time t and a brush. */
BspBoxNear bsp_box_near(const BspSweep *sweep, uint32_t brush, double t);

/* Whether the point of the sum nearest to the box lies on that plane alone, given that the box is
 * `distance` in front of it at time t. */
bool bsp_box_is_over(const BspSweep *sweep, uint32_t brush, uint32_t plane, double t,
                     double distance);

#endif
