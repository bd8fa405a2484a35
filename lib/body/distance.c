/* distance: finds the distance of a shape from a brush, and the time at which it comes near. */
#include "body/distance.h"

#include "body/meet.h"
#include "body/separators.h"
#include "trace/compiler.h"

/* --- one, two and three planes --- */

/* Replaces *best by the distance that n weights give, if all weights are positive and this distance
 * is larger. */
static void try_weights(const BspFront *const fronts[3], const double weights[3], unsigned n,
                        BspNearest *best)
{
    BSP_ASSERT(n == 2 || n == 3);
    double d = 0;
    BspVec sum = bsp_vec(0, 0, 0);
    for (unsigned i = 0; i < n; i++) {
        if (!(weights[i] > 0))
            return;
        d += weights[i] * fronts[i]->d;
        sum = bsp_vec_mad(sum, weights[i], fronts[i]->normal);
    }
    double length = bsp_vec_length(sum);
    if (!(length > 0) || !(d > best->distance * length))
        return;
    best->distance = d / length;
    best->normal = bsp_vec_scale(sum, 1 / length);
    best->n = n;
    for (unsigned i = 0; i < n; i++)
        best->fronts[i] = *fronts[i];
}

static void try_two_planes(const BspFront *a, const BspFront *b, BspNearest *best)
{
    double c = bsp_vec_dot(a->normal, b->normal);
    try_weights((const BspFront *[]){ a, b, NULL },
                (double[]){ a->d - c * b->d, b->d - c * a->d, 0 }, 2, best);
}

/* Tries the point in which three planes meet. It is the sum of d_i cross_i divided by the
 * determinant of the normals. */
static void try_three_planes(const BspFront *a, const BspFront *b, const BspFront *c,
                             BspNearest *best)
{
    BspVec cross[3] = { bsp_vec_cross(b->normal, c->normal), bsp_vec_cross(c->normal, a->normal),
                        bsp_vec_cross(a->normal, b->normal) };
    BspVec p = bsp_vec_scale(cross[0], a->d);
    p = bsp_vec_mad(bsp_vec_mad(p, b->d, cross[1]), c->d, cross[2]);
    try_weights(
        (const BspFront *[]){ a, b, c },
        (double[]){ bsp_vec_dot(p, cross[0]), bsp_vec_dot(p, cross[1]), bsp_vec_dot(p, cross[2]) },
        3, best);
}

bool bsp_nearest_add(BspNearest *nearest, const BspFront *front)
{
    BspNearest best = *nearest;
    const BspFront *f = nearest->fronts;
    if (front->d > best.distance)
        best = bsp_nearest(*front);
    for (unsigned i = 0; i < nearest->n; i++)
        try_two_planes(front, &f[i], &best);
    for (unsigned i = 0; i < nearest->n; i++)
        for (unsigned k = 0; k < i; k++)
            try_three_planes(front, &f[k], &f[i], &best);
    BSP_ASSERT(best.n <= 3 && !(best.distance < nearest->distance));
    bool grows = best.distance > nearest->distance;
    *nearest = best;
    return grows;
}

/* --- boxes and points --- */

/* The maximum number of planes that the search adds. Two or three are usual. Each plane increases
 * the distance, so a limited search returns a distance that is too small, never one that is too
 * large. */
#define MOST_STEPS 32

/* Finds the plane that the nearest point is farthest in front of. Returns false if that point is in
 * front of no plane, except for rounding. */
static bool find_front(const BspSweep *s, const BspTableBrush *b, double t,
                       const BspNearest *nearest, BspFront *front)
{
    const BspReach reach = { nearest->normal, nearest->distance };
    double v;
    if (!(s->table->wide->greatest_out(s, b, t, &reach, &front->plane) > s->rounding / 16))
        return false;
    front->normal = bsp_brush_table_plane(s->table, b, front->plane).normal;
    front->d = bsp_sweep_plane(s, b, front->plane, &v);
    front->d += t * v;
    return true;
}

