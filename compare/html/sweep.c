/* sweep: what a page says of a sweep. */
#include "html/sweep.h"

#include <math.h>
#include <string.h>

#include "html/frontier.h"
#include "html/gnuplot.h"
#include "html/markup.h"
#include "html/table.h"
#include "html/value.h"
#include "text/number.h"

/* clang-format off */
static const CompareHtmlColumn columns[] = {
    { "value", "value", COMPARE_HTML_PLAIN, NULL },
    { "method", "method", COMPARE_HTML_PLAIN, NULL },
    { "memory", "bytes", COMPARE_HTML_BYTES, "what a query needs resident" },
    { "build ms", "build_ms", COMPARE_HTML_PLAIN, NULL },
    { "walk ns", "walk_ns_median", COMPARE_HTML_NS, "a move shorter than 40 units, the median" },
    { "shot ns", "shot_ns_median", COMPARE_HTML_NS, "a longer move, the median" },
    { "boxes early %", "boxes_early_percent", COMPARE_HTML_PLAIN, "of the moves of boxes" },
    { "worst", "boxes_max_early_units", COMPARE_HTML_PLAIN, "in units of distance" },
    { "round early %", "round_early_percent", COMPARE_HTML_PLAIN, "of round shapes and hulls" },
    { "worst", "round_max_early_units", COMPARE_HTML_PLAIN, "in units of distance" },
    { "late", "late", COMPARE_HTML_PLAIN, "answers through matter" },
};
/* clang-format on */

static const char *text_of(json_object *row, const char *pointer)
{
    json_object *value = compare_html_at(row, "%s", pointer);
    return value ? json_object_get_string(value) : "";
}

static CompareSeries *series_named(GPtrArray *all, const char *name)
{
    for (guint i = 0; i < all->len; i++)
        if (strcmp(((CompareSeries *)all->pdata[i])->name, name) == 0)
            return all->pdata[i];
    g_ptr_array_add(all, compare_series_new(name, all->len % COMPARE_GNUPLOT_COLOURS, FALSE));
    return all->pdata[all->len - 1];
}

/* A series for each method, of what the key x says, or else of the values themselves, and of what
 * the key y says, in the order of the values. NULL where a value is no number. */
static GPtrArray *series_of(json_object *rows, const char *x, const char *y)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(compare_series_free);
    for (gsize i = 0; i < json_object_array_length(rows); i++) {
        json_object *row = json_object_array_get_idx(rows, i);
        CompareSeries *series = series_named(all, text_of(row, "/method"));
        CompareCost cost = { .y = compare_html_number(row, "/%s", y),
                             .label = text_of(row, "/value") };
        series->struck |= compare_html_number(row, "/late") > 0;
        if (x)
            cost.x = compare_html_number(row, "/%s", x);
        else if (!(compare_number_read(cost.label, &cost.x) && isfinite(cost.x)))
            return NULL;
        if (cost.y > 0 && (!x || cost.x > 0))
            g_array_append_val(series->points, cost);
    }
    return g_steal_pointer(&all);
}

static void note_struck(CompareFigures *figures, const GPtrArray *all)
{
    g_ptr_array_set_size(figures->struck, 0);
    for (guint i = 0; i < all->len; i++) {
        const CompareSeries *series = all->pdata[i];
        if (series->struck)
            g_ptr_array_add(figures->struck, (gpointer)series->name);
    }
}

/* The sentences of an array, if the results have it. */
static void add_list(GString *out, json_object *root, const char *pointer, const char *class,
                     const char *item)
{
    json_object *sentences = compare_html_at(root, "%s", pointer);
    gsize n = sentences ? json_object_array_length(sentences) : 0;
    if (n == 0)
        return;
    g_string_append_printf(out, "<ul class=\"%s\">\n", class);
    for (gsize i = 0; i < n; i++) {
        g_string_append(out, item);
        compare_html_add(out, root, COMPARE_HTML_PLAIN, "%s/%" G_GSIZE_FORMAT, pointer, i);
        g_string_append(out, "</li>\n");
    }
    g_string_append(out, "</ul>\n");
}

/* What the sweep comes to. */
static void add_growth(GString *out, json_object *root, const char *at)
{
    g_autofree char *pointer = g_strconcat(at, "/growth", NULL);
    add_list(out, root, pointer, "verdict", "<li>");
}

