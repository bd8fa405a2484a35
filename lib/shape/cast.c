/* cast: the exact first contact of a moving convex shape with one convex polytope. */
#include "shape/cast.h"

#include <string.h>

#include "bsp-constants.h"
#include "bsp-vec.h"
#include "shape/shape.h"
#include "trace/compiler.h"

/* --- the point of a simplex nearest to the origin ---
 *
 * A simplex is a point, segment, triangle or tetrahedron. The functions are inlined, because calls
 * would cost a twentieth of the time of GJK. */

typedef struct {
    BspVec p[4];
    uint8_t from[4]; /* the pairs that the points are differences of (BspCast) */
    unsigned n;
} BspSimplex;

/* Keeps only the first n of the corners a, b and c. */
static inline void bsp_simplex_keep(BspSimplex *s, unsigned a, unsigned b, unsigned c, unsigned n)
{
    BSP_ASSERT(n >= 1 && n <= 3);
    BspVec p[3] = { s->p[a], s->p[b], s->p[c] };
    uint8_t from[3] = { s->from[a], s->from[b], s->from[c] };
    memcpy(s->p, p, n * sizeof *p);
    memcpy(s->from, from, n * sizeof *from);
    s->n = n;
}

static inline BspVec bsp_simplex_on_segment(BspSimplex *s)
{
    BSP_ASSERT(s->n == 2);
    BspVec ab = bsp_vec_sub(s->p[1], s->p[0]);
    double t = -bsp_vec_dot(s->p[0], ab), length = bsp_vec_dot(ab, ab);
    if (t <= 0 || length == 0) {
        s->n = 1;
        return s->p[0];
    }
    if (t >= length) {
        bsp_simplex_keep(s, 1, 1, 1, 1);
        return s->p[0];
    }
    /* On a long segment that passes close to the origin, rounding leaves a component along the
     * segment; remove it. */
    BspVec v = bsp_vec_mad(s->p[0], t / length, ab);
    return bsp_vec_mad(v, -bsp_vec_dot(v, ab) / length, ab);
}

/* The point nearest to the origin: Ericson 2005, section 5.1.5. */
static inline BspVec bsp_simplex_on_triangle(BspSimplex *s)
{
    BSP_ASSERT(s->n == 3);
    BspVec a = s->p[0], b = s->p[1], c = s->p[2];
    BspVec ab = bsp_vec_sub(b, a), ac = bsp_vec_sub(c, a);
    double d1 = -bsp_vec_dot(ab, a), d2 = -bsp_vec_dot(ac, a);
    double d3 = -bsp_vec_dot(ab, b), d4 = -bsp_vec_dot(ac, b);
    double d5 = -bsp_vec_dot(ab, c), d6 = -bsp_vec_dot(ac, c);
    if (d1 <= 0 && d2 <= 0) {
        s->n = 1;
        return a;
    }
    if (d3 >= 0 && d4 <= d3) {
        bsp_simplex_keep(s, 1, 1, 1, 1);
        return b;
    }
    if (d6 >= 0 && d5 <= d6) {
        bsp_simplex_keep(s, 2, 2, 2, 1);
        return c;
    }
    double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) {
        bsp_simplex_keep(s, 0, 1, 1, 2);
        return bsp_simplex_on_segment(s);
    }
    if (vb <= 0 && d2 >= 0 && d6 <= 0) {
        bsp_simplex_keep(s, 0, 2, 2, 2);
        return bsp_simplex_on_segment(s);
    }
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
        bsp_simplex_keep(s, 1, 2, 2, 2);
        return bsp_simplex_on_segment(s);
    }
    /* Projecting along the normal is exact even if the barycentric coordinates cancel. */
    BspVec n = bsp_vec_cross(ab, ac);
    double square = bsp_vec_dot(n, n);
    if (square == 0) {
        bsp_simplex_keep(s, 0, 1, 1, 2);
        return bsp_simplex_on_segment(s);
    }
    return bsp_vec_scale(n, bsp_vec_dot(a, n) / square);
}

/* Whether the origin and p lie on different sides of the triangle a b c. */
static inline bool bsp_simplex_separates(BspVec a, BspVec b, BspVec c, BspVec p)
{
    BspVec n = bsp_vec_cross(bsp_vec_sub(b, a), bsp_vec_sub(c, a));
    double of_origin = -bsp_vec_dot(a, n), of_p = bsp_vec_dot(bsp_vec_sub(p, a), n);
    return of_p == 0 || of_origin * of_p < 0;
}

