/* float-bounds: bounding boxes in half the memory. Header only.
 *
 * The bounds are in single precision, rounded outward. If they are on one side of a plane, so is
 * the original box. If they straddle the plane, the caller must test the original box. */
#ifndef BSP_FLOAT_BOUNDS_H
#define BSP_FLOAT_BOUNDS_H

#include "bsp-bounds.h"

/* A box that contains the original box. Each coordinate differs from the original by at most
 * BSP_FLOAT_STEP times the coordinate. */
typedef struct {
    float mins[3], maxs[3];
} BspFloatBounds;

/* Dimensionless. The difference between a float and the next float is less than this times the
 * float.
 */
#define BSP_FLOAT_STEP (1.0 / (1 << 23))

static inline BspFloatBounds bsp_float_bounds(const BspBounds *b)
{
    BspFloatBounds rough;
    for (int i = 0; i < 3; i++) {
        float lo = (float)b->mins.v[i], hi = (float)b->maxs.v[i];
        rough.mins[i] = (double)lo > b->mins.v[i] ? nextafterf(lo, -HUGE_VALF) : lo;
        rough.maxs[i] = (double)hi < b->maxs.v[i] ? nextafterf(hi, HUGE_VALF) : hi;
    }
    return rough;
}

static inline BspBounds bsp_bounds_of_float(const BspFloatBounds *rough)
{
    return (BspBounds){
        bsp_vec((double)rough->mins[0], (double)rough->mins[1], (double)rough->mins[2]),
        bsp_vec((double)rough->maxs[0], (double)rough->maxs[1], (double)rough->maxs[2])
    };
}

#endif
