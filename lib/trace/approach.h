/* approach: how a shape that is no box comes near to one brush.
 *
 * Boxes and points have planes for that (sweep): those that bound their sum with the brush. The sum
 * with any other shape is round in places, so the distance is the plain one, and casts tell when it
 * is how much. Inside of a brush it is less than 0: the depth, as planes that part the two tell it
 * (parting). */
#ifndef BSP_APPROACH_H
#define BSP_APPROACH_H

#include "bsp-transition.h"
#include "trace/cast.h"
#include "trace/sides.h"

/* A shape that moves past a brush, its reference point over from + t delta. */
typedef struct {
    const BspSides *sides;
    const BspShape *shape;
    BspVec from, delta;
    uint32_t brush;
    BspCastBody body;
} BspApproach;

/* The table must hold such shapes, and all is finite. The shape must outlive it. */
static inline BspApproach bsp_approach(const BspSides *sides, const BspShape *shape, BspVec from,
                                       BspVec delta, uint32_t brush)
{
    BspCastBody body = bsp_cast_body(sides->vertices, sides->first, brush);
    return (BspApproach){ sides, shape, from, delta, brush, body };
}

/* Whether one of the brush's own sides says that it stays as far as `distance`: soon told. */
bool bsp_approach_is_far(const BspApproach *approach, double distance);

/* Whether it comes nearer to the brush than `limit`, or starts there. Here and below what is no
 * more than BSP_TOUCH stands for what is deeper than touching. */
bool bsp_approach_comes_near(const BspApproach *approach, double limit);

/* How far it is from the brush at the start; less than 0: how deep in it. */
double bsp_approach_start(const BspApproach *approach);

/* Of one that comes nearer than that: when, for 0 <= t <= 1, it is first as near as `keep`, and by
 * which normal. false where it starts so near, and goes away. */
bool bsp_approach_stops(const BspApproach *approach, double keep, double *t, BspVec *normal);

/* When it leaves the brush. t where it only touches it, or comes into it later than t + `same`.
 * More than 1: it never leaves. */
double bsp_approach_leaves(const BspApproach *approach, double t, double same, BspVec *normal);

/* What is told of the brush where it is met, at t, at a distance, by a normal: of its own sides the
 * one that the shape is as far from, if there is one. The plane is moved out for both. */
void bsp_approach_name(const BspApproach *approach, double t, double distance, BspVec normal,
                       BspHit *hit);

/* The same of a brush that it starts in, by the plane that it is least deep behind. */
void bsp_approach_name_start(const BspApproach *approach, BspHit *hit);

#endif
