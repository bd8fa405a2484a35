/* cast: the exact first contact of a moving convex shape with one convex polytope.
 *
 * The distance between the two is a convex function of time. GJK (Gilbert, Johnson and Keerthi
 * 1988) finds a plane that separates them. The shape moves up to that plane, which by convexity is
 * never beyond the first contact, and the search repeats from there: Newton's method from the safe
 * side. A round shape is treated as its core (a point, an upright segment) and a radius. So only
 * cylinders and hulls are approached by their surface points.
 *
 * The result is a plane that supports the body: at t the shape touches it within about 1e-9 unit,
 * and the body lies behind it.
 *
 * Pure functions: no allocation, thread-safe. Lengths are in units; t is 0..1 along the move. */
#ifndef BSP_CAST_H
#define BSP_CAST_H

#include <stddef.h>
#include <stdint.h>

#include "bsp-shape.h"

/* The polytope is the hull of its vertices. `eroded` holds the vertices of the polytope eroded by
 * BSP_TOUCH (see bsp_cell_eroded()), but at a sharp corner by at most BSP_TIP. The eroded polytope
 * decides whether there is a hit: a shape that only touches the polytope does not meet it. */
typedef struct {
    const BspVec *vertices, *eroded;
    unsigned n, n_eroded;
} BspCastBody;

/* Body i of many bodies in two arrays. Its vertices begin at first[2 i], its eroded vertices at
 * first[2 i + 1]; both end where the next begin. */
static inline BspCastBody bsp_cast_body(const BspVec *vertices, const unsigned *first, unsigned i)
{
    const unsigned *f = first + 2 * (size_t)i;
    return (BspCastBody){ vertices + f[0], vertices + f[1], f[1] - f[0], f[2] - f[1] };
}

typedef struct {
    double t;
    BspVec normal; /* from the body towards the shape; zero if they overlap at t0 */
    bool overlap;  /* they overlap at t0 already */
} BspCastHit;

/* The path of a shape's reference point: from + t delta for t0 <= t <= t1. */
typedef struct {
    BspVec from, delta;
    double t0, t1;
} BspCastPath;

/* Whether the shape meets the body, and when first. *steps (may be NULL) is increased by the number
 * of GJK iterations. */
bool bsp_cast(const BspCastBody *body, const BspShape *shape, const BspCastPath *path,
              BspCastHit *hit, uint64_t *steps);

/* Finds when the shape first comes within `level` of the body; level must be at least 0. The time
 * is never late, and early by about 1e-9 unit at most. It is t0 if the shape is nearer at t0.
 * Ignores the eroded body. Returns false if the shape stays farther away. */
bool bsp_cast_near(const BspCastBody *body, const BspShape *shape, const BspCastPath *path,
                   double level, BspCastHit *hit);

/* The distance of the shape, at rest, from the body, never too large. A negative value only means
 * that they meet. */
double bsp_cast_distance(const BspCastBody *body, const BspShape *shape, BspVec at);

/* The unit vector from the eroded body to the core of the shape at rest; zero if these meet. */
BspVec bsp_cast_away(const BspCastBody *body, const BspShape *shape, BspVec at);

/* The same from the body itself, not eroded. */
BspVec bsp_cast_between(const BspCastBody *body, const BspShape *shape, BspVec at);

#endif