/* Why times may not hold. */
static void add_notes(GString *out, json_object *root, const char *at)
{
    g_autofree char *pointer = g_strconcat(at, "/notes", NULL);
    add_list(out, root, pointer, "quiet", "<li class=\"bad\">");
}

/* What was asked, of which level. */
static void add_subject(GString *out, json_object *root, const char *at)
{
    g_string_append(out, "<p class=\"quiet\">");
    compare_html_add(out, root, COMPARE_HTML_PLAIN, "%s/about", at);
    if (compare_html_at(root, "%s/world_sha256", at)) {
        g_string_append(out, "; checksum of the level: <code>");
        compare_html_add(out, root, COMPARE_HTML_PLAIN, "%s/world_sha256", at);
        g_string_append(out, "</code>");
    }
    g_string_append(out, "</p>\n");
}

/* How costs grow with the value, where values are numbers. */
static void add_growing(CompareFigures *figures, json_object *rows, const char *vary)
{
    static const struct {
        const char *key, *axis, *caption;
    } costs[] = { { "bytes", "memory that a query needs", "Memory." },
                  { "walk_ns_median", "ns a walk, median", "Walks: moves shorter than 40 units." },
                  { "shot_ns_median", "ns a shot, median", "Shots: longer moves." } };
    gboolean any = FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(costs); i++) {
        g_autoptr(GPtrArray) all = series_of(rows, NULL, costs[i].key);
        CompareChart *chart = all ? compare_chart_sweep(all, vary, costs[i].axis, i == 0) : NULL;
        if (!chart)
            continue;
        if (!any)
            g_string_append(figures->out, "<h3>How costs grow</h3>\n<div class=\"figures\">\n");
        any = TRUE;
        note_struck(figures, all);
        compare_figures_add(figures, chart, costs[i].caption);
    }
    g_string_append(figures->out, any ? "</div>\n" : "");
}

/* Whether all values answer the same with the same spaces and shapes in the same level: only then
 * one of them can beat another. */
static gboolean is_same_work(const char *vary)
{
    return strcmp(vary, "bevel-angle") == 0 || strcmp(vary, "part-at-faces") == 0;
}

static void add_costs(CompareFigures *figures, json_object *rows, const char *vary)
{
    gboolean same_work = is_same_work(vary);
    static const char *const times[] = { "walk_ns_median", "shot_ns_median" };
    gboolean any = FALSE;
    g_string_append(figures->out, "<h3>Memory against time</h3>\n<div class=\"figures\">\n");
    for (guint g = 0; g < 2; g++) {
        g_autoptr(GPtrArray) all = series_of(rows, "bytes", times[g]);
        CompareChart *chart = compare_chart_costs(all, compare_html_groups[g], same_work);
        if (!chart)
            continue;
        any = TRUE;
        note_struck(figures, all);
        compare_figures_add(figures, chart,
                            g != COMPARE_HTML_WALK ? "Shots: longer moves."
                            : same_work
                                ? "Walks; a method's values are joined." COMPARE_HTML_ABOUT_FRONTIER
                                : "Walks; a method's values are joined. Less is better in both.");
    }
    g_string_append(figures->out, "</div>\n");
    if (!any)
        compare_figures_missing(figures->out,
                                "No times were measured, so there is nothing to draw.");
}

void compare_html_sweep(CompareFigures *figures, json_object *root, const char *at)
{
    GString *out = figures->out;
    g_autofree char *pointer = g_strconcat(at, "/rows", NULL);
    json_object *rows = compare_html_at(root, "%s", pointer);
    json_object *varied = compare_html_at(root, "%s/vary", at);
    const char *vary = varied ? json_object_get_string(varied) : "";
    g_string_append(out, "<p>Varied: <code>");
    compare_html_add(out, root, COMPARE_HTML_PLAIN, "%s/vary", at);
    g_string_append(out, "</code>; a row for each value and method.</p>\n");
    add_subject(out, root, at);
    add_growth(out, root, at);
    add_notes(out, root, at);
    compare_html_table(out, root, pointer, columns, G_N_ELEMENTS(columns));
    g_autoptr(GString) numbers = g_string_new(NULL);
    compare_html_table_all(numbers, root, pointer);
    compare_figures_details(figures, "All numbers", numbers);
    if (!rows)
        return;
    add_growing(figures, rows, vary);
    add_costs(figures, rows, vary);
}
