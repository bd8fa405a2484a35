/* strings: makes text from outside safe, reads and prints numbers, and makes errors.
 *
 * The caller frees every new text that a function returns with g_free(). */
#ifndef COMPARE_STRINGS_H
#define COMPARE_STRINGS_H

#include <glib.h>

/* Makes text safe for one line of a terminal or table. Replaces by "?" each character that could
 * move the cursor, change colours or change the direction of writing, and each byte that is not
 * UTF-8. The number of characters stays the same. */
char *compare_escape_terminal(const char *text);

/* Makes text safe for a line or table cell of GitHub's markdown. Does the same as
 * compare_escape_terminal(), and then escapes all markup, HTML and cell separators. */
char *compare_escape_markdown(const char *text);

/* Makes text safe for a field of CSV (RFC 4180) by adding quotes if they are needed. Reading the
 * field gives exactly the text, with its control characters. */
char *compare_escape_csv(const char *text);

/* --- reads numbers from text, and prints them exactly, or rounded for people --- */

/* Returns whether the whole text is a decimal number as in C and JSON. A number that is too large
 * becomes infinite. Unlike strtod(), this function rejects hexadecimal numbers, "inf" and "nan". If
 * it returns FALSE, *x does not change. */
gboolean compare_number_read(const char *text, double *x);

/* Returns the shortest text from which exactly x is read. */
char *compare_number_exact(double x);

/* Returns the number rounded to three digits, or to a whole number if that has more digits. */
char *compare_number_rounded(double x);

/* Returns the exact text of the number rounded to 1/steps, or not rounded if steps is 0. 0 has no
 * sign. */
char *compare_number_in_steps(double x, double steps);

/* Returns the text "x y z", with each number as by compare_number_in_steps(). */
char *compare_point_text(const double *point, double steps);

/* Returns a text with a number of bytes, such as "2.9 KiB". */
char *compare_number_bytes(guint64 n);

/* --- errors --- */

/* Sets the error to BSP_ERROR_VALUE and returns FALSE. */
gboolean compare_wrong(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

#endif
