/* skin: moves that stop early, to keep a distance (the skin) from brushes. */
#include "bsp-brush-table.h"

#include <string.h>

#include "body/contact.h"
#include "body/distance.h"
#include "body/exit.h"
#include "body/meet.h"
#include "table/pass.h"
#include "trace/compiler.h"
#include "trace/move.h"
#include "trace/reach.h"

/* A move, and the distances that it keeps. */
typedef struct {
    BspSweep sweep;
    BspPass pass; /* a brush stops the move at the distance `keep`, if the move would come nearer to
                     the brush than `limit` */
    double named; /* the distance, in units, by which the planes that hits name are moved out for
                     the skin */
    double nearest; /* distance of the nearest brush at the start; above `keep` if no brush is known
                       to be near */
    BspHit nearest_hit; /* names the brush at the distance `nearest`. If the brush contains the
                           start, the hit also has the brush's plane nearest to the start. */
} Move;

double bsp_skin_slack(double skin)
{
    return BSP_MAX(BSP_MIN(skin * BSP_SKIN_PART, BSP_SKIN_SLACK), BSP_TOUCH);
}

/* --- a box beside an edge --- */

/* The planes of the brush stop the box at stop->t. Beside an edge, the box is farther from the
 * brush than from these planes, so the brush may stop it later, or not at all. Returns whether the
 * brush stops the box, and sets stop->t and stop->plane for the Euclidean distance. */
static bool stops_at_edge(const Move *m, uint32_t brush, BspStop *stop)
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

/* Returns whether a brush stops a box, according to its clip. A stop after `latest` is not
 * examined, because the caller has an earlier stop. */
static bool stops_box(const Move *m, uint32_t brush, const BspClip *clip, double latest,
                      BspStop *stop)
{
    if (!clip->stops)
        return false;
    stop->t = clip->enter;
    stop->brush = brush;
    stop->plane = clip->plane;
    /* Distances of planes are Euclidean only over the faces, not beside an edge. */
    return stop->t > latest || m->pass.keep <= 0 || clip->is_over || stops_at_edge(m, brush, stop);
}

/* Returns whether the brush stops a shape that is not a box. Without a skin, only stops before
 * `latest` count. A shape that starts touching is stopped only if it comes nearer. */
static bool stops_other(const Move *m, uint32_t brush, double latest, BspStop *stop)
{
    const BspSweep *s = &m->sweep;
    BspMotion motion;
    BspMeeting hit = { .t = latest };
    if (m->pass.keep <= 0) {
        bsp_motion_init_straight(&motion, s->shape, s->from, s->delta);
        if (!bsp_meet(&motion, s->table, brush, 0, 0, 1, &hit))
            return false;
    } else if (!bsp_other_comes_near(s, brush, m->pass.limit, &hit)) {
        return false;
    }
    if ((m->pass.keep > 0 || hit.t <= 0) && !bsp_other_approaches(s, brush, m->pass.keep, &hit))
        return false;
    *stop = (BspStop){ hit.t, brush, BSP_NO_PLANE, hit.normal };
    return true;
}

/* Returns the distance at which a brush no longer matters. A brush that stays farther away is
 * neither near at the start nor at the contact. */
static inline double irrelevant_distance(const Move *m)
{
    return BSP_MAX(m->pass.keep, BSP_TOUCHED);
}

/* --- the distance at the start --- */

/* Records the distance from a brush at the start, if it is the smallest one until now. */
static void note_start(Move *m, uint32_t brush)
{
    BspHit hit = { .brush = brush };
    double distance = bsp_start_distance(&m->sweep, brush, &hit);
    if (distance > m->nearest || (distance == m->nearest && brush > m->nearest_hit.brush))
        return;
    m->nearest =
        distance +
        0.0; /* turns -0 into 0, because the sign of zero may depend on the width of vectors */
    m->nearest_hit = hit;
}

/* Calls note_start() for all brushes near the start. */
static void note_all_starts(Move *m)
{
    const BspSweep *s = &m->sweep;
    uint32_t brush;
    BspPath path = { .box = &s->shape->bounds, .by = m->pass.far, .from = s->from };
    bsp_near_begin(m->pass.near, &s->table->hierarchy, &path);
    while (bsp_brush_table_next(s->table, s->mask, m->pass.near, 0, &brush)) {
        bool may_be_near = true;
        m->pass.n_brushes++;
        if (!s->is_box)
            bsp_other_regard(s, &m->pass, brush, &may_be_near);
        if (may_be_near)
            note_start(m, brush);
    }
    m->pass.n_nodes += m->pass.near->n_visited;
}

