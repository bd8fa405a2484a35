/* skin: moves that stop early, to keep a distance (the skin) from brushes. */
#include "bsp-brush-table.h"

#include <string.h>

#include "body/contact.h"
#include "body/distance.h"
#include "body/meet.h"
#include "table/pass.h"
#include "trace/compiler.h"
#include "trace/move.h"
#include "trace/reach.h"

/* A move, and the distances that it keeps. */
typedef struct {
    BspSweep sweep;
    BspPass pass; /* a brush stops the move at the distance `keep`, if the move would come nearer to
                     it than `limit`. A brush that is BSP_PASS_LOW may be nearer than `keep` at the
                     start. */
    double named; /* the distance by which named planes are moved out */
    double nearest; /* distance at the start; more than `keep` if no brush is known to be near */
    uint32_t nearest_brush;
} Move;

/* The brush that stops a move, and when. */
typedef struct {
    double t; /* 2: no brush stops the move */
    uint32_t brush;
    uint32_t plane; /* of the brush; BSP_NO_PLANE: the box is beside an edge, or the shape is not a
                       box */
    BspVec normal;  /* only for shapes other than boxes */
} Stop;

double bsp_skin_slack(double skin)
{
    return BSP_MAX(BSP_MIN(skin * BSP_SKIN_PART, BSP_SKIN_SLACK), BSP_TOUCH);
}

/* --- a box beside an edge --- */

/* The planes of the brush would stop the box at stop->t. Returns whether the brush does stop the
 * box, by the Euclidean distance, and corrects *stop. */
static bool stops_at_edge(const Move *m, uint32_t brush, Stop *stop)
{
    const BspSweep *s = &m->sweep;
    BspNearest near, nearer;
    if (!bsp_box_comes_near(s, brush, m->pass.keep, &stop->t, &near))
        return false;
    stop->plane = near.n == 1 ? near.fronts[0].plane : BSP_NO_PLANE;
    double t = stop->t;
    return bsp_box_comes_near(s, brush, m->pass.limit, &t, &nearer);
}

/* --- one brush --- */

/* A brush that stays farther away is neither near at the start nor at the contact. */
static inline double far_from(const Move *m)
{
    return BSP_MAX(m->pass.keep, BSP_TOUCHED);
}

/* Records the distance from a brush at the start, if it is the smallest one until now. */
static void note_start(Move *m, uint32_t brush, double distance)
{
    if (distance > m->nearest || (distance == m->nearest && brush > m->nearest_brush))
        return;
    m->nearest = distance + 0.0; /* not -0, which the widths of vectors may differ in */
    m->nearest_brush = brush;
}

/* As note_start(), for a box. `distance` is the largest distance from the planes of the brush; the
 * distance from the brush itself may be larger. */
static void note_start_of_box(Move *m, uint32_t brush, double distance)
{
    if (distance > 0 && distance < m->pass.keep - m->sweep.rounding && distance <= m->nearest)
        distance = bsp_distance(&m->sweep, brush, 0);
    note_start(m, brush, distance);
}

/* Whether a brush that is BSP_PASS_MEETS stops a box. If it would stop the box later than `latest`,
 * the result may be inexact. */
static bool stops_box(Move *m, uint32_t brush, const BspClip *clip, double latest, Stop *stop)
{
    const BspSweep *s = &m->sweep;
    note_start_of_box(m, brush, clip->distance);
    if (!clip->stops)
        return false;

    /* 1. The box stops where it reaches the distance `keep` from the last plane. If it starts
     * nearer to all planes, it stops at once. */
    double distance = m->pass.keep;
    stop->t = clip->enter;
    stop->brush = brush;
    stop->plane = clip->enter_plane;
    if (stop->plane == BSP_NO_PLANE)
        stop->plane = bsp_sweep_approached(s, brush, &distance);

    /* 2. Distances of planes are Euclidean only over the faces, not beside an edge. */
    if (stop->t > latest || m->pass.keep <= 0)
        return true;
    bool is_over_faces =
        distance > 0 && bsp_box_is_over(s, brush, stop->plane, stop->t, distance) &&
        (clip->low_plane == BSP_NO_PLANE || m->pass.limit <= 0 ||
         bsp_box_is_over(s, brush, clip->low_plane, clip->low_enter, m->pass.limit));
    return is_over_faces || stops_at_edge(m, brush, stop);
}

