/* brush-table-rect: rectangles of whole steps along two axes, and a test whether two of them
 * overlap.
 *
 * A step takes 15 bits. A word holds four of them, each with a spare bit above it. A rectangle
 * stores its two first steps, and the distances of its two last steps from the greatest step. A
 * place, which is compared with rectangles, stores its last steps and the distances of its first.
 * So the two overlap if none of the place's four numbers is less. */
#ifndef BSP_TABLE_RECT_H
#define BSP_TABLE_RECT_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t BspTableRect;
typedef uint64_t BspTablePlace;

#define BSP_TABLE_LAST_STEP 32766

/* The spare bits. */
#define BSP_TABLE_LANES UINT64_C(0x8000800080008000)

/* A rectangle that no place overlaps. */
#define BSP_TABLE_NOWHERE UINT64_C(0x7fff7fff7fff7fff)

static inline uint64_t bsp_brush_table_lanes(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    return (uint64_t)(a | b << 16) | (uint64_t)(c | d << 16) << 32;
}

static inline BspTableRect bsp_brush_table_rect(const uint32_t least[2], const uint32_t most[2])
{
    return bsp_brush_table_lanes(least[0], least[1], BSP_TABLE_LAST_STEP - most[0],
                                 BSP_TABLE_LAST_STEP - most[1]);
}

static inline BspTablePlace bsp_brush_table_place(const uint32_t least[2], const uint32_t most[2])
{
    return BSP_TABLE_LANES | bsp_brush_table_lanes(most[0], most[1], BSP_TABLE_LAST_STEP - least[0],
                                                   BSP_TABLE_LAST_STEP - least[1]);
}

static inline bool bsp_brush_table_meet(BspTableRect rect, BspTablePlace place)
{
    return ((place - rect) & BSP_TABLE_LANES) == BSP_TABLE_LANES;
}

#endif
