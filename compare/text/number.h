/* number: numbers as text that reads back exactly, and rounded for people. */
#ifndef COMPARE_NUMBER_H
#define COMPARE_NUMBER_H

#include <glib.h>

/* The shortest text that reads back as exactly x. Free with g_free(), as the others. */
char *compare_number_exact(double x);

/* Three digits, or the whole number. */
char *compare_number_rounded(double x);

/* "2.9 KiB" */
char *compare_number_bytes(guint64 n);

#endif
