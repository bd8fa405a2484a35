/* hit-check: the parts of HitCheckBSP (hit-check.c) in other files. */
#ifndef SHIFT_HIT_CHECK_H
#define SHIFT_HIT_CHECK_H

#include "shift/tree.h"
#include "trace/move.h"

/* No plane shifts for a point, so the tree is a plain BSP. Returns the first transition of a point
 * at `offset` from a reference point that moves from `from` to `to`. */
BspTransition shift_point_check(const ShiftTree *tree, BspVec offset, BspVec from, BspVec to,
                                BspCounters *counters);

/* The same for all transitions. Returns their number. */
unsigned shift_point_transitions(const ShiftTree *tree, BspVec offset, BspVec from, BspVec to,
                                 const BspTransitionList *list);

#endif
