/* early: how early each method answers, shape by shape. */
#include "run/early.h"
#include "output/grid.h"

static const CompareColumn columns[] = {
    { "scenario", "scenario", TRUE, NULL },
    { "method", "method", TRUE, NULL },
    { "shape", "shape", TRUE, NULL },
    { "moves", "moves", FALSE, "%.0f" },
    { "hits", "hits", FALSE, "%.0f" },
    { "early", "early", FALSE, "%.0f" },
    { "% of moves", "early_percent_of_moves", FALSE, "%.2f" },
    { "% of hits", "early_percent_of_hits", FALSE, "%.2f" },
    { "late", "late", FALSE, "%.0f" },
    { "mean early", "mean_early_units", FALSE, NULL },
    { "p99 early", "p99_early_units", FALSE, NULL },
    { "max early", "max_early_units", FALSE, NULL },
    { "worst in", "worst_trajectory", TRUE, NULL },
    { "move", "worst_move", FALSE, "%.0f" },
    { "x", "worst_x", FALSE, "%.1f" },
    { "y", "worst_y", FALSE, "%.1f" },
    { "z", "worst_z", FALSE, "%.1f" },
};

/* Nothing where there is nothing to divide by. */
static double percent(guint n, guint of)
{
    return of ? 100.0 * n / of : COMPARE_NOTHING;
}

static void add_worst(CompareGrid *grid, const CompareReport *report, const CompareError *error)
{
    const CompareResolved *move = &g_array_index(report->moves, CompareResolved, error->worst);
    const CompareTrajectory *tr =
        &g_array_index(report->scenario->trajectories, CompareTrajectory, move->trajectory);
    gboolean any = error->n_early + error->n_late > 0;
    compare_grid_add_text(grid, any ? tr->name : NULL);
    compare_grid_add_number(grid, any ? move->number : COMPARE_NOTHING);
    for (int i = 0; i < 3; i++)
        compare_grid_add_number(grid, any ? error->worst_at.v[i] : COMPARE_NOTHING);
}

static void add_result(CompareGrid *grid, const CompareReport *report, const CompareResult *result,
                       gboolean with_scenario)
{
    g_autoptr(GArray) errors = compare_errors(report, result);
    for (guint i = 0; i < errors->len; i++) {
        const CompareError *error = &g_array_index(errors, CompareError, i);
        compare_grid_add_text(grid, with_scenario ? report->scenario->name : NULL);
        compare_grid_add_text(grid, result->klass->name);
        compare_grid_add_text(grid, error->shape);
        compare_grid_add_number(grid, error->n);
        compare_grid_add_number(grid, error->n_hits);
        compare_grid_add_number(grid, error->n_early);
        compare_grid_add_number(grid, percent(error->n_early, error->n));
        compare_grid_add_number(grid, percent(error->n_early, error->n_hits));
        compare_grid_add_number(grid, error->n_late);
        compare_grid_add_number(grid, error->n_early ? error->mean : COMPARE_NOTHING);
        compare_grid_add_number(grid, error->n_early ? error->p99 : COMPARE_NOTHING);
        compare_grid_add_number(grid, error->n_early ? error->max : COMPARE_NOTHING);
        add_worst(grid, report, error);
    }
}

char *compare_print_errors(const CompareReport *const *reports, guint n, CompareFormat format)
{
    gboolean people = format == COMPARE_FORMAT_TABLE || format == COMPARE_FORMAT_MARKDOWN;
    g_autoptr(CompareGrid) grid = compare_grid_new(columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < n; i++)
        for (guint k = 0; k < reports[i]->results->len; k++)
            add_result(grid, reports[i], reports[i]->results->pdata[k], !people || n > 1);
    g_autofree char *rows = compare_grid_print(grid, format);
    if (!people)
        return g_steal_pointer(&rows);
    return g_strdup_printf(
        "%sErrors by shape\n\n%s\n"
        "%shits: moves that truly hit something; early: answers before the bracket; by how much: "
        "in "
        "units of distance, of the early ones; worst: where the answer has the object stop\n",
        format == COMPARE_FORMAT_MARKDOWN ? "### " : "", rows,
        format == COMPARE_FORMAT_MARKDOWN ? "- " : "");
}