/* Finds the nearest point, if it is not on the plane that the box is farthest in front of. */
static BSP_NO_INLINE void search(const BspSweep *s, const BspTableBrush *b, double t,
                                 BspNearest *nearest)
{
    BspFront front;
    for (unsigned i = 0; i < MOST_STEPS; i++)
        if (!find_front(s, b, t, nearest, &front) || !bsp_nearest_add(nearest, &front))
            break;
}

BspNearest bsp_box_near(const BspSweep *sweep, uint32_t brush, double t)
{
    const BspTableBrush *b = bsp_brush_table_row(sweep->table, brush);
    BspFront front;
    bool is_over_side;
    front.d = sweep->table->wide->front(sweep, b, t, &front.plane, &is_over_side);
    BSP_ASSERT(front.plane < bsp_brush_table_n_planes(b));
    front.normal = bsp_brush_table_plane(sweep->table, b, front.plane).normal;
    BspNearest near = bsp_nearest(front);
    if (front.d > 0 && !is_over_side)
        search(sweep, b, t, &near);
    return near;
}

/* The maximum number of Newton steps until the box is at a given distance. Few moves need more than
 * three. Moves that pass an edge at almost that distance need about thirty, and 64 is twice that
 * number. */
#define MOST_NEWTON_STEPS 64

bool bsp_box_comes_near(const BspSweep *sweep, uint32_t brush, double distance, double *t,
                        BspNearest *near)
{
    for (unsigned i = 0; i < MOST_NEWTON_STEPS && *t <= 1; i++) {
        *near = bsp_box_near(sweep, brush, *t);
        double beyond = near->distance - distance, v = bsp_vec_dot(near->normal, sweep->delta);
        if (!(v < 0))
            return false;
        if (beyond <= sweep->rounding / 16)
            return true;
        *t += beyond / -v;
    }
    return *t <= 1;
}

/* --- other shapes --- */

/* Does the same as bsp_start_distance(). If the shape's core is in the brush, the planes of the
 * table give the depth, and the shape does not only touch the brush. */
static double distance_of_other_shape(const BspSweep *s, uint32_t brush, BspHit *hit)
{
    unsigned plane = 0;
    BspSeparators separators;
    bool is_in = bsp_core_is_in(s->table, s->shape, s->from, brush);
    double distance = -HUGE_VAL;
    bool is_over_side = !is_in && bsp_is_over_side(s->table, s->shape, s->from, brush, &distance);
    bsp_separators_init(&separators, s->table, s->shape, brush);
    if (!is_in && !is_over_side)
        distance = bsp_cast_distance(&separators.body, s->shape, s->from);
    if (distance > BSP_TOUCH)
        return distance;
    if (!is_in && !is_over_side)
        bsp_separators_look(&separators, s->from);
    double outside = bsp_separators_outside(&separators, s->from, &plane);
    bsp_separators_name(&separators, plane, hit);
    bool only_touches =
        !is_in && outside < -BSP_TOUCH && bsp_separators_only_touches(&separators, s->from, plane);
    return only_touches ? -BSP_TOUCH : outside;
}

BspPassClass bsp_other_regard(const BspSweep *s, BspPass *p, uint32_t brush, bool *may_be_near)
{
    const BspTableBrush *b = bsp_brush_table_row(s->table, brush);
    const double far = p->far + 2 * s->rounding;
    BspPassClass class = BSP_PASS_MEETS;
    *may_be_near = true;
    for (uint32_t i = 0, n = BSP_TABLE_AXIAL + (uint32_t)b->n_before; i < n; i++) {
        double d, v;
        if (i < BSP_TABLE_AXIAL) {
            d = bsp_bounds_distance(b, s->shape, s->from, i);
            v = bsp_bounds_speed(s->delta, i);
        } else {
            BspPlane plane = bsp_brush_table_oblique(s->table, b, i - BSP_TABLE_AXIAL);
            d = bsp_plane_distance(&plane, s->from) -
                bsp_shape_plane_offset(s->shape, plane.normal);
            v = bsp_vec_dot(plane.normal, s->delta);
        }
        double least = BSP_MIN(d, d + v);
        p->n_planes++;
        if (least >= far)
            return BSP_PASS_FAR;
        class = least >= p->limit ? BSP_PASS_LOW : class;
        *may_be_near &= d < p->near_by;
    }
    return class;
}

