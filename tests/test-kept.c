/* test-kept: results that are read back are printed as before, or rejected if they are invalid. */
#include <json-c/json.h>

#include "report-by-hand.h"
#include "result/result.h"
#include "test-program.h"

TestSuite(kept, .init = set_up, .fini = tear_down);

static const char *const formats[] = { "table", "markdown", "csv", "json", "html", "table --wide" };

static char *printed(const char *format, ...) G_GNUC_PRINTF(1, 2);
static char *printed(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *line = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_auto(Outcome) outcome = shell(line);
    expect_good(&outcome);
    return g_steal_pointer(&outcome.out);
}

/* The page without its pictures, because a result does not contain the level. */
static char *without_pictures(const char *page)
{
    g_autoptr(GRegex) pictures =
        g_regex_new("\"pictures\":\\[.*?\\]\\}</script>", G_REGEX_DOTALL, 0, NULL);
    return g_regex_replace_literal(pictures, page, -1, 0, "\"pictures\":[]}</script>", 0, NULL);
}

/* --- results printed again --- */

static void expect_same(const char *command)
{
    g_autofree char *json = printed("%s -f json", command);
    write_file("kept.json", json);
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_autofree char *then = printed("%s -f %s", command, formats[i]);
        g_autofree char *plain = without_pictures(then);
        g_autofree char *now = printed("report kept.json -f %s", formats[i]);
        cr_expect_str_eq(now, plain, "%s: %s", command, formats[i]);
    }
}

Test(kept, runs_are_printed_as_they_were)
{
    expect_same("run --no-timing s.json");
    expect_same("run --no-timing $DATA/scenarios/stand-and-crouch.json "
                "$DATA/scenarios/stationary.json");
}

Test(kept, sweeps_are_printed_as_they_were)
{
    expect_same(
        "sweep --no-timing $DATA/scenarios/stand-and-crouch.json --vary bevel-angle=60,90,none");
    expect_same("sweep --no-timing $DATA/scenarios/stairs.json --vary spaces=1,2");
}

/* With times, all formats come from the same run. */
Test(kept, times_are_those_of_the_run)
{
    g_autofree char *page = NULL, *json = printed("run --repeat 5 -f json --page-out page.html "
                                                  "$DATA/scenarios/stand-and-crouch.json");
    page = read_file("page.html");
    write_file("kept.json", json);
    g_autofree char *plain = without_pictures(page), *now = printed("report kept.json -f html");
    cr_expect_str_eq(now, plain);
    g_autofree char *table = printed("report kept.json");
    cr_expect(strstr(table, "\ncommand: bspcompare run --repeat 5 -f json --page-out "), "%s",
              table);
}

/* With several runs, the source of each run is printed. */
Test(kept, results_of_several_runs)
{
    g_autofree char *a = printed("run --no-timing -f json s.json"),
                    *b = printed("run --repeat 2 -f json -m onion s.json");
    write_file("a.json", a);
    write_file("b.json", b);
    g_autofree char *table = printed("report a.json b.json"),
                    *csv = printed("report a.json b.json a.json -f csv"),
                    *page = printed("report a.json b.json -f html"),
                    *json = printed("report a.json b.json -f json");
    const char *first = strstr(table, "\nbspcompare ");
    cr_expect(first && strstr(first + 1, "\nbspcompare "), "%s", table);
    cr_expect(strstr(csv, "# command: bspcompare run --repeat 2"), "%s", csv);
    cr_expect(strstr(page, "run --repeat 2 -f json"));
    write_file("both.json", json);
    g_autofree char *again = printed("report both.json");
    cr_expect_str_eq(again, table);
}

/* Several results have one table: a row for each scenario, seed and value, and method. */
Test(kept, all_results_in_one_table)
{
    g_autofree char *run = printed("run --no-timing -f json -m onion s.json"),
                    *sweep = printed("sweep s.json --vary size=1,2 -m onion --no-timing -f json");
    json_object *seeded = json_tokener_parse(run), *varied = json_object_new_object();
    json_object_object_add(varied, "size", json_object_new_string("9"));
    json_object_object_add(seeded, "seed", json_object_new_int(77));
    json_object_object_add(seeded, "varied", varied);
    write_file("a.json", run);
    write_file("b.json", json_object_to_json_string(seeded));
    write_file("c.json", sweep);
    json_object_put(seeded);
    g_autofree char *table = printed("report a.json b.json c.json");
    g_autofree char *csv = printed("report a.json b.json -f csv");
    cr_expect(g_str_has_prefix(table, "All results\n\nseed  size  method "), "%s", table);
    cr_expect(strstr(table, "\n  77  9     onion "), "%s", table);
    cr_expect(strstr(table, "\n   -  2     onion "), "%s", table);
    cr_expect(strstr(csv, "scenario,seed,size,method,"), "%s", csv);
    cr_expect(strstr(csv, ",77,9,onion,"), "%s", csv);
    g_autofree char *many =
        printed("report a.json b.json c.json a.json b.json c.json a.json b.json "
                "c.json a.json");
    cr_expect(strstr(many, "\n10 results; --wide prints each of them\n"), "%s", many);
}

