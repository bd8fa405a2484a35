/* figure: charts on a page, each with what it shows, or with why it is missing. */
#ifndef COMPARE_HTML_FIGURE_H
#define COMPARE_HTML_FIGURE_H

#include "html/charts.h"

/* A page grows to this many bytes at most by its figures and full tables. */
#define COMPARE_HTML_MAX_BYTES 1000000

#define COMPARE_HTML_NO_ROOM                                                                       \
    "A picture is left out: the page would be larger than a megabyte. Ask for fewer scenarios at " \
    "a time."

typedef struct {
    GString *out;
    gsize reserved;      /* bytes of what is still to come */
    gboolean no_gnuplot; /* found out, and told */
    GPtrArray *struck;   /* names (borrowed) that are struck out in charts */
} CompareFigures;

CompareFigures *compare_figures_new(GString *out, gsize reserved);
void compare_figures_free(CompareFigures *figures);

/* Appends the chart, which is freed, with its caption. */
void compare_figures_add(CompareFigures *figures, CompareChart *chart, const char *caption);

/* Whether the page has room for so many bytes that it could do without. */
gboolean compare_figures_have_room(const CompareFigures *figures, gsize bytes);

/* Appends a box that says what is missing. */
void compare_figures_missing(GString *out, const char *why);

#endif
