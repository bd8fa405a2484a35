/* page: draws the pictures of a page about reports. */
#ifndef COMPARE_COMMAND_PAGE_H
#define COMPARE_COMMAND_PAGE_H

#include <json-c/json.h>

#include "run/report.h"

/* Returns the pictures for compare_results_print(), of an array of CompareReport, with progress on
 * a terminal. */
json_object *compare_command_pictures(const GPtrArray *reports);

#endif
