/* approach: the distance between a moving shape other than a box and one brush.
 *
 * The planes of the Minkowski sum give the distance of boxes and points (sweep.h). For other shapes
 * the sum is partly curved. So their distance is the Euclidean one, and casts (cast.h) compute the
 * time at which it falls to a value. If shape and brush overlap, the distance is negative: the
 * depth by separating planes (parting.h). */
#ifndef BSP_APPROACH_H
#define BSP_APPROACH_H

#include "body/brush-table.h"
#include "bsp-move.h"
#include "trace/cast.h"

/* A shape that moves past a brush: its reference point is at from + t delta. */
typedef struct {
    const BspBrushTable *table;
    const BspShape *shape;
    BspVec from, delta;
    uint32_t brush;
    BspCastBody body;
} BspApproach;

/* The table must support the shape, and all numbers must be finite. The shape must outlive the
 * approach. */
static inline BspApproach bsp_approach(const BspBrushTable *table, const BspShape *shape,
                                       BspVec from, BspVec delta, uint32_t brush)
{
    BspCastBody body = bsp_cast_body(table->vertices, table->first, brush);
    return (BspApproach){ table, shape, from, delta, brush, body };
}

/* A quick test: whether one side of the brush proves that the shape stays at least `distance` away
 * from the brush. */
bool bsp_approach_is_far(const BspApproach *approach, double distance);

/* Whether the shape comes nearer to the brush than `limit`, or starts nearer. In all functions
 * here, a limit of at most BSP_TOUCH means: the shape gets deeper than touching. */
bool bsp_approach_comes_near(const BspApproach *approach, double limit);

/* The distance from the brush at the start of the move. If negative, the shape is that deep in the
 * brush. */
double bsp_approach_start(const BspApproach *approach);

/* For a shape that comes nearer than its limit: finds the first time t, 0 <= t <= 1, at which its
 * distance is at most `keep`, and the contact normal at t. Returns false if the shape starts that
 * near and moves away. */
bool bsp_approach_stops(const BspApproach *approach, double keep, double *t, BspVec *normal);

/* Returns the time at which the shape leaves the brush; more than 1 if it never does. Returns t if
 * it only touches the brush, or enters it later than t + `same`. */
double bsp_approach_leaves(const BspApproach *approach, double t, double same, BspVec *normal);

/* Sets *hit for a contact at time t, at the given distance and with the given normal. Names the
 * side of the brush that has this distance from the shape, if there is one. The plane is moved out
 * for the shape and by the distance. */
void bsp_approach_name(const BspApproach *approach, double t, double distance, BspVec normal,
                       BspHit *hit);

/* Sets *hit for a brush that contains the start, with the plane that the start is least deep
 * behind. */
void bsp_approach_name_start(const BspApproach *approach, BspHit *hit);

#endif
