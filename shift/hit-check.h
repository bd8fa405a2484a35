/* hit-check: the parts of HitCheckBSP that hit-check.c calls: test a cell exactly, find where a
 * shape leaves solid, and trace a point. */
#ifndef SHIFT_HIT_CHECK_H
#define SHIFT_HIT_CHECK_H

#include "shift/traversal.h"
#include "shift/tree.h"
#include "trace/cast.h"

/* The first hit so far. */
typedef struct {
    double t;      /* time of the hit; 2 if nothing was hit */
    bool inside;   /* the shape starts in solid */
    int32_t plane; /* the node whose plane was hit; -1: use `normal` */
    int32_t leaf;  /* the leaf of the cell that was hit */
    BspVec normal; /* the normal, if plane is -1 and the hit is exact */
} ShiftHit;

/* Returns the cell of a leaf, for bsp_cast(). */
static inline BspCastBody shift_cell_body(const ShiftTree *tree, int32_t leaf)
{
    return bsp_cast_body(tree->vertices, tree->first, (unsigned)~leaf - 1);
}

/* Returns when the shape makes contact with the cell that the piece has reached. That is BSP_TOUCH
 * before piece.from, at the shifted plane itself. Almost along the plane that is far before, where
 * another plane bounds the cell; so it is at most half the bracket before, along the move. */
static inline double shift_contact(const ShiftTraversal *walk, const ShiftPiece *piece)
{
    if (piece->enter < 0)
        return 0;
    const BspNodes *nodes = &walk->tree->nodes;
    const BspNode *node = &nodes->nodes[piece->enter];
    ShiftBand band = shift_band_of(walk->shape, nodes, bsp_node_normal(nodes, node));
    double speed = fabs(bsp_node_along(nodes, node, &walk->delta));
    double before =
        BSP_MIN(shift_band_touch(&band) / speed, BSP_BRACKET / 2 / bsp_vec_length(walk->delta));
    return BSP_MAX(piece->from - before, 0);
}

/* Returns the hit on the cell that the piece has reached, by the shifted planes. */
static inline ShiftHit shift_hit_planes(const ShiftTraversal *walk, const ShiftPiece *piece)
{
    return (ShiftHit){ .t = shift_contact(walk, piece),
                       .inside = piece->enter < 0,
                       .plane = piece->enter,
                       .leaf = piece->node };
}

/* Returns the hit on the cell that the piece has reached, by a cast of the shape itself. t is 2 if
 * the shape misses the cell. */
ShiftHit shift_hit_cast(const ShiftTraversal *walk, const ShiftPiece *piece);

/* Like shift_hit_cast(), in closed form, for a sphere or capsule. */
ShiftHit shift_hit_round(const ShiftTraversal *walk, const ShiftPiece *piece);

/* --- where a shape that starts in solid leaves it --- */

/* Returns where a segment that starts in solid first leaves it. Cells are joined end to end until
 * no cell reaches farther. In the result, `to` is the time; `leave` is the node of the plane, or -1
 * if *normal is the plane's normal. exact: test the shape itself, not the shifted planes. If the
 * traversal has visited a thousand times the tree's nodes, which only a hostile file causes, the
 * time is 1: the segment stays in solid. */
ShiftPiece shift_last_solid(ShiftTraversal *walk, bool exact, BspVec *normal);

/* --- a point ---
 *
 * No plane shifts for a point, so the tree is a plain BSP. */

/* Returns the first transition of a point at `offset` from a reference point that moves from `from`
 * to `to`. */
BspTransition shift_point_check(const ShiftTree *tree, BspVec offset, BspVec from, BspVec to,
                                BspCounters *counters);

#endif
