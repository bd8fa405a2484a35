/* all: lists everything that a move would meet if it passed through solids, which is all brushes,
 * and all transitions of the trees. The oracle judges both lists. */
#ifndef COMPARE_EXPLAIN_ALL_H
#define COMPARE_EXPLAIN_ALL_H

#include "explain/explanation.h"
#include "oracle/lists.h"
#include "result/text-page.h"

/* The transitions of a method's tree. */
typedef struct {
    const char *method;
    GArray *transitions; /* an array of BspTransition */
    CompareListFaults faults;
} CompareAllTransitions;

struct CompareAllHits {
    GArray *crossings; /* an array of BspCrossing */
    CompareListFaults faults;
    GArray *lists; /* an array of CompareAllTransitions */
};

/* Finds the crossings and the transitions. The move must not turn. The explanation must outlive the
 * result. */
CompareAllHits *compare_all_hits_new(const CompareExplanation *e);
void compare_all_hits_free(CompareAllHits *all);

/* Returns whether the oracle finds a fault in one of the lists. */
gboolean compare_all_hits_are_wrong(const CompareAllHits *all);

void compare_all_hits_print(const CompareAllHits *all, ComparePage *page);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareAllHits, compare_all_hits_free)

#endif
