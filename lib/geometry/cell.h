/* cell: internal functions of cells (bsp-cell.h). */
#ifndef BSP_CELL_INSIDE_H
#define BSP_CELL_INSIDE_H

#include "geometry/polygon.h"

/* Returns whether the inner box lies in the outer box, which it may touch. */
static inline gboolean bsp_bounds_hold(const BspBounds *outer, const BspBounds *inner)
{
    for (guint k = 0; k < 3; k++)
        if (!(inner->mins.v[k] >= outer->mins.v[k] && inner->maxs.v[k] <= outer->maxs.v[k]))
            return FALSE;
    return TRUE;
}

/* Consumes the cell and returns its part behind the plane moved backward by `by` units. Returns
 * NULL if that part is empty. */
BspCell *bsp_cell_take_behind(BspCell *cell, const BspPlane *plane, double by, guint tag);

/* Does the same as bsp_cell_take_behind(), for n planes. The face on plane i has the tag i. */
BspCell *bsp_cell_take_behind_all(BspCell *cell, const BspPlane *planes, guint n, double by);

/* Returns whether the cell has a face of its initial box (BSP_CELL_BOX_TAG). */
gboolean bsp_cell_ends_in_box(const BspCell *cell);

/* Sets *least and *most to the minimum and the maximum signed distance of the cell from the plane,
 * in units. */
void bsp_cell_range(const BspCell *cell, const BspPlane *plane, double *least, double *most);

/* Returns the smallest extent of the cell along the normal of any of its faces, in units. */
double bsp_cell_thickness(const BspCell *cell);

/* Returns the volume, in cubic units. */
double bsp_cell_volume(const BspCell *cell);

BspPolygon *bsp_cell_face_polygon(const BspCell *cell, guint face);

/* Returns the vertices that the cell has after each face is moved inward by `by` units. *n receives
 * their number. Returns NULL with *n = 0 if no part of the cell remains. The caller frees the array
 * with g_free(). */
BspVec *bsp_cell_eroded(const BspCell *cell, double by, guint *n);

/* --- parts of a cell, without cutting it ---
 *
 * A builder evaluates every candidate plane by the surface and volume of the two parts. The
 * probability that a long segment meets a part is proportional to its surface (the surface area
 * heuristic of ray tracing). For a short segment it is proportional to its volume. */

typedef struct {
    double area[2];   /* surface of the part in front and of the part behind, in square units; both
                         include the cut */
    double volume[2]; /* volume of the part in front and of the part behind, in cubic units */
} BspCellSplit;

/* Values of a cell that do not depend on the plane. The cell must outlive the measure. */
typedef struct BspCellMeasure BspCellMeasure;

BspCellMeasure *bsp_cell_measure_new(const BspCell *cell);
void bsp_cell_measure_free(BspCellMeasure *measure);

/* Computes the surface and volume of the two parts into which the plane divides the cell. Modifies
 * the measure, so only one thread may use it at a time. */
BspCellSplit bsp_cell_measure_split(BspCellMeasure *measure, const BspPlane *plane);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspCellMeasure, bsp_cell_measure_free)

#endif
