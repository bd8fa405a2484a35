/* page: makes an HTML page from reports. */
#ifndef COMPARE_COMMAND_PAGE_H
#define COMPARE_COMMAND_PAGE_H

#include "command/options.h"
#include "run/vary.h"

/* reports: an array of CompareReport. The caller frees the texts with g_free(). */
char *compare_command_page(const GPtrArray *reports, const CompareOptions *options);
char *compare_command_page_of_sweep(const CompareSweep *sweep, const CompareOptions *options);

#endif
