/* clock: how long queries take, and how much memory a build needs.
 *
 * Methods take turns within every repetition, so that a machine whose speed drifts treats them
 * alike; moves are taken in walking order and shuffled, since caches and predictors make the two
 * differ by a factor of two. */
#ifndef COMPARE_CLOCK_H
#define COMPARE_CLOCK_H

#include "run/report.h"

/* Fills in the times of report's results; methods are the CompareMethod of each. */
void compare_measure(CompareReport *report, const GPtrArray *methods, BspProgressFunc progress,
                     gpointer progress_data);

/* Bytes resident now; and how far the process has since risen above that. 0 where the system does
 * not tell. */
gsize compare_memory_begin(void);
gsize compare_memory_peak(gsize before);

#endif
