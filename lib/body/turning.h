/* turning: a body that turns while it moves, prepared for queries (bsp-turn.h).
 *
 * The pivot goes straight. The arm of a point is its place minus the pivot's place; an arm only
 * turns. */
#ifndef BSP_TURNING_H
#define BSP_TURNING_H

#include "bsp-turn.h"
#include "shape/cast.h"
#include "table/brush-table.h"

typedef struct {
    const BspShape *shape;
    BspVec from, delta, pivot;
    BspVec axis;    /* of unit length; zero if the body does not turn */
    double angle;   /* radians */
    BspFrame start; /* the body's axes in the world, at t = 0 */
    double reach;   /* no point of the body is farther from the axis through the pivot */
} BspTurning;

/* The sine of an angle of at most pi, and 1 - its cosine without cancellation. The C library's
 * functions round differently on different machines, and answers would differ. */
typedef struct {
    double sine, versine;
} BspSines;

BspSines bsp_sines(double angle);

/* Returns false if the turn is not valid, or a number is out of reach (BSP_REACH). The shape must
 * outlive *turning. */
bool bsp_turning_init(BspTurning *turning, const BspMove *move, const BspTurn *turn);

/* The body's axes in the world at time t. The frame's origin is the body's reference point. */
BspFrame bsp_turning_pose(const BspTurning *turning, double t);

/* The frame in which the world's axes are those of a body in this pose, as bsp_shape_turned() needs
 * it. */
BspFrame bsp_turning_inverse(const BspFrame *pose);

/* A part of the move, from t0 to t1, as a straight move of the pivot. The body is turned as it is
 * in the middle of that time, and grown by `margin` across the axis. A point of the body turns away
 * from its place there by at most the margin: an arc of half of the span's angle. */
typedef struct {
    BspFrame pose;
    BspVec from, delta;
    double margin;
    BspBounds bounds; /* of the body in the span, relative to the pivot */
} BspTurningSpan;

void bsp_turning_span(const BspTurning *turning, double t0, double t1, BspTurningSpan *span);

/* The least and the greatest product normal . arm over all points of the body in the span (Melax
 * 2000, section 3: the offset of a plane, here with bounds that hold while the body turns). */
typedef struct {
    double least, most;
} BspTurningReach;

BspTurningReach bsp_turning_reach(const BspTurning *turning, const BspTurningSpan *span,
                                  BspVec normal);

/* Spans longer than this, in radians, contain far more than the body. */
#define BSP_TURNING_SPAN 0.5

/* The number of spans into which queries divide the move. */
static inline unsigned bsp_turning_n_spans(const BspTurning *turning)
{
    return 1 + (unsigned)(fabs(turning->angle) / BSP_TURNING_SPAN);
}

/* The points whose hull, grown by a radius, is the body, relative to its reference point; of a
 * cylinder, the middles of its ends. */
unsigned bsp_turning_n_points(const BspShape *shape);
BspVec bsp_turning_point(const BspShape *shape, unsigned i);

static inline double bsp_turning_radius(const BspShape *shape)
{
    return shape->kind == BSP_SHAPE_CYLINDER ? 0 : shape->radius;
}

/* --- one brush --- */

typedef struct {
    double t;
    bool inside;   /* the body starts in the brush, deeper than touching */
    BspVec normal; /* from the brush to the body; not exact (bsp_turning_name()) */
    double level;  /* the distance that was asked for: that of body and brush at t */
} BspTurningHit;

/* Whether the body comes as near to the brush as `level`, from t0 to t1; with level 0, whether it
 * goes deeper than touching. hit->t is never after the first such time, and before it by less than
 * 16 BSP_TOUCH of distance, where the body leaves the surface and comes back.
 *
 * In each step GJK finds a plane between body and brush. The body cannot reach the brush before a
 * point of the body passes that plane, and this time has a lower bound for each point. */
bool bsp_turning_meets(const BspTurning *turning, const BspBrushTable *table, uint32_t brush,
                       double level, double t0, double t1, BspTurningHit *hit);

/* Whether a side of the brush proves that the span stays at least `distance` away from it. */
bool bsp_turning_is_far(const BspTurning *turning, const BspTurningSpan *span,
                        const BspBrushTable *table, uint32_t brush, double distance);

/* Sets *named, with the plane through the position of the pivot, and returns its normal. */
BspVec bsp_turning_name(const BspTurning *turning, const BspBrushTable *table, uint32_t brush,
                        const BspTurningHit *hit, BspHit *named);

#endif
