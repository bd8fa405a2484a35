/* exit: finds the time at which a shape that starts in solid leaves it. */
#include "body/exit.h"

#include "body/meet.h"
#include "table/pass.h"

/* Returns the time at which a box leaves the brush. Returns t if the box only touches the brush, or
 * enters it after t. */
static double box_exit_time(const BspSweep *s, uint32_t brush, double t, BspPlane *plane)
{
    const BspTableBrush *b = bsp_brush_table_row(s->table, brush);
    BspPassage deep, all;
    if (!bsp_sweep_passage(s, b, -BSP_TOUCH, &deep) || !(deep.enter < deep.leave) ||
        !bsp_sweep_passage(s, b, 0, &all) || all.enter > t + s->same)
        return t;
    if (all.first != BSP_NO_PLANE)
        *plane = bsp_pass_moved_plane(s, brush, all.first);
    return all.leave;
}

double bsp_leave_time(const BspMotion *motion, const BspBrushTable *table, uint32_t brush,
                      BspVec *normal)
{
    BspMotion back;
    BspMeeting hit = { .t = 2 };
    bsp_motion_init_straight(&back, motion->shape, bsp_vec_add(motion->from, motion->delta),
                             bsp_vec_neg(motion->delta));
    if (!bsp_meet(&back, table, brush, 0, 0, 1, &hit))
        return 0;
    *normal = hit.normal;
    return hit.inside ? 2 : 1 - hit.t;
}

/* Does the same as box_exit_time(), for a shape that is not a box. */
static double other_exit_time(const BspSweep *s, uint32_t brush, double t, BspPlane *plane)
{
    BspMotion motion;
    BspMeeting hit = { .t = 2 };
    BspVec normal;
    bsp_motion_init_straight(&motion, s->shape, s->from, s->delta);
    if (!bsp_meet(&motion, s->table, brush, 0, 0, 1, &hit) || hit.t > t)
        return t;
    double leave = bsp_leave_time(&motion, s->table, brush, &normal);
    if (leave <= t)
        return t;
    *plane = (BspPlane){ normal, bsp_vec_dot(normal, bsp_vec_mad(s->from, leave, s->delta)) };
    return leave;
}

/* Increases *t to the time at which the shape leaves the last of the brushes that it is in at *t.
 * Returns the number of nodes visited. */
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

double bsp_exit_time(const BspSweep *s, BspPlane *plane)
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
