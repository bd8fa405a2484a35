/* test-sweep: tests the variants and results of sweeps, and the printing of tables.
 * tests/transcripts/vary.t tests which parameters may vary, and over which values. */
#include <criterion/criterion.h>
#include <json-c/json.h>
#include <string.h>

#include "result/words.h"
#include "run-scenario.h"
#include "run/errors.h"
#include "run/vary.h"
#include "scenario/scenario.h"
#include "shipped.h"

/* --- sweeps --- */

static CompareSweep *sweep_of(const CompareScenario *s, CompareSweepPlan *plan, const char *text,
                              const char *method)
{
    const CompareMethodClass *classes[] = { compare_method_find(method), NULL };
    g_autoptr(GError) error = NULL;
    cr_assert(compare_sweep_plan_parse(text, plan, &error), "%s", error ? error->message : "");
    CompareSweep *sweep =
        compare_sweep_run(s, plan, &(CompareAsked){ classes, { 0 } }, 0, NULL, &error);
    cr_assert_not_null(sweep, "%s", error ? error->message : "");
    return sweep;
}

static const CompareSweepRow *row_at(const CompareSweep *sweep, guint i)
{
    return &g_array_index(sweep->rows, CompareSweepRow, i);
}

static guint count_early(const CompareSweepRow *row, const char *group)
{
    g_autoptr(GArray) errors = compare_errors(row->report, row->result, TRUE);
    const CompareError *error = compare_error_find(errors, group);
    return error ? error->n_early : 0;
}

/* More bevels give more nodes. With any bevels, at most as many answers are early as without, and
 * none are late. A smaller angle does more than add bevels, so an answer that is early with it need
 * not be early with a larger angle. With all box bevels, answers for boxes are exact. */
Test(sweep, bevel_angles_decide_how_many_are_early)
{
    g_autoptr(CompareScenario) s = shipped_scenario("pillars.json");
    g_auto(CompareSweepPlan) plan = { 0 };
    g_autoptr(CompareSweep) sweep = sweep_of(s, &plan, "bevel-angle=none,120,90,60,box", "shift");
    cr_assert_eq(sweep->rows->len, 5u);
    cr_expect_eq(sweep->reports->len, 1u, "all are asked the same moves");
    guint64 bare = row_at(sweep, 0)->result->size.nodes;
    for (guint i = 0; i < 5; i++) {
        const CompareSweepRow *row = row_at(sweep, i);
        const CompareBevels *b = &row->result->bevels;
        cr_expect_str_eq(row->value, plan.values[i]);
        cr_expect_eq(row->result->n_late, 0u);
        cr_expect_eq(row->result->n_wrong, 0u);
        cr_expect_eq(b->bare_nodes, bare);
        cr_expect_eq(row->result->size.nodes > bare,
                     b->edges + b->spikes + b->level_tops + b->boxes > 0);
        if (i == 0 || i == 4)
            continue;
        const CompareSweepRow *coarser = row_at(sweep, i - 1), *none = row_at(sweep, 0);
        cr_expect_gt(row->result->size.nodes, coarser->result->size.nodes);
        cr_expect_leq(count_early(row, COMPARE_GROUP_BOXES),
                      count_early(none, COMPARE_GROUP_BOXES));
        cr_expect_leq(count_early(row, COMPARE_GROUP_ROUND),
                      count_early(none, COMPARE_GROUP_ROUND));
    }
    cr_expect_gt(count_early(row_at(sweep, 0), COMPARE_GROUP_BOXES), 0u);
    cr_expect_eq(count_early(row_at(sweep, 4), COMPARE_GROUP_BOXES), 0u);
    cr_expect_gt(count_early(row_at(sweep, 4), COMPARE_GROUP_ROUND), 0u);
    cr_expect_gt(row_at(sweep, 4)->result->bevels.boxes, 0u);
}

/* A sweep over spaces runs only the trajectories of the first space, like a run of that space
 * alone. */
