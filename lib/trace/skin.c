/* skin: moves that stop short of what they would hit. */
#include "bsp-skin.h"

#include "trace/compiler.h"
#include "trace/finite.h"
#include "trace/sweep.h"
#include "trace/touch.h"

/* A move, and how near it may come. */
typedef struct {
    BspSweep sweep;
    double begin;   /* t before which nothing is near */
    double keep;    /* where it is stopped, and ... */
    double limit;   /* ... how near it must come for that */
    double nearest; /* of the brushes nearer than the limit, at the start; else more than it */
    uint32_t nearest_brush, nearest_plane;
} Move;

/* What stops it. */
typedef struct {
    double t; /* 2: nothing does */
    uint32_t brush;
    uint32_t plane; /* of a box or a point; of other shapes: */
    BspVec normal;
} Stop;

double bsp_skin_slack(double skin)
{
    return BSP_MAX(BSP_MIN(skin * BSP_SKIN_PART, BSP_SKIN_SLACK), BSP_TOUCH);
}

BspBounds bsp_skin_box(const BspBounds *box, double skin)
{
    return bsp_bounds_grown(box, BSP_MAX(skin - 0.5 * bsp_skin_slack(skin), 0));
}

/* --- one brush --- */

/* The plane by which the move is stopped: the one that it is last as near to as it may be. Where it
 * is nearer to all at the start, the one that it is farthest from. */
typedef struct {
    double t;
    double distance; /* at that time, beyond what is kept; never more than 0 */
    uint32_t plane;
} Entry;

static inline void take_entry(const Move *m, uint32_t i, double d, double v, Entry *entry)
{
    double beyond = d - m->keep;
    if (v >= 0 || beyond + entry->t * v <= entry->distance + m->sweep.rounding)
        return;
    entry->t = beyond > 0 ? beyond / -v : 0;
    entry->distance = BSP_MIN(beyond, 0);
    entry->plane = i;
}

/* Notes how far from the brush the move starts, by which plane. */
static void note_start(Move *m, uint32_t brush, double distance, uint32_t plane)
{
    if (distance > m->nearest || (distance == m->nearest && brush > m->nearest_brush))
        return;
    m->nearest = distance;
    m->nearest_brush = brush;
    m->nearest_plane = plane;
}

/* Whether the brush stops a box: it is nearer than the limit to all planes at once. */
static bool stops_box(Move *m, uint32_t brush, Stop *stop)
{
    const BspSweep *s = &m->sweep;
    const BspSidesBrush *b = &s->sides->brushes[brush];
    const BspPlane *planes = s->sides->planes;
    double enter = 0, leave = 1, most = -HUGE_VAL;
    uint32_t most_plane = b->first;
    Entry entry = { 0, -HUGE_VAL, b->first };
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        double d = bsp_sweep_distance(s, &planes[i]), v = bsp_vec_dot(planes[i].normal, s->delta);
        double before = d - m->limit;
        if (before >= 0 && before + v >= 0)
            return false;
        if (d > most) {
            most = d;
            most_plane = i;
        }
        if (before > 0)
            enter = BSP_MAX(enter, before / -v);
        else if (before + v > 0)
            leave = BSP_MIN(leave, before / -v);
        take_entry(m, i, d, v, &entry);
    }
    note_start(m, brush, most, most_plane);
    *stop = (Stop){ .t = entry.t, .brush = brush, .plane = entry.plane };
    return enter < leave;
}

/* The same of any other shape. */
static bool stops_other(Move *m, uint32_t brush, Stop *stop)
{
    BspApproach approach = bsp_sweep_approach(&m->sweep, brush);
    if (bsp_approach_is_far(&approach, m->limit + 2 * m->sweep.rounding) ||
        !bsp_approach_comes_near(&approach, m->limit))
        return false;
    note_start(m, brush, bsp_approach_start(&approach), 0);
    stop->brush = brush;
    return bsp_approach_stops(&approach, m->keep, &stop->t, &stop->normal);
}

/* --- all brushes --- */

