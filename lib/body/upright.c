/* upright: finds the side of a brush that supports a body on the brush's edge. */
#include "body/contact.h"
#include "body/distance.h"
#include "body/separators.h"
#include "bsp-brush-table.h"

/* Returns whether the side has all vertices of the brush that are farthest out along the normal of
 * a contact. There are one such vertex, or two at the ends of an edge. The shape's point at the
 * contact does not show which edge it is, because it may be any point of a hull's face. */
static bool is_at_contact(const BspCastBody *body, const BspPlane *supports, const BspPlane *side)
{
    for (unsigned i = 0; i < body->n; i++)
        if (bsp_plane_distance(supports, body->vertices[i]) >= -BSP_BRACKET &&
            bsp_plane_distance(side, body->vertices[i]) < -BSP_BRACKET)
            return false;
    return true;
}

/* Finds the side that supports a box whose nearest point of the brush is on an edge or a corner. It
 * is the side with the largest normal.z among the sides that meet there. Moves its plane out for
 * the shape, and by the distance of the box. */
static bool find_side_beside(const BspBrushTable *table, const BspShape *shape, BspVec at,
                             uint32_t brush, BspPlane *side)
{
    const BspTableBrush *b = bsp_brush_table_row(table, brush);
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
    if (!bsp_brush_table_hold_shape(table, shape) || !bsp_brush_table_has(table, hit->brush))
        return false;
    if (bsp_shape_is_box(shape))
        return find_side_beside(table, shape, tr->point, hit->brush, side);
    const BspTableBrush *b = bsp_brush_table_row(table, hit->brush);
    BspCastBody body = bsp_brush_table_body(table, hit->brush);
    BspPlane best = { { { 0, 0, -HUGE_VAL } }, 0 };
    BspPlane supports = bsp_separators_support(&body, shape, tr->plane.normal);
    double gap = bsp_plane_distance(&supports, tr->point);
    supports.dist -= bsp_shape_plane_offset(shape, supports.normal);
    for (uint32_t i = 0, n = bsp_brush_table_n_own(b); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(table, b, i);
        if (plane.normal.z > best.normal.z && is_at_contact(&body, &supports, &plane))
            best = plane;
    }
    if (best.normal.z < -1)
        return false;
    *side = best;
    side->dist += bsp_shape_plane_offset(shape, side->normal) + gap;
    return true;
}
