/* one: a shape against one solid alone, with no tree. */
#include "bsp-one.h"

#include "bsp-constants.h"
#include "trace/cast.h"
#include "trace/finite.h"
#include "trace/reach.h"
#include "trace/shape.h"
#include "trace/sides.h"

/* The plane through where the shape touches the body at `at`, for the reference point. */
static BspPlane plane_at(BspVec normal, BspVec at)
{
    return (BspPlane){ normal, bsp_vec_dot(normal, at) };
}

/* A sum makes no negative zeros of zeros: they would be printed. */
static BspTransition answer(BspTransitionClass type, double t, BspVec normal, BspVec from,
                            BspVec to)
{
    BspVec point = bsp_vec_lerp(from, to, t);
    return (BspTransition){ type, t, point,
                            plane_at(bsp_vec_add(normal, bsp_vec(0, 0, 0)), point) };
}

/* Where a move that starts in the body leaves it: the way back meets it there. */
static BspTransition leave(const BspCastBody *body, const BspShape *shape, BspVec from, BspVec to)
{
    BspCastHit back;
    if (!bsp_cast(body, shape, to, bsp_vec_sub(from, to), 0, 1, &back, NULL) || back.overlap)
        return bsp_transition_solid(from);
    return answer(BSP_SOLID_TO_EMPTY, 1 - back.t, back.normal, from, to);
}

static BspTransition cast_body(const BspCastBody *body, const BspShape *shape, BspVec from,
                               BspVec to)
{
    BspCastHit hit;
    if (!bsp_cast(body, shape, from, bsp_vec_sub(to, from), 0, 1, &hit, NULL))
        return bsp_transition_empty(to);
    if (hit.overlap)
        return leave(body, shape, from, to);
    return answer(BSP_EMPTY_TO_SOLID, hit.t, hit.normal, from, to);
}

/* A body whose coordinates are the world's but for where it is. It moves: the shape goes past it by
 * as much less. */
static BspTransition cast_moving(const BspCastBody *body, const BspFrame *frame,
                                 const BspShape *shape, BspVec from, BspVec to)
{
    BspFrame at = bsp_frame_at(frame->origin);
    BspVec own_from, own_to;
    at.travel = frame->travel;
    bsp_frame_enter(&at, from, to, &own_from, &own_to);
    BspTransition tr = cast_body(body, shape, own_from, own_to);
    bsp_frame_leave(&at, from, to, &tr);
    return tr;
}

static void turn(const BspFrame *frame, const BspVec *own, unsigned n, BspVec *turned)
{
    for (unsigned i = 0; i < n; i++)
        turned[i] = bsp_frame_direction_out(frame, own[i]);
}

static bool is_in_reach(const BspFrame *frame, const BspShape *shape, BspVec from, BspVec to)
{
    BspVec relative = bsp_vec_sub(from, frame->origin);
    BspVec delta = bsp_vec_sub(bsp_vec_sub(to, from), frame->travel);
    double axes = 0;
    for (unsigned i = 0; i < 3; i++)
        axes += bsp_vec_sum(frame->axis[i]);
    return bsp_segment_is_in_reach(&from, &to) && bsp_segment_is_in_reach(&relative, &delta) &&
           bsp_bounds_are_in_reach(&shape->bounds) && bsp_is_finite(axes);
}

/* The corners of the box, drawn in by so much where it has room. */
static void set_corners(const BspBounds *box, double by, BspVec *corners)
{
    BspVec least, most;
    for (unsigned k = 0; k < 3; k++) {
        double half = 0.5 * (box->maxs.v[k] - box->mins.v[k]), middle = box->mins.v[k] + half;
        least.v[k] = fmin(box->mins.v[k] + by, middle);
        most.v[k] = fmax(box->maxs.v[k] - by, middle);
    }
    for (unsigned i = 0; i < 8; i++)
        corners[i] =
            bsp_vec(i & 1 ? most.x : least.x, i & 2 ? most.y : least.y, i & 4 ? most.z : least.z);
}

BspTransition bsp_one_box(const BspBounds *box, const BspFrame *frame, const BspShape *shape,
                          BspVec from, BspVec to)
{
    BspFrame still = bsp_frame_at(bsp_vec(0, 0, 0));
    const BspFrame *at = frame ? frame : &still;
    BspVec own[16], turned[16];
    if (!is_in_reach(at, shape, from, to) || !bsp_bounds_are_in_reach(box))
        return bsp_transition_solid(from);
    set_corners(box, 0, own);
    set_corners(box, BSP_TOUCH, own + 8);
    turn(at, own, 16, turned);
    BspCastBody body = { turned, turned + 8, 8, 8 };
    return cast_moving(&body, at, shape, from, to);
}

static BspTransition cast_turned(const BspCastBody *own, const BspFrame *frame,
                                 const BspShape *shape, BspVec from, BspVec to)
{
    BspVec turned[BSP_ONE_MAX_VERTICES];
    turn(frame, own->vertices, own->n, turned);
    turn(frame, own->eroded, own->n_eroded, turned + own->n);
    BspCastBody body = { turned, turned + own->n, own->n, own->n_eroded };
    return cast_moving(&body, frame, shape, from, to);
}

