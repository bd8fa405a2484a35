/* section: what a page says of one scenario. */
#include "html/section.h"

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
    { "planes", "planes_wrong", COMPARE_HTML_PLAIN, "hits with a wrong plane" },
    { "skipped", "skipped", COMPARE_HTML_PLAIN, "moves of shapes that the method does not take" },
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
        CompareChart *chart = compare_chart_costs(series, compare_html_groups[g], TRUE);
        if (chart)
            compare_figures_add(
                figures, chart,
                g == COMPARE_HTML_WALK
                    ? "Walks: moves shorter than 40 units." COMPARE_HTML_ABOUT_FRONTIER
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
        compare_figures_add(
            figures, chart,
            "By how much early answers are early, of each method and shape that "
            "has any: a ring is the mean, a bar the 99th percentile, a dot the most.");
    } else {
        g_string_append(figures->out, "<p>No answer of any method was early.</p>\n");
    }
    g_autoptr(GString) table = g_string_new(NULL);
    compare_html_table(table, result->root, at, errors, G_N_ELEMENTS(errors));
    compare_figures_details(figures, "By method and shape", table);
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
    compare_figures_details(figures, "All numbers", all);
    add_costs(figures, result);
    add_times(figures, result);
    if (result->timed)
        compare_html_ratios(out, result);
    add_errors(figures, result);
    add_hash(out, root, at);
}
