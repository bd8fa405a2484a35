/* far: distances of points from convex cells and solids, and the part of a cell that a solid leaves
 * uncovered. */
#ifndef COMPARE_FAR_H
#define COMPARE_FAR_H

#include "bsp-inspect.h"

/* Units to the nearest point of the cell; 0 inside. */
double compare_far_from_cell(const BspCell *cell, BspVec p);

/* Finds the corner of the cell's uncovered part that is farthest from the solid, and its distance:
 * 0 if nothing is left apart from rounding. FALSE if there are too many pieces to examine. */
gboolean compare_far_uncovered(const BspCell *cell, const BspSolid *solid, double *distance,
                               BspVec *at);

#endif
