/* chart-times: how long queries take, from the median to the slowest of a thousand. */
#include <math.h>

#include "html/axes.h"
#include "html/charts.h"
#include "html/gnuplot.h"
#include "html/labels.h"
#include "html/value.h"

#define WIDTH 480
#define HEIGHT 360
#define LEFT 60
#define RIGHT 110 /* names stand there, at the ends of the lines */
#define TOP 12
#define BOTTOM 50

/* A little more than the last tic; farther there is too little to measure. */
#define MOST 0.9991

/* Nines: 0.9 is at 1, 0.99 at 2. */
static double place_of(double p)
{
    return -log10(1 - p);
}

static json_object *quantiles_of(const CompareHtmlResult *result, guint method, guint group)
{
    const CompareHtmlMethod *m = &g_array_index(result->methods, CompareHtmlMethod, method);
    json_object *list =
        compare_html_at(result->root, "%s/%s/quantiles", m->at, compare_html_groups[group]);
    return json_object_is_type(list, json_type_array) && json_object_array_length(list) ? list
                                                                                        : NULL;
}

/* A pair of the list: the share, and the nanoseconds. */
static gboolean pair_at(json_object *list, gsize i, double *p, double *ns)
{
    json_object *pair = json_object_array_get_idx(list, i);
    *p = compare_html_number(pair, "/0");
    *ns = compare_html_number(pair, "/1");
    return *p >= 0 && *p <= MOST && *ns > 0;
}

/* Writes the points of every method; returns how far they reach, and notes the last of each. */
static CompareAxis add_points(GString *script, const CompareHtmlResult *result, guint group,
                              double *last)
{
    double min = HUGE_VAL, max = 0, p, ns;
    for (guint k = 0; k < result->methods->len; k++) {
        json_object *list = quantiles_of(result, k, group);
        last[k] = 0;
        g_string_append_printf(script, "$method%u << EOD\n", k);
        for (gsize i = 0; list && i < json_object_array_length(list); i++) {
            if (!pair_at(list, i, &p, &ns))
                continue;
            compare_axis_number(script, place_of(p));
            g_string_append_c(script, ' ');
            compare_axis_number(script, ns);
            g_string_append_c(script, '\n');
            min = MIN(min, ns);
            max = MAX(max, ns);
            last[k] = ns;
        }
        g_string_append(script, "EOD\n");
    }
    return max > 0 ? compare_axis_new(min, max, 1.2, 1.3, HEIGHT - TOP - BOTTOM)
                   : (CompareAxis){ 0 };
}

/* Names at the ends of the lines, moved apart. */
static void add_names(GString *script, const CompareHtmlResult *result, const CompareAxis *y,
                      const double *last)
{
    guint n = result->methods->len;
    g_autofree double *at = g_new(double, n);
    for (guint k = 0; k < n; k++)
        at[k] = last[k] > 0 ? compare_axis_pixel(y, last[k]) : -1;
    compare_labels_spread(at, n, y->pixels);
    for (guint k = 0; k < n; k++) {
        if (last[k] == 0)
            continue;
        const CompareHtmlMethod *m = &g_array_index(result->methods, CompareHtmlMethod, k);
        g_autofree char *name = compare_gnuplot_label(m->name);
        g_string_append_printf(script, "set label \"%s\" at screen %f,%f left tc rgb 0x%06x\n",
                               name, 1 - (double)(RIGHT - 6) / WIDTH, (BOTTOM + at[k]) / HEIGHT,
                               0x100 + k % COMPARE_GNUPLOT_COLOURS);
    }
}

CompareChart *compare_chart_times(const CompareHtmlResult *result, guint group)
{
    GString *script = g_string_new(NULL);
    g_autofree double *last = g_new0(double, MAX(result->methods->len, 1));
    CompareAxis y = add_points(script, result, group, last);
    if (y.hi == 0) {
        g_string_free(script, TRUE);
        return NULL;
    }
    g_string_append_printf(script,
                           "set lmargin at screen %f\nset rmargin at screen %f\n"
                           "set tmargin at screen %f\nset bmargin at screen %f\n"
                           "set xlabel \"%% of %ss that take no longer\" offset 0,0.7\nset label "
                           "\"ns\" at screen 0.02,0.55 center "
                           "rotate\n"
                           "set xrange [0:3]\nset xtics (\"0\" 0, \"50\" %f, \"75\" %f, \"90\" 1, "
                           "\"99\" 2, \"99.9\" 3)\n",
                           (double)LEFT / WIDTH, 1 - (double)RIGHT / WIDTH,
                           1 - (double)TOP / HEIGHT, (double)BOTTOM / HEIGHT,
                           compare_html_groups[group], place_of(0.5), place_of(0.75));
    compare_axis_numbers(script, "y", &y);
    add_names(script, result, &y, last);
    for (guint k = 0; k < result->methods->len; k++)
        g_string_append_printf(script, "%s $method%u with lines lw 1.6 lc rgb 0x%06x",
                               k ? "," : "plot", k, 0x100 + k % COMPARE_GNUPLOT_COLOURS);
    g_string_append_c(script, '\n');
    CompareChart *chart = g_new(CompareChart, 1);
    *chart = (CompareChart){ g_string_free(script, FALSE), WIDTH, HEIGHT };
    return chart;
}
