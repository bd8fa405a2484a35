/* contact: names what a move of a brush table has hit. */
#ifndef BSP_CONTACT_H
#define BSP_CONTACT_H

#include "body/sweep.h"

/* The brushes that a sweep has met: among them are all that may be at the contact, so that they
 * need not be looked for again. */
#define BSP_MET_MOST 16

typedef struct {
    uint32_t n; /* more than BSP_MET_MOST: not all of them are listed */
    uint32_t brushes[BSP_MET_MOST];
} BspMet;

static inline void bsp_met_add(BspMet *met, uint32_t brush)
{
    if (met->n < BSP_MET_MOST)
        met->brushes[met->n] = brush;
    met->n++;
}

/* As bsp_brush_table_hit(), for a move that has been swept. */
bool bsp_contact_name(const BspSweep *sweep, const BspMet *met, BspTrace *answer);

#endif
