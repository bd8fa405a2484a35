/* chart-sweep: what a sweep asks: how a cost grows with the value that is varied. */
#include <math.h>

#include "html/axes.h"
#include "html/charts.h"
#include "html/frontier.h"
#include "html/gnuplot.h"
#include "html/labels.h"

#define WIDTH 480
#define HEIGHT 320
#define LEFT 84   /* "512 KiB", and what is counted beside it */
#define RIGHT 110 /* names stand there, at the ends of the lines */
#define TOP 12
#define BOTTOM 50

/* Values farther apart than this stand on a logarithmic axis: nearly all are doubled each time. */
#define WIDE 8

/* Pixels between the tics of two values. */
#define TIC_ROOM 30

/* From the first value to the last. */
typedef struct {
    double lo, hi, pixels;
    gboolean logarithmic;
} ValueAxis;

static double value_pixel(const ValueAxis *x, double value)
{
    double part = x->logarithmic ? log(value / x->lo) / log(x->hi / x->lo)
                                 : (value - x->lo) / (x->hi - x->lo);
    return part * x->pixels;
}

/* The axes that all points fit; FALSE where the values are not two at least. */
static gboolean find_axes(const GPtrArray *all, ValueAxis *x, CompareAxis *y)
{
    double min = HUGE_VAL, max = 0;
    *x = (ValueAxis){ HUGE_VAL, -HUGE_VAL, WIDTH - LEFT - RIGHT, FALSE };
    for (guint i = 0; i < all->len; i++) {
        const CompareSeries *series = all->pdata[i];
        for (guint k = 0; k < series->points->len; k++) {
            const CompareCost *p = &g_array_index(series->points, CompareCost, k);
            x->lo = MIN(x->lo, p->x);
            x->hi = MAX(x->hi, p->x);
            min = MIN(min, p->y);
            max = MAX(max, p->y);
        }
    }
    x->logarithmic = x->lo > 0 && x->hi >= WIDE * x->lo;
    *y = compare_axis_new(min, max, 1.3, 1.3, HEIGHT - TOP - BOTTOM);
    return max > 0 && x->hi > x->lo;
}

static int by_number(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static GArray *values_of(const GPtrArray *all)
{
    GArray *values = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < all->len; i++) {
        const CompareSeries *series = all->pdata[i];
        for (guint k = 0; k < series->points->len; k++)
            g_array_append_val(values, g_array_index(series->points, CompareCost, k).x);
    }
    g_array_sort(values, by_number);
    return values;
}

/* A tic for each value, but where the one before is too near. */
static void add_value_axis(GString *script, const GPtrArray *all, const ValueAxis *x)
{
    g_autoptr(GArray) values = values_of(all);
    double room = -HUGE_VAL;
    g_string_append(script, x->logarithmic ? "set logscale x\nset xrange [" : "set xrange [");
    compare_axis_number(script, x->lo);
    g_string_append_c(script, ':');
    compare_axis_number(script, x->hi);
    g_string_append(script, "]\nset xtics (");
    for (guint i = 0; i < values->len; i++) {
        double value = g_array_index(values, double, i);
        if (value_pixel(x, value) < room)
            continue;
        char label[G_ASCII_DTOSTR_BUF_SIZE];
        g_string_append_printf(script, "%s\"%s\" ", i ? ", " : "",
                               g_ascii_formatd(label, sizeof label, "%.6g", value));
        compare_axis_number(script, value);
        room = value_pixel(x, value) + TIC_ROOM;
    }
    g_string_append(script, ")\n");
}

static void add_points(GString *script, const CompareSeries *series, guint i)
{
    g_string_append_printf(script, "$line%u << EOD\n", i);
    for (guint k = 0; k < series->points->len; k++) {
        const CompareCost *p = &g_array_index(series->points, CompareCost, k);
        compare_axis_number(script, p->x);
        g_string_append_c(script, ' ');
        compare_axis_number(script, p->y);
        g_string_append_c(script, '\n');
    }
    g_string_append(script, "EOD\n");
}

/* Names beside the last points, moved apart. */
static void add_names(GString *script, const GPtrArray *all, const CompareAxis *y)
{
    g_autofree double *at = g_new(double, all->len);
    for (guint i = 0; i < all->len; i++) {
        const GArray *points = ((const CompareSeries *)all->pdata[i])->points;
        at[i] = points->len
                    ? compare_axis_pixel(y, g_array_index(points, CompareCost, points->len - 1).y)
                    : -1;
    }
    compare_labels_spread(at, all->len, y->pixels);
    for (guint i = 0; i < all->len; i++) {
        const CompareSeries *series = all->pdata[i];
        g_autofree char *name = compare_gnuplot_label(series->name);
        if (series->points->len)
            g_string_append_printf(script, "set label \"%s\" at screen %f,%f left tc rgb 0x%06x\n",
                                   name, 1 - (double)(RIGHT - 9) / WIDTH, (BOTTOM + at[i]) / HEIGHT,
                                   0x100 + series->colour);
    }
}

static void add_frame(GString *script, const char *vary, const char *cost)
{
    g_autofree char *name = compare_gnuplot_label(vary);
    g_string_append_printf(script,
                           "set lmargin at screen %f\nset rmargin at screen %f\n"
                           "set tmargin at screen %f\nset bmargin at screen %f\n"
                           "set xlabel \"%s\" offset 0,0.7\n"
                           "set label \"%s\" at screen 0.02,%f center rotate\n",
                           (double)LEFT / WIDTH, 1 - (double)RIGHT / WIDTH,
                           1 - (double)TOP / HEIGHT, (double)BOTTOM / HEIGHT, name, cost,
                           (BOTTOM + (HEIGHT - TOP - BOTTOM) / 2.0) / HEIGHT);
}

CompareChart *compare_chart_sweep(const GPtrArray *series, const char *vary, const char *cost,
                                  gboolean bytes)
{
    ValueAxis x;
    CompareAxis y;
    if (!find_axes(series, &x, &y))
        return NULL;
    GString *script = g_string_new(NULL);
    add_frame(script, vary, cost);
    add_value_axis(script, series, &x);
    if (bytes)
        compare_axis_bytes(script, "y", &y);
    else
        compare_axis_numbers(script, "y", &y);
    add_names(script, series, &y);
    for (guint i = 0; i < series->len; i++)
        add_points(script, series->pdata[i], i);
    for (guint i = 0; i < series->len; i++)
        g_string_append_printf(
            script, "%s $line%u with linespoints pt 7 ps 0.6 lw 1.6 lc rgb 0x%06x",
            i ? "," : "plot", i, 0x100 + ((const CompareSeries *)series->pdata[i])->colour);
    g_string_append_c(script, '\n');
    CompareChart *chart = g_new(CompareChart, 1);
    *chart = (CompareChart){ g_string_free(script, FALSE), WIDTH, HEIGHT };
    return chart;
}
