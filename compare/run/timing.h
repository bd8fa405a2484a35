/* timing: measures query times in rounds, in which each method has one turn.
 *
 * The methods take turns within every repetition, so that a machine whose speed drifts treats them
 * alike. See run/runner.h. */
#ifndef COMPARE_TIMING_H
#define COMPARE_TIMING_H

#include "run/report.h"

/* Stores the times in the results of the report's methods. */
void compare_measure(CompareReport *report, BspProgressFunc progress, gpointer progress_data);

/* Returns the fraction of queries at point i of COMPARE_QUANTILES, which is 1 - 10^(-i/15). It
 * rises from 0 over 0.9, 0.99 and 0.999 to 0.9999. */
double compare_timing_part(guint i);

#endif
