/* footing: whether two results of a scenario are comparable. */
#ifndef COMPARE_DIFF_FOOTING_H
#define COMPARE_DIFF_FOOTING_H

#include "kept/result.h"

/* Which times are compared. */
typedef struct {
    gboolean times;    /* any times */
    gboolean relative; /* ratios to the reference method, which both results share */
    gboolean noisy;    /* one of the results says that its machine was noisy */
} CompareFooting;

/* Decides which times are comparable. Adds a note (char *) if both results have times that are not
 * comparable, or if they were measured on a noisy machine. */
CompareFooting compare_footing_of_times(const CompareKept *old, const CompareKept *now,
                                        GPtrArray *notes);

/* Adds notes on differences in the world, the moves, and the way trees are built. */
void compare_footing_of_work(const CompareKept *old, const CompareKept *now, GPtrArray *notes);

#endif
