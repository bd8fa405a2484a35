/* section: what a page says of one scenario. */
#include "html/section.h"

#include <string.h>

#include "html/frontier.h"
#include "html/gnuplot.h"
#include "html/markup.h"
#include "html/ratios.h"
#include "html/table.h"
#include "html/verdict.h"

/* clang-format off */
static const CompareHtmlColumn methods[] = {
    { "method", "method", COMPARE_HTML_PLAIN, NULL },
    { "memory", "bytes", COMPARE_HTML_BYTES, "what a query needs resident" },
    { "build ms", "build_ms", COMPARE_HTML_PLAIN, NULL },
    { "walk ns", "walk/ns_median", COMPARE_HTML_NS, "a move shorter than 40 units, the median" },
    { "95%", "walk/ns_ci95", COMPARE_HTML_NS, "the median's interval of confidence" },
    { "shot ns", "shot/ns_median", COMPARE_HTML_NS, "a longer move, the median" },
    { "95%", "shot/ns_ci95", COMPARE_HTML_NS, "the median's interval of confidence" },
    { "early", "early", COMPARE_HTML_PLAIN, "answers that stop before the bracket of the oracle" },
    { "worst early", "max_early_units", COMPARE_HTML_PLAIN, "in units of distance" },
    { "late", "late", COMPARE_HTML_PLAIN, "answers through matter" },
    { "skipped", "skipped", COMPARE_HTML_PLAIN, "moves of shapes that the method does not take" },
};

static const CompareHtmlColumn sweep[] = {
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

static const CompareHtmlColumn errors[] = {
    { "method", "method", COMPARE_HTML_PLAIN, NULL },
    { "shape", "shape", COMPARE_HTML_PLAIN, NULL },
    { "moves", "moves", COMPARE_HTML_PLAIN, NULL },
    { "hits", "hits", COMPARE_HTML_PLAIN, "moves that truly hit something" },
    { "early", "early", COMPARE_HTML_PLAIN, "answers that stop before the bracket of the oracle" },
    { "% of hits", "early_percent_of_hits", COMPARE_HTML_PLAIN, NULL },
    { "mean", "mean_early_units", COMPARE_HTML_PLAIN, "units by which early answers are early" },
    { "p99", "p99_early_units", COMPARE_HTML_PLAIN, NULL },
    { "max", "max_early_units", COMPARE_HTML_PLAIN, NULL },
    { "late", "late", COMPARE_HTML_PLAIN, "answers through matter" },
};
/* clang-format on */

/* A table that may be left out where the page has no room: the JSON has its numbers, too. */
static void add_details(CompareFigures *figures, const char *title, const GString *table)
{
    if (!compare_figures_have_room(figures, table->len))
        return;
    g_string_append_printf(figures->out, "<details><summary>%s</summary>\n%s</details>\n", title,
                           table->str);
}

#define ALL_NUMBERS "All numbers"

/* --- charts --- */

/* A point for each method. */
static GPtrArray *costs(const CompareHtmlResult *result, guint group)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(compare_series_free);
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = &g_array_index(result->methods, CompareHtmlMethod, i);
        CompareCost cost = { .x = m->bytes, .y = m->times[group].ns };
        if (cost.x <= 0 || cost.y <= 0)
            continue;
        CompareSeries *series =
            compare_series_new(m->name, i % COMPARE_GNUPLOT_COLOURS, m->late > 0);
        g_array_append_val(series->points, cost);
        g_ptr_array_add(all, series);
    }
    return all;
}

#define ABOUT_FRONTIER                                                                             \
    " Less is better in both. Full marks, joined by the grey steps, are the frontier: no other "   \
    "method is smaller and as fast, or faster and as small. A method with a late answer is "       \
    "struck "                                                                                      \
    "out, and on no frontier."

