/* test-compare-print: reports as text, from small reports with known numbers. */
#include <criterion/criterion.h>
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#include "bsp-json.h"
#include "random.h"
#include "report-by-hand.h"
#include "result/result.h"
#include "result/scenario-text.h"
#include "shipped.h"
#include "text/json-value.h"
#include "text/strings.h"

static CompareScenario *scenario;
static CompareReport *report;
static CompareEnvironment *environment; /* one for all tests, because its date and load change */

static void set_up(void)
{
    environment = compare_environment_new(TRUE, NULL);
    scenario = scenario_by_hand();
    report = report_by_hand(scenario);
}

static void tear_down(void)
{
    compare_report_free(report);
    scenario_by_hand_free(scenario);
    compare_environment_free(environment);
}

TestSuite(print, .init = set_up, .fini = tear_down);

static void expect_text(const char *found, const char *expected)
{
    cr_expect_str_eq(found, expected, "found:\n%s\nexpected:\n%s", found, expected);
}

static char *hash_text(void)
{
    return g_strdup_printf("%016" G_GINT64_MODIFIER "x", compare_report_hash(report));
}

/* Prints the results of n equal reports, made in this environment. */
static char *print_results(CompareStyle style, guint n, const CompareEnvironment *of)
{
    g_autoptr(GPtrArray) reports = g_ptr_array_new();
    for (guint i = 0; i < n; i++)
        g_ptr_array_add(reports, report);
    g_autoptr(CompareResults) results = compare_results_of(reports, of);
    g_autoptr(GError) error = NULL;
    char *text = compare_results_print(results, style, NULL, NULL, &error);
    cr_assert_not_null(text, "%s", error ? error->message : "");
    return text;
}

/* Prints the report n times in one text. */
static char *print(CompareFormat format, gboolean wide, guint n)
{
    const CompareStyle style = { .format = format, .wide = wide };
    return print_results(style, n, format == COMPARE_FORMAT_JSON ? environment : NULL);
}

static char *print_regress(const CompareRegress *regress)
{
    g_autoptr(ComparePage) page =
        compare_page_new((CompareStyle){ .format = COMPARE_FORMAT_TABLE });
    compare_print_regress(page, report, regress);
    return compare_page_text(page);
}

/* --- numbers --- */