Test(sweep, spaces_run_only_the_first_ones_moves)
{
    g_autoptr(CompareScenario) s = shipped_scenario("nested.json");
    g_auto(CompareSweepPlan) plan = { 0 };
    g_autoptr(CompareSweep) sweep = sweep_of(s, &plan, "spaces=3,1,6", "onion");
    cr_assert_eq(sweep->rows->len, 3u);
    cr_expect_eq(sweep->reports->len, 1u, "timed in turns");
    const CompareReport *report = sweep->reports->pdata[0];
    for (guint i = 0; i < report->moves->len; i++)
        cr_assert_eq(
            compare_report_trajectory(report, &g_array_index(report->moves, CompareResolved, i))
                ->mover,
            0);
    for (guint i = 0; i < 3; i++) {
        cr_expect_eq(row_at(sweep, i)->result->n_wrong, 0u);
        cr_expect_eq(row_at(sweep, i)->result->n_moves, report->moves->len);
        cr_expect_eq(row_at(sweep, i)->result->n_skipped, 0u);
    }
    guint64 three = row_at(sweep, 0)->result->size.nodes,
            one = row_at(sweep, 1)->result->size.nodes;
    cr_expect(one < three && three < row_at(sweep, 2)->result->size.nodes);
}

/* --- printing --- */

typedef struct {
    const char *name;
    double empty, x, y;
    guint few;
    gsize bytes;
    double ends[2];
} Row;

#define AT(member) .offset = offsetof(Row, member)

/* clang-format off */
static const CompareColumn table_columns[] = {
    { "name", "name", COMPARE_TEXT, COMPARE_ALWAYS, AT(name), .about = "who" },
    { "empty", "empty", COMPARE_NUMBER, COMPARE_ALWAYS, AT(empty) },
    { "x", "x", COMPARE_NUMBER, COMPARE_ALWAYS, AT(x), .decimals = 1 },
    { "y", "y", COMPARE_NUMBER, COMPARE_ALWAYS, AT(y), .of = offsetof(Row, few) },
    { "few", "few", COMPARE_COUNT, COMPARE_IF_ANY, AT(few) },
    { "part_size", "size", COMPARE_SIZE, COMPARE_WIDE, AT(bytes), .unit = "bytes", .group = "part",
      .about = "how large" },
    { "part_ends", "ends", COMPARE_INTERVAL, COMPARE_WIDE, AT(ends), .unit = "ns", .group = "part" },
};
/* clang-format on */

static CompareTable *table_new(void)
{
    CompareTable *table = compare_table_new(table_columns, G_N_ELEMENTS(table_columns));
    Row first = { "a, \"b\" | c", (double)NAN, 1.0 / 3, 123456, 1, 2048, { 1.5, 2 } };
    Row second = { .name = "d", .empty = (double)NAN, .x = -0.0, .y = 5 };
    compare_table_add(table, &first);
    compare_table_add(table, &second);
    return table;
}

/* Expects that the table is printed as this text, also after its columns were written as JSON and
 * read. */
static void expect_table(CompareFormat format, gboolean wide, const char *expected)
{
    const CompareStyle style = { .format = format, .wide = wide };
    g_autoptr(CompareTable) table = table_new(), read = compare_table_new(NULL, 0);
    g_autofree char *text = compare_table_print(table, style);
    cr_expect_str_eq(text, expected, "found\n%s\nexpected\n%s", text, expected);
    json_object *columns = compare_table_columns(table);
    compare_table_add_columns(read, columns);
    json_object_put(columns);
    for (gsize i = 0; i < json_object_array_length(table->rows); i++)
        json_object_array_add(read->rows,
                              json_object_get(json_object_array_get_idx(table->rows, i)));
    g_autofree char *again = compare_table_print(read, style);
    cr_expect_str_eq(again, expected, "found\n%s\nexpected\n%s", again, expected);
}

