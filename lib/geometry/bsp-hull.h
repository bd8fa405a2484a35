/* bsp-hull: the convex hull of points, for shapes that are one (bsp_shape_hull()).
 *
 * Immutable once built, and may be read from any thread. */
#ifndef BSP_HULL_H
#define BSP_HULL_H

#include "bsp-error.h"
#include "bsp-shape.h"

G_BEGIN_DECLS

/* The hull of n points; NULL with BSP_ERROR_GEOMETRY when they do not span a volume, are fewer than
 * four or not finite, and with BSP_ERROR_IO when /dev/null, which qhull is to write its messages
 * to, cannot be opened. Free with bsp_hull_free(). */
BspHull *bsp_hull_new(const BspVec *points, guint n, GError **error);
void bsp_hull_free(BspHull *hull);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspHull, bsp_hull_free)

G_END_DECLS

#endif
