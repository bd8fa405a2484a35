/* inside: which brushes contain a shape, and what a move hits after it leaves solid. */
#include "bsp-inside.h"

#include "bsp-skin.h"
#include "trace/brush-table-iter.h"
#include "trace/parting.h"

uint32_t bsp_brush_table_inside(const BspBrushTable *sides, const BspShape *shape, uint32_t mask,
                                BspVec at, BspInside *in, uint32_t n_max)
{
    BspTableIter iter;
    uint32_t brush, n = 0;
    if (!bsp_parting_is_asked(sides, shape, at))
        return 0;
    bsp_brush_table_iter_begin(&iter, sides, mask, &shape->bounds, 0, at, bsp_vec(0, 0, 0), 0, 0);
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

bool bsp_brush_table_trace_beyond(const BspBrushTable *sides, const BspShape *shape, uint32_t mask,
                                  BspVec from, BspVec to, double *left, BspTransition *tr,
                                  BspHit *hit)
{
    bool named = bsp_brush_table_trace(sides, shape, mask, from, to, 0, tr, hit);
    *left = tr->type == BSP_SOLID ? 2 : 0;
    for (unsigned i = 0; i < MOST_LEAVES && tr->type == BSP_SOLID_TO_EMPTY; i++) {
        BspTransition rest;
        *left = tr->t;
        named = bsp_brush_table_trace(sides, shape, mask, tr->point, to, 0, &rest, hit);
        if (rest.type == BSP_EMPTY)
            return false;
        rest.t = *left + rest.t * (1 - *left);
        *tr = rest;
    }
    if (tr->type == BSP_SOLID || tr->type == BSP_SOLID_TO_EMPTY) {
        *tr = bsp_transition_solid(from);
        *left = 2;
    }
    return named;
}
