/* bsp-shape: what moves. Convex shapes given relative to their reference point.
 *
 * A shape is a plain value, which owns nothing; that of a hull refers to a BspHull, which must
 * outlive it. All functions are pure and thread-safe. Lengths are units, z is up. */
#ifndef BSP_SHAPE_H
#define BSP_SHAPE_H

#include "bsp-plane.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    BSP_SHAPE_POINT,
    BSP_SHAPE_BOX,      /* axis-aligned: bounds */
    BSP_SHAPE_SPHERE,   /* round the reference point: radius */
    BSP_SHAPE_CYLINDER, /* upright, round the z axis: radius, from z = bottom to top */
    BSP_SHAPE_CAPSULE,  /* upright: radius, its caps touching z = bottom and z = top */
    BSP_SHAPE_HULL      /* the convex hull of points: hull */
} BspShapeKind;

/* A convex hull, which bsp-hull.h makes, of who builds trees. What it is made of is the library's
 * alone, and stands here so that a turned shape can have one in it (bsp-frame.h). */
typedef struct {
    unsigned n_vertices, n_planes;
    BspVec *vertices; /* those on the hull, in the order given */
    BspPlane *planes; /* outward; several may coincide where facets are coplanar */
    /* Neighbours of vertex i: neighbour[first_edge[i] .. first_edge[i + 1]). */
    unsigned *first_edge, *neighbour;
    BspBounds bounds;
    double thickness; /* units: it is at least this thick in every direction, but for BSP_TIP at
                         its corners */
} BspHull;

typedef struct {
    BspShapeKind kind;
    BspBounds bounds;           /* the smallest box round the shape, for every kind */
    double radius, bottom, top; /* sphere, cylinder, capsule; radius: of a rounded hull, else 0 */
    const BspHull *hull;        /* hull: not owned */
} BspShape;

/* What is wanted, and not looked at: mins <= maxs; radius >= 0; bottom <= top; of a capsule
 * top - bottom >= 2 radius, or it has no place for its caps. Every number is finite. A shape that
 * breaks this is none: whatever asks about it neither crashes nor hangs, but may answer anything.
 * All may be 0: a box without width is a rectangle, a line or a point, and so on. */

BspShape bsp_shape_point(void);
BspShape bsp_shape_box(BspVec mins, BspVec maxs);
BspShape bsp_shape_sphere(double radius);
BspShape bsp_shape_cylinder(double radius, double bottom, double top);
BspShape bsp_shape_capsule(double radius, double bottom, double top);
BspShape bsp_shape_hull(const BspHull *hull);

#ifdef __cplusplus
}
#endif

#endif
