/* cell-volume: computes the volume of a solid, for tests. */
#ifndef CELL_VOLUME_H
#define CELL_VOLUME_H

#include "compile/solid.h"

/* Returns the volume of the union of the solid's brushes. */
double solid_volume(const BspSolid *solid);

#endif
