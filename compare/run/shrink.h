/* shrink: reduces a wrong answer to the smallest world and move that still show it.
 *
 * Brushes are dropped in ever smaller groups, and the move is shortened, while the method is still
 * wrong in the same way and clearly so (delta debugging: Zeller and Hildebrandt 2002). */
#ifndef COMPARE_SHRINK_H
#define COMPARE_SHRINK_H

#include "run/run.h"

typedef struct {
    BspWorld *world; /* the remaining brushes, shared with the scenario's world */
    BspVec from, to;
    guint n_tries; /* worlds built in the search */
} CompareShrunk;

/* Shrinks a move of the report to which the method's answer is wrong: late, or early although
 * the method guarantees exact answers. The scenario's world must outlive the result. stage may
 * be NULL. */
CompareShrunk *compare_shrink(const CompareReport *report, const CompareMethodClass *klass,
                              const CompareResolved *move, CompareStageFunc stage,
                              gpointer stage_data);
void compare_shrunk_free(CompareShrunk *shrunk);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareShrunk, compare_shrunk_free)

#endif
