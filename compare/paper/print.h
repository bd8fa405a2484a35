/* print: what was published beside what was measured, as a table, markdown, CSV or JSON. */
#ifndef COMPARE_PAPER_PRINT_H
#define COMPARE_PAPER_PRINT_H

#include "bsp-world.h"
#include "paper/part.h"

/* The parts: an array of ComparePaperPart; levels: of BspWorld, those that were read. CSV holds the
 * claims alone. Free with g_free(). */
char *compare_paper_print(const GPtrArray *parts, const GPtrArray *levels, CompareStyle style);

#endif
