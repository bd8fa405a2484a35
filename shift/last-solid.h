/* last-solid: where a shape that starts in solid matter gets out of it. */
#ifndef SHIFT_LAST_SOLID_H
#define SHIFT_LAST_SOLID_H

#include "shift/traversal.h"

/* Where a segment that starts in solid first leaves it: cells are joined end to end until none
 * reaches farther. `to` is the time; `plane` the node, or -1: see *normal. exact: by the shape
 * itself, not by the planes of the cells. Time 1 where that has visited all nodes of the tree a
 * thousand times, which only a tree that was made for it needs: it counts as staying. */
ShiftPiece shift_last_solid(ShiftTraversal *walk, bool exact, BspVec *normal);

#endif
