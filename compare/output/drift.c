/* drift: how far the paths drift apart when each method drives its own object. */
#include "output/grid.h"
#include "run/closed-loop.h"

static const CompareColumn columns[] = {
    { "scenario", "scenario", TRUE, NULL },
    { "trajectory", "trajectory", TRUE, NULL },
    { "method", "method", TRUE, NULL },
    { "movements", "movements", FALSE, "%.0f" },
    { "apart, mean", "apart_mean_units", FALSE, NULL },
    { "max", "apart_max_units", FALSE, NULL },
    { "at the end", "apart_end_units", FALSE, NULL },
    { "first apart", "first_apart", FALSE, "%.0f" },
    { "inside", "inside", FALSE, "%.0f" },
    { "outside", "outside", FALSE, "%.0f" },
};

static void add_report(CompareGrid *grid, const CompareReport *report, gboolean with_scenario)
{
    for (guint i = 0; report->drifts && i < report->drifts->len; i++) {
        const CompareDrift *drift = &g_array_index(report->drifts, CompareDrift, i);
        compare_grid_add_text(grid, with_scenario ? report->scenario->name : NULL);
        compare_grid_add_text(grid, drift->trajectory);
        compare_grid_add_text(grid, drift->method);
        compare_grid_add_number(grid, drift->n);
        compare_grid_add_number(grid, drift->apart_mean);
        compare_grid_add_number(grid, drift->apart_max);
        compare_grid_add_number(grid, drift->apart_end);
        compare_grid_add_number(grid, drift->first_apart < drift->n ? drift->first_apart
                                                                    : COMPARE_NOTHING);
        compare_grid_add_number(grid, drift->n_inside);
        compare_grid_add_number(grid, drift->n_outside);
    }
}

char *compare_print_drift(const CompareReport *const *reports, guint n, CompareFormat format)
{
    gboolean people = format == COMPARE_FORMAT_TABLE || format == COMPARE_FORMAT_MARKDOWN;
    g_autoptr(CompareGrid) grid = compare_grid_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < n; i++)
        add_report(grid, reports[i], !people || n > 1);
    g_autofree char *rows = compare_grid_print(grid, format);
    if (!people)
        return g_steal_pointer(&rows);
    return g_strdup_printf(
        "%sClosed loop\n\n%s\n"
        "%severy method drives its own object through the same movements; apart: units from the "
        "oracle's object after each; first apart: the first movement (from 0) after which that is "
        "more than a unit; inside, outside: movements that ended in matter, outside of the world\n",
        format == COMPARE_FORMAT_MARKDOWN ? "### " : "", rows,
        format == COMPARE_FORMAT_MARKDOWN ? "- " : "");
}
