/* reach: whether a move can be answered: it is made of finite numbers, and these are not so large
 * that the last bit of its time would be more than touching. */
#ifndef BSP_REACH_H
#define BSP_REACH_H

#include "bsp-bounds.h"
#include "bsp-constants.h"

/* Whether a segment begins in reach, and is not longer than that; so all of it is finite numbers.
 * Any other is answered with SOLID at t = 0, which lets nothing pass. */
static inline bool bsp_segment_is_in_reach(const BspVec *from, const BspVec *delta)
{
    return bsp_vec_dot(*from, *from) <= BSP_REACH * BSP_REACH &&
           bsp_vec_dot(*delta, *delta) <= BSP_REACH * BSP_REACH;
}

/* The same of what moves. */
static inline bool bsp_bounds_are_in_reach(const BspBounds *b)
{
    return bsp_segment_is_in_reach(&b->mins, &b->maxs);
}

#endif
