/* cell-volume: the surface of a cell, for tests of functions that cut cells. */
#ifndef CELL_VOLUME_H
#define CELL_VOLUME_H

#include "geometry/cell.h"

/* The area of all faces; 0 if the cell is NULL. */
double cell_surface(const BspCell *cell);

#endif
