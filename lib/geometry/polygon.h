/* polygon: internal functions of polygons (bsp-cell.h). All are pure and thread-safe. */
#ifndef BSP_POLYGON_INSIDE_H
#define BSP_POLYGON_INSIDE_H

#include "bsp-cell.h"
#include "trace/plane.h"

/* A square on the plane that covers the plane's section with the cube of half-edge `half` about
 * `centre`. */
BspPolygon *bsp_polygon_new_large(const BspPlane *plane, BspVec centre, double half);

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

/* Whether the polygon is narrow: its area is less than that of a triangle of this height over the
 * longest edge, or over the longest diagonal from the first vertex. */
gboolean bsp_polygon_is_sliver(const BspPolygon *p, double width);

#endif
