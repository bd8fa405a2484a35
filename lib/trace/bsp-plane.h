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

typedef enum { BSP_SIDE_ON, BSP_SIDE_FRONT, BSP_SIDE_BACK, BSP_SIDE_STRADDLE } BspSide;

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

static inline bool bsp_same_normal(BspVec a, BspVec b)
{
    return fabs(a.x - b.x) <= BSP_SAME_NORMAL && fabs(a.y - b.y) <= BSP_SAME_NORMAL &&
           fabs(a.z - b.z) <= BSP_SAME_NORMAL;
}

/* The least and greatest distance from the plane over a box. */
static inline void bsp_plane_range_of_bounds(const BspPlane *plane, const BspBounds *b,
                                             double *least, double *most)
{
    double reach = 0, centre = -plane->dist;
    for (int i = 0; i < 3; i++) {
        centre += plane->normal.v[i] * 0.5 * (b->mins.v[i] + b->maxs.v[i]);
        reach += fabs(plane->normal.v[i]) * 0.5 * (b->maxs.v[i] - b->mins.v[i]);
    }
    *least = centre - reach;
    *most = centre + reach;
}

#ifdef __cplusplus
}
#endif

#endif