/* Whether the brush stops a shape that is not a box; without a skin, whether before `latest`. */
static bool stops_other(Move *m, uint32_t brush, double latest, Stop *stop)
{
    const BspSweep *s = &m->sweep;
    BspMotion motion;
    BspMeeting hit = { .t = 0 };
    if (m->pass.keep <= 0) {
        bsp_motion_init_straight(&motion, s->shape, s->from, s->delta);
        if (!bsp_meet(&motion, s->table, brush, 0, 0, latest, &hit))
            return false;
    } else if (bsp_other_is_far(s, brush, m->pass.limit + 2 * s->rounding, &m->pass.n_planes) ||
               !bsp_other_comes_near(s, brush, m->pass.limit, &hit)) {
        m->pass.is_low = true;
        return false;
    }
    /* A shape that starts touching is stopped only if it comes nearer. */
    if (m->pass.keep > 0 || hit.t <= 0) {
        note_start(m, brush, bsp_distance(s, brush, 0));
        if (!bsp_other_approaches(s, brush, m->pass.keep, &hit))
            return false;
    }
    *stop = (Stop){ hit.t, brush, BSP_NO_PLANE, hit.normal };
    return true;
}

/* --- all brushes --- */

/* Updates *best by the stop of another brush. If two brushes stop the move at the same time, within
 * rounding, the brush with the lower number is named. */
static void update_best(const Move *m, Stop *best, const Stop *stop)
{
    double first = BSP_MIN(best->t, stop->t), same = m->sweep.same;
    BSP_ASSERT(!(stop->t < 0) && stop->brush < m->sweep.table->n_brushes);
    bool sooner = stop->t < best->t - same;
    if (sooner || (stop->t <= best->t + same && stop->brush < best->brush)) {
        best->brush = stop->brush;
        best->plane = stop->plane;
        if (!m->sweep.is_box)
            best->normal = stop->normal;
    }
    best->t = first;
}

static void find_stop_of_box(Move *m, Stop *best)
{
    const BspWide *wide = m->sweep.table->wide;
    Stop stop = { .t = 2 };
    uint32_t brush;
    BspClip clip;
    while (wide->next(&m->pass, best->t + m->sweep.same, &brush, &clip))
        if (stops_box(m, brush, &clip, best->t + m->sweep.same, &stop))
            update_best(m, best, &stop);
}

static void find_stop_of_other(Move *m, Stop *best)
{
    const BspSweep *s = &m->sweep;
    Stop stop = { .t = 2 };
    uint32_t brush;
    while (bsp_brush_table_next(s->table, s->mask, m->pass.near, best->t + s->same, &brush)) {
        m->pass.n_brushes++;
        if (bsp_other_is_far(s, brush, m->pass.far + 2 * s->rounding, &m->pass.n_planes))
            continue;
        bsp_met_add(&m->pass.met, brush);
        if (stops_other(m, brush, best->t + s->same, &stop))
            update_best(m, best, &stop);
    }
}

/* For a pass that has met all brushes already, but kept a greater distance. */
static void find_stop_among_met(Move *m, Stop *best)
{
    const BspSweep *s = &m->sweep;
    Stop stop = { .t = 2 };
    BSP_ASSERT(m->pass.met.n <= BSP_MET_MOST && m->pass.keep <= m->pass.far);
    for (uint32_t i = 0; i < m->pass.met.n; i++) {
        uint32_t brush = m->pass.met.brushes[i];
        BspClip clip;
        m->pass.n_brushes++;
        if (s->is_box) {
            if (s->table->wide->clip(&m->pass, &s->table->brushes[brush], &clip) !=
                    BSP_PASS_MEETS ||
                !stops_box(m, brush, &clip, best->t + s->same, &stop))
                continue;
        } else if (!stops_other(m, brush, best->t + s->same, &stop)) {
            continue;
        }
        update_best(m, best, &stop);
    }
}

