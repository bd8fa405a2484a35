/* distance: finds the distance of a shape from a brush, and the time at which it comes near.
 *
 * For a box or a point, the planes of the Minkowski sum of brush and box bound a polytope. The
 * distance of the box from the brush is the distance of its reference point from the polytope. The
 * table stores no vertices of the polytope, only planes. So the code solves the dual problem, in
 * which the distance is the largest value of (sum of w_i d_i) / |sum of w_i n_i| over weights w_i
 * >= 0, where d_i is the distance in front of plane i and n_i its normal (Boyd and Vandenberghe,
 * Convex Optimization, 2004, section 8.1.3). Any weights give a lower bound, so a badly conditioned
 * corner never makes the distance too large. Inside the polytope, the distance is the largest plane
 * distance, which is not above 0.
 *
 * For other shapes the sum is partly curved, so casts (cast.h) compute the distance. If shape and
 * brush overlap, the distance is minus the depth by separating planes (separators.h). */
#ifndef BSP_DISTANCE_H
#define BSP_DISTANCE_H

#include "table/pass.h"

/* --- the distance of a point from a convex region --- */

/* A plane of the region, and the distance of the point in front of it. */
typedef struct {
    BspVec normal;
    double d;
    uint32_t plane; /* number of the plane */
} BspFront;

/* One to three planes that meet at the nearest point of the region. */
typedef struct {
    double distance;
    BspVec normal; /* unit vector from the nearest point; exactly the plane's normal if n is 1 */
    unsigned n;
    BspFront fronts[3];
} BspNearest;

static inline BspNearest bsp_nearest(BspFront front)
{
    return (BspNearest){ front.d, front.normal, 1, { front } };
}

/* Adds a plane, and drops planes that do not meet at the new nearest point. Returns false if the
 * distance does not increase. */
bool bsp_nearest_add(BspNearest *nearest, const BspFront *front);

/* --- any shape --- */

/* Returns the distance between the sweep's shape at the start and a brush. If it is negative, it is
 * minus the depth of the shape in the brush. If it is not positive, *hit receives the brush and its
 * plane nearest to the start. */
double bsp_start_distance(const BspSweep *sweep, uint32_t brush, BspHit *hit);

/* --- boxes and points --- */

/* Returns the distance between the sweep's box at time t and a brush, with the planes of the brush.
 */
BspNearest bsp_box_near(const BspSweep *sweep, uint32_t brush, double t);

/* Increases *t to the first time at which the box is as near to the brush as `distance`, and sets
 * *near for that time. Returns false if the box is never that near, or if it does not approach the
 * brush at that time. The distance is a convex function of time, so no step of Newton's method
 * leads too far. */
bool bsp_box_comes_near(const BspSweep *sweep, uint32_t brush, double distance, double *t,
                        BspNearest *near);

/* --- other shapes --- */

/* Classifies how a pass comes near to a brush, as far as single sides of the brush can prove it.
 * *may_be_near receives whether no side proves that the shape is at least pass->near_by away at the
 * start. */
BspPassClass bsp_other_regard(const BspSweep *sweep, BspPass *pass, uint32_t brush,
                              bool *may_be_near);

/* Finds the first time at which the shape is as near to the brush as `distance`; 0 if it starts
 * nearer. If `distance` is at most BSP_TOUCH, finds the first time at which the shape is deeper
 * than touching. */
bool bsp_other_comes_near(const BspSweep *sweep, uint32_t brush, double distance, BspMeeting *hit);

/* Does the same as bsp_other_comes_near(), but hit->normal is set even if the shape starts inside.
 * Returns false if the shape starts as near as `distance` and moves away. */
bool bsp_other_approaches(const BspSweep *sweep, uint32_t brush, double distance, BspMeeting *hit);

/* Sets *hit for a contact at time t, at the given distance and with the given normal. Names the
 * side of the brush that has this distance from the shape, if there is one. The plane is moved out
 * for the shape and by the distance. */
void bsp_other_name(const BspSweep *sweep, uint32_t brush, double t, double distance, BspVec normal,
                    BspHit *hit);

#endif
