/* bodies: converts cells into the bodies that casts need (shape/cast.h). */
#ifndef BSP_BODIES_H
#define BSP_BODIES_H

#include "geometry/cell.h"
#include "shape/cast.h"

/* Appends the body of a cell. `vertices` is an array of BspVec, `first` an array of guint that must
 * begin with one 0. bsp_cast_body() reads both. */
void bsp_cast_add_body(GArray *vertices, GArray *first, const BspCell *cell);

#endif
