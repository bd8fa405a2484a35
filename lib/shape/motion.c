/* motion: a moving body, which is a shape that moves along a straight line and may turn
 * (bsp-turn.h). */
#include "shape/motion.h"

#include "shape/shape.h"
#include "trace/move.h"
#include "trace/reach.h"

#define RADIANS (3.14159265358979323846 / 180)

/* Square units. Doubles below 2.2e-308 lose digits, so the squared length of a shorter axis is not
 * exact enough. */
#define SHORTEST 1e-290

BspTurn bsp_turn_of(BspVec axis, double degrees)
{
    return (BspTurn){ { 1, 0, 0, 0 }, axis, degrees, bsp_vec(0, 0, 0) };
}

const char *bsp_turn_fault(const BspTurn *turn)
{
    const double *q = turn->orientation;
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    double square = bsp_vec_dot(turn->axis, turn->axis);
    if (!(fabs(length - 1) <= BSP_TURN_UNIT))
        return "orientation must be a quaternion of length 1, within 1e-4";
    if (!(fabs(turn->degrees) <= BSP_TURN_MOST))
        return "degrees must be at most 180, in either direction";
    if (turn->degrees != 0 && !(square > SHORTEST && square < HUGE_VAL))
        return "axis must be finite, and not zero";
    if (!bsp_vec_is_in_reach(&turn->pivot))
        return "pivot must be at most 2^33 units from the body's reference point";
    return NULL;
}

bool bsp_turn_is_valid(const BspTurn *turn)
{
    return !bsp_turn_fault(turn);
}

/* --- poses --- */

/* Computes the series for an eighth of the angle, and doubles the angle three times. */
BspSines bsp_sines(double angle)
{
    double x = angle / 8, y = x * x;
    BspSines s = {
        x * (1 -
             y * (1. / 6 - y * (1. / 120 - y * (1. / 5040 - y * (1. / 362880 - y / 39916800))))),
        y * (1. / 2 -
             y * (1. / 24 - y * (1. / 720 - y * (1. / 40320 - y * (1. / 3628800 - y / 479001600)))))
    };
    for (unsigned i = 0; i < 3; i++)
        s = (BspSines){ 2 * s.sine * (1 - s.versine), 2 * s.sine * s.sine };
    return s;
}

/* Returns the arm, turned about the axis (Rodrigues). */
static BspVec turned_arm(const BspMotion *b, const BspSines *s, BspVec arm)
{
    BspVec side = bsp_vec_cross(b->axis, arm);
    arm = bsp_vec_mad(arm, s->sine, side);
    return bsp_vec_mad(arm, s->versine, bsp_vec_cross(b->axis, side));
}

/* Returns the axes of a body with the orientation q, a quaternion. */
static BspFrame frame_of(const double q[4])
{
    double s = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    double w = q[0], x = q[1], y = q[2], z = q[3];
    BspFrame frame = { .origin = bsp_vec(0, 0, 0) };
    if (x == 0 && y == 0 && z == 0)
        return bsp_frame_at(frame.origin);
    frame.axis[0] = bsp_vec(1 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y));
    frame.axis[1] = bsp_vec(s * (x * y - w * z), 1 - s * (x * x + z * z), s * (y * z + w * x));
    frame.axis[2] = bsp_vec(s * (x * z + w * y), s * (y * z - w * x), 1 - s * (x * x + y * y));
    return frame;
}

BspFrame bsp_motion_pose(const BspMotion *b, double t)
{
    BspFrame pose = b->start;
    if (b->angle != 0) {
        BspSines s = bsp_sines(t * b->angle);
        for (unsigned i = 0; i < 3; i++)
            pose.axis[i] = turned_arm(b, &s, pose.axis[i]);
    }
    BspVec arm = bsp_frame_direction_out(&pose, b->pivot);
    pose.origin = bsp_vec_sub(bsp_vec_mad(b->from, t, b->delta), arm);
    return pose;
}

/* Returns the maximum distance of the bounds' corners from the axis. No point of the body is
 * farther. */
static double reach_of(const BspMotion *b)
{
    BspVec axis = bsp_frame_direction_in(&b->start, b->axis);
    double most = 0;
    for (unsigned i = 0; i < 8; i++) {
        BspVec arm = bsp_vec_sub(bsp_bounds_corner(&b->shape->bounds, i), b->pivot);
        BspVec across = bsp_vec_cross(axis, arm);
        most = BSP_MAX(most, bsp_vec_dot(across, across));
    }
    return sqrt(most);
}

