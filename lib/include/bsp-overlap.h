/* bsp-overlap: the brushes that overlap a box: for explosions, triggers and bodies.
 *
 * The queries use the sides of a solid (bsp-hit.h), because trees do not distinguish brushes. */
#ifndef BSP_OVERLAP_H
#define BSP_OVERLAP_H

#include "bsp-hit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Finds the brushes that overlap the box by more than touching (BSP_TOUCH). The brushes themselves
 * are tested, not only their bounds. The box may be flat, a line or a point. mask: only brushes
 * with some of these contents; 0: all brushes. The numbers of the first n_max are stored in
 * `brushes`, which may be NULL if n_max is 0. Their order is always the same but has no meaning.
 * Returns the number of brushes, which may exceed n_max. Returns 0 if a coordinate is not finite,
 * or if mins exceeds maxs along an axis.
 *
 * Thread-safe. Allocates nothing; needs less than 2 KiB of stack. */
uint32_t bsp_brush_table_overlap(const BspBrushTable *sides, uint32_t mask, const BspBounds *box,
                                 uint32_t *brushes, uint32_t n_max);

#ifdef __cplusplus
}
#endif

#endif
