/* one: traces a shape against one solid, without a tree. */
#include "bsp-one.h"

#include "bsp-constants.h"
#include "shape/advance.h"
#include "shape/shape.h"
#include "table/brush-table.h"
#include "trace/move.h"
#include "trace/reach.h"

/* Returns the plane with this normal through the reference point `at` of a shape that touches the
 * body. */
static BspPlane plane_at(BspVec normal, BspVec at)
{
    return (BspPlane){ normal, bsp_vec_dot(normal, at) };
}

/* Makes an answer. Adding zero to the normal turns -0 into 0, because -0 would be printed as "-0".
 */
static BspTransition transition_at(BspTransitionClass type, double t, BspVec normal,
                                   const BspMove *move)
{
    BspVec point = bsp_vec_lerp(move->from, move->to, t);
    return (BspTransition){ type, t, point,
                            plane_at(bsp_vec_add(normal, bsp_vec(0, 0, 0)), point) };
}

/* A solid that the shape meets if they are deeper in each other than the erosion. */
typedef struct {
    BspCastBody body;
    double erosion; /* units by which the body is eroded */
    bool is_flat;   /* the body is not eroded; the shape is eroded instead */
} Solid;

static bool cast_shape(const BspCastBody *body, const BspShape *shape, const BspMove *move,
                       BspMeeting *hit)
{
    BspMotion motion;
    bsp_motion_init_straight(&motion, shape, move->from, bsp_vec_sub(move->to, move->from));
    return bsp_cast(body, &motion, 0, 0, 1, hit);
}

/* --- flat solids ---
 *
 * A shape that only touches does not meet the solid. So the trace tests whether the shape meets the
 * eroded solid. A flat solid cannot be eroded; then the shape is eroded instead. */

/* Units. A solid or shape of this thickness can be eroded by BSP_TOUCH on both sides, and then is
 * still 2 BSP_TOUCH thick. */
#define ROOM (4 * BSP_TOUCH)

static bool can_be_eroded(const BspShape *shape)
{
    return shape->kind != BSP_SHAPE_POINT && shape->kind != BSP_SHAPE_HULL &&
           bsp_shape_thickness(shape) >= ROOM;
}

static BspShape eroded_shape(const BspShape *shape, double by)
{
    double radius = shape->radius - by;
    switch (shape->kind) {
    case BSP_SHAPE_SPHERE:
        return bsp_shape_sphere(radius);
    case BSP_SHAPE_CYLINDER:
        return bsp_shape_cylinder(radius, shape->bottom + by, shape->top - by);
    case BSP_SHAPE_CAPSULE:
        return bsp_shape_capsule(radius, shape->bottom + by, shape->top - by);
    default: {
        BspBounds inner = bsp_bounds_grown(&shape->bounds, -by);
        return bsp_shape_box(inner.mins, inner.maxs);
    }
    }
}

/* Returns whether the shape meets the solid during the move; *hit receives the first contact. In
 * this function and below, move->shape is not NULL. */
static bool meets(const Solid *solid, const BspMove *move, BspMeeting *hit)
{
    if (!solid->is_flat)
        return cast_shape(&solid->body, move->shape, move, hit);
    BspShape inner = eroded_shape(move->shape, solid->erosion);
    BspMeeting deep;
    if (!cast_shape(&solid->body, &inner, move, &deep) ||
        !cast_shape(&solid->body, move->shape, move, hit))
        return false;
    if (hit->inside)
        hit->normal = deep.normal; /* the shape touches at the start */
    hit->inside = deep.inside;
    return true;
}

/* --- a trace --- */

/* Returns the answer to a move that starts in the solid. The move leaves the solid where the
 * reverse move enters it. If the reverse move does not meet the solid, the start only touched it,
 * and rounding made it look inside. */
