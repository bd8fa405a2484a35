/* cell-volume: how much a cell holds, for tests of what cuts cells and makes them. */
#ifndef CELL_VOLUME_H
#define CELL_VOLUME_H

#include "geometry/cell.h"

double cell_volume(const BspCell *cell);

#endif
