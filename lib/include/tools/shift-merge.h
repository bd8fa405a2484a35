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

/* Called for every solid cell found. If the tree was built with names_brushes, `cell` is the number
 * of the cell's list of brushes, from 0; otherwise it is 0. Return FALSE to stop. */
typedef gboolean (*ShiftCellFunc)(guint cell, gpointer user_data);

typedef struct {
    guint cells;  /* number of solid cells found, or of pairs of them in two trees */
    guint slices; /* number of times that M(), or the merging of two trees, cut a polytope in two */
    guint64 nodes;  /* nodes visited, without leaves */
    guint64 bevels; /* bevels among the nodes that F() visits; M() skips bevels */
    guint64 empty;  /* empty leaves reached */
} ShiftMergeCount;

/* Finds the solid cells that the polytope overlaps, by the test M() above. func may be NULL. */
ShiftMergeCount shift_merge(const ShiftTree *tree, const BspCell *polytope, ShiftCellFunc func,
                            gpointer user_data);

/* Finds, by the test F() above, the solid cells whose planes, moved out by the shape, contain its
 * reference point `at`. If func is NULL, every such cell is visited; the counts then show the cost
 * of a query that does not stop at the first solid cell. */
ShiftMergeCount shift_pass(const ShiftTree *tree, const BspShape *shape, BspVec at,
                           ShiftCellFunc func, gpointer user_data);

/* Returns whether the stationary shape overlaps a solid cell, exactly. Boxes and hulls are tested
 * by M(), shapes thinner than SHIFT_THICK by a hit check, and round shapes by F() and then against
 * the brushes of the cells. Round shapes need names_brushes, and the brush table of the tree's
 * solid; for other shapes table may be NULL. */
gboolean shift_shape_overlaps(const ShiftTree *tree, const BspBrushTable *table,
                              const BspShape *shape, BspVec at, BspCounters *counters);

/* Receives a pair of solid cells that overlap. They are numbered as for ShiftCellFunc. The same
 * pair may be reported several times. Returns FALSE to stop the search. */
typedef gboolean (*ShiftPairFunc)(guint cell_a, guint cell_b, gpointer user_data);

/* Finds the pairs of solid cells of a and b that overlap if b stands in the frame, which may be
 * turned; the frame's travel is ignored. `bounds` must contain the solid of b, in b's coordinates.
 * func may be NULL.
 *
 * The answer agrees with the brushes, except if the shortest translation that separates the solids
 * is at most about 4 BSP_TOUCH long. */
ShiftMergeCount shift_trees_merge(const ShiftTree *a, const ShiftTree *b, const BspFrame *frame,
                                  const BspBounds *bounds, ShiftPairFunc func, gpointer user_data);

G_END_DECLS

#endif
