/* bsp-shape: the convex shapes that move. Coordinates are relative to the shape's reference point.
 *
 * A shape is a plain value and owns nothing. A hull shape refers to a BspHull, which must outlive
 * it. All functions are pure and thread-safe. Lengths are in units; z is up. */
#ifndef BSP_SHAPE_H
#define BSP_SHAPE_H

#include "bsp-plane.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    BSP_SHAPE_POINT,
    BSP_SHAPE_BOX,      /* axis-aligned; uses bounds */
    BSP_SHAPE_SPHERE,   /* centred at the reference point; uses radius */
    BSP_SHAPE_CYLINDER, /* upright, around the z axis, from z = bottom to z = top; uses radius */
    BSP_SHAPE_CAPSULE,  /* upright, around the z axis, with caps that touch z = bottom and z = top;
                           uses radius */
    BSP_SHAPE_HULL      /* the convex hull of points; uses hull */
} BspShapeKind;

/* A convex hull, made by bsp-hull.h. The members are internal to the library. They are declared
 * here so that a turned shape can contain a hull (bsp-frame.h). */
typedef struct {
    unsigned n_vertices, n_planes;
    BspVec *vertices; /* the input points that are on the hull, in input order */
    BspPlane *planes; /* facing outward; several may coincide if facets are coplanar */
    /* Neighbours of vertex i: neighbour[first_edge[i] .. first_edge[i + 1]). */
    unsigned *first_edge, *neighbour;
    BspBounds bounds;
    double thickness; /* units, the minimum thickness over all directions; at corners the hull may
                         be thinner by BSP_BRUSH_THICKNESS */
} BspHull;

typedef struct {
    BspShapeKind kind;
    BspBounds bounds;           /* the smallest box that contains the shape, for every kind */
    double radius, bottom, top; /* units; the measures of a sphere, cylinder or capsule. A hull with
                                   a radius above 0 is rounded */
    const BspHull *hull;        /* the hull of a hull shape; not owned */
} BspShape;

/* Preconditions, which these functions do not check: mins <= maxs; radius >= 0; bottom <= top; for
 * a capsule top - bottom >= 2 radius, so that both caps fit. All numbers are finite. Queries answer
 * BSP_SOLID at t = 0 for a shape that violates a precondition, except for a capsule whose caps do
 * not fit. Such a query neither crashes nor hangs, but its result may be wrong. Every extent may be
 * 0. A box with zero extents is a rectangle, a line or a point. */

BspShape bsp_shape_point(void);
BspShape bsp_shape_box(BspVec mins, BspVec maxs);
BspShape bsp_shape_sphere(double radius);
BspShape bsp_shape_cylinder(double radius, double bottom, double top);
BspShape bsp_shape_capsule(double radius, double bottom, double top);
BspShape bsp_shape_hull(const BspHull *hull);

/* --- measuring shapes --- */

/* Returns "point", "box", ... */
const char *bsp_shape_kind_name(BspShapeKind kind);

/* Returns the minimum thickness of the shape in any direction. At its corners, a hull may be
 * thinner by BSP_BRUSH_THICKNESS. */
double bsp_shape_thickness(const BspShape *shape);

/* Returns the largest product direction . s over all points s of the shape. */
double bsp_shape_support(const BspShape *shape, BspVec direction);

/* Returns a point s of the shape at which the product direction . s is largest. */
BspVec bsp_shape_support_point(const BspShape *shape, BspVec direction);

/* Returns the distance by which a plane with this normal must be moved out, so that the shape's
 * reference point can be tested instead of the shape. The solid is behind the plane. This is the
 * support of the shape in the direction against the normal (Melax 2000, section 3). The shape at x
 * touches the plane if normal . x = dist + offset. */
static inline double bsp_shape_offset(const BspShape *shape, BspVec normal)
{
    return bsp_shape_support(shape, bsp_vec_neg(normal));
}

/* Returns whether the shape is a point or a box, for which configuration spaces can be built. */
static inline bool bsp_shape_is_box(const BspShape *shape)
{
    return shape->kind == BSP_SHAPE_POINT || shape->kind == BSP_SHAPE_BOX;
}

#ifdef __cplusplus
}
#endif

#endif
