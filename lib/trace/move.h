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

/* Whether a move is of the kind that seldom hits anything: it is shorter than its shape, and does
 * not go down. In recorded matches 1 in 17 of such moves of boxes hits something, and 2 in 3 of all
 * others. If a move hits, a tree that tried to prove it free has only added to the time. */
static inline bool bsp_move_is_mostly_free(const BspMove *move, const BspBounds *box)
{
    BspVec delta = bsp_vec_sub(move->to, move->from), size = bsp_vec_sub(box->maxs, box->mins);
    double level = delta.x * delta.x + delta.y * delta.y, down = delta.z * delta.z;
    return level + down < bsp_vec_dot(size, size) && !(delta.z < 0 && down > level);
}

#endif
