/* hit-check: the parts of HitCheckBSP: whether the shape itself hits a cell that plane shifting has
 * found, where it leaves solid, and which plane it hits; and points. */
#ifndef SHIFT_HIT_CHECK_H
#define SHIFT_HIT_CHECK_H

#include "shift/traversal.h"
#include "shift/tree.h"
#include "trace/cast.h"

/* The first hit so far. */
typedef struct {
    double t;      /* 2: nothing */
    bool inside;   /* the shape starts in solid */
    bool meets;    /* several planes meet at the contact, of the cell or of two cells */
    int32_t plane; /* the node whose plane was hit; -1: see normal */
    int32_t leaf;  /* the cell that was hit */
    BspVec normal; /* the normal, if plane is -1 and the hit is exact */
} ShiftHit;

/* The cell of a leaf, for bsp_cast(). */
static inline BspCastBody shift_cell_body(const ShiftTree *tree, int32_t leaf)
{
    return bsp_cast_body(tree->vertices, tree->first, (unsigned)~leaf - 1);
}

/* The hit on the cell that the piece has reached, by the shifted planes. */
static inline ShiftHit shift_hit_planes(ShiftPiece piece)
{
    return (ShiftHit){ .t = BSP_MAX(piece.impact, 0),
                       .inside = piece.plane < 0,
                       .meets = piece.meets,
                       .plane = piece.plane,
                       .leaf = piece.node };
}

/* The same, by a cast of the shape itself; t is 2 if the shape misses the cell. */
ShiftHit shift_hit_cast(const ShiftTraversal *walk, ShiftPiece piece);

/* The same for a sphere or capsule, in closed form. */
ShiftHit shift_hit_round(const ShiftTraversal *walk, ShiftPiece piece, bool grazing);

/* --- where a shape that starts in solid leaves it --- */

/* Returns where a segment that starts in solid first leaves it. Cells are joined end to end until
 * none reaches farther. `to` is the time. `plane` is the node, or -1: then see *normal. exact: test
 * the shape itself, not the planes of the cells. Time 1, that is, the segment stays in solid, if
 * the traversal has visited the tree's nodes a thousand times; only a file made for that needs so
 * long. */
ShiftPiece shift_last_solid(ShiftTraversal *walk, bool exact, BspVec *normal);

/* --- which plane is hit if several meet at the contact --- */

/* Replaces the plane in *tr, which the traversal found, by the right plane of the hit
 * (bsp-move.h). Leaves *tr unchanged if the cells at the contact show none. exact: test the
 * shape itself against the cells, which the tree then must keep. Otherwise the shifted planes of
 * the cells must bound their sums with the shape. */
void shift_name_meeting(const ShiftTraversal *walk, const ShiftHit *hit, bool exact,
                        BspTransition *tr);

/* --- a point ---
 *
 * No plane shifts for a point, so the tree is a plain BSP. */

/* The first transition of a point at `offset` from a reference point that moves from `from` to
 * `to`. masks: the bits of the masks that stop it. */
BspTransition shift_point_check(const ShiftTree *tree, BspVec offset, uint32_t masks, BspVec from,
                                BspVec to, BspCounters *counters);

#endif
