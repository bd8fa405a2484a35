/* cast-body: makes the bodies of cells against which shapes are cast. */
#ifndef BSP_CAST_BODY_H
#define BSP_CAST_BODY_H

#include "geometry/cell.h"
#include "trace/cast.h"

/* Appends the body of a cell. vertices is an array of BspVec, first of guint; `first` must begin
 * with one 0. bsp_cast_body() reads both. */
void bsp_cast_add_body(GArray *vertices, GArray *first, const BspCell *cell);

#endif
