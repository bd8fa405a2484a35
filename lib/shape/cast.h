/* cast: finds the plane between a convex shape and one convex polytope.
 *
 * The method is GJK (Gilbert, Johnson and Keerthi 1988). Spheres, capsules and rounded hulls are
 * treated as a core, which is a point, a segment or a hull, and a radius. Cylinders and other hulls
 * have no radius.
 *
 * The functions are pure and thread-safe, and allocate nothing. Lengths are in units. */
#ifndef BSP_CAST_H
#define BSP_CAST_H

#include <stddef.h>
#include <stdint.h>

#include "bsp-frame.h"

/* A polytope, which is the hull of its vertices. `eroded` holds the vertices of the polytope eroded
 * by BSP_TOUCH (bsp_cell_eroded()); a sharp corner moves by at most BSP_BRUSH_THICKNESS. There is a
 * hit only if the shape meets the eroded polytope, so a shape that only touches the polytope does
 * not hit it. */
typedef struct {
    const BspVec *vertices, *eroded;
    unsigned n, n_eroded;
} BspCastBody;

/* The place of one body's vertices in an array of the vertices of many bodies. The n vertices begin
 * at index `first`, and the n_eroded vertices of the eroded body follow. */
typedef struct {
    uint32_t first, n, n_eroded;
} BspCastPlace;

static inline BspCastBody bsp_cast_body(const BspVec *vertices, const BspCastPlace *place)
{
    const BspVec *own = vertices + place->first;
    return (BspCastBody){ own, own + place->n, place->n, place->n_eroded };
}

/* The separation of a shape from a body. */
typedef struct {
    BspVec normal;   /* unit vector towards the shape, perpendicular to a plane between shape and
                        body; zero if shape and body overlap */
    double distance; /* a lower bound of the distance between shape and body; below 0 if they
                        overlap */
    double at_most;  /* an upper bound of the distance */
} BspSeparation;

/* Units. The two bounds of a separation differ by at most this length, unless rounding prevents it.
 * This length is a thousandth of BSP_TOUCH, so the errors of several casts stay far below
 * touching. */
#define BSP_CAST_GAP 1e-9

/* A vertex of a body, and a point of the core of a shape, in the shape's coordinates. */
typedef struct {
    BspVec of_body, of_core;
} BspCastPair;

/* A search for the plane between a body and a shape, for one position of the shape after the other.
 * Each search begins with the pairs at which the previous search ended. */
typedef struct {
    const BspVec *vertices; /* the vertices of the body */
    unsigned n;
    const BspShape *shape;
    double radius;  /* distance of the shape's surface from its core */
    unsigned hint;  /* the vertex of a hull shape at which climbing starts */
    BspVec towards; /* direction from the body to the shape, which is used for the first position */
    BspCastPair pairs[4];
    uint8_t last[4]; /* indices in `pairs` of the pairs at which the previous search ended */
    unsigned n_last; /* number of these indices */
} BspCast;

/* Prepares a search. `towards` is the direction from the body to the shape, for instance an earlier
 * normal. The nearer it is to the normal, the faster is the first search. */
void bsp_cast_begin(BspCast *cast, const BspVec *vertices, unsigned n, const BspShape *shape,
                    BspVec towards);

/* Separates the body from the shape at rest at `at`. `frame` has the axes of a rotated shape in the
 * world, or is NULL. The eroded body does not matter (bsp_cast_eroded()). */
BspSeparation bsp_cast_at(BspCast *cast, const BspFrame *frame, BspVec at);

/* Returns the farthest point of the Minkowski difference of body and core along a direction,
 * relative to `at`. If the core's reference point is there, the core touches the body. */
BspVec bsp_cast_farthest(BspCast *cast, const BspFrame *frame, BspVec at, BspVec along);

/* Does the same as bsp_cast_begin() and then bsp_cast_at(). For several positions a BspCast is
 * better, because each search starts where the previous one ended. */
BspSeparation bsp_cast_separate(const BspCastBody *body, const BspShape *shape,
                                const BspFrame *frame, BspVec at);

/* Returns the distance between the body and the shape at rest at `at`. It is never too large. A
 * negative value only means that they overlap. */
double bsp_cast_distance(const BspCastBody *body, const BspShape *shape, BspVec at);

/* Returns the unit direction of the shortest way out of the body, for the core of a shape that
 * overlaps the body. For cores with corners the depth along this direction is exact within 1e-9
 * unit. For cylinders, and hulls with very many corners, the depth along it may be slightly more
 * than the minimum (depth.c). */
BspVec bsp_cast_way_out(const BspCastBody *body, const BspShape *shape, const BspFrame *frame,
                        BspVec at);

/* Returns the eroded body as a body of its own. */
static inline BspCastBody bsp_cast_eroded(const BspCastBody *body)
{
    return (BspCastBody){ body->eroded, body->eroded, body->n_eroded, body->n_eroded };
}

#endif
