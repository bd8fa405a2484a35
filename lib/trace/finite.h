/* finite: whether numbers are finite: neither infinity nor NaN.
 *
 * Either of these times zero is no number, and so is a sum that one of them is in. So one sum tells
 * of all its numbers; where they are so large that the sum is infinite, they count as infinite. */
#ifndef BSP_FINITE_H
#define BSP_FINITE_H

#include "bsp-vec.h"

static inline bool bsp_is_finite(double sum)
{
    return sum * 0 == 0;
}

static inline double bsp_vec_sum(BspVec a)
{
    return a.x + a.y + a.z;
}

#endif
