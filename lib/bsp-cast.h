/* bsp-cast: the first contact of a moving convex shape with one convex polytope, exactly.
 *
 * The distance between the two is a convex function of time. GJK (Gilbert, Johnson and Keerthi
 * 1988) finds a plane that separates them; the shape moves up to that plane, which by convexity is
 * never beyond the first contact, and the search goes on from there: Newton's method from the safe
 * side. Round shapes are taken as their core (a point, an upright segment) and a radius, so that
 * only cylinders and hulls are ever approached by their surface points.
 *
 * Pure functions: no allocation, thread-safe. Lengths are units, t is 0..1 along the move. */
#ifndef BSP_CAST_H
#define BSP_CAST_H

#include "bsp-cell.h"
#include "bsp-shape.h"

/* The polytope is the hull of its vertices, eroded by BSP_TOUCH so that what only touches it does
 * not meet it (see bsp_cell_eroded()). */
typedef struct {
    const BspVec *vertices;
    guint n;
} BspCastBody;

typedef struct {
    double t;
    BspVec normal;    /* from the body towards the shape; zero when they overlap at t0 */
    gboolean overlap; /* they overlap at t0 already */
} BspCastHit;

/* Whether the shape, its reference point moving over from + t delta for t0 <= t <= t1, meets the
 * body, and when first. *steps (may be NULL) is increased by the GJK iterations made. */
gboolean bsp_cast(const BspCastBody *body, const BspShape *shape, BspVec from, BspVec delta,
                  double t0, double t1, BspCastHit *hit, guint64 *steps);

#endif
