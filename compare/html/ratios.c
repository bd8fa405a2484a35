/* ratios: how many times as long each method takes as another, for the same moves. */
#include "html/ratios.h"

#include "html/figure.h"
#include "html/markup.h"
#include "html/table.h"

#define COLUMNS(group)                                                                             \
    {                                                                                              \
        { "method", "method", COMPARE_HTML_PLAIN, NULL },                                          \
            { "in order", group "/ratio", COMPARE_HTML_RATIO, "as a character moves" },            \
            { "95%", group "/ratio_ci95", COMPARE_HTML_RATIO, "interval of confidence" },          \
            { "shuffled", group "/ratio_shuffled", COMPARE_HTML_RATIO, "in random order" },        \
            { "95%", group "/ratio_ci95_shuffled", COMPARE_HTML_RATIO, NULL },                     \
            { "cold", group "/ratio_cold", COMPARE_HTML_RATIO,                                     \
              "after other work has used the caches" },                                            \
            { "95%", group "/ratio_ci95_cold", COMPARE_HTML_RATIO, NULL },                         \
    }

static const CompareHtmlColumn columns[2][7] = { COLUMNS("walk"), COLUMNS("shot") };

static gboolean has_ratios(const CompareHtmlResult *result, guint group)
{
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = &g_array_index(result->methods, CompareHtmlMethod, i);
        if (compare_html_number(result->root, "%s/%s/ratio", m->at, compare_html_groups[group]) > 0)
            return TRUE;
    }
    return FALSE;
}

static void add_group(GString *out, const CompareHtmlResult *result, guint group)
{
    static const char *const titles[2] = { "Walks", "Shots" };
    if (!has_ratios(result, group))
        return;
    g_string_append_printf(out, "<h4>%s</h4>\n", titles[group]);
    compare_html_table_methods(out, result, columns[group], G_N_ELEMENTS(columns[group]));
}

void compare_html_ratios(GString *out, const CompareHtmlResult *result)
{
    json_object *reference = compare_html_at(result->root, "%s/reference", result->at);
    g_string_append(out, "<h3>Ratios</h3>\n");
    if (!reference ||
        (!has_ratios(result, COMPARE_HTML_WALK) && !has_ratios(result, COMPARE_HTML_SHOT))) {
        compare_figures_missing(out, "The results have no ratios of times.");
        return;
    }
    g_string_append(out, "<p>So many times as long as <b>");
    compare_html_text(out, json_object_get_string(reference));
    g_string_append(out, "</b>, for the moves that both take; <b>~</b> is equal within the 95% "
                         "interval of confidence.</p>\n");
    add_group(out, result, COMPARE_HTML_WALK);
    add_group(out, result, COMPARE_HTML_SHOT);
}
