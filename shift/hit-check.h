/* hit-check: the parts of HitCheckBSP that hit-check.c calls: test a cell exactly, find where a
 * shape leaves solid, choose the plane that was hit, and trace a point. */
#ifndef SHIFT_HIT_CHECK_H
#define SHIFT_HIT_CHECK_H

#include "shift/traversal.h"
#include "shift/tree.h"
#include "trace/cast.h"

/* The first hit so far. */
typedef struct {
    double t;      /* time of the hit; 2 if nothing was hit */
    bool inside;   /* the shape starts in solid */
    bool meets;    /* several planes, of one cell or of two, meet at the contact */
    int32_t plane; /* the node whose plane was hit; -1: use `normal` */
    int32_t leaf;  /* the leaf of the cell that was hit */
    BspVec normal; /* the normal, if plane is -1 and the hit is exact */
} ShiftHit;

/* Returns the cell of a leaf, for bsp_cast(). */
static inline BspCastBody shift_cell_body(const ShiftTree *tree, int32_t leaf)
{
    return bsp_cast_body(tree->vertices, tree->first, (unsigned)~leaf - 1);
}

/* Returns the hit on the cell that the piece has reached, by the shifted planes. */
static inline ShiftHit shift_hit_planes(ShiftPiece piece)
{
    return (ShiftHit){ .t = BSP_MAX(piece.impact, 0),
                       .inside = piece.plane < 0,
                       .meets = piece.meets,
                       .plane = piece.plane,
                       .leaf = piece.node };
}

/* Returns the hit on the cell that the piece has reached, by a cast of the shape itself. t is 2 if
 * the shape misses the cell. */
ShiftHit shift_hit_cast(const ShiftTraversal *walk, ShiftPiece piece);

/* Like shift_hit_cast(), in closed form, for a sphere or capsule. */
ShiftHit shift_hit_round(const ShiftTraversal *walk, ShiftPiece piece, bool grazing);

/* --- where a shape that starts in solid leaves it --- */

/* Returns where a segment that starts in solid first leaves it. Cells are joined end to end until
 * no cell reaches farther. In the result, `to` is the time; `plane` is the node of the plane, or -1
 * if *normal is the plane's normal. exact: test the shape itself, not the shifted planes. If the
 * traversal has visited a thousand times the tree's nodes, which only a hostile file causes, the
 * time is 1: the segment stays in solid. */
ShiftPiece shift_last_solid(ShiftTraversal *walk, bool exact, BspVec *normal);

/* --- which plane is hit if several meet at the contact --- */

/* Replaces the plane in *tr, which the traversal found, by the plane that bsp-move.h defines.
 * Leaves *tr unchanged if the cells at the contact show no such plane. exact: test the shape itself
 * against the cells; the tree must have exact cells. Otherwise the shifted planes of each cell must
 * bound its sum with the shape. */
void shift_name_meeting(const ShiftTraversal *walk, const ShiftHit *hit, bool exact,
                        BspTransition *tr);

/* --- a point ---
 *
 * No plane shifts for a point, so the tree is a plain BSP. */

/* Returns the first transition of a point at `offset` from a reference point that moves from `from`
 * to `to`. masks: the bits of the masks that stop the point. */
BspTransition shift_point_check(const ShiftTree *tree, BspVec offset, uint32_t masks, BspVec from,
                                BspVec to, BspCounters *counters);

#endif
