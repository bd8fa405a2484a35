/* uncovered: brushes expanded for a box, the part of a cell that a solid leaves uncovered, and how
 * far this part reaches. */
#ifndef LEVEL_UNCOVERED_H
#define LEVEL_UNCOVERED_H

#include "tools/bsp-cell.h"
#include "tools/bsp-inspect.h"

/* Adds the solid's brushes, expanded for the box, to `to`. FALSE with BSP_ERROR. */
gboolean level_add_expanded(GPtrArray *to, const BspSolid *solid, const BspBounds *box,
                            GError **error);

/* Returns the largest distance of the part of the cell that is outside of the solid: that of the
 * corner *at of this part, or of the pieces into which the tree of the solid cuts it. 0 if nothing
 * is left apart from rounding. */
double level_cell_uncovered(const BspCell *cell, const BspSolid *solid, const BspTree *tree,
                            BspVec *at);

#endif
