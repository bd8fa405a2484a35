/* advance: finds the time at which a moving body comes near an obstacle. */
#include "shape/advance.h"

#include "bsp-constants.h"
#include "shape/shape.h"

/* Units. A contact is at most this distance from the level to which the body may come. */
#define GAP BSP_CAST_GAP

/* The maximum number of steps, which bounds the time of a query. At this limit the time reached so
 * far is the answer, which is never late. In 31,000 casts of turning bodies on a level, none took
 * more than 47 steps. From step FEW_STEPS on, planes that turn with the body are tried as well.
 * They are slower, and 97 of 100 casts need fewer steps. */
#define MOST_STEPS 512
#define FEW_STEPS 6

/* The maximum number of trials of a longer step. Each trial costs a GJK, and its step is a quarter
 * of the one before it, so after three trials the gain would be small. */
#define MOST_STRIDES 3

/* --- the time at which a point passes a plane ---
 *
 * Seen along a plane's normal, a point of the body is at
 *
 *     height(x) = start + speed x + C (cos(turn x) - 1) + S sin(turn x),    x = t - t0
 *
 * C and S are parts of its arm across the axis. C is the part along the normal, S is this part
 * after a quarter turn. The second derivative is at most turn^2 sqrt(C^2 + S^2), so a parabola
 * bounds the height from below. Until the root of the parabola, the point is in front of the plane;
 * the next parabola begins there.
 *
 * A body that pivots on an edge of the brush passes every plane that stands still, but not a plane
 * that turns with the body. The height of such a plane over a vertex of the brush has the same
 * formula. C and S are then parts of the vertex's arm, and the speed turns, too: speed +
 * c (cos(turn x) - 1) + s sin(turn x). */

/* The maximum number of parabolas for one point. Only 34 among 228,000 points on a level used all
 * eight. */
#define MOST_PARABOLAS 8

/* Units. A point this near to the plane is at the plane. The distance is less than GAP, so that at
 * the next plane the body is at its level. */
#define AT_PLANE (GAP / 2)

