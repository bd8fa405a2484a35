/* diff: what changed from one saved result to another.
 *
 * Answers must be equal, and costs that are counted must not rise. A time is worse or better if the
 * interval of the ratio of the two medians excludes 1 and the ratio is beyond a threshold. If one
 * machine was noisy, no time is judged. */
#ifndef COMPARE_DIFF_H
#define COMPARE_DIFF_H

#include "result/result.h"

/* Changes that are not worse. */
typedef struct {
    double time, size;        /* percent: of times; of nodes and bytes */
    gboolean changed_answers; /* hashes of answers may differ; still no answer may become wrong */
} CompareLimits;

typedef struct {
    CompareLimits limits;
    CompareTable *table; /* what changed */
    GPtrArray *notes;    /* char * */
    guint counts[7];     /* worse, missing, better, changed, added, within, same */
} CompareDiff;

/* The caller frees the diff. */
CompareDiff *compare_diff(const CompareResults *old, const CompareResults *now,
                          const CompareLimits *limits);
void compare_diff_free(CompareDiff *diff);

/* TRUE if something is worse, or missing in the second result. */
gboolean compare_diff_is_worse(const CompareDiff *diff);

/* Prints the changes as a table, markdown, CSV or JSON. The caller frees the text with g_free(). */
char *compare_diff_print(const CompareDiff *diff, CompareStyle style);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareDiff, compare_diff_free)

#endif
