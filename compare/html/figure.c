/* figure: charts on a page, each with what it shows, or with why it is missing. */
#include "html/figure.h"

#include <gio/gio.h>
#include <string.h>

#include "html/gnuplot.h"
#include "html/markup.h"

/* A chart takes a hundredth of this. */
#define MAX_SECONDS 20
/* Bytes that no drawing is smaller than. */
#define LEAST_DRAWING 1000

CompareFigures *compare_figures_new(GString *out, gsize reserved)
{
    CompareFigures *figures = g_new0(CompareFigures, 1);
    figures->out = out;
    figures->reserved = reserved;
    figures->struck = g_ptr_array_new();
    return figures;
}

void compare_figures_free(CompareFigures *figures)
{
    g_ptr_array_unref(figures->struck);
    g_free(figures);
}

gboolean compare_figures_have_room(const CompareFigures *figures, gsize bytes)
{
    return figures->out->len + figures->reserved + bytes <= COMPARE_HTML_MAX_BYTES;
}

void compare_figures_details(CompareFigures *figures, const char *title, const GString *table)
{
    if (!compare_figures_have_room(figures, table->len))
        return;
    g_string_append_printf(figures->out, "<details><summary>%s</summary>\n%s</details>\n", title,
                           table->str);
}

void compare_figures_missing(GString *out, const char *why)
{
    g_string_append(out, "<p class=\"missing\">");
    compare_html_text(out, why);
    g_string_append(out, "</p>\n");
}

/* gnuplot cannot strike out; what it writes of a name is the name alone in an element. */
static char *strike_out(const CompareFigures *figures, const char *svg)
{
    g_autoptr(GString) struck = g_string_new(svg);
    for (guint i = 0; i < figures->struck->len; i++) {
        g_autofree char *name = compare_gnuplot_label(figures->struck->pdata[i]);
        g_autofree char *plain = g_strdup_printf("<text>%s</text>", name);
        g_autofree char *lined =
            g_strdup_printf("<text text-decoration=\"line-through\">%s</text>", name);
        g_string_replace(struck, plain, lined, 0);
    }
    return g_strdup(struck->str);
}

static void add_drawing(CompareFigures *figures, const char *svg, const char *caption)
{
    g_autofree char *struck = strike_out(figures, svg);
    g_autoptr(GString) figure = g_string_new("<figure><div class=\"scrolls\">");
    g_string_append(figure, struck);
    g_string_append(figure, "</div><figcaption>");
    compare_html_text(figure, caption);
    g_string_append(figure, "</figcaption></figure>\n");
    if (compare_figures_have_room(figures, figure->len))
        g_string_append_len(figures->out, figure->str, (gssize)figure->len);
    else
        compare_figures_missing(figures->out, COMPARE_HTML_NO_ROOM);
}

void compare_figures_add(CompareFigures *figures, CompareChart *chart, const char *caption)
{
    g_autoptr(GError) error = NULL;
    gboolean room = compare_figures_have_room(figures, LEAST_DRAWING);
    g_autofree char *svg =
        !room || figures->no_gnuplot
            ? NULL
            : compare_gnuplot_draw(chart->script, chart->width, chart->height, MAX_SECONDS, &error);
    compare_chart_free(chart);
    if (!room) {
        compare_figures_missing(figures->out, COMPARE_HTML_NO_ROOM);
    } else if (svg) {
        add_drawing(figures, svg, caption);
    } else if (g_error_matches(error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT)) {
        figures->no_gnuplot = TRUE;
        compare_figures_missing(figures->out,
                                "Charts are missing here: they are drawn by gnuplot, which is not "
                                "installed. On Debian: apt-get install gnuplot-nox");
    } else if (error) {
        figures->no_gnuplot = g_error_matches(error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
        g_autofree char *why = g_strdup_printf("A chart is missing: %s", error->message);
        compare_figures_missing(figures->out, why);
    }
}