bool bsp_other_comes_near(const BspSweep *s, uint32_t brush, double distance, BspMeeting *hit)
{
    BspMotion motion;
    bsp_motion_init_straight(&motion, s->shape, s->from, s->delta);
    hit->t = 1;
    return bsp_meet(&motion, s->table, brush, distance > BSP_TOUCH ? distance : 0, 0, 1, hit);
}

/* Returns the normal at the start, for a shape that overlaps the brush there. A cast reports no
 * normal in this case. */
static BspVec normal_at_start(const BspSweep *s, uint32_t brush)
{
    unsigned plane = 0;
    BspSeparators separators;
    bsp_separators_init(&separators, s->table, s->shape, brush);
    bsp_separators_look(&separators, s->from);
    bsp_separators_outside(&separators, s->from, &plane);
    return bsp_separators_plane(&separators, plane).normal;
}

bool bsp_other_approaches(const BspSweep *s, uint32_t brush, double distance, BspMeeting *hit)
{
    if (!bsp_other_comes_near(s, brush, distance, hit))
        return false;
    if (hit->inside)
        hit->normal = normal_at_start(s, brush);
    return hit->t > 0 || bsp_vec_dot(hit->normal, s->delta) < 0;
}

/* Returns the side that is as far from the shape as the brush itself; BSP_NO_PLANE if there is
 * none. If shape and brush touch, the brush's distance is less exact. */
static uint32_t side_at(const BspSweep *s, uint32_t brush, BspVec at)
{
    const BspTableBrush *b = bsp_brush_table_row(s->table, brush);
    BspCastBody body = bsp_sweep_body(s, brush);
    double most;
    if (!bsp_is_over_side(s->table, s->shape, at, brush, &most))
        most = bsp_cast_distance(&body, s->shape, at);
    most -= most > BSP_TOUCH ? BSP_SKIN_CAST_ROUNDING : BSP_TOUCH;
    uint32_t side = BSP_NO_PLANE;
    for (uint32_t i = 0, n = bsp_brush_table_n_own(b); i < n; i++) {
        BspPlane plane = bsp_brush_table_plane(s->table, b, i);
        double d = bsp_plane_distance(&plane, at) - bsp_shape_plane_offset(s->shape, plane.normal);
        bool goes_against = bsp_vec_dot(plane.normal, s->delta) < 0;
        if (goes_against && d > most && bsp_brush_table_plane_name(s->table, brush, i)->side >= 0) {
            most = d;
            side = i;
        }
    }
    return side;
}

void bsp_other_name(const BspSweep *s, uint32_t brush, double t, double distance, BspVec normal,
                    BspHit *hit)
{
    BspCastBody body = bsp_sweep_body(s, brush);
    uint32_t side = side_at(s, brush, bsp_vec_mad(s->from, t, s->delta));
    bsp_brush_table_name(s->table, brush, side, hit);
    if (side == BSP_NO_PLANE) {
        hit->plane = bsp_separators_support(&body, s->shape, normal);
    } else {
        hit->plane = bsp_brush_table_plane(s->table, bsp_brush_table_row(s->table, brush), side);
        hit->plane.dist += bsp_shape_plane_offset(s->shape, hit->plane.normal);
    }
    hit->plane.dist += distance;
}

/* --- any shape --- */

double bsp_start_distance(const BspSweep *s, uint32_t brush, BspHit *hit)
{
    uint32_t plane = 0;
    bool is_over_side;
    if (!s->is_box)
        return distance_of_other_shape(s, brush, hit);
    double d =
        s->table->wide->front(s, bsp_brush_table_row(s->table, brush), 0, &plane, &is_over_side);
    if (d <= 0)
        bsp_sweep_name(s, brush, plane, 0, hit);
    return d <= 0 || is_over_side ? d : bsp_box_near(s, brush, 0).distance;
}
