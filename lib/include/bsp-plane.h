/* bsp-plane: oriented planes. Header only. */
#ifndef BSP_PLANE_H
#define BSP_PLANE_H

#include "bsp-bounds.h"
#include "bsp-constants.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The points x with normal . x = dist; normal is a unit vector. In front of the plane (the empty
 * side of a face), normal . x > dist. Behind it (the solid side), normal . x < dist. */
typedef struct {
    BspVec normal;
    double dist;
} BspPlane;

/* The side of a plane on which an extended object lies. ON means that all of it is on the plane,
 * within the caller's tolerance. STRADDLE means that parts of it are on both sides. */
typedef enum { BSP_SIDE_ON, BSP_SIDE_FRONT, BSP_SIDE_BACK, BSP_SIDE_STRADDLE } BspSide;

/* Returns whether two unit normals are equal, apart from rounding (BSP_SAME_NORMAL). */
static inline bool bsp_same_normal(BspVec a, BspVec b)
{
    return fabs(a.x - b.x) <= BSP_SAME_NORMAL && fabs(a.y - b.y) <= BSP_SAME_NORMAL &&
           fabs(a.z - b.z) <= BSP_SAME_NORMAL;
}

/* Returns the signed distance of p from the plane, positive in front. */
static inline double bsp_plane_distance(const BspPlane *plane, BspVec p)
{
    return bsp_vec_dot(plane->normal, p) - plane->dist;
}

/* Returns the same plane, with front and back exchanged. Subtraction is used because negation would
 * turn 0 into -0, which prints as "-0". */
static inline BspPlane bsp_plane_flipped(const BspPlane *plane)
{
    BspPlane flipped;
    flipped.normal = bsp_vec_sub(bsp_vec(0, 0, 0), plane->normal);
    flipped.dist = 0 - plane->dist;
    return flipped;
}

/* Returns the axis (0, 1, 2) that the normal is parallel to, in either direction; -1 if the normal
 * is not axial. The comparison is exact: (1e-8, 0, 1) has length 1, but across a large level such a
 * plane is visibly tilted. */
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
