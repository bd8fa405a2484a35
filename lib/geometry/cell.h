/* cell: internal functions of cells (bsp-cell.h). */
#ifndef BSP_CELL_INSIDE_H
#define BSP_CELL_INSIDE_H

#include "geometry/polygon.h"

/* Consumes the cell and returns its part behind the plane moved backward by `by` units. Returns
 * NULL if that part is empty. */
BspCell *bsp_cell_take_behind(BspCell *cell, const BspPlane *plane, double by, guint tag);

/* Whether the cell has a face of its initial box (BSP_CELL_BOX_TAG). */
gboolean bsp_cell_ends_in_box(const BspCell *cell);

/* The least and the greatest signed distance of the cell from the plane, in units. */
void bsp_cell_range(const BspCell *cell, const BspPlane *plane, double *least, double *most);

BspPolygon *bsp_cell_face_polygon(const BspCell *cell, guint face);

/* The vertices of the cell after each face is moved inward by `by` units. *n receives their number.
 * Returns NULL with *n = 0 if nothing remains. The caller frees the array with g_free(). */
BspVec *bsp_cell_eroded(const BspCell *cell, double by, guint *n);

#endif
