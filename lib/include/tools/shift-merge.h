/* shift-merge: merges solids into a tree. Plane shifting approximates this at less cost.
 *
 * Melax 2000, section 6, compares two tests of whether a stationary convex object overlaps the
 * world. M() slices the object by every plane that it straddles. F() passes the object on unsliced,
 * which is equivalent to plane shifting. F() reports every cell that M() reports, and may report
 * more. Merging two trees (Naylor 1998) finds whether two solids overlap, and in which cells. The
 * solids need not be convex.
 *
 * Each tree must have exactly one mask, which then applies. Touching is not overlapping.
 * Thread-safe. M() and the merging of trees allocate memory; F() does not. */
#ifndef SHIFT_MERGE_H
#define SHIFT_MERGE_H

#include "bsp-frame.h"
#include "shift-tree.h"
#include "tools/bsp-cell.h"

G_BEGIN_DECLS

/* Called for every solid cell found. cell: the number of the cell's list of brushes, from 0, if the
 * tree was built with exact_cells; otherwise 0. Return FALSE to stop. */
typedef gboolean (*ShiftCellFunc)(guint cell, gpointer user_data);

typedef struct {
    guint cells;    /* solid cells found; of two trees: pairs of them */
    guint slices;   /* M() and two trees: how often a polytope was cut in two */
    guint64 nodes;  /* nodes visited, without leaves */
    guint64 bevels; /* F(): bevels among the nodes; M() skips bevels */
    guint64 empty;  /* empty leaves reached */
} ShiftMergeCount;

/* M(): finds the solid cells that the polytope overlaps. func may be NULL. */
ShiftMergeCount shift_merge(const ShiftTree *tree, const BspCell *polytope, ShiftCellFunc func,
                            gpointer user_data);

/* F(): finds the solid cells whose planes, moved out by the shape, contain its reference point
 * `at`. If func is NULL, every such cell is visited; the counts then show the cost of a query that
 * does not stop at the first solid cell. */
ShiftMergeCount shift_pass(const ShiftTree *tree, const BspShape *shape, BspVec at,
                           ShiftCellFunc func, gpointer user_data);

/* Whether the stationary shape overlaps a solid cell, exactly: boxes and hulls by M(), shapes
 * thinner than SHIFT_THICK by a hit check, round shapes by F() and then against the brushes of the
 * cells. That needs exact_cells, and the brush table of the tree's solid; else table may be NULL.
 */
gboolean shift_shape_overlaps(const ShiftTree *tree, const BspBrushTable *table,
                              const BspShape *shape, BspVec at, BspCounters *counters);

/* Called for every pair of solid cells found, which are numbered as for ShiftCellFunc. The same
 * pair may be reported several times. Return FALSE to stop. */
typedef gboolean (*ShiftPairFunc)(guint cell_a, guint cell_b, gpointer user_data);

/* Finds the pairs of solid cells of a and b that overlap if b stands in the frame, which may be
 * turned; its travel is ignored. bounds: contain the solid of b, in b's coordinates. func may be
 * NULL.
 *
 * The answer is that of the brushes, except if the shortest translation that parts the solids is no
 * longer than about 4 BSP_TOUCH. */
ShiftMergeCount shift_trees_merge(const ShiftTree *a, const ShiftTree *b, const BspFrame *frame,
                                  const BspBounds *bounds, ShiftPairFunc func, gpointer user_data);

G_END_DECLS

#endif
