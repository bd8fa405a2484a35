/* arrays: answers queries over arrays of moves and points, for the Python package. */
#include "arrays.h"

#include "bsp-character.h"

#include <math.h>

/* The number of moves that one call traces. A larger number would need more memory, and save no
 * time. */
#define TOGETHER 64

static BspVec row(const double *values, size_t i)
{
    return bsp_vec(values[3 * i], values[3 * i + 1], values[3 * i + 2]);
}

static void set_row(double *values, size_t i, BspVec v)
{
    values[3 * i] = v.x;
    values[3 * i + 1] = v.y;
    values[3 * i + 2] = v.z;
}

static BspShape shape_of(const ArrayBody *body)
{
    switch (body->kind) {
    case BSP_SHAPE_BOX:
        return bsp_shape_box(row(body->mins, 0), row(body->maxs, 0));
    case BSP_SHAPE_SPHERE:
        return bsp_shape_sphere(body->radius);
    case BSP_SHAPE_CYLINDER:
        return bsp_shape_cylinder(body->radius, body->bottom, body->top);
    case BSP_SHAPE_CAPSULE:
        return bsp_shape_capsule(body->radius, body->bottom, body->top);
    default:
        return bsp_shape_point();
    }
}

/* The body of one call, in the form that the libraries need. Tracers point to it. */
typedef struct {
    const ArrayBody *body;
    BspShape shape;
    BspMover mover; /* the mover for the brush table */
} Mover;

static void start_mover(Mover *mover, const ArrayBody *body)
{
    mover->body = body;
    mover->shape = shape_of(body);
    mover->mover = (BspMover){
        .table = body->table, .shape = &mover->shape, .mask = body->mask, .skin = body->skin
    };
}

static void trace_tree(void *data, BspVec from, BspVec to, BspTrace *answer)
{
    const Mover *mover = data;
    const ArrayBody *body = mover->body;
    if (body->onion)
        answer->tr = onion_tree_first_transition(body->onion, body->space, from, to, NULL);
    else if (body->exact)
        answer->tr =
            shift_tree_hit_check_exact(body->shift, body->table, &mover->shape, from, to, NULL);
    else
        answer->tr = shift_tree_hit_check(body->shift, &mover->shape, from, to, NULL);
}

static bool asks_tree(const ArrayBody *body)
{
    return body->onion || body->shift;
}

static BspTracer tracer_of(Mover *mover)
{
    const BspTracer of_tree = { trace_tree, mover, NULL, NULL };
    return asks_tree(mover->body) ? of_tree : bsp_mover_tracer(&mover->mover);
}

/* Traces moves by the body's tree or table. A tree returns only times. If there is a table, too, it
 * then names the brush. */
static void trace_moves(const Mover *mover, const BspMove *moves, size_t n, BspTrace *answers)
{
    const ArrayBody *body = mover->body;
    if (!asks_tree(body)) {
        bsp_brush_table_trace_many(body->table, moves, n, answers);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        trace_tree((void *)mover, moves[i].from, moves[i].to, &answers[i]);
        answers[i].hit.brush = BSP_NO_BRUSH;
        if (body->table)
            bsp_brush_table_hit(body->table, &moves[i], &answers[i]);
    }
}

static void store_trace(const ArrayTraces *traces, size_t i, const BspTrace *answer)
{
    const bool is_named = answer->hit.brush != BSP_NO_BRUSH;
    traces->t[i] = answer->tr.t;
    traces->kind[i] = (uint8_t)answer->tr.type;
    set_row(traces->normal, i, answer->tr.plane.normal);
    traces->dist[i] = answer->tr.plane.dist;
    set_row(traces->point, i, answer->tr.point);
    traces->brush[i] = is_named ? (int32_t)answer->hit.brush : -1;
    traces->contents[i] = is_named ? answer->hit.contents : 0;
}

