/* verdict: which method, in sentences that are worked out from the results. */
#ifndef COMPARE_HTML_VERDICT_H
#define COMPARE_HTML_VERDICT_H

#include "html/result.h"

/* Appends the verdict as a list: for a few sizes that are known in advance, for any shape, for many
 * moves at once; then what is wrong, and what the times do not say. */
void compare_html_verdict(GString *out, const CompareHtmlResult *result);

#endif
