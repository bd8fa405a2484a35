/* meet: when a body on its way meets one brush of a brush table. */
#ifndef BSP_MEET_H
#define BSP_MEET_H

#include "shape/advance.h"
#include "table/brush-table.h"

/* Whether the body comes as near to the brush as `level`, from t0 to t1; with level 0, whether it
 * goes deeper than touching. The table must support the shape, and of a straight move only level 0
 * and t0 = 0 are asked. hit->t is never after the first such time. If the body turns, it is before
 * it by less than 16 BSP_TOUCH of distance, where the body leaves the surface and comes back, and
 * hit->normal is not exact (bsp_meeting_name()). */
bool bsp_meet(const BspMotion *motion, const BspBrushTable *table, uint32_t brush, double level,
              double t0, double t1, BspMeeting *hit);

/* --- bodies that turn --- */

/* Whether a side of the brush proves that the span stays at least `distance` away from it. */
bool bsp_span_is_far(const BspMotion *motion, const BspMotionSpan *span, const BspBrushTable *table,
                     uint32_t brush, double distance);

/* Names the plane of a contact at time t, at the distance `level`. Sets *named, with the plane
 * through the position of the pivot, and returns its normal. */
BspVec bsp_meeting_name(const BspMotion *motion, const BspBrushTable *table, uint32_t brush,
                        double level, double t, BspHit *named);

/* Whether the planes of the brush prove that a point of a round shape's core is in the brush, so
 * that the shape is in solid. Always false for other shapes. */
bool bsp_core_is_in(const BspBrushTable *table, const BspShape *shape, BspVec at, uint32_t brush);

#endif
