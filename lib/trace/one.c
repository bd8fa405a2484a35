/* one: traces a shape against one solid, without a tree. */
#include "bsp-one.h"

#include "bsp-constants.h"
#include "trace/brush-table.h"
#include "trace/cast.h"
#include "trace/finite.h"
#include "trace/reach.h"
#include "trace/round.h"
#include "trace/shape.h"

/* The plane through the reference point `at`, where the shape touches the body. */
static BspPlane plane_at(BspVec normal, BspVec at)
{
    return (BspPlane){ normal, bsp_vec_dot(normal, at) };
}

/* Adding zero turns -0 into 0; -0 would be printed as "-0". */
static BspTransition answer(BspTransitionClass type, double t, BspVec normal, BspVec from,
                            BspVec to)
{
    BspVec point = bsp_vec_lerp(from, to, t);
    return (BspTransition){ type, t, point,
                            plane_at(bsp_vec_add(normal, bsp_vec(0, 0, 0)), point) };
}

/* Returns whether the shape meets the solid on its way; *hit receives when. */
typedef bool (*MeetFunc)(const BspCastBody *body, const BspShape *shape, BspVec from, BspVec to,
                         BspCastHit *hit);

/* A move that starts in the solid leaves it where the reverse move enters it. If the reverse move
 * meets nothing, the start only touched the solid, and rounding made it look inside. */
static BspTransition leave(MeetFunc meets, const BspCastBody *body, const BspShape *shape,
                           BspVec from, BspVec to)
{
    BspCastHit back;
    if (!meets(body, shape, to, from, &back))
        return bsp_transition_empty(to);
    return back.overlap ? bsp_transition_solid(from)
                        : answer(BSP_SOLID_TO_EMPTY, 1 - back.t, back.normal, from, to);
}

/* A shape that moves away from a convex solid that it touches cannot meet it again, whatever
 * rounding says. */
static BspTransition ask(MeetFunc meets, const BspCastBody *body, const BspShape *shape,
                         BspVec from, BspVec to)
{
    BspCastHit hit;
    if (!meets(body, shape, from, to, &hit))
        return bsp_transition_empty(to);
    if (hit.overlap)
        return leave(meets, body, shape, from, to);
    return bsp_vec_dot(hit.normal, bsp_vec_sub(to, from)) < 0
               ? answer(BSP_EMPTY_TO_SOLID, hit.t, hit.normal, from, to)
               : bsp_transition_empty(to);
}

static bool meets_body(const BspCastBody *body, const BspShape *shape, BspVec from, BspVec to,
                       BspCastHit *hit)
{
    return bsp_cast(body, shape, from, bsp_vec_sub(to, from), 0, 1, hit, NULL);
}

/* Traces in axes parallel to the world's, relative to the solid, which moves. The shape moves past
 * it by that much less. */
static BspTransition ask_moving(MeetFunc meets, const BspCastBody *body, const BspFrame *frame,
                                const BspShape *shape, BspVec from, BspVec to)
{
    BspFrame at = bsp_frame_at(frame->origin);
    BspVec own_from, own_to;
    at.travel = frame->travel;
    bsp_frame_enter(&at, from, to, &own_from, &own_to);
    BspTransition tr = ask(meets, body, shape, own_from, own_to);
    bsp_frame_leave(&at, from, to, &tr);
    return tr;
}

static void turn(const BspFrame *frame, const BspVec *own, unsigned n, BspVec *turned)
{
    for (unsigned i = 0; i < n; i++)
        turned[i] = bsp_frame_direction_out(frame, own[i]);
}

/* Checks both moves, and the relative move. */
static bool is_in_reach(const BspFrame *frame, const BspShape *shape, BspVec from, BspVec to)
{
    BspVec delta = bsp_vec_sub(to, from), relative = bsp_vec_sub(from, frame->origin);
    BspVec passing = bsp_vec_sub(delta, frame->travel);
    double axes = 0;
    for (unsigned i = 0; i < 3; i++)
        axes += bsp_vec_sum(frame->axis[i]);
    return bsp_segment_is_in_reach(&from, &delta) &&
           bsp_segment_is_in_reach(&frame->origin, &frame->travel) &&
           bsp_segment_is_in_reach(&relative, &passing) &&
           bsp_bounds_are_in_reach(&shape->bounds) && bsp_is_finite(axes);
}

/* --- flat solids ---
 *
 * A shape that only touches does not meet the solid. So the trace tests whether it meets the solid
 * eroded by BSP_TOUCH. A solid that is thinner than that cannot be eroded; then the shape is eroded
 * instead. */

/* Units. A solid or shape of this thickness can be eroded on both sides. */
#define ROOM (4 * BSP_TOUCH)

static bool can_be_drawn_in(const BspShape *shape)
{
    return shape->kind != BSP_SHAPE_POINT && shape->kind != BSP_SHAPE_HULL &&
           bsp_shape_thickness(shape) >= ROOM;
}

static BspShape drawn_in(const BspShape *shape)
{
    double radius = shape->radius - BSP_TOUCH;
    switch (shape->kind) {
    case BSP_SHAPE_SPHERE:
        return bsp_shape_sphere(radius);
    case BSP_SHAPE_CYLINDER:
        return bsp_shape_cylinder(radius, shape->bottom + BSP_TOUCH, shape->top - BSP_TOUCH);
    case BSP_SHAPE_CAPSULE:
        return bsp_shape_capsule(radius, shape->bottom + BSP_TOUCH, shape->top - BSP_TOUCH);
    default: {
        BspBounds inner = bsp_bounds_grown(&shape->bounds, -BSP_TOUCH);
        return bsp_shape_box(inner.mins, inner.maxs);
    }
    }
}

