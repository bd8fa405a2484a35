/* shape: internal functions of shapes. */
#ifndef BSP_SHAPE_INSIDE_H
#define BSP_SHAPE_INSIDE_H

#include <stdint.h>

#include "bsp-shape.h"

/* Returns "point", "box", ... */
const char *bsp_shape_kind_name(BspShapeKind kind);

/* The least thickness of the shape in any direction, except that it may be BSP_TIP less at a hull's
 * corners. */
double bsp_shape_thickness(const BspShape *shape);

/* The shape, made at least `thickness` thick: it grows by half of the missing thickness on both
 * sides. A box, cylinder or capsule grows only along the axes, or the radius, in which it is thin.
 * A hull grows on all sides. */
BspShape bsp_shape_thickened(const BspShape *shape, double thickness);

/* The largest product direction . s over all points s of the shape. */
double bsp_shape_support(const BspShape *shape, BspVec direction);

/* A point of the shape at which that product is largest. */
BspVec bsp_shape_support_point(const BspShape *shape, BspVec direction);

/* How far to move out a plane with this normal, so that the shape's reference point can be tested
 * instead of the shape; the solid is behind the plane. This is the support against the normal
 * (Melax 2000, section 3). The shape at x touches the plane if normal . x = dist + offset. */
static inline double bsp_shape_offset(const BspShape *shape, BspVec normal)
{
    return bsp_shape_support(shape, bsp_vec_neg(normal));
}

/* Whether it is a point or a box: configuration spaces are built for these shapes. */
static inline bool bsp_shape_is_box(const BspShape *shape)
{
    return shape->kind == BSP_SHAPE_POINT || shape->kind == BSP_SHAPE_BOX;
}

/* --- a convex hull, climbed along its edges ---
 *
 * Melax 2000, section 3: the vertex of an object farthest along a direction is found "in
 * O(sqrt(num_hull_vertices)) using gradient descent" over the edges of its hull. */

/* The vertex farthest along direction, climbing from vertex `start`. *visited (may be NULL) is
 * increased by the number of vertices visited. */
unsigned bsp_hull_support(const BspHull *hull, BspVec direction, unsigned start, uint64_t *visited);

#endif
