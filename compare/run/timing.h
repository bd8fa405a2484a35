/* timing: how long queries take: rounds of turns, one for each method.
 *
 * Methods take turns within every repetition, so that a machine whose speed drifts treats them
 * alike; see run/lane.h. */
#ifndef COMPARE_TIMING_H
#define COMPARE_TIMING_H

#include "run/report.h"

/* Fills in the times of report's results; methods are the CompareMethod of each. */
void compare_measure(CompareReport *report, const GPtrArray *methods, BspProgressFunc progress,
                     gpointer progress_data);

/* Where point i of COMPARE_QUANTILES lies: the part of queries that took no longer, 1 - 10^(-i/15):
 * from 0 over 0.9, 0.99 and 0.999 to 0.9999. */
double compare_timing_part(guint i);

#endif
