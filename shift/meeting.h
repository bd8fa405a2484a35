/* meeting: which plane a shape hits if several planes meet at the contact. */
#ifndef SHIFT_MEETING_H
#define SHIFT_MEETING_H

#include "shift/hit-cell.h"

/* Replaces the plane in *tr, which the traversal found, by the right plane of the hit
 * (bsp-move.h). Leaves *tr unchanged if the cells at the contact show none. exact: test the
 * shape itself against the cells, which the tree then must keep. Otherwise the shifted planes of
 * the cells must bound their sums with the shape. */
void shift_name_meeting(const ShiftTraversal *walk, const ShiftHit *hit, bool exact,
                        BspTransition *tr);

#endif
