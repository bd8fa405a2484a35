/* shape: internal functions of shapes. */
#ifndef BSP_SHAPE_INSIDE_H
#define BSP_SHAPE_INSIDE_H

#include <stdint.h>

#include "bsp-shape.h"
#include "trace/compiler.h"

/* Returns the shape, made at least `thickness` thick. It grows by half of the missing thickness on
 * both sides. A box, cylinder or capsule grows only along the axes, or the radius, in which it is
 * thin. A hull grows on all sides. */
BspShape bsp_shape_thickened(const BspShape *shape, double thickness);

/* The distance by which a plane moves out for the shape, along its normal n. The same as
 * bsp_shape_offset(), and inlined for boxes, the most frequent shape. */
static inline double bsp_shape_plane_offset(const BspShape *shape, BspVec n)
{
    if (shape->kind == BSP_SHAPE_POINT)
        return 0;
    if (shape->kind != BSP_SHAPE_BOX)
        return bsp_shape_offset(shape, n);
    BspVec lo = shape->bounds.mins, hi = shape->bounds.maxs;
    return BSP_MAX(-n.x * lo.x, -n.x * hi.x) + BSP_MAX(-n.y * lo.y, -n.y * hi.y) +
           BSP_MAX(-n.z * lo.z, -n.z * hi.z);
}

/* --- a convex hull, climbed along its edges ---
 *
 * Melax 2000, section 3: the vertex of an object farthest along a direction is found "in
 * O(sqrt(num_hull_vertices)) using gradient descent" over the edges of its hull. */

/* The vertex farthest along direction, climbing from vertex `start`. *visited (may be NULL) is
 * increased by the number of vertices visited. */
unsigned bsp_hull_support(const BspHull *hull, BspVec direction, unsigned start, uint64_t *visited);

#endif
