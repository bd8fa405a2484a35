/* last-solid: where a shape that starts in solid matter gets out of it. */
#ifndef SHIFT_LAST_SOLID_H
#define SHIFT_LAST_SOLID_H

#include "shift/traversal.h"

/* Where a segment that starts in solid first leaves it: cells are joined end to end until none
 * reaches farther. `to` is the time; `plane` the node, or -1: see *normal. exact: by the shape
 * itself, not by the planes of the cells. */
ShiftPiece shift_last_solid(ShiftTraversal *walk, bool exact, BspVec *normal);

#endif
