/* test-compare-print: parts of the printing of results that tests/transcripts/print.t cannot reach.
 */
#include <criterion/criterion.h>
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#include "random.h"
#include "report-by-hand.h"
#include "result/result.h"
#include "result/scenario-text.h"
#include "text/json-value.h"
#include "text/strings.h"
#include "tools/bsp-json.h"

static CompareScenario *scenario;
static CompareReport *report;

static void set_up(void)
{
    scenario = scenario_by_hand();
    report = report_by_hand(scenario);
}

static void tear_down(void)
{
    compare_report_free(report);
    scenario_by_hand_free(scenario);
}

TestSuite(print, .init = set_up, .fini = tear_down);

static void expect_text(const char *found, const char *expected)
{
    cr_expect_str_eq(found, expected, "found:\n%s\nexpected:\n%s", found, expected);
}

static char *print_styled(CompareStyle style)
{
    g_autoptr(GPtrArray) reports = g_ptr_array_new();
    g_ptr_array_add(reports, report);
    g_autoptr(CompareResults) results = compare_results_of(reports, NULL);
    return compare_results_print(results, style, NULL, NULL);
}

static char *print_regress(const CompareRegress *regress)
{
    g_autoptr(GPtrArray) reports = g_ptr_array_new();
    g_ptr_array_add(reports, report);
    g_autoptr(CompareResults) results = compare_results_of(reports, NULL);
    compare_result_add_regress(compare_results_at(results, 0), report, regress);
    return compare_results_print(results, (CompareStyle){ .format = COMPARE_FORMAT_TABLE }, NULL,
                                 NULL);
}

Test(print, numbers_read_back)
{
    static const struct {
        double x;
        const char *text;
    } cases[] = { { 0, "0" },          { 1, "1" },
                  { 0.1, "0.1" },      { 1.0 / 3, "0.3333333333333333" },
                  { 1e300, "1e+300" }, { -2.5, "-2.5" },
                  { 1e-3, "0.001" },   { 0.1 + 0.2, "0.30000000000000004" } };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = compare_number_exact(cases[i].x);
        cr_expect_str_eq(text, cases[i].text);
        cr_expect_eq(g_ascii_strtod(text, NULL), cases[i].x);
    }
    Random r = random_seeded(1);
    for (guint i = 0; i < 20000; i++) {
        double x = ldexp(random_real(&r, -0.5, 0.5), random_int(&r, -300, 299));
        g_autofree char *text = compare_number_exact(x);
        cr_assert_eq(g_ascii_strtod(text, NULL), x, "%s", text);
    }
}

/* To fit, a table drops optional columns, the last first. It never drops the others, even if
 * they do not fit. */
/* A file may give a column any title, and any number of decimals. */
Test(print, columns_of_a_file)
{
    json_object *columns =
        json_tokener_parse("[{\"key\": \"a\", \"title\": \"x|<y>\", \"kind\": \"number\", "
                           "\"shown\": \"always\", \"decimals\": -1}]");
    g_autoptr(CompareTable) table = compare_table_new(NULL, 0);
    compare_table_add_columns(table, columns);
    json_object_put(columns);
    compare_json_append(table->rows, json_tokener_parse("{\"a\": 1.5}"));
    g_autofree char *text =
        compare_table_print(table, (CompareStyle){ .format = COMPARE_FORMAT_MARKDOWN });
    expect_text(text, "| x\\|\\<y\\> |\n|---:|\n| 1.5 |\n");
}

Test(print, a_table_is_made_to_fit)
{
    typedef struct {
        const char *text;
    } Row;
    const Row row = { "123456789 123456789 123456789 123456789 " };
    static const CompareColumn columns[] = {
        { "a", "a", COMPARE_TEXT, COMPARE_ALWAYS, .offset = 0, .drop = 1 },
        { "b", "b", COMPARE_TEXT, COMPARE_ALWAYS, .offset = 0, .drop = 1 },
        { "c", "c", COMPARE_TEXT, COMPARE_ALWAYS, .offset = 0 },
    };
    g_autoptr(CompareTable) table = compare_table_new(columns, 3);
    compare_table_add(table, &row);
    g_autofree char *text =
        compare_table_print(table, (CompareStyle){ .format = COMPARE_FORMAT_TABLE });
    cr_expect(g_str_has_prefix(text, "a ") && strstr(text, "  c\n") && !strchr(text, 'b'), "%s",
              text);
    g_autofree char *wide =
        compare_table_print(table, (CompareStyle){ .format = COMPARE_FORMAT_TABLE, .wide = TRUE });
    cr_expect_not_null(strchr(wide, 'b'));
}