static const Stop no_stop = { .t = 2, .brush = UINT32_MAX, .plane = BSP_NO_PLANE };

static Stop first_stop(Move *m)
{
    const BspSweep *s = &m->sweep;
    Stop best = no_stop;
    m->pass.far = far_from(m);
    BSP_ASSERT(m->pass.limit <= m->pass.keep && m->pass.keep <= m->pass.far);
    m->pass.met.n = 0;
    if (s->is_box) {
        s->table->wide->begin(&m->pass);
        find_stop_of_box(m, &best);
    } else {
        BspPath path = { &s->shape->bounds, m->pass.far, s->from, s->delta, 0, 1 };
        bsp_near_begin(m->pass.near, &s->table->hierarchy, &path);
        find_stop_of_other(m, &best);
    }
    m->pass.n_nodes += m->pass.near->n_visited;
    return best;
}

/* As first_stop(), after `keep` and `limit` have been reduced. A search round a short path finds
 * all brushes, so there is no need for another. */
static Stop first_stop_again(Move *m)
{
    Stop best = no_stop;
    if (m->pass.near->is_long || m->pass.met.n > BSP_MET_MOST)
        return first_stop(m);
    find_stop_among_met(m, &best);
    return best;
}

/* --- a move that starts nearer than the skin --- */

/* A brush that is nearer than `keep` at the start has been met. */
static BSP_NO_INLINE void find_nearest(Move *m)
{
    const BspSweep *s = &m->sweep;
    if (m->pass.met.n <= BSP_MET_MOST) {
        for (uint32_t i = 0; i < m->pass.met.n; i++)
            note_start(m, m->pass.met.brushes[i], bsp_distance(s, m->pass.met.brushes[i], 0));
        return;
    }
    uint32_t brush;
    BspPath path = { .box = &s->shape->bounds, .by = m->pass.keep, .from = s->from };
    bsp_near_begin(m->pass.near, &s->table->hierarchy, &path);
    while (bsp_brush_table_next(s->table, s->mask, m->pass.near, 0, &brush))
        note_start(m, brush, bsp_distance(s, brush, 0));
    m->pass.n_nodes += m->pass.near->n_visited;
}

/* Units. A move that starts deeper than touching, but not in solid, may sink by rounding to this
 * depth. It is half way, so the arithmetic of the next query does not put the body in solid. */
#define DEEPEST (0.5 * (BSP_TOUCH + BSP_IN_SOLID))

/* If the move starts nearer than the skin, sets the distance to keep to the distance at the start.
 * Otherwise returns false. */
static bool keep_start_distance(Move *m)
{
    double least = m->pass.limit;
    if (m->nearest >= m->pass.keep - m->sweep.rounding && m->nearest >= least + m->sweep.rounding)
        return false;
    double deepest = m->nearest < -BSP_TOUCH ? BSP_MIN(m->nearest, -DEEPEST) : -BSP_TOUCH;
    m->pass.limit = BSP_MIN(least, BSP_MAX(m->nearest - m->sweep.rounding, deepest));
    if (m->nearest < least)
        m->pass.keep = m->named = m->nearest;
    else if (m->nearest < m->pass.keep && least > BSP_TOUCH)
        m->pass.keep = m->nearest;
    return true;
}

/* --- the answer --- */

static void start_in_solid(const Move *m, BspTrace *answer)
{
    BspTransition *tr = &answer->tr;
    BSP_ASSERT(m->nearest_brush < m->sweep.table->n_brushes);
    bsp_start_distance(&m->sweep, m->nearest_brush, &answer->hit);
    BspPlane plane = answer->hit.plane;
    double t = bsp_sweep_leaves(&m->sweep, &plane);
    *tr = bsp_transition_solid(m->sweep.from);
    if (t <= 1) {
        tr->type = BSP_SOLID_TO_EMPTY;
        tr->t = t;
        tr->point = bsp_vec_mad(m->sweep.from, t, m->sweep.delta);
        tr->plane = plane;
    }
}

static bool is_skin(double skin)
{
    return skin >= 0 && bsp_is_finite(skin);
}

