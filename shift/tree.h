/* tree: the inside of a shift tree. */
#ifndef SHIFT_TREE_INSIDE_H
#define SHIFT_TREE_INSIDE_H

#include "shift-tree.h"
#include "shift/band.h"
#include "shift/rooms.h"
#include "trace/node.h"
#include "trace/round.h"

/* The tag of a bevel node: over it is empty, under it the next bevel or the solid leaf. A tip
 * (BSP_TAG_TIP) is for points alone: all that has volume below it is an empty leaf. */
#define SHIFT_IS_BEVEL 2

/* Units. Cells are eroded by BSP_TOUCH: what is thinner could slip between two of them, and one
 * that is sharp leaves as much again. */
#define SHIFT_THICK (4 * BSP_TOUCH)

struct ShiftTree {
    BspNodes nodes;    /* leaf values: 0 empty, else solid; with exact_cells i + 1: cell i */
    unsigned n_cells;  /* 0 without exact_cells, as the rest */
    bool bounds_boxes; /* box bevels: a cell with its faces moved out is its sum with a box */
    BspVec *vertices;  /* of the cells, and eroded: see bsp_cast_body() */
    unsigned *first;
    BspPlane *planes; /* of the cells, as round shapes meet them: see bsp_round_body() */
    BspRoundEdge *edges;
    unsigned *first_round;
    ShiftRooms *rooms; /* NULL: there are none */
    bool is_loaded;    /* the arrays are not its own: it was saved (saved) */
    unsigned bevels;   /* ShiftBevels it was built with; and their angle */
    double bevel_angle;
    ShiftStats stats; /* what shift_tree_stats() does not tell from the rest */
};

/* What a query needs resident. */
size_t shift_tree_bytes(const ShiftTree *tree);

struct ShiftShape {
    const ShiftTree *tree;
    BspShape shape;
    ShiftBand *bands; /* by normal; NULL: some are flat, and all are computed plane by plane */
};

#endif
