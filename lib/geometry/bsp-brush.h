/* bsp-brush: bounded convex solids.
 *
 * A brush is the intersection of half-spaces normal . x <= dist; its inside is solid. It keeps its
 * planes (none of them redundant) together with the polytope they bound, so that face i of
 * brush->cell lies on brush->cell->faces[i].plane. Immutable once built; any thread may read it. */
#ifndef BSP_BRUSH_H
#define BSP_BRUSH_H

#include "bsp-error.h"
#include "bsp-shape.h"
#include "geometry/cell.h"

typedef struct {
    BspCell *cell;
    BspBounds bounds;
} BspBrush;

/* The brush inside all of n planes. Planes are normalised; a plane that cuts away nothing thicker
 * than BSP_CELL_EPSILON is dropped. NULL with BSP_ERROR_GEOMETRY when a plane has no direction or
 * is not finite, and when the solid is empty, unbounded or thinner than BSP_BRUSH_THICKNESS. The
 * planes of the brush's faces, in their order, make the same brush again, bit for bit. */
BspBrush *bsp_brush_new_planes(const BspPlane *planes, guint n, GError **error);
BspBrush *bsp_brush_new_box(BspVec mins, BspVec maxs, GError **error);

/* The convex hull of the points. */
BspBrush *bsp_brush_new_points(const BspVec *points, guint n, GError **error);

/* The brush that fills a cell, which is consumed; NULL with BSP_ERROR_GEOMETRY when too thin. */
BspBrush *bsp_brush_new_cell(BspCell *cell, GError **error);

void bsp_brush_free(BspBrush *brush);

/* The planes, outward and at their supports, that bound the brush swept by every box: its faces,
 * the six axial planes, and the planes through its edges parallel to an axis. Moved out by
 * bsp_shape_offset(), they bound exactly the positions at which a box meets the brush (the facets
 * of the Minkowski sum of two polytopes lie along facets of one, or along an edge of each).
 * Returns n_planes planes, the brush's faces first; free with g_free(). */
BspPlane *bsp_cell_box_planes(const BspCell *cell, guint *n_planes);

/* The brush expanded for a box: the reference points at which the box meets the brush (van Waveren
 * 2001; Golodetz 2013, "Onion BSPs"). Exact. NULL with an error only when it leaves the world. */
BspBrush *bsp_brush_expand(const BspBrush *brush, const BspBounds *box, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspBrush, bsp_brush_free)

#endif
