/* sweep-corner: the plane of a hit where a box meets several planes of its sums with brushes. */
#ifndef BSP_SWEEP_CORNER_H
#define BSP_SWEEP_CORNER_H

#include "trace/corner.h"
#include "trace/sweep.h"

/* Whether a box is at the same place at two times, for a corner. */
static inline bool bsp_sweep_meets(const BspSweep *sweep, double t, double u)
{
    double apart = (t - u) * (t - u) * bsp_vec_dot(sweep->delta, sweep->delta);
    return apart <= BSP_CORNER_NEAR * BSP_CORNER_NEAR;
}

/* Whether two planes of the table, which the box is at, are one. */
bool bsp_sweep_same_plane(const BspSweep *sweep, uint32_t a, uint32_t b);

/* Whether the box is at two planes or more of the brush. */
bool bsp_sweep_is_at_edge(const BspSweep *sweep, uint32_t brush, double t);

/* Names the right plane of a hit (corner.h), moved out for the box; false if there is none. */
bool bsp_sweep_corner(const BspSweep *sweep, BspTransition *tr);

#endif
