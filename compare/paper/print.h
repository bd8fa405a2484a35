/* print: prints published beside measured values, as a table, markdown, CSV or JSON. */
#ifndef COMPARE_PAPER_PRINT_H
#define COMPARE_PAPER_PRINT_H

#include "bsp-world.h"
#include "paper/part.h"

/* parts: an array of ComparePaperPart; levels: an array of BspWorld, those that were read. CSV has
 * only the claims. The caller frees the text with g_free(). */
char *compare_paper_print(const GPtrArray *parts, const GPtrArray *levels, CompareStyle style);

#endif
