/* print-drift: how far the paths diverge when each method moves its own object. */
#include "result/result.h"
#include "run/closed-loop.h"

typedef struct {
    const char *scenario;
    CompareDrift drift;
    guint is_apart; /* 1 if the paths are ever more than a unit apart */
    guint differs;  /* 1 if the paths ever differ by more than rounding */
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define OF(member) .of = offsetof(Row, member)
#define ALL (COMPARE_BRIEF | COMPARE_PROGRAMS)

/* clang-format off */
static const CompareColumn columns[] = {
    { "scenario", NULL, "scenario", COMPARE_TEXT, COMPARE_PROGRAMS, AT(scenario) },
    { "trajectory", NULL, "trajectory", COMPARE_TEXT, ALL | COMPARE_SHORTEN, AT(drift.trajectory) },
    { "method", NULL, "method", COMPARE_TEXT, ALL, AT(drift.method) },
    { "movements", NULL, "movements", COMPARE_COUNT, ALL, AT(drift.n) },
    { "mean apart", NULL, "apart_mean_units", COMPARE_NUMBER, ALL, AT(drift.apart_mean),
      .about = "mean distance from the oracle's object after each movement" },
    { "most", NULL, "apart_max_units", COMPARE_NUMBER, ALL, AT(drift.apart_max) },
    { "at the end", NULL, "apart_end_units", COMPARE_NUMBER, ALL, AT(drift.apart_end) },
    { "first apart", NULL, "first_apart", COMPARE_COUNT, ALL, AT(drift.first_apart), OF(is_apart),
      .about = "the first movement (from 0) after which the distance is more than a unit" },
    { NULL, NULL, "first_differs", COMPARE_COUNT, COMPARE_PROGRAMS, AT(drift.first_differs),
      OF(differs) },
    { NULL, NULL, "differs_by_units", COMPARE_NUMBER, COMPARE_PROGRAMS, AT(drift.differs_by),
      OF(differs) },
    { "inside", NULL, "inside", COMPARE_COUNT, COMPARE_IF_ANY | COMPARE_PROGRAMS,
      AT(drift.n_inside), .about = "movements that ended in solid" },
    { "outside", NULL, "outside", COMPARE_COUNT, COMPARE_IF_ANY | COMPARE_PROGRAMS,
      AT(drift.n_outside), .about = "movements that ended outside of the world" },
};
/* clang-format on */

static void add_report(CompareGrid *grid, const CompareReport *report)
{
    for (guint i = 0; report->drifts && i < report->drifts->len; i++) {
        Row row = { report->scenario->name, g_array_index(report->drifts, CompareDrift, i), 0, 0 };
        row.is_apart = row.drift.first_apart < row.drift.n;
        row.differs = row.drift.first_differs < row.drift.n;
        compare_grid_add(grid, &row);
    }
}

/* Adds notes on where the paths of exact methods diverge, and why they may. */
static void note_divergence(ComparePage *page, const CompareReport *report)
{
    gboolean told = FALSE;
    for (guint i = 0; report->drifts && i < report->drifts->len; i++) {
        const CompareDrift *drift = &g_array_index(report->drifts, CompareDrift, i);
        if (!drift->is_exact || drift->first_apart == drift->n)
            continue;
        if (!told)
            compare_page_note(page, "Paths of exact methods diverge, too: an answer may be "
                                    "anywhere in its bracket, a bounce multiplies the difference, "
                                    "and at an edge a tiny difference decides the side.");
        told = TRUE;
        compare_page_note(page,
                          "%s, %s: the paths first differ after movement %u, by %.3g units, and by "
                          "more than a unit after movement %u",
                          drift->trajectory, drift->method, drift->first_differs, drift->differs_by,
                          drift->first_apart);
    }
}

void compare_print_drift(ComparePage *page, const CompareReport *const *reports, guint n)
{
    guint at_once = compare_style_is_for_people(compare_page_style(page)) ? 1 : n;
    for (guint i = 0; i < n; i += at_once) {
        const char *name = reports[i]->scenario->name;
        g_autofree char *heading =
            n == 1 ? g_strdup("Closed loop") : g_strdup_printf("Closed loop: %s", name);
        g_autoptr(CompareGrid) grid = compare_grid_new(columns, G_N_ELEMENTS(columns));
        for (guint k = i; k < i + at_once; k++)
            add_report(grid, reports[k]);
        compare_page_heading(page, heading);
        compare_page_grid(page, grid);
    }
    for (guint i = 0; i < n; i++) {
        note_divergence(page, reports[i]);
        if (reports[i]->drifts && reports[i]->drifts->len == 0)
            compare_page_origin(page,
                                "%s: no closed loop: it needs a random trajectory with steps "
                                "longer than 0 that a method supports",
                                reports[i]->scenario->name);
    }
}
