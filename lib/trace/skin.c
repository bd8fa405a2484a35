/* skin: moves that stop short of what they would hit. */
#include "bsp-skin.h"

#include "trace/compiler.h"
#include "trace/shape.h"
#include "trace/sides-walk.h"

/* A move, and how near it may come. */
typedef struct {
    const BspSides *sides;
    const BspBounds *box;
    uint32_t mask;
    BspVec from, delta;
    BspVec middle, half; /* of the box, where it starts */
    double begin;        /* t before which nothing is near */
    double keep;         /* where it is stopped, and ... */
    double limit;        /* ... how near it must come for that */
    double rounding;     /* of distances; units */
    double nearest;      /* of the brushes nearer than the limit, at the start; else more than it */
    uint32_t nearest_brush, nearest_plane;
} Move;

/* What stops it. */
typedef struct {
    double t; /* 2: nothing does */
    uint32_t brush, plane;
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

/* How far the box is outside a plane of the sum with a brush, at the start. */
static inline double distance_at_start(const Move *m, const BspPlane *plane)
{
    BspVec n = plane->normal, h = m->half;
    double reach = fabs(n.x) * h.x + fabs(n.y) * h.y + fabs(n.z) * h.z;
    return bsp_vec_dot(n, m->middle) - plane->dist - reach;
}

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
    if (v >= 0 || beyond + entry->t * v <= entry->distance + m->rounding)
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

/* Whether the brush stops the move: the move is nearer than the limit to all planes at once. */
static bool stops(Move *m, uint32_t brush, Stop *stop)
{
    const BspSidesBrush *b = &m->sides->brushes[brush];
    const BspPlane *planes = m->sides->planes;
    double enter = 0, leave = 1, most = -HUGE_VAL;
    uint32_t most_plane = b->first;
    Entry entry = { 0, -HUGE_VAL, b->first };
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        double d = distance_at_start(m, &planes[i]), v = bsp_vec_dot(planes[i].normal, m->delta);
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
    *stop = (Stop){ entry.t, brush, entry.plane };
    return enter < leave;
}

/* --- all brushes --- */

/* Two times that differ by no more are one but for rounding. */
static double same_time(const Move *m)
{
    return m->rounding / (bsp_vec_length(m->delta) + m->rounding);
}

/* Of two that stop it at one time but for rounding, that of the lower number is named. */
static void take_stop(Stop *best, const Stop *stop, double same)
{
    bool sooner = stop->t < best->t - same;
    if (sooner || (stop->t <= best->t + same && stop->brush < best->brush)) {
        best->brush = stop->brush;
        best->plane = stop->plane;
    }
    best->t = BSP_MIN(best->t, stop->t);
}

static Stop first_stop(Move *m)
{
    Stop best = { 2, UINT32_MAX, 0 }, stop;
    double same = same_time(m);
    BspSidesWalk walk;
    uint32_t brush;
    bsp_sides_walk_begin(&walk, m->sides, m->mask, m->box, m->keep, m->from, m->delta, m->begin, 1);
    while (bsp_sides_walk_next(&walk, best.t, &brush))
        if (stops(m, brush, &stop))
            take_stop(&best, &stop, same);
    return best;
}

/* --- the end of solid --- */

/* When the move leaves the brush, if the brush is more than touched, and entered at t or before;
 * else t. */
static double leaves_brush(const Move *m, uint32_t brush, double t, double same, uint32_t *plane)
{
    const BspSidesBrush *b = &m->sides->brushes[brush];
    double leave = 2, deep_from = -HUGE_VAL, deep_to = HUGE_VAL;
    for (uint32_t i = b->first; i < b->first + b->n; i++) {
        const BspPlane *at = &m->sides->planes[i];
        double d = distance_at_start(m, at), v = bsp_vec_dot(at->normal, m->delta);
        if (v == 0 ? d >= -BSP_TOUCH : v < 0 && d > (t + same) * -v)
            return t;
        if (v < 0)
            deep_from = BSP_MAX(deep_from, (d + BSP_TOUCH) / -v);
        if (v > 0)
            deep_to = BSP_MIN(deep_to, (d + BSP_TOUCH) / -v);
        if (v > 0 && -d < leave * v) {
            leave = -d / v;
            *plane = i;
        }
    }
    return deep_from < deep_to ? leave : t;
}

/* When the move leaves all brushes that cover it one after the other, from one that it starts in;
 * more than 1: it does not. */
static double leaves_solid(const Move *m, uint32_t *plane)
{
    double t = 0, same = same_time(m);
    for (double before = -1; t > before && t <= 1;) {
        BspSidesWalk walk;
        uint32_t brush, by = 0;
        before = t;
        bsp_sides_walk_begin(&walk, m->sides, m->mask, m->box, 0, m->from, m->delta, t, t);
        while (bsp_sides_walk_next(&walk, before, &brush)) {
            double leave = leaves_brush(m, brush, before, same, &by);
            if (leave > t) {
                t = leave;
                *plane = by;
            }
        }
    }
    return t;
}

/* --- the answer --- */

/* A plane of the table, moved out for the shape and for what is kept. */
static BspPlane moved_out(const Move *m, uint32_t plane, double by)
{
    BspPlane out = m->sides->planes[plane];
    out.dist = bsp_vec_dot(out.normal, m->from) - distance_at_start(m, &out) + by;
    return out;
}

static void name(const Move *m, uint32_t brush, uint32_t plane, double by, BspHit *hit)
{
    if (!hit)
        return;
    hit->brush = brush;
    hit->side = m->sides->names[plane].side;
    hit->tag = m->sides->names[plane].tag;
    hit->contents = m->sides->brushes[brush].contents;
    hit->plane = moved_out(m, plane, by);
}

static void start_in_solid(const Move *m, BspTransition *tr, BspHit *hit)
{
    uint32_t plane = 0;
    double t = leaves_solid(m, &plane);
    *tr = bsp_transition_solid(m->from);
    if (t <= 1) {
        tr->type = BSP_SOLID_TO_EMPTY;
        tr->t = t;
        tr->point = bsp_vec_mad(m->from, t, m->delta);
        tr->plane = moved_out(m, plane, 0);
    }
    name(m, m->nearest_brush, m->nearest_plane, 0, hit);
}

static bool answer(const Move *m, const Stop *stop, BspTransition *tr, BspHit *hit)
{
    if (stop->t > 1)
        return false;
    tr->type = BSP_EMPTY_TO_SOLID;
    tr->t = stop->t;
    tr->point = bsp_vec_mad(m->from, stop->t, m->delta);
    tr->plane = moved_out(m, stop->plane, m->keep);
    name(m, stop->brush, stop->plane, m->keep, hit);
    return true;
}

static double largest_coordinate(BspVec a, BspVec b)
{
    double most = 1;
    for (int k = 0; k < 3; k++)
        most = BSP_MAX(most, BSP_MAX(fabs(a.v[k]), fabs(b.v[k])));
    return most;
}

static bool is_finite(const BspBounds *box, BspVec from, BspVec to, double skin)
{
    BspVec least = box->mins, most = box->maxs;
    double sum = from.x + from.y + from.z + to.x + to.y + to.z + skin;
    sum += least.x + least.y + least.z + most.x + most.y + most.z;
    return sum * 0 == 0;
}

static bool can_ask(const BspShape *shape, BspVec from, BspVec to, double skin)
{
    return bsp_shape_is_box(shape) && skin >= 0 && is_finite(&shape->bounds, from, to, skin);
}

/* begin: t before which it is known to come near to nothing. */
static bool trace(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec from,
                  BspVec to, double skin, double begin, BspTransition *tr, BspHit *hit)
{
    *tr = bsp_transition_empty(to);
    Move m = { .sides = sides, .box = &shape->bounds, .mask = mask, .from = from, .begin = begin };
    m.delta = bsp_vec_sub(to, from);
    m.middle = bsp_vec_add(from, bsp_bounds_centre(&shape->bounds));
    m.half = bsp_vec_scale(bsp_vec_sub(shape->bounds.maxs, shape->bounds.mins), 0.5);
    m.rounding = BSP_SKIN_ROUNDING * largest_coordinate(from, to);
    m.keep = skin;
    m.limit = skin - bsp_skin_slack(skin);
    m.nearest = HUGE_VAL;
    Stop stop = first_stop(&m);
    if (m.nearest < -BSP_TOUCH) {
        start_in_solid(&m, tr, hit);
        return true;
    }
    if (m.nearest < m.limit + m.rounding) { /* it starts too near already */
        m.keep = m.nearest < m.limit ? m.nearest : skin;
        m.limit = BSP_MAX(m.nearest - m.rounding, -BSP_TOUCH);
        stop = first_stop(&m);
    }
    return answer(&m, &stop, tr, hit);
}

bool bsp_sides_trace(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec from,
                     BspVec to, double skin, BspTransition *tr, BspHit *hit)
{
    *tr = bsp_transition_solid(from);
    return can_ask(shape, from, to, skin) && trace(sides, shape, mask, from, to, skin, 0, tr, hit);
}

bool bsp_sides_trace_after(const BspSides *sides, const BspShape *shape, uint32_t mask, BspVec from,
                           BspVec to, double skin, BspTransition *tr, BspHit *hit)
{
    BspTransition of_tree = *tr;
    if (of_tree.type == BSP_EMPTY)
        return false;
    *tr = bsp_transition_solid(from);
    double begin = of_tree.type == BSP_EMPTY_TO_SOLID ? of_tree.t : 0;
    return can_ask(shape, from, to, skin) &&
           trace(sides, shape, mask, from, to, skin, begin, tr, hit);
}
