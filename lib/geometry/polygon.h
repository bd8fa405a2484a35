/* polygon: convex planar polygons, the faces of solids.
 *
 * Vertices go anticlockwise seen from the front of the polygon's plane. The plane is not stored:
 * whoever holds a polygon knows its plane. All functions are pure and thread-safe. */
#ifndef BSP_POLYGON_H
#define BSP_POLYGON_H

#include <glib.h>

#include "trace/plane.h"

typedef struct {
    guint n; /* number of vertices, at least 3 */
    BspVec v[];
} BspPolygon;

/* A copy of n vertices; free with g_free(), as every polygon. */
BspPolygon *bsp_polygon_new(const BspVec *vertices, guint n);

/* A square on the plane, large enough to cover the cube of half-edge `half` round `centre`. */
BspPolygon *bsp_polygon_new_large(const BspPlane *plane, BspVec centre, double half);

BspBounds bsp_polygon_bounds(const BspPolygon *p);
double bsp_polygon_area(const BspPolygon *p);

/* Mean of the vertices: a point of the polygon. */
BspVec bsp_polygon_centre(const BspPolygon *p);

/* Where the polygon lies, vertices within epsilon of the plane counting as on it. */
BspSide bsp_polygon_side(const BspPolygon *p, const BspPlane *plane, double epsilon);

/* Splits p by the plane. *front and *back receive new polygons, or NULL where nothing but what
 * lies within epsilon of the plane is on that side (a polygon on the plane gives NULL twice). */
void bsp_polygon_split(const BspPolygon *p, const BspPlane *plane, double epsilon,
                       BspPolygon **front, BspPolygon **back);

/* Whether the polygon is narrow: its area is less than that of a triangle so high over the longest
 * of its edges and of the diagonals from its first vertex. */
gboolean bsp_polygon_is_sliver(const BspPolygon *p, double width);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspPolygon, g_free)

#endif
