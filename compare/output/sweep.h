/* sweep: a sweep as a table, markdown, CSV or JSON. */
#ifndef COMPARE_OUTPUT_SWEEP_H
#define COMPARE_OUTPUT_SWEEP_H

#include "output/print.h"
#include "run/sweep.h"

/* A row for each value and method: in JSON, an object of format "bsp-sweep". */
char *compare_print_sweep(const CompareSweep *sweep, CompareFormat format);

#endif
