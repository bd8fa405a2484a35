/* print: what changed as a table, markdown, CSV or JSON of format "bsp-diff". */
#ifndef COMPARE_DIFF_PRINT_H
#define COMPARE_DIFF_PRINT_H

#include "diff/diff.h"

typedef struct {
    const CompareDiff *diff;
    const char *old, *now; /* names of the files */
    const CompareThresholds *thresholds;
    gboolean all; /* what did not change, too */
} CompareDiffPrint;

/* The style's environment is not told. Free with g_free(). */
char *compare_diff_print(const CompareDiffPrint *what, CompareStyle style);

#endif
