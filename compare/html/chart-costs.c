/* chart-costs: memory against time, on log axes, with the frontier. */
#include <math.h>

#include "html/axes.h"
#include "html/charts.h"
#include "html/frontier.h"
#include "html/gnuplot.h"
#include "html/labels.h"

/* Pixels: of the chart, and of what lies round its axes. */
#define WIDTH 480
#define HEIGHT 360
#define LEFT 66
#define RIGHT 12
#define TOP 12
#define BOTTOM 50

typedef struct {
    CompareAxis x, y;
} Frame;

void compare_chart_free(CompareChart *chart)
{
    if (!chart)
        return;
    g_free(chart->script);
    g_free(chart);
}

/* The axes that all points fit; FALSE where there are none. */
static gboolean find_frame(const GPtrArray *all, Frame *frame)
{
    double min[2] = { HUGE_VAL, HUGE_VAL }, max[2] = { 0, 0 };
    for (guint i = 0; i < all->len; i++) {
        const CompareSeries *series = all->pdata[i];
        for (guint k = 0; k < series->points->len; k++) {
            const CompareCost *p = &g_array_index(series->points, CompareCost, k);
            min[0] = MIN(min[0], p->x);
            max[0] = MAX(max[0], p->x);
            min[1] = MIN(min[1], p->y);
            max[1] = MAX(max[1], p->y);
        }
    }
    frame->x = compare_axis_new(min[0], max[0], 1.5, 1.9, WIDTH - LEFT - RIGHT);
    frame->y = compare_axis_new(min[1], max[1], 1.5, 1.6, HEIGHT - TOP - BOTTOM);
    return max[0] > 0;
}

static void add_frame(GString *script, const Frame *frame, const char *what)
{
    g_string_append_printf(script,
                           "set lmargin at screen %f\nset rmargin at screen %f\n"
                           "set tmargin at screen %f\nset bmargin at screen %f\n"
                           "set xlabel \"memory that a query needs\" offset 0,0.7\n"
                           "set label \"ns a %s, median\" at screen 0.02,%f center rotate\n",
                           (double)LEFT / WIDTH, 1 - (double)RIGHT / WIDTH,
                           1 - (double)TOP / HEIGHT, (double)BOTTOM / HEIGHT, what,
                           (BOTTOM + frame->y.pixels / 2) / HEIGHT);
    compare_axis_bytes(script, "x", &frame->x);
    compare_axis_numbers(script, "y", &frame->y);
}

static void add_point(GString *script, double x, double y)
{
    compare_axis_number(script, x);
    g_string_append_c(script, ' ');
    compare_axis_number(script, y);
    g_string_append_c(script, '\n');
}

/* Steps: between two points of the frontier, the one that is smaller is what there is. */
static void add_frontier(GString *script, const GArray *frontier, const Frame *frame)
{
    g_string_append(script, "$frontier << EOD\n");
    for (guint i = 0; i < frontier->len; i++) {
        const CompareCost *p = &g_array_index(frontier, CompareCost, i);
        add_point(script, p->x, i ? g_array_index(frontier, CompareCost, i - 1).y : frame->y.hi);
        add_point(script, p->x, p->y);
        if (i + 1 == frontier->len)
            add_point(script, frame->x.hi, p->y);
    }
    g_string_append(script, "EOD\n");
}

static void add_series(GString *script, const CompareSeries *series, guint i)
{
    for (guint best = 0; best < 2; best++) {
        g_string_append_printf(script, "$%s%u << EOD\n", best ? "best" : "other", i);
        for (guint k = 0; k < series->points->len; k++) {
            const CompareCost *p = &g_array_index(series->points, CompareCost, k);
            if (p->best == (gboolean)best)
                add_point(script, p->x, p->y);
        }
        g_string_append(script, "EOD\n");
    }
    g_string_append_printf(script, "$line%u << EOD\n", i);
    for (guint k = 0; k < series->points->len; k++) {
        const CompareCost *p = &g_array_index(series->points, CompareCost, k);
        add_point(script, p->x, p->y);
    }
    g_string_append(script, "EOD\n");
}

/* The name at the last point of a series, the value at each. */
static char *label_of(const CompareSeries *series, guint k)
{
    const CompareCost *p = &g_array_index(series->points, CompareCost, k);
    gboolean last = k + 1 == series->points->len;
    g_autofree char *text = g_strdup_printf("%s%s%s", last ? series->name : "",
                                            last && p->label ? " " : "", p->label ? p->label : "");
    return compare_gnuplot_label(text);
}