/* If the move starts nearer than the skin, sets the distance to keep to the distance at the start.
 * Brushes that are at least `near_by` away at the start do not matter. */
static void keep_start_distance(Move *m)
{
    double least = m->pass.limit;
    if (m->nearest >= m->pass.near_by)
        return;
    double deepest = m->nearest < -BSP_TOUCH ? -BSP_IN_SOLID : -BSP_TOUCH;
    m->pass.limit = BSP_MIN(least, BSP_MAX(m->nearest - m->sweep.rounding, deepest));
    if (m->nearest < least)
        m->pass.keep = m->named = m->nearest;
    else if (m->nearest < m->pass.keep && least > BSP_TOUCH)
        m->pass.keep = m->nearest;
}

/* --- all brushes --- */

/* Lists brushes for shapes other than boxes, as BspWide.survey does for boxes. */
static void survey_other(Move *m)
{
    const BspSweep *s = &m->sweep;
    BspPass *p = &m->pass;
    BspPath path = { &s->shape->bounds, p->far, s->from, s->delta, 0, 1 };
    uint32_t brush;
    p->met.n = p->may_stop = p->may_be_near = 0;
    bsp_near_begin(p->near, &s->table->hierarchy, &path);
    while (p->met.n <= BSP_MET_MOST &&
           bsp_brush_table_next(s->table, s->mask, p->near, 1, &brush)) {
        bool may_be_near;
        BspPassClass class = bsp_other_regard(s, p, brush, &may_be_near);
        p->n_brushes++;
        if (class != BSP_PASS_FAR)
            bsp_pass_add(p, brush, class, may_be_near);
    }
}

/* Finds the first stops among the brushes of the survey. */
static void find_stops_of_survey(Move *m, BspStops *stops)
{
    const BspSweep *s = &m->sweep;
    BspStop stop;
    for (uint32_t set = m->pass.may_stop; set; set &= set - 1) {
        uint32_t brush = m->pass.met.brushes[bsp_lowest_bit(set)];
        double latest = stops->t + s->same;
        BspClip clip;
        bool is_near;
        m->pass.n_brushes++;
        BspPassClass class = s->is_box ? s->table->wide->clip(&m->pass, brush, latest, &clip)
                                       : bsp_other_regard(s, &m->pass, brush, &is_near);
        if (class == BSP_PASS_MEETS && (s->is_box ? stops_box(m, brush, &clip, latest, &stop)
                                                  : stops_other(m, brush, latest, &stop)))
            bsp_stops_add(stops, &stop);
    }
}

/* Finds the first stops without a survey, by testing the brushes in the order in which the move
 * comes to them. */
static void find_stops_on_way(Move *m, BspStops *stops)
{
    const BspSweep *s = &m->sweep;
    BspPass *p = &m->pass;
    BspStop stop;
    uint32_t brush;
    BspClip clip;
    p->far = irrelevant_distance(m);
    p->met.n = 0;
    if (s->is_box) {
        s->table->wide->begin(p);
        while (s->table->wide->next(p, stops->t + s->same, &brush, &clip))
            if (stops_box(m, brush, &clip, stops->t + s->same, &stop))
                bsp_stops_add(stops, &stop);
    } else {
        BspPath path = { &s->shape->bounds, p->far, s->from, s->delta, 0, 1 };
        bsp_near_begin(p->near, &s->table->hierarchy, &path);
        while (bsp_brush_table_next(s->table, s->mask, p->near, stops->t + s->same, &brush)) {
            bool may_be_near;
            BspPassClass class = bsp_other_regard(s, p, brush, &may_be_near);
            p->n_brushes++;
            if (class != BSP_PASS_FAR)
                bsp_met_add(&p->met, brush);
            if (class == BSP_PASS_MEETS && stops_other(m, brush, stops->t + s->same, &stop))
                bsp_stops_add(stops, &stop);
        }
    }
    p->n_nodes += p->near->n_visited;
}

/* Lists the brushes that may stop the move, and those whose distance at the start may reduce the
 * skin. Returns false if the list is not complete. */
static bool survey(Move *m)
{
    BspPass *p = &m->pass;
    if (m->sweep.is_box)
        m->sweep.table->wide->survey(p);
    else if (bsp_near_way(m->sweep.delta) < BSP_NEAR_SHORT)
        survey_other(m);
    else
        return false;
    p->n_nodes += p->near->n_visited;
    return p->met.n <= BSP_MET_MOST;
}

/* Finds the first stops of a move. If the move starts nearer than its skin, it keeps a smaller
 * distance. A brush that does not stop the move at the whole skin does not stop it at a smaller
 * distance either. So one survey at the whole skin finds both the distance at the start and the
 * stops. */
