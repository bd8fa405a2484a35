/* shape: internal functions of shapes. */
#ifndef BSP_SHAPE_INSIDE_H
#define BSP_SHAPE_INSIDE_H

#include <stdint.h>

#include "bsp-frame.h"
#include "trace/compiler.h"

/* Returns the shape, made at least `thickness` thick. It grows by half of the missing thickness on
 * both sides. A box, cylinder or capsule grows only along the axes, or the radius, in which it is
 * thin. A hull grows on all sides. */
BspShape bsp_shape_thickened(const BspShape *shape, double thickness);

/* Returns whether the axes are those of a frame, and not, for instance, all zero. */
bool bsp_frame_has_axes(const BspFrame *frame);

/* Returns the distance by which a plane moves out for the shape, along its normal n, which has unit
 * length. It equals bsp_shape_offset(), and is inlined for the most frequent shapes. */
static inline double bsp_shape_plane_offset(const BspShape *shape, BspVec n)
{
    BspVec lo = shape->bounds.mins, hi = shape->bounds.maxs;
    double r = shape->radius;
    switch (shape->kind) {
    case BSP_SHAPE_POINT:
        return 0;
    case BSP_SHAPE_BOX:
        return BSP_MAX(-n.x * lo.x, -n.x * hi.x) + BSP_MAX(-n.y * lo.y, -n.y * hi.y) +
               BSP_MAX(-n.z * lo.z, -n.z * hi.z);
    case BSP_SHAPE_SPHERE:
        return r;
    case BSP_SHAPE_CAPSULE:
        return r + BSP_MAX(-n.z * (shape->bottom + r), -n.z * (shape->top - r));
    case BSP_SHAPE_CYLINDER:
        return r * sqrt(n.x * n.x + n.y * n.y) + BSP_MAX(-n.z * shape->bottom, -n.z * shape->top);
    default:
        return bsp_shape_offset(shape, n);
    }
}

/* Returns the point of the shape that reaches farthest against n, which has unit length. It equals
 * bsp_shape_support_point() of -n, and is inlined for round shapes. */
static inline BspVec bsp_shape_foot(const BspShape *shape, BspVec n)
{
    double r = shape->radius, z = 0;
    if (shape->kind == BSP_SHAPE_CAPSULE)
        z = n.z > 0 ? shape->bottom + r : shape->top - r;
    else if (shape->kind != BSP_SHAPE_SPHERE)
        return bsp_shape_support_point(shape, bsp_vec_neg(n));
    return bsp_vec(-r * n.x, -r * n.y, z - r * n.z);
}

/* The flat faces of a box, a cylinder or a hull. The first function returns their number. The
 * second returns the unit normal of face i, out of the shape. */
static inline unsigned bsp_shape_n_faces(const BspShape *shape)
{
    return shape->kind == BSP_SHAPE_BOX        ? 6
           : shape->kind == BSP_SHAPE_CYLINDER ? 2
           : shape->kind == BSP_SHAPE_HULL     ? shape->hull->n_planes
                                               : 0;
}

static inline BspVec bsp_shape_face(const BspShape *shape, unsigned i)
{
    if (shape->kind == BSP_SHAPE_HULL)
        return shape->hull->planes[i].normal;
    BspVec axis = bsp_vec_axis(2 - (int)(i / 2));
    return i % 2 ? bsp_vec_neg(axis) : axis;
}

static inline bool bsp_shape_is_round(const BspShape *shape)
{
    return shape->kind == BSP_SHAPE_SPHERE || shape->kind == BSP_SHAPE_CAPSULE;
}

/* --- the core ---
 *
 * A shape is its core grown by a radius. The core of a sphere is a point, and of a capsule a
 * segment. */

static inline double bsp_core_radius(const BspShape *shape)
{
    return shape->kind == BSP_SHAPE_CYLINDER ? 0 : shape->radius;
}

/* The points whose hull is the core. The first function returns their number. The second returns
 * point i. A cylinder has two such points, the middles of its ends. */
unsigned bsp_core_n_points(const BspShape *shape);
BspVec bsp_core_point(const BspShape *shape, unsigned i);

/* --- a convex hull, climbed along its edges ---
 *
 * The vertex of an object farthest along a direction is found "in O(sqrt(num_hull_vertices)) using
 * gradient descent" over the edges of its hull (Melax 2000, section 3). */

/* Returns the vertex farthest along direction, climbing from vertex `start`. */
unsigned bsp_hull_support(const BspHull *hull, BspVec direction, unsigned start);

#endif
