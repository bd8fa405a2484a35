/* growth: what a sweep comes to, from its first value to its last, in sentences. */
#ifndef COMPARE_OUTPUT_GROWTH_H
#define COMPARE_OUTPUT_GROWTH_H

#include "run/sweep.h"

/* Array of char *, which it frees: one for each method, worked out from the rows; none when there
 * is one value only. */
GPtrArray *compare_growth(const CompareSweep *sweep);

#endif