void array_trace(const ArrayBody *body, const double *from, const double *to, size_t first,
                 size_t end, const ArrayTraces *traces)
{
    /* Copies the structs. Otherwise the compiler must assume that storing a byte changes their
     * pointers. */
    const ArrayBody own = *body;
    const ArrayTraces arrays = *traces;
    Mover mover;
    start_mover(&mover, &own);
    for (size_t i = first; i < end; i += TOGETHER) {
        const size_t n = end - i < TOGETHER ? end - i : TOGETHER;
        BspMove moves[TOGETHER];
        BspTrace answers[TOGETHER];
        for (size_t k = 0; k < n; k++)
            moves[k] =
                (BspMove){ row(from, i + k), row(to, i + k), &mover.shape, own.mask, own.skin };
        trace_moves(&mover, moves, n, answers);
        for (size_t k = 0; k < n; k++)
            store_trace(&arrays, i + k, &answers[k]);
    }
}

static bool is_finite_row(const double *values, size_t n)
{
    while (n > 0 && isfinite(values[n - 1]))
        n--;
    return n == 0;
}

static BspTurn turn_of(const double *own)
{
    return (
        BspTurn){ { own[0], own[1], own[2], own[3] }, row(own + 4, 0), own[7], row(own + 8, 0) };
}

size_t array_bad_turn(const double *turns, size_t n, const char **why)
{
    for (size_t i = 0; i < n; i++) {
        const BspTurn turn = turn_of(turns + 11 * i);
        *why = bsp_turn_fault(&turn);
        if (*why && is_finite_row(turns + 11 * i, 11))
            return i;
    }
    return n;
}

static void trace_turning(const ArrayBody *body, const BspMove *move, const BspTurn *turn,
                          BspTrace *answer)
{
    answer->hit.brush = BSP_NO_BRUSH;
    if (!body->shift)
        bsp_brush_table_trace_turning(body->table, move, turn, answer);
    else if (body->exact)
        answer->tr = shift_tree_hit_check_exact_turning(body->shift, body->table, move->shape, turn,
                                                        move->from, move->to, NULL);
    else
        answer->tr = shift_tree_hit_check_turning(body->shift, move->shape, turn, move->from,
                                                  move->to, NULL);
}

void array_trace_turning(const ArrayBody *body, const double *from, const double *to,
                         const double *turns, size_t first, size_t end, const ArrayTraces *traces)
{
    const BspShape shape = shape_of(body);
    for (size_t i = first; i < end; i++) {
        const BspTurn turn = turn_of(turns + 11 * i);
        const BspMove move = { row(from, i), row(to, i), &shape, body->mask, body->skin };
        BspTrace answer;
        trace_turning(body, &move, &turn, &answer);
        store_trace(traces, i, &answer);
    }
}

void array_trace_all(const ArrayBody *body, const double *from, const double *to, size_t first,
                     size_t end, uint32_t most, const ArrayCrossings *crossings)
{
    const BspShape shape = shape_of(body);
    BspCrossing found[ARRAY_MOST];
    for (size_t i = first; i < end; i++) {
        const BspMove move = { row(from, i), row(to, i), &shape, body->mask, 0 };
        const uint32_t n = bsp_brush_table_trace_all(body->table, &move, found, most);
        crossings->count[i] = n;
        for (uint32_t k = 0; k < most; k++) {
            const BspCrossing none = { 2, 2, { .brush = UINT32_MAX, .side = -1 } };
            const BspCrossing *c = k < n ? &found[k] : &none;
            const size_t at = i * most + k;
            crossings->enter[at] = c->t_enter;
            crossings->leave[at] = c->t_leave;
            set_row(crossings->normal, at, c->hit.plane.normal);
            crossings->dist[at] = c->hit.plane.dist;
            crossings->brush[at] = (int32_t)c->hit.brush;
            crossings->side[at] = c->hit.side;
            crossings->contents[at] = c->hit.contents;
        }
    }
}

void array_transitions(const ArrayBody *body, const double *from, const double *to, size_t first,
                       size_t end, uint32_t most, const ArrayTransitions *transitions)
{
    const BspShape shape = shape_of(body);
    BspTransition found[ARRAY_MOST];
    for (size_t i = first; i < end; i++) {
        const BspVec a = row(from, i), b = row(to, i);
        const unsigned n = body->onion
                               ? onion_tree_transitions(body->onion, body->space, a, b, found, most)
                               : shift_tree_transitions(body->shift, &shape, a, b, found, most);
        transitions->count[i] = n;
        for (uint32_t k = 0; k < most; k++) {
            const BspTransition none = bsp_transition_empty(b), *tr = k < n ? &found[k] : &none;
            const size_t at = i * most + k;
            transitions->t[at] = k < n ? tr->t : 2;
            transitions->kind[at] = (uint8_t)tr->type;
            set_row(transitions->normal, at, tr->plane.normal);
            transitions->dist[at] = tr->plane.dist;
        }
    }
}

