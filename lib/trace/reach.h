/* reach: tests whether numbers are finite, and whether a move can be traced. Its numbers must be
 * finite, and its start and length at most BSP_REACH, so that the last bit of its time is worth at
 * most BSP_TOUCH of length. */
#ifndef BSP_REACH_H
#define BSP_REACH_H

#include "bsp-bounds.h"
#include "bsp-constants.h"
#include "bsp-vec.h"

/* --- finite numbers ---
 *
 * Infinity or NaN times zero is NaN, and a sum with either is not finite. So testing one sum tests
 * all its terms. Finite terms whose sum overflows count as infinite. */

static inline bool bsp_is_finite(double sum)
{
    return sum * 0 == 0;
}

static inline double bsp_vec_sum(BspVec a)
{
    return a.x + a.y + a.z;
}

/* --- moves within reach --- */

/* Returns whether a position or a displacement is within reach. Returns false if a number is not
 * finite. */
static inline bool bsp_vec_is_in_reach(const BspVec *v)
{
    return bsp_vec_dot(*v, *v) <= BSP_REACH * BSP_REACH;
}

/* Returns whether a segment starts within reach, and is no longer than the reach. Then all its
 * numbers are finite. Queries answer all other segments with BSP_SOLID at t = 0, so that no body
 * passes. */
static inline bool bsp_segment_is_in_reach(const BspVec *from, const BspVec *delta)
{
    return bsp_vec_is_in_reach(from) && bsp_vec_is_in_reach(delta);
}

/* Returns whether a shape's bounds are within reach, and no minimum exceeds its maximum. A caller
 * that exchanges mins and maxs, or bottom and top, or gives a negative radius, would otherwise get
 * wrong answers without a sign. */
static inline bool bsp_bounds_are_in_reach(const BspBounds *b)
{
    return bsp_vec_is_in_reach(&b->mins) && bsp_vec_is_in_reach(&b->maxs) &&
           (b->mins.x <= b->maxs.x) & (b->mins.y <= b->maxs.y) & (b->mins.z <= b->maxs.z);
}

#endif
