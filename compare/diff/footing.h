/* footing: whether two results of a scenario can be held against each other. */
#ifndef COMPARE_DIFF_FOOTING_H
#define COMPARE_DIFF_FOOTING_H

#include "kept/result.h"

/* Whether times can; if they cannot though both have some, a note (char *) says why. */
gboolean compare_footing_of_times(const CompareKept *old, const CompareKept *now, GPtrArray *notes);

/* Adds notes on where they do not ask the same of the same: the world, moves, how trees are built.
 */
void compare_footing_of_work(const CompareKept *old, const CompareKept *now, GPtrArray *notes);

#endif