static void find_stops(Move *m, BspStops *stops)
{
    BspPass *p = &m->pass;
    bool is_listed = survey(m);
    stops->t = 2;
    stops->same = m->sweep.same;
    stops->n = 0;
    if (is_listed && p->may_stop == 0)
        return;
    if (!is_listed)
        note_all_starts(m);
    for (uint32_t set = is_listed ? p->may_be_near : 0; set; set &= set - 1)
        note_start(m, p->met.brushes[bsp_lowest_bit(set)]);
    if (bsp_is_in_solid(m->nearest))
        return;
    keep_start_distance(m);
    (is_listed ? find_stops_of_survey : find_stops_on_way)(m, stops);
}

/* --- the answer --- */

static void start_in_solid(const Move *m, BspTrace *answer)
{
    BspTransition *tr = &answer->tr;
    BSP_ASSERT(m->nearest_hit.brush < m->sweep.table->n_brushes);
    answer->hit = m->nearest_hit;
    BspPlane plane = answer->hit.plane;
    double t = bsp_exit_time(&m->sweep, &plane);
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

/* Sets the plane of a hit at which the box keeps the skin from an edge or a corner of the brush,
 * and not from a side. The plane is perpendicular to the shortest line to the brush, which lies
 * behind it. */
static BSP_NO_INLINE void name_edge(const Move *m, const BspStop *stop, BspHit *hit)
{
    const BspSweep *s = &m->sweep;
    BSP_ASSERT(s->is_box && m->pass.keep > 0);
    BspNearest near = bsp_box_near(s, stop->brush, stop->t);
    BspVec at = bsp_vec_mad(s->from, stop->t, s->delta);
    bsp_brush_table_name(s->table, stop->brush, BSP_NO_PLANE, hit);
    hit->plane.normal = near.normal;
    hit->plane.dist = bsp_vec_dot(near.normal, at) - near.distance + m->named;
}

static void name_stop(const Move *m, const BspStop *stop, BspHit *hit)
{
    if (!m->sweep.is_box) {
        bsp_other_name(&m->sweep, stop->brush, stop->t, m->named, stop->normal, hit);
    } else if (stop->plane == BSP_NO_PLANE) {
        name_edge(m, stop, hit);
    } else {
        bsp_sweep_name(&m->sweep, stop->brush, stop->plane, m->named, hit);
    }
}

/* Names the plane of a contact without a skin, where several planes may meet (body/contact.c).
 * Returns false if the contact has no name. */
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

/* Returns the normal of the plane that the move crosses where it stops. */
static BspVec crossed_normal(const Move *m, const BspStop *stop)
{
    const BspSweep *s = &m->sweep;
    if (!s->is_box)
        return stop->normal;
    if (stop->plane == BSP_NO_PLANE)
        return bsp_box_near(s, stop->brush, stop->t).normal;
    return bsp_brush_table_plane(s->table, bsp_brush_table_row(s->table, stop->brush), stop->plane)
        .normal;
}

static bool name_answer(const Move *m, const BspStops *stops, BspTrace *answer)
{
    BspTransition *tr = &answer->tr;
    if (stops->t > 1)
        return false;
    BspStop first = *bsp_stops_first(stops), *stop = &first;
    first.t = stops->t;
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

/* Prepares the move. For invalid input, sets the answer and returns false. */
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
    m->pass.far = irrelevant_distance(m);
    m->pass.near_by = BSP_MAX(skin - m->sweep.rounding, m->pass.limit + m->sweep.rounding);
    m->pass.n_nodes = m->pass.n_brushes = m->pass.n_planes = 0;
    m->nearest = HUGE_VAL;
    m->nearest_hit.brush = 0;
    return true;
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
    answer->hit.plane.dist += 0.0; /* turns -0 into 0 */
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
    BspStops stops;
    find_stops(&m, &stops);
    bool named = true;
    if (bsp_is_in_solid(m.nearest))
        start_in_solid(&m, answer);
    else
        named = name_answer(&m, &stops, answer);
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
    BspRotatedStorage storage;
    BspShape rotated;
    BspMove own = *move;
    bsp_trace_begin(answer, table);
    answer->tr = bsp_transition_solid(move->from);
    if (!bsp_shape_rotated(bsp_move_shape(move), frame, &storage, &rotated))
        return false;
    own.shape = &rotated;
    bsp_frame_enter(frame, move->from, move->to, &own.from, &own.to);
    bool named = bsp_brush_table_trace(table, &own, answer);
    bsp_trace_leave(frame, move, named, answer);
    return named;
}
