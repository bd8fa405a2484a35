/* turning: when a body that turns meets one brush. */
#include "body/turning.h"

#include "body/parting.h"
#include "shape/cast.h"
#include "shape/shape.h"

/* Units. Contacts are found within this of their level. */
#define GAP 1e-9

/* Units. A body this near to a brush is at the brush's surface. A body hits a brush if it comes as
 * near as DEEP to the eroded brush, which is BSP_TOUCH below the surface. */
#define SURFACE (8 * GAP)
#define DEEP (BSP_TOUCH / 16)

/* The most steps. Most contacts take fewer than ten. The time reached so far is never late. After a
 * few steps, planes that turn with the body are tried as well. */
#define MOST_STEPS 512
#define FEW_STEPS 6

/* The most trials of a longer step. Each is a quarter of the one before it. */
#define MOST_STRIDES 3

/* Units. Points whose path goes deeper into the brush at an eighth of their speed are 2 BSP_TOUCH
 * deep after this. */
#define SOON (16 * BSP_TOUCH)

/* Halvings of the time between two poses. */
#define MOST_HALVINGS 40

/* --- when a point passes a plane ---
 *
 * Seen along a plane's normal, a point of the body is at
 *
 *     height(x) = start + speed x + C (cos(turn x) - 1) + S sin(turn x),    x = t - t0
 *
 * with C and S the parts of its arm across the axis, along the normal and after a quarter turn. The
 * second derivative is at most turn^2 sqrt(C^2 + S^2), so a parabola bounds the height from below.
 * Until the root of the parabola, the point is in front of the plane; the next parabola begins
 * there.
 *
 * A body that pivots on an edge of the brush passes every plane that stands still, but not a plane
 * that turns with the body. The height of such a plane over a vertex of the brush has the same
 * formula. C and S are then parts of the vertex's arm, and the speed turns, too: speed +
 * c (cos(turn x) - 1) + s sin(turn x). */

/* The most parabolas for one point. */
#define MOST_PARABOLAS 8

/* Units. A point this near to the plane is at the plane. It is less than GAP, so that the next
 * plane finds the body at its level. */
#define AT_PLANE (GAP / 2)

typedef struct {
    double start, speed, turn, C, S;
    double c, s; /* 0 if the plane does not turn */
    double lag;  /* the height is at least that of the formula minus lag x^2 / 2 */
} Height;

static double time_of_fall(const Height *h, double most)
{
    double w = fabs(h->turn), far = sqrt(h->C * h->C + h->S * h->S);
    double bend = w * w * far + (2 + w * most) * w * sqrt(h->c * h->c + h->s * h->s) + h->lag;
    BSP_ASSERT(!(bend < 0) && !(h->lag < 0));
    double x = 0, height = h->start, slope = h->speed + h->turn * h->S;
    if (height + (BSP_MIN(slope, 0) - 0.5 * bend * most) * most > 0)
        return most;
    for (unsigned i = 0; i < MOST_PARABOLAS && height > AT_PLANE; i++) {
        double root = sqrt(slope * slope + 2 * bend * height);
        if (slope >= 0 && bend == 0)
            return most;
        double step = slope < 0 ? 2 * height / (root - slope) : (slope + root) / bend;
        x += step;
        if (x >= most)
            return most;
        BspSines t = bsp_sines(h->turn * x);
        double cosine = 1 - t.versine, speed = h->speed - h->c * t.versine + h->s * t.sine;
        height = h->start + speed * x - h->C * t.versine + h->S * t.sine - 0.5 * h->lag * x * x;
        slope = speed + h->turn * (h->S * cosine - h->C * t.sine) +
                h->turn * x * (h->s * cosine - h->c * t.sine) - h->lag * x;
    }
    return x;
}

/* --- the body's points --- */

unsigned bsp_turning_n_points(const BspShape *shape)
{
    switch (shape->kind) {
    case BSP_SHAPE_BOX:
        return 8;
    case BSP_SHAPE_HULL:
        return shape->hull->n_vertices;
    case BSP_SHAPE_CYLINDER:
    case BSP_SHAPE_CAPSULE:
        return 2;
    default:
        return 1;
    }
}

