/* hit: internal access to bsp_brush_table_hit(). */
#ifndef BSP_HIT_INSIDE_H
#define BSP_HIT_INSIDE_H

#include "bsp-hit.h"

/* As bsp_brush_table_hit(), but takes pointers to avoid copies. */
bool bsp_brush_table_answer(const BspBrushTable *sides, const BspShape *shape, uint32_t mask,
                            const BspVec *from, const BspVec *to, const BspTransition *tr,
                            BspHit *hit);

#endif
