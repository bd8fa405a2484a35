/* bsp-inside: which brushes contain a shape, the shortest way out, and what a move hits after it
 * leaves solid.
 *
 * The queries use the sides of a solid (bsp_brush_table_new(), bsp-solid.h). Solid is the union of
 * the brushes that the mask selects: those with (contents & mask) != 0, or all if mask is 0. A box
 * or a point is in a brush if it is deeper than BSP_TOUCH behind every plane of their Minkowski
 * sum. Another shape is in a brush if it is that deep behind every side of the brush. So at an edge
 * it may be somewhat deeper and still only touch: at a very sharp edge by BSP_TIP. A shape is in
 * solid if it is in any brush, and free if it is in none.
 *
 * Shapes: all that the table supports (BSP_TABLE_ALL_SHAPES). An unsupported shape, or a position
 * out of reach (BSP_REACH), is in no brush and has no way out. A move out of reach is in solid.
 *
 * Pure functions: no allocation, thread-safe; less than 16 KiB of stack. Lengths are in units. */
#ifndef BSP_INSIDE_H
#define BSP_INSIDE_H

#include "bsp-hit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A brush that contains the shape. */
typedef struct {
    /* The length of the shortest translation out of this brush, regardless of the others, along the
     * normal of hit.plane. For a cylinder or a hull the translation is short, but may not be the
     * shortest. It is more than twice the shortest for about one hull in 5000. For needles (a
     * hundred times as long as thick) that is one in a hundred. */
    double depth;
    BspHit hit; /* hit.side is the side of that plane; -1: the plane of an edge or a corner, or one
                   of the shape's own */
} BspInside;

/* Finds the brushes that contain the shape at `at`. The first n_max of them are stored in `in`,
 * which may be NULL if n_max is 0. The order is always the same but has no meaning: the deepest may
 * be the last. Returns the number of brushes, which may exceed n_max. */
uint32_t bsp_brush_table_inside(const BspBrushTable *sides, const BspShape *shape, uint32_t mask,
                                BspVec at, BspInside *in, uint32_t n_max);

typedef struct {
    BspVec to;        /* a position where the shape is free */
    double distance;  /* the length of the translation to it */
    bool is_shortest; /* no nearer position is free, except in gaps narrower than BSP_TOUCH */
} BspWayOut;

/* Finds the shortest translation, shorter than `reach`, to a position where the shape is free.
 * There its distance from every brush is at least keep - BSP_TOUCH. That position may be on the
 * other side of a wall. Outside of a level is free, too, even if a tree has filled it; check with
 * the tree. A shape that is already free stays, whatever the reach. For boxes and points the
 * distance is the largest from a plane of the Minkowski sum, which beside edges is less than the
 * Euclidean distance. For other shapes it is Euclidean.
 *
 * The search is branch and bound. A position free of a brush is in front of at least one of its
 * planes. The nearest position in front of some planes lies on one, two or three of them. If it is
 * in another brush, it must also be in front of one of that brush's planes. Planes are tried
 * nearest first. Branches that cannot be nearer than the best position are skipped. The search is
 * limited to BSP_WAY_OUT_TRIES positions, and to BSP_WAY_OUT_DEPTH planes for one position. If a
 * limit stops it, it returns the best position so far, and is_shortest is false.
 *
 * Returns false if there is no free position within reach, or none was found. Then only
 * way->is_shortest is set: true if there is certainly none.
 *
 * For shapes other than boxes, edges and corners of brushes are round. A free position is refined
 * by the planes that separate it from the brushes, until that brings it no nearer, at most 64
 * times. A nearer position may exist farther off. is_shortest is true only if that is proved: if a
 * sphere or a capsule moves no farther than it must to leave one of the brushes. */
bool bsp_brush_table_way_out(const BspBrushTable *sides, const BspShape *shape, uint32_t mask,
                             BspVec at, double keep, double reach, BspWayOut *way);

#define BSP_WAY_OUT_TRIES 1000
#define BSP_WAY_OUT_DEPTH 12

/* Returns whether the caller accepts `to`, where the shape would be free. */
typedef bool (*BspPlaceFunc)(BspVec to, const void *user_data);

/* The same, restricted to positions that the caller accepts: such as those inside the level, by a
 * tree with outside fill, or on this side of a wall. will_do is called for each free position that
 * is nearer than the best so far. It must be fast: it is called at most about 64 times for each of
 * the BSP_WAY_OUT_TRIES positions. A rejected position is skipped, and the search continues with
 * other planes. After a rejection is_shortest is false, since a nearer acceptable position may
 * exist. If the shape is already free, only its own position is considered: returns false if
 * will_do rejects it. */
bool bsp_brush_table_way_out_where(const BspBrushTable *sides, const BspShape *shape, uint32_t mask,
                                   BspVec at, double keep, double reach, BspPlaceFunc will_do,
                                   const void *user_data, BspWayOut *way);

/* Finds the first transition of a move, as bsp_brush_table_trace() without a skin. But a move that
 * starts in solid continues to where it is free, and reports what it hits after that. Brushes that
 * touch or overlap count as one: the move is free when it is in none of them. *left receives the
 * time at which it becomes free: 0 if it starts free, 2 if it is never free.
 *
 * *tr is BSP_SOLID if the move is never free; BSP_SOLID_TO_EMPTY, at *left, if it becomes free and
 * hits nothing; BSP_EMPTY_TO_SOLID if it hits something at t, *left <= t; BSP_EMPTY if it starts
 * free and hits nothing. Returns true if *hit (which may be NULL) receives what was hit; for
 * BSP_SOLID that is the brush that the start is deepest in. */
bool bsp_brush_table_trace_beyond(const BspBrushTable *sides, const BspShape *shape, uint32_t mask,
                                  BspVec from, BspVec to, double *left, BspTransition *tr,
                                  BspHit *hit);

#ifdef __cplusplus
}
#endif

#endif
