/* walk-rows: makes rows about walkers, crowds, agents and edits, and about the methods that regress
 * compares. */
#include "result/result.h"
#include "run/agents.h"
#include "run/crowds.h"
#include "run/edits.h"
#include "run/walkers.h"

#define AT(row, member) .offset = offsetof(row, member)
#define OF(row, member) .of = offsetof(row, member)

/* Returns a table whose rows are the structs in the array. */
static CompareTable *rows_table(const CompareColumn *columns, guint n, const GArray *rows)
{
    CompareTable *table = compare_table_new(columns, n);
    gsize size = g_array_get_element_size((GArray *)(gsize)rows);
    for (guint i = 0; i < rows->len; i++)
        compare_table_add(table, rows->data + i * size);
    return table;
}

/* --- bodies that walk --- */

/* clang-format off */
static const CompareColumn walker_columns[] = {
    { "shape", "shape", COMPARE_NAME, COMPARE_ALWAYS, AT(CompareWalkers, shape) },
    { "method", "method", COMPARE_TEXT, COMPARE_ALWAYS, AT(CompareWalkers, method) },
    { "exact", NULL, COMPARE_BOOLEAN, COMPARE_NEVER, AT(CompareWalkers, is_exact) },
    { "frames", "frames", COMPARE_COUNT64, COMPARE_ALWAYS, AT(CompareWalkers, walks.frames) },
    { "lost", "lost", COMPARE_COUNT64, COMPARE_ALWAYS, AT(CompareWalkers, walks.lost),
      .about = "frames in which a body gets less than half as far as it can" },
    { "stuck", "stuck", COMPARE_COUNT64, COMPARE_ALWAYS, AT(CompareWalkers, walks.stuck),
      .about = "bodies that were stuck for five frames in a row" },
    { "in_solid", "in solid", COMPARE_COUNT64, COMPARE_ALWAYS, AT(CompareWalkers, walks.in_solid),
      .about = "frames that end deeper in solid than 0.001 unit" },
};
/* clang-format on */

CompareTable *compare_walker_table(const CompareReport *report)
{
    return rows_table(walker_columns, G_N_ELEMENTS(walker_columns), report->walkers);
}

/* --- crowds --- */

/* clang-format off */
static const CompareColumn crowd_columns[] = {
    { "crowd", "crowd", COMPARE_NAME, COMPARE_ALWAYS, AT(CompareCrowdRow, name) },
    { "shape", "shape", COMPARE_NAME, COMPARE_ALWAYS, AT(CompareCrowdRow, shape) },
    { "bodies", "bodies", COMPARE_COUNT, COMPARE_ALWAYS, AT(CompareCrowdRow, n_bodies) },
    { "steps", "steps", COMPARE_COUNT, COMPARE_ALWAYS, AT(CompareCrowdRow, n_steps) },
    { "us", "us a body", COMPARE_NUMBER, COMPARE_IF_ANY, AT(CompareCrowdRow, us), .unit = "us",
      .about = "processor time for a step of one body, mean over the steps" },
    { "us_p99", "99 %", COMPARE_NUMBER, COMPARE_IF_ANY, AT(CompareCrowdRow, us_p99), .unit = "us",
      .about = "processor time for a step of one body, 99th percentile over the steps" },
    { "way", "way", COMPARE_NUMBER, COMPARE_ALWAYS, AT(CompareCrowdRow, way),
      .about = "the distance that the bodies went, divided by the distance that they wanted to go" },
    { "standing", "standing", COMPARE_COUNT64, COMPARE_ALWAYS, AT(CompareCrowdRow, standing),
      .about = "seconds in which a body went less than a tenth of the distance that it wanted to go" },
    { "overlaps", "overlaps", COMPARE_COUNT64, COMPARE_ALWAYS, AT(CompareCrowdRow, overlaps),
      .about = "pairs of bodies that overlap after a step" },
    { "in_solid", "in solid", COMPARE_COUNT64, COMPARE_ALWAYS, AT(CompareCrowdRow, in_solid),
      .about = "bodies in solid after a step" },
    { "hash", "hash", COMPARE_HASH, COMPARE_ALWAYS, AT(CompareCrowdRow, hash),
      .about = "hash of all positions after the last step" },
};
/* clang-format on */

CompareTable *compare_crowd_table(const CompareReport *report)
{
    return rows_table(crowd_columns, G_N_ELEMENTS(crowd_columns), report->crowds);
}

/* --- agents --- */

