/* onion-tracer: the tracers by which the helpers of bsp-character.h query a space of an onion, with
 * a skin or without. Header only. */
#ifndef ONION_TRACER_H
#define ONION_TRACER_H

#include "bsp-skin-tracer.h"
#include "onion-tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A box of an onion. The caller may set `space` at any time to change the box, as when a character
 * crouches. */
typedef struct {
    const OnionTree *tree;
    unsigned space;
} OnionMover;

static inline void onion_mover_trace(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    const OnionMover *mover = (const OnionMover *)data;
    *tr = onion_tree_first_transition(mover->tree, mover->space, from, to, NULL);
}

/* The mover must outlive the tracer. */
static inline BspTracer onion_mover_tracer(OnionMover *mover)
{
    BspTracer tracer;
    tracer.trace = onion_mover_trace;
    tracer.data = mover;
    tracer.face = NULL;
    return tracer;
}

/* A shape that keeps a skin. The tree finds the moves that come near no brush
 * (onion_tree_skin_trace()). The space is larger than the shape's box by the skin. */
typedef struct {
    BspSkinMover skin; /* the first member: bsp_skin_mover_hit() receives its address */
    const OnionTree *tree;
    unsigned space;
} OnionSkinMover;

static inline void onion_skin_mover_trace(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    const OnionSkinMover *mover = (const OnionSkinMover *)data;
    const BspSkinMover *skin = &mover->skin;
    onion_tree_skin_trace(mover->tree, mover->space, skin->sides, skin->shape, skin->mask, from, to,
                          skin->skin, tr, NULL);
}

/* The mover must outlive the tracer. */
static inline BspTracer onion_skin_mover_tracer(OnionSkinMover *mover)
{
    BspTracer tracer = bsp_skin_mover_tracer(&mover->skin);
    tracer.trace = onion_skin_mover_trace;
    return tracer;
}

#ifdef __cplusplus
}
#endif

#endif
