/* lists: judges lists of all brushes that a move meets, and lists of all transitions along a
 * segment, by testing brush by brush. */
#ifndef COMPARE_LISTS_H
#define COMPARE_LISTS_H

#include "bsp-brush-table.h"
#include "oracle/oracle.h"

/* Counts of the faults of a list. A time within the bracket is not a fault. */
typedef struct {
    guint missing; /* the number of brushes, or of stays in solid, that the list lacks or cuts short
                    */
    guint added;   /* the number of brushes, or of stays in solid, that the list has, but the move
                      does not meet */
    guint off;     /* the number of brushes with a wrong time of entering or leaving */
    guint disordered; /* the number of neighbours that are in the wrong order */
} CompareListFaults;

static inline guint compare_n_list_faults(const CompareListFaults *faults)
{
    return faults->missing + faults->added + faults->off + faults->disordered;
}

/* Judges the answer of bsp_brush_table_trace_all() to the move. move->shape must be set. */
CompareListFaults compare_judge_crossings(CompareOracle *oracle, const BspMove *move,
                                          const BspCrossing *crossings, guint n);

/* Judges the transitions of a tree. If is_exact, it is also a fault if stays in solid are too
 * long. */
CompareListFaults compare_judge_transitions(CompareOracle *oracle, const BspMove *move,
                                            const BspTransition *transitions, guint n,
                                            gboolean is_exact);

#endif