Test(kept, mistakes)
{
    g_autofree char *sweep = printed("sweep s.json --vary size=1,2 --no-timing -f json");
    write_file("w2.json", sweep);
    expect_refused("report", "no result given; see 'bspcompare report --help'");
    expect_refused("report none.json", "none.json: cannot read: No such file or directory");
    expect_refused("report s.json",
                   "s.json: /format: the format is \"bsp-scenario\", not \"bsp-result\"");
    expect_refused("report w2.json w2.json -f csv",
                   "csv holds one table: the results of any number of runs, or one sweep");
    expect_refused("report w2.json -o w2.json",
                   "w2.json: cannot be written: it is the input, which would be lost");
    write_file("bad.json", "[]");
    expect_refused("report bad.json", "bad.json: 0 items, expected at least 1");
    write_file("bad.json", "{\"format\":\"bsp-result\",\"version\":1,\"scenario\":{}}");
    expect_refused("report bad.json", "bad.json: /scenario: \"name\" is missing");
    write_file("bad.json", "{\"format\":\"bsp-result\",\"version\":7}");
    expect_refused(
        "report bad.json",
        "bad.json: /version: version 7 of bsp-result is not supported: only version 1 is");
    write_file("bad.json", "{\"format\":1e999}");
    g_auto(Outcome) huge = shell("report bad.json");
    cr_expect_eq(huge.status, 2);
    cr_expect(strstr(huge.err, "bad.json:1:11: "), "%s", huge.err);
}

/* --- invalid results --- */

/* Prints the results in every format. If they cannot be loaded, the error must name the file. */
static void expect_no_harm(const char *path, json_object *root, guint *good, guint *bad)
{
    static const CompareFormat all[] = { COMPARE_FORMAT_TABLE, COMPARE_FORMAT_MARKDOWN,
                                         COMPARE_FORMAT_CSV, COMPARE_FORMAT_JSON,
                                         COMPARE_FORMAT_HTML };
    g_autoptr(GError) error = NULL;
    cr_assert_eq(json_object_to_file(path, root), 0);
    g_autoptr(CompareResults) results = compare_results_load(&path, 1, &error);
    *(results ? good : bad) += 1;
    if (!results) {
        cr_assert(g_str_has_prefix(error->message, path), "%s", error->message);
        cr_assert_null(strchr(error->message, '\n'));
        return;
    }
    for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
        g_autofree char *text = compare_results_print(
            results, (CompareStyle){ .format = all[i], .wide = TRUE }, NULL, NULL, &error);
        cr_assert_not_null(text);
    }
}

static json_object *hostile(guint which)
{
    static const char *const values[] = {
        "null",
        "-1",
        "18446744073709551615",
        "1e308",
        "5e-324",
        "-1e300",
        "0",
        "true",
        "\"x\"",
        "\"<script>\\u0007\\u202e|\\\"\"",
        "[]",
        "[1, 0]",
        "[[[[[[]]]]]]",
        "{}",
        "{\"a\": {\"bytes\": -1e300}}",
    };
    return which < G_N_ELEMENTS(values) ? json_tokener_parse(values[which]) : NULL;
}

#define HOSTILE 15

/* Replaces each value below `at` by each hostile value in turn, and removes each value in turn. */
static void mutate(const char *path, json_object *root, json_object *at, guint *good, guint *bad)
{
    json_object_object_foreach(at, key, old)
    {
        g_autofree char *name = g_strdup(key);
        json_object *kept = json_object_get(old);
        for (guint i = 0; i < HOSTILE; i++) {
            json_object_object_add(at, name, hostile(i));
            expect_no_harm(path, root, good, bad);
        }
        json_object_object_add(at, name, kept);
        if (json_object_is_type(kept, json_type_object))
            mutate(path, root, kept, good, bad);
        else if (json_object_is_type(kept, json_type_array) && json_object_array_length(kept) &&
                 json_object_is_type(json_object_array_get_idx(kept, 0), json_type_object))
            mutate(path, root, json_object_array_get_idx(kept, 0), good, bad);
    }
}

/* Charts are made, although the test does not draw them. */
static void mutate_document(const char *text)
{
    guint good = 0, bad = 0;
    json_object *root = json_tokener_parse(text);
    g_autofree char *path = g_build_filename(directory, "hostile.json", NULL);
    cr_assert_not_null(root);
    g_setenv("PATH", "/nowhere", TRUE);
    mutate(path, root, root, &good, &bad);
    json_object_put(root);
    cr_expect_gt(good, 50);
    cr_expect_gt(bad, 300, "%u", bad);
}

Test(kept, a_hostile_run)
{
    CompareScenario *scenario = scenario_by_hand();
    CompareReport *report = report_by_hand(scenario);
    g_autoptr(GPtrArray) reports = g_ptr_array_new();
    g_ptr_array_add(reports, report);
    g_autoptr(CompareEnvironment) environment = compare_environment_new(TRUE, NULL);
    report->reference = ((const CompareResult *)report->results->pdata[0])->klass;
    g_autoptr(CompareResults) results = compare_results_of(reports, environment);
    g_autofree char *json = compare_results_json(results);
    mutate_document(json);
    compare_report_free(report);
    scenario_by_hand_free(scenario);
}

Test(kept, a_hostile_sweep)
{
    g_autofree char *json =
        printed("sweep s.json --vary spaces=1,1 -m onion,shift --repeat 2 -f json");
    mutate_document(json);
}

/* With this many rows, charts would take quadratic time. */
Test(kept, too_many_rows)
{
    g_autoptr(GString) text = g_string_new("{\"format\":\"bsp-sweep\",\"version\":1,\"scenario\":"
                                           "\"s\",\"rows\":[");
    for (guint i = 0; i < 5000; i++)
        g_string_append(text, i ? ",{}" : "{}");
    g_string_append(text, "]}");
    write_file("bad.json", text->str);
    expect_refused("report bad.json", "bad.json: /rows: 5000 items, expected at most 4096");
}
