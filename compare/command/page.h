/* page: from reports to the page that is made of them. */
#ifndef COMPARE_COMMAND_PAGE_H
#define COMPARE_COMMAND_PAGE_H

#include "run/run.h"

/* Reports: array of CompareReport; arguments: the command line, from the command's name on. Free
 * with g_free(). */
char *compare_command_page(const GPtrArray *reports, char **arguments);

#endif
