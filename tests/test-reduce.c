/* test-reduce: tests which brushes and spaces remain when a scenario with a wrong answer is
 * reduced. */
#include <criterion/criterion.h>
#include <string.h>

#include "result/scenario-text.h"
#include "run-scenario.h"
#include "run/reduce.h"
#include "scenario/write.h"
#include "shipped.h"

/* --- false methods --- */

/* The contents of the two brushes, the culprits. In a world with both, a false method is blind. */
static const guint32 culprits[] = { 0x10, 0x20 };

static gboolean is_blind; /* whether the false method that was built last is blind */

static gboolean has_culprit(const BspWorld *world, guint32 contents)
{
    for (guint i = 0; i < bsp_solid_n_brushes(world->solid); i++)
        if (bsp_brush_contents(bsp_solid_brush(world->solid, i)) == contents)
            return TRUE;
    return FALSE;
}

static gpointer build_false(const CompareMethodClass *klass, const CompareScenario *scenario,
                            const CompareTrees *trees, GError **error)
{
    is_blind =
        has_culprit(scenario->world, culprits[0]) && has_culprit(scenario->world, culprits[1]);
    return compare_brushes.build(klass, scenario, trees, error);
}

/* Answers like the brush table, or, if the method is blind, that the move hits nothing. */
static BspTransition query_false(gpointer data, const CompareCall *call, BspCounters *counters)
{
    BspTransition nothing = { .type = BSP_EMPTY, .t = 1, .point = call->move.to };
    return is_blind ? nothing : compare_brushes.query(data, call, counters);
}

static CompareMethodClass false_method(void)
{
    CompareMethodClass klass = compare_brushes;
    klass.name = "false";
    klass.trace = NULL;
    klass.build = build_false;
    klass.query = query_false;
    return klass;
}

/* --- a scenario of many brushes --- */

/* Returns a scenario with brushes in a row. All are far from the move except the last, which the
 * move hits. The first brush and the middle one are the culprits. */
static char *scenario_text(guint n)
{
    GString *out = g_string_new("{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"row\","
                                "\"world\":{\"format\":\"bsp-world\",\"version\":1,\"brushes\":[");
    for (guint i = 0; i < n; i++)
        g_string_append_printf(out, "%s{\"box\":[[%u,0,0],[%u,50,50]],\"contents\":\"%x\"}",
                               i ? "," : "", i * 100, i * 100 + 50,
                               i == 0       ? culprits[0]
                               : i == n / 2 ? culprits[1]
                                            : 1u);
    g_string_append_printf(
        out,
        "]},\"spaces\":[{\"name\":\"a\",\"mins\":[-1,-1,-1],\"maxs\":[1,1,1]},"
        "{\"name\":\"b\",\"mins\":[-2,-2,-2],\"maxs\":[2,2,2]},"
        "{\"name\":\"c\",\"mins\":[-3,-3,-3],\"maxs\":[3,3,3]}],"
        "\"trajectories\":[{\"name\":\"t\",\"space\":\"b\",\"moves\":[[[%u,25,90],[%u,25,0]]]}]}",
        n * 100 - 75, n * 100 - 75);
    return g_string_free(out, FALSE);
}

static CompareExample example_of(const CompareReport *report)
{
    return (CompareExample){ report,
                             0,
                             { report->results->pdata[0],
                               report->results->len > 1 ? report->results->pdata[1] : NULL } };
}

/* Reduces the report's move, writes the reproducer, and reads it back, as somebody would who
 * received the file. */
static CompareScenario *reduced(const CompareReport *report)
{
    const CompareExample example = example_of(report);
    g_autoptr(CompareScenario) one = compare_reproducer(report, 0);
    compare_reduce(one, &example);
    g_autofree char *text = compare_scenario_write(one, NULL, one->world);
    cr_expect_null(strchr(text, '/'), "a path: %s", text);
    return scenario_of(text);
}

/* --- tests --- */

Test(reduce, keeps_the_brushes_that_the_error_needs)
{
    const CompareMethodClass klass = false_method();
    for (guint n = 4; n < 100; n += 31) {
        g_autofree char *text = scenario_text(n);
        g_autoptr(CompareScenario) s = scenario_of(text);
        g_autoptr(CompareReport) report = run_method(s, &klass);
        cr_assert_eq(compare_report_n_wrong(report), 1u);
        g_autoptr(CompareScenario) one = reduced(report);
        cr_expect_eq(bsp_solid_n_brushes(one->world->solid), 3u, "%u of %u",
                     bsp_solid_n_brushes(one->world->solid), n);
        cr_expect(has_culprit(one->world, culprits[0]) && has_culprit(one->world, culprits[1]));
        cr_expect(one->spaces->len == 1 && strcmp(compare_mover(one, 0)->name, "b") == 0);
        g_autoptr(CompareReport) again = run_method(one, &klass);
        cr_expect_eq(compare_report_n_wrong(again), 1u);
    }
}

/* Two methods give different answers. To show this, the scenario needs both culprits, and the brush
 * that one of the methods hits. */
Test(reduce, keeps_what_a_difference_needs)
{
    const CompareMethodClass klass = false_method();
    const CompareMethodClass *classes[] = { &compare_onion, &klass, NULL };
    g_autofree char *text = scenario_text(40);
    g_autoptr(CompareScenario) s = scenario_of(text);
    g_autoptr(CompareReport) report = run_methods(s, classes);
    g_autoptr(CompareScenario) one = reduced(report);
    cr_expect_eq(bsp_solid_n_brushes(one->world->solid), 3u);
    cr_expect_eq(one->spaces->len, 1u);
}

/* A reproducer that is reduced again does not change. */
Test(reduce, twice_is_as_good_as_once)
{
    const CompareMethodClass klass = false_method();
    g_autofree char *text = scenario_text(4);
    g_autoptr(CompareScenario) s = scenario_of(text);
    g_autoptr(CompareReport) report = run_method(s, &klass);
    g_autoptr(CompareScenario) one = reduced(report);
    g_autoptr(CompareReport) again = run_method(one, &klass);
    g_autoptr(CompareScenario) same = reduced(again);
    cr_expect_eq(bsp_solid_n_brushes(same->world->solid), bsp_solid_n_brushes(one->world->solid));
}
