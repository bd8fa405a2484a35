/* round: the first contact of a sphere or an upright capsule with one convex polytope. */
#include "trace/round.h"

#include "bsp-constants.h"
#include "bsp-vec.h"
#include "trace/compiler.h"

/* --- when a moving point comes within a radius of an edge ---
 *
 * The points within the radius of an edge form a rod: a cylinder with a ball at each end. The point
 * enters the cylinder at the root of a quadratic. If that is beyond an end, it enters the rod
 * through the ball there, at the root of another quadratic. The code is inlined, because a cast
 * spends most of its time here. */

/* Pure number, relative to a product of squares. It is far above the rounding of that product. */
#define BSP_ROD_DOUBT 1e-13

/* The path of the point: base + t delta. For precision, the base should be near the body. */
typedef struct {
    BspVec base, delta;
    double square; /* square of delta's length */
} BspRodCourse;

/* The first contact so far: the first time at which the point is within the radius of the body. */
typedef struct {
    double radius;
    double t, t1;   /* the interval to search, relative to `base` */
    double first;   /* time of the contact; HUGE_VAL: none */
    double nearest; /* squared distance at that time */
    BspVec
        normal; /* vector from the body to the point at that time; its length is their distance */
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

/* Whether |w + t d| exceeds the root of `square` for all t >= c->t. This rejects most rods, with
 * one branch and no division. Returns false if rounding makes the answer uncertain. */
static inline bool bsp_rod_stays_outside(const BspRodContact *c, BspVec w, BspVec d, double dd,
                                         double square)
{
    BspVec at = bsp_vec_mad(w, c->t, d);
    double length = bsp_vec_dot(at, at), along = bsp_vec_dot(at, d), outside = length - square;
    return (outside > 0) &
           ((along >= 0) | (outside * dd - along * along > BSP_ROD_DOUBT * length * dd));
}

/* The first t, c->t <= t <= c->t1, at which |w + t d| <= radius; HUGE_VAL if there is none. w, d
 * and the radius may be multiplied by a common factor: `square` is the square of the scaled radius,
 * `dd` that of the scaled d. */
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
    if (last < middle) { /* the segment ends (at c->t1) before it is nearest to the centre */
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
    double square; /* square of the edge's length */
    BspVec w, d; /* cross products with the edge: of the vector from a to the base, and of delta */
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

/* Records when the point enters the rod. Returns false if the point does not come within the radius
 * of the edge's line. A point that enters the cylinder beyond an end of the edge can enter the rod
 * only through the ball at that end. */
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

/* The vector from the edge to the reference point, at the time when they are nearest. */
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

/* Units. The rounding error of a point that was projected onto a plane. */
#define IN_PLANE 4e-9

/* Two unit normals count as equal if their cosine is at least this. It does not matter which of the
 * two is named. */
#define SAME_COSINE (1 - BSP_SAME_NORMAL)

/* The shape: all points within the radius of an upright segment, the core. */
typedef struct {
    double radius, bottom, top;
} Round;

static inline Round round_of(const BspShape *shape)
{
    if (shape->kind == BSP_SHAPE_SPHERE)
        return (Round){ shape->radius, 0, 0 };
    return (Round){ shape->radius, shape->bottom + shape->radius, shape->top - shape->radius };
}

/* The distance of the core in front of the plane when the reference point is at `at`. */
static inline double core_distance(const BspPlane *plane, const Round *round, BspVec at)
{
    double bottom = plane->normal.z * round->bottom, top = plane->normal.z * round->top;
    return bsp_plane_distance(plane, at) + BSP_MIN(bottom, top);
}

/* Whether a point on `plane`, whose distance from `other` is `distance`, is in front of `other` by
 * more than `least`. If the two planes are almost equal, a distance within rounding does not count.
 */
static inline bool is_in_front(const BspPlane *other, double distance, const BspPlane *plane,
                               double least)
{
    return distance > least &&
           !(distance <= IN_PLANE && bsp_vec_dot(other->normal, plane->normal) > SAME_COSINE);
}

bool bsp_round_is_over_face(const BspRoundBody *body, const BspShape *shape, const BspPlane *plane,
                            BspVec at)
{
    Round round = round_of(shape);
    BspVec foot = bsp_vec_mad(at, -core_distance(plane, &round, at), plane->normal);
    for (unsigned i = 0; i < body->n_planes; i++) {
        const BspPlane *other = &body->planes[i];
        double distance = core_distance(other, &round, foot);
        if (is_in_front(other, distance, plane, -BSP_GRAZE))
            return false;
    }
    return true;
}

/* --- edges and vertices --- */

/* The shape, and the path of its reference point. */
typedef struct {
    Round round;
    BspRodCourse way;
} RoundPath;

/* Records when the point enters the rod, with both radii. A point that does not come within the
 * outer radius does not come within the inner one. */
static BSP_ALWAYS_INLINE void enter_rods(BspRodContact *outer, BspRodContact *inner,
                                         const RoundPath *course, BspVec a, BspVec b)
{
    BspRod rod = bsp_rod_of(&course->way, a, b);
    if (bsp_rod_enter(outer, &course->way, &rod))
        bsp_rod_enter(inner, &course->way, &rod);
}

/* Moves the edge a b to the positions of the reference point at which the core meets the edge. An
 * edge of a top face is met by the core's bottom, an edge of an underside by its top, and an
 * upright edge by all of the core. */
static void move_edge(const Round *round, BspRoundEdge edge, BspVec *a, BspVec *b)
{
    double by_a = edge.up ? round->bottom : round->top, by_b = by_a;
    if (!edge.up && !edge.down) {
        by_a = a->z < b->z ? round->top : round->bottom;
        by_b = round->top + round->bottom - by_a;
    }
    a->z -= by_a;
    b->z -= by_b;
}

/* Enters the rods of an edge. An edge between a top face and an underside has two rods, one for
 * each face. */
static void enter_edge(BspRodContact *outer, BspRodContact *inner, const RoundPath *course,
                       const BspRoundBody *body, BspRoundEdge edge)
{
    bool twice = edge.up && edge.down && course->round.bottom != course->round.top;
    for (unsigned i = 0; i < (twice ? 2 : 1); i++) {
        BspVec a = body->vertices[edge.a], b = body->vertices[edge.b];
        move_edge(&course->round, edge, &a, &b);
        enter_rods(outer, inner, course, a, b);
        edge.up = 0;
    }
}

static void enter_edges(BspRodContact *outer, BspRodContact *inner, const RoundPath *course,
                        const BspRoundBody *body)
{
    bool is_point = course->round.bottom == course->round.top;
    for (unsigned i = 0; i < body->n_edges; i++) {
        BspRoundEdge edge = body->edges[i];
        if (is_point && edge.a == edge.b)
            break;
        enter_edge(outer, inner, course, body, edge);
    }
}

/* --- faces --- */

/* Limits the times to those at which the core's distance in front of every plane is at most the
 * outer or the inner radius. Returns false if no time remains. */
static bool clip_to_planes(BspRodContact *outer, BspRodContact *inner, const RoundPath *course,
                           const BspRoundBody *body)
{
    for (unsigned i = 0; i < body->n_planes; i++) {
        const BspPlane *plane = &body->planes[i];
        double distance = core_distance(plane, &course->round, course->way.base);
        double speed = bsp_vec_dot(plane->normal, course->way.delta), inverse = -1 / speed;
        double out = (distance - outer->radius) * inverse,
               in = (distance - inner->radius) * inverse;
        if (speed < 0) {
            outer->t = BSP_MAX(outer->t, out);
            inner->t = BSP_MAX(inner->t, in);
        } else if (speed > 0) {
            outer->t1 = BSP_MIN(outer->t1, out);
            inner->t1 = BSP_MIN(inner->t1, in);
        } else {
            outer->t = distance > outer->radius ? HUGE_VAL : outer->t;
            inner->t = distance > inner->radius ? HUGE_VAL : inner->t;
        }
    }
    return outer->t <= outer->t1 && inner->t <= inner->t1;
}

/* `first`: the plane that the core is farthest in front of. `second`: the plane that the core's
 * foot on `first` is farthest in front of; NULL if there is none. */
typedef struct {
    const BspPlane *first, *second;
} Planes;

/* At time c->t the core is within the radius of all planes. It may then be over a face, on the
 * plane that it is farthest in front of. If it is, records the contact. */
static Planes enter_face(BspRodContact *c, const RoundPath *course, const BspRoundBody *body)
{
    BspVec at = bsp_vec_mad(course->way.base, c->t, course->way.delta);
    Planes planes = { body->planes, NULL };
    double most = -HUGE_VAL, beside = 0;
    for (unsigned i = 0; i < body->n_planes; i++) {
        double distance = core_distance(&body->planes[i], &course->round, at);
        if (distance > most) {
            most = distance;
            planes.first = &body->planes[i];
        }
    }
    BspVec foot = bsp_vec_mad(at, -BSP_MAX(most, 0), planes.first->normal);
    for (unsigned i = 0; i < body->n_planes; i++) {
        double distance = core_distance(&body->planes[i], &course->round, foot);
        if (is_in_front(&body->planes[i], distance, planes.first, beside)) {
            beside = distance;
            planes.second = &body->planes[i];
        }
    }
    if (!planes.second)
        bsp_rod_note(c, c->t, bsp_vec_scale(planes.first->normal, BSP_MAX(most, 0)));
    return planes;
}

/* --- a likely edge --- */

/* Units. Vertices this close to a plane lie in it. */
#define ON_FACE 1e-6

/* Units. A contact replaces the current one only if it is deeper by more than this. */
#define DEEPER 1e-9

/* Sets *rod to the rod of the edge, or vertex, in which the two planes meet. Returns false if there
 * is none, or if sweeping the edge would make a wall. */
static bool likely_edge(const BspRoundBody *body, const RoundPath *course, Planes planes,
                        BspRod *rod)
{
    const BspPlane *p = planes.first, *q = planes.second;
    BspVec way = bsp_vec_cross(p->normal, q->normal), a = way, b = way;
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (unsigned i = 0; i < body->n_vertices; i++) {
        BspVec v = body->vertices[i];
        if (fabs(bsp_plane_distance(p, v)) > ON_FACE || fabs(bsp_plane_distance(q, v)) > ON_FACE)
            continue;
        double along = bsp_vec_dot(way, v);
        if (along < least) {
            least = along;
            a = v;
        }
        if (along > most) {
            most = along;
            b = v;
        }
    }
    BspRoundEdge edge = { .up = p->normal.z > 0 || q->normal.z > 0,
                          .down = p->normal.z < 0 || q->normal.z < 0 };
    bool simple = course->round.bottom == course->round.top || !(edge.up && edge.down);
    if (!simple || least > most)
        return false;
    move_edge(&course->round, edge, &a, &b);
    *rod = bsp_rod_of(&course->way, a, b);
    return true;
}

/* The distance of the reference point, along the normal, in front of the whole swept body; negative
 * behind its foremost point. */
static double distance_along(const BspRoundBody *body, const RoundPath *course, BspVec normal,
                             BspVec at)
{
    double most = -HUGE_VAL;
    for (unsigned i = 0; i < body->n_vertices; i++)
        most = BSP_MAX(most, bsp_vec_dot(normal, body->vertices[i]));
    double bottom = normal.z * course->round.bottom, top = normal.z * course->round.top;
    return bsp_vec_dot(normal, at) + BSP_MIN(bottom, top) - most;
}

typedef enum { MISSED, MET, UNKNOWN } Guess;

/* Checks a contact with one edge, or a miss. It is valid for the whole body if no part of the body
 * is farther out along the normal. Returns UNKNOWN if that is not so. */
static Guess check_guess(const BspRoundBody *body, const RoundPath *course,
                         const BspRodContact *outer)
{
    bool met = outer->first < HUGE_VAL;
    double length = bsp_vec_length(outer->normal);
    if (length == 0)
        return UNKNOWN;
    BspVec normal = bsp_vec_scale(outer->normal, 1 / length);
    double speed = bsp_vec_dot(normal, course->way.delta);
    double t = met ? outer->first : speed < 0 ? outer->t1 : outer->t;
    BspVec at = bsp_vec_mad(course->way.base, t, course->way.delta);
    double distance = distance_along(body, course, normal, at);
    if (!met)
        return distance > outer->radius ? MISSED : UNKNOWN;
    return distance >= length - DEEPER && (speed < 0 || t == outer->t) ? MET : UNKNOWN;
}

/* Tries the edge in which the two planes meet. Most contacts that are not over a face are with this
 * edge. */
static Guess guess_edge(BspRodContact *outer, BspRodContact *inner, const RoundPath *course,
                        const BspRoundBody *body, Planes planes)
{
    BspRod rod;
    if (!planes.second || !likely_edge(body, course, planes, &rod))
        return UNKNOWN;
    BspRodContact out = *outer, in = *inner;
    bsp_rod_enter(&out, &course->way, &rod);
    if (out.first == HUGE_VAL)
        out.normal = bsp_rod_passing(&out, &course->way, &rod);
    Guess guess = check_guess(body, course, &out);
    if (guess != MET)
        return guess;
    bsp_rod_enter(&in, &course->way, &rod);
    if (in.first == HUGE_VAL)
        return UNKNOWN;
    *outer = out;
    *inner = in;
    return MET;
}

/* --- the cast --- */

/* The normal at the outer contact. If rounding has turned it away from the move, the normal at the
 * inner contact. */
static BspVec contact_normal(const BspRodContact *outer, const BspRodContact *inner, BspVec delta)
{
    BspVec normal = bsp_vec_dot(outer->normal, delta) < 0 ? outer->normal : inner->normal;
    double length = bsp_vec_length(normal);
    return length > 0 ? bsp_vec_scale(normal, 1 / length) : normal;
}

/* Finds the contacts within the clipped times. A move that starts above a face is assigned to the
 * face even if an adjacent edge is equally near and is entered more deeply. */
static void find_contacts(BspRodContact *outer, BspRodContact *inner, const RoundPath *course,
                          const BspRoundBody *body)
{
    Planes planes = enter_face(outer, course, body);
    bool over_face = outer->first < HUGE_VAL;
    if (!over_face && guess_edge(outer, inner, course, body, planes) != UNKNOWN)
        return;
    enter_face(inner, course, body);
    if (over_face && inner->first < HUGE_VAL)
        return;
    BspRodContact face = *outer;
    enter_edges(outer, inner, course, body);
    if (over_face)
        *outer = face;
}

bool bsp_round_cast(const BspRoundBody *body, const BspShape *shape, const BspCastPath *path,
                    BspCastHit *hit)
{
    BspVec from = path->from, delta = path->delta;
    double t0 = path->t0, t1 = path->t1;
    RoundPath course = { round_of(shape), { from, delta, bsp_vec_dot(delta, delta) } };
    double radius = course.round.radius;
    BspRodContact outer = { .radius = radius, .t = t0, .t1 = t1, .first = HUGE_VAL };
    BspRodContact inner = { .radius = radius - BSP_TOUCH, .t = t0, .t1 = t1, .first = HUGE_VAL };
    if (!clip_to_planes(&outer, &inner, &course, body))
        return false;
    double begin = outer.t, start = t0 - begin;
    course.way.base = bsp_vec_mad(from, begin, delta);
    outer.t1 -= begin;
    outer.t = 0;
    inner.t = inner.t == t0 ? start : inner.t - begin;
    inner.t1 -= begin;
    find_contacts(&outer, &inner, &course, body);
    if (inner.first == HUGE_VAL)
        return false;
    outer.first = BSP_MIN(outer.first, inner.first); /* except for rounding this is always so */
    bool overlap = inner.first <= start;
    hit->t = begin + outer.first;
    hit->overlap = overlap;
    hit->normal = overlap ? bsp_vec(0, 0, 0) : contact_normal(&outer, &inner, delta);
    return true;
}
