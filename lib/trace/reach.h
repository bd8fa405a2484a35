/* reach: whether a move can be answered: it is made of finite numbers, and these are not so large
 * that the last bit of its time would be more than touching. */
#ifndef BSP_REACH_H
#define BSP_REACH_H

#include "bsp-bounds.h"
#include "bsp-constants.h"

/* Of a place or a distance; false where it is no finite number. */
static inline bool bsp_vec_is_in_reach(const BspVec *v)
{
    return bsp_vec_dot(*v, *v) <= BSP_REACH * BSP_REACH;
}

/* Whether a segment begins in reach, and is not longer than that; so all of it is finite numbers.
 * Any other is answered with SOLID at t = 0, which lets nothing pass. */
static inline bool bsp_segment_is_in_reach(const BspVec *from, const BspVec *delta)
{
    return bsp_vec_is_in_reach(from) && bsp_vec_is_in_reach(delta);
}

/* The same of what moves. */
static inline bool bsp_bounds_are_in_reach(const BspBounds *b)
{
    return bsp_vec_is_in_reach(&b->mins) && bsp_vec_is_in_reach(&b->maxs);
}

#endif
