/* bsp-hull: the convex hull of points, for use as a shape (bsp_shape_hull()).
 *
 * A hull is immutable. Any number of threads may read it. */
#ifndef BSP_HULL_H
#define BSP_HULL_H

#include "bsp-error.h"
#include "bsp-shape.h"

G_BEGIN_DECLS

/* Makes the hull of n points.
 *
 * Returns NULL with BSP_ERROR_GEOMETRY if a point is not finite, or if the points do not span a
 * volume. Returns NULL with BSP_ERROR_IO if /dev/null cannot be opened: qhull writes its messages
 * there. The caller frees the hull with bsp_hull_free(), which accepts NULL. */
BspHull *bsp_hull_new(const BspVec *points, guint n, GError **error);
void bsp_hull_free(BspHull *hull);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspHull, bsp_hull_free)

G_END_DECLS

#endif
