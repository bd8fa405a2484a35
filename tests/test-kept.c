/* test-kept: tests that results with hostile values are printed or rejected, without harm.
 * tests/transcripts/kept.t tests results that are valid, and messages. */
#include <criterion/criterion.h>
#include <json-c/json.h>
#include <string.h>

#include "result/result.h"
#include "run/vary.h"
#include "scratch.h"
#include "shipped.h"

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
        g_autofree char *text =
            compare_results_print(results, (CompareStyle){ .format = all[i], .wide = TRUE }, NULL);
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
        "true",
        "\"<script>\\u0007\\u202e|\\\"\"",
        "[1, 0]",
        "{\"a\": {\"bytes\": -1e300}}",
    };
    return which < G_N_ELEMENTS(values) ? json_tokener_parse(values[which]) : NULL;
}

/* The number of hostile values. */
#define HOSTILE 8

/* Replaces each value below `at` by each hostile value in turn. */
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

static void mutate_document(const char *text)
{
    guint good = 0, bad = 0;
    json_object *root = json_tokener_parse(text);
    cr_assert_not_null(root);
    g_autofree char *path = scratch_path("hostile.json");
    mutate(path, root, root, &good, &bad);
    json_object_put(root);
    remove_scratch();
    cr_expect_gt(good, 50);
    cr_expect_gt(bad, 70, "%u", bad);
}

Test(kept, a_hostile_run)
{
    g_autofree char *path = shipped_source("tests/transcripts/by-hand.json"), *text = NULL;
    cr_assert(g_file_get_contents(path, &text, NULL, NULL), "%s", path);
    mutate_document(text);
}

Test(kept, a_hostile_sweep)
{
    static const CompareMethodClass *classes[3];
    g_autofree char *path = shipped_source("tests/transcripts/input/small.json");
    g_autoptr(CompareScenario) scenario = load_scenario(path);
    json_object *environment = compare_environment_new(TRUE, NULL);
    g_auto(CompareSweepPlan) plan = { 0 };
    g_autoptr(GError) error = NULL;
    classes[0] = compare_method_find("onion");
    classes[1] = compare_method_find("shift");
    cr_assert(compare_sweep_plan_parse("spaces=1,1", &plan, NULL));
    g_autoptr(CompareSweep) sweep =
        compare_sweep_run(scenario, &plan, &(CompareAsked){ classes, { 0 } }, TRUE, NULL, &error);
    cr_assert_not_null(sweep, "%s", error ? error->message : "");
    g_autoptr(CompareResults) results = compare_results_of_sweep(sweep, environment);
    json_object_put(environment);
    g_autofree char *json = compare_results_json(results);
    mutate_document(json);
}
