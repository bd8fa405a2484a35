/* bodies: converts cells into the bodies that casts need (shape/cast.h). */
#ifndef BSP_BODIES_H
#define BSP_BODIES_H

#include "geometry/cell.h"
#include "shape/cast.h"

/* Appends the vertices of a cell to an array of BspVec. Returns their place, for bsp_cast_body().
 */
BspCastPlace bsp_cast_add_body(GArray *vertices, const BspCell *cell);

#endif
