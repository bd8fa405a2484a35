/* round: the first contact of a sphere or an upright capsule with one convex polytope. */
#include "trace/round.h"

#include "bsp-constants.h"
#include "trace/compiler.h"

/* Units. What rounding leaves of a point that was put into a plane. */
#define IN_PLANE 4e-9

/* Of unit normals so far the same that within BSP_GRAZE it does not matter which. */
#define SAME_COSINE (1 - BSP_SAME_NORMAL)

/* The shape: all within the radius of an upright segment. */
typedef struct {
    double radius, bottom, top;
} Round;

static inline Round round_of(const BspShape *shape)
{
    if (shape->kind == BSP_SHAPE_SPHERE)
        return (Round){ shape->radius, 0, 0 };
    return (Round){ shape->radius, shape->bottom + shape->radius, shape->top - shape->radius };
}

/* How far in front of the plane the core at `at` is. */
static inline double core_distance(const BspPlane *plane, const Round *round, BspVec at)
{
    double bottom = plane->normal.z * round->bottom, top = plane->normal.z * round->top;
    return bsp_plane_distance(plane, at) + BSP_MIN(bottom, top);
}

bool bsp_round_is_over_face(const BspRoundBody *body, const BspShape *shape, const BspPlane *plane,
                            BspVec at)
{
    Round round = round_of(shape);
    BspVec foot = bsp_vec_mad(at, -core_distance(plane, &round, at), plane->normal);
    for (unsigned i = 0; i < body->n_planes; i++) {
        const BspPlane *other = &body->planes[i];
        double distance = core_distance(other, &round, foot);
        if (distance > -BSP_GRAZE &&
            !(distance <= IN_PLANE && bsp_vec_dot(other->normal, plane->normal) > SAME_COSINE))
            return false;
    }
    return true;
}

/* --- a contact --- */

/* A time at which the shape is within some radius of the swept body, the first that is known so
 * far. */
typedef struct {
    double radius;
    double t, t1;   /* since `base`: where it begins, and where what is asked about ends */
    double first;   /* of the contact; HUGE_VAL: none */
    double nearest; /* square of the distance then */
    BspVec normal;  /* away from the body then, not of unit length */
} Contact;

/* The segment, with the time counted from near the body, where numbers are small. */
typedef struct {
    Round round;
    BspVec base, delta;
    double square; /* of delta */
} Course;

static void note(Contact *c, double t, BspVec apart)
{
    double square = bsp_vec_dot(apart, apart);
    if (t < c->first || (t == c->first && square < c->nearest)) {
        c->first = t;
        c->nearest = square;
        c->normal = apart;
    }
}

/* The first t from c->t on at which |w + t d| <= radius, both given times some length: `square` is
 * that of the radius times the length, and `dd` of d. HUGE_VAL when there is none up to c->t1. */
static double enter_round(const Contact *c, BspVec w, BspVec d, double dd, double square)
{
    BspVec at = bsp_vec_mad(w, c->t, d);
    if (bsp_vec_dot(at, at) <= square)
        return c->t;
    double along = bsp_vec_dot(at, d);
    if (!(along < 0))
        return HUGE_VAL;
    /* Where it is nearest: told there, what is left of the radius has all of its digits. */
    double middle = c->t - along / dd, last = BSP_MIN(middle, c->t1);
    BspVec nearest = bsp_vec_mad(w, last, d);
    double left = square - bsp_vec_dot(nearest, nearest);
    if (!(left >= 0))
        return HUGE_VAL;
    double t = middle - sqrt(left / dd);
    if (last < middle) { /* it is still on the way there */
        double outside = bsp_vec_dot(at, at) - square;
        double root = along * along - dd * outside;
        t = c->t + outside / (sqrt(BSP_MAX(root, 0)) - along);
    }
    return BSP_CLAMP(t, c->t, last);
}

/* --- edges and vertices --- */

static void enter_ball(Contact *c, const Course *course, BspVec centre)
{
    BspVec w = bsp_vec_sub(course->base, centre);
    double t = enter_round(c, w, course->delta, course->square, c->radius * c->radius);
    if (t < HUGE_VAL)
        note(c, t, bsp_vec_mad(w, t, course->delta));
}

/* The reference points within the radius of an edge. */
typedef struct {
    BspVec a, b, edge;
    double square;     /* of the edge */
    BspVec w, d;       /* from a to the base, and delta, each times the edge */
    double dd;
} Rod;

static Rod rod_of(const Course *course, BspVec a, BspVec b)
{
    Rod rod = { .a = a, .b = b, .edge = bsp_vec_sub(b, a) };
    rod.square = bsp_vec_dot(rod.edge, rod.edge);
    rod.w = bsp_vec_cross(bsp_vec_sub(course->base, a), rod.edge);
    rod.d = bsp_vec_cross(course->delta, rod.edge);
    rod.dd = bsp_vec_dot(rod.d, rod.d);
    return rod;
}

/* false when not even the line of the edge is met. What enters the cylinder beyond an end of the
 * edge can enter the rod only by the ball round that end. */
static bool enter_rod(Contact *c, const Course *course, const Rod *rod)
{
    if (rod->square == 0) {
        enter_ball(c, course, rod->a);
        return true;
    }
    double t = enter_round(c, rod->w, rod->d, rod->dd, c->radius * c->radius * rod->square);
    if (t == HUGE_VAL)
        return false;
    BspVec apart = bsp_vec_sub(bsp_vec_mad(course->base, t, course->delta), rod->a);
    double along = bsp_vec_dot(apart, rod->edge);
    if (along < 0)
        enter_ball(c, course, rod->a);
    else if (along > rod->square)
        enter_ball(c, course, rod->b);
    else
        note(c, t, bsp_vec_mad(apart, -along / rod->square, rod->edge));
    return true;
}

