/* error-rows: makes rows that show how early each method's answers are, for each shape. */
#include "result/result.h"
#include "run/errors.h"

typedef struct {
    const char *method;
    CompareError error;
    guint n_bad; /* the number of early and late answers */
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
    { "late", "late", COMPARE_COUNT, COMPARE_IF_ANY, AT(error.n_late), .about = COMPARE_ABOUT_LATE },
    { "mean_early_units", "mean", COMPARE_NUMBER, COMPARE_ALWAYS, AT(error.mean), EARLY, "units",
      .about = "the mean distance by which early answers are early, in units" },
    { "p99_early_units", "p99", COMPARE_NUMBER, COMPARE_WIDE, AT(error.p99), EARLY, "units",
      .about = "the 99th percentile of these distances" },
    { "max_early_units", "max", COMPARE_NUMBER, COMPARE_ALWAYS, AT(error.max), EARLY, "units",
      .about = "the largest of these distances" },
    { "worst_trajectory", "worst in", COMPARE_NAME, COMPARE_ALWAYS, AT(worst_trajectory), BAD,
      .about = "the trajectory with the worst answer: the latest if any answer is late, and otherwise the earliest" },
    { "worst_move", "move", COMPARE_COUNT, COMPARE_ALWAYS, AT(worst_move), BAD },
};
/* clang-format on */

static void add_error(CompareTable *table, const CompareReport *report, const char *method,
                      const CompareError *error)
{
    Row row = { .method = method, .error = *error, .n_bad = error->n_early + error->n_late };
    if (row.n_bad) {
        const CompareResolved *move = compare_report_move(report, error->worst);
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
        g_autoptr(GArray) errors = compare_errors(report, result, FALSE);
        for (guint i = 0; i < errors->len; i++)
            add_error(table, report, result->klass->name, &g_array_index(errors, CompareError, i));
    }
    return table;
}
