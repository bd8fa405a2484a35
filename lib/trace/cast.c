/* cast: the exact first contact of a moving convex shape with one convex polytope. */
#include "trace/cast.h"

#include "bsp-constants.h"
#include "trace/compiler.h"
#include "trace/hull.h"
#include "trace/shape.h"
#include "trace/simplex.h"

/* Limits of iterations. At its limit GJK returns its best plane, and Newton the time it has
 * reached. It is safe to stop at any iteration: the result is then too early, never too late. */
#define MAX_GJK 48
#define MAX_NEWTON 64

/* Units. GJK stops when its upper and lower bounds of the distance differ by at most this. */
#define GJK_GAP 1e-9

/* Units. At this distance from the body the direction to it becomes the contact normal. Nearer,
 * rounding would make the direction less exact. */
#define NEAR BSP_TOUCH

/* Units. If the shape starts touching, the normal is computed from this far away. */
#define ASIDE (8 * BSP_TOUCH)

typedef struct {
    const BspVec *vertices; /* vertices of the body */
    unsigned n;
    const BspShape *shape;
    double radius;   /* around the core of the shape */
    unsigned hint;   /* the hull's vertex at which climbing starts */
    BspSimplex last; /* the simplex at which GJK ended, made of reference points at which core and
                        body meet; may be empty */
    BspVec towards;  /* direction from the body to the shape; used if `last` is empty */
    uint64_t steps;
} Cast;

/* The radius around the core of the shape. */
static double core_radius(const BspShape *shape)
{
    return shape->kind == BSP_SHAPE_CYLINDER ? 0 : shape->radius;
}

/* The point of the shape's core farthest along d. */
static BSP_ALWAYS_INLINE BspVec core_support(Cast *c, BspVec d)
{
    const BspShape *shape = c->shape;
    switch (shape->kind) {
    case BSP_SHAPE_SPHERE:
        return bsp_vec(0, 0, 0);
    case BSP_SHAPE_CAPSULE:
        return bsp_vec(0, 0, d.z > 0 ? shape->top - shape->radius : shape->bottom + shape->radius);
    case BSP_SHAPE_HULL:
        c->hint = bsp_hull_support(shape->hull, d, c->hint, NULL);
        return shape->hull->vertices[c->hint];
    default:
        return bsp_shape_support_point(shape, d);
    }
}

/* The farthest point along d of the Minkowski difference: the reference points at which the core
 * meets the body. */
