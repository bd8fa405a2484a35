/* brush: the inside of a brush.
 *
 * It keeps its planes (none of them redundant) together with the polytope they bound, so that face
 * i of brush->cell lies on brush->cell->faces[i].plane. */
#ifndef BSP_BRUSH_INSIDE_H
#define BSP_BRUSH_INSIDE_H

#include "bsp-brush.h"
#include "geometry/cell.h"
#include "trace/shape.h"

struct BspBrush {
    BspCell *cell;
    BspBounds bounds;
    guint32 contents;
    guint n_sides;       /* planes that it was made of */
    guint *side_of_face; /* NULL: all sides have faces, and the same number */
    guint32 *tags;       /* of the sides; NULL: all 0 */
};

/* The number of the side that face i lies on. */
static inline guint bsp_brush_side_of_face(const BspBrush *brush, guint i)
{
    return brush->side_of_face ? brush->side_of_face[i] : i;
}

/* The brush that fills a cell, which is consumed; NULL with BSP_ERROR_GEOMETRY when too thin. */
BspBrush *bsp_brush_new_cell(BspCell *cell, GError **error);

/* The planes, outward and at their supports, that bound the brush swept by every box: its faces,
 * the six axial planes, and the planes through its edges parallel to an axis. Moved out by
 * bsp_shape_offset(), they bound exactly the positions at which a box meets the brush (the facets
 * of the Minkowski sum of two polytopes lie along facets of one, or along an edge of each).
 * Returns n_planes planes, the brush's faces first; free with g_free(). */
BspPlane *bsp_cell_box_planes(const BspCell *cell, guint *n_planes);

/* The brush expanded for a box: the reference points at which the box meets the brush (van Waveren
 * 2001; Golodetz 2013, "Onion BSPs"). Exact. NULL with BSP_ERROR_GEOMETRY
 * when the box reaches farther than BSP_WORLD_HALF, the brush and the box together farther than
 * twice that, or its planes meet too sharply to compute. */
BspBrush *bsp_brush_expand(const BspBrush *brush, const BspBounds *box, GError **error);

#endif
