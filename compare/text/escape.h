/* escape: text from outside - names in files, names of files - made safe for each of the
 * formats that results are printed in.
 *
 * Every function returns new text; free with g_free(). JSON is escaped by json-c. */
#ifndef COMPARE_ESCAPE_H
#define COMPARE_ESCAPE_H

#include <glib.h>

/* For one line of a terminal or table: what would move the cursor, change colours or turn the
 * direction of writing becomes "?", and so does each byte that is not UTF-8. As many characters as
 * before. */
char *compare_escape_terminal(const char *text);

/* For markdown (GitHub's), in a line or a cell: the same, then nothing is markup, HTML or the end
 * of the cell. */
char *compare_escape_markdown(const char *text);

/* For a field of CSV (RFC 4180): in quotes where it has to be. It reads back exactly, control
 * characters and all. */
char *compare_escape_csv(const char *text);

#endif
