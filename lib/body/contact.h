/* contact: names what a move of a brush table has hit. */
#ifndef BSP_CONTACT_H
#define BSP_CONTACT_H

#include "table/pass.h"

/* As bsp_brush_table_hit(), for a move that has been swept. */
bool bsp_contact_name(const BspSweep *sweep, const BspMet *met, BspTrace *answer);

/* Finds the side that supports a body on an edge of the brush that *answer names, where the contact
 * plane is as steep as the body's surface: of the sides that meet at the point of the brush nearest
 * to the shape, the one with the greatest normal.z. *side receives that side's plane, moved out for
 * the shape and by the distance between shape and brush. Returns false, and leaves *side unchanged,
 * if there is none. A box is beside an edge only if it keeps a skin. */
bool bsp_contact_upright(const BspBrushTable *table, const BspShape *shape, const BspTrace *answer,
                         BspPlane *side);

#endif
