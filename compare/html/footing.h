/* footing: what the sentences of a verdict rest on, and what speaks against them. */
#ifndef COMPARE_HTML_FOOTING_H
#define COMPARE_HTML_FOOTING_H

#include "html/result.h"

void compare_html_footing(GString *out, const CompareHtmlResult *result);

#endif
