/* growth: describes a sweep from its first value to its last, in sentences. */
#ifndef COMPARE_OUTPUT_GROWTH_H
#define COMPARE_OUTPUT_GROWTH_H

#include "run/vary.h"

/* Returns an array of char *, which owns them: one sentence for each method. Empty if there is only
 * one value. */
GPtrArray *compare_growth(const CompareSweep *sweep);

#endif
