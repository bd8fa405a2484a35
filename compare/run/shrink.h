/* shrink: a wrong answer cut down to the least that still shows it.
 *
 * Brushes are dropped, in ever smaller groups, and the move is shortened, for as long as the same
 * method is still wrong in the same way, and plainly so (delta debugging: Zeller and Hildebrandt
 * 2002). */
#ifndef COMPARE_SHRINK_H
#define COMPARE_SHRINK_H

#include "run/run.h"

typedef struct {
    BspWorld *world; /* of the brushes that are left; shares them with the scenario's world */
    BspVec from, to;
    guint n_tries; /* worlds built on the way */
} CompareShrunk;

/* Shrinks the move of the report to which the method's answer is wrong: late, or early if it
 * claims exactness. The scenario's world must outlive the result. stage may be NULL. */
CompareShrunk *compare_shrink(const CompareReport *report, const CompareMethodClass *klass,
                              const CompareResolved *move, CompareStageFunc stage,
                              gpointer stage_data);
void compare_shrunk_free(CompareShrunk *shrunk);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareShrunk, compare_shrunk_free)

#endif
