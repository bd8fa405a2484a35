/* motion: a moving body, which is a shape that moves along a straight line and may turn
 * (bsp-turn.h).
 *
 * The pivot goes straight. The arm of a point is its position minus the pivot's position. An arm
 * only turns. */
#ifndef BSP_MOTION_H
#define BSP_MOTION_H

#include "bsp-turn.h"

typedef struct {
    const BspShape *shape;
    BspVec from, delta;
    double angle;     /* radians, by which the body turns during the move */
    bool is_straight; /* the body has the axes of the world, and does not turn. Then the pivot is
                         the reference point, and the members below are not set */
    BspVec pivot;
    BspVec axis;    /* the axis of the turn, of unit length; zero if the body does not turn */
    BspFrame start; /* the body's axes in the world, at t = 0 */
    double reach;   /* units; no point of the body is farther from the axis through the pivot */
} BspMotion;

/* Sets *motion to a move without a turn. The shape must outlive *motion. */
static inline void bsp_motion_init_straight(BspMotion *motion, const BspShape *shape, BspVec from,
                                            BspVec delta)
{
    motion->shape = shape;
    motion->from = from;
    motion->delta = delta;
    motion->angle = 0;
    motion->is_straight = true;
}

/* The sine of an angle of at most pi, and 1 - its cosine without cancellation. The C library's
 * functions round differently on different machines, and answers would differ. */
typedef struct {
    double sine, versine;
} BspSines;

BspSines bsp_sines(double angle);

/* Sets *motion to a move with a turn. Returns false if the turn is not valid, or a number is out of
 * reach (BSP_REACH). The shape must outlive *motion. */
bool bsp_motion_init(BspMotion *motion, const BspMove *move, const BspTurn *turn);

/* Returns the body's axes in the world at time t. The frame's origin is the body's reference point.
 */
BspFrame bsp_motion_pose(const BspMotion *motion, double t);

/* Returns the inverse of a pose, for bsp_shape_rotated(). Seen from a body in this pose, the world
 * has the axes of the result. */
BspFrame bsp_motion_inverse(const BspFrame *pose);

/* A part of the move, from t0 to t1, which is treated as a straight move of the pivot. The body is
 * rotated as in the middle of this span of time, and grown by `margin` across the axis. A point of
 * the body turns away from its position in the middle by at most the margin, which is an arc of
 * half of the span's angle. */
typedef struct {
    BspFrame pose;
    BspVec from, delta;
    double margin;
    BspBounds bounds; /* bounds of the body in the span, relative to the pivot */
} BspMotionSpan;

void bsp_motion_span(const BspMotion *motion, double t0, double t1, BspMotionSpan *span);

/* Returns the maximum product normal . arm over all points of the body in the span. This is the
 * offset of a plane (Melax 2000, section 3), with a bound that holds while the body turns. */
double bsp_motion_reach(const BspMotion *motion, const BspMotionSpan *span, BspVec normal);

/* Radians. The maximum angle of a span. The margin is then at most a quarter of the body's reach.
 * Longer spans would contain far more than the body, and shorter ones would search the brushes more
 * often. */
#define BSP_MOTION_SPAN 0.5

/* Returns the number of spans into which queries divide the move. */
static inline unsigned bsp_motion_n_spans(const BspMotion *motion)
{
    return 1 + (unsigned)(fabs(motion->angle) / BSP_MOTION_SPAN);
}

#endif
