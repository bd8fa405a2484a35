/* page: draws the pictures of a page about reports. */
#ifndef COMPARE_COMMAND_PAGE_H
#define COMPARE_COMMAND_PAGE_H

#include "run/report.h"

/* Returns an array of CompareHtmlPicture for an array of CompareReport, with progress on a
 * terminal. */
GPtrArray *compare_command_pictures(const GPtrArray *reports);

#endif