static void add_costs(CompareFigures *figures, const CompareHtmlResult *result)
{
    GString *out = figures->out;
    g_string_append(out, "<h3>Memory against time</h3>\n");
    if (!result->timed) {
        compare_figures_missing(out, "No times were measured, so there is nothing to draw.");
        return;
    }
    g_string_append(out, "<div class=\"figures\">\n");
    for (guint g = 0; g < 2; g++) {
        g_autoptr(GPtrArray) series = costs(result, g);
        CompareChart *chart = compare_chart_costs(series, compare_html_groups[g]);
        if (chart)
            compare_figures_add(figures, chart,
                                g == COMPARE_HTML_WALK
                                    ? "Walks: moves shorter than 40 units." ABOUT_FRONTIER
                                    : "Shots: longer moves.");
    }
    g_string_append(out, "</div>\n");
}

static void add_times(CompareFigures *figures, const CompareHtmlResult *result)
{
    if (!result->timed)
        return;
    CompareChart *charts[2] = { compare_chart_times(result, COMPARE_HTML_WALK),
                                compare_chart_times(result, COMPARE_HTML_SHOT) };
    g_string_append(figures->out, "<h3>Times of single queries</h3>\n");
    if (!charts[0] && !charts[1]) {
        compare_figures_missing(figures->out, "The results have no quantiles of times, so their "
                                              "distribution is not drawn.");
        return;
    }
    g_string_append(figures->out, "<div class=\"figures\">\n");
    for (guint g = 0; g < 2; g++)
        if (charts[g])
            compare_figures_add(figures, charts[g],
                                g == COMPARE_HTML_WALK ? "Walks: so many percent of them take no "
                                                         "longer; to the right, the slowest."
                                                       : "Shots.");
    g_string_append(figures->out, "</div>\n");
}

static void add_errors(CompareFigures *figures, const CompareHtmlResult *result)
{
    CompareChart *chart = compare_chart_early(result);
    g_autofree char *at = g_strconcat(result->at, "/errors", NULL);
    g_string_append(figures->out, "<h3>Early answers</h3>\n");
    if (chart) {
        g_string_append(figures->out,
                        "<p>An answer is early when it stops the object before the first contact "
                        "with all obstacles grown by 0.001 unit.</p>\n");
        compare_figures_add(figures, chart,
                            "By how much early answers are early, of each method and shape that "
                            "has any: the mean, the 99th percentile, the most.");
    } else {
        g_string_append(figures->out, "<p>No answer of any method was early.</p>\n");
    }
    g_autoptr(GString) table = g_string_new(NULL);
    compare_html_table(table, result->root, at, errors, G_N_ELEMENTS(errors));
    add_details(figures, "By method and shape", table);
}

/* --- sections --- */

static void add_subject(GString *out, json_object *root, const char *at)
{
    g_string_append(out, "<p>World <code>");
    json_object *world = compare_html_at(root, "%s/scenario/world", at);
    compare_html_text(out, world ? json_object_get_string(world) : "");
    g_string_append(out, "</code>, ");
    compare_html_add(out, root, COMPARE_HTML_PLAIN, "%s/scenario/brushes", at);
    g_string_append(out, " brushes; ");
    compare_html_add(out, root, COMPARE_HTML_PLAIN, "%s/scenario/moves", at);
    g_string_append(out, " moves on ");
    compare_html_add(out, root, COMPARE_HTML_PLAIN, "%s/scenario/trajectories", at);
    g_string_append(out, " trajectories.</p>\n");
}

static void add_hash(GString *out, json_object *root, const char *at)
{
    g_string_append(out, "<p class=\"quiet\">Moves, trees and answers have the hash <code>");
    compare_html_add(out, root, COMPARE_HTML_PLAIN, "%s/hash", at);
    g_string_append(out, "</code>, which is the same on every machine.</p>\n");
}

