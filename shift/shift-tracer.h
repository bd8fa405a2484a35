/* shift-tracer: what the helpers of bsp-character.h ask a shift tree by. Header only.
 *
 * Where it is not exact (shift-tree.h tells for which trees and shapes), a body may be stopped by
 * what it only passes, or be stuck beside it; it never goes through anything. */
#ifndef SHIFT_TRACER_H
#define SHIFT_TRACER_H

#include "bsp-character.h"
#include "shift-tree.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const ShiftTree *tree;
    const BspShape *shape;
    uint32_t mask; /* of those that the tree was built for */
    bool exact;    /* asks shift_tree_hit_check_exact(), for which a tree keeps its cells */
} ShiftMover;

static inline void shift_mover_trace(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    const ShiftMover *mover = (const ShiftMover *)data;
    *tr = mover->exact
              ? shift_tree_hit_check_exact(mover->tree, mover->shape, mover->mask, from, to, NULL)
              : shift_tree_hit_check(mover->tree, mover->shape, mover->mask, from, to, NULL);
}

/* The mover must outlive it. */
static inline BspTracer shift_mover_tracer(ShiftMover *mover)
{
    BspTracer tracer;
    tracer.trace = shift_mover_trace;
    tracer.data = mover;
    tracer.face = NULL;
    return tracer;
}

#ifdef __cplusplus
}
#endif

#endif