typedef struct {
    double start, speed, turn, C, S;
    double c, s; /* parts of the vertex's arm, as C and S; 0 if the plane does not turn */
    double lag;  /* the height is at least the value of the formula minus lag x^2 / 2 */
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

/* --- the time at which the body passes a plane --- */

/* Returns the maximum speed at which the angle between a plane and a cylinder's axis changes, in
 * radians for each unit of t. */
static double speed_of_tilt(const BspMotion *m, const BspFrame *pose)
{
    return fabs(m->angle) * bsp_vec_length(bsp_vec_cross(m->axis, pose->axis[2]));
}

/* Returns the height of a point of the body over a plane, as a function of time. In this pose the
 * height is `start`. */
static Height height_of(const BspMotion *m, const BspFrame *pose, BspVec normal, BspVec point,
                        double start)
{
    BspVec side = bsp_vec_cross(
        normal,
        m->axis); /* S is the part of the arm along `side`, because n . (k x a) = a . (n x k) */
    BspVec arm = bsp_frame_direction_out(pose, bsp_vec_sub(point, m->pivot));
    double along = bsp_vec_dot(m->axis, arm) * bsp_vec_dot(m->axis, normal);
    return (Height){ .start = start,
                     .speed = bsp_vec_dot(normal, m->delta),
                     .turn = m->angle,
                     .C = bsp_vec_dot(normal, arm) - along,
                     .S = bsp_vec_dot(side, arm) };
}

/* Returns a lower bound of the time until a cylinder reaches the plane. `least` is the height of
 * the lower end's middle, without the part that is common to all points. A bound by speeds would
 * become zero where the cylinder tips over its rim; this one does not.
 *
 * The lowest point of a rim is R |v| below the middle of its end, with v = normal x axis. Let e be
 * the direction of v at first, and f across e and the normal. Then |v| <= e.v + (f.v)^2 / (2 e.v).
 * The first term is a height as above. The second, the lag, is at most in proportion to x^2 while
 * e.v is at least half of its first value. */
static double time_of_rims(const BspMotion *m, const BspFrame *pose, BspVec normal, double above,
                           double least, double most)
{
    BspVec axis = pose->axis[2], v = bsp_vec_cross(normal, axis);
    BSP_ASSERT(m->shape->kind == BSP_SHAPE_CYLINDER);
    double tilt = bsp_vec_length(v), speed = speed_of_tilt(m, pose), radius = m->shape->radius;
    if (speed * most > tilt / 2)
        most = tilt / (2 * speed);
    if (!(tilt > 0 && most > 0))
        return 0; /* the cylinder's end is flat on the plane, so the caller's bound by speeds is as
                     good */
    BspVec e = bsp_vec_scale(v, 1 / tilt), g = bsp_vec_cross(e, normal);
    BspVec swing = bsp_vec_cross(m->axis, axis), across = bsp_vec_cross(swing, m->axis);
    /* f x normal is e, so this is the speed at which f.v grows at first */
    double at_once = fabs(m->angle * bsp_vec_dot(e, swing));
    double later = 0.5 * m->angle * m->angle * fabs(bsp_vec_dot(e, across));
    double per_t = at_once + later * most;
    for (unsigned i = 0; i < 2; i++) {
        BspVec middle = bsp_core_point(m->shape, i);
        double height = bsp_vec_dot(bsp_frame_direction_in(pose, normal), middle);
        Height h = height_of(m, pose, normal, middle, above + height - least);
        h.C -= radius * bsp_vec_dot(g, across);
        h.S -= radius * bsp_vec_dot(g, swing);
        h.lag = 2 * radius * per_t * per_t / tilt;
        most = BSP_MIN(most, time_of_fall(&h, most));
    }
    return most;
}

/* Returns a lower bound of the time until the body, `above` units over a plane with this normal,
 * reaches the plane. The result is at least `most` if the time is later. Without a turn it is the
 * time itself. */
static double time_to_plane(const BspMotion *m, const BspFrame *pose, BspVec normal, double above,
                            double most)
{
    double speed = bsp_vec_dot(normal, m->delta), least = HUGE_VAL, rim = 0, end = most;
    if (m->angle == 0)
        return speed < 0 ? above / -speed : HUGE_VAL;
    double slowest = fabs(m->angle) * m->reach * bsp_vec_length(bsp_vec_cross(normal, m->axis));
    bool has_rims = m->shape->kind == BSP_SHAPE_CYLINDER;
    unsigned n = bsp_core_n_points(m->shape), lowest = 0;
    if (has_rims)
        rim = m->shape->radius * speed_of_tilt(m, pose);

    /* 1. Find the lowest point. */
    BspVec own = bsp_frame_direction_in(pose, normal);
    for (unsigned i = 0; i < n; i++) {
        double along = bsp_vec_dot(own, bsp_core_point(m->shape, i));
        if (along < least) {
            least = along;
            lowest = i;
        }
    }

    /* 2. Find the first point that falls to the plane. It is probably the lowest point, so this is
     * tried first. */
    for (unsigned k = 0; k < n; k++) {
        BspVec point = bsp_core_point(m->shape, k == 0 ? lowest : k <= lowest ? k - 1 : k);
        double start = above + bsp_vec_dot(own, point) - least;
        if (start + (speed - rim - slowest) * most > 0)
            continue;
        Height h = height_of(m, pose, normal, point, start);
        h.speed -= rim;
        most = BSP_MIN(most, time_of_fall(&h, most));
    }
    return most < end && has_rims ? BSP_MAX(most, time_of_rims(m, pose, normal, above, least, end))
                                  : most;
}

/* Does the same as time_to_plane(), for a plane that turns with the body, until the plane reaches a
 * vertex of the brush. The support of the body along the plane's normal does not change, because
 * both turn together. */
static double time_of_turning_plane(const BspMotion *m, double t, const BspCast *body,
                                    BspVec normal, double above, double most)
{
    const BspVec *vertices = body->vertices;
    unsigned n = body->n;
    BspVec side = bsp_vec_cross(m->axis, normal), place = bsp_vec_mad(m->from, t, m->delta);
    double highest = -HUGE_VAL, along = bsp_vec_dot(m->axis, normal);
    double speed = bsp_vec_dot(normal, m->delta);
    for (unsigned i = 0; i < n; i++)
        highest = BSP_MAX(highest, bsp_vec_dot(normal, vertices[i]));
    for (unsigned i = 0; i < n; i++) {
        BspVec arm = bsp_vec_sub(place, vertices[i]);
        Height h = { .start = above + highest - bsp_vec_dot(normal, vertices[i]),
                     .speed = speed,
                     .turn = m->angle,
                     .C = bsp_vec_dot(normal, arm) - along * bsp_vec_dot(m->axis, arm),
                     .S = bsp_vec_dot(side, arm),
                     .c = speed - along * bsp_vec_dot(m->axis, m->delta),
                     .s = bsp_vec_dot(side, m->delta) };
        most = BSP_MIN(most, time_of_fall(&h, most));
    }
    return most;
}

/* --- one obstacle --- */

void bsp_obstacle_init(BspObstacle *o, const BspVec *vertices, unsigned n, const BspShape *shape,
                       BspVec towards)
{
    bsp_cast_begin(&o->cast, vertices, n, shape, towards);
    o->level = 0;
    o->rest = o->latest = HUGE_VAL;
    o->separate_by_side = NULL;
}

BspSeparation bsp_separate(const BspMotion *m, BspObstacle *o, double t)
{
    BspSeparation side;
    if (m->is_straight)
        return bsp_cast_at(&o->cast, NULL, bsp_vec_mad(m->from, t, m->delta));
    o->pose = bsp_motion_pose(m, t);
    if (o->separate_by_side(o, m, &side))
        return side;
    o->cast.towards = side.normal;
    BspSeparation s = bsp_cast_at(&o->cast, &o->pose, o->pose.origin);
    return s.distance > side.distance && bsp_vec_dot(s.normal, s.normal) > 0 ? s : side;
}

/* Returns a bound of the sag of a step. During a step, the height of a point of the body may sag
 * below the straight line between its heights at both ends. The direction of height changes
 * linearly from the unit vector `from` to the unit vector `to`. The second derivative of n . p is 2
 * n' . p' + n . p''. */
static double sag_of_step(const BspMotion *m, BspVec from, BspVec to, double step)
{
    BspVec change = bsp_vec_sub(to, from);
    double angle = fabs(m->angle) * step, bend = 2 * bsp_vec_length(change);
    double across = BSP_MAX(bsp_vec_length(bsp_vec_cross(from, m->axis)),
                            bsp_vec_length(bsp_vec_cross(to, m->axis)));
    double sag =
        2 * step * fabs(bsp_vec_dot(change, m->delta)) + m->reach * angle * (bend + angle * across);
    return sag / 8;
}

/* Returns a step longer than `step`, if it finds one during which the distance stays above the
 * level. The proof is a plane that stays between body and brush, while its normal goes from the
 * normal of *s at time t to the normal at the step's end. If a body passes an edge closely, such
 * steps are proportional to the square root of the distance. Steps by other planes are proportional
 * to the distance, so they are shorter. *stride is the length that is tried first. */
static double longer_step(const BspMotion *m, BspObstacle *o, double t, const BspSeparation *s,
                          double step, double *stride)
{
    for (unsigned i = 0; i < MOST_STRIDES && step < *stride; i++, *stride *= 0.25) {
        BspSeparation end = bsp_separate(m, o, t + *stride);
        double sag = sag_of_step(m, s->normal, end.normal, *stride);
        if (BSP_MIN(s->distance, end.distance) - sag <= o->level)
            continue;
        step = *stride;
        *stride *= 2;
        return step;
    }
    return step;
}

/* Returns a lower bound of the time from t until the body reaches the level. `stride` is NULL in
 * the first steps, which try no planes that turn with the body. */
static double time_of_step(const BspMotion *m, BspObstacle *o, double t, const BspSeparation *s,
                           double most, double *stride)
{
    double above = s->distance - o->level;
    double step = time_to_plane(m, &o->pose, s->normal, above, most);
    if (step >= most || m->angle == 0 || !stride)
        return step;
    step = BSP_MAX(step, time_of_turning_plane(m, t, &o->cast, s->normal, above, most));
    *stride = BSP_MIN(BSP_MAX(*stride, 4 * step), most);
    return longer_step(m, o, t, s, step, stride);
}

/* Does the same as bsp_advance(), but stops at the level, even if `rest` is smaller. */
static BspOutcome advance_to_level(const BspMotion *m, BspObstacle *o, double t1, double *t,
                                   BspSeparation *s)
{
    double stride = 0, step = 0;
    for (unsigned i = 0; i < MOST_STEPS; i++) {
        BspSeparation now = bsp_separate(m, o, *t);
        bool moves_away = m->angle == 0 && bsp_vec_dot(now.normal, m->delta) >= 0;
        if (i == 0 || !moves_away)
            *s = now;
        else /* This skips a plane that only rounding has turned away. */
            s->distance += step * bsp_vec_dot(s->normal, m->delta);
        if (now.distance <= o->level + GAP)
            return i == 0 && now.at_most <= o->level ? BSP_INSIDE : BSP_REACHED;
        if (moves_away)
            return BSP_MISS; /* the plane separates shape and body */
        step = time_of_step(m, o, *t, s, t1 - *t, i < FEW_STEPS ? NULL : &stride);
        BSP_ASSERT(!(step < 0));
        if (step >= t1 - *t)
            return BSP_MISS;
        *t += step;
        if (*t > o->latest)
            return BSP_MISS; /* `*t` is never late, so the body reaches the level after `latest` */
    }
    return BSP_REACHED;
}

BspOutcome bsp_advance(const BspMotion *m, BspObstacle *o, double t1, double *t, BspSeparation *s)
{
    BspOutcome then = advance_to_level(m, o, t1, t, s);
    double above = s->distance - o->rest, most = t1 - *t;
    if (then == BSP_REACHED && above > 0)
        *t += BSP_MIN(time_to_plane(m, &o->pose, s->normal, above, most), most);
    return then;
}

/* --- a straight move and one polytope --- */

bool bsp_cast(const BspCastBody *body, const BspMotion *m, double level, double t0, double t1,
              BspMeeting *hit)
{
    BspObstacle surface, eroded;
    BspSeparation s, deeper;
    BspVec towards = bsp_vec_sub(bsp_vec_mad(m->from, t0, m->delta), body->vertices[0]);
    BSP_ASSERT(m->is_straight && level >= 0);
    bsp_obstacle_init(&surface, body->vertices, body->n, m->shape, towards);
    surface.level = level > 0 ? level : BSP_TOUCH;
    surface.rest = level > 0 ? HUGE_VAL : 0;
    surface.latest = t1;
    hit->t = t0;
    BspOutcome first = bsp_advance(m, &surface, 1, &hit->t, &s);
    hit->normal = s.normal;
    hit->inside = false;
    if (first == BSP_MISS || hit->t > t1 || level > 0)
        return first != BSP_MISS && hit->t <= t1;

    /* The shape hits the body if it also reaches the eroded body, now or later. */
    double inner = hit->t;
    bsp_obstacle_init(&eroded, body->eroded, body->n_eroded, m->shape, s.normal);
    BspOutcome then = bsp_advance(m, &eroded, 1, &inner, &deeper);
    hit->inside = then == BSP_INSIDE && hit->t <= t0;
    if (first != BSP_INSIDE || then != BSP_REACHED)
        return then != BSP_MISS;

    /* The shape touches at the start. The normal there is used if the shape moves against it. */
    bool is_ahead = bsp_vec_dot(s.normal, m->delta) < 0;
    hit->normal = is_ahead ? s.normal : deeper.normal;
    if (inner > t0 || bsp_vec_dot(hit->normal, m->delta) < 0)
        return true;

    /* The move does not enter the plane, so the shape only touches. But GJK may end before it sees
     * that a very thin shape is in the eroded body. */
    hit->inside = deeper.distance < -BSP_CAST_GAP;
    return hit->inside;
}