Test(sweep, tables_are_printed)
{
    expect_table(COMPARE_FORMAT_TABLE, FALSE,
                 "name          x       y  few\n"
                 "a, \"b\" | c  0.3  123456    1\n"
                 "d           0.0       -    0\n");
    expect_table(COMPARE_FORMAT_TABLE, TRUE,
                 "name          x       y  few  part size  part ends\n"
                 "a, \"b\" | c  0.3  123456    1    2.0 KiB   1.5 to 2\n"
                 "d           0.0       -    0        0 B          -\n");
    expect_table(COMPARE_FORMAT_MARKDOWN, FALSE,
                 "| name | x | y | few |\n"
                 "|---|---:|---:|---:|\n"
                 "| a, \"b\" \\| c | 0.3 | 123456 | 1 |\n"
                 "| d | 0.0 | - | 0 |\n");
    expect_table(COMPARE_FORMAT_CSV, FALSE,
                 "name,empty,x,y,few,part_size,part_ends_lo,part_ends_hi\n"
                 "\"a, \"\"b\"\" | c\",,0.3333333333333333,123456,1,2048,1.5,2\n"
                 "d,,0,,0,0,,\n");
}

/* Several tables share one legend. It explains only columns that are shown. */
Test(sweep, legends_explain_only_shown_columns)
{
    g_autoptr(CompareTable) table = table_new();
    g_autoptr(GPtrArray) brief = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) wide = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) dropped = g_ptr_array_new_with_free_func(g_free);
    compare_table_explain(table, (CompareStyle){ .wide = FALSE }, brief, dropped);
    compare_table_explain(table, (CompareStyle){ .wide = FALSE }, brief, dropped);
    compare_table_explain(table, (CompareStyle){ .wide = TRUE }, wide, dropped);
    cr_expect_eq(dropped->len, 0u);
    cr_assert_eq(brief->len, 1u);
    cr_expect_str_eq(brief->pdata[0], "name: who");
    cr_assert_eq(wide->len, 2u);
    cr_expect_str_eq(wide->pdata[1], "size: how large");
}

/* --- errors by shape --- */

/* Counting early answers in another way gives the same numbers. */
Test(sweep, errors_by_shape_agree_with_a_count)
{
    g_autoptr(CompareScenario) s = shipped_scenario("pillars.json");
    g_autoptr(CompareReport) report = run_method(s, compare_method_find("shift"));
    const CompareResult *result = report->results->pdata[0];
    g_autoptr(GArray) errors = compare_errors(report, result, FALSE);
    guint n = 0, n_early = 0;
    double max = 0;
    for (guint i = 0; i < errors->len; i++) {
        const CompareError *e = &g_array_index(errors, CompareError, i);
        n += e->n;
        n_early += e->n_early;
        max = MAX(max, e->max);
        cr_expect_eq(e->n_late, 0u);
        cr_expect(e->mean <= e->max && e->p99 <= e->max);
        if (!e->n_early)
            continue;
        const CompareResolved *move = &g_array_index(report->moves, CompareResolved, e->worst);
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, e->worst);
        /* Shift answers all moves, so the numbers of answers and moves agree. */
        cr_assert_eq(answer->move, e->worst);
        BspVec delta = bsp_vec_sub(move->to, move->from);
        cr_expect_float_eq((move->truth.t_lo - answer->t) * bsp_vec_length(delta), e->max, 1e-9);
    }
    cr_expect_eq(n, result->n_moves);
    cr_expect_eq(n_early, result->n_early);
    cr_expect_float_eq(max, result->max_early_units, 1e-9);

    g_autoptr(GArray) groups = compare_errors(report, result, TRUE);
    const CompareError *boxes = compare_error_find(groups, COMPARE_GROUP_BOXES);
    const CompareError *others = compare_error_find(groups, COMPARE_GROUP_ROUND);
    cr_assert(boxes && others);
    cr_expect_eq(groups->len, 2u);
    cr_expect_eq(boxes->n_early + others->n_early, n_early);
    cr_expect_lt(boxes->n + others->n, n, "points are in neither");
}
