/* diff: finds the changes from one saved result to another.
 *
 * Answers must be equal, and counted costs, such as nodes, must not rise. A time is worse or better
 * if the interval of the ratio of the two medians excludes 1 and the ratio is beyond a threshold.
 * If the machine of a result was noisy, no time is judged. */
#ifndef COMPARE_DIFF_H
#define COMPARE_DIFF_H

#include "result/result.h"

/* The changes that do not count as worse. */
typedef struct {
    /* The percentage by which values may rise: `time` for times, `size` for nodes and bytes. */
    double time, size;
    /* If set, hashes of answers may differ, but no answer may become wrong. */
    gboolean changed_answers;
} CompareLimits;

typedef struct {
    CompareLimits limits;
    CompareTable *table; /* the table of the changes */
    GPtrArray *notes;    /* an array of char * */
    guint counts[7];     /* the numbers of values that are worse, missing, better, changed, added,
                            within and same */
} CompareDiff;

/* Compares the results. The caller frees the diff. */
CompareDiff *compare_diff(const CompareResults *old, const CompareResults *now,
                          const CompareLimits *limits);
void compare_diff_free(CompareDiff *diff);

/* Returns whether a value is worse, or missing in the second result. */
gboolean compare_diff_is_worse(const CompareDiff *diff);

/* Prints the changes as a table, markdown, CSV or JSON. The caller frees the text with g_free(). */
char *compare_diff_print(const CompareDiff *diff, CompareStyle style);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareDiff, compare_diff_free)

#endif