static BspTransition leave_solid(const Solid *solid, const BspMove *move)
{
    BspMeeting hit;
    BspMove back = *move;
    back.from = move->to;
    back.to = move->from;
    if (!meets(solid, &back, &hit))
        return bsp_transition_empty(move->to);
    return hit.inside ? bsp_transition_solid(move->from)
                      : transition_at(BSP_SOLID_TO_EMPTY, 1 - hit.t, hit.normal, move);
}

/* Traces against a solid, which is convex. */
static BspTransition trace_solid(const Solid *solid, const BspMove *move)
{
    BspMeeting hit;
    if (!meets(solid, move, &hit))
        return bsp_transition_empty(move->to);
    return hit.inside ? leave_solid(solid, move)
                      : transition_at(BSP_EMPTY_TO_SOLID, hit.t, hit.normal, move);
}

/* Traces relative to the moving solid, along the world's axes. Relative to the solid, the shape
 * moves by the difference of the two movements. */
static BspTransition trace_moving(const Solid *solid, const BspFrame *frame, const BspMove *move)
{
    BspFrame at = bsp_frame_at(frame->origin);
    BspMove own = *move;
    at.travel = frame->travel;
    bsp_frame_enter(&at, move->from, move->to, &own.from, &own.to);
    BspTransition tr = trace_solid(solid, &own);
    bsp_frame_leave(&at, move->from, move->to, &tr);
    return tr;
}

static void turn_vertices(const BspFrame *frame, const BspVec *own, unsigned n, BspVec *turned)
{
    for (unsigned i = 0; i < n; i++)
        turned[i] = bsp_frame_direction_out(frame, own[i]);
}

/* Returns whether the frame has axes, and both moves and the move relative to the solid are in
 * reach. */
static bool is_in_reach(const BspFrame *frame, const BspMove *move)
{
    BspVec delta = bsp_vec_sub(move->to, move->from);
    BspVec relative = bsp_vec_sub(move->from, frame->origin);
    BspVec passing = bsp_vec_sub(delta, frame->travel);
    return bsp_segment_is_in_reach(&move->from, &delta) &&
           bsp_segment_is_in_reach(&frame->origin, &frame->travel) &&
           bsp_segment_is_in_reach(&relative, &passing) &&
           bsp_bounds_are_in_reach(&move->shape->bounds) && bsp_frame_has_axes(frame);
}

/* --- a box --- */

static void set_corners(const BspBounds *box, BspVec *corners)
{
    for (unsigned i = 0; i < 8; i++)
        corners[i] = bsp_bounds_corner(box, i);
}

static BspTransition trace_eroded_box(const BspBounds *box, bool is_flat, double erosion,
                                      const BspFrame *frame, const BspMove *move)
{
    BspVec own[16], turned[16];
    BspBounds inner = bsp_bounds_grown(box, is_flat ? 0 : -erosion);
    set_corners(box, own);
    set_corners(&inner, own + 8);
    turn_vertices(frame, own, 16, turned);
    Solid solid = { { turned, turned + 8, 8, 8 }, erosion, is_flat };
    return trace_moving(&solid, frame, move);
}

/* Traces against a box. A move that starts deeper than touching, but not in solid, starts where
 * rounding has put it. Such a move may go to half the depth between BSP_TOUCH and BSP_IN_SOLID. If
 * it starts deeper than that, it may go to the depth of BSP_IN_SOLID. */
static BspTransition trace_box_with_erosions(const BspBounds *box, bool is_flat,
                                             const BspFrame *frame, const BspMove *move)
{
    static const double erosions[] = { BSP_TOUCH, 0.5 * (BSP_TOUCH + BSP_IN_SOLID), BSP_IN_SOLID };
    BspTransition tr[3];
    for (unsigned i = 0; i < 3; i++) {
        tr[i] = trace_eroded_box(box, is_flat, erosions[i], frame, move);
        if (tr[i].type == BSP_EMPTY || tr[i].type == BSP_EMPTY_TO_SOLID)
            return tr[i];
    }
    return tr[0];
}

