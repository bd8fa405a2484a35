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

/* Does the same as box_exit_time(), for a shape that is not a box. The reversed move meets the
 * brush where the shape leaves it. */
static double other_exit_time(const BspSweep *s, uint32_t brush, double t, BspPlane *plane)
{
    BspVec to = bsp_vec_add(s->from, s->delta);
    BspMotion forth, back;
    BspMeeting in = { .t = 2 }, out = { .t = 2 };
    bsp_motion_init_straight(&forth, s->shape, s->from, s->delta);
    bsp_motion_init_straight(&back, s->shape, to, bsp_vec_neg(s->delta));
    if (!bsp_meet(&forth, s->table, brush, 0, 0, 1, &in) || in.t > t ||
        !bsp_meet(&back, s->table, brush, 0, 0, 1, &out))
        return t;
    double leave = out.inside ? 2 : BSP_MAX(t, 1 - out.t);
    *plane =
        (BspPlane){ out.normal, bsp_vec_dot(out.normal, bsp_vec_mad(s->from, leave, s->delta)) };
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