bool bsp_motion_init(BspMotion *b, const BspMove *move, const BspTurn *turn)
{
    b->shape = bsp_move_shape(move);
    b->from = move->from;
    b->delta = bsp_vec_sub(move->to, move->from);
    if (!bsp_turn_is_valid(turn) || !bsp_segment_is_in_reach(&b->from, &b->delta) ||
        !bsp_bounds_are_in_reach(&b->shape->bounds))
        return false;
    b->is_straight = false;
    b->pivot = turn->pivot;
    b->angle = turn->degrees * RADIANS;
    b->axis = b->angle == 0 ? bsp_vec(0, 0, 0) : bsp_vec_unit(turn->axis);
    BSP_ASSERT(b->angle == 0 || fabs(bsp_vec_dot(b->axis, b->axis) - 1) < 1e-9);
    b->start = frame_of(turn->orientation);
    b->reach = reach_of(b);
    return bsp_is_finite(b->reach);
}

BspTurn bsp_turn_after(const BspTurn *turn, double t)
{
    BspTurn after = *turn;
    if (!bsp_turn_is_valid(turn))
        return after;
    BspSines half = bsp_sines(0.5 * t * turn->degrees * RADIANS);
    const double *q = turn->orientation, w = 1 - half.versine;
    BspVec axis = turn->degrees == 0 ? bsp_vec(0, 0, 0) : bsp_vec_unit(turn->axis);
    BspVec u = bsp_vec_scale(axis, half.sine), v = bsp_vec(q[1], q[2], q[3]);
    BspVec sum = bsp_vec_mad(bsp_vec_cross(u, v), w, v);
    sum = bsp_vec_mad(sum, q[0], u);
    double real = w * q[0] - bsp_vec_dot(u, v);
    /* So that the errors of many moves do not add up. */
    double scale = 1 / sqrt(real * real + bsp_vec_dot(sum, sum));
    after.orientation[0] = scale * real;
    for (int i = 0; i < 3; i++)
        after.orientation[i + 1] = scale * sum.v[i];
    return after;
}

BspVec bsp_turn_point(const BspTurn *turn, const BspMove *move, double t, BspVec point)
{
    BspMotion b;
    if (!bsp_motion_init(&b, move, turn))
        return move->from;
    BspFrame pose = bsp_motion_pose(&b, t);
    return bsp_vec_add(pose.origin, bsp_frame_direction_out(&pose, point));
}

/* --- spans --- */

BspFrame bsp_motion_inverse(const BspFrame *pose)
{
    BspFrame inverse = bsp_frame_at(bsp_vec(0, 0, 0));
    for (unsigned i = 0; i < 3; i++)
        inverse.axis[i] = bsp_vec(pose->axis[0].v[i], pose->axis[1].v[i], pose->axis[2].v[i]);
    return inverse;
}

double bsp_motion_reach(const BspMotion *b, const BspMotionSpan *span, BspVec normal)
{
    BSP_ASSERT(span->margin >= 0);
    BspVec own = bsp_frame_direction_in(&span->pose, normal);
    double margin = span->margin * bsp_vec_length(bsp_vec_cross(normal, b->axis));
    return bsp_shape_plane_offset(b->shape, bsp_vec_neg(own)) - bsp_vec_dot(own, b->pivot) + margin;
}

void bsp_motion_span(const BspMotion *b, double t0, double t1, BspMotionSpan *span)
{
    double half = 0.5 * (t1 - t0);
    BSP_ASSERT(t0 <= t1);
    span->pose = bsp_motion_pose(b, t0 + half);
    span->from = bsp_vec_mad(b->from, t0, b->delta);
    span->delta = bsp_vec_scale(b->delta, t1 - t0);
    span->margin = b->reach * fabs(b->angle) * half;
    for (int k = 0; k < 3; k++) {
        span->bounds.mins.v[k] = -bsp_motion_reach(b, span, bsp_vec_neg(bsp_vec_axis(k)));
        span->bounds.maxs.v[k] = bsp_motion_reach(b, span, bsp_vec_axis(k));
    }
}
