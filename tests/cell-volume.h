/* cell-volume: the volume of a cell, for tests of functions that cut and make cells. */
#ifndef CELL_VOLUME_H
#define CELL_VOLUME_H

#include "geometry/cell.h"

double cell_volume(const BspCell *cell);

#endif
