/* shift-frame: shift trees asked where they stand, turned and moving: see bsp-frame.h. Header
 * only. */
#ifndef SHIFT_FRAME_H
#define SHIFT_FRAME_H

#include "bsp-frame.h"
#include "shift-tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As shift_tree_hit_check_exact(), the tree's solid being in the frame, and shape, `from` and `to`
 * in the world. A box in a frame that is turned is asked as a hull: exact cells are wanted then,
 * box bevels are not enough. false, and all in solid, where bsp_shape_turned() cannot turn the
 * shape. */
static inline bool shift_tree_hit_check_exact_in(const ShiftTree *tree, const BspShape *shape,
                                                 uint32_t mask, const BspFrame *frame, BspVec from,
                                                 BspVec to, BspCounters *counters,
                                                 BspTransition *transition)
{
    BspTurned room;
    BspShape turned;
    BspVec a, b;
    *transition = bsp_transition_solid(from);
    if (!bsp_shape_turned(shape, frame, &room, &turned))
        return false;
    bsp_frame_enter(frame, from, to, &a, &b);
    *transition = shift_tree_hit_check_exact(tree, &turned, mask, a, b, counters);
    bsp_frame_leave(frame, from, to, transition);
    return true;
}

#ifdef __cplusplus
}
#endif

#endif
