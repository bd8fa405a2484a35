/* prism: makes thin brushes behind the flat pieces of a surface. */
#include "geometry/prism.h"

#include <math.h>

#include "trace/compiler.h"

/* The cosine of 120 degrees. If the angle between the normals of two pieces is at least 120
 * degrees, their edge is not mitred, because a mitre would reach farther than twice the thickness.
 */
#define MITRED -0.5

/* Returns the outward plane of the prism through an edge. The planes of two neighbours are exactly
 * opposite, to the last bit. */
static BspPlane side_plane(const BspPrismFront *front, guint edge)
{
    guint from = front->corners[edge], to = front->corners[(edge + 1) % front->n];
    BspVec a = front->points[from], b = front->points[to], across = front->normal;
    if (bsp_vec_dot(across, front->beside[edge]) > MITRED)
        across = bsp_vec_add(across, front->beside[edge]);
    BspVec normal = bsp_vec_unit(bsp_vec_cross(bsp_vec_sub(b, a), across));
    return (BspPlane){ normal, bsp_vec_dot(normal, from < to ? a : b) };
}

BspBrush *bsp_prism_new(const BspPrismFront *front, double thickness, GError **error)
{
    BSP_ASSERT(front->n >= 3 && front->n <= BSP_PRISM_MAX_CORNERS);
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (guint i = 0; i < front->n; i++) {
        double along = bsp_vec_dot(front->normal, front->points[front->corners[i]]);
        least = MIN(least, along);
        most = MAX(most, along);
    }
    BspPlane planes[BSP_PRISM_MAX_CORNERS + 2] = {
        { front->normal, most }, { bsp_vec_neg(front->normal), thickness - least }
    };
    for (guint i = 0; i < front->n; i++)
        planes[2 + i] = side_plane(front, i);
    return bsp_brush_new_planes(planes, 2 + front->n, error);
}
