/* cast: the plane between a convex shape and one convex polytope. */
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
    uint8_t from[4]; /* the numbers of the pairs (in BspCast) whose differences are the points */
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

static inline BspVec bsp_simplex_nearest_on_segment(BspSimplex *s)
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
     * segment, which is removed here. */
    BspVec v = bsp_vec_mad(s->p[0], t / length, ab);
    return bsp_vec_mad(v, -bsp_vec_dot(v, ab) / length, ab);
}

/* Returns the point nearest to the origin (Ericson 2005, section 5.1.5). */
static inline BspVec bsp_simplex_nearest_on_triangle(BspSimplex *s)
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
        return bsp_simplex_nearest_on_segment(s);
    }
    if (vb <= 0 && d2 >= 0 && d6 <= 0) {
        bsp_simplex_keep(s, 0, 2, 2, 2);
        return bsp_simplex_nearest_on_segment(s);
    }
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
        bsp_simplex_keep(s, 1, 2, 2, 2);
        return bsp_simplex_nearest_on_segment(s);
    }
    /* Projecting along the normal is exact even if the barycentric coordinates cancel. */
    BspVec n = bsp_vec_cross(ab, ac);
    double square = bsp_vec_dot(n, n);
    if (square == 0) {
        bsp_simplex_keep(s, 0, 1, 1, 2);
        return bsp_simplex_nearest_on_segment(s);
    }
    return bsp_vec_scale(n, bsp_vec_dot(a, n) / square);
}

/* Returns whether the origin and p lie on different sides of the triangle a b c. */
static inline bool bsp_simplex_separates(BspVec a, BspVec b, BspVec c, BspVec p)
{
    BspVec n = bsp_vec_cross(bsp_vec_sub(b, a), bsp_vec_sub(c, a));
    double of_origin = -bsp_vec_dot(a, n), of_p = bsp_vec_dot(bsp_vec_sub(p, a), n);
    return of_p == 0 || of_origin * of_p < 0;
}

/* Returns the point nearest to the origin. If the origin is inside, the result is zero, and all
 * four points are kept. If `apart` is true, the caller knows that the origin is outside. Then the
 * result is on the nearest face, even if the origin seems to be inside, because in a very flat
 * tetrahedron rounding decides on which side of a face the origin lies. */
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
        BspVec v = bsp_simplex_nearest_on_triangle(&t);
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

/* Returns the point nearest to the origin. Reduces the simplex to the face that contains that
 * point. If `apart` is true, the caller knows that the origin is outside. */
static BSP_ALWAYS_INLINE BspVec bsp_simplex_nearest(BspSimplex *s, bool apart)
{
    switch (s->n) {
    case 1:
        return s->p[0];
    case 2:
        return bsp_simplex_nearest_on_segment(s);
    case 3:
        return bsp_simplex_nearest_on_triangle(s);
    default:
        return bsp_simplex_on_tetrahedron(s, apart);
    }
}

/* The maximum number of iterations. In 140,000 searches on a level none took more than 40. At this
 * limit GJK returns its best plane so far, which is safe because a time that follows from it may be
 * early, but never late. */
#define MAX_GJK 48

/* Returns the point of the shape's core farthest along d. */
static BSP_ALWAYS_INLINE BspVec core_support(BspCast *c, BspVec d)
{
    const BspShape *shape = c->shape;
    switch (shape->kind) {
    case BSP_SHAPE_SPHERE:
        return bsp_vec(0, 0, 0);
    case BSP_SHAPE_CAPSULE:
        return bsp_vec(0, 0, d.z > 0 ? shape->top - shape->radius : shape->bottom + shape->radius);
    case BSP_SHAPE_HULL:
        c->hint = bsp_hull_support(shape->hull, d, c->hint);
        return shape->hull->vertices[c->hint];
    default:
        return bsp_shape_support_point(shape, d);
    }
}

/* Returns the vertex of the body farthest along d. */
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

/* Returns a pair: the vertex of the body farthest along d, and the point of the core farthest
 * against d. `frame` has the axes of a rotated shape, or is NULL. */
static BSP_ALWAYS_INLINE BspCastPair pair_along(BspCast *c, const BspFrame *frame, BspVec d)
{
    BspVec back = bsp_vec_neg(d);
    return (BspCastPair){ body_support(c, d),
                          core_support(c, frame ? bsp_frame_direction_in(frame, back) : back) };
}