/* In a narrow terminal a table drops more columns, but never the first, and names them. */
Test(print, a_table_fits_the_terminal)
{
    for (guint width = 40; width <= 100; width += 20) {
        g_autofree char *text = print_styled((CompareStyle){ .width = width });
        g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
        gboolean is_whole = strstr(text, "no room for: ") == NULL;
        guint in_table = 0;
        for (guint i = 0; lines[i]; i++) {
            in_table +=
                g_str_has_prefix(lines[i], "method ") || g_str_has_prefix(lines[i], "onion ");
            cr_expect_leq(strlen(lines[i]), width, "%s", lines[i]);
        }
        cr_expect_eq(in_table, 2u);
        cr_expect_eq(is_whole, width == 100, "%u: %s", width, text);
    }
}

/* Lines are broken before column 100 if possible, preferably after a semicolon. */
Test(print, long_lines_are_broken)
{
    g_autoptr(ComparePage) page =
        compare_page_new((CompareStyle){ .format = COMPARE_FORMAT_TABLE });
    g_autoptr(GString) words = g_string_new(NULL);
    for (guint i = 0; i < 30; i++)
        g_string_append_printf(words, "%sword%u%s", i ? " " : "", 100 + i, i == 8 ? ";" : "");
    compare_page_note(page, "%s", words->str);
    compare_page_line(page, "%s", words->str);
    g_autofree char *text = compare_page_text(page);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    cr_assert_eq(g_strv_length(lines), 5u, "%s", text);
    cr_expect(g_str_has_suffix(lines[0], "word108;"));
    cr_expect(g_str_has_prefix(lines[1], "  word109 "));
    cr_expect_leq(strlen(lines[1]), 100);
    cr_expect_gt(strlen(lines[1]), 92);
    cr_expect_str_eq(lines[3], words->str);
}

Test(print, a_noisy_machine_and_repeated_moves_are_reported)
{
    report->reference = &by_hand_perfect;
    CompareResult *r = report->results->pdata[0];
    r->shot.timed = 100;
    report->noise = (CompareNoise){ .load = 3, .cores = 2 };
    g_autofree char *noisy = print_styled((CompareStyle){ 0 });
    cr_expect_not_null(strstr(noisy, "\ntoo few shots, so repeated moves look too fast: onion\n"),
                       "%s", noisy);
    cr_expect(g_str_has_prefix(noisy, "noisy machine, times may be unreliable: "
                                      "load 3.0 on 2 cores\n\ntwo, "),
              "%s", noisy);
    g_autofree char *red = print_styled((CompareStyle){ .colour = TRUE });
    cr_expect(g_str_has_prefix(red, "\033[31m"
                                    "noisy machine, times may be unreliable: "
                                    "load 3.0 on 2 cores\033[0m\n"),
              "%s", red);
    r->shot.fresh = TRUE;
    report->noise.load = 1;
    g_autofree char *calm = print_styled((CompareStyle){ 0 });
    cr_expect_null(strstr(calm, "fresh"));
    cr_expect_null(strstr(calm, "noisy"));
}

Test(print, table_marks_what_is_wrong)
{
    CompareResult *r = report->results->pdata[0];
    r->n_wrong = 3;
    g_autofree char *text = print_styled((CompareStyle){ 0 });
    cr_expect_not_null(strstr(text, "\nonion !  "));
    cr_expect_not_null(strstr(text, "\n! wrong answers: onion 3\n"));
}

#define MOVES_HEADER                                                                               \
    "trajectory,move,shape,method,class,t,nx,ny,nz,t_lo,t_hi,nodes,from_x,from_y,from_z,to_x,to_"  \
    "y,"                                                                                           \
    "to_z,length,at_x,at_y,at_z,brush,plane\n"

