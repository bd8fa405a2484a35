/* ratios: how many times as long each method takes as another, for the same moves. */
#include "html/ratios.h"

#include "html/figure.h"
#include "html/markup.h"
#include "html/table.h"

/* clang-format off */
static const CompareHtmlColumn columns[] = {
    { "method", "method", COMPARE_HTML_PLAIN, NULL },
    { "walk", "walk/ratio", COMPARE_HTML_RATIO, "in order, as a character moves" },
    { "95%", "walk/ratio_ci95", COMPARE_HTML_RATIO, "interval of confidence" },
    { "shuffled", "walk/ratio_shuffled", COMPARE_HTML_RATIO, "walks in random order" },
    { "95%", "walk/ratio_ci95_shuffled", COMPARE_HTML_RATIO, NULL },
    { "cold", "walk/ratio_cold", COMPARE_HTML_RATIO, "walks after other work has used the caches" },
    { "95%", "walk/ratio_ci95_cold", COMPARE_HTML_RATIO, NULL },
    { "shot", "shot/ratio", COMPARE_HTML_RATIO, "in order" },
    { "95%", "shot/ratio_ci95", COMPARE_HTML_RATIO, NULL },
    { "shuffled", "shot/ratio_shuffled", COMPARE_HTML_RATIO, "shots in random order" },
    { "95%", "shot/ratio_ci95_shuffled", COMPARE_HTML_RATIO, NULL },
    { "cold", "shot/ratio_cold", COMPARE_HTML_RATIO, "shots after other work has used the caches" },
    { "95%", "shot/ratio_ci95_cold", COMPARE_HTML_RATIO, NULL },
};
/* clang-format on */

static gboolean has_ratios(const CompareHtmlResult *result)
{
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = &g_array_index(result->methods, CompareHtmlMethod, i);
        if (m->times[COMPARE_HTML_WALK].ratio > 0 || m->times[COMPARE_HTML_SHOT].ratio > 0)
            return TRUE;
    }
    return FALSE;
}

void compare_html_ratios(GString *out, const CompareHtmlResult *result)
{
    json_object *reference = compare_html_at(result->root, "%s/reference", result->at);
    g_autofree char *rows = g_strconcat(result->at, "/methods", NULL);
    g_string_append(out, "<h3>Ratios</h3>\n");
    if (!has_ratios(result) || !reference) {
        compare_figures_missing(out, "The results have no ratios of times.");
        return;
    }
    g_string_append(out, "<p>So many times as long as <b>");
    compare_html_text(out, json_object_get_string(reference));
    g_string_append(out, "</b>, for the moves that both take; <b>~</b> is equal within the 95% "
                         "interval of confidence.</p>\n");
    compare_html_table(out, result->root, rows, columns, G_N_ELEMENTS(columns));
}
