/* cast-body: the bodies that shapes are cast against, made of cells. */
#ifndef BSP_CAST_BODY_H
#define BSP_CAST_BODY_H

#include "geometry/cell.h"
#include "trace/cast.h"

/* Adds the body of a cell to many in two arrays, of BspVec and guint: see bsp_cast_body(). `first`
 * starts as one 0. */
void bsp_cast_add_body(GArray *vertices, GArray *first, const BspCell *cell);

#endif
