/* inside: which brushes contain a shape, and what a move hits after it leaves solid. */
#include "bsp-brush-table.h"

#include "trace/brush-table.h"
#include "trace/parting.h"

uint32_t bsp_brush_table_inside(const BspBrushTable *sides, const BspShape *shape, uint32_t mask,
                                BspVec at, BspInside *in, uint32_t n_max)
{
    BspTableIter iter;
    uint32_t brush, n = 0;
    if (!bsp_parting_is_asked(sides, shape, at))
        return 0;
    BspTablePath path = { .box = &shape->bounds, .from = at };
    bsp_brush_table_iter_begin(&iter, sides, mask, &path);
    while (bsp_brush_table_iter_next(&iter, 0, &brush)) {
        BspParting parting;
        unsigned plane = 0;
        bsp_parting_init(&parting, sides, shape, brush);
        bsp_parting_look(&parting, at);
        double outside = bsp_parting_outside(&parting, at, &plane);
        if (outside >= -BSP_TOUCH || bsp_parting_only_touches(&parting, at))
            continue;
        if (n < n_max) {
            in[n].depth = -outside;
            bsp_parting_name(&parting, plane, &in[n].hit);
        }
        n++;
    }
    return n;
}

/* Rounding may leave a move slightly inside solid where it leaves. Then it leaves again, at most
 * this many times. */
#define MOST_LEAVES 4

bool bsp_brush_table_trace_beyond(const BspBrushTable *table, const BspMove *move, BspTrace *answer)
{
    BspMove part = *move;
    part.skin = 0;
    bool named = bsp_brush_table_trace(table, &part, answer);
    answer->free_at = answer->tr.type == BSP_SOLID ? 2 : 0;
    for (unsigned i = 0; i < MOST_LEAVES && answer->tr.type == BSP_SOLID_TO_EMPTY; i++) {
        BspTrace rest;
        answer->free_at = answer->tr.t;
        part.from = answer->tr.point;
        named = bsp_brush_table_trace(table, &part, &rest);
        if (rest.tr.type == BSP_EMPTY) {
            answer->hit.brush = BSP_NO_BRUSH;
            return false;
        }
        rest.tr.t = answer->free_at + rest.tr.t * (1 - answer->free_at);
        rest.free_at = answer->free_at;
        *answer = rest;
    }
    if (answer->tr.type == BSP_SOLID || answer->tr.type == BSP_SOLID_TO_EMPTY) {
        answer->tr = bsp_transition_solid(move->from);
        answer->free_at = 2;
    }
    return named;
}