void compare_html_section(CompareFigures *figures, json_object *root, const char *at)
{
    GString *out = figures->out;
    g_autoptr(CompareHtmlResult) result = compare_html_result_new(root, at);
    g_ptr_array_set_size(figures->struck, 0);
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = &g_array_index(result->methods, CompareHtmlMethod, i);
        if (m->late > 0)
            g_ptr_array_add(figures->struck, (gpointer)m->name);
    }
    add_subject(out, root, at);
    compare_html_verdict(out, result);
    g_string_append(out, "<h3>The methods</h3>\n");
    compare_html_table_methods(out, result, methods, G_N_ELEMENTS(methods));
    g_autoptr(GString) all = g_string_new(NULL);
    compare_html_table_turned(all, result);
    add_details(figures, ALL_NUMBERS, all);
    add_costs(figures, result);
    add_times(figures, result);
    if (result->timed)
        compare_html_ratios(out, result);
    add_errors(figures, result);
    add_hash(out, root, at);
}

/* --- sweeps --- */

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

/* A series for each method, of its values in their order. */
static GPtrArray *sweep_costs(json_object *rows, const char *time)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(compare_series_free);
    for (gsize i = 0; i < json_object_array_length(rows); i++) {
        json_object *row = json_object_array_get_idx(rows, i);
        CompareSeries *series = series_named(all, text_of(row, "/method"));
        CompareCost cost = { .x = compare_html_number(row, "/bytes"),
                             .y = compare_html_number(row, "/%s", time),
                             .label = text_of(row, "/value") };
        series->struck |= compare_html_number(row, "/late") > 0;
        if (cost.x > 0 && cost.y > 0)
            g_array_append_val(series->points, cost);
    }
    return all;
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

/* What the sweep comes to, if the results say so. */
static void add_growth(GString *out, json_object *root, const char *at)
{
    json_object *sentences = compare_html_at(root, "%s/growth", at);
    gsize n = sentences ? json_object_array_length(sentences) : 0;
    if (n == 0)
        return;
    g_string_append(out, "<ul class=\"verdict\">\n");
    for (gsize i = 0; i < n; i++) {
        g_string_append(out, "<li>");
        compare_html_add(out, root, COMPARE_HTML_PLAIN, "%s/growth/%" G_GSIZE_FORMAT, at, i);
        g_string_append(out, "</li>\n");
    }
    g_string_append(out, "</ul>\n");
}

void compare_html_section_sweep(CompareFigures *figures, json_object *root, const char *at)
{
    static const char *const times[] = { "walk_ns_median", "shot_ns_median" };
    GString *out = figures->out;
    g_autofree char *pointer = g_strconcat(at, "/rows", NULL);
    json_object *rows = compare_html_at(root, "%s", pointer);
    g_string_append(out, "<p>Varied: <code>");
    compare_html_add(out, root, COMPARE_HTML_PLAIN, "%s/vary", at);
    g_string_append(out, "</code>; a row for each value and method.</p>\n");
    add_growth(out, root, at);
    compare_html_table(out, root, pointer, sweep, G_N_ELEMENTS(sweep));
    g_autoptr(GString) numbers = g_string_new(NULL);
    compare_html_table_all(numbers, root, pointer);
    add_details(figures, ALL_NUMBERS, numbers);
    g_string_append(out, "<h3>Memory against time</h3>\n<div class=\"figures\">\n");
    gboolean any = FALSE;
    for (guint g = 0; rows && g < 2; g++) {
        g_autoptr(GPtrArray) all = sweep_costs(rows, times[g]);
        CompareChart *chart = compare_chart_costs(all, compare_html_groups[g]);
        note_struck(figures, all);
        any |= chart != NULL;
        if (chart)
            compare_figures_add(figures, chart,
                                g == COMPARE_HTML_WALK
                                    ? "Walks; a method's values are joined." ABOUT_FRONTIER
                                    : "Shots: longer moves.");
    }
    g_string_append(out, "</div>\n");
    if (!any)
        compare_figures_missing(out, "No times were measured, so there is nothing to draw.");
}