/* The same for a body that is not eroded. */
static bool meets_flat(const BspCastBody *body, const BspShape *shape, BspVec from, BspVec to,
                       BspCastHit *hit)
{
    BspVec delta = bsp_vec_sub(to, from);
    BspShape inner = drawn_in(shape);
    BspCastHit deep;
    if (!bsp_cast(body, &inner, from, delta, 0, 1, &deep, NULL))
        return false;
    if (!bsp_cast(body, shape, from, delta, 0, 1, hit, NULL))
        *hit = deep;
    if (hit->overlap)
        hit->normal = deep.normal; /* it starts touching */
    hit->overlap = deep.overlap;
    return true;
}

/* --- a box --- */

static void set_corners(const BspBounds *box, BspVec *corners)
{
    for (unsigned i = 0; i < 8; i++)
        corners[i] = bsp_bounds_corner(box, i);
}

static BspTransition ask_flat_box(const BspBounds *box, const BspFrame *frame,
                                  const BspShape *shape, BspVec from, BspVec to)
{
    BspVec own[8], turned[8];
    set_corners(box, own);
    turn(frame, own, 8, turned);
    BspCastBody body = { turned, turned, 8, 8 };
    return ask_moving(meets_flat, &body, frame, shape, from, to);
}

static BspTransition ask_box(const BspBounds *box, const BspFrame *frame, const BspShape *shape,
                             BspVec from, BspVec to)
{
    BspVec own[16], turned[16];
    BspBounds inner = bsp_bounds_grown(box, -BSP_TOUCH);
    set_corners(box, own);
    set_corners(&inner, own + 8);
    turn(frame, own, 16, turned);
    BspCastBody body = { turned, turned + 8, 8, 8 };
    return ask_moving(meets_body, &body, frame, shape, from, to);
}

BspTransition bsp_one_box(const BspBounds *box, const BspFrame *frame, const BspShape *shape,
                          BspVec from, BspVec to)
{
    BspFrame still = bsp_frame_at(bsp_vec(0, 0, 0));
    const BspFrame *at = frame ? frame : &still;
    if (!is_in_reach(at, shape, from, to) || !bsp_bounds_are_in_reach(box))
        return bsp_transition_solid(from);
    BspShape solid = bsp_shape_box(box->mins, box->maxs);
    if (!can_be_drawn_in(&solid) && can_be_drawn_in(shape))
        return ask_flat_box(box, at, shape, from, to);
    solid = bsp_shape_thickened(&solid, ROOM);
    return ask_box(&solid.bounds, at, shape, from, to);
}

/* --- a brush --- */

static BspTransition ask_turned(const BspCastBody *own, const BspFrame *frame,
                                const BspShape *shape, BspVec from, BspVec to)
{
    BspVec turned[BSP_ONE_MAX_VERTICES];
    turn(frame, own->vertices, own->n, turned);
    turn(frame, own->eroded, own->n_eroded, turned + own->n);
    BspCastBody body = { turned, turned + own->n, own->n, own->n_eroded };
    return ask_moving(meets_body, &body, frame, shape, from, to);
}

bool bsp_one_brush(const BspBrushTable *sides, uint32_t brush, const BspFrame *frame,
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
        *transition = frame ? ask_turned(&body, frame, shape, from, to)
                            : ask(meets_body, &body, shape, from, to);
    return true;
}

/* --- another shape --- */

static BspFrame moving(BspVec at, BspVec travel)
{
    BspFrame frame = bsp_frame_at(at);
    frame.travel = travel;
    return frame;
}

/* Traces the other shape's move, as seen from the shape. */
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

/* The Minkowski sum: it meets a point when `shape` meets `other` there. Both shapes are upright, so
 * the sum is of the same kind. */
static BspShape sum_of(const BspShape *shape, const BspShape *other)
{
    double radius = shape->radius + other->radius;
    double bottom = shape->bounds.mins.z - other->bounds.maxs.z;
    double top = shape->bounds.maxs.z - other->bounds.mins.z;
    BspShape sum = shape->kind == BSP_SHAPE_CYLINDER ? bsp_shape_cylinder(radius, bottom, top)
                                                     : bsp_shape_capsule(radius, bottom, top);
    return bsp_shape_thickened(&sum, ROOM);
}

static BspTransition ask_sum(const BspShape *other, const BspFrame *frame, const BspShape *shape,
                             BspVec from, BspVec to)
{
    const BspBounds point = { { { 0, 0, 0 } }, { { 0, 0, 0 } } };
    BspShape sum = sum_of(shape, other);
    if (!is_in_reach(frame, shape, from, to) || !bsp_bounds_are_in_reach(&other->bounds))
        return bsp_transition_solid(from);
    return ask_flat_box(&point, frame, &sum, from, to);
}

bool bsp_one_shape(const BspShape *other, BspVec at, BspVec travel, const BspShape *shape,
                   BspVec from, BspVec to, BspTransition *transition)
{
    BspFrame frame = moving(at, travel);
    if (bsp_shape_is_box(other))
        *transition = bsp_one_box(&other->bounds, &frame, shape, from, to);
    else if (bsp_shape_is_box(shape))
        *transition = ask_the_other(other, at, travel, shape, from, to);
    else if ((bsp_round_is(shape) && bsp_round_is(other)) ||
             (shape->kind == BSP_SHAPE_CYLINDER && other->kind == BSP_SHAPE_CYLINDER))
        *transition = ask_sum(other, &frame, shape, from, to);
    else
        return false;
    return true;
}
