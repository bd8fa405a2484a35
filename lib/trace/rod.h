/* rod: when a moving point comes within a radius of an edge.
 *
 * The points within the radius of an edge form a rod: a cylinder with a ball at each end. The point
 * enters the cylinder at the root of a quadratic. If that is beyond an end, it enters the rod
 * through the ball there, at the root of another quadratic.
 *
 * Header only, so that it is inlined: it is most of the time of a cast. */
#ifndef BSP_ROD_H
#define BSP_ROD_H

#include "bsp-vec.h"
#include "trace/compiler.h"

/* Pure number, relative to a product of squares: far above its rounding. */
#define BSP_ROD_DOUBT 1e-13

/* The path of the point. Choose a base near the body, where coordinates are small, for precision.
 */
typedef struct {
    BspVec base, delta;
    double square; /* of delta's length */
} BspRodCourse;

/* The first time found so far at which the point is within the radius of a body. */
typedef struct {
    double radius;
    double t, t1;   /* the interval to search, relative to `base` */
    double first;   /* time of the contact; HUGE_VAL: none */
    double nearest; /* squared distance at that time */
    BspVec normal;  /* direction away from the body at that time, not of unit length */
} BspRodContact;

static inline void bsp_rod_note(BspRodContact *c, double t, BspVec apart)
{
    double square = bsp_vec_dot(apart, apart);
    if (t < c->first || (t == c->first && square < c->nearest)) {
        c->first = t;
        c->nearest = square;
        c->normal = apart;
    }
}

/* Whether |w + t d| exceeds the root of `square` for all t from c->t on. This rejects most rods,
 * with one branch and no division. Returns false if rounding makes the answer uncertain. */
static inline bool bsp_rod_stays_outside(const BspRodContact *c, BspVec w, BspVec d, double dd,
                                         double square)
{
    BspVec at = bsp_vec_mad(w, c->t, d);
    double length = bsp_vec_dot(at, at), along = bsp_vec_dot(at, d), outside = length - square;
    return (outside > 0) &
           ((along >= 0) | (outside * dd - along * along > BSP_ROD_DOUBT * length * dd));
}

/* The first t from c->t on at which |w + t d| <= radius. w, d and the radius may be scaled by a
 * common length: `square` is the squared scaled radius, `dd` the square of the scaled d. Returns
 * HUGE_VAL if there is none up to c->t1. */
static inline double bsp_rod_enter_round(const BspRodContact *c, BspVec w, BspVec d, double dd,
                                         double square)
{
    BspVec at = bsp_vec_mad(w, c->t, d);
    if (bsp_vec_dot(at, at) <= square)
        return c->t;
    double along = bsp_vec_dot(at, d);
    if (!(along < 0))
        return HUGE_VAL;
    /* Computed at the nearest point, the difference of squares loses no digits to cancellation. */
    double middle = c->t - along / dd, last = BSP_MIN(middle, c->t1);
    BspVec nearest = bsp_vec_mad(w, last, d);
    double left = square - bsp_vec_dot(nearest, nearest);
    if (!(left >= 0))
        return HUGE_VAL;
    double t = middle - sqrt(left / dd);
    if (last < middle) { /* t1 comes before the nearest point */
        double outside = bsp_vec_dot(at, at) - square;
        double root = along * along - dd * outside;
        t = c->t + outside / (sqrt(BSP_MAX(root, 0)) - along);
    }
    return BSP_CLAMP(t, c->t, last);
}

/* --- edges and vertices --- */

static inline void bsp_rod_enter_ball(BspRodContact *c, const BspRodCourse *course, BspVec centre)
{
    BspVec w = bsp_vec_sub(course->base, centre);
    double t = bsp_rod_enter_round(c, w, course->delta, course->square, c->radius * c->radius);
    if (t < HUGE_VAL)
        bsp_rod_note(c, t, bsp_vec_mad(w, t, course->delta));
}

/* An edge, and the point's path relative to it. */
typedef struct {
    BspVec a, b, edge;
    double square; /* of the edge's length */
    BspVec w, d;   /* from a to the base, and delta, each crossed with the edge */
    double dd;
} BspRod;

static inline BspRod bsp_rod_of(const BspRodCourse *course, BspVec a, BspVec b)
{
    BspRod rod = { .a = a, .b = b, .edge = bsp_vec_sub(b, a) };
    rod.square = bsp_vec_dot(rod.edge, rod.edge);
    rod.w = bsp_vec_cross(bsp_vec_sub(course->base, a), rod.edge);
    rod.d = bsp_vec_cross(course->delta, rod.edge);
    rod.dd = bsp_vec_dot(rod.d, rod.d);
    return rod;
}

/* Returns false if the point does not even come near the line of the edge. A point that enters the
 * cylinder beyond an end of the edge can enter the rod only through the ball at that end. */
static inline bool bsp_rod_enter(BspRodContact *c, const BspRodCourse *course, const BspRod *rod)
{
    if (rod->square == 0) {
        bsp_rod_enter_ball(c, course, rod->a);
        return true;
    }
    double square = c->radius * c->radius * rod->square;
    if (bsp_rod_stays_outside(c, rod->w, rod->d, rod->dd, square))
        return false;
    double t = bsp_rod_enter_round(c, rod->w, rod->d, rod->dd, square);
    if (t == HUGE_VAL)
        return false;
    BspVec apart = bsp_vec_sub(bsp_vec_mad(course->base, t, course->delta), rod->a);
    double along = bsp_vec_dot(apart, rod->edge);
    if (along < 0)
        bsp_rod_enter_ball(c, course, rod->a);
    else if (along > rod->square)
        bsp_rod_enter_ball(c, course, rod->b);
    else
        bsp_rod_note(c, t, bsp_vec_mad(apart, -along / rod->square, rod->edge));
    return true;
}

/* The time in [c->t, c->t1] at which w + t d is nearest to the origin. */
static inline double bsp_rod_nearest_time(const BspRodContact *c, BspVec w, BspVec d, double dd)
{
    double t = dd > 0 ? -bsp_vec_dot(w, d) / dd : 0;
    return BSP_CLAMP(t, c->t, c->t1);
}

/* The vector from the edge to the reference point when they are nearest. */
static inline BspVec bsp_rod_passing(const BspRodContact *c, const BspRodCourse *course,
                                     const BspRod *rod)
{
    double t = bsp_rod_nearest_time(c, rod->w, rod->d, rod->dd);
    BspVec apart = bsp_vec_sub(bsp_vec_mad(course->base, t, course->delta), rod->a);
    double along = bsp_vec_dot(apart, rod->edge);
    if (along > 0 && along < rod->square)
        return bsp_vec_mad(apart, -along / rod->square, rod->edge);
    BspVec w = bsp_vec_sub(course->base, along > 0 ? rod->b : rod->a);
    return bsp_vec_mad(w, bsp_rod_nearest_time(c, w, course->delta, course->square), course->delta);
}

#endif
