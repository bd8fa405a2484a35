/* bsp-brush: bounded convex solids, of which levels are made.
 *
 * A brush is the intersection of half-spaces normal . x <= dist; its inside is solid. Immutable
 * once built; any thread may read it. */
#ifndef BSP_BRUSH_H
#define BSP_BRUSH_H

#include "bsp-error.h"
#include "bsp-plane.h"

G_BEGIN_DECLS

typedef struct BspBrush BspBrush;

/* The brush inside all of n planes. Planes are normalised; a plane that cuts away nothing thicker
 * than BSP_CELL_EPSILON is dropped. NULL with BSP_ERROR_GEOMETRY when a plane has no direction or
 * is not finite, and when the solid is empty, unbounded or thinner than BSP_BRUSH_THICKNESS, or
 * reaches farther than BSP_WORLD_HALF. The planes of the brush's faces, in their order, make the
 * same brush again, bit for bit. */
BspBrush *bsp_brush_new_planes(const BspPlane *planes, guint n, GError **error);
BspBrush *bsp_brush_new_box(BspVec mins, BspVec maxs, GError **error);

/* The convex hull of the points. NULL with an error of bsp_hull_new() or of the above. */
BspBrush *bsp_brush_new_points(const BspVec *points, guint n, GError **error);

/* --- what the caller says of it ---
 *
 * Contents say under which masks the brush is matter; both are told of what is hit (bsp-hit.h). To
 * be set before the brush becomes part of a solid. Sides are numbered as the planes it was made of,
 * those included that cut nothing away: of a box +x, -x, +y, -y, +z, -z; of points in no order that
 * means anything. */

/* What it is made of, for instance a set of 32 kinds of matter. 1 at first. */
void bsp_brush_set_contents(BspBrush *brush, guint32 contents);
guint32 bsp_brush_contents(const BspBrush *brush);

guint bsp_brush_n_sides(const BspBrush *brush);

/* Of a side, which must be one: its surface, its material. 0 at first. */
void bsp_brush_set_tag(BspBrush *brush, guint side, guint32 tag);
guint32 bsp_brush_tag(const BspBrush *brush, guint side);

void bsp_brush_free(BspBrush *brush);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspBrush, bsp_brush_free)

G_END_DECLS

#endif