/* Names the plane of a hit beside an edge: the brush lies behind it. */
static BSP_NO_INLINE void name_edge(const Move *m, const Stop *stop, BspHit *hit)
{
    const BspSweep *s = &m->sweep;
    BSP_ASSERT(s->is_box && m->pass.keep > 0);
    BspNearest near = bsp_box_near(s, stop->brush, stop->t);
    BspVec at = bsp_vec_mad(s->from, stop->t, s->delta);
    bsp_brush_table_name(s->table, stop->brush, BSP_NO_PLANE, hit);
    hit->plane.normal = near.normal;
    hit->plane.dist = bsp_vec_dot(near.normal, at) - near.distance + m->named;
}

static void name_stop(const Move *m, const Stop *stop, BspHit *hit)
{
    if (!m->sweep.is_box) {
        bsp_other_name(&m->sweep, stop->brush, stop->t, m->named, stop->normal, hit);
    } else if (stop->plane == BSP_NO_PLANE) {
        name_edge(m, stop, hit);
    } else {
        bsp_sweep_name(&m->sweep, stop->brush, stop->plane, m->named, hit);
    }
}

/* Without a skin, several planes may meet at the contact (body/contact.c). Returns false if there
 * is no name. */
static BSP_NO_INLINE bool name_contact(const Move *m, BspTrace *answer)
{
    const BspSweep *s = &m->sweep;
    BspPlane *plane = &answer->hit.plane;
    if (!bsp_contact_name(s, &m->pass.met, answer) ||
        (!s->is_box && bsp_vec_dot(plane->normal, s->delta) >= 0))
        return false;
    plane->dist += m->named;
    answer->tr.plane = *plane;
    return true;
}

/* The normal of the plane that the move crosses where it stops. */
static BspVec crossed_normal(const Move *m, const Stop *stop)
{
    const BspSweep *s = &m->sweep;
    if (!s->is_box)
        return stop->normal;
    if (stop->plane == BSP_NO_PLANE)
        return bsp_box_near(s, stop->brush, stop->t).normal;
    return bsp_brush_table_plane(s->table, &s->table->brushes[stop->brush], stop->plane).normal;
}

static bool name_answer(const Move *m, const Stop *stop, BspTrace *answer)
{
    BspTransition *tr = &answer->tr;
    if (stop->t > 1)
        return false;
    tr->type = BSP_EMPTY_TO_SOLID;
    tr->t = stop->t;
    tr->point = bsp_vec_mad(m->sweep.from, stop->t, m->sweep.delta);
    BSP_ASSERT(stop->brush < m->sweep.table->n_brushes);
    answer->kept = m->named;
    if (m->pass.keep <= 0)
        tr->plane.normal = crossed_normal(m, stop);
    if (m->pass.keep > 0 || !name_contact(m, answer)) {
        name_stop(m, stop, &answer->hit);
        tr->plane = answer->hit.plane;
    }
    return true;
}

/* --- the trace --- */

/* Returns false, with the answer, for invalid input. */
static bool start_move(Move *m, const BspBrushTable *table, const BspMove *move, BspNear *near,
                       BspTrace *answer)
{
    double skin = move->skin;
    bsp_trace_begin(answer, table);
    answer->tr = bsp_transition_solid(move->from);
    if (!bsp_sweep_init(&m->sweep, table, move) || !is_skin(skin))
        return false;
    answer->tr = bsp_transition_empty(move->to);
    m->pass.sweep = &m->sweep;
    m->pass.near = near;
    m->pass.keep = m->named = skin;
    m->pass.limit = skin - bsp_skin_slack(skin);
    m->pass.is_low = false;
    m->pass.n_nodes = m->pass.n_brushes = m->pass.n_planes = 0;
    m->nearest = HUGE_VAL;
    m->nearest_brush = 0;
    return true;
}

