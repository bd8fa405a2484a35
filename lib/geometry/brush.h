/* brush: the representation of a brush, for the libraries alone.
 *
 * A brush stores the convex polytope that its planes bound. Face i of brush->cell lies on
 * brush->cell->faces[i].plane. No face is redundant. */
#ifndef BSP_BRUSH_INSIDE_H
#define BSP_BRUSH_INSIDE_H

#include "bsp-brush.h"
#include "geometry/cell.h"
#include "trace/shape.h"

struct BspBrush {
    BspCell *cell;
    BspBounds bounds;
    guint32 contents;
    guint n_sides;       /* number of planes given by the caller */
    guint *side_of_face; /* NULL: face i lies on side i, for all i */
    guint32 *tags;       /* n_sides of them; NULL: all are 0 */
};

/* The number of the side on which face i lies. */
static inline guint bsp_brush_side_of_face(const BspBrush *brush, guint i)
{
    return brush->side_of_face ? brush->side_of_face[i] : i;
}

/* The brush that fills the cell. Consumes the cell. Returns NULL with BSP_ERROR_GEOMETRY if the
 * cell is thinner than BSP_BRUSH_THICKNESS. */
BspBrush *bsp_brush_new_cell(BspCell *cell, GError **error);

/* The planes that bound the brush swept by any box: its faces, the six axial planes, and the planes
 * through an edge of the brush parallel to an axis. Each plane faces outward and touches the cell.
 *
 * Moved out by bsp_shape_offset(), they bound exactly the positions at which the box meets the
 * brush. The reason: each facet of a Minkowski sum of two polytopes is parallel to a facet of one
 * of them, or to an edge of each. Returns n_planes planes, the brush's faces first. The caller
 * frees them with g_free(). */
BspPlane *bsp_cell_box_planes(const BspCell *cell, guint *n_planes);

/* The brush expanded for a box: the positions of the box's reference point at which the box meets
 * the brush (van Waveren 2001; Golodetz 2013, "Onion BSPs"). The result is exact.
 *
 * Returns NULL with BSP_ERROR_GEOMETRY in three cases: the box reaches beyond BSP_WORLD_HALF, the
 * expanded brush reaches beyond twice that, or planes meet at an angle too sharp to compute. */
BspBrush *bsp_brush_expand(const BspBrush *brush, const BspBounds *box, GError **error);

#endif
