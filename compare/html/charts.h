/* charts: what the charts of a page show, as scripts for gnuplot. */
#ifndef COMPARE_HTML_CHARTS_H
#define COMPARE_HTML_CHARTS_H

#include "html/result.h"

typedef struct {
    char *script; /* for compare_gnuplot_draw() */
    guint width, height;
} CompareChart;

/* Free with this, unless NULL. */
void compare_chart_free(CompareChart *chart);

/* Memory against time of series (GPtrArray of CompareSeries, of bytes and nanoseconds), on log
 * axes; NULL where nothing was timed. `what` is what was timed: "walk". The frontier is drawn where
 * all points do the same work, and can be held against each other. */
CompareChart *compare_chart_costs(GPtrArray *series, const char *what, gboolean same_work);

/* A cost of series (as above, of values and costs) against the value that a sweep varies; bytes:
 * the cost is memory. NULL where there are not two values. `vary` and `cost` title the axes. */
CompareChart *compare_chart_sweep(const GPtrArray *series, const char *vary, const char *cost,
                                  gboolean bytes);

/* Nanoseconds against the share of queries that take no longer, of walks or shots; NULL where the
 * results have no quantiles. */
CompareChart *compare_chart_times(const CompareHtmlResult *result, guint group);

/* How early early answers are, by method and shape; NULL where none is. */
CompareChart *compare_chart_early(const CompareHtmlResult *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareChart, compare_chart_free)

#endif
