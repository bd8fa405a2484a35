/* uncovered: the part of a cell that a solid leaves uncovered, and how far it reaches. */
#ifndef LEVEL_UNCOVERED_H
#define LEVEL_UNCOVERED_H

#include "bsp-solid.h"
#include "tools/bsp-cell.h"

/* Finds the corner of the part of the cell that is outside of the solid, and the largest distance
 * of such a corner from the solid. The distance is 0 if nothing is left apart from rounding. FALSE
 * if there are too many pieces to examine. */
gboolean bsp_cell_uncovered(const BspCell *cell, const BspSolid *solid, double *distance,
                            BspVec *at);

#endif
