/* uncovered: brushes expanded for a box, the part of a cell that a solid leaves uncovered, and how
 * far this part reaches. */
#ifndef LEVEL_UNCOVERED_H
#define LEVEL_UNCOVERED_H

#include "bsp-solid.h"
#include "tools/bsp-cell.h"

/* Adds the solid's brushes, expanded for the box, to `to`. FALSE with BSP_ERROR. */
gboolean bsp_add_expanded(GPtrArray *to, const BspSolid *solid, const BspBounds *box,
                          GError **error);

/* Finds the corner of the part of the cell that is outside of the solid, and the largest distance
 * of such a corner from the solid. The distance is 0 if nothing is left apart from rounding. FALSE
 * if there are too many pieces to examine. */
gboolean bsp_cell_uncovered(const BspCell *cell, const BspSolid *solid, double *distance,
                            BspVec *at);

#endif
