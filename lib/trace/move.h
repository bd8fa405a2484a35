/* move: helpers that all traces use for a BspMove and a BspTrace. */
#ifndef BSP_MOVE_INSIDE_H
#define BSP_MOVE_INSIDE_H

#include "bsp-frame.h"
#include "bsp-move.h"

/* Initializes an answer, except its transition. No brush is known yet. */
static inline void bsp_trace_begin(BspTrace *answer, const void *owner)
{
    answer->hit.brush = BSP_NO_BRUSH;
    answer->free_at = 0;
    answer->kept = 0;
    answer->owner = owner;
}

/* Converts an answer from the frame's coordinates to world coordinates. `named` tells whether the
 * hit names a brush. If the move starts in solid, that brush contains the start, so its plane is
 * converted for time 0. */
static inline void bsp_trace_leave(const BspFrame *frame, const BspMove *move, bool named,
                                   BspTrace *answer)
{
    double t = answer->tr.type == BSP_EMPTY_TO_SOLID ? answer->tr.t : 0;
    if (named)
        answer->hit.plane = bsp_frame_plane_out(frame, t, &answer->hit.plane);
    bsp_frame_leave(frame, move->from, move->to, &answer->tr);
}

/* Returns the shape of a move. NULL stands for a point. */
static inline const BspShape *bsp_move_shape(const BspMove *move)
{
    static const BspShape point = { .kind = BSP_SHAPE_POINT };
    return move->shape ? move->shape : &point;
}

/* A list of the transitions along a segment. It writes to the caller's array `to`. */
typedef struct {
    BspTransition *to;
    /* n is the number of transitions found, which may exceed n_max. The array then has only the
     * first n_max */
    unsigned n_max, n;
    double t; /* the time of the last transition */
} BspTransitionList;

/* Adds the next transition along from + t delta. In a gap that is narrower than touching, the shape
 * touches the solid ahead before it has left the solid behind. Then both transitions have the time
 * of the first. */
static inline void bsp_transition_list_add(BspTransitionList *list, const BspVec *from,
                                           const BspVec *delta, BspTransition *tr)
{
    if (tr->t < list->t) {
        tr->t = list->t;
        tr->point = bsp_vec_mad(*from, tr->t, *delta);
    }
    list->t = tr->t;
    if (list->n < list->n_max)
        list->to[list->n] = *tr;
    list->n++;
}

/* Stores the single transition of a segment that stays in solid, if n_max allows it. Returns 1. */
static inline unsigned bsp_transition_list_solid(BspTransition *to, unsigned n_max, BspVec from)
{
    if (n_max > 0)
        *to = bsp_transition_solid(from);
    return 1;
}

#endif
