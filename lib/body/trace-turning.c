/* trace-turning: traces bodies that turn among the brushes of a table (bsp-turn.h). */
#include "body/meet.h"
#include "shape/cast.h"
#include "trace/move.h"

bool bsp_brush_table_can_turn(const BspBrushTable *table)
{
    return table->vertices || table->n_brushes == 0;
}

/* --- the skin --- */

/* Returns the distance of the body, at the start, from the nearest brush, if it is below `most`. */
static double start_distance(const BspMotion *b, const BspBrushTable *table, uint32_t mask,
                             double most)
{
    BspMotionSpan start;
    BspNear near;
    uint32_t brush;
    bsp_motion_span(b, 0, 0, &start);
    BspFrame pose = bsp_motion_pose(b, 0);
    BspPath path = { .box = &start.bounds, .by = most, .from = start.from };
    bsp_near_begin(&near, &table->hierarchy, &path);
    while (bsp_brush_table_next(table, mask, &near, 0, &brush)) {
        BspCastBody body = bsp_brush_table_body(table, brush);
        most = BSP_MIN(most, bsp_cast_separate(&body, b->shape, &pose, pose.origin).distance);
    }
    return most;
}

/* Returns the distance that the body keeps from brushes. It is 0 without a skin, because touching
 * is not hitting. */
static double level_of(const BspMotion *b, const BspBrushTable *table, const BspMove *move)
{
    if (move->skin <= BSP_TOUCH)
        return 0;
    double limit = move->skin - bsp_skin_slack(move->skin);
    double start = start_distance(b, table, move->mask, limit + BSP_SKIN_CAST_ROUNDING);
    return start > BSP_TOUCH ? BSP_MIN(limit, start - BSP_SKIN_CAST_ROUNDING) : 0;
}

/* --- the trace --- */

typedef struct {
    const BspMotion *body;
    const BspBrushTable *table;
    double level;
    BspMeeting hit; /* the first hit so far; hit.t is 2 if there is none */
    uint32_t brush;
    BspCounters *counters;
} Search;

/* Tests one brush over a span. A brush that contains the start counts before all others. If several
 * brushes are hit at the same time, the brush with the lowest number counts. */
static void test_brush(Search *s, uint32_t brush, double t0, double t1)
{
    BspMeeting hit = { .t = s->hit.t };
    if (!bsp_meet(s->body, s->table, brush, s->level, t0, t1, &hit))
        return;
    BSP_ASSERT(!(hit.t < t0));
    hit.inside = hit.inside && t0 == 0;
    if (hit.inside != s->hit.inside ? hit.inside
                                    : hit.t < s->hit.t || (hit.t == s->hit.t && brush < s->brush)) {
        s->hit = hit;
        s->brush = brush;
    }
}

static void search_span(Search *s, uint32_t mask, double t0, double t1)
{
    BspMotionSpan span;
    BspNear near;
    uint32_t brush;
    double far = s->level + 2 * BSP_TOUCH;
    BSP_ASSERT(t0 < t1 && s->level >= 0);
    bsp_motion_span(s->body, t0, t1, &span);
    BspPath path = { &span.bounds, far, span.from, span.delta, 0, 1 };
    bsp_near_begin(&near, &s->table->hierarchy, &path);
    while (bsp_brush_table_next(s->table, mask, &near, (s->hit.t - t0) / (t1 - t0), &brush)) {
        s->counters->leaves++;
        if (!bsp_span_is_far(s->body, &span, s->table, brush, far))
            test_brush(s, brush, t0, t1);
    }
    s->counters->nodes += near.n_visited;
}

/* Traces a turn of 0 degrees as a straight move of a rotated shape. Returns false if
 * bsp_shape_rotated() cannot rotate the shape. */
