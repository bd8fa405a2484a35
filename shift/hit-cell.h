/* hit-cell: whether the shape itself hits a cell that plane shifting has found. */
#ifndef SHIFT_HIT_CELL_H
#define SHIFT_HIT_CELL_H

#include "shift/traversal.h"
#include "trace/cast.h"

/* What was hit first. */
typedef struct {
    double t;      /* 2: nothing */
    bool inside;   /* it starts in solid */
    bool meets;    /* several planes meet there, of the cell or of two cells */
    int32_t plane; /* the node whose plane was hit; -1: see normal */
    int32_t leaf;  /* the cell that was hit */
    BspVec normal; /* of an exact hit */
} ShiftHit;

/* The cell of a leaf, to be cast against. */
static inline BspCastBody shift_cell_body(const ShiftTree *tree, int32_t leaf)
{
    return bsp_cast_body(tree->vertices, tree->first, (unsigned)~leaf - 1);
}

/* The hit in the cell that the piece has reached. */
static inline ShiftHit shift_hit_planes(ShiftPiece piece)
{
    return (ShiftHit){ .t = BSP_MAX(piece.impact, 0),
                       .inside = piece.plane < 0,
                       .meets = piece.meets,
                       .plane = piece.plane,
                       .leaf = piece.node };
}

/* The same, asked of the shape itself; t is 2 when it passes the cell by. */
ShiftHit shift_hit_cast(const ShiftTraversal *walk, ShiftPiece piece);

/* The same of a sphere or capsule, in closed form. */
ShiftHit shift_hit_round(const ShiftTraversal *walk, ShiftPiece piece, bool grazing);

#endif
