/* upright: the side of a brush that supports a body on its edge. */
#include "body/contact.h"
#include "body/distance.h"
#include "body/parting.h"
#include "bsp-brush-table.h"

/* The point of the brush that is nearest to the shape. *gap receives the distance between brush and
 * shape. */
static BspVec nearest_point(const BspBrushTable *table, const BspShape *shape,
                            const BspTransition *tr, uint32_t brush, double *gap)
{
    BspCastBody body = bsp_cast_body(table->vertices, table->first, brush);
    BspShape point = bsp_shape_point();
    BspVec normal = tr->plane.normal;
    BspVec of_shape = bsp_shape_support_point(shape, bsp_vec_neg(normal));
    BspPlane supports = bsp_parting_support(&body, &point, normal);
    of_shape = bsp_vec_add(of_shape, tr->point);
    *gap = bsp_plane_distance(&supports, of_shape);
    return bsp_vec_mad(of_shape, -*gap, normal);
}

/* For a box that is beside an edge or a corner, at the distance of its skin: finds, among the sides
 * that meet there, the side with the greatest normal.z. */
static bool find_side_beside(const BspBrushTable *table, const BspShape *shape, BspVec at,
                             uint32_t brush, BspPlane *side)
{
    const BspTableBrush *b = &table->brushes[brush];
    BspSweep still;
    double most = -HUGE_VAL;
    BspMove move = { at, at, shape, 0, 0 };
    if (!bsp_sweep_init(&still, table, &move))
        return false;
    BspNearest near = bsp_box_near(&still, brush, 0);
    for (unsigned i = 0; near.distance > 0 && near.n > 1 && i < near.n; i++) {
        BspPlane plane = bsp_brush_table_plane(table, b, near.fronts[i].plane);
        if (near.fronts[i].plane >= bsp_brush_table_n_own(b) || plane.normal.z <= most)
            continue;
        most = plane.normal.z;
        *side = plane;
        side->dist += bsp_shape_plane_offset(shape, plane.normal) + near.distance;
    }
    return most > -HUGE_VAL;
}

bool bsp_contact_upright(const BspBrushTable *table, const BspShape *shape, const BspTrace *answer,
                         BspPlane *side)
{
    const BspTransition *tr = &answer->tr;
    const BspHit *hit = &answer->hit;
    if (!bsp_brush_table_hold_shape(table, shape) || hit->brush >= table->n_brushes)
        return false;
    if (bsp_shape_is_box(shape))
        return find_side_beside(table, shape, tr->point, hit->brush, side);
    const BspTableBrush *b = &table->brushes[hit->brush];
    BspPlane best = { { { 0, 0, -HUGE_VAL } }, 0 };
    double gap;
    BspVec at = nearest_point(table, shape, tr, hit->brush, &gap);
    for (uint32_t i = 0, n = bsp_brush_table_n_own(b); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(table, b, i);
        if (fabs(bsp_plane_distance(&plane, at)) <= BSP_BRACKET && plane.normal.z > best.normal.z)
            best = plane;
    }
    if (best.normal.z < -1)
        return false;
    *side = best;
    side->dist += bsp_shape_plane_offset(shape, side->normal) + gap;
    return true;
}