static bool trace_straight(const BspMotion *b, const BspBrushTable *table, const BspMove *move,
                           BspTrace *answer, BspCounters *counters, bool *named)
{
    BspRotatedStorage storage;
    BspShape rotated;
    BspMove straight = *move;
    BspFrame pose = bsp_motion_pose(b, 0), inverse = bsp_motion_inverse(&pose);
    if (b->angle != 0 || !bsp_shape_rotated(b->shape, &inverse, &storage, &rotated))
        return false;
    BspVec by = bsp_vec_sub(pose.origin, move->from);
    straight.shape = &rotated;
    straight.from = bsp_vec_add(move->from, by);
    straight.to = bsp_vec_add(move->to, by);
    *named = bsp_brush_table_trace_counted(table, &straight, answer, counters);
    answer->tr.point = bsp_vec_sub(answer->tr.point, by);
    answer->tr.plane.dist -= bsp_vec_dot(answer->tr.plane.normal, by);
    answer->hit.plane.dist -= bsp_vec_dot(answer->hit.plane.normal, by);
    return true;
}

/* Prepares the trace. If it cannot be made, sets *answer to a start in solid and returns false. */
static bool start_turning(const BspBrushTable *table, const BspMove *move, const BspTurn *turn,
                          BspMotion *body, BspTrace *answer)
{
    bsp_trace_begin(answer, table);
    answer->tr = bsp_transition_solid(move->from);
    return bsp_motion_init(body, move, turn) && bsp_brush_table_can_turn(table) &&
           (unsigned)body->shape->kind <= BSP_SHAPE_HULL && move->skin >= 0 &&
           move->skin < HUGE_VAL;
}

static bool trace_motion(const BspMotion *body, const BspBrushTable *table, const BspMove *move,
                         BspTrace *answer, BspCounters *counters)
{
    bool named;
    if (trace_straight(body, table, move, answer, counters, &named))
        return named;

    Search s = { body, table, level_of(body, table, move), { .t = 2 }, UINT32_MAX, counters };
    unsigned n = bsp_motion_n_spans(body);
    for (unsigned i = 0; i < n && s.hit.t * n > i; i++)
        search_span(&s, move->mask, (double)i / n, (double)(i + 1) / n);
    if (s.hit.t > 1) {
        answer->tr = bsp_transition_empty(move->to);
        return false;
    }
    BSP_ASSERT(s.brush < table->n_brushes);
    BspVec normal = bsp_meeting_name(body, table, s.brush, s.level, s.hit.t, &answer->hit);
    if (s.hit.inside)
        return true;
    answer->kept = s.level;
    answer->tr.type = BSP_EMPTY_TO_SOLID;
    answer->tr.t = s.hit.t;
    answer->tr.point = bsp_vec_mad(body->from, s.hit.t, body->delta);
    answer->tr.plane = (BspPlane){ normal, bsp_vec_dot(normal, answer->tr.point) };
    return true;
}

bool bsp_brush_table_trace_turning(const BspBrushTable *table, const BspMove *move,
                                   const BspTurn *turn, BspTrace *answer)
{
    BspCounters counters = { 0 };
    return bsp_brush_table_trace_turning_counted(table, move, turn, answer, &counters);
}

bool bsp_brush_table_trace_turning_counted(const BspBrushTable *table, const BspMove *move,
                                           const BspTurn *turn, BspTrace *answer,
                                           BspCounters *counters)
{
    BspMotion body;
    return start_turning(table, move, turn, &body, answer) &&
           trace_motion(&body, table, move, answer, counters);
}

bool bsp_brush_table_trace_turning_in(const BspBrushTable *table, const BspFrame *frame,
                                      const BspMove *move, const BspTurn *turn, BspTrace *answer)
{
    BspMotion body;
    BspMove own = *move;
    BspCounters counters = { 0 };
    bsp_frame_enter(frame, move->from, move->to, &own.from, &own.to);
    if (!start_turning(table, &own, turn, &body, answer)) {
        answer->tr.point = move->from;
        return false;
    }
    /* Seen from the frame, the body turns as in the world, but about another axis. */
    body.axis = bsp_frame_direction_in(frame, body.axis);
    for (int i = 0; i < 3; i++)
        body.start.axis[i] = bsp_frame_direction_in(frame, body.start.axis[i]);
    bool named = trace_motion(&body, table, &own, answer, &counters);
    bsp_trace_leave(frame, move, named, answer);
    return named;
}
