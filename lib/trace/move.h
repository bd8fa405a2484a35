/* move: what every trace does with its move and its answer. */
#ifndef BSP_MOVE_INSIDE_H
#define BSP_MOVE_INSIDE_H

#include "bsp-move.h"

/* Sets all of an answer except the transition: no brush is known. */
static inline void bsp_trace_begin(BspTrace *answer, const void *owner)
{
    answer->hit.brush = BSP_NO_BRUSH;
    answer->free_at = 0;
    answer->owner = owner;
}

/* The shape of a move in a brush table or a shift tree. */
static inline const BspShape *bsp_move_shape(const BspMove *move)
{
    static const BspShape point = { .kind = BSP_SHAPE_POINT };
    return move->shape ? move->shape : &point;
}

#endif
