/* point: queries of a point in a shift tree. No plane shifts for a point, so the tree is a plain
 * BSP. */
#ifndef SHIFT_POINT_H
#define SHIFT_POINT_H

#include "shift/tree.h"

/* The first transition of a point at `offset` from a reference point that moves from `from` to
 * `to`. masks: the bits of the masks that stop it. */
BspTransition shift_point_check(const ShiftTree *tree, BspVec offset, uint32_t masks, BspVec from,
                                BspVec to, BspCounters *counters);

#endif
