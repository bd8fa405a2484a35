/* cell-before: how far a point is in front of a cell, and the plane between them. */
#ifndef BSP_CELL_BEFORE_H
#define BSP_CELL_BEFORE_H

#include "geometry/cell.h"

/* How far p is from the cell, 0 in it; then *plane stays as it is. Else it receives the plane that
 * touches the cell across the way from the nearest point, which is a vertex, or on an edge, or on a
 * face, where the plane is the face's own. Sure of itself where faces are next to parallel, too:
 * whatever plane touches the cell, p is no nearer than that. */
double bsp_cell_before(const BspCell *cell, BspVec p, BspPlane *plane);

#endif
