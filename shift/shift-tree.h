/* shift-tree: one BSP of the bare world, whose planes move apart during the traversal.
 *
 * Dynamic plane shifting (Melax 2000): the tree is built without regard to what will move in it.
 * At query time each plane is moved out by the extent of the moving shape along its normal, over
 * and under by different amounts, and the shape travels as a point. What reaches a solid cell then
 * is what lies in the cell with its faces moved out, which is the true sum of cell and shape or
 * more. Bevels, zero-volume nodes between a solid leaf and its parent, limit how much more.
 *
 * Claims: never late, for any shape; exact (within BSP_BRACKET) for points, with SHIFT_BEVEL_BOX
 * for boxes, and with exact_cells, asked by shift_tree_hit_check_exact(), for every shape.
 * docs/guarantees.md, "Known to be wrong", tells of wedges and near copies of them under other
 * masks.
 *
 * A tree of several masks (ShiftOptions) answers under which contents what moves is stopped: its
 * leaves carry a bit for each mask.
 *
 * Trees are immutable and may be queried from any number of threads. A query allocates nothing and
 * keeps its scratch on the stack: under 34 KiB, and 66 where a point grazes a face. Units are the
 * level's own, z is up. */
#ifndef SHIFT_TREE_H
#define SHIFT_TREE_H

#include "bsp-shape.h"
#include "bsp-skin.h"
#include "bsp-transition.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ShiftTree ShiftTree;

void shift_tree_free(ShiftTree *tree);

/* HitCheckBSP (Melax 2000, section 3): the first transition of the shape whose reference point
 * moves from `from` to `to`. mask: the contents that stop it, one of the masks that the tree was
 * built for, as it was given (ShiftOptions.masks); 0 where none was. counters may be NULL. A
 * coordinate or a size that is no finite number, a move that begins more than BSP_REACH units from
 * the origin or is longer than that (8.6e9), a shape that reaches farther than that, or a mask that
 * the tree does not have, gives BSP_SOLID with t = 0, here and in every other way to ask, but that
 * shift_tree_skin_trace() needs no mask of the tree's. */
BspTransition shift_tree_hit_check(const ShiftTree *tree, const BspShape *shape, uint32_t mask,
                                   BspVec from, BspVec to, BspCounters *counters);

/* The same with plane shifting as the filter: a piece of the move that reaches a solid cell counts
 * only if the shape itself meets the cell, in closed form or by GJK. A box is not cast where the
 * tree has SHIFT_BEVEL_BOX, whose planes bound its sum with the cell: it is answered several times
 * as fast. A tree built without exact_cells lets nothing pass: SOLID, t = 0. A shape thinner than 4
 * BSP_TOUCH is asked as one so thick, which finds no seam between two cells to slip through, and
 * moved off what it only touches: at most 1e-5 unit, so where the gap between two walls is no
 * wider, touching both may count as a hit. */
BspTransition shift_tree_hit_check_exact(const ShiftTree *tree, const BspShape *shape,
                                         uint32_t mask, BspVec from, BspVec to,
                                         BspCounters *counters);

/* bsp_sides_trace() (bsp-skin.h) of a shape, with the tree, asked for bsp_skin_box() of the shape's
 * box, as a filter. The tree is asked under the mask, or under mask 0 (all brushes) if it has that
 * and not the other; if it has neither, bsp_sides_trace() answers alone. */
bool shift_tree_skin_trace(const ShiftTree *tree, const BspSides *sides, const BspShape *shape,
                           uint32_t mask, BspVec from, BspVec to, double skin, BspTransition *tr,
                           BspHit *hit);

/* Whether p is in solid matter under the mask: as the transition of a point from p to p, so not
 * where it only touches some. True under a mask that the tree does not have, and out of reach. */
bool shift_tree_point_is_solid(const ShiftTree *tree, uint32_t mask, BspVec p);

/* --- what it was built for, which a tree out of a file tells, too --- */

/* The masks that may be asked, in the order in which they were given; one, 0, where none was. */
unsigned shift_tree_n_masks(const ShiftTree *tree);
uint32_t shift_tree_mask(const ShiftTree *tree, unsigned i); /* i: less than that */

/* Whether shift_tree_hit_check() is exact for the shape: for points, and boxes if the tree has
 * SHIFT_BEVEL_BOX. */
bool shift_tree_is_exact(const ShiftTree *tree, const BspShape *shape);

/* Whether it has exact_cells, by which shift_tree_hit_check_exact() answers for every shape. */
bool shift_tree_has_cells(const ShiftTree *tree);

typedef struct {
    unsigned nodes, leaves, depth; /* bevel nodes and the empty leaves they add included */
    unsigned bare_nodes;           /* of the same tree without bevels */
    unsigned edge_bevels, spike_bevels, level_top_bevels,
        box_bevels;    /* before equal ones are shared */
    unsigned filled;   /* masks under which the outside is filled */
    size_t bytes;      /* what a query needs resident */
    size_t bare_bytes; /* the same without bevels */
    uint64_t hash;
} ShiftStats;

void shift_tree_stats(const ShiftTree *tree, ShiftStats *stats);

/* --- a shape made ready for one tree ---
 *
 * How far a plane moves for a shape depends on its normal alone, and many planes of a level share
 * one normal. A prepared shape holds how far, once for each normal of the tree (Melax 2000, section
 * 3: "the offsets are specified at runtime and may depend on the plane's normal"), so that a query
 * looks up what it would else compute at every plane. Its answers and counters are the same, bit
 * for bit. Immutable; may be asked from any number of threads. */

typedef struct ShiftShape ShiftShape;

/* Prepares the shape, which is copied, for the tree, which must outlive it, and a mask of the
 * tree's; so must the hull of a hull. Free with shift_shape_free(). NULL when there is no memory.
 */
ShiftShape *shift_shape_new(const ShiftTree *tree, const BspShape *shape, uint32_t mask);
void shift_shape_free(ShiftShape *shape);

/* What its queries need resident besides the tree. */
size_t shift_shape_bytes(const ShiftShape *shape);

/* As shift_tree_hit_check() and shift_tree_hit_check_exact(). */
BspTransition shift_shape_hit_check(const ShiftShape *shape, BspVec from, BspVec to,
                                    BspCounters *counters);
BspTransition shift_shape_hit_check_exact(const ShiftShape *shape, BspVec from, BspVec to,
                                          BspCounters *counters);

#ifdef __cplusplus
}
#endif

#endif
