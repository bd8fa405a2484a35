/* merge: solids merged into a tree: what plane shifting is the cheap approximation of.
 *
 * Melax 2000, section 6, compares two ways to ask whether a stationary convex object overlaps the
 * world. M() slices the object by every plane it straddles; F() passes it on unsliced, which is
 * plane shifting seen from the other side. F() reports every cell that M() reports, and may report
 * more. And two trees merged (Naylor 1998) tell whether two solids overlap, and in which cells.
 *
 * Trees are of one mask, which is heeded. Touching is not overlapping. Thread-safe; M() and the
 * merging of trees allocate, F() does not. */
#ifndef SHIFT_MERGE_H
#define SHIFT_MERGE_H

#include "geometry/cell.h"
#include "shift-tree.h"

/* Called for every solid cell found, by number from 0 if the tree was built with exact_cells, else
 * as 0; returns FALSE to stop. */
typedef gboolean (*ShiftCellFunc)(guint cell, gpointer user_data);

typedef struct {
    guint cells;    /* solid cells found */
    guint slices;   /* M(): times the polytope was cut in two */
    guint64 nodes;  /* visited, leaves apart */
    guint64 bevels; /* F(): of the nodes; M() passes over them */
    guint64 empty;  /* empty leaves reached */
} ShiftMergeCount;

/* M(): the solid cells that the polytope overlaps. func may be NULL. */
ShiftMergeCount shift_merge(const ShiftTree *tree, const BspCell *polytope, ShiftCellFunc func,
                            gpointer user_data);

/* F(): the solid cells whose planes, moved out by the shape, hold its reference point `at`. Without
 * func every cell is visited, and the count says at what cost: a query of a stationary shape that
 * does not stop at the first solid cell. */
ShiftMergeCount shift_pass(const ShiftTree *tree, const BspShape *shape, BspVec at,
                           ShiftCellFunc func, gpointer user_data);

/* Whether the stationary shape overlaps a solid cell, exactly: boxes and hulls by M(), points by
 * their leaf, round shapes by F() and then the cell itself (needs exact_cells). */
gboolean shift_shape_overlaps(const ShiftTree *tree, const BspShape *shape, BspVec at,
                              BspCounters *counters);

/* Called for every pair of solid cells, the first of a and the second of b, that overlap; returns
 * FALSE to stop. */
typedef gboolean (*ShiftPairFunc)(guint cell_a, guint cell_b, gpointer user_data);

/* The number of pairs of solid cells that overlap, tree b moved by `offset`. func may be NULL. The
 * trees are merged inside `region`, which must hold the solid of b in b's own coordinates. */
guint shift_trees_merge(const ShiftTree *a, const ShiftTree *b, BspVec offset,
                        const BspBounds *region, ShiftPairFunc func, gpointer user_data);

#endif
