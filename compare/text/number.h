/* number: reads numbers from text, and prints them exactly, or rounded for people. */
#ifndef COMPARE_NUMBER_H
#define COMPARE_NUMBER_H

#include <glib.h>

/* Returns TRUE if all of the text is a decimal number as in C and JSON; a number too large becomes
 * infinite. Unlike strtod(), rejects hexadecimal numbers, "inf" and "nan". On FALSE *x is
 * unchanged. */
gboolean compare_number_read(const char *text, double *x);

/* The shortest text that reads back as exactly x. Free all these texts with g_free(). */
char *compare_number_exact(double x);

/* Three digits, or the whole number. */
char *compare_number_rounded(double x);

/* "2.9 KiB" */
char *compare_number_bytes(guint64 n);

#endif