/* Returns zero, and keeps all four points, if the origin is inside. `apart`: the caller knows that
 * the origin is outside. Then the result is on the nearest face, even if the origin seems to be
 * inside: in a very flat tetrahedron, rounding decides on which side of a face the origin is. */
static inline BspVec bsp_simplex_on_tetrahedron(BspSimplex *s, bool apart)
{
    static const unsigned face[4][4] = {
        { 0, 1, 2, 3 }, { 0, 1, 3, 2 }, { 0, 2, 3, 1 }, { 1, 2, 3, 0 }
    };
    BspSimplex best = *s;
    BspVec nearest = bsp_vec(0, 0, 0);
    double least = HUGE_VAL;
    for (unsigned f = 0; f < 4; f++) {
        const unsigned *k = face[f];
        BspSimplex t = { { s->p[k[0]], s->p[k[1]], s->p[k[2]] },
                         { s->from[k[0]], s->from[k[1]], s->from[k[2]] },
                         3 };
        if (!apart && !bsp_simplex_separates(t.p[0], t.p[1], t.p[2], s->p[face[f][3]]))
            continue;
        BspVec v = bsp_simplex_on_triangle(&t);
        double square = bsp_vec_dot(v, v);
        if (square < least) {
            least = square;
            nearest = v;
            best = t;
        }
    }
    *s = best;
    return nearest;
}

/* The point nearest to the origin. Reduces the simplex to the face that contains that point. apart:
 * the caller knows that the origin is outside. */
static BSP_ALWAYS_INLINE BspVec bsp_simplex_nearest(BspSimplex *s, bool apart)
{
    switch (s->n) {
    case 1:
        return s->p[0];
    case 2:
        return bsp_simplex_on_segment(s);
    case 3:
        return bsp_simplex_on_triangle(s);
    default:
        return bsp_simplex_on_tetrahedron(s, apart);
    }
}

/* Limits of iterations. At its limit, GJK returns its best plane so far, and Newton's method the
 * time reached so far. Both are safe: the resulting time is too early, never too late. */
#define MAX_GJK 48
#define MAX_NEWTON 64

/* Units. When the shape is this far from the body, the direction between them becomes the contact
 * normal. At a smaller distance, rounding would make the direction less exact. */
#define NEAR BSP_TOUCH

/* The radius around the core of the shape. */
static double core_radius(const BspShape *shape)
{
    return shape->kind == BSP_SHAPE_CYLINDER ? 0 : shape->radius;
}

/* The point of the shape's core farthest along d. */
static BSP_ALWAYS_INLINE BspVec core_support(BspCast *c, BspVec d)
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

/* The farthest vertex of the body along d. */
static BSP_ALWAYS_INLINE BspVec body_support(const BspCast *c, BspVec d)
{
    BSP_ASSERT(c->n > 0);
    unsigned best = 0;
    double most = -HUGE_VAL;
    for (unsigned i = 0; i < c->n; i++) {
        double along = bsp_vec_dot(d, c->vertices[i]);
        if (along > most) {
            most = along;
            best = i;
        }
    }
    return c->vertices[best];
}

/* The vertex of the body farthest along d, and the point of the core farthest against d. frame: the
 * axes of a turned shape, or NULL. */
static BSP_ALWAYS_INLINE BspCastPair pair_along(BspCast *c, const BspFrame *frame, BspVec d)
{
    BspVec back = bsp_vec_neg(d);
    return (BspCastPair){ body_support(c, d),
                          core_support(c, frame ? bsp_frame_direction_in(frame, back) : back) };
}

/* The point of the Minkowski difference that the pair makes: a reference point at which the core
 * meets the body. */
static BSP_ALWAYS_INLINE BspVec difference(const BspFrame *frame, const BspCastPair *pair)
{
    BspVec own = pair->of_core;
    return bsp_vec_sub(pair->of_body, frame ? bsp_frame_direction_out(frame, own) : own);
}

/* As body_support(), but if several vertices are equally far along d, within BSP_TOUCH, returns the
 * vertex nearest to `at`. With a very distant vertex, the progress of GJK would be below the
 * precision of doubles. */
static BSP_NO_INLINE BspVec near_body_support(const BspCast *c, BspVec d, BspVec at)
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
    return best;
}

/* --- GJK --- */

/* The initial simplex is the last one of the previous position, since the shape has not moved far.
 * A turned shape has turned on, and with it the points of its core. */
