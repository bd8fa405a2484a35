/* contact: names the brush and the plane that a move has hit, in a brush table. */
#ifndef BSP_CONTACT_H
#define BSP_CONTACT_H

#include "table/pass.h"

/* Does the same as bsp_brush_table_hit(), for a move that has been swept. */
bool bsp_contact_name(const BspSweep *sweep, const BspMet *met, BspTrace *answer);

/* Finds the side that supports a body on an edge of the brush that *answer names. There the contact
 * plane is as steep as the body's surface. Several sides meet at the point of the brush nearest to
 * the shape, and the side with the largest normal.z supports the body. *side receives that side's
 * plane, moved out for the shape and by the distance between shape and brush. Returns false, and
 * leaves *side unchanged, if the contact is at no edge. A box is beside an edge only if it keeps a
 * skin. */
bool bsp_contact_upright(const BspBrushTable *table, const BspShape *shape, const BspTrace *answer,
                         BspPlane *side);

#endif