Test(print, moves_of_all_methods)
{
    CompareResult *r = report->results->pdata[1];
    g_array_index(r->answers, CompareAnswer, 0).transition.type = BSP_SOLID;
    g_array_index(report->moves, CompareResolved, 2).truth.inside = TRUE;
    g_autofree char *found = compare_print_moves(report);
    cr_expect(g_str_has_prefix(found, MOVES_HEADER), "%s", found);
    cr_expect_not_null(strstr(found, "\n\"a,b\",0,stand,shift-box,S,"));
    cr_expect(g_str_has_suffix(found,
                               "\nroll,0,ball,shift-box,E2S,0.25,0,0,1,0.5,0.5,5,0,0,100,0,0,0,"
                               "100,0,0,75,,\n"),
              "a move that begins in solid hits no brush: %s", found);
}

/* A wrong plane is printed with the reason. It ranks below all other kinds of wrong answers. */
Test(print, wrong_planes)
{
    CompareResult *r = report->results->pdata[0];
    CompareAnswer *first = &g_array_index(r->answers, CompareAnswer, 0);
    first->plane = (ComparePlaneJudgement){ COMPARE_PLANE_NO_FACE, bsp_vec(-1, 0, 0) };
    first->fault = COMPARE_FAULT_PLANE;
    r->n_wrong = r->n_planes_wrong = 1;
    g_autofree char *moves = compare_print_moves(report);
    cr_expect_not_null(strstr(moves, ",1,0,no face of the solid\n"), "%s", moves);
    CompareRegress regress = compare_regress(report);
    cr_assert_eq(regress.worst.answer, first);
    g_autofree char *text = print_regress(&regress);
    cr_expect_not_null(strstr(text, "(stand): no face of the solid by 0 units\n"), "%s", text);
}

Test(print, processor)
{
    g_autofree char *model = compare_environment_parse_cpu(
        "processor\t: 0\nvendor_id\t: X\nmodel\t\t: 1\nmodel name\t: Some CPU @ 3 GHz \n\n");
    cr_expect_str_eq(model, "Some CPU @ 3 GHz");
    cr_expect_null(compare_environment_parse_cpu("processor\t: 0\n"));
    cr_expect_null(compare_environment_parse_cpu(""));
}

Test(print, regress_agrees)
{
    CompareRegress regress = compare_regress(report);
    cr_expect_eq(regress.n_wrong, 0u);
    cr_expect_null(regress.worst.result);
    cr_expect_eq(regress.pair.n_moves, 2u); /* only the second method answers the ball */
    g_autofree char *text = print_regress(&regress);
    static const char expected[] =
        "two, \"three\": world w|1 (1 brush), 1 space, 1 shape; 3 moves: 1 walk, 2 shots, 2 hits\n"
        "\n"
        "method     moves  agree  early  late  planes  worst early  wrong  skipped\n"
        "onion          2      2      0     0       0            0      0        1\n"
        "shift-box      3      2      1     0       0           25      0        0\n"
        "\n"
        "* may stop early, never late: shift-box for ball\n"
        "skipped, shape not supported: onion for ball\n"
        "find-first-transition (onion) against HitCheckBSP (shift-box): 2 moves, 0 of different "
        "class, at\n"
        "  most 0 units apart, 0 with different normals\n"
        "hashes: ";
    cr_expect(g_str_has_prefix(text, expected), "found:\n%s\nexpected:\n%s", text, expected);
}

Test(print, regress_compares_move_by_move)
{
    CompareResult *r = report->results->pdata[1];
    CompareAnswer *first = &g_array_index(r->answers, CompareAnswer, 0);
    CompareAnswer *second = &g_array_index(r->answers, CompareAnswer, 1);
    first->t = 0.95;
    first->transition.plane.normal = bsp_vec(1, 0, 0);
    second->t = 0.25;
    second->transition.type = BSP_EMPTY_TO_SOLID;
    CompareRegress regress = compare_regress(report);
    cr_expect_eq(regress.pair.n_class, 1u);
    cr_expect_eq(regress.pair.n_normal, 1u);
    cr_expect_float_eq(regress.pair.max_units, 75, 1e-9);
    g_autofree char *text = print_regress(&regress);
    cr_expect_not_null(strstr(text,
                              "2 moves, 1 of different class, at\n  most 75 units apart, 1 with "
                              "different normals\n"));
}