BspVec bsp_turning_point(const BspShape *shape, unsigned i)
{
    BSP_ASSERT(i < bsp_turning_n_points(shape));
    double r = shape->kind == BSP_SHAPE_CAPSULE ? shape->radius : 0;
    switch (shape->kind) {
    case BSP_SHAPE_BOX:
        return bsp_bounds_corner(&shape->bounds, i);
    case BSP_SHAPE_HULL:
        return shape->hull->vertices[i];
    case BSP_SHAPE_CYLINDER:
    case BSP_SHAPE_CAPSULE:
        return bsp_vec(0, 0, i ? shape->top - r : shape->bottom + r);
    default:
        return bsp_vec(0, 0, 0);
    }
}

/* How fast the angle between a plane and a cylinder's axis can change, in radians per t. */
static double speed_of_tilt(const BspTurning *b, const BspFrame *pose)
{
    return fabs(b->angle) * bsp_vec_length(bsp_vec_cross(b->axis, pose->axis[2]));
}

/* The height over a plane of a point of the body, which is at `start` in this pose. */
static Height height_of(const BspTurning *b, const BspFrame *pose, BspVec normal, BspVec point,
                        double start)
{
    BspVec side = bsp_vec_cross(normal, b->axis); /* S is along it: n . (k x a) = a . (n x k) */
    BspVec arm = bsp_frame_direction_out(pose, bsp_vec_sub(point, b->pivot));
    double along = bsp_vec_dot(b->axis, arm) * bsp_vec_dot(b->axis, normal);
    return (Height){ .start = start,
                     .speed = bsp_vec_dot(normal, b->delta),
                     .turn = b->angle,
                     .C = bsp_vec_dot(normal, arm) - along,
                     .S = bsp_vec_dot(side, arm) };
}

/* A lower bound of the time until a cylinder reaches the plane; `least` is the height of the lower
 * end's middle, without the part of all points. The bound does not come to rest where the cylinder
 * tips over its rim, as a bound by speeds would.
 *
 * The lowest point of a rim is R |v| below the middle of its end, with v = normal x axis. Let e be
 * the direction of v at first, and f across e and the normal. Then |v| <= e.v + (f.v)^2 / (2 e.v).
 * The first term is a height as above. The second, the lag, is at most in proportion to x^2 while
 * e.v is at least half of what it is at first. */
static double time_of_rims(const BspTurning *b, const BspFrame *pose, BspVec normal, double above,
                           double least, double most)
{
    BspVec axis = pose->axis[2], v = bsp_vec_cross(normal, axis);
    BSP_ASSERT(b->shape->kind == BSP_SHAPE_CYLINDER);
    double tilt = bsp_vec_length(v), speed = speed_of_tilt(b, pose), radius = b->shape->radius;
    if (speed * most > tilt / 2)
        most = tilt / (2 * speed);
    if (!(tilt > 0 && most > 0))
        return 0; /* the end is flat on the plane: the bound by speeds is as good */
    BspVec e = bsp_vec_scale(v, 1 / tilt), g = bsp_vec_cross(e, normal);
    BspVec swing = bsp_vec_cross(b->axis, axis), across = bsp_vec_cross(swing, b->axis);
    double at_once = fabs(b->angle * bsp_vec_dot(e, swing)); /* f x normal is e */
    double later = 0.5 * b->angle * b->angle * fabs(bsp_vec_dot(e, across));
    double per_t = at_once + later * most;
    for (unsigned i = 0; i < 2; i++) {
        BspVec middle = bsp_turning_point(b->shape, i);
        double height = bsp_vec_dot(bsp_frame_direction_in(pose, normal), middle);
        Height h = height_of(b, pose, normal, middle, above + height - least);
        h.C -= radius * bsp_vec_dot(g, across);
        h.S -= radius * bsp_vec_dot(g, swing);
        h.lag = 2 * radius * per_t * per_t / tilt;
        most = BSP_MIN(most, time_of_fall(&h, most));
    }
    return most;
}

/* A lower bound of the time until the body, `above` units over a plane with this normal, reaches
 * the plane; at least `most` if it is later than that. */
