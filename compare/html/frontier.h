/* frontier: of points with two costs, those that no other beats in both. */
#ifndef COMPARE_HTML_FRONTIER_H
#define COMPARE_HTML_FRONTIER_H

#include <glib.h>

/* One method, perhaps at several values of something. */
typedef struct {
    const char *name; /* borrowed */
    guint colour;     /* below COMPARE_GNUPLOT_COLOURS */
    gboolean struck;  /* it is wrong: on no frontier */
    GArray *points;   /* CompareCost */
} CompareSeries;

typedef struct {
    double x, y;       /* both are costs: less is better */
    const char *label; /* of the value in a sweep; borrowed; NULL: none */
    gboolean best;     /* on the frontier */
} CompareCost;

CompareSeries *compare_series_new(const char *name, guint colour, gboolean struck);
void compare_series_free(gpointer series);

/* Finds which points of the series (GPtrArray of CompareSeries) are best: no other is less in one
 * cost and not more in the other. Returns them by x: array of CompareCost. */
GArray *compare_frontier(GPtrArray *all);

#endif
