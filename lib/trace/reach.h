/* reach: whether numbers are finite, and whether a move can be traced: all its numbers must be
 * finite, and small enough that the last bit of its time is at most BSP_TOUCH in length. */
#ifndef BSP_REACH_H
#define BSP_REACH_H

#include "bsp-bounds.h"
#include "bsp-constants.h"
#include "bsp-vec.h"

/* --- finite numbers ---
 *
 * Infinity or NaN times zero is NaN, and a sum with either is not finite. So testing one sum tests
 * all its numbers. If finite numbers are large enough for the sum to overflow, they count as
 * infinite. */

static inline bool bsp_is_finite(double sum)
{
    return sum * 0 == 0;
}

static inline double bsp_vec_sum(BspVec a)
{
    return a.x + a.y + a.z;
}

/* --- moves within reach --- */

/* v: a position or a displacement. Returns false if a number is not finite. */
static inline bool bsp_vec_is_in_reach(const BspVec *v)
{
    return bsp_vec_dot(*v, *v) <= BSP_REACH * BSP_REACH;
}

/* Whether a segment starts within reach, and is no longer than the reach; then all its numbers are
 * finite. Queries answer other segments with SOLID at t = 0, so that nothing passes. */
static inline bool bsp_segment_is_in_reach(const BspVec *from, const BspVec *delta)
{
    return bsp_vec_is_in_reach(from) && bsp_vec_is_in_reach(delta);
}

/* The same for a shape's bounds. */
static inline bool bsp_bounds_are_in_reach(const BspBounds *b)
{
    return bsp_vec_is_in_reach(&b->mins) && bsp_vec_is_in_reach(&b->maxs);
}

#endif
