/* point: a point in a shift tree: no plane shifts for it, so it is asked as of any tree. */
#ifndef SHIFT_POINT_H
#define SHIFT_POINT_H

#include "shift/tree.h"

/* The first transition of a point that stands at `offset` from its reference point, which moves
 * from `from` to `to`. masks: bits of those that stop it. */
BspTransition shift_point_check(const ShiftTree *tree, BspVec offset, uint32_t masks, BspVec from,
                                BspVec to, BspCounters *counters);

#endif
