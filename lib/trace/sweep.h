/* sweep: a shape that moves past the brushes of a table of sides: a box or a point as the planes of
 * their sums tell, any other as casts do (approach). */
#ifndef BSP_SWEEP_H
#define BSP_SWEEP_H

#include "bsp-transition.h"
#include "trace/approach.h"
#include "trace/plane.h"
#include "trace/sides-iter.h"

typedef struct {
    const BspSides *sides;
    const BspShape *shape;
    bool is_box; /* or a point */
    uint32_t mask;
    BspVec from, delta;
    BspVec middle, half; /* of the shape's box, where it starts */
    double rounding;     /* of distances; units */
    double same;         /* what times may differ by that are one but for that */
} BspSweep;

/* false where it is none that can be asked for: a shape that the table does not hold, a move out of
 * reach. The shape must outlive the sweep. */
bool bsp_sweep_init(BspSweep *sweep, const BspSides *sides, const BspShape *shape, uint32_t mask,
                    BspVec from, BspVec to);

/* How far the box is outside a plane of its sum with a brush, at the start. */
static inline double bsp_sweep_distance(const BspSweep *sweep, const BspPlane *plane)
{
    return bsp_plane_distance_of_box(plane, sweep->middle, sweep->half);
}

/* What is told of a brush and one of its planes, moved out for a box, and by as much besides. */
void bsp_sweep_name(const BspSweep *sweep, uint32_t brush, uint32_t plane, double by, BspHit *hit);

static inline BspApproach bsp_sweep_approach(const BspSweep *sweep, uint32_t brush)
{
    return bsp_approach(sweep->sides, sweep->shape, sweep->from, sweep->delta, brush);
}

/* When the shape, which is inside of a brush at the start, is first in none; more than 1: it never
 * is. Brushes that touch leave nothing between them, and what is only touched covers nothing.
 * *plane is that by which it leaves. */
double bsp_sweep_leaves(const BspSweep *sweep, BspPlane *plane);

#endif