static double time_to_plane(const BspTurning *b, const BspFrame *pose, BspVec normal, double above,
                            double most)
{
    bool has_rims = b->shape->kind == BSP_SHAPE_CYLINDER;
    double rim = has_rims ? b->shape->radius * speed_of_tilt(b, pose) : 0, end = most;
    double speed = bsp_vec_dot(normal, b->delta) - rim, least = HUGE_VAL;
    double slowest = fabs(b->angle) * b->reach * bsp_vec_length(bsp_vec_cross(normal, b->axis));
    unsigned n = bsp_turning_n_points(b->shape), lowest = 0;
    if (speed >= 0 && slowest == 0)
        return most;

    /* 1. The lowest point. */
    BspVec own = bsp_frame_direction_in(pose, normal);
    for (unsigned i = 0; i < n; i++) {
        double along = bsp_vec_dot(own, bsp_turning_point(b->shape, i));
        if (along < least) {
            least = along;
            lowest = i;
        }
    }

    /* 2. The first point that falls to the plane; probably the lowest. */
    for (unsigned k = 0; k < n; k++) {
        BspVec point = bsp_turning_point(b->shape, k == 0 ? lowest : k <= lowest ? k - 1 : k);
        double start = above + bsp_vec_dot(own, point) - least;
        if (start + (speed - slowest) * most > 0)
            continue;
        Height h = height_of(b, pose, normal, point, start);
        h.speed -= rim;
        most = BSP_MIN(most, time_of_fall(&h, most));
    }
    return most < end && has_rims ? BSP_MAX(most, time_of_rims(b, pose, normal, above, least, end))
                                  : most;
}

/* The same for a plane that turns with the body, until it reaches a vertex of the brush. The
 * support of the body along the plane's normal does not change, because both turn together. */
static double time_of_turning_plane(const BspTurning *b, double t, const BspCastBody *body,
                                    BspVec normal, double above, double most)
{
    const BspVec *vertices = body->vertices;
    unsigned n = body->n;
    BspVec side = bsp_vec_cross(b->axis, normal), place = bsp_vec_mad(b->from, t, b->delta);
    double highest = -HUGE_VAL, along = bsp_vec_dot(b->axis, normal);
    double speed = bsp_vec_dot(normal, b->delta);
    for (unsigned i = 0; i < n; i++)
        highest = BSP_MAX(highest, bsp_vec_dot(normal, vertices[i]));
    for (unsigned i = 0; i < n; i++) {
        BspVec arm = bsp_vec_sub(place, vertices[i]);
        Height h = { .start = above + highest - bsp_vec_dot(normal, vertices[i]),
                     .speed = speed,
                     .turn = b->angle,
                     .C = bsp_vec_dot(normal, arm) - along * bsp_vec_dot(b->axis, arm),
                     .S = bsp_vec_dot(side, arm),
                     .c = speed - along * bsp_vec_dot(b->axis, b->delta),
                     .s = bsp_vec_dot(side, b->delta) };
        most = BSP_MIN(most, time_of_fall(&h, most));
    }
    return most;
}

/* --- one brush --- */

/* A brush, or its eroded part, to which the body must not come nearer than `level`. The eroded part
 * is deeper than touching: behind all sides by BSP_TOUCH, the erosion, and in the hull of the
 * eroded vertices. That hull alone has the tips of needles (cast.h). */
typedef struct {
    const BspBrushTable *table;
    uint32_t brush;
    BspCastBody body;
    double erosion, level;
    BspCast cast; /* kept from step to step; has no vertices before the first search */
} Obstacle;

typedef enum { MISS, REACHED, INSIDE } Outcome;

/* Whether the point is behind all sides of the brush, by at least `depth`. */
static bool is_behind(const BspBrushTable *table, uint32_t brush, BspVec point, double depth)
{
    const BspTableBrush *row = &table->brushes[brush];
    for (uint32_t i = 0, n = bsp_brush_table_n_own(row); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(table, row, i);
        if (bsp_plane_distance(&plane, point) > -depth)
            return false;
    }
    return true;
}

/* No point of the body is faster, in units per t. */
static double fastest_point(const BspTurning *b)
{
    return bsp_vec_length(b->delta) + fabs(b->angle) * b->reach;
}

