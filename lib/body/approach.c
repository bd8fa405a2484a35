/* approach: the distance between a moving shape other than a box and one brush. */
#include "body/approach.h"

#include "body/parting.h"
#include "trace/compiler.h"

bool bsp_approach_is_far(const BspApproach *a, double distance)
{
    const BspTableBrush *b = &a->table->brushes[a->brush];
    for (uint32_t i = 0, n = bsp_brush_table_n_own(b); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(a->table, b, i);
        double d =
            bsp_plane_distance(&plane, a->from) - bsp_shape_plane_offset(a->shape, plane.normal);
        if (d >= distance && d + bsp_vec_dot(plane.normal, a->delta) >= distance)
            return true;
    }
    return false;
}

static BspParting parting_at_start(const BspApproach *a)
{
    BspParting parting;
    bsp_parting_init(&parting, a->table, a->shape, a->brush);
    bsp_parting_look(&parting, a->from);
    return parting;
}

double bsp_approach_start(const BspApproach *a)
{
    double distance = bsp_cast_distance(&a->body, a->shape, a->from);
    if (distance > BSP_TOUCH)
        return distance;
    unsigned plane = 0;
    BspParting parting = parting_at_start(a);
    double outside = bsp_parting_outside(&parting, a->from, &plane);
    bool only_touches = outside < -BSP_TOUCH && bsp_parting_only_touches(&parting, a->from);
    return only_touches ? -BSP_TOUCH : outside;
}

/* --- when the shape first comes within a distance --- */

static bool is_first_near(const BspApproach *a, double distance, BspCastHit *hit)
{
    return distance > BSP_TOUCH
               ? bsp_cast_near(&a->body, a->shape, &(BspCastPath){ a->from, a->delta, 0, 1 },
                               distance, hit)
               : bsp_cast(&a->body, a->shape, &(BspCastPath){ a->from, a->delta, 0, 1 }, hit, NULL);
}

bool bsp_approach_comes_near(const BspApproach *a, double limit)
{
    BspCastHit hit;
    return is_first_near(a, limit, &hit);
}

/* The normal at the start, for a shape that overlaps the brush there: then a cast reports no
 * normal. */
static BspVec normal_at_start(const BspApproach *a)
{
    unsigned plane = 0;
    BspParting parting = parting_at_start(a);
    bsp_parting_outside(&parting, a->from, &plane);
    return bsp_parting_plane(&parting, plane).normal;
}

bool bsp_approach_stops(const BspApproach *a, double keep, double *t, BspVec *normal)
{
    BspCastHit hit;
    if (!is_first_near(a, keep, &hit))
        return false;
    *t = hit.t;
    *normal = hit.overlap ? normal_at_start(a) : hit.normal;
    return hit.t > 0 || bsp_vec_dot(*normal, a->delta) < 0;
}

double bsp_approach_leaves(const BspApproach *a, double t, double same, BspVec *normal)
{
    BspCastHit in, back;
    BspVec to = bsp_vec_add(a->from, a->delta), reverse = bsp_vec_neg(a->delta);
    if (!bsp_cast(&a->body, a->shape, &(BspCastPath){ a->from, a->delta, 0, 1 }, &in, NULL) ||
        in.t > t + same ||
        !bsp_cast(&a->body, a->shape, &(BspCastPath){ to, reverse, 0, 1 }, &back, NULL))
        return t;
    *normal = back.normal;
    return back.overlap ? 2 : BSP_MAX(t, 1 - back.t);
}

/* --- the hit --- */

/* The side whose distance from the shape equals that of the brush itself; BSP_NO_PLANE if there is
 * none. If shape and brush touch, the brush's distance is less exact. */
static uint32_t side_at(const BspApproach *a, BspVec at)
{
    const BspTableBrush *b = &a->table->brushes[a->brush];
    double most = bsp_cast_distance(&a->body, a->shape, at);
    most -= most > BSP_TOUCH ? BSP_SKIN_CAST_ROUNDING : BSP_TOUCH;
    uint32_t side = BSP_NO_PLANE;
    for (uint32_t i = 0, n = bsp_brush_table_n_own(b); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(a->table, b, i);
        double d = bsp_plane_distance(&plane, at) - bsp_shape_plane_offset(a->shape, plane.normal);
        bool goes_against = bsp_vec_dot(plane.normal, a->delta) < 0;
        if (goes_against && d > most &&
            bsp_brush_table_plane_name(a->table, a->brush, i)->side >= 0) {
            most = d;
            side = i;
        }
    }
    return side;
}

void bsp_approach_name(const BspApproach *a, double t, double distance, BspVec normal, BspHit *hit)
{
    uint32_t side = side_at(a, bsp_vec_mad(a->from, t, a->delta));
    bsp_brush_table_name(a->table, a->brush, side, hit);
    if (side == BSP_NO_PLANE) {
        hit->plane = bsp_parting_support(&a->body, a->shape, normal);
    } else {
        hit->plane = bsp_brush_table_plane(a->table, &a->table->brushes[a->brush], side);
        hit->plane.dist += bsp_shape_plane_offset(a->shape, hit->plane.normal);
    }
    hit->plane.dist += distance;
}

void bsp_approach_name_start(const BspApproach *a, BspHit *hit)
{
    unsigned plane = 0;
    BspParting parting = parting_at_start(a);
    bsp_parting_outside(&parting, a->from, &plane);
    bsp_parting_name(&parting, plane, hit);
}
