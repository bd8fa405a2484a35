/* chart-early: by how much early answers are early, for each method and shape. */
#include <math.h>

#include "html/axes.h"
#include "html/charts.h"
#include "html/gnuplot.h"
#include "html/value.h"

#define WIDTH 480
#define LINE 24
#define LEFT 170 /* names of method and shape */
#define RIGHT 16
#define TOP 12
#define BOTTOM 50

/* More do not fit on a page; the table has them all. */
#define MAX_ROWS 40

/* A row of the errors that has early answers. */
typedef struct {
    const char *method, *shape;
    double mean, p99, max;
    guint colour;
} Row;

static const char *text_at(json_object *row, const char *pointer)
{
    json_object *value = compare_html_at(row, "%s", pointer);
    return value ? json_object_get_string(value) : "";
}

static guint colour_of(const CompareHtmlResult *result, const char *method)
{
    for (guint i = 0; i < result->methods->len; i++)
        if (g_str_equal(g_array_index(result->methods, CompareHtmlMethod, i).name, method))
            return i % COMPARE_GNUPLOT_COLOURS;
    return 0;
}

static GArray *find_rows(const CompareHtmlResult *result)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(Row));
    json_object *errors = compare_html_at(result->root, "%s/errors", result->at);
    for (gsize i = 0; errors && i < json_object_array_length(errors); i++) {
        json_object *error = json_object_array_get_idx(errors, i);
        Row row = { text_at(error, "/method"),
                    text_at(error, "/shape"),
                    compare_html_number(error, "/mean_early_units"),
                    compare_html_number(error, "/p99_early_units"),
                    compare_html_number(error, "/max_early_units"),
                    0 };
        row.colour = colour_of(result, row.method);
        if (row.max > 0 && row.mean > 0 && rows->len < MAX_ROWS)
            g_array_append_val(rows, row);
    }
    return rows;
}

static const char *const names[] = { "mean", "p99", "most" };

static void add_rows(GString *script, const GArray *rows)
{
    g_string_append(script, "set ytics (");
    for (guint i = 0; i < rows->len; i++) {
        const Row *row = &g_array_index(rows, Row, i);
        g_autofree char *method = compare_gnuplot_label(row->method);
        g_autofree char *shape = compare_gnuplot_label(row->shape);
        g_string_append_printf(script, "%s\"%s, %s\" %u", i ? ", " : "", method, shape, i);
    }
    g_string_append(script, ")\n");
    for (guint i = 0; i < rows->len; i++) {
        const Row *row = &g_array_index(rows, Row, i);
        const double values[] = { row->mean, row->p99, row->max };
        for (guint k = 0; k < G_N_ELEMENTS(values); k++) {
            g_string_append_printf(script, "$%s%u << EOD\n", names[k], i);
            compare_axis_number(script, values[k]);
            g_string_append_printf(script, " %u\nEOD\n", i);
        }
        g_string_append_printf(script, "$line%u << EOD\n", i);
        compare_axis_number(script, row->mean);
        g_string_append_printf(script, " %u\n", i);
        compare_axis_number(script, row->max);
        g_string_append_printf(script, " %u\nEOD\n", i);
    }
}

/* A mark of its own for each, that is seen where they lie on each other: a ring is wider than a
 * dot, and a bar higher than both. */
static void plot(GString *script, const GArray *rows)
{
    static const struct {
        guint type;
        double size;
    } marks[] = { { 6, 1.1 }, { 1, 1.3 }, { 7, 0.6 } };
    for (guint i = 0; i < rows->len; i++) {
        guint colour = 0x100 + g_array_index(rows, Row, i).colour;
        g_string_append_printf(script, "%s $line%u with lines lw 1.2 lc rgb 0x%06x",
                               i ? "," : "plot", i, colour);
        for (guint k = 0; k < G_N_ELEMENTS(marks); k++)
            g_string_append_printf(script, ", $%s%u with points pt %u ps %.1f lc rgb 0x%06x",
                                   names[k], i, marks[k].type, marks[k].size, colour);
    }
    g_string_append_c(script, '\n');
}

CompareChart *compare_chart_early(const CompareHtmlResult *result)
{
    g_autoptr(GArray) rows = find_rows(result);
    if (rows->len == 0)
        return NULL;
    double min = HUGE_VAL, max = 0;
    for (guint i = 0; i < rows->len; i++) {
        const Row *row = &g_array_index(rows, Row, i);
        min = MIN(min, MIN(row->mean, row->p99));
        max = MAX(max, row->max);
    }
    guint height = TOP + BOTTOM + LINE * (rows->len + 1);
    CompareAxis x = compare_axis_new(min, max, 1.3, 1.3, WIDTH - LEFT - RIGHT);
    GString *script = g_string_new(NULL);
    g_string_append_printf(
        script,
        "set lmargin at screen %f\nset rmargin at screen %f\n"
        "set tmargin at screen %f\nset bmargin at screen %f\n"
        "set yrange [%u.5:-0.5]\n"
        "set xlabel \"units too early: mean, 99th percentile, most\" offset 0,0.7\n",
        (double)LEFT / WIDTH, 1 - (double)RIGHT / WIDTH, 1 - (double)TOP / height,
        (double)BOTTOM / height, rows->len - 1);
    compare_axis_numbers(script, "x", &x);
    add_rows(script, rows);
    plot(script, rows);
    CompareChart *chart = g_new(CompareChart, 1);
    *chart = (CompareChart){ g_string_free(script, FALSE), WIDTH, height };
    return chart;
}
