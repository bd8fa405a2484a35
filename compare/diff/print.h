/* print: what changed as a table, markdown, CSV or JSON of format "bsp-diff". */
#ifndef COMPARE_DIFF_PRINT_H
#define COMPARE_DIFF_PRINT_H

#include "diff/diff.h"

typedef struct {
    const CompareDiff *diff;
    const char *old, *now; /* names of the files */
    const CompareThresholds *thresholds;
    gboolean all; /* also values that did not change */
} CompareDiffPrint;

/* Prints the changes without the style's environment. The caller frees the text with g_free(). */
char *compare_diff_print(const CompareDiffPrint *what, CompareStyle style);

#endif
