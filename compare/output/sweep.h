/* sweep: prints a sweep as a table, markdown, CSV or JSON. */
#ifndef COMPARE_OUTPUT_SWEEP_H
#define COMPARE_OUTPUT_SWEEP_H

#include "output/grid-read.h"
#include "run/vary.h"

/* A row for each value and method; JSON of format "bsp-sweep". The caller frees the text with
 * g_free(). */
char *compare_print_sweep(const CompareSweep *sweep, CompareStyle style);

/* Reads the rows back from JSON. */
CompareGrid *compare_sweep_read(const BspJsonRef *rows, GError **error);

#endif