/* clang-format off */
static const CompareColumn agents_columns[] = {
    { "agents", "agents", COMPARE_NAME, COMPARE_ALWAYS, AT(CompareAgentsRow, name) },
    { "method", "method", COMPARE_TEXT, COMPARE_ALWAYS, AT(CompareAgentsRow, method) },
    { "areas", "areas", COMPARE_COUNT64, COMPARE_ALWAYS, AT(CompareAgentsRow, areas) },
    { "bytes", "bytes", COMPARE_COUNT64, COMPARE_ALWAYS, AT(CompareAgentsRow, bytes) },
    { "build_ms", "build", COMPARE_NUMBER, COMPARE_IF_ANY, AT(CompareAgentsRow, build_ms), .unit = "ms",
      .about = "time to build the graph, and the onion of which it is made" },
    { "covered", "covered", COMPARE_NUMBER, COMPARE_ALWAYS, AT(CompareAgentsRow, covered), .unit = "%",
      .decimals = 2, .about = "share of the places where a body can stand that are on an area" },
    { "false", "false", COMPARE_NUMBER, COMPARE_ALWAYS, AT(CompareAgentsRow, no_body), .unit = "%",
      .decimals = 2, .about = "share of the points of areas where no body can stand, even a step's height higher or lower" },
    { "pairs", "pairs", COMPARE_COUNT, COMPARE_ALWAYS, AT(CompareAgentsRow, counts.pairs), .about = "pairs of places where a body can stand" },
    { "found", "found", COMPARE_COUNT, COMPARE_ALWAYS, AT(CompareAgentsRow, counts.paths), .about = "pairs with a path" },
    { "arrive", "arrive", COMPARE_COUNT, COMPARE_ALWAYS, AT(CompareAgentsRow, counts.arrived), .about = "bodies that walk the path to its end" },
    { "us", "us a path", COMPARE_NUMBER, COMPARE_IF_ANY, AT(CompareAgentsRow, us), .unit = "us",
      .about = "time to find both areas, the path and its corners, for a pair with or without a path" },
};
/* clang-format on */

CompareTable *compare_agents_table(const CompareReport *report)
{
    return rows_table(agents_columns, G_N_ELEMENTS(agents_columns), report->agents);
}

/* --- edits --- */

/* clang-format off */
static const CompareColumn edit_columns[] = {
    { "method", "method", COMPARE_TEXT, COMPARE_ALWAYS, AT(CompareEditRow, method) },
    { "how", "after an edit", COMPARE_TEXT, COMPARE_ALWAYS, AT(CompareEditRow, how) },
    { "edits", "edits", COMPARE_COUNT, COMPARE_ALWAYS, AT(CompareEditRow, n_edits) },
    { "ms", "ms an edit", COMPARE_NUMBER, COMPARE_IF_ANY, AT(CompareEditRow, ms), .unit = "ms", .decimals = 3,
      .about = "milliseconds that an edit takes, median" },
    { "ms_worst", "worst ms", COMPARE_NUMBER, COMPARE_IF_ANY, AT(CompareEditRow, ms_worst), .unit = "ms", .decimals = 3,
      .about = "milliseconds that the slowest edit took" },
    { "moves", "moves", COMPARE_COUNT, COMPARE_ALWAYS, AT(CompareEditRow, n_moves) },
    { "early", "early", COMPARE_COUNT, COMPARE_ALWAYS, AT(CompareEditRow, n_early), .about = COMPARE_ABOUT_EARLY },
    { "late", "late", COMPARE_COUNT, COMPARE_ALWAYS, AT(CompareEditRow, n_late), .about = COMPARE_ABOUT_LATE },
    { "wrong", "wrong", COMPARE_COUNT, COMPARE_ALWAYS, AT(CompareEditRow, n_wrong), .about = COMPARE_ABOUT_WRONG },
    { "hash", "hash", COMPARE_HASH, COMPARE_ALWAYS, AT(CompareEditRow, hash),
      .about = "hash of all answers" },
};
/* clang-format on */

CompareTable *compare_edit_table(const CompareReport *report)
{
    return rows_table(edit_columns, G_N_ELEMENTS(edit_columns), report->edits);
}

/* --- methods that regress compares --- */

typedef struct {
    CompareResult result;
    const char *method;
    guint n_agree;
} RegressRow;

/* clang-format off */
static const CompareColumn regress_columns[] = {
    { "method", "method", COMPARE_TEXT, COMPARE_ALWAYS, AT(RegressRow, method) },
    { "moves", "moves", COMPARE_COUNT, COMPARE_ALWAYS, AT(RegressRow, result.n_moves) },
    { "agree", "agree", COMPARE_COUNT, COMPARE_ALWAYS, AT(RegressRow, n_agree), .about = "answers within the bracket" },
    { "early", "early", COMPARE_COUNT, COMPARE_ALWAYS, AT(RegressRow, result.n_early), .about = COMPARE_ABOUT_EARLY },
    { "late", "late", COMPARE_COUNT, COMPARE_ALWAYS, AT(RegressRow, result.n_late), .about = COMPARE_ABOUT_LATE },
    { "planes_wrong", "planes", COMPARE_COUNT, COMPARE_ALWAYS, AT(RegressRow, result.n_planes_wrong),
      .about = COMPARE_ABOUT_PLANES },
    { "max_early_units", "worst early", COMPARE_NUMBER, COMPARE_ALWAYS, AT(RegressRow, result.max_early_units),
      .unit = "units", .about = "in units of distance" },
    { "max_late_units", "worst late", COMPARE_NUMBER, COMPARE_IF_ANY, AT(RegressRow, result.max_late_units), .unit = "units",
      .about = "in units of distance" },
    { "wrong", "wrong", COMPARE_COUNT, COMPARE_ALWAYS, AT(RegressRow, result.n_wrong), .about = COMPARE_ABOUT_WRONG },
    { "skipped", "skipped", COMPARE_COUNT, COMPARE_ALWAYS, AT(RegressRow, result.n_skipped) },
};
/* clang-format on */

CompareTable *compare_regress_table(const CompareReport *report)
{
    CompareTable *table = compare_table_new(regress_columns, G_N_ELEMENTS(regress_columns));
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *r = report->results->pdata[i];
        RegressRow row = { *r, r->klass->name, r->n_moves - MIN(r->n_outside, r->n_moves) };
        compare_table_add(table, &row);
    }
    return table;
}
