/* tree: the internals of a shift tree. */
#ifndef SHIFT_TREE_INSIDE_H
#define SHIFT_TREE_INSIDE_H

#include "shift-tree.h"
#include "shift/band.h"
#include "trace/move.h"
#include "trace/node.h"

/* The tag of a bevel node. An empty leaf is in front of its plane. The next bevel or the solid leaf
 * is behind its plane. */
#define SHIFT_IS_BEVEL BSP_TAG_BEVEL

/* Units. Shapes thinner than this need special tests. Cells are eroded by BSP_TOUCH, so such a
 * shape could slip through the gap of 2 BSP_TOUCH between two cells. At sharp corners the gap is
 * twice as wide. */
#define SHIFT_THICK (4 * BSP_TOUCH)

/* Units. A flat shape grazes each bevel whose band is at most this wide. Returns -1 for a shape
 * that is flat along no normal.
 *
 * A flat shape that lies along the plane between two solid cells may count as on one side of the
 * plane only. A bevel of the cell on that side may be nearly parallel to the plane. A point of the
 * shape at the plane is hardly behind the bevel, so a bevel that was moved in by BSP_TOUCH would
 * let the point far into the cell. Therefore bevels that the shape grazes are moved out instead.
 *
 * The width divided by the size is the sine of the angle between the shape and the bevel. At this
 * width, a point of the plane half a bracket inside the cell is 2 BSP_TOUCH behind the bevel, and
 * wider bands need no such care. Moved out, wide bevels would catch shapes that rest on edges. */
static inline double shift_grazing_width(const BspShape *shape)
{
    if (BSP_LIKELY(bsp_shape_thickness(shape) > SHIFT_FLAT))
        return -1;
    BspVec size = bsp_vec_sub(shape->bounds.maxs, shape->bounds.mins);
    return 4 * BSP_TOUCH / BSP_BRACKET * bsp_vec_length(size);
}

/* The number that stands for the filled outside among the numbers of brushes. */
#define SHIFT_OUTSIDE UINT32_MAX

struct ShiftTree {
    /* An empty leaf has value 0. A solid leaf has value 1, or, with names_brushes, i + 1 for list
     * i.
     */
    BspNodes nodes;
    uint32_t mask; /* the contents that stop a shape; 0 selects all brushes */
    /* Lists of brushes; NULL without names_brushes. List i is brushes[first[i]] to brushes[first[i
     * + 1] - 1], and has all brushes that a solid leaf consists of. It is empty where the outside
     * is filled. Its last number is SHIFT_OUTSIDE if only part of the leaf may be outside. */
    uint32_t *brushes, *first;
    unsigned n_lists, n_brushes;
    /* Whether the tree has box bevels, so that a cell's planes, moved out, bound exactly its sum
     * with a box. */
    bool bounds_boxes;
    bool is_loaded;  /* whether the arrays are part of the bytes that the tree was loaded from */
    unsigned bevels; /* ShiftBevels that the tree was built with */
    double bevel_angle;
    ShiftStats stats; /* only the members that shift_tree_stats() cannot compute */
};

/* Returns whether the middle of the shape, at `at`, is in solid. If so, a shape that is in no brush
 * is in the filled outside, because from the inside of the level it reaches the outside only
 * through brushes. */
static inline bool shift_middle_is_solid(const ShiftTree *tree, const BspShape *shape, BspVec at)
{
    return shift_tree_point_is_solid(tree, bsp_vec_add(at, bsp_bounds_centre(&shape->bounds)));
}

/* Returns the first transition of a point at `offset` from a reference point that moves from `from`
 * to `to`. No plane shifts for a point, so the tree is a plain BSP. */
BspTransition shift_point_check(const ShiftTree *tree, BspVec offset, BspVec from, BspVec to,
                                BspCounters *counters);

/* Does the same as shift_point_check(), for all transitions. Returns their number. */
unsigned shift_point_transitions(const ShiftTree *tree, BspVec offset, BspVec from, BspVec to,
                                 const BspTransitionList *list);

/* Returns the bytes of memory that queries use. */
size_t shift_tree_bytes(const ShiftTree *tree);

struct ShiftShape {
    const ShiftTree *tree;
    BspShape shape;
    ShiftBand *bands; /* the band for each normal; NULL if the shape is flat along some normal,
                         because queries then compute bands */
};

#endif
