/* bsp-overlap: the brushes in a box: what an explosion reaches, a trigger holds, a body is in.
 *
 * Asked of the sides of a solid (bsp-hit.h), which tell brushes apart, as trees do not. */
#ifndef BSP_OVERLAP_H
#define BSP_OVERLAP_H

#include "bsp-hit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds the brushes, the convex bodies themselves, that reach into the box deeper than touching
 * (BSP_TOUCH); a box may be flat, a line or a point. mask: only brushes with some of these
 * contents; 0: all, whatever their contents. The numbers of the first n_max go to `brushes`, which
 * may be NULL where n_max is 0: in no order that means anything, but always in the same. Returns
 * how many there are, which may be more than n_max. 0 where a coordinate is no finite number, or
 * some mins exceeds its maxs.
 *
 * Thread-safe. Allocates nothing; needs under 2 KiB of stack. */
uint32_t bsp_sides_overlap(const BspSides *sides, uint32_t mask, const BspBounds *box,
                           uint32_t *brushes, uint32_t n_max);

#ifdef __cplusplus
}
#endif

#endif