static BspVec sum_support(Cast *c, BspVec d)
{
    unsigned best = 0;
    double most = -HUGE_VAL;
    for (unsigned i = 0; i < c->n; i++) {
        double along = bsp_vec_dot(d, c->vertices[i]);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return bsp_vec_sub(c->vertices[best], core_support(c, bsp_vec_neg(d)));
}

/* The same, but if several vertices of the body are equally far along d, within touching, uses the
 * one nearest to `at`. With a vertex that is very far away, the progress of GJK is below the
 * precision of doubles. */
static BSP_NO_INLINE BspVec near_support(Cast *c, BspVec d, BspVec at)
{
    double most = -HUGE_VAL, least = HUGE_VAL;
    BspVec best = c->vertices[0];
    for (unsigned i = 0; i < c->n; i++)
        most = fmax(most, bsp_vec_dot(d, c->vertices[i]));
    for (unsigned i = 0; i < c->n; i++) {
        BspVec apart = bsp_vec_sub(c->vertices[i], at);
        if (bsp_vec_dot(d, c->vertices[i]) >= most - BSP_TOUCH &&
            bsp_vec_dot(apart, apart) < least) {
            least = bsp_vec_dot(apart, apart);
            best = c->vertices[i];
        }
    }
    return bsp_vec_sub(best, core_support(c, bsp_vec_neg(d)));
}

/* --- GJK --- */

/* A plane with the shape's position in front, and all positions at which it meets the body behind.
 */
typedef struct {
    BspVec normal;  /* unit, from the body to the position; zero if they overlap */
    double dist;    /* of the plane, moved out by the radius */
    double at_most; /* upper bound of the distance, less the radius */
} Separation;

/* The simplex, translated. */
static BspSimplex moved(const BspSimplex *s, BspVec by)
{
    BspSimplex to = { .n = s->n };
    for (unsigned i = 0; i < s->n; i++)
        to.p[i] = bsp_vec_add(s->p[i], by);
    return to;
}

/* The initial simplex: that of the previous position, since the shape has not moved far. */
static BspSimplex first_simplex(Cast *c, BspVec at)
{
    if (c->last.n > 0)
        return moved(&c->last, bsp_vec_neg(at));
    return (BspSimplex){ { bsp_vec_sub(sum_support(c, c->towards), at) }, 1 };
}

/* near: use near_support(), for when GJK has stalled without it. Compiled once for each value. Its
 * callees are inlined, since calls would cost a twentieth of its time. */
static BSP_ALWAYS_INLINE Separation gjk(Cast *c, BspVec at, bool near)
{
    Separation best = { .dist = HUGE_VAL, .at_most = 0 };
    double least = -HUGE_VAL; /* lower bound of the core's distance */
    BspSimplex simplex = first_simplex(c, at);
    BspVec v = bsp_simplex_nearest(&simplex, false);
    for (unsigned i = 0; i < MAX_GJK; i++) {
        double length = bsp_vec_length(v);
        c->steps++;
        if (simplex.n == 4 || length <= GJK_GAP)
            return (Separation){ .at_most = BSP_MIN(0, length - c->radius) };
        BspVec normal = bsp_vec_scale(v, -1 / length);
        BspVec w = sum_support(c, normal);
        double dist = bsp_vec_dot(normal, w), below = bsp_vec_dot(normal, at) - dist;
        if (below > least) {
            least = below;
            best.normal = normal;
            best.dist = dist + c->radius;
        }
        best.at_most = length - c->radius;
        if (length - least <= GJK_GAP)
            break;
        simplex.p[simplex.n++] = bsp_vec_sub(near ? near_support(c, normal, at) : w, at);
        BspVec next = bsp_simplex_nearest(&simplex, least > GJK_GAP);
        if (bsp_vec_dot(next, next) >= bsp_vec_dot(v, v))
            break; /* no closer result is possible in doubles */
        v = next;
    }
    c->last = moved(&simplex, at);
    return best;
}

static BSP_NO_INLINE Separation separate_again(Cast *c, BspVec at)
{
    c->last.n = 0;
    return gjk(c, at, true);
}

static Separation separate(Cast *c, BspVec at)
{
    Separation s = gjk(c, at, false);
    double distance = bsp_vec_dot(s.normal, at) - s.dist;
    bool stood_still = s.dist < HUGE_VAL && s.at_most - distance > BSP_TOUCH;
    return BSP_UNLIKELY(stood_still) ? separate_again(c, at) : s;
}

/* --- Newton from the safe side --- */

typedef enum { MISS, REACHED, INSIDE } Approach;

/* Advances *t until the distance is down to `level`. *plane receives the last plane that separated
 * the two. INSIDE: the distance was less at the start. */
static Approach approach(Cast *c, const BspCastPath *path, double level, double *t, BspPlane *plane)
{
    BspVec delta = path->delta;
    for (unsigned i = 0; i < MAX_NEWTON; i++) {
        BspVec at = bsp_vec_mad(path->from, *t, delta);
        Separation s = separate(c, at);
        double distance = bsp_vec_dot(s.normal, at) - s.dist;
        if (s.normal.x == 0 && s.normal.y == 0 && s.normal.z == 0)
            return i == 0 ? INSIDE : REACHED; /* the core itself is reached */
        double speed = bsp_vec_dot(s.normal, delta);
        if (i == 0 || speed < 0) /* skip a plane that only rounding has turned away */
            *plane = (BspPlane){ s.normal, s.dist };
        if (s.at_most <= level)
            return i == 0 ? INSIDE : REACHED;
        if (distance <= level + GJK_GAP)
            return REACHED;
        if (speed >= 0)
            return MISS; /* the plane separates them, and the shape moves away from it */
        *t += (distance - level) / -speed;
        if (*t > path->t1)
            return MISS;
    }
    return REACHED;
}

static void set_body(Cast *c, const BspVec *vertices, unsigned n, BspVec towards)
{
    c->vertices = vertices;
    c->n = n;
    c->last.n = 0;
    c->towards = towards;
}

/* Prepares a cast of a shape at `at` against vertices: those of the body, or the eroded ones. */
static Cast cast_of(const BspVec *vertices, unsigned n, const BspShape *shape, BspVec at)
{
    Cast c = { .shape = shape, .radius = core_radius(shape), .hint = 0, .steps = 0 };
    set_body(&c, vertices, n, bsp_vec_sub(at, vertices[0]));
    return c;
}

/* Advances *t to when the shape reaches the plane, if that is ahead, but at most to t1. */
static void go_to_plane(const BspPlane *plane, BspVec from, BspVec delta, double *t, double t1)
{
    double distance = bsp_plane_distance(plane, bsp_vec_mad(from, *t, delta));
    double speed = bsp_vec_dot(plane->normal, delta);
    if (distance > 0 && speed < 0)
        *t = BSP_MIN(*t - distance / speed, t1);
}

/* The plane at which the shape touches the body at `at`. The distance there may be too small to
 * give a normal. So a second attempt starts a little away, in the direction of the normal of
 * `deeper`. If both fail, the result is `deeper`. */
static BspPlane touched_plane(Cast *c, BspVec at, BspVec delta, const BspPlane *deeper)
{
    BspVec places[2] = { at, bsp_vec_mad(at, ASIDE, deeper->normal) };
    for (unsigned i = 0; i < 2; i++) {
        Separation s = separate(c, places[i]);
        if (bsp_vec_dot(s.normal, delta) < 0 && bsp_vec_dot(s.normal, places[i]) > s.dist)
            return (BspPlane){ s.normal, s.dist };
    }
    return *deeper;
}

bool bsp_cast(const BspCastBody *body, const BspShape *shape, const BspCastPath *path,
              BspCastHit *hit, uint64_t *steps)
{
    BspVec from = path->from, delta = path->delta;
    double t = path->t0;
    Cast c = cast_of(body->vertices, body->n, shape, bsp_vec_mad(from, t, delta));
    BspPlane plane = { 0 }, deeper;
    Approach first = approach(&c, path, NEAR, &t, &plane);
    Approach then = first;
    if (first != MISS) {
        /* The shape reaches the surface. It is a hit if the shape also reaches the eroded body, now
         * or later. */
        double inner = t;
        deeper = plane;
        set_body(&c, body->eroded, body->n_eroded, plane.normal);
        then = approach(&c, path, 0, &inner, &deeper);
        if (first == REACHED)
            go_to_plane(&plane, from, delta, &t, inner);
    }
    if (first == INSIDE && then == REACHED) {
        set_body(&c, body->vertices, body->n, deeper.normal);
        plane = touched_plane(&c, bsp_vec_mad(from, t, delta), delta, &deeper);
    }
    if (steps)
        *steps += c.steps;
    *hit = (BspCastHit){ t, plane.normal, first == INSIDE && then == INSIDE };
    return first != MISS && then != MISS;
}

bool bsp_cast_near(const BspCastBody *body, const BspShape *shape, const BspCastPath *path,
                   double level, BspCastHit *hit)
{
    double t = path->t0;
    Cast c = cast_of(body->vertices, body->n, shape, bsp_vec_mad(path->from, t, path->delta));
    BspPlane plane = { 0 };
    Approach then = approach(&c, path, level, &t, &plane);
    *hit = (BspCastHit){ t, plane.normal, false };
    return then != MISS;
}

double bsp_cast_distance(const BspCastBody *body, const BspShape *shape, BspVec at)
{
    Cast c = cast_of(body->vertices, body->n, shape, at);
    Separation s = separate(&c, at);
    double distance = bsp_vec_dot(s.normal, at) - s.dist;
    return bsp_vec_dot(s.normal, s.normal) > 0 ? distance : BSP_MIN(s.at_most, -GJK_GAP);
}

BspVec bsp_cast_away(const BspCastBody *body, const BspShape *shape, BspVec at)
{
    Cast c = cast_of(body->eroded, body->n_eroded, shape, at);
    return separate(&c, at).normal;
}

BspVec bsp_cast_between(const BspCastBody *body, const BspShape *shape, BspVec at)
{
    Cast c = cast_of(body->vertices, body->n, shape, at);
    return separate(&c, at).normal;
}
