/* polygon: convex planar polygons, the faces of solids.
 *
 * Vertices are anticlockwise seen from the front of the polygon's plane. A polygon does not store
 * its plane; its owner does. All functions are pure and thread-safe. */
#ifndef BSP_POLYGON_H
#define BSP_POLYGON_H

#include <glib.h>

#include "trace/plane.h"

typedef struct {
    guint n; /* number of vertices, at least 3 */
    BspVec v[];
} BspPolygon;

/* A copy of n vertices. The caller frees all polygons with g_free(). */
BspPolygon *bsp_polygon_new(const BspVec *vertices, guint n);

/* A square on the plane that covers the plane's section with the cube of half-edge `half` about
 * `centre`. */
BspPolygon *bsp_polygon_new_large(const BspPlane *plane, BspVec centre, double half);

BspBounds bsp_polygon_bounds(const BspPolygon *p);
double bsp_polygon_area(const BspPolygon *p);

/* The mean of the vertices, which lies in the polygon. */
BspVec bsp_polygon_centre(const BspPolygon *p);

/* The side of a plane on which something lies that reaches these sides of it. */
static inline BspSide bsp_side_reached(gboolean front, gboolean back)
{
    if (front)
        return back ? BSP_SIDE_STRADDLE : BSP_SIDE_FRONT;
    return back ? BSP_SIDE_BACK : BSP_SIDE_ON;
}

/* The side of the plane on which the polygon lies. Vertices within epsilon of the plane count as on
 * it. */
BspSide bsp_polygon_side(const BspPolygon *p, const BspPlane *plane, double epsilon);

/* Splits p by the plane. *front and *back receive new polygons. A part is NULL if it reaches no
 * farther than epsilon from the plane; both are NULL if p lies on the plane. */
void bsp_polygon_split(const BspPolygon *p, const BspPlane *plane, double epsilon,
                       BspPolygon **front, BspPolygon **back);

/* Whether the polygon is narrow: its area is less than that of a triangle of this height over the
 * longest edge, or over the longest diagonal from the first vertex. */
gboolean bsp_polygon_is_sliver(const BspPolygon *p, double width);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspPolygon, g_free)

#endif
