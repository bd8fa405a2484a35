/* shift-frame: queries of a shift tree that is turned or moves (bsp-frame.h). Header only. */
#ifndef SHIFT_FRAME_H
#define SHIFT_FRAME_H

#include "bsp-frame.h"
#include "shift-tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As shift_tree_hit_check_exact(), for a tree whose solid is in the frame. shape, `from` and `to`
 * are in the world. In a turned frame a box becomes a hull, for which box bevels are not enough:
 * the tree needs exact cells. Returns false, with a transition of BSP_SOLID, if bsp_shape_turned()
 * cannot turn the shape. */
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
