/* slide: the internals of a slide, which climbing steps shares. */
#ifndef BSP_SLIDE_INSIDE_H
#define BSP_SLIDE_INSIDE_H

#include "bsp-character.h"

/* As bsp_slide_move(), but the body does not climb planes whose normal.z is above 0 and below
 * walkable. walkable 0: it climbs every plane. */
void bsp_slide_walking(const BspTracer *tracer, BspVec from, BspVec delta, double walkable,
                       BspSlide *slide);

/* Calls the tracer, and counts the call. */
static inline BspSlideContact bsp_slide_ask(const BspTracer *tracer, BspVec from, BspVec to,
                                            unsigned *n_traces)
{
    BspSlideContact c;
    c.from = from;
    c.to = to;
    c.tr = bsp_transition_empty(to);
    tracer->trace(tracer->data, from, to, &c.tr);
    ++*n_traces;
    return c;
}

static inline bool bsp_slide_in_solid(const BspTransition *tr)
{
    return tr->type == BSP_SOLID || tr->type == BSP_SOLID_TO_EMPTY;
}

#endif
