/* meet: finds the time at which a moving body meets one brush of a brush table. */
#ifndef BSP_MEET_H
#define BSP_MEET_H

#include "shape/advance.h"
#include "table/brush-table.h"

/* Returns whether the body comes as near to the brush as `level` between the times t0 and t1. With
 * level 0, returns whether the body goes deeper than touching. On entry hit->t is the latest time
 * that matters. If the body comes near later, the result is false; the time itself does not depend
 * on hit->t. If the body is as near as `level` at t0, hit->inside may be set, and hit->normal be
 * undefined. The table must support the shape. For a straight move t0 must be 0 and t1 must be 1,
 * and for a box that moves straight the level must be 0. hit->t is never after the first such time.
 * If the body turns, leaves the surface and comes back, hit->t may be earlier, by a path of less
 * than 16 BSP_TOUCH, and hit->normal is not exact (bsp_meeting_name()). */
bool bsp_meet(const BspMotion *motion, const BspBrushTable *table, uint32_t brush, double level,
              double t0, double t1, BspMeeting *hit);

/* Returns the distance of a shape from a face of the bounds of a brush (bsp_brush_table_face()).
 * The brush lies behind this plane, whether or not it is a side. */
static inline double bsp_bounds_distance(const BspTableBrush *b, const BspShape *shape, BspVec at,
                                         unsigned face)
{
    const BspBounds *box = &shape->bounds;
    unsigned k = face >> 1;
    return face & 1 ? at.v[k] + box->mins.v[k] - b->most[k]
                    : b->least[k] - (at.v[k] + box->maxs.v[k]);
}

static inline double bsp_bounds_speed(BspVec delta, unsigned face)
{
    return face & 1 ? delta.v[face >> 1] : -delta.v[face >> 1];
}

static inline BspVec bsp_bounds_normal(unsigned face)
{
    BspVec normal = bsp_vec(0, 0, 0);
    normal.v[face >> 1] = face & 1 ? 1 : -1;
    return normal;
}

/* Returns whether the shape is over the interior of a side of the brush, or less than
 * BSP_BRUSH_THICKNESS behind it. This is so if the shape's lowest point over the side is over no
 * edge. Then the side is as far from the shape as the brush, or as deep, and *distance receives
 * this distance. Round shapes that are not over a side, as beside an edge, need a cast. */
bool bsp_is_over_side(const BspBrushTable *table, const BspShape *shape, BspVec at, uint32_t brush,
                      double *distance);

/* --- bodies that turn --- */

/* Returns whether a side of the brush proves that the body stays at least `distance` away from the
 * brush during the span. */
bool bsp_span_is_far(const BspMotion *motion, const BspMotionSpan *span, const BspBrushTable *table,
                     uint32_t brush, double distance);

/* Names the plane of a contact at time t, at the distance `level`. Sets *named, with the plane
 * through the position of the pivot, and returns its normal. */
BspVec bsp_meeting_name(const BspMotion *motion, const BspBrushTable *table, uint32_t brush,
                        double level, double t, BspHit *named);

/* Returns whether the planes of the brush prove that a point of a round shape's core is in the
 * brush, so that the shape is in solid. Always false for other shapes. */
bool bsp_core_is_in(const BspBrushTable *table, const BspShape *shape, BspVec at, uint32_t brush);

#endif
