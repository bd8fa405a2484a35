/* shift-tracer: what the helpers of bsp-character.h ask a shift tree by. Header only.
 *
 * Where it is not exact (shift-tree.h tells for which trees and shapes), a body may be stopped by
 * what it only passes, or be stuck beside it; it never goes through anything. */
#ifndef SHIFT_TRACER_H
#define SHIFT_TRACER_H

#include "bsp-skin-tracer.h"
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

/* A shape that keeps a skin, the tree telling which moves come near to nothing
 * (shift_tree_skin_trace()). */
typedef struct {
    BspSkinMover skin; /* the first member: bsp_skin_mover_hit() is asked with it */
    const ShiftTree *tree;
} ShiftSkinMover;

static inline void shift_skin_mover_trace(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    const ShiftSkinMover *mover = (const ShiftSkinMover *)data;
    const BspSkinMover *skin = &mover->skin;
    shift_tree_skin_trace(mover->tree, skin->sides, skin->shape, skin->mask, from, to, skin->skin,
                          tr, NULL);
}

/* The mover must outlive it. */
static inline BspTracer shift_skin_mover_tracer(ShiftSkinMover *mover)
{
    BspTracer tracer = bsp_skin_mover_tracer(&mover->skin);
    tracer.trace = shift_skin_mover_trace;
    return tracer;
}

#ifdef __cplusplus
}
#endif

#endif
