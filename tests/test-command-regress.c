/* test-command-regress: "bspcompare regress" without checks: no check is not a pass. */
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
    /* A second scenario with checks does not compensate for it. */
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

/* Queries of stationary objects are checked, too. */
Test(regress, merge_of_what_stands_still)
{
    g_auto(GStrv) parts = g_strsplit(scenario_text, "[[-32,0,25],[32,0,25]]", 2);
    g_autofree char *text = g_strjoinv("[[-32,0,25],[-32,0,25]]", parts);
    write_file("still.json", text);
    g_auto(Outcome) outcome = shell("regress -m merge still.json");
    expect_good(&outcome);
    cr_expect_not_null(strstr(outcome.out, "\nmerge       1      1 "), "%s", outcome.out);
}

/* A ball moves against the sharp edge of a wedge. shift stops before it, as its claim allows. */
static const char wedge_text[] =
    "{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"wedge\",\"world\":\n"
    " {\"format\":\"bsp-world\",\"version\":1,\"brushes\":[{\"points\":[[0,0,-64],[0,0,64],\n"
    "  [20,24,-64],[20,24,64],[20,-24,-64],[20,-24,64]]}]},\n"
    " \"spaces\":[{\"name\":\"box\",\"mins\":[-8,-8,-8],\"maxs\":[8,8,8]}],\n"
    " \"shapes\":[{\"name\":\"ball\",\"sphere\":{\"radius\":10}}],\n"
    " \"trajectories\":[{\"name\":\"roll\",\"shape\":\"ball\",\"moves\":[\n"
    "  [[-50,40,0],[-40,40,0]],[[-50,0,0],[50,0,0]],[[-50,5,0],[50,5,0]]]}]}\n";

Test(regress, an_early_answer_is_reproduced_on_demand)
{
    write_file("wedge.json", wedge_text);
    g_auto(Outcome) quiet = shell("regress -m shift wedge.json");
    expect_good(&quiet);
    g_autofree char *none = read_file("regress-repro.json");
    cr_expect_null(none, "nobody asked for it");
    g_auto(Outcome) asked = shell("regress -m shift wedge.json --reproducer r.json");
    expect_good(&asked);
    cr_expect_not_null(strstr(asked.out, "\nr.json has the earliest answer: shift stops 3."), "%s",
                       asked.out);
    g_auto(Outcome) again = shell("explain r.json --move 0:0 -m shift");
    expect_good(&again);
    cr_expect_not_null(strstr(again.out, "\nfrom     -50 0 0\n"), "%s", again.out);
    cr_expect_not_null(strstr(again.out, "\nshift stops 3."), "%s", again.out);
}

Test(regress, what_is_not_written_is_told)
{
    write_file("wedge.json", wedge_text);
    g_auto(Outcome) outcome = shell("regress -m shift-exact wedge.json --reproducer r.json");
    expect_good(&outcome);
    cr_expect_not_null(strstr(outcome.out, "\nr.json is not written: no answer is outside"), "%s",
                       outcome.out);
    g_autofree char *none = read_file("r.json");
    cr_expect_null(none);
}

Test(regress, a_closed_loop_of_nothing)
{
    write_file("wedge.json", wedge_text);
    g_auto(Outcome) outcome = shell("run --no-timing --closed-loop -m shift wedge.json");
    expect_good(&outcome);
    cr_expect_not_null(strstr(outcome.out, "\nwedge: no closed loop: it needs a random trajectory"),
                       "%s", outcome.out);
    g_auto(Outcome) csv = shell("run --closed-loop -f csv -m shift wedge.json");
    cr_expect_not_null(strstr(csv.out, "# wedge: no closed loop: "), "%s", csv.out);
    g_auto(Outcome) some = shell("run --no-timing --closed-loop -m multi s.json");
    cr_expect_null(strstr(some.out, "no closed loop"));
}

Test(regress, walkers)
{
    g_auto(Outcome) outcome = shell("regress -m brushes --walkers 300,7 s.json");
    expect_good(&outcome);
    cr_expect_not_null(strstr(outcome.out, "\nWalkers\n"), "%s", outcome.out);
    cr_expect_not_null(strstr(outcome.out, "  300     0      0         0\n"), "%s", outcome.out);
    expect_refused("regress --walkers 0 s.json",
                   "--walkers: '0' is not N or N,SEED, N from 1 to 10000000");
    expect_refused("regress --walkers 5,x s.json",
                   "--walkers: '5,x' is not N or N,SEED, N from 1 to 10000000");
}