/* Of two that stop it at one time but for rounding, that of the lower number is named. */
static void take_stop(Stop *best, const Stop *stop, double same)
{
    bool sooner = stop->t < best->t - same;
    if (sooner || (stop->t <= best->t + same && stop->brush < best->brush)) {
        best->brush = stop->brush;
        best->plane = stop->plane;
        best->normal = stop->normal;
    }
    best->t = BSP_MIN(best->t, stop->t);
}

static Stop first_stop(Move *m)
{
    Stop best = { .t = 2, .brush = UINT32_MAX }, stop = { .t = 2 };
    const BspSweep *s = &m->sweep;
    BspSidesIter iter;
    uint32_t brush;
    bsp_sides_iter_begin(&iter, s->sides, s->mask, &s->shape->bounds, m->keep, s->from, s->delta,
                         m->begin, 1);
    while (bsp_sides_iter_next(&iter, best.t, &brush))
        if (s->is_box ? stops_box(m, brush, &stop) : stops_other(m, brush, &stop))
            take_stop(&best, &stop, s->same);
    return best;
}

/* --- the answer --- */

static void name_start(const Move *m, BspHit *hit)
{
    if (m->sweep.is_box) {
        bsp_sweep_name(&m->sweep, m->nearest_brush, m->nearest_plane, 0, hit);
        return;
    }
    BspApproach approach = bsp_sweep_approach(&m->sweep, m->nearest_brush);
    bsp_approach_name_start(&approach, hit);
}

static void start_in_solid(const Move *m, BspTransition *tr, BspHit *hit)
{
    name_start(m, hit);
    BspPlane plane = hit->plane;
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

static void name_stop(const Move *m, const Stop *stop, BspHit *hit)
{
    if (m->sweep.is_box) {
        bsp_sweep_name(&m->sweep, stop->brush, stop->plane, m->keep, hit);
        return;
    }
    BspApproach approach = bsp_sweep_approach(&m->sweep, stop->brush);
    bsp_approach_name(&approach, stop->t, m->keep, stop->normal, hit);
}

static bool answer(const Move *m, const Stop *stop, BspTransition *tr, BspHit *hit)
{
    if (stop->t > 1)
        return false;
    name_stop(m, stop, hit);
    tr->type = BSP_EMPTY_TO_SOLID;
    tr->t = stop->t;
    tr->point = bsp_vec_mad(m->sweep.from, stop->t, m->sweep.delta);
    tr->plane = hit->plane;
    return true;
}

/* begin: t before which it is known to come near to nothing. */
static bool trace(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec from,
                  BspVec to, double skin, double begin, BspTransition *tr, BspHit *hit)
{
    Move m = { .begin = begin, .keep = skin, .limit = skin - bsp_skin_slack(skin) };
    BspHit unasked;
    if (!hit)
        hit = &unasked;
    *tr = bsp_transition_solid(from);
    if (!bsp_sweep_init(&m.sweep, sides, shape, mask, from, to) || !is_skin(skin))
        return false;
    *tr = bsp_transition_empty(to);
    m.nearest = HUGE_VAL;
    Stop stop = first_stop(&m);
    if (m.nearest < -BSP_TOUCH) {
        start_in_solid(&m, tr, hit);
        return true;
    }
    if (m.nearest < m.limit + m.sweep.rounding) { /* it starts too near already */
        m.keep = m.nearest < m.limit ? m.nearest : skin;
        m.limit = BSP_MAX(m.nearest - m.sweep.rounding, -BSP_TOUCH);
        stop = first_stop(&m);
    }
    return answer(&m, &stop, tr, hit);
}

bool bsp_sides_trace(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec from,
                     BspVec to, double skin, BspTransition *tr, BspHit *hit)
{
    return trace(sides, shape, mask, from, to, skin, 0, tr, hit);
}

bool bsp_sides_trace_after(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec from,
                           BspVec to, double skin, BspTransition *tr, BspHit *hit)
{
    if (tr->type == BSP_EMPTY && is_skin(skin) && bsp_sides_hold_shape(sides, shape))
        return false;
    double begin = tr->type == BSP_EMPTY_TO_SOLID ? tr->t : 0;
    return trace(sides, shape, mask, from, to, skin, begin, tr, hit);
}
