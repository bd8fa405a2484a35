/* hit: what was hit, asked from inside. */
#ifndef BSP_HIT_INSIDE_H
#define BSP_HIT_INSIDE_H

#include "bsp-hit.h"

/* bsp_sides_hit(), without copies of what it is asked. */
bool bsp_sides_answer(const BspSides *sides, const BspShape *shape, uint32_t mask,
                      const BspVec *from, const BspVec *to, const BspTransition *tr, BspHit *hit);

#endif
