/* drift: how far the paths diverge when each method moves its own object. */
#include "output/report.h"
#include "run/closed-loop.h"

typedef struct {
    const char *scenario;
    CompareDrift drift;
    guint is_apart; /* after some movement */
    guint differs;  /* after some movement */
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
      .about = "units from the oracle's object after each movement, the mean" },
    { "most", NULL, "apart_max_units", COMPARE_NUMBER, ALL, AT(drift.apart_max) },
    { "at the end", NULL, "apart_end_units", COMPARE_NUMBER, ALL, AT(drift.apart_end) },
    { "first apart", NULL, "first_apart", COMPARE_COUNT, ALL, AT(drift.first_apart), OF(is_apart),
      .about = "the first movement (from 0) after which it is more than a unit" },
    { NULL, NULL, "first_differs", COMPARE_COUNT, COMPARE_PROGRAMS, AT(drift.first_differs),
      OF(differs) },
    { NULL, NULL, "differs_by_units", COMPARE_NUMBER, COMPARE_PROGRAMS, AT(drift.differs_by),
      OF(differs) },
    { "inside", NULL, "inside", COMPARE_COUNT, COMPARE_IF_ANY | COMPARE_PROGRAMS,
      AT(drift.n_inside), .about = "movements that ended in matter" },
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

/* Notes where the paths of exact methods diverge, and why they may. */
static void note_divergence(ComparePage *page, const CompareReport *report)
{
    gboolean told = FALSE;
    for (guint i = 0; report->drifts && i < report->drifts->len; i++) {
        const CompareDrift *drift = &g_array_index(report->drifts, CompareDrift, i);
        if (!drift->is_exact || drift->first_apart == drift->n)
            continue;
        if (!told)
            compare_page_note(page, "Exact methods come apart, too: an answer may lie anywhere in "
                                    "its bracket, a bounce multiplies the difference, and at an "
                                    "edge a hair decides on which side the object goes on.");
        told = TRUE;
        compare_page_note(page,
                          "%s, %s: first differs after movement %u, by %.3g units; more than a "
                          "unit apart from movement %u on",
                          drift->trajectory, drift->method, drift->first_differs, drift->differs_by,
                          drift->first_apart);
    }
}

void compare_print_drift(ComparePage *page, const CompareReport *const *reports, guint n)
{
    const CompareTable table = { "Closed loop", columns, G_N_ELEMENTS(columns), add_report };
    compare_print_table(page, &table, reports, n);
    for (guint i = 0; i < n; i++) {
        note_divergence(page, reports[i]);
        if (reports[i]->drifts && reports[i]->drifts->len == 0)
            compare_page_origin(page,
                                "%s: no closed loop: only random trajectories whose steps have a "
                                "length are driven, and of these there is none that a method takes",
                                reports[i]->scenario->name);
    }
}
