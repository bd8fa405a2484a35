/* beyond: moves that start in solid, and what they hit after they have left it. */
#include "body/distance.h"
#include "body/sweep.h"
#include "bsp-brush-table.h"
#include "trace/compiler.h"

/* --- the first position where the move can keep its skin --- */

/* A move, the same move backward, and the distance that it is to keep. */
typedef struct {
    BspSweep sweep, back;
    double keep, limit; /* a brush becomes too near at distances below `limit`, and stays too near
                           until its distance is `keep` */
} Clearance;

/* If the brush is too near at time t, returns the first later time at which it is not. Otherwise
 * returns t. */
static double clears_brush(const Clearance *c, uint32_t brush, double t)
{
    double back;
    BspVec normal;
    if (bsp_distance(&c->sweep, brush, t) >= c->limit)
        return t;
    if (bsp_distance(&c->back, brush, 0) < c->keep - c->back.rounding)
        return 2;
    return bsp_comes_near(&c->back, brush, c->keep, &back, &normal) ? BSP_MAX(t, 1 - back) : t;
}

/* The first time from t on at which no brush is too near; more than 1 if there is none. */
static double clears_all(const Clearance *c, double t)
{
    const BspSweep *s = &c->sweep;
    uint64_t n_visited = 0;
    for (double before = -1; t > before && t <= 1;) {
        BspNear near;
        uint32_t brush;
        before = t;
        BspPath path = { &s->shape->bounds, c->keep, s->from, s->delta, t, t };
        bsp_near_begin(&near, &s->table->hierarchy, &path);
        while (bsp_brush_table_next(s->table, s->mask, &near, before, &brush))
            t = BSP_MAX(t, clears_brush(c, brush, before));
        n_visited += near.n_visited;
        if (n_visited > bsp_sweep_most_visits(s))
            return 2;
    }
    return t;
}

static double clear_at(const BspBrushTable *table, const BspMove *move, double t)
{
    BspMove back = *move;
    Clearance c = { .keep = move->skin, .limit = move->skin - bsp_skin_slack(move->skin) };
    back.from = move->to;
    back.to = move->from;
    if (!bsp_sweep_init(&c.sweep, table, move) || !bsp_sweep_init(&c.back, table, &back))
        return 2;
    return clears_all(&c, t);
}

/* --- the move beyond the solid --- */

/* Converts the answer to the rest of a move, which begins at time `begin`, to the whole move. */
static void begin_at(double begin, double free_at, BspTrace *rest)
{
    rest->tr.t = begin + rest->tr.t * (1 - begin);
    rest->free_at = free_at;
}

/* Rounding may leave the move slightly inside solid at the position where it leaves. Then it leaves
 * again, at most this many times. */
#define MOST_LEAVES 4

/* Continues a move that leaves solid, without a skin. *answer is the answer that ends there. */
static bool touch_beyond(const BspBrushTable *table, const BspMove *move, BspTrace *answer)
{
    BspMove part = *move;
    const BspHit start = answer->hit;
    bool named = true;
    part.skin = 0;
    for (unsigned i = 0; i < MOST_LEAVES && answer->tr.type == BSP_SOLID_TO_EMPTY; i++) {
        BspTrace rest;
        answer->free_at = answer->tr.t;
        part.from = answer->tr.point;
        named = bsp_brush_table_trace(table, &part, &rest);
        if (rest.tr.type == BSP_EMPTY) {
            answer->hit.brush = BSP_NO_BRUSH;
            return false;
        }
        begin_at(answer->free_at, answer->free_at, &rest);
        *answer = rest;
    }
    if (answer->tr.type == BSP_SOLID || answer->tr.type == BSP_SOLID_TO_EMPTY) {
        answer->tr = bsp_transition_solid(move->from);
        answer->hit = start;
        answer->free_at = 2;
    }
    return named;
}

/* *answer is that of touch_beyond(). Changes it if the skin stops the move earlier. */
static bool keep_skin_beyond(const BspBrushTable *table, const BspMove *move, bool named,
                             BspTrace *answer)
{
    double begin = clear_at(table, move, answer->free_at);
    if (begin > 1 || (answer->tr.type == BSP_EMPTY_TO_SOLID && answer->tr.t < begin))
        return named;
    BspMove part = *move;
    BspTrace rest;
    part.from = bsp_vec_lerp(move->from, move->to, begin);
    bool is_named = bsp_brush_table_trace(table, &part, &rest);
    if (rest.tr.type != BSP_EMPTY_TO_SOLID)
        return named;
    begin_at(begin, answer->free_at, &rest);
    *answer = rest;
    return is_named;
}

bool bsp_brush_table_trace_beyond(const BspBrushTable *table, const BspMove *move, BspTrace *answer)
{
    bool named = bsp_brush_table_trace(table, move, answer);
    answer->free_at = answer->tr.type == BSP_SOLID ? 2 : 0;
    if (answer->tr.type != BSP_SOLID_TO_EMPTY)
        return named;
    named = touch_beyond(table, move, answer);
    return answer->free_at > 1 || move->skin <= BSP_TOUCH
               ? named
               : keep_skin_beyond(table, move, named, answer);
}
