/* approach: the distance between a moving shape other than a box and one brush.
 *
 * For boxes and points the planes of the Minkowski sum suffice (sweep). The sum with other shapes
 * is round in places. So their distance is Euclidean, and casts compute when it reaches a value.
 * Inside a brush it is negative: the depth by separating planes (parting). */
#ifndef BSP_APPROACH_H
#define BSP_APPROACH_H

#include "bsp-move.h"
#include "trace/brush-table.h"
#include "trace/cast.h"

/* A shape that moves past a brush: its reference point moves over from + t delta. */
typedef struct {
    const BspBrushTable *sides;
    const BspShape *shape;
    BspVec from, delta;
    uint32_t brush;
    BspCastBody body;
} BspApproach;

/* The table must support the shape, and all numbers must be finite. The shape must outlive the
 * approach. */
static inline BspApproach bsp_approach(const BspBrushTable *sides, const BspShape *shape,
                                       BspVec from, BspVec delta, uint32_t brush)
{
    BspCastBody body = bsp_cast_body(sides->vertices, sides->first, brush);
    return (BspApproach){ sides, shape, from, delta, brush, body };
}

/* A quick test: whether one of the brush's own sides proves that the shape stays farther than
 * `distance`. */
bool bsp_approach_is_far(const BspApproach *approach, double distance);

/* Whether the shape comes nearer to the brush than `limit`, or starts nearer. Here and below a
 * limit of at most BSP_TOUCH means: deeper than touching. */
bool bsp_approach_comes_near(const BspApproach *approach, double limit);

/* The distance from the brush at the start; negative: the depth in it. */
double bsp_approach_start(const BspApproach *approach);

/* For a shape that comes nearer than the limit: when, for 0 <= t <= 1, it first is as near as
 * `keep`, and the normal there. Returns false if it starts that near and moves away. */
bool bsp_approach_stops(const BspApproach *approach, double keep, double *t, BspVec *normal);

/* When the shape leaves the brush. Returns t if it only touches the brush, or enters it later than
 * t + `same`; more than 1 if it never leaves. */
double bsp_approach_leaves(const BspApproach *approach, double t, double same, BspVec *normal);

/* Sets *hit for a contact with the brush at time t, at a distance and with a normal. Names the
 * brush's own side that is at the same distance from the shape, if any. The plane is moved out for
 * the shape and the distance. */
void bsp_approach_name(const BspApproach *approach, double t, double distance, BspVec normal,
                       BspHit *hit);

/* The same for a brush that the shape starts in, with the plane that it is least deep behind. */
void bsp_approach_name_start(const BspApproach *approach, BspHit *hit);

#endif
