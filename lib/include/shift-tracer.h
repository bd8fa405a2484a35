/* shift-tracer: the tracers by which the helpers of bsp-character.h query a shift tree. Header
 * only.
 *
 * For some trees and shapes the answers are not exact; see shift-tree.h. A body may then stop at a
 * solid that it only passes, or get stuck beside it. It never passes through a solid. */
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
    uint32_t mask; /* one of the masks that the tree was built for */
    bool exact;    /* use shift_tree_hit_check_exact(), which needs a tree with exact_cells */
} ShiftMover;

static inline void shift_mover_trace(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    const ShiftMover *mover = (const ShiftMover *)data;
    *tr = mover->exact
              ? shift_tree_hit_check_exact(mover->tree, mover->shape, mover->mask, from, to, NULL)
              : shift_tree_hit_check(mover->tree, mover->shape, mover->mask, from, to, NULL);
}

/* The mover must outlive the tracer. */
static inline BspTracer shift_mover_tracer(ShiftMover *mover)
{
    BspTracer tracer;
    tracer.trace = shift_mover_trace;
    tracer.data = mover;
    tracer.face = NULL;
    return tracer;
}

/* A shape that keeps a skin. The tree finds the moves that come near no brush
 * (shift_tree_skin_trace()). */
typedef struct {
    BspSkinMover skin; /* the first member: bsp_skin_mover_hit() receives its address */
    const ShiftTree *tree;
} ShiftSkinMover;

static inline void shift_skin_mover_trace(void *data, BspVec from, BspVec to, BspTransition *tr)
{
    const ShiftSkinMover *mover = (const ShiftSkinMover *)data;
    const BspSkinMover *skin = &mover->skin;
    shift_tree_skin_trace(mover->tree, skin->sides, skin->shape, skin->mask, from, to, skin->skin,
                          tr, NULL);
}

/* The mover must outlive the tracer. */
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