/* Completes the answer to a move that keeps its skin until `stop`. */
static bool finish_move(Move *m, Stop stop, BspTrace *answer)
{
    if (bsp_is_in_solid(m->nearest)) {
        start_in_solid(m, answer);
        return true;
    }
    if (stop.t <= 1 && m->pass.keep > 0 && m->pass.is_low)
        find_nearest(m);
    bool is_nearer = m->nearest < m->pass.limit + m->sweep.rounding;
    if ((stop.t <= 1 || is_nearer) && keep_start_distance(m))
        stop = first_stop_again(m);
    return name_answer(m, &stop, answer);
}

/* Traces a box or point without a skin, if the move is usual. */
static BspBoxTrace trace_box(const BspBrushTable *table, const BspMove *move, BspTrace *answer,
                             BspCounters *counters)
{
    const BspShape *shape = bsp_move_shape(move);
    BspSweep sweep;
    BspMet met;
    if (move->skin != 0 || !bsp_shape_is_box(shape))
        return BSP_BOX_OTHER;
    BspBoxTrace found = table->wide->trace_box(table, move, shape, answer, &met, counters);
    if (found != BSP_BOX_HITS)
        return found;
    if (!bsp_sweep_init(&sweep, table, move) || !bsp_contact_name(&sweep, &met, answer))
        return BSP_BOX_OTHER;
    answer->hit.plane.dist += 0.0; /* not -0 */
    answer->tr.plane = answer->hit.plane;
    return BSP_BOX_NAMED;
}

/* Traces any move. */
static BSP_NO_INLINE bool trace_move(const BspBrushTable *table, const BspMove *move,
                                     BspTrace *answer, BspCounters *counters)
{
    BspNear near;
    Move m;
    if (!start_move(&m, table, move, &near, answer))
        return false;
    bool named = finish_move(&m, first_stop(&m), answer);
    if (m.sweep.is_box) {
        bsp_pass_count(counters, m.pass.n_nodes, m.pass.n_brushes, m.pass.n_planes);
    } else {
        counters->nodes += m.pass.n_nodes;
        counters->leaves += m.pass.n_brushes;
        counters->planes += m.pass.n_planes;
    }
    return named;
}

bool bsp_brush_table_trace(const BspBrushTable *table, const BspMove *move, BspTrace *answer)
{
    BspCounters counters = { 0 };
    BspBoxTrace found = trace_box(table, move, answer, &counters);
    return found == BSP_BOX_OTHER ? trace_move(table, move, answer, &counters)
                                  : found == BSP_BOX_NAMED;
}

bool bsp_brush_table_trace_counted(const BspBrushTable *table, const BspMove *move,
                                   BspTrace *answer, BspCounters *counters)
{
    BspCounters own = { 0 };
    BspBoxTrace found = trace_box(table, move, answer, &own);
    if (found == BSP_BOX_OTHER)
        return trace_move(table, move, answer, counters);
    counters->nodes += own.nodes;
    counters->leaves += own.leaves;
    counters->planes += own.planes;
    return found == BSP_BOX_NAMED;
}

void bsp_brush_table_trace_many(const BspBrushTable *table, const BspMove *moves, size_t n,
                                BspTrace *answers)
{
    for (size_t i = 0; i < n; i++)
        bsp_brush_table_trace(table, &moves[i], &answers[i]);
}

bool bsp_brush_table_trace_in(const BspBrushTable *table, const BspFrame *frame,
                              const BspMove *move, BspTrace *answer)
{
    BspTurned room;
    BspShape turned;
    BspMove own = *move;
    bsp_trace_begin(answer, table);
    answer->tr = bsp_transition_solid(move->from);
    if (!bsp_shape_turned(bsp_move_shape(move), frame, &room, &turned))
        return false;
    own.shape = &turned;
    bsp_frame_enter(frame, move->from, move->to, &own.from, &own.to);
    bool named = bsp_brush_table_trace(table, &own, answer);
    bsp_frame_leave(frame, move->from, move->to, &answer->tr);
    if (named) {
        /* For a start in solid, the hit names the brush at the start, so its plane is that at time
         * 0. */
        double t = answer->tr.type == BSP_EMPTY_TO_SOLID ? answer->tr.t : 0;
        answer->hit.plane = bsp_frame_plane_out(frame, t, &answer->hit.plane);
    }
    return named;
}
