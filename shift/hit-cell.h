/* hit-cell: whether the shape itself hits a cell that plane shifting has found. */
#ifndef SHIFT_HIT_CELL_H
#define SHIFT_HIT_CELL_H

#include "shift/traversal.h"
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

#endif
