/* cell-volume: the surface of a cell and the volume of a solid, for tests. */
#ifndef CELL_VOLUME_H
#define CELL_VOLUME_H

#include "compile/solid.h"
#include "geometry/cell.h"

/* The area of all faces; 0 if the cell is NULL. */
double cell_surface(const BspCell *cell);

/* The volume of the union of the solid's brushes. */
double solid_volume(const BspSolid *solid);

#endif
