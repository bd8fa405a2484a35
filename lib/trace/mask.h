/* mask: which contents stop a move. Header only. */
#ifndef BSP_MASK_H
#define BSP_MASK_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a brush of these contents is solid under the mask. Mask 0 selects every brush. */
static inline bool bsp_mask_selects(uint32_t mask, uint32_t contents)
{
    return mask == 0 || (contents & mask) != 0;
}

#endif
