/* shift-tree: one BSP of the unexpanded world, whose planes are shifted during the query.
 *
 * Dynamic plane shifting (Melax 2000): the tree is built independently of the shapes that will move
 * in it. A query moves each plane out by the extent of the moving shape along the plane's normal,
 * by different amounts to the front and to the back. The shape then moves as a point. It hits a
 * solid cell where the point enters the region bounded by the moved faces of the cell. That region
 * is the Minkowski sum of cell and shape, or larger. Bevels limit the excess. A bevel is a node of
 * zero volume between a solid leaf and its parent.
 *
 * No answer is late, for any shape, except at wedges flatter than 0.0002 radian
 * (docs/guarantees.md). A late answer would let the shape move into a solid. Answers are exact
 * (within BSP_BRACKET) for points. With SHIFT_BEVEL_BOX they are exact for boxes, too. With
 * names_brushes, a brush table and shift_tree_hit_check_exact() they are exact for every shape.
 *
 * A tree has one mask (ShiftOptions): the contents that stop a shape.
 *
 * Trees are immutable and may be queried from any number of threads. A query allocates nothing. It
 * uses less than 34 KiB of stack. Units are the level's own; z is up. */
#ifndef SHIFT_TREE_H
#define SHIFT_TREE_H

#include "bsp-turn.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ShiftTree ShiftTree;

void shift_tree_free(ShiftTree *tree);

/* Returns the first transition, by HitCheckBSP (Melax 2000, section 3), of the shape whose
 * reference point moves from `from` to `to`. counters may be NULL.
 *
 * The plane is the one that was crossed last, shifted. Where several planes meet it may be the
 * extension of a face; bsp_brush_table_hit() names the face that was hit.
 *
 * The result is BSP_SOLID with t = 0 if a coordinate or size is not finite, if the move is longer
 * than BSP_REACH units (8.6e9) or begins farther than that from the origin, or if the shape reaches
 * farther than that. Other queries return the same in these cases. */
BspTransition shift_tree_hit_check(const ShiftTree *tree, const BspShape *shape, BspVec from,
                                   BspVec to, BspCounters *counters);

/* Finds all transitions of the shape along the segment, in order. Stores at most n_max of them in
 * `transitions`, which may be NULL if n_max is 0. Returns their number, which may exceed n_max.
 *
 * HitCheckBSP goes on along the same segment where the shape has left solid.
 * BSP_EMPTY_TO_SOLID and BSP_SOLID_TO_EMPTY alternate, and t never falls. The first one is the
 * answer of shift_tree_hit_check(). If the segment stays in empty space, there is none. If it stays
 * in solid, or cannot be traced, there is one: BSP_SOLID with t = 0. Where shift_tree_hit_check()
 * is early for the shape, a stay in solid may be too long, or be in empty space. None is missing or
 * too short. */
unsigned shift_tree_transitions(const ShiftTree *tree, const BspShape *shape, BspVec from,
                                BspVec to, BspTransition *transitions, unsigned n_max);

/* Does the same as shift_tree_hit_check(), but exactly, because plane shifting is only a filter. If
 * the move reaches a solid cell, the shape itself is tested against the brushes that the cell
 * consists of. `table` is the brush table of the tree's solid, for all shapes. Where the outside is
 * filled, a cell has no brush, and the planes decide. The answer is SOLID with t = 0 if the tree
 * was built without names_brushes, or if there is no table that supports the shape.
 *
 * If shift_tree_is_exact() holds for the shape, as for boxes in a tree with SHIFT_BEVEL_BOX, the
 * planes are exact already. Then neither names_brushes nor a table is needed; table may be NULL. */
BspTransition shift_tree_hit_check_exact(const ShiftTree *tree, const BspBrushTable *table,
                                         const BspShape *shape, BspVec from, BspVec to,
                                         BspCounters *counters);

/* Returns the first transition of the move's shape, and the brush that was hit. `table` is the
 * brush table of the tree's solid. answer->tr is the result of shift_tree_hit_check(), answer->hit
 * that of bsp_brush_table_hit(). move->mask must be the tree's mask; the move's skin is ignored.
 * Returns whether answer->hit names a brush. counters may be NULL. */
bool shift_tree_trace(const ShiftTree *tree, const BspBrushTable *table, const BspMove *move,
                      BspTrace *answer, BspCounters *counters);

