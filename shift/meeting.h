/* meeting: which plane a shape hits where several planes meet at the contact. */
#ifndef SHIFT_MEETING_H
#define SHIFT_MEETING_H

#include "shift/traversal.h"

/* Names the right plane of a hit (bsp-transition.h) of a shape whose sums with the cells their
 * shifted planes bound. Leaves *tr alone if the cells at the contact show none. */
void shift_name_meeting(const ShiftTraversal *walk, BspTransition *tr);

#endif
