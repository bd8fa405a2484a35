/* onion-tracer: what the helpers of bsp-character.h ask an onion's space by. Header only. */
#ifndef ONION_TRACER_H
#define ONION_TRACER_H

#include "bsp-character.h"
#include "onion-tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A box of an onion. Setting space changes it, as who crouches does. */
typedef struct {
    const OnionTree *tree;
    unsigned space;
} OnionMover;

static inline void onion_mover_trace(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    const OnionMover *mover = (const OnionMover *)data;
    *tr = onion_tree_first_transition(mover->tree, mover->space, from, to, NULL);
}

/* The mover must outlive it. */
static inline BspTracer onion_mover_tracer(OnionMover *mover)
{
    BspTracer tracer;
    tracer.trace = onion_mover_trace;
    tracer.data = mover;
    tracer.face = NULL;
    return tracer;
}

#ifdef __cplusplus
}
#endif

#endif