/* The point of the body that is lowest over a plane with this normal. */
static BspVec lowest_point(const BspTurning *b, const BspFrame *pose, BspVec normal)
{
    BspVec own = bsp_vec_neg(bsp_frame_direction_in(pose, normal));
    BspVec point = bsp_frame_direction_out(pose, bsp_shape_support_point(b->shape, own));
    return bsp_vec_add(pose->origin, point);
}

/* Separates body and brush by a side of the brush, in a fraction of the time of GJK. Returns false
 * if the body is near the level and its lowest point is not over the side itself. */
static bool separate_by_side(const BspTurning *b, const Obstacle *o, const BspFrame *pose,
                             BspSeparation *s)
{
    const BspTableBrush *row = &o->table->brushes[o->brush];
    s->distance = -HUGE_VAL;
    for (uint32_t i = 0, n = bsp_brush_table_n_own(row); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(o->table, row, i);
        BspVec own = bsp_vec_neg(bsp_frame_direction_in(pose, plane.normal));
        double distance = bsp_plane_distance(&plane, pose->origin) + o->erosion -
                          bsp_shape_support(b->shape, own);
        if (distance > s->distance)
            *s = (BspSeparation){ plane.normal, 0, distance, distance };
    }
    if (s->distance > o->level + GAP)
        return true;
    BspVec lowest = lowest_point(b, pose, s->normal);
    return s->distance > 0 &&
           is_behind(o->table, o->brush, bsp_vec_mad(lowest, -s->distance, s->normal),
                     o->erosion - GAP);
}

/* Separates them. Returns false if the body is in the obstacle. Then *s is the plane, of those that
 * are known, that the body is least deep behind. */
static bool separate(const BspTurning *b, Obstacle *o, const BspFrame *pose, BspSeparation *s)
{
    if (separate_by_side(b, o, pose, s))
        return true;
    if (!o->cast.vertices)
        bsp_cast_begin(&o->cast, &o->body, b->shape, s->normal);
    BspSeparation near = bsp_cast_at(&o->cast, pose, pose->origin);
    if (near.distance > s->distance && bsp_vec_dot(near.normal, near.normal) > 0)
        *s = near;
    return s->distance > 0 || near.at_most > 0;
}

static bool is_within(const BspTurning *b, Obstacle *o, double t, BspSeparation *s, BspFrame *pose)
{
    *pose = bsp_turning_pose(b, t);
    return !separate(b, o, pose, s);
}

/* A bound of how far heights of the body's points sag below the straight line between their values
 * at both ends of a step, if the direction changes linearly from one unit vector to the other. The
 * second derivative of n . p is 2 n' . p' + n . p''. */
static double sag_of_step(const BspTurning *b, BspVec from, BspVec to, double step)
{
    BspVec change = bsp_vec_sub(to, from);
    double angle = fabs(b->angle) * step, bend = 2 * bsp_vec_length(change);
    double across = BSP_MAX(bsp_vec_length(bsp_vec_cross(from, b->axis)),
                            bsp_vec_length(bsp_vec_cross(to, b->axis)));
    double sag =
        2 * step * fabs(bsp_vec_dot(change, b->delta)) + b->reach * angle * (bend + angle * across);
    return sag / 8;
}

/* Returns a longer step than `step`, during which the distance is proved to stay above the level,
 * if it finds one: a plane whose normal goes from that of *s at time t to that of the step's end
 * stays between body and brush. Where a body passes an edge closely, such steps are in proportion
 * to the square root of the distance, those by other planes to the distance. *stride is the length
 * that is tried first. */
static double longer_step(const BspTurning *b, Obstacle *o, double t, const BspSeparation *s,
                          double step, double *stride)
{
    for (unsigned i = 0; i<MOST_STRIDES && * stride> step; i++, *stride *= 0.25) {
        BspSeparation end;
        BspFrame pose;
        if (is_within(b, o, t + *stride, &end, &pose))
            continue;
        double sag = sag_of_step(b, s->normal, end.normal, *stride);
        if (BSP_MIN(s->distance, end.distance) - sag <= o->level)
            continue;
        step = *stride;
        *stride *= 2;
        return step;
    }
    return step;
}

