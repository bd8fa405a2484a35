/* print: kept results printed as they would have been when they were measured. */
#ifndef COMPARE_KEPT_PRINT_H
#define COMPARE_KEPT_PRINT_H

#include "kept/kept.h"

/* In any format. Where results come from is told of each that is of another run than the one before
 * it; the style's own environment is not heeded. NULL with BSP_ERROR_VALUE where a format cannot
 * hold these results. Free with g_free(). */
char *compare_kept_print(const CompareKeptResults *results, CompareStyle style, GError **error);

#endif
