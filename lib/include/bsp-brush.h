/* bsp-brush: bounded convex solids, from which levels are made.
 *
 * A brush is the intersection of half-spaces normal . x <= dist; its inside is solid. Coordinates
 * are in units. Once contents and tags are set, a brush is immutable and any number of threads may
 * read it. */
#ifndef BSP_BRUSH_H
#define BSP_BRUSH_H

#include "bsp-error.h"
#include "bsp-plane.h"

G_BEGIN_DECLS

typedef struct BspBrush BspBrush;

/* Makes the brush behind all of n planes. The planes face outward; their normals need not have unit
 * length.
 *
 * A plane is dropped if it cuts off nothing thicker than BSP_CELL_EPSILON. Returns NULL with
 * BSP_ERROR_GEOMETRY if a plane is not finite or its normal is zero, or if the brush would be
 * empty, unbounded, thinner than BSP_BRUSH_THICKNESS, or reach beyond BSP_WORLD_HALF. Returns NULL
 * with BSP_ERROR_LIMIT if the brush has more than 50000 faces. A brush made of the planes of
 * another brush's faces, in the same order, is the same bit for bit. The caller frees the brush
 * with bsp_brush_free(). */
BspBrush *bsp_brush_new_planes(const BspPlane *planes, guint n, GError **error);
BspBrush *bsp_brush_new_box(BspVec mins, BspVec maxs, GError **error);

/* Makes the convex hull of n points. Returns NULL with an error of bsp_hull_new() or
 * bsp_brush_new_planes(). */
BspBrush *bsp_brush_new_points(const BspVec *points, guint n, GError **error);

/* --- contents and tags ---
 *
 * A brush is solid under the masks that share a bit with its contents. Queries report the contents
 * and the tag of the side that was hit (bsp-move.h). Set both before adding the brush to a solid.
 *
 * Side i is plane i of those given to bsp_brush_new_planes(); dropped planes are counted. The sides
 * of a box are +x, -x, +y, -y, +z, -z. The sides of a hull of points are in no useful order. */

/* Sets the material of the brush's volume, for instance a set of up to 32 flags. The contents are 1
 * until they are set. */
void bsp_brush_set_contents(BspBrush *brush, guint32 contents);
guint32 bsp_brush_contents(const BspBrush *brush);

guint bsp_brush_n_sides(const BspBrush *brush);

/* Sets the tag of a side, which is the caller's number for its surface. A tag is 0 until it is set.
 * `side` must be less than bsp_brush_n_sides(). */
void bsp_brush_set_tag(BspBrush *brush, guint side, guint32 tag);
guint32 bsp_brush_tag(const BspBrush *brush, guint side);

/* Frees the brush. NULL is allowed. */
void bsp_brush_free(BspBrush *brush);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspBrush, bsp_brush_free)

G_END_DECLS

#endif
