/* cell-volume: the volume and the surface of a cell, for tests of functions that cut and make
 * cells. */
#ifndef CELL_VOLUME_H
#define CELL_VOLUME_H

#include "geometry/cell.h"

double cell_volume(const BspCell *cell);

/* The area of all faces; 0 if the cell is NULL. */
double cell_surface(const BspCell *cell);

#endif