/* Returns the difference of a pair, which is a point of the Minkowski difference of body and core.
 * If the core's reference point is there, the core touches the body. */
static BSP_ALWAYS_INLINE BspVec difference(const BspFrame *frame, const BspCastPair *pair)
{
    BspVec own = pair->of_core;
    return bsp_vec_sub(pair->of_body, frame ? bsp_frame_direction_out(frame, own) : own);
}

/* Does the same as body_support(), but if several vertices are equally far along d, within
 * BSP_TOUCH, returns the vertex nearest to `at`. With a very distant vertex, the progress of GJK
 * would be below the precision of doubles. */
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

/* Returns the initial simplex, made of the last pairs of the previous position, since the shape has
 * not moved far. If a shape has turned in the meantime, the points of its core have turned with
 * it. */
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

/* Adds the point p of a pair. The pair is stored in place of a pair that the simplex no longer
 * uses. */
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

/* Returns the separation of a shape and a body that overlap. `distance` is the distance between
 * core and body, minus the radius. */
static BspSeparation separation_of_overlap(double distance)
{
    double at_most = BSP_MIN(0, distance);
    return (BspSeparation){ .distance = BSP_MIN(at_most, -BSP_CAST_GAP), .at_most = at_most };
}

/* Computes the separation at `at`. If `near` is set, it uses near_body_support(). bsp_cast_at()
 * sets it for a second call if the first call stalled. The function is compiled for each value of
 * `near`, and for rotated shapes. Its callees are inlined, because calls would cost a twentieth of
 * its time. */
static BSP_ALWAYS_INLINE BspSeparation gjk(BspCast *c, const BspFrame *frame, BspVec at, bool near)
{
    BspSeparation best = { .distance = -HUGE_VAL };
    double least = -HUGE_VAL; /* lower bound of the core's distance */
    BspSimplex simplex = first_simplex(c, frame, at);
    BspVec v = bsp_simplex_nearest(&simplex, false);
    for (unsigned i = 0; i < MAX_GJK; i++) {
        double length = bsp_vec_length(v);
        if (simplex.n == 4 || length <= BSP_CAST_GAP)
            return separation_of_overlap(length - c->radius);
        BspVec normal = bsp_vec_scale(v, -1 / length);
        BspCastPair pair = pair_along(c, frame, normal);
        BspVec w = difference(frame, &pair);
        double below = bsp_vec_dot(normal, at) - bsp_vec_dot(normal, w);
        bool rises = below > least;
        if (rises) {
            least = below;
            best.normal = normal;
            best.distance = below - c->radius;
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
        /* Stop here, because no closer result is possible in doubles. Near a corner the normal
         * still gets better, because its error is the square root of the length's error, and a
         * large body multiplies it. */
        if (!rises && bsp_vec_dot(next, next) >= bsp_vec_dot(v, v))
            break;
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
    bool stood_still = s.at_most - s.distance > BSP_TOUCH && s.distance > -HUGE_VAL;
    return BSP_UNLIKELY(stood_still) ? separate_again(c, frame, at) : s;
}

void bsp_cast_begin(BspCast *c, const BspVec *vertices, unsigned n, const BspShape *shape,
                    BspVec towards)
{
    BSP_ASSERT(n > 0);
    c->vertices = vertices;
    c->n = n;
    c->shape = shape;
    c->radius = bsp_core_radius(shape);
    c->hint = 0;
    c->towards = towards;
    c->n_last = 0;
}

BspVec bsp_cast_farthest(BspCast *c, const BspFrame *frame, BspVec at, BspVec along)
{
    BspCastPair pair = pair_along(c, frame, along);
    pair.of_body = bsp_vec_sub(pair.of_body, at);
    return difference(frame, &pair);
}

BspSeparation bsp_cast_separate(const BspCastBody *body, const BspShape *shape,
                                const BspFrame *frame, BspVec at)
{
    BspCast c;
    bsp_cast_begin(&c, body->vertices, body->n, shape, bsp_vec_sub(at, body->vertices[0]));
    return bsp_cast_at(&c, frame, at);
}

double bsp_cast_distance(const BspCastBody *body, const BspShape *shape, BspVec at)
{
    return bsp_cast_separate(body, shape, NULL, at).distance;
}
