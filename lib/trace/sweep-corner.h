/* sweep-corner: the plane of a hit where a box meets several planes of its Minkowski sums with
 * brushes. */
#ifndef BSP_SWEEP_CORNER_H
#define BSP_SWEEP_CORNER_H

#include "trace/corner.h"
#include "trace/sweep.h"

/* Whether a box is at the same position at two times, within the tolerance of a corner. */
static inline bool bsp_sweep_meets(const BspSweep *sweep, double t, double u)
{
    double apart = (t - u) * (t - u) * bsp_vec_dot(sweep->delta, sweep->delta);
    return apart <= BSP_CORNER_NEAR * BSP_CORNER_NEAR;
}

/* Whether two planes of the table, both at the box, count as one. */
bool bsp_sweep_same_plane(const BspSweep *sweep, uint32_t a, uint32_t b);

/* Whether the box is at two or more planes of the brush. */
bool bsp_sweep_is_at_edge(const BspSweep *sweep, uint32_t brush, double t);

/* Sets the plane of *tr to the right one (corner.h), moved out for the box. Returns false if there
 * is none. */
bool bsp_sweep_corner(const BspSweep *sweep, BspTransition *tr);

#endif