static BSP_ALWAYS_INLINE BspSimplex first_simplex(BspCast *c, const BspFrame *frame, BspVec at)
{
    BspSimplex s = { .n = c->n_last };
    if (s.n == 0) {
        c->pairs[0] = pair_along(c, frame, c->towards);
        c->last[0] = 0;
        s.n = 1;
    }
    for (unsigned i = 0; i < s.n; i++) {
        s.from[i] = c->last[i];
        s.p[i] = bsp_vec_sub(difference(frame, &c->pairs[s.from[i]]), at);
    }
    return s;
}

/* Adds the point of a pair. The pair takes the place of one that the simplex has dropped. */
static BSP_ALWAYS_INLINE void add_pair(BspCast *c, BspSimplex *s, const BspCastPair *pair, BspVec p)
{
    unsigned used = 0, free = 0;
    BSP_ASSERT(s->n < 4);
    for (unsigned i = 0; i < s->n; i++)
        used |= 1U << s->from[i];
    while (used >> free & 1)
        free++;
    c->pairs[free] = *pair;
    s->from[s->n] = (uint8_t)free;
    s->p[s->n++] = p;
}

/* Computes the separation at `at`, except its distance. near: use near_body_support(), because GJK
 * has stalled without it. Compiled for each value of `near`, and for turned shapes. Its callees are
 * inlined, since calls would cost a twentieth of its time. */
static BSP_ALWAYS_INLINE BspSeparation gjk(BspCast *c, const BspFrame *frame, BspVec at, bool near)
{
    BspSeparation best = { .dist = HUGE_VAL, .at_most = 0 };
    double least = -HUGE_VAL; /* lower bound of the core's distance */
    BspSimplex simplex = first_simplex(c, frame, at);
    BspVec v = bsp_simplex_nearest(&simplex, false);
    for (unsigned i = 0; i < MAX_GJK; i++) {
        double length = bsp_vec_length(v);
        c->steps++;
        if (simplex.n == 4 || length <= BSP_CAST_GAP)
            return (BspSeparation){ .at_most = BSP_MIN(0, length - c->radius) };
        BspVec normal = bsp_vec_scale(v, -1 / length);
        BspCastPair pair = pair_along(c, frame, normal);
        BspVec w = difference(frame, &pair);
        double dist = bsp_vec_dot(normal, w), below = bsp_vec_dot(normal, at) - dist;
        if (below > least) {
            least = below;
            best.normal = normal;
            best.dist = dist + c->radius;
        }
        best.at_most = length - c->radius;
        if (length - least <= BSP_CAST_GAP)
            break;
        if (near) {
            pair.of_body = near_body_support(c, normal, at);
            w = difference(frame, &pair);
        }
        add_pair(c, &simplex, &pair, bsp_vec_sub(w, at));
        BspVec next = bsp_simplex_nearest(&simplex, least > BSP_CAST_GAP);
        if (bsp_vec_dot(next, next) >= bsp_vec_dot(v, v))
            break; /* no closer result is possible in doubles */
        v = next;
    }
    c->n_last = simplex.n;
    memcpy(c->last, simplex.from, sizeof c->last);
    return best;
}

static BSP_NO_INLINE BspSeparation separate_again(BspCast *c, const BspFrame *frame, BspVec at)
{
    c->n_last = 0;
    return gjk(c, frame, at, true);
}

BspSeparation bsp_cast_at(BspCast *c, const BspFrame *frame, BspVec at)
{
    BspSeparation s = frame ? gjk(c, frame, at, false) : gjk(c, NULL, at, false);
    s.distance = bsp_vec_dot(s.normal, at) - s.dist;
    if (BSP_UNLIKELY(s.dist < HUGE_VAL &&
                     s.at_most - s.distance > BSP_TOUCH)) { /* it stood still */
        s = separate_again(c, frame, at);
        s.distance = bsp_vec_dot(s.normal, at) - s.dist;
    }
    if (bsp_vec_dot(s.normal, s.normal) == 0)
        s.distance = BSP_MIN(s.at_most, -BSP_CAST_GAP);
    return s;
}

/* --- Newton from the safe side --- */

typedef enum { MISS, REACHED, INSIDE } Outcome;

/* Advances *t until the distance has fallen to `level`. *plane receives the last plane that
 * separated shape and body. Returns INSIDE if the distance was below `level` at the start. */
