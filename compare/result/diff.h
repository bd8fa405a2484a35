/* diff: what changed from one saved result to another.
 *
 * Scenarios and methods are matched by name; the second scenario of a name is matched with the
 * second. The columns of the newer result say how each value is compared (CompareChange). Counters
 * are compared exactly. A time has changed if the interval of its ratio, new to old, does not
 * contain 1. It is better or worse if the ratio is also beyond a threshold, because an interval
 * describes one run only, and two runs on one machine differ a little more. Times of different
 * machines are not compared, and times of a noisy machine are not judged: methods take turns, so
 * that drift affects them alike, but of many ratios some would still look worse. */
#ifndef COMPARE_DIFF_H
#define COMPARE_DIFF_H

#include "result/result.h"

/* Returns what changed as JSON of format "bsp-diff", with a table "changes".
 * threshold: by how much, in percent, a time may differ. Each set of results is of one file. The
 * caller frees it. */
json_object *compare_diff(const CompareResults *old, const CompareResults *now, double threshold);

gboolean compare_diff_is_worse(json_object *diff);

/* Prints the changes as a table, markdown, CSV or JSON, without the style's environment. The caller
 * frees the text with g_free(). */
char *compare_diff_print(json_object *diff, CompareStyle style);

#endif
