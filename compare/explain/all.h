/* all: everything that a move meets, as if it went through: all brushes, and all transitions of the
 * trees, judged by the oracle. */
#ifndef COMPARE_EXPLAIN_ALL_H
#define COMPARE_EXPLAIN_ALL_H

#include "explain/explanation.h"
#include "oracle/lists.h"
#include "result/text-page.h"

/* The transitions of a method's tree. */
typedef struct {
    const char *method;
    GArray *transitions; /* BspTransition */
    CompareListFaults faults;
} CompareAllTransitions;

struct CompareAllHits {
    GArray *crossings; /* BspCrossing */
    CompareListFaults faults;
    GArray *lists; /* CompareAllTransitions */
};

/* Finds everything. The move must not turn. The explanation must outlive the result. */
CompareAllHits *compare_all_hits_new(const CompareExplanation *e);
void compare_all_hits_free(CompareAllHits *all);

/* Whether the oracle finds a fault in a list. */
gboolean compare_all_hits_are_wrong(const CompareAllHits *all);

void compare_all_hits_print(const CompareAllHits *all, ComparePage *page);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareAllHits, compare_all_hits_free)

#endif