static Outcome advance_to_level(BspCast *c, const BspCastPath *path, double level, double *t,
                                BspPlane *plane)
{
    BspVec delta = path->delta;
    for (unsigned i = 0; i < MAX_NEWTON; i++) {
        BspVec at = bsp_vec_mad(path->from, *t, delta);
        BspSeparation s = bsp_cast_at(c, NULL, at);
        double distance = s.distance;
        if (s.normal.x == 0 && s.normal.y == 0 && s.normal.z == 0)
            return i == 0 ? INSIDE : REACHED; /* the core itself is reached */
        double speed = bsp_vec_dot(s.normal, delta);
        if (i == 0 || speed < 0) /* skip a plane that only rounding has turned away */
            *plane = (BspPlane){ s.normal, s.dist };
        if (s.at_most <= level)
            return i == 0 ? INSIDE : REACHED;
        if (distance <= level + BSP_CAST_GAP)
            return REACHED;
        if (speed >= 0)
            return MISS; /* the plane separates shape and body, and the shape moves away from it */
        *t += (distance - level) / -speed;
        if (*t > path->t1)
            return MISS;
    }
    return REACHED;
}

static void set_body(BspCast *c, const BspVec *vertices, unsigned n, BspVec towards)
{
    BSP_ASSERT(n > 0);
    c->vertices = vertices;
    c->n = n;
    c->n_last = 0;
    c->towards = towards;
}

/* Prepares a cast of a shape at `at` against the hull of the vertices: the body's, or the eroded
 * body's. */
static BspCast cast_of(const BspVec *vertices, unsigned n, const BspShape *shape, BspVec at)
{
    BspCast c = { .shape = shape, .radius = core_radius(shape), .hint = 0, .steps = 0 };
    set_body(&c, vertices, n, bsp_vec_sub(at, vertices[0]));
    return c;
}

/* Advances *t to the time at which the shape reaches the plane, if the plane is ahead, but at most
 * to t1. */
static void go_to_plane(const BspPlane *plane, BspVec from, BspVec delta, double *t, double t1)
{
    double distance = bsp_plane_distance(plane, bsp_vec_mad(from, *t, delta));
    double speed = bsp_vec_dot(plane->normal, delta);
    if (distance > 0 && speed < 0)
        *t = BSP_MIN(*t - distance / speed, t1);
}

/* The plane at which the shape, at `at`, touches the body, if the distance there is large enough to
 * give a normal that the shape moves against; else `deeper`. */
static BspPlane touched_plane(BspCast *c, BspVec at, BspVec delta, const BspPlane *deeper)
{
    BspSeparation s = bsp_cast_at(c, NULL, at);
    bool is_ahead = bsp_vec_dot(s.normal, delta) < 0 && bsp_vec_dot(s.normal, at) > s.dist;
    return is_ahead ? (BspPlane){ s.normal, s.dist } : *deeper;
}

bool bsp_cast(const BspCastBody *body, const BspShape *shape, const BspCastPath *path,
              BspCastHit *hit, uint64_t *steps)
{
    BspVec from = path->from, delta = path->delta;
    double t = path->t0;
    BspCast c = cast_of(body->vertices, body->n, shape, bsp_vec_mad(from, t, delta));
    BspPlane plane = { 0 }, deeper;
    Outcome first = advance_to_level(&c, path, NEAR, &t, &plane);
    Outcome then = first;
    if (first != MISS) {
        /* The shape reaches the surface. It is a hit if the shape also reaches the eroded body, now
         * or later. */
        double inner = t;
        deeper = plane;
        set_body(&c, body->eroded, body->n_eroded, plane.normal);
        then = advance_to_level(&c, path, 0, &inner, &deeper);
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
    BspCast c = cast_of(body->vertices, body->n, shape, bsp_vec_mad(path->from, t, path->delta));
    BspPlane plane = { 0 };
    Outcome then = advance_to_level(&c, path, level, &t, &plane);
    *hit = (BspCastHit){ t, plane.normal, false };
    return then != MISS;
}

void bsp_cast_begin(BspCast *c, const BspCastBody *body, const BspShape *shape, BspVec towards)
{
    *c = (BspCast){ .shape = shape, .radius = core_radius(shape) };
    set_body(c, body->vertices, body->n, towards);
}

BspSeparation bsp_cast_separate(const BspCastBody *body, const BspShape *shape,
                                const BspFrame *frame, BspVec at)
{
    BspCast c = cast_of(body->vertices, body->n, shape, at);
    return bsp_cast_at(&c, frame, at);
}

double bsp_cast_distance(const BspCastBody *body, const BspShape *shape, BspVec at)
{
    return bsp_cast_separate(body, shape, NULL, at).distance;
}
