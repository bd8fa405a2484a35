/* drift: how far the paths drift apart when each method drives its own object. */
#include "output/report.h"
#include "run/closed-loop.h"

typedef struct {
    const char *scenario;
    CompareDrift drift;
    guint is_apart; /* after some movement */
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
    { "inside", NULL, "inside", COMPARE_COUNT, COMPARE_IF_ANY | COMPARE_PROGRAMS,
      AT(drift.n_inside), .about = "movements that ended in matter" },
    { "outside", NULL, "outside", COMPARE_COUNT, COMPARE_IF_ANY | COMPARE_PROGRAMS,
      AT(drift.n_outside), .about = "movements that ended outside of the world" },
};
/* clang-format on */

static void add_report(CompareGrid *grid, const CompareReport *report)
{
    for (guint i = 0; report->drifts && i < report->drifts->len; i++) {
        Row row = { report->scenario->name, g_array_index(report->drifts, CompareDrift, i), 0 };
        row.is_apart = row.drift.first_apart < row.drift.n;
        compare_grid_add(grid, &row);
    }
}

void compare_print_drift(ComparePage *page, const CompareReport *const *reports, guint n)
{
    const CompareTable table = { "Closed loop", columns, G_N_ELEMENTS(columns), add_report };
    compare_print_table(page, &table, reports, n);
}