/* Where the steps of the frontier are: a name across one would look struck out. */
static GArray *steps_of(const GArray *frontier, const Frame *frame)
{
    GArray *steps = g_array_new(FALSE, FALSE, sizeof(CompareRoom));
    double above = frame->y.pixels;
    for (guint i = 0; i < frontier->len; i++) {
        const CompareCost *p = &g_array_index(frontier, CompareCost, i);
        gboolean last = i + 1 == frontier->len;
        double x = compare_axis_pixel(&frame->x, p->x), y = compare_axis_pixel(&frame->y, p->y);
        double next =
            last ? frame->x.pixels
                 : compare_axis_pixel(&frame->x, g_array_index(frontier, CompareCost, i + 1).x);
        CompareRoom down = { x - 1, x + 1, y, above }, along = { x, next, y - 1, y + 1 };
        g_array_append_val(steps, down);
        g_array_append_val(steps, along);
        above = y;
    }
    return steps;
}

static void add_labels(GString *script, const GPtrArray *all, const GArray *frontier,
                       const Frame *frame)
{
    g_autoptr(GArray) labels = g_array_new(FALSE, TRUE, sizeof(CompareLabel));
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) colours = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < all->len; i++) {
        const CompareSeries *series = all->pdata[i];
        for (guint k = 0; k < series->points->len; k++) {
            const CompareCost *p = &g_array_index(series->points, CompareCost, k);
            g_ptr_array_add(texts, label_of(series, k));
            CompareLabel label = { .x = compare_axis_pixel(&frame->x, p->x),
                                   .y = compare_axis_pixel(&frame->y, p->y),
                                   .near = k + 1 < series->points->len,
                                   .n = (guint)g_utf8_strlen(texts->pdata[texts->len - 1], -1) };
            g_array_append_val(labels, label);
            g_array_append_val(colours, series->colour);
        }
    }
    g_autoptr(GArray) steps = steps_of(frontier, frame);
    compare_labels_place((CompareLabel *)(gpointer)labels->data, labels->len, frame->x.pixels,
                         frame->y.pixels, steps);
    for (guint i = 0; i < labels->len; i++) {
        const CompareLabel *l = &g_array_index(labels, CompareLabel, i);
        if (l->left_out)
            continue;
        g_string_append_printf(script, "set label \"%s\" at screen %f,%f %s tc rgb 0x%06x\n",
                               (const char *)texts->pdata[i], (LEFT + l->x + l->dx) / WIDTH,
                               (BOTTOM + l->y + l->dy) / HEIGHT,
                               l->side > 0   ? "left"
                               : l->side < 0 ? "right"
                                             : "center",
                               0x100 + g_array_index(colours, guint, i));
    }
}

/* No point beats any other: all have full marks. */
static GArray *no_frontier(GPtrArray *all)
{
    for (guint i = 0; i < all->len; i++) {
        CompareSeries *series = all->pdata[i];
        for (guint k = 0; k < series->points->len; k++)
            g_array_index(series->points, CompareCost, k).best = TRUE;
    }
    return g_array_new(FALSE, FALSE, sizeof(CompareCost));
}

CompareChart *compare_chart_costs(GPtrArray *series, const char *what, gboolean same_work)
{
    Frame frame;
    if (!find_frame(series, &frame))
        return NULL;
    g_autoptr(GArray) frontier = same_work ? compare_frontier(series) : no_frontier(series);
    GString *script = g_string_new(NULL);
    add_frame(script, &frame, what);
    add_frontier(script, frontier, &frame);
    for (guint i = 0; i < series->len; i++)
        add_series(script, series->pdata[i], i);
    add_labels(script, series, frontier, &frame);
    g_string_append(script, "plot $frontier with lines lc rgb \"gray\" lw 2");
    for (guint i = 0; i < series->len; i++) {
        guint colour = 0x100 + ((const CompareSeries *)series->pdata[i])->colour;
        g_string_append_printf(script,
                               ", $line%u with lines lc rgb 0x%06x lw 1.2"
                               ", $best%u with points pt 7 ps 0.9 lc rgb 0x%06x"
                               ", $other%u with points pt 6 ps 0.9 lc rgb 0x%06x",
                               i, colour, i, colour, i, colour);
    }
    g_string_append_c(script, '\n');
    CompareChart *chart = g_new(CompareChart, 1);
    *chart = (CompareChart){ g_string_free(script, FALSE), WIDTH, HEIGHT };
    return chart;
}
