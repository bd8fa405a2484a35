/* tree: the inside of a shift tree. */
#ifndef SHIFT_TREE_INSIDE_H
#define SHIFT_TREE_INSIDE_H

#include "shift-tree.h"
#include "shift/band.h"
#include "trace/node.h"
#include "trace/round.h"

/* The tag of a bevel node: over it is empty, under it the next bevel or the solid leaf. A tip
 * (BSP_TAG_TIP) is for points alone: all that has volume below it is a leaf, of one mask an empty
 * one. */
#define SHIFT_IS_BEVEL 2

/* Units. Cells are eroded by BSP_TOUCH: what is thinner could slip between two of them, and one
 * that is sharp leaves as much again. */
#define SHIFT_THICK (4 * BSP_TOUCH)

/* In a tree of several masks, a bit for each. */
#define SHIFT_MOST_MASKS 24

/* Values of leaves there, from 1 to ShiftTree.over: a set of masks under which the leaf is solid;
 * with exact_cells i + 1: cell i. Over a bevel is the value of the leaf under it, plus `over`,
 * which is empty to what has volume; a point, which has none of what is over a bevel, is in the
 * leaf under it. The next value is that of what is in front of a tip: solid under all masks, and to
 * points alone. */
static inline unsigned shift_tip_value(unsigned over)
{
    return 2 * over + 1;
}

struct ShiftTree {
    BspNodes nodes; /* leaf values, of one mask: 0 empty, else solid; with exact_cells i + 1:
                       cell i */
    unsigned n_masks;
    uint32_t *masks;
    uint32_t *solid_in; /* of each cell: a set of masks; NULL: of one mask, or without cells */
    unsigned over;      /* 0: of one mask */
    unsigned n_cells;   /* 0 without exact_cells, as the rest */
    bool bounds_boxes;  /* box bevels: a cell with its faces moved out is its sum with a box */
    BspVec *vertices;   /* of the cells, and eroded: see bsp_cast_body() */
    unsigned *first;
    BspPlane *planes; /* of the cells, as round shapes meet them: see bsp_round_body() */
    BspRoundEdge *edges;
    unsigned *first_round;
    bool is_loaded;  /* the arrays are not its own: they lie in a file (shift/saved.h) */
    unsigned bevels; /* ShiftBevels it was built with; and their angle */
    double bevel_angle;
    ShiftStats stats; /* what shift_tree_stats() does not tell from the rest */
};

/* What a query needs resident. */
size_t shift_tree_bytes(const ShiftTree *tree);

/* The bit of the mask; 0: the tree was not built for it. */
static inline uint32_t shift_mask_bit(const ShiftTree *tree, uint32_t mask)
{
    for (unsigned i = 0; i < tree->n_masks; i++)
        if (tree->masks[i] == mask)
            return 1u << i;
    return 0;
}

/* The masks under which a point is in matter in the leaf of that value. */
static inline uint32_t shift_leaf_masks(const ShiftTree *tree, unsigned value)
{
    if (tree->n_masks == 1)
        return value ? UINT32_MAX : 0;
    if (value == 0 || value > 2 * tree->over)
        return value ? UINT32_MAX : 0;
    value -= value > tree->over ? tree->over : 0;
    return tree->solid_in ? tree->solid_in[value - 1] : value;
}

/* Whether the leaf is a cell that stops what has volume under some of the masks. */
static inline bool shift_leaf_stops(const ShiftTree *tree, int32_t leaf, uint32_t masks)
{
    if (tree->n_masks == 1)
        return leaf != ~0;
    return (unsigned)~leaf <= tree->over && (shift_leaf_masks(tree, (unsigned)~leaf) & masks) != 0;
}

/* What has volume is below a tip as if there were none: in the next one, or in the leaf. */
static inline int32_t shift_below_tip(const ShiftTree *tree, const BspNode *node)
{
    if (tree->n_masks == 1)
        return ~0;
    return node->child[0] == ~(int32_t)shift_tip_value(tree->over) ? node->child[1]
                                                                   : node->child[0];
}

struct ShiftShape {
    const ShiftTree *tree;
    uint32_t masks; /* a set of one; 0: the tree does not have it */
    BspShape shape;
    ShiftBand *bands; /* by normal; NULL: some are flat, and all are computed plane by plane */
};

#endif
