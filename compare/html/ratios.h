/* ratios: how many times as long each method takes as another, for the same moves. */
#ifndef COMPARE_HTML_RATIOS_H
#define COMPARE_HTML_RATIOS_H

#include "html/result.h"

/* Appends the table of what the results say of it, "~" where it is 1 within its interval; or what
 * is missing. */
void compare_html_ratios(GString *out, const CompareHtmlResult *result);

#endif
