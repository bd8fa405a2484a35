/* round-body: makes the bodies of cells against which round shapes are cast in closed form. */
#ifndef BSP_ROUND_BODY_H
#define BSP_ROUND_BODY_H

#include "geometry/cell.h"
#include "trace/round.h"

/* Appends the body of a cell to arrays of BspPlane, BspRoundEdge and guint, which bsp_round_body()
 * reads. The body shares the vertices of the cell. `first` must begin with two 0. */
void bsp_round_add_body(GArray *planes, GArray *edges, GArray *first, const BspCell *cell);

#endif