/* Values of every kind, as json-c and this program print them. */
Test(print, values_are_laid_out_as_json_c_does)
{
    static const char text[] =
        "{\"s\":\"/"
        "\\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\\u00e9\\ud83d\\ude00\\ud800\\ud800x\\udc00\","
        "\"n\":[-0,0,-0.0,1e-400,1E+2,18446744073709551615,-9223372036854775808,0.1],"
        "\"e\":[[],{},\"\"],\"w\":[true,false,null]}";
    static const int flags[] = { JSON_C_TO_STRING_PLAIN, JSON_C_TO_STRING_SPACED,
                                 COMPARE_JSON_PRETTY };
    g_autoptr(BspJson) json = bsp_json_parse("f", text, sizeof text - 1, NULL);
    cr_assert_not_null(json);
    json_object *theirs = json_tokener_parse(text);
    for (guint i = 0; i < G_N_ELEMENTS(flags); i++) {
        g_autofree char *found = compare_json_print_part(json->root, flags[i]);
        expect_text(found, json_object_to_json_string_ext(
                               theirs, flags[i] | JSON_C_TO_STRING_NOSLASHESCAPE));
    }
    json_object_put(theirs);
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

Test(print, formats_by_name)
{
    CompareFormat format;
    cr_expect(compare_format_find("table", &format) && format == COMPARE_FORMAT_TABLE);
    cr_expect(compare_format_find("markdown", &format) && format == COMPARE_FORMAT_MARKDOWN);
    cr_expect(compare_format_find("csv", &format) && format == COMPARE_FORMAT_CSV);
    cr_expect(compare_format_find("json", &format) && format == COMPARE_FORMAT_JSON);
    cr_expect_not(compare_format_find("", &format));
    cr_expect_not(compare_format_find("xml", &format));
}

/* --- table --- */

/* clang-format off */
#define LEGEND(mark, tilde)                                                                       \
    mark "memory: bytes that queries use\n"                                                             \
    mark "build ms: milliseconds to build all trees\n"                                            \
    mark "walk ns: nanoseconds for a move shorter than 40 units, median\n"                        \
    mark "x: multiple of the time of onion, or the first method; " tilde ": the interval contains 1\n"  \
    mark "cold: nanoseconds in random order, after other work used the caches\n"                  \
    mark "shot ns: nanoseconds for a longer move\n"                                               \
    mark "early: answers before the bracket: the contact grown by 0.001 unit\n"                   \
    mark "worst: the earliest answer, in units\n"                                                 \
    mark "skipped: moves that the method does not support\n"
/* clang-format on */

Test(print, table)
{
    g_autofree char *hash = hash_text(), *found = print(COMPARE_FORMAT_TABLE, FALSE, 1);
    g_autofree char *expected = g_strdup_printf(
        "two, \"three\": world w|1 (1 brush), 1 space, 1 shape; 3 moves: 1 walk, 2 shots, 2 "
        "hits\n"
        "\n"
        "method        memory  build ms  walk ns     x  cold  shot ns  x  cold  early  worst  "
        "skipped\n"
        "onion        2.9 KiB       1.5       50     -    70      150  -   170      0      0       "
        " "
        "1\n"
        "shift-box *  2.9 KiB       1.5       10  0.19    12       99  ~   120      1     25       "
        " "
        "0\n"
        "\n"
        "Least memory: onion, 2.9 KiB. Early: shift-box 1 of 3.\n"
        "* may stop early, never late: shift-box for ball\n"
        "skipped, shape not supported: onion for ball\n"
        "hash of moves, trees and answers: %s\n"
        "\n" LEGEND("", "~"),
        hash);
    expect_text(found, expected);
}

/* The numbers in the legend are the constants. */
Test(print, the_legend_is_so)
{
    g_autofree char *text = print(COMPARE_FORMAT_MARKDOWN, FALSE, 1);
    g_autofree char *bracket = g_strdup_printf("grown by %g unit", BSP_BRACKET);
    g_autofree char *walk = g_strdup_printf("shorter than %g units", COMPARE_WALK);
    cr_expect_not_null(strstr(text, bracket));
    cr_expect_not_null(strstr(text, walk));
}

/* All columns for people, of walks and of shots. */
Test(print, wide_table)
{
    g_autofree char *text = print(COMPARE_FORMAT_TABLE, TRUE, 1);
    cr_expect_not_null(
        strstr(text,
               "\nmethod       nodes  leaves  depth   memory  build ms     peak  moves  "
               "walk moves  walk ns  walk x  walk shuffled  walk p99  walk 95%  walk nodes  "
               "walk most  walk cold  walk p99.9  walk cpu  walk outliers  walk timed  "
               "walk distinct  shot moves  shot ns  shot x  shot shuffled  shot p99    shot 95%  "
               "shot nodes  shot most  shot cold  outside  early  late  planes  wrong  worst  "
               "skipped  "
               "            hash\n"),
        "%s", text);
    cr_expect_not_null(strstr(text, " 50 to 51 "));
}

/* To fit, a table drops optional columns, the last first. It never drops the others, even if
 * they do not fit. */
Test(print, a_table_is_made_to_fit)
{
    typedef struct {
        const char *text;
    } Row;
    const Row row = { "123456789 123456789 123456789 123456789 " };
    static const CompareColumn columns[] = {
        { "a", NULL, "a", COMPARE_TEXT, COMPARE_BRIEF | COMPARE_IF_ROOM, .offset = 0 },
        { "b", NULL, "b", COMPARE_TEXT, COMPARE_BRIEF | COMPARE_IF_ROOM, .offset = 0 },
        { "c", NULL, "c", COMPARE_TEXT, COMPARE_BRIEF, .offset = 0 },
    };
    g_autoptr(CompareGrid) grid = compare_grid_new(columns, 3);
    compare_grid_add(grid, &row);
    g_autofree char *table =
        compare_grid_print(grid, (CompareStyle){ .format = COMPARE_FORMAT_TABLE });
    cr_expect(g_str_has_prefix(table, "a ") && strstr(table, "  c\n") && !strchr(table, 'b'), "%s",
              table);
    g_autofree char *wide =
        compare_grid_print(grid, (CompareStyle){ .format = COMPARE_FORMAT_TABLE, .wide = TRUE });
    cr_expect_not_null(strchr(wide, 'b'));
}

/* In a narrow terminal a table drops more columns, but never the first, and names them. */
Test(print, a_table_fits_the_terminal)
{
    for (guint width = 40; width <= 100; width += 20) {
        g_autofree char *text = print_results((CompareStyle){ .width = width }, 1, NULL);
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

/* The interval of the ratio says whether another method is slower. */
Test(print, verdict)
{
    CompareResult *onion = report->results->pdata[0], *shift = report->results->pdata[1];
    report->reference = onion->klass;
    shift->walk.ratio = (CompareRatio){ 1.5, { 1.25, 1.75 } };
    g_autofree char *text = print(COMPARE_FORMAT_TABLE, FALSE, 1);
    cr_expect(strstr(text, "\n\nFastest: walks onion, 50 ns (then shift-box, 1.25 to 1.75 times);"),
              "%s", text);
    cr_expect(strstr(text, "shots shift-box, 99 ns (~ onion, 0.67 to 2.00 times).\n"), "%s", text);
    cr_expect(strstr(text, "\nLeast memory: onion, 2.9 KiB. Early: shift-box 1 of 3.\n"));
    shift->n_late = 2;
    g_autofree char *late = print(COMPARE_FORMAT_TABLE, FALSE, 1);
    cr_expect(strstr(late, " Late: shift-box 2 of 3.\n"), "%s", late);
}

/* The times of moves that not all methods take have a row of their own. */
Test(print, the_rest)
{
    CompareResult *shift = report->results->pdata[1];
    report->reference = &by_hand_perfect;
    shift->rest_shot = (CompareGroup){ .n = 1, .ns_median = 333, .timed = 5 };
    g_autofree char *text = print(COMPARE_FORMAT_TABLE, FALSE, 1);
    cr_expect(strstr(text, "\nshift-box (rest) "), "%s", text);
    cr_expect(strstr(text, " 333 "));
    cr_expect(strstr(text, "\ntimes: of moves that all methods take; (rest): of the others\n"));
    g_autofree char *csv = print(COMPARE_FORMAT_CSV, FALSE, 1);
    cr_expect(strstr(csv, "\n\"two, \"\"three\"\"\",shift-box (rest),,,"), "%s", csv);
}

static CompareEnvironment environment_by_hand(void)
{
    return (CompareEnvironment){ .program = "bspcompare 9.9",
                                 .commit = "abc1234",
                                 .compiler = "cc 1",
                                 .flags = "-O9",
                                 .is_measured = TRUE,
                                 .command = (char *)"bspcompare run 'a\nb'",
                                 .date = (char *)"2000-01-01T00:00:00Z",
                                 .cpu = (char *)"Chip",
                                 .cores = 3,
                                 .caches = { 32 << 10, 0, 8 << 20 },
                                 .load = 0.25,
                                 .os = (char *)"OS" };
}

static char *print_in(const CompareEnvironment *of, CompareFormat format)
{
    return print_results((CompareStyle){ .format = format }, 1, of);
}

/* The origin is printed below a table and above the rows of CSV. A line break in the command
 * must not make two lines. */
Test(print, where_results_come_from)
{
    CompareEnvironment by_hand = environment_by_hand();
    scenario->world->sha256 = g_strdup("1234");
    g_autofree char *table = print_in(&by_hand, COMPARE_FORMAT_TABLE);
    cr_expect_not_null(strstr(table, "\nsha256 of world w|1: 1234\n"), "%s", table);
    cr_expect(g_str_has_suffix(table, "\n\nbspcompare 9.9 (commit abc1234); cc 1 -O9\n"
                                      "2000-01-01T00:00:00Z on Chip, 3 cores, L1d 32.0 KiB, "
                                      "L3 8.0 MiB, load 0.25; OS\n"
                                      "command: bspcompare run 'a?b'\n"),
              "%s", table);
    g_autofree char *csv = print_in(&by_hand, COMPARE_FORMAT_CSV);
    cr_expect(g_str_has_prefix(csv, "# bspcompare 9.9 (commit abc1234); cc 1 -O9\n"
                                    "# 2000-01-01T00:00:00Z on Chip, 3 cores, L1d 32.0 KiB, "
                                    "L3 8.0 MiB, load 0.25; OS\n"
                                    "# command: bspcompare run 'a?b'\n"
                                    "# sha256 of world w|1: 1234\n"
                                    "scenario,method,"),
              "%s", csv);
}

Test(print, where_results_come_from_that_are_not_measured)
{
    CompareEnvironment by_hand = { .program = "bspcompare 9.9", .compiler = "cc 1" };
    g_autofree char *table = print_in(&by_hand, COMPARE_FORMAT_TABLE);
    cr_expect(g_str_has_suffix(table, "\n\nbspcompare 9.9; cc 1\n"), "%s", table);
}

Test(print, a_command_line_that_a_shell_reads_back)
{
    char *const arguments[] = { (char *)"run", (char *)"a b",    (char *)"it's",
                                (char *)"",    (char *)"-m=x,y", NULL };
    g_autoptr(CompareEnvironment) asked = compare_environment_new(TRUE, arguments);
    g_auto(GStrv) back = NULL;
    int n = 0;
    cr_assert(g_shell_parse_argv(asked->command, &n, &back, NULL));
    cr_assert_eq(n, 6);
    cr_expect_str_eq(back[0], "bspcompare");
    for (int i = 0; i < 5; i++)
        cr_expect_str_eq(back[i + 1], arguments[i]);
}

Test(print, a_noisy_machine_and_copies_are_told_of)
{
    report->reference = &by_hand_perfect;
    CompareResult *r = report->results->pdata[0];
    r->shot.timed = 100;
    report->noise = (CompareNoise){ .load = 3, .cores = 2 };
    g_autofree char *noisy = print(COMPARE_FORMAT_TABLE, FALSE, 1);
    cr_expect_not_null(strstr(noisy, "\ntoo few shots, so repeated moves look too fast: onion\n"),
                       "%s", noisy);
    cr_expect(g_str_has_prefix(noisy, COMPARE_NOISY "load 3.0 on 2 cores\n\ntwo, "), "%s", noisy);
    g_autofree char *red = print_results((CompareStyle){ .colour = TRUE }, 1, NULL);
    cr_expect(g_str_has_prefix(red, "\033[31m" COMPARE_NOISY "load 3.0 on 2 cores\033[0m\n"), "%s",
              red);
    r->shot.fresh = TRUE;
    report->noise.load = 1;
    g_autofree char *calm = print(COMPARE_FORMAT_TABLE, FALSE, 1);
    cr_expect_null(strstr(calm, "fresh"));
    cr_expect_null(strstr(calm, "noisy"));
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

/* All lines of a table have the same width, whatever its cells contain. */
Test(print, table_lines_up)
{
    CompareResult *r = report->results->pdata[0];
    r->size.nodes = G_GUINT64_CONSTANT(12345678901234);
    r->size.bytes = (gsize)5 << 30;
    r->walk.ns_median = 1e9;
    r->max_early_units = 123456.789;
    r->shot = (CompareGroup){ 0 };
    g_autofree char *text = print(COMPARE_FORMAT_TABLE, FALSE, 1);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    cr_assert(g_str_has_prefix(lines[2], "method"));
    for (guint i = 3; i < 5; i++)
        cr_expect_eq(strlen(lines[i]), strlen(lines[2]), "%s\n%s", lines[2], lines[i]);
    cr_expect_not_null(strstr(lines[3], " 5.0 GiB "));
    cr_expect_not_null(strstr(lines[3], " - "));
}

Test(print, table_marks_what_is_wrong)
{
    CompareResult *r = report->results->pdata[0];
    r->n_wrong = 3;
    g_autofree char *text = print(COMPARE_FORMAT_TABLE, FALSE, 1);
    cr_expect_not_null(strstr(text, "\nonion !  "));
    cr_expect_not_null(strstr(text, "\n! wrong answers: onion 3\n"));
}

Test(print, table_of_one_exact_method_needs_few_notes)
{
    ((CompareResult *)report->results->pdata[0])->klass = &by_hand_perfect;
    g_ptr_array_set_size(report->results, 1);
    g_autofree char *text = print(COMPARE_FORMAT_TABLE, FALSE, 1);
    cr_expect_null(strstr(text, "may stop early"));
    cr_expect_null(strstr(text, "skipped, "));
    cr_expect_not_null(strstr(text, "\nperfect  "));
}

Test(print, table_tells_who_takes_no_moves)
{
    const CompareMethodClass merge = { .name = "merge",
                                       .claim = by_hand_perfect.claim,
                                       .stationary = TRUE };
    CompareResult *r = report->results->pdata[0];
    r->klass = &merge;
    g_autofree char *text = print(COMPARE_FORMAT_TABLE, FALSE, 1);
    cr_expect_not_null(strstr(text, "\nskipped, stationary objects only: merge\n"));
    r->n_skipped = 0;
    g_autofree char *none = print(COMPARE_FORMAT_TABLE, FALSE, 1);
    cr_expect_null(strstr(none, "stationary"));
}

Test(print, markdown)
{
    g_autofree char *hash = hash_text(), *found = print(COMPARE_FORMAT_MARKDOWN, FALSE, 1);
    g_autofree char *expected = g_strdup_printf(
        "## two, \"three\"\n"
        "\n"
        "world w\\|1 (1 brush), 1 space, 1 shape; 3 moves: 1 walk, 2 shots, 2 hits\n"
        "\n"
        "| method | memory | build ms | walk ns | x | cold | shot ns | x | cold | early | worst | "
        "skipped |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        "| onion | 2.9 KiB | 1.5 | 50 | - | 70 | 150 | - | 170 | 0 | 0 | 1 |\n"
        "| shift-box \\* | 2.9 KiB | 1.5 | 10 | 0.19 | 12 | 99 | \\~ | 120 | 1 | 25 | 0 |\n"
        "\n"
        "- Least memory: onion, 2.9 KiB. Early: shift-box 1 of 3.\n"
        "- \\* may stop early, never late: shift-box for ball\n"
        "- skipped, shape not supported: onion for ball\n"
        "- hash of moves, trees and answers: %s\n"
        "\n" LEGEND("- ", "\\~"),
        hash);
    expect_text(found, expected);
}

/* --- CSV --- */

Test(print, csv)
{
    g_autofree char *found = print(COMPARE_FORMAT_CSV, FALSE, 1);
    expect_text(
        found,
        "scenario,method,nodes,leaves,depth,bytes,build_ms,peak_build_bytes,moves,skipped"
        ",walk_moves,walk_ns_median,walk_ratio,walk_ns_median_shuffled,walk_ns_p99,walk_n"
        "s_ci95_lo,walk_ns_ci95_hi,walk_nodes_mean,walk_nodes_max,walk_ns_cold,walk_ns_p9"
        "99,walk_ns_cpu,walk_outliers,walk_timed,walk_distinct,walk_fresh,walk_ns_ci95_sh"
        "uffled_lo,walk_ns_ci95_shuffled_hi,walk_ns_ci95_cold_lo,walk_ns_ci95_cold_hi,wal"
        "k_ratio_ci95_lo,walk_ratio_ci95_hi,walk_ratio_shuffled,walk_ratio_ci95_shuffled_"
        "lo,walk_ratio_ci95_shuffled_hi,walk_ratio_cold,walk_ratio_ci95_cold_lo,walk_rati"
        "o_ci95_cold_hi,shot_moves,shot_ns_median,shot_ratio,shot_ns_median_shuffled,shot"
        "_ns_p99,shot_ns_ci95_lo,shot_ns_ci95_hi,shot_nodes_mean,shot_nodes_max,shot_ns_c"
        "old,shot_ns_p999,shot_ns_cpu,shot_outliers,shot_timed,shot_distinct,shot_fresh,s"
        "hot_ns_ci95_shuffled_lo,shot_ns_ci95_shuffled_hi,shot_ns_ci95_cold_lo,shot_ns_ci"
        "95_cold_hi,shot_ratio_ci95_lo,shot_ratio_ci95_hi,shot_ratio_shuffled,shot_ratio_"
        "ci95_shuffled_lo,shot_ratio_ci95_shuffled_hi,shot_ratio_cold,shot_ratio_ci95_col"
        "d_lo,shot_ratio_ci95_cold_hi,outside,early,late,planes_wrong,wrong,max_early_units,hash\n"
        "\"two, \"\"three\"\"\",onion,1234,1235,17,3000,1.5,5000,2,1,1,50.25,,60,123.4,50,51,5,"
        "5,70,,,,,,,,,,,,,,,,,,,1,150.5,,160,1234,150,151.5,7,7,170,,,,,,,,,,,,,,,,,,,0,0"
        ",0,0,0,0,0000000000abcdef\n"
        "\"two, \"\"three\"\"\",shift-box,1234,1235,17,3000,1.5,5000,3,0,1,9.5,0.1875,10,20,9,1"
        "0,3,3,12,30,9.25,2,500,300,1,,,11,13,0.125,0.25,,,,,,,2,99,0.75,100,101,98,100,4"
        ".5,5,120,,,,,,,,,,,0.5,1.5,,,,,,,1,1,0,0,0,25,0000000000abcdef\n");
}

static guint count_commas(const char *line)
{
    guint n = 0;
    for (; *line; line++)
        n += *line == ',';
    return n;
}

/* A value that was not measured or does not exist is an empty field. Every row has all fields. */
Test(print, csv_of_what_was_not_measured)
{
    g_free(scenario->name);
    scenario->name = g_strdup("plain");
    CompareResult *r = report->results->pdata[0];
    r->build_ms = 0;
    r->peak_build_bytes = 0;
    r->walk = (CompareGroup){ 0 };
    r->shot = (CompareGroup){ .n = 1, .nodes_mean = 7, .nodes_max = 7 };
    g_autofree char *text = print(COMPARE_FORMAT_CSV, FALSE, 1);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    cr_expect_str_eq(lines[1],
                     "plain,onion,1234,1235,17,3000,,,2,1,0,,,,,,,,,,,,,,,,,,,,,,,,,,,,1,,,,,,,7,"
                     "7,,,,,,,,,,,,,,,,,,,,0,0,0,0,0,0,0000000000abcdef");
    cr_expect_eq(count_commas(lines[0]), count_commas(lines[1]));
}

#define MOVES_HEADER                                                                               \
    "trajectory,move,shape,method,class,t,nx,ny,nz,t_lo,t_hi,nodes,from_x,from_y,from_z,to_x,to_"  \
    "y,"                                                                                           \
    "to_z,length,at_x,at_y,at_z,brush,plane\n"
#define EARLY_MOVE "roll,0,ball,shift-box,E2S,0.25,0,0,1,0.5,0.5,5,0,0,100,0,0,0,100,0,0,75,0,\n"

Test(print, moves)
{
    g_autofree char *found = compare_print_moves(report, COMPARE_MOVES_ALL);
    expect_text(
        found, MOVES_HEADER
        "\"a,b\",0,stand,onion,E2S,0.90000000000000002,0,0,1,0.89900000000000002,"
        "0.90100000000000002,5,0,0,10,0,0,0,10,0,0,1,0,\n"
        "\"a,b\",0,stand,shift-box,E2S,0.90000000000000002,0,0,1,0.89900000000000002,"
        "0.90100000000000002,3,0,0,10,0,0,0,10,0,0,1,0,\n"
        "\"a,b\",1,stand,onion,E,1,0,0,0,1,1,7,0,0,10,100,0,10,100,100,0,10,,\n"
        "\"a,b\",1,stand,shift-box,E,1,0,0,0,1,1,4,0,0,10,100,0,10,100,100,0,10,,\n" EARLY_MOVE);
}

Test(print, some_moves_only)
{
    static const struct {
        CompareMovesOnly only;
        const char *rows;
    } cases[] = { { COMPARE_MOVES_EARLY, EARLY_MOVE },
                  { COMPARE_MOVES_OUTSIDE, EARLY_MOVE },
                  { COMPARE_MOVES_LATE, "" },
                  { COMPARE_MOVES_SOLID, "" },
                  { COMPARE_MOVES_PLANES, "" } };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *found = compare_print_moves(report, cases[i].only);
        g_autofree char *expected = g_strconcat(MOVES_HEADER, cases[i].rows, NULL);
        expect_text(found, expected);
    }
    CompareResult *r = report->results->pdata[1];
    g_array_index(r->answers, CompareAnswer, 0).transition.type = BSP_SOLID;
    g_array_index(report->moves, CompareResolved, 2).truth.inside = TRUE;
    g_autofree char *solid = compare_print_moves(report, COMPARE_MOVES_SOLID);
    cr_expect_not_null(strstr(solid, "\n\"a,b\",0,stand,shift-box,S,"));
    cr_expect(g_str_has_suffix(solid, ",75,,\n"), "it hits no brush: %s", solid);
}

/* A wrong plane is printed with the reason. It ranks below all other kinds of wrong answers. */
Test(print, wrong_planes)
{
    CompareResult *r = report->results->pdata[0];
    CompareAnswer *first = &g_array_index(r->answers, CompareAnswer, 0);
    first->plane = (ComparePlaneJudgement){ COMPARE_PLANE_NO_FACE, bsp_vec(-1, 0, 0) };
    r->n_wrong = r->n_planes_wrong = 1;
    g_autofree char *moves = compare_print_moves(report, COMPARE_MOVES_PLANES);
    cr_expect(g_str_has_suffix(moves, ",1,0,no face of the solid\n"), "%s", moves);
    CompareRegress regress = compare_regress(report);
    cr_assert_eq(regress.worst.answer, first);
    cr_expect(regress.worst.plane);
    g_autofree char *text = print_regress(&regress);
    cr_expect_not_null(strstr(text, "\nplanes of onion: 1 no face of the solid\n"), "%s", text);
    cr_expect_not_null(strstr(text, "the right normal is (-1, 0, 0)"), "%s", text);
    g_autofree char *table = print(COMPARE_FORMAT_TABLE, FALSE, 1);
    cr_expect_not_null(strstr(table, "  early  planes  "), "%s", table);
}

/* --- JSON --- */

static json_object *get(json_object *object, const char *key)
{
    json_object *value = NULL;
    cr_assert(json_object_object_get_ex(object, key, &value), "no \"%s\"", key);
    return value;
}

static void expect_keys(json_object *object, const char *keys)
{
    g_autoptr(GString) found = g_string_new(NULL);
    json_object_object_foreach(object, key, value)
    {
        (void)value;
        g_string_append_printf(found, "%s%s", found->len ? " " : "", key);
    }
    cr_expect_str_eq(found->str, keys);
}

Test(print, json)
{
    g_autofree char *text = print(COMPARE_FORMAT_JSON, FALSE, 1), *hash = hash_text();
    json_object *root = json_tokener_parse(text);
    cr_assert_not_null(root);
    expect_keys(root, "format version scenario about environment constants reference methods "
                      "undecided notes hash "
                      "errors");
    cr_expect_str_eq(json_object_get_string(get(root, "format")), "bsp-result");
    cr_expect_eq(json_object_get_int(get(root, "version")), 1);
    cr_expect_str_eq(json_object_get_string(get(root, "hash")), hash);
    cr_expect_str_eq(json_object_get_string(get(get(root, "scenario"), "name")), "two, \"three\"");
    cr_expect_str_eq(json_object_get_string(get(get(root, "scenario"), "world")), "dir/w|1.json");
    json_object *where = get(root, "environment");
    expect_keys(where, "program commit command date cpu cores caches load os compiler flags");
    cr_expect(json_object_get_string_len(get(where, "cpu")) > 0);
    cr_expect(json_object_get_int(get(where, "cores")) >= 1);

    json_object *methods = get(root, "methods");
    cr_assert_eq(json_object_array_length(methods), 2u);
    json_object *method = json_object_array_get_idx(methods, 0);
    expect_keys(method, "method conservative nodes leaves depth bytes filled build_ms "
                        "peak_build_bytes moves skipped "
                        "walk shot outside early late planes_wrong wrong max_early_units hash");
    cr_expect_str_eq(json_object_get_string(get(method, "method")), "onion");
    cr_expect_eq(json_object_get_int(get(method, "skipped")), 1);
    cr_expect_str_eq(json_object_get_string(get(method, "hash")), "0000000000abcdef");
    json_object *walk = get(method, "walk");
    expect_keys(walk, "moves ns_median ratio ns_median_shuffled ns_p99 ns_ci95 nodes_mean "
                      "nodes_max ns_cold ns_p999 ns_cpu outliers timed distinct fresh "
                      "ns_ci95_shuffled ns_ci95_cold ratio_ci95 ratio_shuffled "
                      "ratio_ci95_shuffled ratio_cold ratio_ci95_cold quantiles");
    cr_expect_eq(json_object_get_double(get(walk, "ns_median")), 50.25);
    cr_expect_eq(json_object_get_double(json_object_array_get_idx(get(walk, "ns_ci95"), 1)), 51);
    json_object_put(root);
}

Test(print, json_tells_how_early_shape_by_shape)
{
    g_autofree char *text = print(COMPARE_FORMAT_JSON, FALSE, 1);
    json_object *root = json_tokener_parse(text), *errors = get(root, "errors");
    static const char *const rows[] = { "onion stand 0", "shift-box stand 0", "shift-box ball 1" };
    cr_assert_eq(json_object_array_length(errors), G_N_ELEMENTS(rows));
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        json_object *row = json_object_array_get_idx(errors, i);
        g_autofree char *found = g_strdup_printf(
            "%s %s %d", json_object_get_string(get(row, "method")),
            json_object_get_string(get(row, "shape")), json_object_get_int(get(row, "early")));
        cr_expect_str_eq(found, rows[i]);
    }
    cr_expect_eq(
        json_object_get_double(get(json_object_array_get_idx(errors, 2), "max_early_units")), 25);
    json_object_put(root);
}

Test(print, json_of_what_was_not_measured_is_null)
{
    CompareResult *r = report->results->pdata[0];
    r->build_ms = 0;
    r->peak_build_bytes = 0;
    r->walk = (CompareGroup){ 0 };
    r->shot = (CompareGroup){ .n = 1, .nodes_mean = 7, .nodes_max = 7 };
    g_autofree char *text = print(COMPARE_FORMAT_JSON, FALSE, 1);
    json_object *root = json_tokener_parse(text);
    json_object *method = json_object_array_get_idx(get(root, "methods"), 0);
    cr_expect_null(get(method, "build_ms"));
    cr_expect_null(get(method, "peak_build_bytes"));
    cr_expect_null(get(method, "walk"));
    json_object *shot = get(method, "shot");
    cr_expect_null(get(shot, "ns_median"));
    cr_expect_null(get(shot, "ns_ci95"));
    cr_expect_eq(json_object_get_double(get(shot, "nodes_mean")), 7);
    json_object_put(root);
}

/* The header is the list of the constants. If somebody adds one, this test requires it in the
 * result. */
Test(print, json_has_every_constant)
{
    g_autofree char *path = shipped_source("lib/include/bsp-constants.h");
    g_autofree char *header = NULL;
    cr_assert(g_file_get_contents(path, &header, NULL, NULL), "%s", path);
    g_autofree char *text = print(COMPARE_FORMAT_JSON, FALSE, 1);
    json_object *root = json_tokener_parse(text), *constants = get(root, "constants");
    g_auto(GStrv) lines = g_strsplit(header, "\n", -1);
    guint n = 0;
    for (char **line = lines; *line; line++) {
        g_auto(GStrv) words = g_strsplit(*line, " ", 3);
        if (g_strv_length(words) < 3 || strcmp(words[0], "#define") != 0)
            continue;
        cr_expect(json_object_object_get_ex(constants, words[1], NULL), "no %s", words[1]);
        n++;
    }
    cr_expect(n >= 8, "only %u constants found", n);
    cr_expect_eq(json_object_get_double(get(constants, "BSP_BRACKET")), BSP_BRACKET);
    cr_expect_eq(json_object_get_double(get(constants, "BSP_TOUCH")), BSP_TOUCH);
    cr_expect_eq(json_object_get_double(get(constants, "COMPARE_WALK")), COMPARE_WALK);
    json_object_put(root);
}

Test(print, names_that_are_not_utf8)
{
    g_free(scenario->path);
    scenario->path = g_strdup("dir/\xff.json");
    g_autofree char *text = print(COMPARE_FORMAT_JSON, FALSE, 1);
    cr_expect(g_utf8_validate(text, -1, NULL));
}

Test(print, processor)
{
    g_autofree char *model = compare_environment_parse_cpu(
        "processor\t: 0\nvendor_id\t: X\nmodel\t\t: 1\nmodel name\t: Some CPU @ 3 GHz \n\n");
    cr_expect_str_eq(model, "Some CPU @ 3 GHz");
    cr_expect_null(compare_environment_parse_cpu("processor\t: 0\n"));
    cr_expect_null(compare_environment_parse_cpu(""));
}

/* --- several reports --- */

Test(print, several)
{
    g_autofree char *one = print(COMPARE_FORMAT_TABLE, FALSE, 1);
    g_autofree char *tables = print(COMPARE_FORMAT_TABLE, FALSE, 2);
    gsize length = (gsize)(strstr(one, "\n\nmemory: ") + 1 - one);
    cr_expect(g_str_has_prefix(tables, "All results\n\nmethod "), "%s", tables);
    const char *each = strstr(tables, "\n\ntwo, ") + 2;
    cr_expect_eq(strncmp(each, one, length), 0);
    cr_expect_eq(each[length], '\n');
    cr_expect_str_eq(each + length + 1, one, "the legend stands at the end alone");

    g_autofree char *row = print(COMPARE_FORMAT_CSV, FALSE, 1);
    g_autofree char *csv = print(COMPARE_FORMAT_CSV, FALSE, 2);
    g_autofree char *expected_csv = g_strconcat(row, strchr(row, '\n') + 1, NULL);
    expect_text(csv, expected_csv);

    g_autofree char *object = print(COMPARE_FORMAT_JSON, FALSE, 1);
    g_autofree char *array = print(COMPARE_FORMAT_JSON, FALSE, 2);
    json_object *single = json_tokener_parse(object), *both = json_tokener_parse(array);
    cr_expect(json_object_is_type(single, json_type_object));
    cr_assert(json_object_is_type(both, json_type_array));
    cr_expect_eq(json_object_array_length(both), 2u);
    cr_expect(json_object_equal(json_object_array_get_idx(both, 1), single));
    json_object_put(single);
    json_object_put(both);
}

/* The hash covers the compared data, not times and names. */
Test(print, hash)
{
    guint64 hash = compare_report_hash(report);
    CompareResult *r = report->results->pdata[1];
    r->walk.ns_median = 1;
    r->build_ms = 99;
    cr_expect_eq(compare_report_hash(report), hash);
    r->hash++;
    cr_expect_neq(compare_report_hash(report), hash);
    r->hash--;
    g_array_index(report->moves, CompareResolved, 2).to.z += 1e-12;
    cr_expect_neq(compare_report_hash(report), hash);
}

/* --- regress --- */

Test(print, regress_agrees)
{
    CompareRegress regress = compare_regress(report);
    cr_expect_eq(regress.n_wrong, 0u);
    cr_expect_null(regress.worst.result);
    cr_expect_eq(regress.pair.n_moves, 2u); /* only the second method answers the ball */
    cr_expect_not(compare_regress_pair_differs(&regress.pair));
    g_autofree char *text = print_regress(&regress);
    static const char expected[] =
        "two, \"three\": world w|1, 3 moves\n"
        "\n"
        "method     moves  agree  early  late  planes  worst early  wrong  skipped\n"
        "onion          2      2      0     0       0            0      0        1\n"
        "shift-box      3      2      1     0       0           25      0        0\n"
        "\n"
        "find-first-transition (onion) against HitCheckBSP (shift-box): 2 moves, 0 of different "
        "class, at\n"
        "  most 0 units apart, 0 with different normals\n"
        "\n"
        "agree: ";
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
    cr_expect_eq(regress.pair.farthest, 1u);
    cr_expect(compare_regress_pair_differs(&regress.pair));
    g_autofree char *text = print_regress(&regress);
    cr_expect_not_null(strstr(text,
                              "2 moves, 1 of different class, at\n  most 75 units apart, 1 with "
                              "different normals\n"
                              "farthest apart: move 1 of \"a,b\" (stand)\n"));
}

/* A late answer ranks as worse than any early answer. */
Test(print, regress_finds_the_worst)
{
    CompareResult *r = report->results->pdata[0];
    CompareAnswer *first = &g_array_index(r->answers, CompareAnswer, 0);
    CompareAnswer *second = &g_array_index(r->answers, CompareAnswer, 1);
    second->t = 0.5; /* 50 units early */
    r->n_wrong = r->n_outside = r->n_early = 1;
    CompareRegress regress = compare_regress(report);
    cr_expect_eq(regress.n_wrong, 1u);
    cr_expect_eq(regress.worst.answer, second);
    cr_expect_not(regress.worst.late);
    cr_expect_float_eq(regress.worst.units, 50, 1e-9);

    first->t = 1; /* passes through solid */
    first->transition.type = BSP_EMPTY;
    r->n_wrong = r->n_outside = 2;
    r->n_late = 1;
    regress = compare_regress(report);
    cr_expect_eq(regress.n_wrong, 2u);
    cr_expect_eq(regress.worst.answer, first);
    cr_expect(regress.worst.late);
    cr_expect_float_eq(regress.worst.units, 0.99, 1e-9);
    g_autofree char *text = print_regress(&regress);
    cr_expect_not_null(strstr(text, "\nworst: onion, move 0 of \"a,b\" (stand): late by 0.99 "
                                    "units: E at t = 1, where the bracket is\n"
                                    "  [0.89900000000000002, 0.90100000000000002]\n"),
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
