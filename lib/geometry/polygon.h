/* polygon: internal functions of polygons (bsp-cell.h). All functions are pure and thread-safe. */
#ifndef BSP_POLYGON_INSIDE_H
#define BSP_POLYGON_INSIDE_H

#include "tools/bsp-cell.h"
#include "trace/plane.h"

/* Returns a square on the plane. It covers the intersection of the plane with a cube, whose centre
 * is `centre` and whose edges are 2 * half long. */
BspPolygon *bsp_polygon_new_large(const BspPlane *plane, BspVec centre, double half);

/* Returns the side of a plane on which an object lies, given whether it reaches the front and the
 * back. */
static inline BspSide bsp_side_reached(gboolean front, gboolean back)
{
    if (front)
        return back ? BSP_SIDE_STRADDLE : BSP_SIDE_FRONT;
    return back ? BSP_SIDE_BACK : BSP_SIDE_ON;
}

/* Returns the side of the plane on which the polygon lies. Vertices within epsilon of the plane
 * count as on the plane. */
BspSide bsp_polygon_side(const BspPolygon *p, const BspPlane *plane, double epsilon);

/* Returns whether the polygon is narrow. Its area is then less than the area of a triangle of
 * height `width`, whose base is the longest edge or the longest diagonal from the first vertex. */
gboolean bsp_polygon_is_sliver(const BspPolygon *p, double width);

/* Returns the distance of p from the segment from a to b. */
static inline double bsp_segment_distance(BspVec a, BspVec b, BspVec p)
{
    BspVec edge = bsp_vec_sub(b, a), to = bsp_vec_sub(p, a);
    double square = bsp_vec_dot(edge, edge);
    double t = square > 0 ? bsp_vec_dot(to, edge) / square : 0;
    return bsp_vec_length(bsp_vec_mad(to, -CLAMP(t, 0, 1), edge));
}

#endif