void array_slide(const ArrayBody *body, const double *from, const double *delta, double height,
                 double walkable, size_t first, size_t end, const ArraySlides *slides)
{
    Mover mover;
    start_mover(&mover, body);
    const BspTracer tracer = tracer_of(&mover);
    const BspStepping stepping = { height, walkable };
    for (size_t i = first; i < end; i++) {
        BspSlide slide;
        if (height > 0)
            bsp_step_move(&tracer, row(from, i), row(delta, i), &stepping, &slide);
        else
            bsp_slide_move(&tracer, row(from, i), row(delta, i), &slide);
        set_row(slides->point, i, slide.point);
        set_row(slides->delta, i, slide.delta);
        slides->climbed[i] = slide.climbed;
        slides->stuck[i] = slide.stuck;
        slides->n_contacts[i] = (uint8_t)slide.n_contacts;
        slides->n_traces[i] = (uint8_t)slide.n_traces;
    }
}

void array_ground(const ArrayBody *body, const double *points, double depth, double walkable,
                  size_t first, size_t end, const ArrayGrounds *grounds)
{
    Mover mover;
    start_mover(&mover, body);
    const BspTracer tracer = tracer_of(&mover);
    for (size_t i = first; i < end; i++) {
        BspGround ground;
        bsp_ground_probe(&tracer, row(points, i), depth, walkable, &ground);
        grounds->kind[i] = (uint8_t)ground.kind;
        set_row(grounds->point, i, ground.point);
        set_row(grounds->normal, i, ground.contact.answer.tr.plane.normal);
        grounds->dist[i] = ground.contact.answer.tr.plane.dist;
    }
}

void array_free(const ArrayBody *body, const double *points, size_t first, size_t end,
                bool *is_free)
{
    Mover mover;
    start_mover(&mover, body);
    const BspTracer tracer = tracer_of(&mover);
    for (size_t i = first; i < end; i++) {
        const BspVec p = row(points, i);
        BspTrace answer;
        if (!isfinite(p.x) || !isfinite(p.y) || !isfinite(p.z))
            is_free[i] = false;
        else if (body->onion)
            is_free[i] = !onion_tree_point_is_solid(body->onion, body->space, p);
        else if (!asks_tree(body))
            is_free[i] =
                bsp_brush_table_inside(body->table, &mover.shape, body->mask, p, NULL, 0) == 0;
        else {
            tracer.trace(tracer.data, p, p, &answer);
            is_free[i] = answer.tr.type == BSP_EMPTY;
        }
    }
}

void array_contents(const BspBrushTable *table, const double *points, size_t first, size_t end,
                    uint32_t *contents)
{
    for (size_t i = first; i < end; i++)
        contents[i] = bsp_brush_table_contents(table, row(points, i));
}

bool array_can_tell(const ArrayBody *body)
{
    const BspShape shape = shape_of(body);
    return bsp_brush_table_can_tell(body->table, &shape);
}

const char *array_space(const OnionTree *tree, unsigned space, double box[6], uint32_t *mask)
{
    const OnionSpace *found = onion_tree_space(tree, space);
    set_row(box, 0, found->box.mins);
    set_row(box, 1, found->box.maxs);
    *mask = found->mask;
    return found->name;
}

void array_bounds(const BspBrushTable *table, double bounds[6])
{
    const BspBounds all = bsp_brush_table_bounds(table);
    set_row(bounds, 0, all.mins);
    set_row(bounds, 1, all.maxs);
}

size_t array_onion_bytes(const OnionTree *tree)
{
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    return stats.bytes;
}

size_t array_shift_bytes(const ShiftTree *tree)
{
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    return stats.bytes;
}

int array_saved_kind(const void *bytes, size_t length, bool *has_table, const char **why)
{
    BspSavedInfo info;
    if (!bsp_saved_info(bytes, length, &info, why))
        return 0;
    *has_table = info.has_table;
    return (int)info.kind;
}
