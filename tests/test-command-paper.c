/* test-command-paper: the command "bspcompare paper". */
#include <json-c/json.h>

#include "test-program.h"

TestSuite(command_paper, .init = set_up, .fini = tear_down);

static json_object *get(json_object *object, const char *key)
{
    json_object *value = NULL;
    cr_assert(json_object_object_get_ex(object, key, &value), "no \"%s\"", key);
    return value;
}

Test(command_paper, the_same_without_times)
{
    static const char arguments[] = "paper --no-timing --table 1 --figure 5 --figure 6 --figure 8 "
                                    "--claim points -f json";
    g_auto(Outcome) one = shell(arguments), two = shell(arguments);
    expect_good(&one);
    cr_expect_str_eq(one.out, two.out);
    cr_expect_gt(strlen(one.out), 10000);
}

Test(command_paper, only_what_is_asked, .timeout = 60)
{
    g_auto(Outcome) outcome = shell("paper --table 1 --figure 8 -f json");
    expect_good(&outcome);
    json_object *root = json_tokener_parse(outcome.out);
    cr_assert_not_null(root);
    cr_expect_str_eq(json_object_get_string(get(root, "format")), "bsp-paper");
    json_object *parts = get(root, "parts");
    cr_assert_eq(json_object_array_length(parts), 2);
    json_object *table = json_object_array_get_idx(parts, 0);
    json_object *figure = json_object_array_get_idx(parts, 1);
    cr_expect_str_eq(json_object_get_string(get(table, "part")), "table-1");
    cr_expect_str_eq(json_object_get_string(get(figure, "part")), "figure-8");
    cr_expect_eq(json_object_array_length(get(figure, "samples")), 200);
    json_object *claims = get(table, "claims");
    for (size_t i = 0; i < json_object_array_length(claims); i++) {
        json_object *claim = json_object_array_get_idx(claims, i);
        double measured = json_object_get_double(get(claim, "measured"));
        double least = json_object_get_double(get(claim, "least"));
        json_object *most = get(claim, "most");
        gboolean in = measured >= least && (!most || measured <= json_object_get_double(most));
        cr_expect_str_eq(json_object_get_string(get(claim, "verdict")),
                         in ? "reproduced" : "differs");
    }
    json_object_put(root);
}

/* Each difference from the paper is explained, in all formats for people. */
Test(command_paper, what_differs_is_explained)
{
    g_auto(Outcome) table = shell("paper --no-timing --figure 6");
    g_auto(Outcome) markdown = shell("paper --no-timing --figure 6 -f markdown");
    g_auto(Outcome) csv = shell("paper --no-timing --figure 6 -f csv");
    expect_good(&table);
    expect_good(&markdown);
    expect_good(&csv);
    cr_expect_not_null(strstr(table.out, "percent differs: a sphere as wide as the hall"));
    cr_expect_not_null(strstr(markdown.out, "| differs |"));
    cr_expect_not_null(strstr(csv.out, "\npart,what,published,measured,least,most,verdict,why\n"),
                       "%s", csv.out);
}

Test(command_paper, a_level_of_ones_own)
{
    g_auto(Outcome) outcome = shell("paper --no-timing --figure 5 -w w.json");
    expect_good(&outcome);
    cr_expect_not_null(strstr(outcome.out, "nodes at 95 degrees, room "));
    cr_expect_null(strstr(outcome.out, "hall of 80 shapes"));
}

Test(command_paper, refused)
{
    expect_refused("paper -f html", "--format: 'html': paper prints table, markdown, csv and json");
    expect_refused("paper --table 3", "--table: '3' is none of 1, 2");
    expect_refused("paper --figure 1", "--figure: '1' is none of 5, 6, 8");
    expect_refused("paper --claim speed", "--claim: 'speed' is none of points, spaces");
    expect_refused("paper w.json",
                   "w.json: options alone are wanted; see 'bspcompare paper --help'");
    expect_refused("paper -w none.json", "none.json: cannot read: No such file or directory");
    expect_refused("paper -w w.json -o w.json",
                   "w.json: cannot be written: it is the input, which would be lost");
    g_autofree char *world = read_file("w.json");
    cr_expect_str_eq(world, world_text);
}
