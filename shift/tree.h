/* tree: the internals of a shift tree. */
#ifndef SHIFT_TREE_INSIDE_H
#define SHIFT_TREE_INSIDE_H

#include "shift-tree.h"
#include "shift/band.h"
#include "trace/node.h"
#include "trace/round.h"

/* The tag of a bevel node: empty over it; under it the next bevel or the solid leaf. A tip
 * (BSP_TAG_TIP) matters to points only. For shapes with volume everything below a tip is one leaf,
 * which is empty in a tree of one mask. */
#define SHIFT_IS_BEVEL BSP_NODE_BEVEL

/* Units. Cells are eroded by BSP_TOUCH, so a thinner shape could slip between two of them. At sharp
 * corners erosion takes as much again. */
#define SHIFT_THICK (4 * BSP_TOUCH)

/* The most masks of a tree; each has a bit in the value of a leaf. */
#define SHIFT_MOST_MASKS 24

/* Values of leaves in a tree of several masks:
 *
 * From 1 to ShiftTree.over: the set of masks under which the leaf is solid; with exact_cells i + 1
 * for cell i.
 *
 * The leaf over a bevel has the value of the leaf under it, plus `over`. It is empty for shapes
 * with volume. The region over a bevel has no volume, so a point there is in the leaf under the
 * bevel.
 *
 * 2 * over + 1: the leaf in front of a tip, which is solid under all masks, but only for points. */
static inline unsigned shift_tip_value(unsigned over)
{
    return 2 * over + 1;
}

struct ShiftTree {
    BspNodes nodes; /* leaf values in a tree of one mask: 0 empty, else solid; with exact_cells i +
                       1 for cell i */
    unsigned n_masks;
    uint32_t *masks;
    uint32_t *solid_in; /* for each cell a set of masks; NULL: one mask, or no cells */
    unsigned over;      /* 0 in a tree of one mask; see shift_tip_value() */
    unsigned n_cells;   /* 0 without exact_cells; the arrays below are then NULL */
    bool bounds_boxes; /* has box bevels: a cell with its planes moved out is exactly its sum with a
                          box */
    BspVec *vertices;  /* of the cells, and of the eroded cells: see bsp_cast_body() */
    unsigned *first;
    BspPlane *planes; /* of the cells, for round shapes: see bsp_round_body() */
    BspRoundEdge *edges;
    unsigned *first_round;
    bool is_loaded;  /* the arrays belong to the bytes that it was loaded from ... */
    bool owns_file;  /* ... and these belong to the tree */
    unsigned bevels; /* the ShiftBevels and the angle it was built with */
    double bevel_angle;
    ShiftStats stats; /* the fields that shift_tree_stats() cannot compute from the rest */
};

/* Frees the bytes of a tree that owns its file. */
void shift_tree_free_file(ShiftTree *tree);

/* The bytes that a query uses. */
size_t shift_tree_bytes(const ShiftTree *tree);

/* The bit of the mask; 0 if the tree was not built for the mask. */
static inline uint32_t shift_mask_bit(const ShiftTree *tree, uint32_t mask)
{
    for (unsigned i = 0; i < tree->n_masks; i++)
        if (tree->masks[i] == mask)
            return 1u << i;
    return 0;
}

/* The masks under which a point in a leaf of that value is in solid. */
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

/* The child of a tip for shapes with volume: the next tip, or the leaf. */
static inline int32_t shift_below_tip(const ShiftTree *tree, const BspNode *node)
{
    if (tree->n_masks == 1)
        return ~0;
    return node->child[0] == ~(int32_t)shift_tip_value(tree->over) ? node->child[1]
                                                                   : node->child[0];
}

struct ShiftShape {
    const ShiftTree *tree;
    uint32_t masks; /* the bit of the mask; 0: the tree does not have the mask */
    BspShape shape;
    ShiftBand *bands; /* for each normal; NULL if some are flat: queries then compute all bands */
};

#endif