static BspTransition trace_box(const BspBounds *box, const BspFrame *frame, const BspMove *move)
{
    if (!is_in_reach(frame, move) || !bsp_bounds_are_in_reach(box))
        return bsp_transition_solid(move->from);
    BspShape solid = bsp_shape_box(box->mins, box->maxs);
    if (!can_be_eroded(&solid) && can_be_eroded(move->shape))
        return trace_box_with_erosions(box, true, frame, move);
    solid = bsp_shape_thickened(&solid, ROOM);
    return trace_box_with_erosions(&solid.bounds, false, frame, move);
}

static BspMove with_shape(const BspMove *move)
{
    BspMove own = *move;
    own.shape = bsp_move_shape(move);
    return own;
}

void bsp_box_trace(const BspBounds *box, const BspFrame *frame, const BspMove *move,
                   BspTrace *answer)
{
    BspFrame still = bsp_frame_at(bsp_vec(0, 0, 0));
    BspMove own = with_shape(move);
    bsp_trace_begin(answer, box);
    answer->tr = trace_box(box, frame ? frame : &still, &own);
}

/* --- another shape --- */

static BspFrame moving_frame(BspVec at, BspVec travel)
{
    BspFrame frame = bsp_frame_at(at);
    frame.travel = travel;
    return frame;
}

/* Traces the other shape's move relative to this shape. */
static BspTransition trace_other(const BspShape *other, BspVec at, BspVec travel,
                                 const BspMove *move)
{
    BspFrame frame = moving_frame(move->from, bsp_vec_sub(move->to, move->from));
    BspMove of_other = { at, bsp_vec_add(at, travel), other, 0, 0 };
    BspTransition tr = trace_box(&move->shape->bounds, &frame, &of_other);
    if (tr.type == BSP_EMPTY)
        return bsp_transition_empty(move->to);
    if (tr.type == BSP_SOLID)
        return bsp_transition_solid(move->from);
    return transition_at(tr.type, tr.t, bsp_vec_neg(tr.plane.normal), move);
}

/* Returns the Minkowski sum of `shape` and the reflected `other`. If the two shapes meet, the sum,
 * placed at the position of `shape`, contains the position of `other`. Both shapes are upright and
 * of the same kind, so the sum is, too. */
static BspShape sum_of(const BspShape *shape, const BspShape *other)
{
    double radius = shape->radius + other->radius;
    double bottom = shape->bounds.mins.z - other->bounds.maxs.z;
    double top = shape->bounds.maxs.z - other->bounds.mins.z;
    BspShape sum = shape->kind == BSP_SHAPE_CYLINDER ? bsp_shape_cylinder(radius, bottom, top)
                                                     : bsp_shape_capsule(radius, bottom, top);
    return bsp_shape_thickened(&sum, ROOM);
}

static BspTransition trace_sum(const BspShape *other, const BspFrame *frame, const BspMove *move)
{
    const BspBounds point = { { { 0, 0, 0 } }, { { 0, 0, 0 } } };
    BspShape sum = sum_of(move->shape, other);
    BspMove of_sum = { move->from, move->to, &sum, 0, 0 };
    if (!is_in_reach(frame, move) || !bsp_bounds_are_in_reach(&other->bounds))
        return bsp_transition_solid(move->from);
    return trace_box_with_erosions(&point, true, frame, &of_sum);
}

bool bsp_shape_trace(const BspShape *other, BspVec at, BspVec travel, const BspMove *move,
                     BspTrace *answer)
{
    BspFrame frame = moving_frame(at, travel);
    BspMove own = with_shape(move);
    if (bsp_shape_is_box(other))
        answer->tr = trace_box(&other->bounds, &frame, &own);
    else if (bsp_shape_is_box(own.shape))
        answer->tr = trace_other(other, at, travel, &own);
    else if ((bsp_shape_is_round(own.shape) && bsp_shape_is_round(other)) ||
             (own.shape->kind == BSP_SHAPE_CYLINDER && other->kind == BSP_SHAPE_CYLINDER))
        answer->tr = trace_sum(other, &frame, &own);
    else
        return false;
    bsp_trace_begin(answer, other);
    return true;
}
