/* move: helpers of all traces, for their BspMove and BspTrace. */
#ifndef BSP_MOVE_INSIDE_H
#define BSP_MOVE_INSIDE_H

#include "bsp-move.h"

/* Initializes an answer, except its transition: no brush is known. */
static inline void bsp_trace_begin(BspTrace *answer, const void *owner)
{
    answer->hit.brush = BSP_NO_BRUSH;
    answer->free_at = 0;
    answer->kept = 0;
    answer->owner = owner;
}

/* The shape of a move. NULL stands for a point. */
static inline const BspShape *bsp_move_shape(const BspMove *move)
{
    static const BspShape point = { .kind = BSP_SHAPE_POINT };
    return move->shape ? move->shape : &point;
}

#endif
