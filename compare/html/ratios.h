/* ratios: how many times as slow, and as large, each method is as another. */
#ifndef COMPARE_HTML_RATIOS_H
#define COMPARE_HTML_RATIOS_H

#include "html/result.h"

/* Appends the table, against the first method that was asked anything; nothing where there is only
 * one. */
void compare_html_ratios(GString *out, const CompareHtmlResult *result);

#endif
