/* tree: the internals of a shift tree. */
#ifndef SHIFT_TREE_INSIDE_H
#define SHIFT_TREE_INSIDE_H

#include "shift-tree.h"
#include "shift/band.h"
#include "trace/node.h"
#include "trace/round.h"

/* The tag of a bevel node. In front of its plane is an empty leaf, behind it the next bevel or the
 * solid leaf. A tip (BSP_TAG_TIP) matters to points only. For shapes with volume, everything below
 * a tip is one leaf, which is empty in a tree of one mask. */
#define SHIFT_IS_BEVEL BSP_NODE_BEVEL

/* Units. Shapes thinner than this need special tests: cells are eroded by BSP_TOUCH, so such a
 * shape could slip between two cells. At sharp corners erosion takes as much again. */
#define SHIFT_THICK (4 * BSP_TOUCH)

/* The most masks of a tree; each has a bit in the value of a leaf. */
#define SHIFT_MOST_MASKS 24

/* Values of leaves in a tree of several masks:
 *
 * From 1 to ShiftTree.over: without exact_cells, the set of masks under which the leaf is solid;
 * with exact_cells, i + 1 for cell i.
 *
 * A leaf in front of a bevel has the value of the leaf behind the bevel, plus `over`. It is empty
 * for shapes with volume. The region in front of a bevel has no volume, so a point there is in the
 * leaf behind the bevel.
 *
 * 2 * over + 1: the leaf in front of a tip, which is solid under all masks, but only for points. */
static inline unsigned shift_tip_value(unsigned over)
{
    return 2 * over + 1;
}

struct ShiftTree {
    /* leaf values in a tree of one mask: 0 is empty. Solid leaves have value 1, or, with
     * exact_cells, i + 1 for cell i */
    BspNodes nodes;
    unsigned n_masks;
    uint32_t *masks;
    uint32_t *solid_in; /* for each cell a set of masks; NULL if one mask or no cells */
    unsigned over;      /* 0 in a tree of one mask; see shift_tip_value() */
    unsigned n_cells;   /* 0 without exact_cells; the arrays below are then NULL */
    /* has box bevels: a cell's planes, moved out, bound exactly its sum with a box */
    bool bounds_boxes;
    BspVec *vertices; /* of cells and eroded cells: see bsp_cast_body() */
    unsigned *first;
    BspPlane *planes; /* of the cells, for round shapes: see bsp_round_body() */
    BspRoundEdge *edges;
    unsigned *first_round;
    bool is_loaded;  /* the arrays are part of the bytes that the tree was loaded from */
    bool owns_file;  /* the tree frees these bytes */
    unsigned bevels; /* ShiftBevels that the tree was built with */
    double bevel_angle;
    ShiftStats stats; /* only fields that shift_tree_stats() cannot compute */
};

/* Frees the bytes of a tree that owns its file. */
void shift_tree_free_file(ShiftTree *tree);

/* Returns the size of the data that queries use. */
size_t shift_tree_bytes(const ShiftTree *tree);

/* Returns the bit of the mask, or 0 if the tree was not built for the mask. */
static inline uint32_t shift_mask_bit(const ShiftTree *tree, uint32_t mask)
{
    for (unsigned i = 0; i < tree->n_masks; i++)
        if (tree->masks[i] == mask)
            return 1u << i;
    return 0;
}

/* Returns the masks under which a point in a leaf of that value is in solid. */
static inline uint32_t shift_leaf_masks(const ShiftTree *tree, unsigned value)
{
    if (tree->n_masks == 1)
        return value ? UINT32_MAX : 0;
    if (value == 0 || value > 2 * tree->over)
        return value ? UINT32_MAX : 0;
    value -= value > tree->over ? tree->over : 0;
    return tree->solid_in ? tree->solid_in[value - 1] : value;
}

/* Whether the leaf stops a shape with volume under at least one of the masks. */
static inline bool shift_leaf_stops(const ShiftTree *tree, int32_t leaf, uint32_t masks)
{
    if (tree->n_masks == 1)
        return leaf != ~0;
    return (unsigned)~leaf <= tree->over && (shift_leaf_masks(tree, (unsigned)~leaf) & masks) != 0;
}

/* Returns the child of a tip that applies to shapes with volume: the next tip, or the leaf. */
static inline int32_t shift_below_tip(const ShiftTree *tree, const BspNode *node)
{
    if (tree->n_masks == 1)
        return ~0;
    return bsp_node_child(node, 0) == ~(int32_t)shift_tip_value(tree->over)
               ? bsp_node_child(node, 1)
               : bsp_node_child(node, 0);
}

struct ShiftShape {
    const ShiftTree *tree;
    uint32_t masks; /* the bit of the mask; 0: the tree was not built for the mask */
    BspShape shape;
    ShiftBand *bands; /* for each normal; NULL if any is flat: queries then compute bands */
};

#endif
