/* sides-rect: rectangles of whole steps along two axes, and a test whether two of them overlap.
 *
 * A step takes 15 bits. A word holds four of them, each with a spare bit above it. A rectangle
 * stores its two first steps, and the distances of its two last steps from the greatest step. A
 * place, which is compared with rectangles, stores its last steps and the distances of its first.
 * So the two overlap if none of the place's four numbers is less. */
#ifndef BSP_SIDES_RECT_H
#define BSP_SIDES_RECT_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t BspSidesRect;
typedef uint64_t BspSidesPlace;

#define BSP_SIDES_LAST_STEP 32766

/* The spare bits. */
#define BSP_SIDES_LANES UINT64_C(0x8000800080008000)

/* A rectangle that no place overlaps. */
#define BSP_SIDES_NOWHERE UINT64_C(0x7fff7fff7fff7fff)

static inline uint64_t bsp_sides_lanes(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return (uint64_t)(a | b << 16) | (uint64_t)(c | d << 16) << 32;
}

static inline BspSidesRect bsp_sides_rect(const uint32_t least[2], const uint32_t most[2])
{
    return bsp_sides_lanes(least[0], least[1], BSP_SIDES_LAST_STEP - most[0],
                           BSP_SIDES_LAST_STEP - most[1]);
}

static inline BspSidesPlace bsp_sides_place(const uint32_t least[2], const uint32_t most[2])
{
    return BSP_SIDES_LANES | bsp_sides_lanes(most[0], most[1], BSP_SIDES_LAST_STEP - least[0],
                                             BSP_SIDES_LAST_STEP - least[1]);
}

static inline bool bsp_sides_meet(BspSidesRect rect, BspSidesPlace place)
{
    return ((place - rect) & BSP_SIDES_LANES) == BSP_SIDES_LANES;
}

#endif
