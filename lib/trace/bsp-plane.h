/* bsp-plane: oriented planes. Header only. */
#ifndef BSP_PLANE_H
#define BSP_PLANE_H

#include "bsp-bounds.h"
#include "bsp-constants.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The points x with normal . x = dist, normal being a unit vector. Front (over, empty side of a
 * face) is normal . x > dist; back (under, solid side) is normal . x < dist. */
typedef struct {
    BspVec normal;
    double dist;
} BspPlane;

/* Signed distance of p from the plane, positive in front. */
static inline double bsp_plane_distance(const BspPlane *plane, BspVec p)
{
    return bsp_vec_dot(plane->normal, p) - plane->dist;
}

/* By subtraction, which makes no negative zeros of zeros: they would be printed. */
static inline BspPlane bsp_plane_flipped(const BspPlane *plane)
{
    BspPlane flipped;
    flipped.normal = bsp_vec_sub(bsp_vec(0, 0, 0), plane->normal);
    flipped.dist = 0 - plane->dist;
    return flipped;
}

/* The axis (0, 1, 2) the normal lies along, in either direction; -1 when it is not axial. To the
 * last bit: (1e-8, 0, 1) has length 1, and over a large level it is no axis. */
static inline int bsp_plane_axis(const BspPlane *plane)
{
    const BspVec *n = &plane->normal;
    for (int i = 0; i < 3; i++)
        if (fabs(n->v[i]) == 1.0 && n->v[(i + 1) % 3] == 0 && n->v[(i + 2) % 3] == 0)
            return i;
    return -1;
}

#ifdef __cplusplus
}
#endif

#endif
