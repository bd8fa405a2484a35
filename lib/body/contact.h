/* contact: names what a move of a brush table has hit. */
#ifndef BSP_CONTACT_H
#define BSP_CONTACT_H

#include "body/pass.h"

/* As bsp_brush_table_hit(), for a move that has been swept. */
bool bsp_contact_name(const BspSweep *sweep, const BspMet *met, BspTrace *answer);

#endif
