/* bodies: converts cells into the bodies that casts need (trace/cast.h, trace/round.h). */
#ifndef BSP_BODIES_H
#define BSP_BODIES_H

#include "geometry/cell.h"
#include "trace/cast.h"
#include "trace/round.h"

/* Appends the body of a cell. `vertices` is an array of BspVec, `first` an array of guint that must
 * begin with one 0. bsp_cast_body() reads both. */
void bsp_cast_add_body(GArray *vertices, GArray *first, const BspCell *cell);

/* Appends the body of a cell to arrays of BspPlane, BspRoundEdge and guint, which bsp_round_body()
 * reads. The body shares the vertices of the cell. `first` must begin with two 0. */
void bsp_round_add_body(GArray *planes, GArray *edges, GArray *first, const BspCell *cell);

#endif
