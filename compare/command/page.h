/* page: from reports to the page that is made of them. */
#ifndef COMPARE_COMMAND_PAGE_H
#define COMPARE_COMMAND_PAGE_H

#include "command/options.h"
#include "run/sweep.h"

/* Reports: array of CompareReport. Free with g_free(), as the next. */
char *compare_command_page(const GPtrArray *reports, const CompareOptions *options);
char *compare_command_page_of_sweep(const CompareSweep *sweep, const CompareOptions *options);

#endif
