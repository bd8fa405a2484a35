/* meeting: which plane a shape hits where several planes meet at the contact. */
#ifndef SHIFT_MEETING_H
#define SHIFT_MEETING_H

#include "shift/hit-cell.h"

/* Names the right plane of a hit (bsp-transition.h), where *tr names the one that was found. Leaves
 * *tr alone if the cells at the contact show none. exact: the shape itself meets the cells, which
 * the tree keeps; else it must be a shape whose sums with the cells their shifted planes bound. */
void shift_name_meeting(const ShiftTraversal *walk, const ShiftHit *hit, bool exact,
                        BspTransition *tr);

#endif
