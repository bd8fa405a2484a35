/* clip: when a moving box crosses the planes of one brush. Vector code takes eight planes at a
 * time. */
#ifndef BSP_CLIP_H
#define BSP_CLIP_H

#include "body/brush-table.h"

/* A move of a box, and three distances: `limit` below `keep`, and `far` at least `keep`. The arrays
 * stand in the order of the bounds of a brush: for its three least and its three greatest bounds;
 * two lanes are unused. */
struct BspClipMove {
    const BspBrushTable *table;
    BspVec middle, half, delta; /* centre and half size of the box, at the start; its way */
    double keep, limit, far;
    double middles[BSP_TABLE_LANES], halves[BSP_TABLE_LANES], speeds[BSP_TABLE_LANES];
};

struct BspClip {
    double distance;                 /* at the start: the largest distance from a plane */
    bool stops;                      /* whether the box comes nearer than `limit` to all planes; if
                                        so, the rest is set: */
    double enter, low_enter;         /* when it comes nearer than `keep` and than `limit` */
    uint32_t enter_plane, low_plane; /* the planes crossed then; BSP_NO_PLANE: none. low_plane is
                                        set only if `keep` is positive. */
};

/* The function with vectors of `bytes` bytes, as for bsp_near_search(). All have the same results,
 * to the last bit. */
BspClipFunc *bsp_clip_func(unsigned bytes);

/* Makes queries of the table use vectors of `bytes` bytes, which the machine must have
 * (body/vectors.h). */
void bsp_brush_table_use_vectors(BspBrushTable *table, unsigned bytes);

void bsp_clip_move_init(BspClipMove *move, const BspBrushTable *table, BspVec middle, BspVec half,
                        BspVec delta);

#endif
