/* bsp-shape: what moves. Convex shapes given relative to their reference point.
 *
 * A shape is a plain value; only a hull owns memory, by reference to a BspHull. All functions are
 * pure and thread-safe. Lengths are units, z is up. */
#ifndef BSP_SHAPE_H
#define BSP_SHAPE_H

#include <glib.h>

#include "bsp-hull.h"
#include "bsp-plane.h"

typedef enum {
    BSP_SHAPE_POINT,
    BSP_SHAPE_BOX,      /* axis-aligned: bounds */
    BSP_SHAPE_SPHERE,   /* round the reference point: radius */
    BSP_SHAPE_CYLINDER, /* upright, round the z axis: radius, from z = bottom to top */
    BSP_SHAPE_CAPSULE,  /* upright: radius, its caps touching z = bottom and z = top */
    BSP_SHAPE_HULL      /* the convex hull of points: hull */
} BspShapeKind;

typedef struct {
    BspShapeKind kind;
    BspBounds bounds;           /* the smallest box round the shape, for every kind */
    double radius, bottom, top; /* sphere, cylinder, capsule; radius: of a rounded hull, else 0 */
    BspHull *hull;              /* hull: not owned, must outlive the shape */
} BspShape;

BspShape bsp_shape_point(void);
BspShape bsp_shape_box(BspVec mins, BspVec maxs);
BspShape bsp_shape_sphere(double radius);
BspShape bsp_shape_cylinder(double radius, double bottom, double top);
BspShape bsp_shape_capsule(double radius, double bottom, double top);
BspShape bsp_shape_hull(BspHull *hull);

/* "point", "box", ... */
const char *bsp_shape_kind_name(BspShapeKind kind);

/* The shape is at least this thick in every direction, but for BSP_TIP at a hull's corners. */
double bsp_shape_thickness(const BspShape *shape);

/* The shape made `thickness` thick: what is thinner grows both ways by half of what lacks. A box,
 * cylinder or capsule grows along the axes, or the radius, in which it is thin, and a hull all
 * round. */
BspShape bsp_shape_thickened(const BspShape *shape, double thickness);

/* The largest direction . s over the points s of the shape. */
double bsp_shape_support(const BspShape *shape, BspVec direction);

/* A point of the shape where that maximum is reached. */
BspVec bsp_shape_support_point(const BspShape *shape, BspVec direction);

/* How far a plane with this normal, matter behind it, moves out before the shape's reference point
 * may be tested against it in place of the shape: the support against the normal (Melax 2000,
 * section 3). The shape at x touches the plane when normal . x = dist + offset. */
static inline double bsp_shape_offset(const BspShape *shape, BspVec normal)
{
    return bsp_shape_support(shape, bsp_vec_neg(normal));
}

/* Points, and boxes: the shapes for which configuration spaces are made. */
static inline gboolean bsp_shape_is_box(const BspShape *shape)
{
    return shape->kind == BSP_SHAPE_POINT || shape->kind == BSP_SHAPE_BOX;
}

#endif
