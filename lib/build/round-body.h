/* round-body: the bodies that round shapes are cast against in closed form, made of cells. */
#ifndef BSP_ROUND_BODY_H
#define BSP_ROUND_BODY_H

#include "geometry/cell.h"
#include "trace/round.h"

/* Adds the body of a cell to many in three arrays, of BspPlane, BspRoundEdge and guint: see
 * bsp_round_body(). Its vertices are those of the cell. `first` starts as two 0. */
void bsp_round_add_body(GArray *planes, GArray *edges, GArray *first, const BspCell *cell);

#endif
