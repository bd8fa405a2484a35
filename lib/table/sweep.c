/* sweep: a moving shape and the brushes of a brush table. */
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

/* Returns a plane of the brush, moved out for the box, and by a further `by` units. */
static BspPlane moved_plane(const BspSweep *sweep, uint32_t brush, uint32_t plane, double by)
{
    BspPlane out =
        bsp_brush_table_plane(sweep->table, bsp_brush_table_row(sweep->table, brush), plane);
    out.dist = bsp_vec_dot(out.normal, sweep->from) - bsp_sweep_distance(sweep, &out) + by;
    return out;
}

void bsp_sweep_name(const BspSweep *sweep, uint32_t brush, uint32_t plane, double by, BspHit *hit)
{
    bsp_brush_table_name(sweep->table, brush, plane, hit);
    hit->plane = moved_plane(sweep, brush, plane, by);
}
