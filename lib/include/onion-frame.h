/* onion-frame: queries of an onion that is turned or moves (bsp-frame.h). Header only. */
#ifndef ONION_FRAME_H
#define ONION_FRAME_H

#include "bsp-frame.h"
#include "onion-tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As onion_tree_first_transition(), for a tree whose solid is in the frame. `from` and `to` are in
 * the world. The box is the space's, and turns with the frame. */
static inline BspTransition onion_tree_first_transition_in(const OnionTree *tree, unsigned space,
                                                           const BspFrame *frame, BspVec from,
                                                           BspVec to, BspCounters *counters)
{
    BspVec a, b;
    bsp_frame_enter(frame, from, to, &a, &b);
    BspTransition tr = onion_tree_first_transition(tree, space, a, b, counters);
    bsp_frame_leave(frame, from, to, &tr);
    return tr;
}

#ifdef __cplusplus
}
#endif

#endif
