/* strings: text from outside made safe, numbers, and the name that a misspelt word stands for.
 *
 * Every function that returns new text leaves it to the caller, who frees it with g_free(). */
#ifndef COMPARE_STRINGS_H
#define COMPARE_STRINGS_H

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

/* --- reads numbers from text, and prints them exactly, or rounded for people --- */

/* Returns TRUE if all of the text is a decimal number as in C and JSON; a number too large becomes
 * infinite. Unlike strtod(), rejects hexadecimal numbers, "inf" and "nan". On FALSE *x is
 * unchanged. */
gboolean compare_number_read(const char *text, double *x);

/* The shortest text that reads back as exactly x. Free all these texts with g_free(). */
char *compare_number_exact(double x);

/* Three digits, or the whole number. */
char *compare_number_rounded(double x);

/* Two decimals at most, without zeros at the end. */
char *compare_number_hundredths(double x);

/* Returns "x y z", each by compare_number_hundredths(). */
char *compare_place_hundredths(const double *place);

/* A number of bytes such as "2.9 KiB". */
char *compare_number_bytes(guint64 n);

/* --- finds the name that a misspelt word stands for --- */

/* Sets the error to BSP_ERROR_VALUE and returns FALSE. */
gboolean compare_wrong(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

#endif
