/* escape: makes text from outside (names in files, names of files) safe for each format in which
 * results are printed.
 *
 * Every function returns new text; free with g_free(). JSON is escaped by json-c. */
#ifndef COMPARE_ESCAPE_H
#define COMPARE_ESCAPE_H

#include <glib.h>

/* For one line of a terminal or table. Replaces by "?" each character that could move the cursor,
 * change colours or change the direction of writing, and each byte that is not UTF-8. The number of
 * characters stays the same. */
char *compare_escape_terminal(const char *text);

/* For a line or table cell of GitHub's markdown: the same, and then escapes all markup, HTML and
 * cell separators. */
char *compare_escape_markdown(const char *text);

/* For a field of CSV (RFC 4180): adds quotes if they are needed. The field reads back exactly,
 * including control characters. */
char *compare_escape_csv(const char *text);

#endif
