/* error-rows: how early each method's answers are, for each shape. */
#include "result/result.h"
#include "run/by-shape.h"

typedef struct {
    const char *scenario, *method;
    CompareError error;
    double of_moves, of_hits; /* early answers as a percentage of the moves, and of the hits */
    guint n_bad;              /* early or late */
    const char *worst_trajectory;
    guint worst_move;
} Row;

#define AT(member) .offset = offsetof(Row, member)
#define OF(member) .of = offsetof(Row, member)
#define EARLY OF(error.n_early)
#define BAD OF(n_bad)

/* BRIEF: everybody; FULL: people who want all columns, and programs. */
#define BRIEF (COMPARE_BRIEF | COMPARE_PROGRAMS)
#define FULL (COMPARE_WIDE | COMPARE_PROGRAMS)

/* clang-format off */
static const CompareColumn columns[] = {
    { "scenario", NULL, "scenario", COMPARE_TEXT, COMPARE_PROGRAMS, AT(scenario) },
    { "method", NULL, "method", COMPARE_TEXT, BRIEF, AT(method) },
    { "shape", NULL, "shape", COMPARE_TEXT, BRIEF | COMPARE_SHORTEN, AT(error.shape) },
    { "moves", NULL, "moves", COMPARE_COUNT, BRIEF, AT(error.n) },
    { "hits", NULL, "hits", COMPARE_COUNT, BRIEF, AT(error.n_hits),
      .about = "moves that begin clear of solid and truly hit it" },
    { "early", NULL, "early", COMPARE_COUNT, BRIEF, AT(error.n_early), .about = COMPARE_ABOUT_EARLY },
    { "% of moves", NULL, "early_percent_of_moves", COMPARE_NUMBER, FULL, AT(of_moves),
      OF(error.n), "%.2f" },
    { "% of hits", NULL, "early_percent_of_hits", COMPARE_NUMBER, FULL, AT(of_hits),
      OF(error.n_hits), "%.2f" },
    { "walks", NULL, "early_walks", COMPARE_COUNT, COMPARE_WIDE, AT(error.n_early_walks),
      .about = "early answers to moves shorter than 40 units" },
    { "solid", NULL, "early_start_solid", COMPARE_COUNT, COMPARE_IF_ANY, AT(error.n_solid),
      .about = "early answers that call a clear start solid" },
    { "nothing", NULL, "early_hits_nothing", COMPARE_COUNT, COMPARE_IF_ANY, AT(error.n_nothing),
      .about = "early answers to moves that hit nothing" },
    { "short", NULL, "early_before_hit", COMPARE_COUNT, COMPARE_IF_ANY, AT(error.n_short),
      .about = "early answers that stop before a true hit" },
    { "late", NULL, "late", COMPARE_COUNT, COMPARE_IF_ANY | COMPARE_PROGRAMS, AT(error.n_late),
      .about = COMPARE_ABOUT_LATE },
    { "capped", NULL, "mean_early_units_capped", COMPARE_NUMBER, COMPARE_BRIEF | COMPARE_IF_ROOM,
      AT(error.capped_mean), EARLY,
      .about = "how early the early answers are: mean in units, at most 40 of each" },
    { "mean", NULL, "mean_early_units", COMPARE_NUMBER, FULL, AT(error.mean), EARLY,
      .about = "how early the early answers are: mean in units of distance" },
    { "p99", NULL, "p99_early_units", COMPARE_NUMBER, FULL, AT(error.p99), EARLY,
      .about = "the same, 99th percentile" },
    { "max", NULL, "max_early_units", COMPARE_NUMBER, BRIEF, AT(error.max), EARLY,
      .about = "the earliest of them, in units of distance" },
    { "part", NULL, "mean_early_part", COMPARE_NUMBER, COMPARE_WIDE, AT(error.part_mean), EARLY,
      .about = "how early the early answers are: mean as a fraction of the move" },
    { "worst in", NULL, "worst_trajectory", COMPARE_TEXT, BRIEF | COMPARE_SHORTEN, AT(worst_trajectory), BAD,
      .about = "the trajectory of the earliest answer, or of the latest if any is late" },
    { "move", NULL, "worst_move", COMPARE_COUNT, BRIEF, AT(worst_move), BAD },
    { "x", NULL, "worst_x", COMPARE_NUMBER, FULL, AT(error.worst_at.x), BAD, "%.1f",
      "the object's position according to that answer" },
    { "y", NULL, "worst_y", COMPARE_NUMBER, FULL, AT(error.worst_at.y), BAD, "%.1f" },
    { "z", NULL, "worst_z", COMPARE_NUMBER, FULL, AT(error.worst_at.z), BAD, "%.1f" },
    { NULL, NULL, "early_walks", COMPARE_COUNT, COMPARE_PROGRAMS, AT(error.n_early_walks) },
    { NULL, NULL, "early_start_solid", COMPARE_COUNT, COMPARE_PROGRAMS, AT(error.n_solid) },
    { NULL, NULL, "early_hits_nothing", COMPARE_COUNT, COMPARE_PROGRAMS, AT(error.n_nothing) },
    { NULL, NULL, "early_before_hit", COMPARE_COUNT, COMPARE_PROGRAMS, AT(error.n_short) },
    { NULL, NULL, "mean_early_units_capped", COMPARE_NUMBER, COMPARE_PROGRAMS, AT(error.capped_mean), EARLY },
    { NULL, NULL, "mean_early_part", COMPARE_NUMBER, COMPARE_PROGRAMS, AT(error.part_mean), EARLY },
};
/* clang-format on */

static void add_error(CompareGrid *grid, const CompareReport *report, const char *method,
                      const CompareError *error)
{
    Row row = { .scenario = report->scenario->name,
                .method = method,
                .error = *error,
                .of_moves = 100.0 * error->n_early / error->n,
                .of_hits = 100.0 * error->n_early / error->n_hits,
                .n_bad = error->n_early + error->n_late };
    if (row.n_bad) {
        const CompareResolved *move = &g_array_index(report->moves, CompareResolved, error->worst);
        row.worst_trajectory = compare_report_trajectory(report, move)->name;
        row.worst_move = move->number;
    }
    compare_grid_add(grid, &row);
}

static void add_report(CompareGrid *grid, const CompareReport *report)
{
    for (guint k = 0; k < report->results->len; k++) {
        const CompareResult *result = report->results->pdata[k];
        g_autoptr(GArray) errors = compare_errors(report, result);
        for (guint i = 0; i < errors->len; i++)
            add_error(grid, report, result->klass->name, &g_array_index(errors, CompareError, i));
    }
}

json_object *compare_error_rows(const CompareReport *report)
{
    g_autoptr(CompareGrid) grid = compare_grid_new(columns, G_N_ELEMENTS(columns));
    add_report(grid, report);
    return compare_grid_json(grid);
}

const CompareColumn *compare_error_columns(guint *n)
{
    *n = G_N_ELEMENTS(columns);
    return columns;
}
