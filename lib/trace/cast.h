/* cast: the first contact of a moving convex shape with one convex polytope, exactly.
 *
 * The distance between the two is a convex function of time. GJK (Gilbert, Johnson and Keerthi
 * 1988) finds a plane that separates them; the shape moves up to that plane, which by convexity is
 * never beyond the first contact, and the search goes on from there: Newton's method from the safe
 * side. Round shapes are taken as their core (a point, an upright segment) and a radius, so that
 * only cylinders and hulls are ever approached by their surface points.
 *
 * What is found is a plane that supports the body: at t the shape touches it to some 1e-9 unit, and
 * the body lies behind it.
 *
 * Pure functions: no allocation, thread-safe. Lengths are units, t is 0..1 along the move. */
#ifndef BSP_CAST_H
#define BSP_CAST_H

#include <stddef.h>
#include <stdint.h>

#include "bsp-shape.h"

/* The polytope is the hull of its vertices. Its like eroded by BSP_TOUCH (see bsp_cell_eroded()),
 * but at a sharp corner by no more than BSP_TIP, says whether it is met at all: what only touches
 * the one does not meet the other. */
typedef struct {
    const BspVec *vertices, *eroded;
    unsigned n, n_eroded;
} BspCastBody;

/* Many bodies in two arrays: first[2 i] is where the vertices of body i begin, first[2 i + 1] where
 * those of its eroded like do, and they end at first[2 i + 2]. */
static inline BspCastBody bsp_cast_body(const BspVec *vertices, const unsigned *first, unsigned i)
{
    const unsigned *f = first + 2 * (size_t)i;
    return (BspCastBody){ vertices + f[0], vertices + f[1], f[1] - f[0], f[2] - f[1] };
}

typedef struct {
    double t;
    BspVec normal; /* from the body towards the shape; zero when they overlap at t0 */
    bool overlap;  /* they overlap at t0 already */
} BspCastHit;

/* Whether the shape, its reference point moving over from + t delta for t0 <= t <= t1, meets the
 * body, and when first. *steps (may be NULL) is increased by the GJK iterations made. */
bool bsp_cast(const BspCastBody *body, const BspShape *shape, BspVec from, BspVec delta, double t0,
              double t1, BspCastHit *hit, uint64_t *steps);

/* When the shape is first as near to the body as `level`, for t0 <= t <= t1: no later, and early by
 * some 1e-9 unit. Where it is nearer at t0, that is t0. level: not less than 0. The eroded like is
 * not asked for. false: it stays farther. */
bool bsp_cast_near(const BspCastBody *body, const BspShape *shape, BspVec from, BspVec delta,
                   double t0, double t1, double level, BspCastHit *hit);

/* How far the shape, at rest, is from the body: never more than it is. What is less than 0 only
 * says that they meet. */
double bsp_cast_distance(const BspCastBody *body, const BspShape *shape, BspVec at);

/* The direction, of unit length, from the eroded body to the core of the shape at rest; zero when
 * these meet. */
BspVec bsp_cast_away(const BspCastBody *body, const BspShape *shape, BspVec at);

/* The same from the body itself. */
BspVec bsp_cast_between(const BspCastBody *body, const BspShape *shape, BspVec at);

#endif
