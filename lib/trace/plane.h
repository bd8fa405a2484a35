/* plane: internal functions of planes. Header only. */
#ifndef BSP_PLANE_INSIDE_H
#define BSP_PLANE_INSIDE_H

#include "bsp-plane.h"

/* Whether the normal has length 1, apart from rounding. */
static inline bool bsp_plane_is_unit(const BspPlane *plane)
{
    return fabs(bsp_vec_dot(plane->normal, plane->normal) - 1) <= 4 * BSP_SAME_NORMAL;
}

/* The signed distance of a box from a plane; negative if any part of the box is behind. */
static inline double bsp_plane_distance_of_box(const BspPlane *plane, BspVec middle, BspVec half)
{
    BspVec n = plane->normal;
    double reach = fabs(n.x) * half.x + fabs(n.y) * half.y + fabs(n.z) * half.z;
    return bsp_vec_dot(n, middle) - plane->dist - reach;
}

/* The least and greatest signed distance from the plane over all points of a box. */
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

#endif
