/* hit: internal access to bsp_sides_hit(). */
#ifndef BSP_HIT_INSIDE_H
#define BSP_HIT_INSIDE_H

#include "bsp-hit.h"

/* As bsp_sides_hit(), but takes pointers to avoid copies. */
bool bsp_sides_answer(const BspSides *sides, const BspShape *shape, uint32_t mask,
                      const BspVec *from, const BspVec *to, const BspTransition *tr, BspHit *hit);

#endif
