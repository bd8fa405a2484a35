/* footing: whether two results of a scenario can be held against each other. */
#ifndef COMPARE_DIFF_FOOTING_H
#define COMPARE_DIFF_FOOTING_H

#include "kept/result.h"

/* What is held against each other of the times. */
typedef struct {
    gboolean times;    /* any */
    gboolean relative; /* ratios to a method: it is the same one */
    gboolean noisy;    /* by the account of one of them */
} CompareFooting;

/* Where times cannot be compared though both have some, a note (char *) says why; so does one where
 * they were measured on a noisy machine. */
CompareFooting compare_footing_of_times(const CompareKept *old, const CompareKept *now,
                                        GPtrArray *notes);

/* Adds notes on where they do not ask the same of the same: the world, moves, how trees are built.
 */
void compare_footing_of_work(const CompareKept *old, const CompareKept *now, GPtrArray *notes);

#endif