bool bsp_one_brush(const BspSides *sides, uint32_t brush, const BspFrame *frame,
                   const BspShape *shape, BspVec from, BspVec to, BspTransition *transition)
{
    BspFrame still = bsp_frame_at(bsp_vec(0, 0, 0));
    if (!sides->vertices || brush >= sides->n_brushes)
        return false;
    BspCastBody body = bsp_cast_body(sides->vertices, sides->first, brush);
    if (frame && (uint64_t)body.n + body.n_eroded > BSP_ONE_MAX_VERTICES)
        return false;
    if (!is_in_reach(frame ? frame : &still, shape, from, to))
        *transition = bsp_transition_solid(from);
    else
        *transition =
            frame ? cast_turned(&body, frame, shape, from, to) : cast_body(&body, shape, from, to);
    return true;
}

/* --- another shape --- */

static bool is_round(const BspShape *shape)
{
    return shape->kind == BSP_SHAPE_SPHERE || shape->kind == BSP_SHAPE_CAPSULE;
}

static BspFrame moving(BspVec at, BspVec travel)
{
    BspFrame frame = bsp_frame_at(at);
    frame.travel = travel;
    return frame;
}

/* As the one sees the other: it is the other that makes the move. */
static BspTransition ask_the_other(const BspShape *other, BspVec at, BspVec travel,
                                   const BspShape *shape, BspVec from, BspVec to)
{
    BspFrame frame = moving(from, bsp_vec_sub(to, from));
    BspTransition tr = bsp_one_box(&shape->bounds, &frame, other, at, bsp_vec_add(at, travel));
    if (tr.type == BSP_EMPTY)
        return bsp_transition_empty(to);
    if (tr.type == BSP_SOLID)
        return bsp_transition_solid(from);
    return answer(tr.type, tr.t, bsp_vec_neg(tr.plane.normal), from, to);
}

/* What meets the origin when `shape` meets `other` there: both are upright, and the sum is of the
 * same kind. It is drawn in by so much on all sides. */
static BspShape sum_of(const BspShape *shape, const BspShape *other, double by)
{
    double radius = fmax(shape->radius + other->radius - by, 0);
    double bottom = shape->bounds.mins.z - other->bounds.maxs.z;
    double top = shape->bounds.maxs.z - other->bounds.mins.z;
    by = fmin(by, 0.5 * (top - bottom));
    return shape->kind == BSP_SHAPE_CYLINDER ? bsp_shape_cylinder(radius, bottom + by, top - by)
                                             : bsp_shape_capsule(radius, bottom + by, top - by);
}

/* Two sums, of which the one is the other drawn in by BSP_TOUCH: what only touches that does not
 * meet. */
typedef struct {
    BspShape whole, eroded;
} Sum;

static bool meets_origin(const Sum *sum, BspVec from, BspVec to, BspCastHit *hit)
{
    const BspVec origin = { { 0, 0, 0 } };
    const BspCastBody point = { &origin, &origin, 1, 1 };
    BspVec delta = bsp_vec_sub(to, from);
    BspCastHit deep;
    if (!bsp_cast(&point, &sum->eroded, from, delta, 0, 1, &deep, NULL))
        return false;
    if (!bsp_cast(&point, &sum->whole, from, delta, 0, 1, hit, NULL))
        *hit = deep;
    if (hit->overlap)
        hit->normal = deep.normal; /* it begins touching */
    hit->overlap = deep.overlap;
    return true;
}

static BspTransition cast_sum(const Sum *sum, BspVec from, BspVec to)
{
    BspCastHit hit, back;
    if (!meets_origin(sum, from, to, &hit))
        return bsp_transition_empty(to);
    if (!hit.overlap)
        return answer(BSP_EMPTY_TO_SOLID, hit.t, hit.normal, from, to);
    if (!meets_origin(sum, to, from, &back) || back.overlap)
        return bsp_transition_solid(from);
    return answer(BSP_SOLID_TO_EMPTY, 1 - back.t, back.normal, from, to);
}

static BspTransition ask_sum(const BspShape *other, const BspFrame *frame, const BspShape *shape,
                             BspVec from, BspVec to)
{
    if (!is_in_reach(frame, shape, from, to) || !bsp_bounds_are_in_reach(&other->bounds))
        return bsp_transition_solid(from);
    Sum sum = { sum_of(shape, other, 0), sum_of(shape, other, BSP_TOUCH) };
    BspVec own_from, own_to;
    bsp_frame_enter(frame, from, to, &own_from, &own_to);
    BspTransition tr = cast_sum(&sum, own_from, own_to);
    bsp_frame_leave(frame, from, to, &tr);
    return tr;
}

bool bsp_one_shape(const BspShape *other, BspVec at, BspVec travel, const BspShape *shape,
                   BspVec from, BspVec to, BspTransition *transition)
{
    BspFrame frame = moving(at, travel);
    if (bsp_shape_is_box(other))
        *transition = bsp_one_box(&other->bounds, &frame, shape, from, to);
    else if (bsp_shape_is_box(shape))
        *transition = ask_the_other(other, at, travel, shape, from, to);
    else if ((is_round(shape) && is_round(other)) ||
             (shape->kind == BSP_SHAPE_CYLINDER && other->kind == BSP_SHAPE_CYLINDER))
        *transition = ask_sum(other, &frame, shape, from, to);
    else
        return false;
    return true;
}
