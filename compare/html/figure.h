/* figure: charts on a page, each with what it shows, or with why it is missing. */
#ifndef COMPARE_HTML_FIGURE_H
#define COMPARE_HTML_FIGURE_H

#include "html/charts.h"

/* A page grows to this many bytes at most by its figures and full tables. */
#define COMPARE_HTML_MAX_BYTES 1000000

#define COMPARE_HTML_NO_ROOM                                                                       \
    "A picture is left out: the page would be larger than a megabyte. Ask for fewer scenarios at " \
    "a time."

/* What the frontier of costs is. */
#define COMPARE_HTML_ABOUT_FRONTIER                                                                \
    " Less is better in both. Full marks, joined by the grey steps, are the frontier: no other "   \
    "method is smaller and as fast, or faster and as small. A method with a late answer is "       \
    "struck out, and on no frontier."

typedef struct {
    GString *out;
    gsize reserved;      /* bytes of what is still to come */
    gboolean no_gnuplot; /* it is missing, or hangs: found out, told, and not tried again */
    GPtrArray *struck;   /* names (borrowed) that are struck out in charts */
} CompareFigures;

CompareFigures *compare_figures_new(GString *out, gsize reserved);
void compare_figures_free(CompareFigures *figures);

/* Appends the chart, which is freed, with its caption. */
void compare_figures_add(CompareFigures *figures, CompareChart *chart, const char *caption);

/* Appends a table behind its title, unless the page has no room: the JSON has its numbers, too. */
void compare_figures_details(CompareFigures *figures, const char *title, const GString *table);

/* Whether the page has room for so many bytes that it could do without. */
gboolean compare_figures_have_room(const CompareFigures *figures, gsize bytes);

/* Appends a box that says what is missing. */
void compare_figures_missing(GString *out, const char *why);

#endif