/* A late answer ranks as worse than any early answer. */
Test(print, regress_finds_the_worst)
{
    CompareResult *r = report->results->pdata[0];
    CompareAnswer *first = &g_array_index(r->answers, CompareAnswer, 0);
    CompareAnswer *second = &g_array_index(r->answers, CompareAnswer, 1);
    second->t = 0.5; /* 50 units early */
    second->off = -0.5;
    second->fault = COMPARE_FAULT_EARLY;
    r->n_wrong = r->n_outside = r->n_early = 1;
    CompareRegress regress = compare_regress(report);
    cr_expect_eq(regress.n_wrong, 1u);
    cr_expect_eq(regress.worst.answer, second);
    cr_expect_float_eq(regress.worst.units, 50, 1e-9);

    first->t = 1; /* passes through solid */
    first->off = 1 - 0.901;
    first->fault = COMPARE_FAULT_LATE;
    first->transition.type = BSP_EMPTY;
    r->n_wrong = r->n_outside = 2;
    r->n_late = 1;
    regress = compare_regress(report);
    cr_expect_eq(regress.n_wrong, 2u);
    cr_expect_eq(regress.worst.answer, first);
    cr_expect_float_eq(regress.worst.units, 0.99, 1e-9);
    g_autofree char *text = print_regress(&regress);
    cr_expect_not_null(strstr(text, "\nworst: onion, move 0 of \"a,b\" (stand): late by 0.99 "
                                    "units\n"),
                       "%s", text);
}

/* The reproducer's numbers are read back exactly. */
Test(print, reproducer)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *directory = g_dir_make_tmp("test-print-XXXXXX", &error);
    g_autofree char *world = g_build_filename(directory, "w.json", NULL);
    g_autofree char *path = g_build_filename(directory, "repro.json", NULL);
    g_autofree char *world_text = bsp_world_to_json(scenario->world);
    cr_assert(g_file_set_contents(world, world_text, -1, NULL));
    g_free(scenario->world_path);
    scenario->world_path = g_build_filename(directory, ".", "..", ".", NULL);
    g_autofree char *base = g_path_get_basename(directory);
    char *roundabout = g_build_filename(scenario->world_path, base, "w.json", NULL);
    g_free(scenario->world_path);
    scenario->world_path = roundabout;

    CompareResolved *move = &g_array_index(report->moves, CompareResolved, 2);
    move->from = bsp_vec(1.0 / 3, nextafter(2, 3), -1e-7);
    move->to = bsp_vec(0.1, 1e5 / 7, 3);
    g_autofree char *text = compare_reproducer(report, 2);
    cr_assert(g_file_set_contents(path, text, -1, &error));
    g_autoptr(CompareScenario) s = compare_scenario_load(path, &error);
    cr_assert_not_null(s, "%s", error ? error->message : "");
    cr_expect_str_eq(s->world_path, world);
    cr_expect_str_eq(s->name, "two, \"three\": roll, move 0");
    cr_expect_eq(s->spaces->len, 1u);
    cr_expect_eq(g_array_index(s->spaces, CompareSpace, 0).shape.bounds.maxs.z, 0.1);
    cr_assert_eq(s->trajectories->len, 1u);
    const CompareTrajectory *t = &g_array_index(s->trajectories, CompareTrajectory, 0);
    cr_expect_eq(compare_scenario_shape(s, t)->radius, 2);
    cr_assert_eq(t->moves->len, 1u);
    const CompareMove *read = &g_array_index(t->moves, CompareMove, 0);
    cr_expect_eq(memcmp(&read->from, &move->from, sizeof read->from), 0);
    cr_expect_eq(memcmp(&read->to, &move->to, sizeof read->to), 0);
    remove(path);
    remove(world);
    remove(directory);
}
