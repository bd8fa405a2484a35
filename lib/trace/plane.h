/* plane: internal functions of planes. Header only. */
#ifndef BSP_PLANE_INSIDE_H
#define BSP_PLANE_INSIDE_H

#include "bsp-plane.h"

/* Returns whether the normal has length 1, apart from rounding. */
static inline bool bsp_plane_is_unit(const BspPlane *plane)
{
    return fabs(bsp_vec_dot(plane->normal, plane->normal) - 1) <= 4 * BSP_SAME_NORMAL;
}

/* Units. Planes with equal normals no farther apart than this are one plane. It is above the
 * rounding of planes at BSP_WORLD_HALF, which is 8e-9 (see BSP_BRACKET). */
#define BSP_SAME_PLANE 1e-8

static inline bool bsp_are_same_plane(const BspPlane *p, const BspPlane *q)
{
    return bsp_same_normal(p->normal, q->normal) && fabs(p->dist - q->dist) <= BSP_SAME_PLANE;
}

/* A sine. A move that enters a plane less steeply than this counts as running along the plane. It
 * equals BSP_SAME_NORMAL, because a normal is known only to this error. */
#define BSP_ALONG 1e-9

/* A cosine. Two planes are alike if their directions differ by less than about 0.01 radian. If an
 * edge of a brush is almost parallel to an edge of a box, their sum has a face narrower than any
 * tolerance. Such a face may separate two planes that are meant to be one. */
#define BSP_ALIKE (1 - 5e-5)

static inline bool bsp_are_alike(BspVec a, BspVec b)
{
    return bsp_vec_dot(a, b) > BSP_ALIKE;
}

/* Returns the signed distance of a box from a plane; negative if any part of the box is behind the
 * plane.
 */
static inline double bsp_plane_distance_of_box(const BspPlane *plane, BspVec middle, BspVec half)
{
    BspVec n = plane->normal;
    double reach = fabs(n.x) * half.x + fabs(n.y) * half.y + fabs(n.z) * half.z;
    return bsp_vec_dot(n, middle) - plane->dist - reach;
}

/* Sets *least and *most to the minimum and maximum signed distance from the plane over all points
 * of a box. */
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
