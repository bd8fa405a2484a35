/* sweep: a shape that moves past the brushes of a brush table. */
#include "table/sweep.h"

#include "shape/shape.h"
#include "trace/compiler.h"
#include "trace/move.h"
#include "trace/plane.h"
#include "trace/reach.h"

static bool is_in_reach(const BspSweep *sweep)
{
    const BspShape *shape = sweep->shape;
    return bsp_segment_is_in_reach(&sweep->from, &sweep->delta) &&
           bsp_bounds_are_in_reach(&shape->bounds) &&
           (sweep->is_box || bsp_is_finite(shape->radius + shape->top + shape->bottom));
}

bool bsp_sweep_init(BspSweep *sweep, const BspBrushTable *table, const BspMove *move)
{
    const BspShape *shape = bsp_move_shape(move);
    BspVec from = move->from, to = move->to;
    sweep->table = table;
    sweep->shape = shape;
    sweep->is_box = bsp_shape_is_box(shape);
    sweep->mask = move->mask;
    sweep->from = from;
    sweep->delta = bsp_vec_sub(to, from);
    sweep->middle = bsp_vec_add(from, bsp_bounds_centre(&shape->bounds));
    sweep->half = bsp_bounds_half(&shape->bounds);
    sweep->rounding = bsp_sweep_rounding(from, to);
    sweep->rounding += sweep->is_box ? 0 : BSP_SKIN_CAST_ROUNDING;
    sweep->length = bsp_vec_length(sweep->delta);
    sweep->along = BSP_ALONG * sweep->length;
    sweep->same = sweep->rounding / (sweep->length + sweep->rounding);
    return bsp_brush_table_hold_shape(table, shape) && is_in_reach(sweep);
}

/* A plane of the brush, moved out for the box, and by a further `by` units. */
static BspPlane moved_plane(const BspSweep *sweep, uint32_t brush, uint32_t plane, double by)
{
    BspPlane out = bsp_brush_table_plane(sweep->table, &sweep->table->brushes[brush], plane);
    out.dist = bsp_vec_dot(out.normal, sweep->from) - bsp_sweep_distance(sweep, &out) + by;
    return out;
}

void bsp_sweep_name(const BspSweep *sweep, uint32_t brush, uint32_t plane, double by, BspHit *hit)
{
    bsp_brush_table_name(sweep->table, brush, plane, hit);
    hit->plane = moved_plane(sweep, brush, plane, by);
}

/* The time at which a box leaves the brush. Returns t if the box only touches the brush, or enters
 * it after t. */
static double box_exit_time(const BspSweep *s, uint32_t brush, double t, BspPlane *plane)
{
    const BspTableBrush *b = &s->table->brushes[brush];
    BspPassage deep, all;
    if (!bsp_sweep_passage(s, b, -BSP_TOUCH, &deep) || !(deep.enter < deep.leave) ||
        !bsp_sweep_passage(s, b, 0, &all) || all.enter > t + s->same)
        return t;
    if (all.first != BSP_NO_PLANE)
        *plane = moved_plane(s, brush, all.first, 0);
    return all.leave;
}

/* As box_exit_time(), for a shape that is not a box. */
static double other_exit_time(const BspSweep *s, uint32_t brush, double t, BspPlane *plane)
{
    BspCastBody body = bsp_sweep_body(s, brush);
    BspMotion forth, back;
    BspMeeting in, out;
    bsp_motion_init_straight(&forth, s->shape, s->from, s->delta);
    bsp_motion_init_straight(&back, s->shape, bsp_vec_add(s->from, s->delta),
                             bsp_vec_neg(s->delta));
    if (!bsp_cast(&body, &forth, 0, 0, 1, &in) || in.t > t ||
        !bsp_cast(&body, &back, 0, 0, 1, &out))
        return t;
    double leave = out.inside ? 2 : BSP_MAX(t, 1 - out.t);
    *plane =
        (BspPlane){ out.normal, bsp_vec_dot(out.normal, bsp_vec_mad(s->from, leave, s->delta)) };
    return leave;
}

/* Increases *t to when the shape leaves the last of the brushes that it is in at that time. Returns
 * the number of nodes visited. */
static uint64_t find_exit(const BspSweep *s, double *t, BspPlane *plane)
{
    BspNear near;
    BspPlane by = { 0 };
    uint32_t brush, last = UINT32_MAX;
    double before = *t;
    BspPath path = { &s->shape->bounds, 0, s->from, s->delta, before, before };
    bsp_near_begin(&near, &s->table->hierarchy, &path);
    while (bsp_brush_table_next(s->table, s->mask, &near, before, &brush)) {
        double leave = s->is_box ? box_exit_time(s, brush, before, &by)
                                 : other_exit_time(s, brush, before, &by);
        if (leave > *t || (leave == *t && leave > before && brush < last)) {
            *t = leave;
            last = brush;
            *plane = by;
        }
    }
    return near.n_visited;
}

double bsp_sweep_leaves(const BspSweep *s, BspPlane *plane)
{
    /* Usually the search visits a few nodes for each brush that the shape leaves. Only in a
     * malicious file, with boxes that are too large, could it visit every node for every brush. */
    const uint64_t most = UINT64_C(1024) * s->table->hierarchy.n_nodes;
    double t = 0;
    uint64_t n_visited = 0;
    for (double before = -1; t > before && t <= 1;) {
        before = t;
        n_visited += find_exit(s, &t, plane);
        if (n_visited > most)
            return 2;
    }
    return t;
}
