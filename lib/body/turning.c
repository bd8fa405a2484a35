/* turning: when a body that turns meets one brush. */
#include "body/turning.h"

#include "trace/cast.h"
#include "trace/shape.h"

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
} Height;

static double time_of_fall(const Height *h, double most)
{
    double w = fabs(h->turn), far = sqrt(h->C * h->C + h->S * h->S);
    double bend = w * w * far + (2 + w * most) * w * sqrt(h->c * h->c + h->s * h->s);
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
        height = h->start + speed * x - h->C * t.versine + h->S * t.sine;
        slope = speed + h->turn * (h->S * cosine - h->C * t.sine) +
                h->turn * x * (h->s * cosine - h->c * t.sine);
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

/* How fast the rim of a cylinder may come nearer to a plane than its middle does: as fast as the
 * angle between the plane and the cylinder's axis can change. */
static double speed_of_rim(const BspTurning *b, const BspFrame *pose)
{
    if (b->shape->kind != BSP_SHAPE_CYLINDER)
        return 0;
    BspVec across = bsp_vec_cross(b->axis, pose->axis[2]);
    return b->shape->radius * fabs(b->angle) * bsp_vec_length(across);
}

/* A lower bound of the time until the body, `above` units over a plane with this normal, reaches
 * the plane; at least `most` if it is later than that. */
static double time_to_plane(const BspTurning *b, const BspFrame *pose, BspVec normal, double above,
                            double most)
{
    BspVec side = bsp_vec_cross(normal, b->axis); /* S is along it: n . (k x a) = a . (n x k) */
    double speed = bsp_vec_dot(normal, b->delta) - speed_of_rim(b, pose), least = HUGE_VAL;
    double slowest = fabs(b->angle) * b->reach * bsp_vec_length(side);
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
        BspVec arm = bsp_frame_direction_out(pose, bsp_vec_sub(point, b->pivot));
        double along = bsp_vec_dot(b->axis, arm) * bsp_vec_dot(b->axis, normal);
        Height h = {
            start, speed, b->angle, bsp_vec_dot(normal, arm) - along, bsp_vec_dot(side, arm), 0, 0
        };
        most = BSP_MIN(most, time_of_fall(&h, most));
    }
    return most;
}

/* The same for a plane that turns with the body, until it reaches a vertex of the brush. The
 * support of the body along the plane's normal does not change, because both turn together. */
static double time_of_turning_plane(const BspTurning *b, double t, const BspVec *vertices,
                                    unsigned n, BspVec normal, double above, double most)
{
    BspVec side = bsp_vec_cross(b->axis, normal), place = bsp_vec_mad(b->from, t, b->delta);
    double highest = -HUGE_VAL, along = bsp_vec_dot(b->axis, normal);
    double speed = bsp_vec_dot(normal, b->delta);
    for (unsigned i = 0; i < n; i++)
        highest = BSP_MAX(highest, bsp_vec_dot(normal, vertices[i]));
    for (unsigned i = 0; i < n; i++) {
        BspVec arm = bsp_vec_sub(place, vertices[i]);
        Height h = { above + highest - bsp_vec_dot(normal, vertices[i]),
                     speed,
                     b->angle,
                     bsp_vec_dot(normal, arm) - along * bsp_vec_dot(b->axis, arm),
                     bsp_vec_dot(side, arm),
                     speed - along * bsp_vec_dot(b->axis, b->delta),
                     bsp_vec_dot(side, b->delta) };
        most = BSP_MIN(most, time_of_fall(&h, most));
    }
    return most;
}

/* --- one brush --- */

/* The vertices that the body must not come nearer to than `level`. */
typedef struct {
    const BspVec *vertices;
    unsigned n;
    double level;
    const BspBrushTable *table; /* NULL: not the vertices of a brush, but the eroded ones */
    uint32_t brush;
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
        double distance =
            bsp_plane_distance(&plane, pose->origin) - bsp_shape_support(b->shape, own);
        if (distance > s->distance)
            *s = (BspSeparation){ plane.normal, distance, distance };
    }
    if (s->distance > o->level + GAP)
        return true;
    BspVec lowest = lowest_point(b, pose, s->normal);
    return s->distance > 0 &&
           is_behind(o->table, o->brush, bsp_vec_mad(lowest, -s->distance, s->normal), -GAP);
}

static bool is_within(const BspTurning *b, const Obstacle *o, double t, BspSeparation *s,
                      BspFrame *pose)
{
    *pose = bsp_turning_pose(b, t);
    if (o->table && separate_by_side(b, o, pose, s))
        return false;
    return !bsp_cast_turned(o->vertices, o->n, b->shape, pose, pose->origin, s) || s->at_most <= 0;
}

/* Advances *t to the first time, at most t1, at which the body is as near as the level. *s becomes
 * the last separation. A body that is almost as near to eroded vertices at first may come half as
 * near. */