/* Advances *t to the first time, at most t1, at which the body is as near as the level. *s becomes
 * the last separation. */
static Outcome advance(const BspTurning *b, Obstacle *o, double t1, double *t, BspSeparation *s)
{
    double stride = 0;
    for (unsigned i = 0; i < MOST_STEPS; i++) {
        BspFrame pose;
        if (is_within(b, o, *t, s, &pose))
            return i == 0 ? INSIDE : REACHED;
        if (s->distance <= o->level + GAP)
            return REACHED;
        double most = t1 - *t, above = s->distance - o->level;
        double step = time_to_plane(b, &pose, s->normal, above, most);
        if (step < most && b->angle != 0 && i >= FEW_STEPS) {
            step = BSP_MAX(step, time_of_turning_plane(b, *t, &o->body, s->normal, above, most));
            stride = BSP_MIN(BSP_MAX(stride, 4 * step), most);
            step = longer_step(b, o, *t, s, step, &stride);
        }
        if (step >= most)
            return MISS;
        BSP_ASSERT(!(step < 0));
        *t += step;
    }
    return REACHED;
}

/* To the surface. Nearer than BSP_TOUCH the plane between body and brush is less exact, so the last
 * plane takes the body there. */
static Outcome advance_to_surface(const BspTurning *b, Obstacle *surface, double t1, double *t,
                                  BspSeparation *s)
{
    Outcome then = advance(b, surface, t1, t, s);
    if (then == REACHED && s->distance > SURFACE) {
        BspFrame pose = bsp_turning_pose(b, *t);
        *t += time_to_plane(b, &pose, s->normal, s->distance - SURFACE, t1 - *t);
    }
    return then;
}

/* The body touches at hit->t, and is deep at time t. Between these times it is never deeper, but
 * may leave the surface. Moves hit->t to a time at which the body comes back to the surface. */
static void come_back(const BspTurning *b, Obstacle *eroded, double t, BspTurningHit *hit)
{
    BspSeparation s;
    BspFrame pose;
    double fastest = fastest_point(b);
    BSP_ASSERT(!(t < hit->t));
    for (unsigned i = 0; i < MOST_HALVINGS && (t - hit->t) * fastest > 4 * BSP_TOUCH; i++) {
        double middle = 0.5 * (hit->t + t);
        if (is_within(b, eroded, middle, &s, &pose) || s.distance < BSP_TOUCH / 4) {
            t = middle;
        } else {
            hit->t = middle;
            hit->normal = s.normal;
        }
    }
}

/* A quick test of most hits: whether the body is deep in the brush right after the contact, before
 * any point has moved SOON units. Often its lowest point shows that. */
static bool is_soon_deep(const BspTurning *b, const Obstacle *surface, Obstacle *eroded, double t1,
                         const BspTurningHit *hit)
{
    double t = hit->t + SOON / fastest_point(b);
    if (!(t <= t1))
        return false;
    BspSeparation s;
    BspFrame pose = bsp_turning_pose(b, t);
    BspVec lowest = lowest_point(b, &pose, hit->normal);
    return is_behind(surface->table, surface->brush, lowest, 2 * BSP_TOUCH) ||
           is_within(b, eroded, t, &s, &pose);
}

/* Units. A body that starts deeper than DEEP, but not in solid, may get deeper by this much, so
 * that rounding does not stop it. */
#define ROUNDING (4 * GAP)

/* Units. A body that starts deeper than touching, but not in solid, is traced as if it were this
 * much farther out. */
#define LIFT (BSP_IN_SOLID - BSP_TOUCH + ROUNDING)

/* Prepares a body that starts deep for the search: sets the level that it may come to. Moves a body
 * out that is deeper than touching. Returns false if the body is in solid. *start receives the
 * distance from the eroded brush. */
static bool start_deep(BspTurning *b, Obstacle *eroded, double t, double *start)
{
    BspSeparation s;
    BspFrame pose;
    bool is_lifted = is_within(b, eroded, t, &s, &pose) || s.distance <= LIFT;
    if (is_lifted) {
        b->from = bsp_vec_mad(b->from, LIFT, s.normal);
        if (is_within(b, eroded, t, &s, &pose))
            return false;
    }
    *start = is_lifted ? s.distance : HUGE_VAL;
    eroded->level = BSP_MIN(DEEP, s.distance - ROUNDING);
    return true;
}

