/* trace-all: finds every brush that a move meets. */
#include "body/distance.h"
#include "body/exit.h"
#include "body/meet.h"
#include "table/pass.h"
#include "trace/move.h"

/* --- the list, in the caller's array --- */

typedef struct {
    BspCrossing *crossings;
    uint32_t n_max, n;
} List;

static bool is_before(const BspCrossing *a, const BspCrossing *b)
{
    return a->t_enter < b->t_enter || (a->t_enter == b->t_enter && a->hit.brush < b->hit.brush);
}

/* Inserts a crossing in the list. The search finds brushes roughly in order, so a crossing is
 * usually added at the end. */
static void add_crossing(List *list, const BspCrossing *crossing)
{
    uint32_t at = BSP_MIN(list->n, list->n_max);
    list->n++;
    if (at == list->n_max && (at == 0 || !is_before(crossing, &list->crossings[--at])))
        return;
    BSP_ASSERT(at < list->n_max && !(crossing->t_leave < crossing->t_enter));
    for (; at > 0 && is_before(crossing, &list->crossings[at - 1]); at--)
        list->crossings[at] = list->crossings[at - 1];
    list->crossings[at] = *crossing;
}

/* Returns the crossing of a brush that is entered at `enter` and left at `leave`. */
static BspCrossing crossing_of(double enter, double leave)
{
    return (BspCrossing){ .t_enter = enter, .t_leave = leave > 1 ? 2 : BSP_MAX(leave, enter) };
}

/* --- boxes and points --- */

static void list_for_box(const BspSweep *s, BspNear *near, List *list)
{
    BspPass pass = { .sweep = s, .keep = 0, .limit = -BSP_IN_SOLID, .far = 0, .near = near };
    uint32_t brush;
    BspClip clip;
    s->table->wide->begin(&pass);
    while (s->table->wide->next(&pass, 1, &brush, &clip)) {
        BspPassage passage = { .leave = 0 };
        if (!clip.stops)
            continue;
        bsp_sweep_passage(s, bsp_brush_table_row(s->table, brush), 0, &passage);
        BspCrossing crossing = crossing_of(clip.enter, passage.leave);
        if (clip.enter > 0)
            bsp_sweep_name(s, brush, clip.plane, 0, &crossing.hit);
        else
            bsp_start_distance(s, brush, &crossing.hit);
        add_crossing(list, &crossing);
    }
}

/* --- other shapes --- */

/* Lists the crossings of a shape that is not a box. For a contact at the start, the distance
 * decides, as in bsp_brush_table_trace(). So a shape that only touches the brush meets it if it
 * comes nearer. */
static void list_for_other(const BspSweep *s, BspNear *near, List *list)
{
    BspMotion forth;
    BspPath path = { &s->shape->bounds, 0, s->from, s->delta, 0, 1 };
    uint32_t brush;
    bsp_motion_init_straight(&forth, s->shape, s->from, s->delta);
    bsp_near_begin(near, &s->table->hierarchy, &path);
    while (bsp_brush_table_next(s->table, s->mask, near, 1, &brush)) {
        BspMeeting hit = { .t = 2 };
        if (!bsp_meet(&forth, s->table, brush, 0, 0, 1, &hit))
            continue;
        BspHit start;
        BspVec leaving;
        bool at_start = hit.t <= 0;
        bool is_in = at_start && bsp_is_in_solid(bsp_start_distance(s, brush, &start));
        if (at_start && !is_in && !bsp_other_approaches(s, brush, 0, &hit))
            continue;
        BspCrossing crossing =
            crossing_of(hit.t, bsp_leave_time(&forth, s->table, brush, &leaving));
        if (is_in)
            crossing.hit = start;
        else
            bsp_other_name(s, brush, hit.t, 0, hit.normal, &crossing.hit);
        add_crossing(list, &crossing);
    }
}

uint32_t bsp_brush_table_trace_all(const BspBrushTable *table, const BspMove *move,
                                   BspCrossing *crossings, uint32_t n_max)
{
    BspSweep sweep;
    BspNear near;
    List list = { crossings, n_max, 0 };
    if (bsp_sweep_init(&sweep, table, move))
        (sweep.is_box ? list_for_box : list_for_other)(&sweep, &near, &list);
    return list.n;
}
