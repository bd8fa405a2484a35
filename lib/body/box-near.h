/* box-near: how far a box or a point is from one brush, and in which direction.
 *
 * The planes of the Minkowski sum of brush and box bound a polytope. The Euclidean distance between
 * brush and box is the distance of the box's reference point from this polytope. If the reference
 * point is inside or on the surface, the result is the largest plane distance, which is not above
 * 0.
 *
 * The table stores no vertices of the polytope, only planes. So the code solves the dual problem:
 * the distance is the largest value of (sum of w_i d_i) / |sum of w_i n_i| over weights w_i >= 0,
 * where d_i is the distance in front of plane i and n_i its normal (Boyd and Vandenberghe, Convex
 * Optimization, 2004, section 8.1.3). Any weights give a lower bound, so a badly conditioned corner
 * never makes the distance too large. */
#ifndef BSP_BOX_NEAR_H
#define BSP_BOX_NEAR_H

#include "body/sweep.h"

typedef struct {
    double distance;
    BspVec normal;      /* unit vector from the nearest point of the brush to the box; exactly the
                           plane's normal if the box is in front of one plane only */
    unsigned n;         /* number of planes that meet at the nearest point: 1 to 3 */
    uint32_t planes[3]; /* numbers of these planes of the brush */
    double ds[3];       /* distances of the box from these planes, at most `distance` */
} BspBoxNear;

/* Computes the distance between the sweep's box at time t and a brush. */
BspBoxNear bsp_box_near(const BspSweep *sweep, uint32_t brush, double t);

/* Increases *t to the first time at which the box is as near to the brush as `distance`, and sets
 * *near for that time. Returns false if the box never is, or if it does not approach the brush at
 * that time. The distance is a convex function of time, so no Newton step leads too far. */
bool bsp_box_comes_near(const BspSweep *sweep, uint32_t brush, double distance, double *t,
                        BspBoxNear *near);

/* Given that the box is `distance` in front of the plane at time t: whether the nearest point of
 * the Minkowski sum lies on this plane only, not on an edge. */
bool bsp_box_is_over(const BspSweep *sweep, uint32_t brush, uint32_t plane, double t,
                     double distance);

#endif
