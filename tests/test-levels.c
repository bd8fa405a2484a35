/* test-levels: every method on each of thirteen real levels. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <string.h>

#include "real-levels.h"
#include "run/faults.h"
#include "sanitized.h"

#define N_MOVES 4000
#define MOST_BUILD_MS 20e3
#define MOST_BUILD_BYTES ((gsize)2 << 30)

static CompareReport *run(const CompareScenario *scenario, const CompareMethodClass *const *classes,
                          CompareBuilder builder)
{
    g_autoptr(GError) error = NULL;
    CompareAsked asked = { classes, { 0 } };
    compare_trees_set_builder(&asked.trees, builder);
    CompareReport *report = compare_run(scenario, &asked, 0, NULL, NULL, &error);
    cr_assert_not_null(report, "%s", error ? error->message : "");
    return report;
}

static const BspShape *shape_of(const CompareReport *report, const CompareResolved *move)
{
    return compare_scenario_shape(
        report->scenario,
        &g_array_index(report->scenario->trajectories, CompareTrajectory, move->trajectory));
}

/* One method's errors against the oracle's brackets. */
typedef struct {
    guint moves, late, early, boxes, boxes_outside, hits, early_hits;
    double early_units, most_early_units; /* the sum over early answers; the earliest answer */
} Tally;

static Tally tally(const CompareReport *report, const CompareResult *result)
{
    Tally sum = { .moves = result->answers->len };
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        const CompareResolved *m = &g_array_index(report->moves, CompareResolved, answer->move);
        gboolean early = answer->t<m->truth.t_lo, late = answer->t> m->truth.t_hi;
        double units = (m->truth.t_lo - answer->t) * bsp_vec_length(bsp_vec_sub(m->to, m->from));
        sum.hits += answer->t < 1 ? 1 : 0;
        sum.late += late ? 1 : 0;
        if (early) {
            sum.early++;
            sum.early_units += units;
            sum.most_early_units = fmax(sum.most_early_units, units);
        }
        if (bsp_shape_is_box(shape_of(report, m))) {
            sum.boxes++;
            sum.boxes_outside += early || late ? 1 : 0;
        }
    }
    return sum;
}

static gboolean is_one_of(const char *name, const char *const *names)
{
    return g_strv_contains(names, name);
}

static void check_method(const CompareReport *report, const CompareResult *result,
                         const char *level)
{
    static const char *const exact_for_boxes[] = { "onion",       "multi",     "brushes",
                                                   "shift-exact", "shift-box", NULL };
    const char *name = result->klass->name;
    Tally sum = tally(report, result);
    g_printerr("%s %s: %u of %u hits early (%.3g %%), by %.3g units at most, %.3g in the mean; "
               "%.0f ms and %.1f MiB to build, %.2f MiB\n",
               level, name, sum.early, sum.hits, 100.0 * sum.early / MAX(sum.hits, 1),
               sum.most_early_units, sum.early_units / MAX(sum.early, 1), result->build_ms,
               (double)result->peak_build_bytes / 1048576, (double)result->size.bytes / 1048576);
    cr_expect_eq(sum.late, 0, "%s: %s: %u late", level, name, sum.late);
    cr_expect_eq(result->n_wrong, 0, "%s: %s: %u wrong", level, name, result->n_wrong);
    if (is_one_of(name, exact_for_boxes)) {
        cr_expect_gt(sum.boxes, 0);
        cr_expect_eq(sum.boxes_outside, 0, "%s: %s: %u of %u boxes outside the bracket", level,
                     name, sum.boxes_outside, sum.boxes);
    }
    if (!SANITIZED) {
        cr_expect_lt(result->build_ms, MOST_BUILD_MS, "%s: %s: %g ms", level, name,
                     result->build_ms);
        cr_expect_lt(result->peak_build_bytes, MOST_BUILD_BYTES, "%s: %s: %" G_GSIZE_FORMAT, level,
                     name, result->peak_build_bytes);
    }
}

ParameterizedTestParameters(levels, every_method)
{
    return cr_make_param_array(RealLevel, real_levels + (SHORT ? 6 : 0),
                               SHORT ? N_SHORT_LEVELS : N_REAL_LEVELS);
}

ParameterizedTest(const RealLevel *level, levels, every_method)
{
    g_autoptr(CompareScenario) scenario = real_level_scenario(level->name);
    cr_assert_eq(scenario->bevel_angle, 90);
    g_autoptr(CompareReport) report = run(scenario, compare_methods, COMPARE_BUILDER_FAST);
    cr_assert_eq(report->moves->len, N_MOVES);
    for (guint i = 0; i < report->results->len; i++)
        check_method(report, report->results->pdata[i], level->name);
    cr_assert_eq(compare_regress(report).n_wrong, 0);
}

/* The article's quadratic builder on a real level, for two spaces. */
Test(levels, listing_2_gives_the_same_answers)
{
    const CompareMethodClass *classes[] = { compare_method_find("onion"), NULL };
    g_autoptr(CompareScenario) scenario = real_level_scenario("oacmpdm5");
    g_array_set_size(scenario->spaces, 3); /* keeps point, stand and crouch */
    g_array_remove_index(scenario->spaces, 0);
    for (guint i = scenario->trajectories->len; i-- > 0;) {
        CompareTrajectory *t = &g_array_index(scenario->trajectories, CompareTrajectory, i);
        if (t->space == 1 || t->space == 2)
            t->space--;
        else
            g_array_remove_index(scenario->trajectories, i);
    }
    g_autoptr(CompareReport) fast = run(scenario, classes, COMPARE_BUILDER_FAST);
    g_autoptr(CompareReport) listing2 = run(scenario, classes, COMPARE_BUILDER_LISTING2);
    const CompareResult *a = fast->results->pdata[0], *b = listing2->results->pdata[0];
    g_printerr("listing 2: %.0f ms, %" G_GUINT64_FORMAT " nodes; fast: %.0f ms, %" G_GUINT64_FORMAT
               " nodes\n",
               b->build_ms, b->size.nodes, a->build_ms, a->size.nodes);
    cr_assert_eq(b->n_wrong, 0);
    cr_assert_gt(b->n_moves, 1000);
    cr_assert_eq(a->answers->len, b->answers->len);
    for (guint k = 0; k < a->answers->len; k++) {
        const CompareAnswer *x = &g_array_index(a->answers, CompareAnswer, k);
        const CompareAnswer *y = &g_array_index(b->answers, CompareAnswer, k);
        const CompareResolved *m = &g_array_index(fast->moves, CompareResolved, x->move);
        double length = bsp_vec_length(bsp_vec_sub(m->to, m->from));
        cr_assert_float_eq(x->t * length, y->t * length, BSP_BRACKET, "move %u: %.17g and %.17g",
                           x->move, x->t, y->t);
    }
}