/* Do the same as shift_tree_hit_check() and shift_tree_hit_check_exact(), for a body that turns
 * while its pivot goes from `from` to `to` (bsp-turn.h). Over a short interval of t, planes shift
 * by bounds of the body's support. Intervals are halved until the planes prove them free, or bounds
 * and support differ by less than BSP_TOUCH. The first function is never late, but may be early at
 * edges and corners, like shift_tree_hit_check(). The second is exact, for every shape, and needs
 * names_brushes and a table. */
BspTransition shift_tree_hit_check_turning(const ShiftTree *tree, const BspShape *shape,
                                           const BspTurn *turn, BspVec from, BspVec to,
                                           BspCounters *counters);
BspTransition shift_tree_hit_check_exact_turning(const ShiftTree *tree, const BspBrushTable *table,
                                                 const BspShape *shape, const BspTurn *turn,
                                                 BspVec from, BspVec to, BspCounters *counters);

/* Returns whether p is in solid. Agrees with the transition of a point from p to p: returns false
 * if p only touches a solid, and true if p is out of reach (BSP_REACH). */
bool shift_tree_point_is_solid(const ShiftTree *tree, BspVec p);

/* --- how the tree was built; a loaded tree answers the same --- */

/* Returns the contents that stop a shape; 0 selects all brushes. */
uint32_t shift_tree_mask(const ShiftTree *tree);

/* Returns whether shift_tree_hit_check() is exact for the shape: for points, and boxes if the tree
 * has SHIFT_BEVEL_BOX. */
bool shift_tree_is_exact(const ShiftTree *tree, const BspShape *shape);

/* The first function returns whether the tree has names_brushes, which shift_tree_hit_check_exact()
 * needs. The second returns the number of different lists of brushes of its cells. */
bool shift_tree_names_brushes(const ShiftTree *tree);
unsigned shift_tree_n_lists(const ShiftTree *tree);

/* Returns the ShiftBevels (shift-build.h) that the tree was built with, or 0. *angle receives the
 * bevel angle, in degrees. Corners with a larger angle have bevels. */
unsigned shift_tree_bevels(const ShiftTree *tree, double *angle);

typedef struct {
    unsigned nodes, leaves,
        depth;           /* numbers that include bevel nodes and the empty leaves that bevels add */
    unsigned bare_nodes; /* number of nodes of the same tree without bevels */
    unsigned edge_bevels, spike_bevels, level_top_bevels,
        box_bevels;    /* numbers of bevels before equal subtrees were shared */
    unsigned filled;   /* 1 if the outside is filled */
    size_t bytes;      /* bytes of memory that queries use */
    size_t bare_bytes; /* bytes of the same tree without bevels */
    uint64_t hash;
} ShiftStats;

void shift_tree_stats(const ShiftTree *tree, ShiftStats *stats);

/* --- a shape prepared for one tree ---
 *
 * The distance that a plane moves for a shape depends only on the plane's normal, and many planes
 * of a level share one normal. A prepared shape holds that distance for each normal of the tree
 * (Melax 2000, section 3: "the offsets are specified at runtime and may depend on the plane's
 * normal"). A query with the prepared shape looks up the distance instead of computing it at every
 * plane. Answers and counters are the same, bit for bit. A prepared shape is immutable, and any
 * number of threads may query it. */

typedef struct ShiftShape ShiftShape;

/* Prepares a copy of the shape for the tree. The tree must outlive the result, and so must the
 * BspHull of a hull shape. Returns NULL if there is no memory. The caller frees it with
 * shift_shape_free(). */
ShiftShape *shift_shape_new(const ShiftTree *tree, const BspShape *shape);
void shift_shape_free(ShiftShape *shape);

/* Returns the bytes of memory that queries with the prepared shape use, besides the tree. */
size_t shift_shape_bytes(const ShiftShape *shape);

/* Does the same as shift_tree_hit_check() and shift_tree_hit_check_exact(), for the prepared shape
 * and tree. */
BspTransition shift_shape_hit_check(const ShiftShape *shape, BspVec from, BspVec to,
                                    BspCounters *counters);
BspTransition shift_shape_hit_check_exact(const ShiftShape *shape, const BspBrushTable *table,
                                          BspVec from, BspVec to, BspCounters *counters);

#ifdef __cplusplus
}
#endif

#endif
