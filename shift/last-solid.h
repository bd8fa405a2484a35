/* last-solid: where a shape that starts in solid leaves it. */
#ifndef SHIFT_LAST_SOLID_H
#define SHIFT_LAST_SOLID_H

#include "shift/traversal.h"

/* Returns where a segment that starts in solid first leaves it. Cells are joined end to end until
 * none reaches farther. `to` is the time. `plane` is the node, or -1: then see *normal. exact: test
 * the shape itself, not the planes of the cells. Time 1, that is, the segment stays in solid, if
 * the traversal has visited the tree's nodes a thousand times; only a file made for that needs so
 * long. */
ShiftPiece shift_last_solid(ShiftTraversal *walk, bool exact, BspVec *normal);

#endif
