/* error-rows: how early each method's answers are, for each shape. */
#include "result/result.h"
#include "run/errors.h"

typedef struct {
    const char *method;
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

/* clang-format off */
static const CompareColumn columns[] = {
    { "method", "method", COMPARE_TEXT, COMPARE_ALWAYS, AT(method) },
    { "shape", "shape", COMPARE_NAME, COMPARE_ALWAYS, AT(error.shape) },
    { "moves", "moves", COMPARE_COUNT, COMPARE_ALWAYS, AT(error.n) },
    { "hits", "hits", COMPARE_COUNT, COMPARE_ALWAYS, AT(error.n_hits),
      .about = "moves that begin clear of solid and truly hit it" },
    { "early", "early", COMPARE_COUNT, COMPARE_ALWAYS, AT(error.n_early), .about = COMPARE_ABOUT_EARLY },
    { "early_percent_of_moves", "% of moves", COMPARE_NUMBER, COMPARE_WIDE, AT(of_moves), OF(error.n), "%", 2 },
    { "early_percent_of_hits", "% of hits", COMPARE_NUMBER, COMPARE_WIDE, AT(of_hits), OF(error.n_hits), "%", 2 },
    { "early_walks", "walks", COMPARE_COUNT, COMPARE_WIDE, AT(error.n_early_walks),
      .about = "early answers to moves shorter than 40 units" },
    { "early_start_solid", "solid", COMPARE_COUNT, COMPARE_IF_ANY, AT(error.n_solid),
      .about = "early answers that call a clear start solid" },
    { "early_hits_nothing", "nothing", COMPARE_COUNT, COMPARE_IF_ANY, AT(error.n_nothing),
      .about = "early answers to moves that hit nothing" },
    { "early_before_hit", "short", COMPARE_COUNT, COMPARE_IF_ANY, AT(error.n_short),
      .about = "early answers that stop before a true hit" },
    { "late", "late", COMPARE_COUNT, COMPARE_IF_ANY, AT(error.n_late), .about = COMPARE_ABOUT_LATE },
    { "mean_early_units_capped", "capped", COMPARE_NUMBER, COMPARE_ALWAYS, AT(error.capped_mean), EARLY, "units",
      .drop = 1, .about = "how early the early answers are: mean in units, at most 40 of each" },
    { "mean_early_units", "mean", COMPARE_NUMBER, COMPARE_WIDE, AT(error.mean), EARLY, "units",
      .about = "how early the early answers are: mean in units of distance" },
    { "p99_early_units", "p99", COMPARE_NUMBER, COMPARE_WIDE, AT(error.p99), EARLY, "units",
      .about = "the same, 99th percentile" },
    { "max_early_units", "max", COMPARE_NUMBER, COMPARE_ALWAYS, AT(error.max), EARLY, "units",
      .about = "the earliest of them, in units of distance" },
    { "mean_early_part", "part", COMPARE_NUMBER, COMPARE_WIDE, AT(error.part_mean), EARLY,
      .about = "how early the early answers are: mean as a fraction of the move" },
    { "worst_trajectory", "worst in", COMPARE_NAME, COMPARE_ALWAYS, AT(worst_trajectory), BAD,
      .about = "the trajectory of the earliest answer, or of the latest if any is late" },
    { "worst_move", "move", COMPARE_COUNT, COMPARE_ALWAYS, AT(worst_move), BAD },
    { "worst_x", "x", COMPARE_NUMBER, COMPARE_WIDE, AT(error.worst_at.x), BAD, "units", 1,
      .about = "the object's position according to that answer" },
    { "worst_y", "y", COMPARE_NUMBER, COMPARE_WIDE, AT(error.worst_at.y), BAD, "units", 1 },
    { "worst_z", "z", COMPARE_NUMBER, COMPARE_WIDE, AT(error.worst_at.z), BAD, "units", 1 },
};
/* clang-format on */

static void add_error(CompareTable *table, const CompareReport *report, const char *method,
                      const CompareError *error)
{
    Row row = { .method = method,
                .error = *error,
                .of_moves = 100.0 * error->n_early / error->n,
                .of_hits = 100.0 * error->n_early / error->n_hits,
                .n_bad = error->n_early + error->n_late };
    if (row.n_bad) {
        const CompareResolved *move = &g_array_index(report->moves, CompareResolved, error->worst);
        row.worst_trajectory = compare_report_trajectory(report, move)->name;
        row.worst_move = move->number;
    }
    compare_table_add(table, &row);
}

CompareTable *compare_error_table(const CompareReport *report)
{
    CompareTable *table = compare_table_new(columns, G_N_ELEMENTS(columns));
    for (guint k = 0; k < report->results->len; k++) {
        const CompareResult *result = report->results->pdata[k];
        g_autoptr(GArray) errors = compare_errors(report, result);
        for (guint i = 0; i < errors->len; i++)
            add_error(table, report, result->klass->name, &g_array_index(errors, CompareError, i));
    }
    return table;
}
