/* brush-table-box: finds the brushes of a table of sides whose bounds overlap a box.
 *
 * Header only: each caller compiles this code with its own callback, inlined. */
#ifndef BSP_TABLE_BOX_H
#define BSP_TABLE_BOX_H

#include "bsp-bounds.h"
#include "trace/brush-table.h"
#include "trace/compiler.h"

typedef void (*BspTableBoxFunc)(void *user_data, uint32_t brush);

/* Returns a mask: bit i is set if child i overlaps the box. */
static inline unsigned bsp_brush_table_overlapping(const BspTableNode *node, const float least[3],
                                                   const float most[3])
{
    static const int32_t bit[BSP_TABLE_WIDE] = { 1, 2, 4, 8, 16, 32, 64, 128 };
    int32_t bits = 0;
    for (unsigned i = 0; i < BSP_TABLE_WIDE; i++) {
        int32_t apart = (node->least[0][i] > most[0]) | (node->most[0][i] < least[0]) |
                        (node->least[1][i] > most[1]) | (node->most[1][i] < least[1]) |
                        (node->least[2][i] > most[2]) | (node->most[2][i] < least[2]);
        bits |= apart ? 0 : bit[i];
    }
    return (unsigned)bits;
}

/* Calls func for each brush that may overlap the box. Some of them do not, because bounds are
 * rounded outward to floats. The table must have brushes. */
static BSP_ALWAYS_INLINE void bsp_brush_table_in_box(const BspBrushTable *sides,
                                                     const BspBounds *box, BspTableBoxFunc func,
                                                     void *user_data)
{
    float least[3], most[3];
    for (int i = 0; i < 3; i++) {
        least[i] = (float)box->mins.v[i];
        most[i] = (float)box->maxs.v[i];
    }
    int32_t stack[BSP_TABLE_MAX_DEPTH * (BSP_TABLE_WIDE - 1) + 1];
    unsigned top = 0;
    stack[top++] = 0;
    while (top > 0) {
        const BspTableNode *node = &sides->nodes[stack[--top]];
        unsigned bits = bsp_brush_table_overlapping(node, least, most);
        for (; bits; bits &= bits - 1) {
            unsigned i = bsp_lowest_bit(bits);
            if (node->child[i] < 0)
                func(user_data, (uint32_t)~node->child[i]);
            else if (node->child[i] != BSP_TABLE_NO_CHILD)
                stack[top++] = node->child[i];
        }
    }
}

#endif