/* Whether a body that starts deeper than touching, at this distance, ends deeper still, and so deep
 * that the next move might start in solid. */
static bool sinks(const BspTurning *b, Obstacle *eroded, double t1, double start)
{
    BspSeparation s;
    BspFrame pose;
    return start < HUGE_VAL &&
           (is_within(b, eroded, t1, &s, &pose) || s.distance < BSP_MIN(start, LIFT / 2));
}

/* Touching is not hitting: whether a body that has reached the surface at hit->t gets deeper. A
 * body that is deep at first (hit->inside) may stay so. */
static bool gets_deeper(const BspTurning *b, const Obstacle *surface, Obstacle *eroded, double t1,
                        BspTurningHit *hit)
{
    BspSeparation s;
    BspTurning out = *b;
    double t = hit->t, start = HUGE_VAL;
    if (!hit->inside && is_soon_deep(b, surface, eroded, t1, hit))
        return true;
    if (hit->inside && !start_deep(&out, eroded, t, &start))
        return true;
    hit->inside = false;
    Outcome then = advance(&out, eroded, t1, &t, &s);
    if (then == MISS)
        return sinks(&out, eroded, t1, start);
    if (b->angle != 0)
        come_back(&out, eroded, t, hit);
    return true;
}

bool bsp_turning_meets(const BspTurning *b, const BspBrushTable *table, uint32_t brush,
                       double level, double t0, double t1, BspTurningHit *hit)
{
    BspCastBody body = bsp_cast_body(table->vertices, table->first, brush);
    BSP_ASSERT(level >= 0 && t0 <= t1);
    Obstacle surface = { table, brush, body, 0, level > 0 ? level : BSP_TOUCH, { 0 } };
    Obstacle eroded = { table, brush, bsp_cast_eroded(&body), BSP_TOUCH, DEEP, { 0 } };
    BspSeparation s = { .distance = 0 };
    *hit = (BspTurningHit){ .t = t0, .level = level };
    Outcome then = level > 0 ? advance(b, &surface, t1, &hit->t, &s)
                             : advance_to_surface(b, &surface, t1, &hit->t, &s);
    hit->normal = s.normal;
    hit->inside = then == INSIDE;
    return then != MISS && (level > 0 || gets_deeper(b, &surface, &eroded, t1, hit));
}

bool bsp_turning_is_far(const BspTurning *b, const BspTurningSpan *span, const BspBrushTable *table,
                        uint32_t brush, double distance)
{
    const BspTableBrush *row = &table->brushes[brush];
    for (uint32_t i = 0, n = bsp_brush_table_n_own(row); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(table, row, i);
        double d = bsp_plane_distance(&plane, span->from);
        d = BSP_MIN(d, d + bsp_vec_dot(plane.normal, span->delta));
        if (d + bsp_turning_reach(b, span, plane.normal).least >= distance)
            return true;
    }
    return false;
}

/* --- the hit --- */

/* Units. A side is the plane of the contact if the body is not nearer to it by more than this. A
 * body that keeps a skin may be in front of a side, but nearest to one of its edges. */
#define SAME_PLANE BSP_TOUCH

BspVec bsp_turning_name(const BspTurning *b, const BspBrushTable *table, uint32_t brush,
                        const BspTurningHit *hit, BspHit *named)
{
    BspFrame pose = bsp_turning_pose(b, hit->t);
    BspParting parting;
    bsp_parting_init_rotated(&parting, table, b->shape, &pose, brush);
    unsigned plane = 0;
    if (bsp_parting_side(&parting, pose.origin, &plane) < hit->level - SAME_PLANE) {
        bsp_parting_look(&parting, pose.origin);
        bsp_parting_outside(&parting, pose.origin, &plane);
    }
    bsp_parting_name(&parting, plane, named);
    named->plane.dist = bsp_vec_dot(named->plane.normal, bsp_vec_mad(b->from, hit->t, b->delta));
    return named->plane.normal;
}
