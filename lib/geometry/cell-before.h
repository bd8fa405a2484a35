/* cell-before: the distance of a point from a cell, and a plane that separates them. */
#ifndef BSP_CELL_BEFORE_H
#define BSP_CELL_BEFORE_H

#include "geometry/cell.h"

/* Returns the distance of p from the cell, in units, or 0 if p is in the cell.
 *
 * If the distance is positive, *plane receives a plane that touches the cell and has p in front at
 * this distance. Its normal points from the nearest vertex, edge or face to p. Else *plane is
 * unchanged. Rounding never makes the result greater than the true distance, not even between
 * nearly parallel faces: a plane that touches the cell is a lower bound. */
double bsp_cell_before(const BspCell *cell, BspVec p, BspPlane *plane);

#endif