static Outcome advance(const BspTurning *b, const Obstacle *o, double t1, double *t,
                       BspSeparation *s)
{
    double level = o->level;
    for (unsigned i = 0; i < MOST_STEPS; i++) {
        BspFrame pose;
        if (is_within(b, o, *t, s, &pose))
            return i == 0 ? INSIDE : REACHED;
        if (i == 0 && !o->table)
            level = BSP_MIN(level, 0.5 * s->distance);
        if (s->distance <= level + GAP)
            return REACHED;
        double most = t1 - *t, above = s->distance - level;
        double step = time_to_plane(b, &pose, s->normal, above, most);
        if (step < most && b->angle != 0 && i >= FEW_STEPS)
            step = BSP_MAX(step,
                           time_of_turning_plane(b, *t, o->vertices, o->n, s->normal, above, most));
        if (step >= most)
            return MISS;
        *t += step;
    }
    return REACHED;
}

/* To the surface. Nearer than BSP_TOUCH the plane between body and brush is less exact, so the last
 * plane takes the body there. */
static Outcome advance_to_surface(const BspTurning *b, const Obstacle *surface, double t1,
                                  double *t, BspSeparation *s)
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
static void come_back(const BspTurning *b, const Obstacle *eroded, double t, BspTurningHit *hit)
{
    BspSeparation s;
    BspFrame pose;
    double fastest = fastest_point(b);
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
static bool is_soon_deep(const BspTurning *b, const Obstacle *surface, const Obstacle *eroded,
                         double t1, const BspTurningHit *hit)
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

/* Touching is not hitting: whether a body that has reached the surface at hit->t gets deeper. A
 * body that is deep at first (hit->inside) may stay so. */
static bool gets_deeper(const BspTurning *b, const Obstacle *surface, const Obstacle *eroded,
                        double t1, BspTurningHit *hit)
{
    BspSeparation s;
    double t = hit->t;
    if (!hit->inside && is_soon_deep(b, surface, eroded, t1, hit))
        return true;
    Outcome then = advance(b, eroded, t1, &t, &s);
    if (then == MISS)
        return false;
    hit->inside = then == INSIDE;
    if (bsp_vec_dot(hit->normal, hit->normal) == 0)
        hit->normal = s.normal;
    if (b->angle != 0)
        come_back(b, eroded, t, hit);
    return true;
}

bool bsp_turning_meets(const BspTurning *b, const BspBrushTable *table, uint32_t brush,
                       double level, double t0, double t1, BspTurningHit *hit)
{
    BspCastBody body = bsp_cast_body(table->vertices, table->first, brush);
    Obstacle surface = { body.vertices, body.n, level > 0 ? level : BSP_TOUCH, table, brush };
    Obstacle eroded = { body.eroded, body.n_eroded, DEEP, NULL, 0 };
    BspSeparation s = { .distance = 0 };
    *hit = (BspTurningHit){ .t = t0 };
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

/* Units. The normal is computed this far from the brush; nearer, rounding makes it less exact. */
#define ASIDE (16 * BSP_TOUCH)

uint32_t bsp_turning_side(const BspBrushTable *table, uint32_t brush, BspVec normal)
{
    const BspTableBrush *row = &table->brushes[brush];
    uint32_t side = BSP_NO_PLANE;
    double most = 1 - 5e-9;
    for (uint32_t i = 0, n = bsp_brush_table_n_own(row); i < n; i++) {
        double along = bsp_vec_dot(bsp_brush_table_plane(table, row, i).normal, normal);
        if (along > most && bsp_brush_table_plane_name(table, brush, i)->side >= 0) {
            most = along;
            side = i;
        }
    }
    return side;
}

BspVec bsp_turning_normal(const BspShape *shape, const BspFrame *pose, const BspCastBody *body,
                          BspVec nearly)
{
    BspSeparation s;
    if (bsp_vec_dot(nearly, nearly) == 0 &&
        bsp_cast_turned(body->eroded, body->n_eroded, shape, pose, pose->origin, &s))
        nearly = s.normal;
    BspVec aside = bsp_vec_mad(pose->origin, ASIDE, nearly);
    return bsp_cast_turned(body->vertices, body->n, shape, pose, aside, &s) ? s.normal : nearly;
}

BspVec bsp_turning_name(const BspTurning *b, const BspBrushTable *table, uint32_t brush,
                        const BspTurningHit *hit, BspHit *named)
{
    BspCastBody body = bsp_cast_body(table->vertices, table->first, brush);
    BspFrame pose = bsp_turning_pose(b, hit->t);
    BspVec normal = hit->normal;
    uint32_t side = bsp_turning_side(table, brush, normal);
    if (side == BSP_NO_PLANE) {
        normal = bsp_turning_normal(b->shape, &pose, &body, normal);
        side = bsp_turning_side(table, brush, normal);
    }
    bsp_brush_table_name(table, brush, side, named);
    if (side != BSP_NO_PLANE)
        normal = bsp_brush_table_plane(table, &table->brushes[brush], side).normal;
    BspVec at = bsp_vec_mad(b->from, hit->t, b->delta);
    named->plane = (BspPlane){ normal, bsp_vec_dot(normal, at) };
    return normal;
}
