/* number: numbers read from text, and as text that reads back exactly or is rounded for people. */
#ifndef COMPARE_NUMBER_H
#define COMPARE_NUMBER_H

#include <glib.h>

/* TRUE: all of the text is a decimal number, as C and JSON write it; one too large is infinite.
 * strtod() takes hexadecimal ones and names of what is no number, too. FALSE: *x is not touched. */
gboolean compare_number_read(const char *text, double *x);

/* The shortest text that reads back as exactly x. Free with g_free(), as the others. */
char *compare_number_exact(double x);

/* Three digits, or the whole number. */
char *compare_number_rounded(double x);

/* "2.9 KiB" */
char *compare_number_bytes(guint64 n);

#endif
