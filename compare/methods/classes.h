/* classes: the methods; each family has a file. */
#ifndef COMPARE_CLASSES_H
#define COMPARE_CLASSES_H

#include "bsp-brush-table.h"
#include "methods/method.h"
#include "onion-tree.h"
#include "shift-build.h"

/* onion */
extern const CompareMethodClass compare_onion, compare_onion_article, compare_onion_named,
    compare_onion_batch, compare_onion_named_batch, compare_onion_threads;

/* shift */
extern const CompareMethodClass compare_shift, compare_shift_box, compare_shift_exact,
    compare_shift_paper, compare_shift_named;

/* stationary */
extern const CompareMethodClass compare_shift_all, compare_merge;

/* baselines */
extern const CompareMethodClass compare_multi, compare_brushes;

/* The options of a shift tree with these bevels, without masks. */
ShiftOptions compare_shift_options(const CompareScenario *scenario, const CompareTrees *trees,
                                   guint bevels, BspProgressFunc progress, gpointer progress_data);

/* Builds the tree, or loads it if there is a saved file of it. */
ShiftTree *compare_shift_tree_new(const CompareScenario *scenario, const CompareTrees *trees,
                                  const ShiftOptions *options, GError **error);

CompareClaim compare_claim_never_late(const BspShape *shape, gint mover);
CompareClaim compare_claim_spaces_only(const BspShape *shape, gint mover);
CompareClaim compare_claim_all_exact(const BspShape *shape, gint mover);

#endif
