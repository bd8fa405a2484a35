/* print: prints saved results as they were printed when they were measured. */
#ifndef COMPARE_KEPT_PRINT_H
#define COMPARE_KEPT_PRINT_H

#include "kept/kept.h"

/* Prints in any format. The environment is printed for each result whose run differs from the
 * previous one's; the style's own environment is ignored. NULL with BSP_ERROR_VALUE if the format
 * cannot hold these results. The caller frees the text with g_free(). */
char *compare_kept_print(const CompareKeptResults *results, CompareStyle style, GError **error);

#endif