/* Of both radii: what does not come within the larger does not within the smaller. */
static BSP_ALWAYS_INLINE void enter_rods(Contact *outer, Contact *inner, const Course *course,
                                         BspVec a, BspVec b)
{
    Rod rod = rod_of(course, a, b);
    if (enter_rod(outer, course, &rod))
        enter_rod(inner, course, &rod);
}

/* Where the reference point is when the core meets an edge: with its bottom that of a top, with its
 * top that of an underside, with all of it an upright one. */
static void enter_edge(Contact *outer, Contact *inner, const Course *course,
                       const BspRoundBody *body, const BspRoundEdge *edge)
{
    BspVec a = body->vertices[edge->a], b = body->vertices[edge->b];
    double bottom = course->round.bottom, top = course->round.top;
    if (!edge->up && !edge->down) {
        double over_a = a.z < b.z ? top : bottom;
        a.z -= over_a;
        b.z -= top + bottom - over_a;
        enter_rods(outer, inner, course, a, b);
        return;
    }
    BspVec low = bsp_vec(0, 0, -top), high = bsp_vec(0, 0, -bottom);
    if (edge->up)
        enter_rods(outer, inner, course, bsp_vec_add(a, high), bsp_vec_add(b, high));
    if (edge->down && !(edge->up && top == bottom))
        enter_rods(outer, inner, course, bsp_vec_add(a, low), bsp_vec_add(b, low));
}

static void enter_edges(Contact *outer, Contact *inner, const Course *course,
                        const BspRoundBody *body)
{
    bool is_point = course->round.bottom == course->round.top;
    for (unsigned i = 0; i < body->n_edges; i++) {
        const BspRoundEdge *edge = &body->edges[i];
        if (is_point && edge->a == edge->b)
            break;
        enter_edge(outer, inner, course, body, edge);
    }
}

/* --- faces --- */

/* Cuts the time to where the core is no farther than the radius in front of any plane; false when
 * that leaves nothing. */
static bool clip_to_planes(const BspRoundBody *body, const Course *course, double radius, double *t,
                           double *t1)
{
    for (unsigned i = 0; i < body->n_planes; i++) {
        const BspPlane *plane = &body->planes[i];
        double outside = core_distance(plane, &course->round, course->base) - radius;
        double speed = bsp_vec_dot(plane->normal, course->delta);
        if (speed == 0 && outside > 0)
            return false;
        double at = speed != 0 ? -outside / speed : 0;
        if (speed < 0)
            *t = BSP_MAX(*t, at);
        else if (speed > 0)
            *t1 = BSP_MIN(*t1, at);
    }
    return *t <= *t1;
}

/* Where it comes behind the last of the planes it may be over a face. That face is the one it is
 * farthest in front of. */
static void enter_face(Contact *c, const Course *course, const BspRoundBody *body)
{
    BspVec at = bsp_vec_mad(course->base, c->t, course->delta);
    const BspPlane *farthest = body->planes;
    double most = -HUGE_VAL;
    for (unsigned i = 0; i < body->n_planes; i++) {
        double distance = core_distance(&body->planes[i], &course->round, at);
        if (distance > most) {
            most = distance;
            farthest = &body->planes[i];
        }
    }
    BspVec foot = bsp_vec_mad(at, -BSP_MAX(most, 0), farthest->normal);
    for (unsigned i = 0; i < body->n_planes; i++)
        if (&body->planes[i] != farthest &&
            core_distance(&body->planes[i], &course->round, foot) > 0)
            return;
    note(c, c->t, bsp_vec_scale(farthest->normal, BSP_MAX(most, 0)));
}

/* --- the cast --- */

/* The normal at the contact; where rounding has turned that away from the move, the one that the
 * shape goes in deeper by. */
static BspVec contact_normal(const Contact *outer, const Contact *inner, BspVec delta)
{
    BspVec normal = bsp_vec_dot(outer->normal, delta) < 0 ? outer->normal : inner->normal;
    double length = bsp_vec_length(normal);
    return length > 0 ? bsp_vec_scale(normal, 1 / length) : normal;
}

bool bsp_round_cast(const BspRoundBody *body, const BspShape *shape, BspVec from, BspVec delta,
                    double t0, double t1, BspCastHit *hit)
{
    Course course = { round_of(shape), from, delta, bsp_vec_dot(delta, delta) };
    double radius = course.round.radius, begin = t0, end = t1;
    if (!clip_to_planes(body, &course, radius, &begin, &end))
        return false;
    course.base = bsp_vec_mad(from, begin, delta);
    Contact outer = { .radius = radius, .t = 0, .t1 = end - begin, .first = HUGE_VAL };
    double start = t0 - begin;
    Contact inner = { .radius = radius - BSP_TOUCH, .t = start, .t1 = t1 - begin, .first = HUGE_VAL };
    if (!clip_to_planes(body, &course, inner.radius, &inner.t, &inner.t1))
        return false;
    enter_face(&outer, &course, body);
    enter_face(&inner, &course, body);
    if (outer.first > outer.t || inner.first > inner.t)
        enter_edges(&outer, &inner, &course, body);
    if (inner.first == HUGE_VAL)
        return false;
    if (outer.first == HUGE_VAL)
        outer.first = inner.first;
    bool overlap = inner.first <= start;
    hit->t = begin + outer.first;
    hit->overlap = overlap;
    hit->normal = overlap ? bsp_vec(0, 0, 0) : contact_normal(&outer, &inner, delta);
    return true;
}
