/* test-compare-edits: tests worlds that change between moves. Messages are tested by
 * tests/transcripts/edits.t. */
#include <criterion/criterion.h>

#include "run-scenario.h"
#include "run/edits.h"
#include "shipped.h"

static CompareReport *run_edits(const CompareScenario *s, const CompareMethodClass *const *methods)
{
    const CompareAsked asked = { .methods = methods };
    g_autoptr(GError) error = NULL;
    CompareReport *report = run_methods(s, methods);
    gboolean ok = compare_edits(report, &asked, TRUE, NULL, &error);
    cr_assert(ok, "%s", error ? error->message : "no error");
    return report;
}

/* Tests edits that the scenario lists, and edits drawn from a seed in a world of many shapes. The
 * row of the edited brush table precedes the row of the brush table that is built anew, and both
 * must have the same hash. */
Test(compare_edits, all_methods_follow)
{
    static const char *const names[] = { "edits.json", "pillars.json" };
    for (guint k = 0; k < G_N_ELEMENTS(names); k++) {
        g_autoptr(CompareScenario) s = shipped_scenario(names[k]);
        s->edits.n = s->edits.n ? s->edits.n : 6;
        g_autoptr(CompareReport) report = run_edits(s, compare_methods);
        const GArray *rows = report->edits;
        guint n_edited = 0;
        for (guint i = 0; i < rows->len; i++) {
            const CompareEditRow *row = &g_array_index(rows, CompareEditRow, i);
            cr_expect_eq(row->n_wrong, 0, "%s, %s: %u wrong", names[k], row->method, row->n_wrong);
            cr_expect_eq(row->n_edits, s->edits.n);
            cr_expect(row->ms > 0 && row->ms <= row->ms_worst);
            if (g_strcmp0(row->how, "edited") != 0)
                continue;
            n_edited++;
            cr_expect_eq(row->hash, row[1].hash);
            cr_expect_gt(row->n_moves, 900);
        }
        cr_expect_eq(n_edited, 1);
        cr_expect_eq(report->n_wrong_further, 0);
    }
}

/* Moves outside of a world whose bounds are not whole numbers put blocks at its corner. */
Test(compare_edits, drawn_blocks_stay_in_the_room)
{
    g_autoptr(CompareScenario) s =
        scenario_of("{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"s\","
                    "\"world\":{\"format\":\"bsp-world\",\"version\":1,\"brushes\":[{\"box\":[[-99."
                    "5,-99.5,-99.5],[99.5,99.5,0]]}]},"
                    "\"spaces\":[{\"name\":\"crate\",\"mins\":[-4,-4,-4],\"maxs\":[4,4,4]}],"
                    "\"trajectories\":[{\"name\":\"t\",\"space\":\"crate\","
                    "\"moves\":[[[-200,-200,-200],[-300,-300,-300]]]}]}");
    const CompareMethodClass *const methods[] = { &compare_brushes, NULL };
    s->edits.n = 200;
    g_autoptr(CompareReport) report = run_edits(s, methods);
    cr_expect_eq(g_array_index(report->edits, CompareEditRow, 0).n_edits, 200);
}

/* --- a method that does not follow --- */

static const CompareScenario *unchanged;

static gpointer build_of_unchanged(const CompareMethodClass *klass, const CompareScenario *s,
                                   const CompareTrees *trees, GError **error)
{
    (void)klass, (void)s;
    return compare_multi.build(&compare_multi, unchanged, trees, error);
}

Test(compare_edits, the_oracle_follows)
{
    CompareMethodClass lazy = compare_multi;
    const CompareMethodClass *const methods[] = { &lazy, NULL };
    lazy.build = build_of_unchanged;
    g_autoptr(CompareScenario) s = shipped_scenario("edits.json");
    unchanged = s;
    g_autoptr(CompareReport) report = run_edits(s, methods);
    cr_expect_gt(report->n_wrong_further, 20);
}

/* --- numbers --- */

Test(compare_edits, brushes_get_the_lowest_free_number)
{
    const BspVec mins = { { 0, 0, 0 } }, maxs = { { 1, 1, 1 } };
    g_autoptr(BspBrush) brush = bsp_brush_new_box(mins, maxs, NULL);
    const CompareEdit add = { .add = brush };
    g_autoptr(CompareScenario) s = shipped_scenario("edits.json");
    g_autoptr(GPtrArray) brushes = compare_world_brushes(s->world, NULL);
    g_ptr_array_set_size(brushes, 3);
    cr_expect(compare_edit_apply(&(CompareEdit){ .remove = 1 }, brushes));
    cr_expect_not(compare_edit_apply(&(CompareEdit){ .remove = 1 }, brushes), "it is removed");
    cr_expect_not(compare_edit_apply(&(CompareEdit){ .remove = 3 }, brushes));
    cr_expect(compare_edit_apply(&add, brushes));
    cr_expect_eq(brushes->pdata[1], brush, "the lowest number that no brush has");
    cr_expect(compare_edit_apply(&add, brushes));
    cr_expect_eq(brushes->len, 4);
    for (guint i = 0; i < 4; i++)
        cr_expect(compare_edit_apply(&(CompareEdit){ .remove = i }, brushes));
    cr_expect(compare_edit_apply(&add, brushes));
    cr_expect_eq(brushes->pdata[0], brush);
}
