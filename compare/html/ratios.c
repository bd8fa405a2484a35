/* ratios: how many times as slow, and as large, each method is as another. */
#include "html/ratios.h"

#include "html/markup.h"
#include "html/table.h"
#include "text/number.h"

static const CompareHtmlColumn columns[] = {
    { "method", NULL, COMPARE_HTML_PLAIN, NULL },
    { "walk", NULL, COMPARE_HTML_RATIO, "time of a walk, so many times the first method's" },
    { "between", NULL, COMPARE_HTML_RATIO,
      "the ends of both intervals divided: the ratio is here" },
    { "shot", NULL, COMPARE_HTML_RATIO, "the same of shots" },
    { "between", NULL, COMPARE_HTML_RATIO, NULL },
    { "memory", NULL, COMPARE_HTML_RATIO, "so many times the first method's bytes" },
};

static char *shown(double ratio)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    return g_strdup(g_ascii_formatd(text, sizeof text, ratio < 9.995 ? "%.2f" : "%.1f", ratio));
}

/* A ratio of two numbers of the JSON, which the cell names. */
static void add_ratio(GString *out, const CompareHtmlMethod *m, const CompareHtmlMethod *first,
                      const char *key, double ratio, gboolean equal)
{
    g_autofree char *exact = compare_number_exact(ratio), *text = shown(ratio);
    g_string_append_printf(out, "<td data-of=\"%s/%s %s/%s\" data-value=\"%s\">%s</td>", m->at, key,
                           first->at, key, exact, equal ? "~" : text);
}

static void add_times(GString *out, const CompareHtmlMethod *m, const CompareHtmlMethod *first,
                      guint group)
{
    const CompareHtmlTimes *a = &m->times[group], *b = &first->times[group];
    if (a->ns == 0 || b->ns == 0) {
        g_string_append(out, "<td data-value=\"\">-</td><td data-value=\"\">-</td>");
        return;
    }
    g_autofree char *key = g_strconcat(compare_html_groups[group], "/ns_median", NULL);
    add_ratio(out, m, first, key, a->ns / b->ns, m != first && compare_html_equal(a, b));
    if (m == first || b->lo == 0) {
        g_string_append(out, "<td data-value=\"\">-</td>");
        return;
    }
    g_autofree char *lo = compare_number_exact(a->lo / b->hi),
                    *hi = compare_number_exact(a->hi / b->lo);
    g_autofree char *shown_lo = shown(a->lo / b->hi), *shown_hi = shown(a->hi / b->lo);
    const char *name = compare_html_groups[group];
    g_string_append_printf(out,
                           "<td data-of=\"%s/%s/ns_ci95/0 %s/%s/ns_ci95/1 %s/%s/ns_ci95/1 "
                           "%s/%s/ns_ci95/0\" data-value=\"%s %s\">%s to %s</td>",
                           m->at, name, first->at, name, m->at, name, first->at, name, lo, hi,
                           shown_lo, shown_hi);
}

static const CompareHtmlMethod *first_asked(const CompareHtmlResult *result)
{
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = &g_array_index(result->methods, CompareHtmlMethod, i);
        if (m->moves > 0 && m->bytes > 0)
            return m;
    }
    return NULL;
}

void compare_html_ratios(GString *out, const CompareHtmlResult *result)
{
    const CompareHtmlMethod *first = first_asked(result);
    if (!first || result->methods->len < 2)
        return;
    g_string_append(out, "<h3>Ratios</h3>\n<p>Each method against <b>");
    compare_html_text(out, first->name);
    g_string_append(out, "</b>: so many times its time, and its memory; <b>~</b> is equal within "
                         "the 95% intervals of confidence.</p>\n");
    compare_html_table_begin(out, columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < result->methods->len; i++) {
        const CompareHtmlMethod *m = &g_array_index(result->methods, CompareHtmlMethod, i);
        g_string_append(out, "\n<tr>");
        compare_html_table_name(out, m->name, m->late > 0);
        add_times(out, m, first, COMPARE_HTML_WALK);
        add_times(out, m, first, COMPARE_HTML_SHOT);
        add_ratio(out, m, first, "bytes", m->bytes / first->bytes, FALSE);
        g_string_append(out, "</tr>");
    }
    compare_html_table_end(out);
}
