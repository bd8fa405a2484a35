/* finite: whether numbers are finite: neither infinite nor NaN.
 *
 * Infinity or NaN times zero is NaN, and a sum with either is not finite. So testing one sum tests
 * all its numbers. If finite numbers are large enough for the sum to overflow, they count as
 * infinite. */
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
