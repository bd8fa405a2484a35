/* upright: the side of a brush that bears a body on its edge. */
#include "trace/box-near.h"
#include "trace/cast.h"
#include "trace/touch.h"

/* The point of the brush that is nearest to the shape. *gap: the distance between them. */
static BspVec nearest_point(const BspBrushTable *sides, const BspShape *shape,
                            const BspTransition *tr, uint32_t brush, double *gap)
{
    BspCastBody body = bsp_cast_body(sides->vertices, sides->first, brush);
    BspShape point = bsp_shape_point();
    BspVec normal = tr->plane.normal;
    BspVec of_shape = bsp_shape_support_point(shape, bsp_vec_neg(normal));
    BspPlane supports = bsp_touch_supporting(&body, &point, normal);
    of_shape = bsp_vec_add(of_shape, tr->point);
    *gap = bsp_plane_distance(&supports, of_shape);
    return bsp_vec_mad(of_shape, -*gap, normal);
}

/* For a box that is beside an edge or a corner, at the distance of a skin: finds the most upright
 * side that meets there. */
static bool find_beside(const BspBrushTable *sides, const BspShape *shape, BspVec at,
                        uint32_t brush, BspPlane *side)
{
    const BspTableBrush *b = &sides->brushes[brush];
    BspSweep still;
    double most = -HUGE_VAL;
    BspMove move = { at, at, shape, 0, 0 };
    if (!bsp_sweep_init(&still, sides, &move))
        return false;
    BspBoxNear near = bsp_box_near(&still, brush, 0);
    for (unsigned i = 0; near.distance > 0 && near.n > 1 && i < near.n; i++) {
        const BspPlane *plane = &sides->planes[near.planes[i]];
        if (near.planes[i] >= b->first + b->n_own || plane->normal.z <= most)
            continue;
        most = plane->normal.z;
        *side = *plane;
        side->dist += bsp_touch_offset(shape, plane->normal) + near.distance;
    }
    return most > -HUGE_VAL;
}

bool bsp_brush_table_upright(const BspBrushTable *sides, const BspShape *shape,
                             const BspTrace *answer, BspPlane *side)
{
    const BspTransition *tr = &answer->tr;
    const BspHit *hit = &answer->hit;
    if (!bsp_brush_table_hold_shape(sides, shape) || hit->brush >= sides->n_brushes)
        return false;
    if (bsp_shape_is_box(shape))
        return find_beside(sides, shape, tr->point, hit->brush, side);
    const BspTableBrush *b = &sides->brushes[hit->brush];
    const BspPlane *best = NULL;
    double gap;
    BspVec at = nearest_point(sides, shape, tr, hit->brush, &gap);
    for (uint32_t i = b->first; i < b->first + b->n_own; i++) {
        const BspPlane *plane = &sides->planes[i];
        if (fabs(bsp_plane_distance(plane, at)) <= BSP_BRACKET &&
            (!best || plane->normal.z > best->normal.z))
            best = plane;
    }
    if (!best)
        return false;
    *side = *best;
    side->dist += bsp_touch_offset(shape, side->normal) + BSP_MAX(gap, 0);
    return true;
}
