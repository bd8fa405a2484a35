/* test-command-regress: "bspcompare regress" where it has nothing to say: no check is no pass. */
#include "test-program.h"

TestSuite(regress, .init = set_up, .fini = tear_down);

#define EMPTY_WORLD                                                                                \
    "{\"format\":\"bsp-world\",\"version\":1,\"name\":\"void\",\"brushes\":[],"                    \
    "\"starts\":[[0,0,0]]}\n"

Test(regress, a_world_without_brushes)
{
    write_file("void.json", EMPTY_WORLD);
    expect_refused("regress -w void.json s.json",
                   "s.json: nothing to check: the world has no brushes");
    /* Nor does one scenario with something to check make up for it. */
    g_autofree char *text = g_strdup(strstr(scenario_text, "{"));
    g_auto(GStrv) parts = g_strsplit(text, "\"w.json\"", 2);
    g_autofree char *other = g_strjoinv("\"void.json\"", parts);
    write_file("other.json", other);
    expect_refused("regress s.json other.json",
                   "other.json: nothing to check: the world has no brushes");
}

Test(regress, methods_that_skip_all_moves)
{
    expect_refused("regress -m merge s.json",
                   "s.json: nothing was checked: the methods skip all of the moves");
    g_auto(Outcome) outcome = shell("regress -m merge,onion s.json");
    expect_good(&outcome);
}

/* What stationary objects are asked is a check. */
Test(regress, merge_of_what_stands_still)
{
    g_auto(GStrv) parts = g_strsplit(scenario_text, "[[-32,0,25],[32,0,25]]", 2);
    g_autofree char *text = g_strjoinv("[[-32,0,25],[-32,0,25]]", parts);
    write_file("still.json", text);
    g_auto(Outcome) outcome = shell("regress -m merge still.json");
    expect_good(&outcome);
    cr_expect_not_null(strstr(outcome.out, "\nmerge       1      1 "), "%s", outcome.out);
}
