/* test-closed-loop: every method drives its own object with its own answers.
 *
 * On the shipped scenarios no object may end inside of solid or outside of the world. This holds
 * for all methods, even those that only promise not to be late. Objects of exact methods must
 * start along the oracle's path. (They may separate later, because at an edge a tiny difference
 * decides the side on which an object slides.) */
#include <criterion/criterion.h>
#include <string.h>

#include "run/closed-loop.h"
#include "sanitized.h"
#include "shipped.h"

/* For this many movements, objects of exact methods must follow the oracle's path. */
#define FIRST_MOVEMENTS 4

/* Cuts every random trajectory to at most n movements. */
static CompareScenario *load(const char *path, guint n)
{
    CompareScenario *s = load_scenario(path);
    for (guint i = 0; i < s->trajectories->len; i++) {
        CompareTrajectory *t = compare_scenario_trajectory(s, i);
        t->n_moves = MIN(t->n_moves, n);
    }
    return s;
}

static GArray *drive(const CompareScenario *s, GPtrArray *methods)
{
    g_autoptr(GError) error = NULL;
    const CompareTrees trees = { 0 };
    for (guint i = 0; compare_methods[i]; i++) {
        CompareMethod *method =
            compare_method_new(compare_methods[i], s, &trees, NULL, NULL, &error);
        cr_assert_not_null(method, "%s", error ? error->message : "");
        g_ptr_array_add(methods, method);
    }
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    GArray *drifts = compare_closed_loop(s, oracle, methods, &error);
    cr_assert_not_null(drifts, "%s", error ? error->message : "");
    return drifts;
}

static const CompareTrajectory *trajectory_of(const CompareScenario *s, const CompareDrift *drift)
{
    for (guint i = 0; i < s->trajectories->len; i++) {
        const CompareTrajectory *t = compare_scenario_trajectory(s, i);
        if (strcmp(t->name, drift->trajectory) == 0)
            return t;
    }
    cr_assert_fail("there is no trajectory \"%s\"", drift->trajectory);
    return NULL;
}

/* TRUE if the method is exact for the trajectory's shape and the trajectory is a walk. */
static gboolean keeps_to_the_path(const CompareScenario *s, const CompareDrift *drift)
{
    const CompareTrajectory *t = trajectory_of(s, drift);
    const CompareMethodClass *klass = compare_method_find(drift->method);
    return t->step_max <= COMPARE_WALK && compare_method_claim(klass, s, t) == COMPARE_EXACT;
}

static gboolean falls_through_seams(const CompareScenario *s, const CompareDrift *drift)
{
    return strcmp(drift->method, "brushes") == 0 &&
           compare_scenario_shape(s, trajectory_of(s, drift))->kind == BSP_SHAPE_POINT;
}

/* TRUE if walls stop the object, and not only water. */
static gboolean is_kept_in(const CompareScenario *s, const CompareDrift *drift)
{
    guint32 mask = compare_scenario_mask(s, trajectory_of(s, drift));
    return mask == 0 || (mask & 1) != 0;
}

/* No object may pass through walls. `apart` is the greatest allowed distance of exact methods
 * from the oracle's path. */
static guint check_scenario(const char *path, guint n, double apart)
{
    g_autoptr(CompareScenario) s = load(path, n);
    g_autoptr(GPtrArray) methods =
        g_ptr_array_new_with_free_func((GDestroyNotify)compare_method_free);
    g_autoptr(GArray) drifts = drive(s, methods);
    guint total = 0;
    double most = 0;
    for (guint i = 0; i < drifts->len; i++) {
        const CompareDrift *d = &g_array_index(drifts, CompareDrift, i);
        if (falls_through_seams(s, d) || !is_kept_in(s, d))
            continue;
        cr_expect_eq(d->n_inside, 0, "%s: %s, \"%s\": %u of %u movements end inside matter",
                     s->name, d->method, d->trajectory, d->n_inside, d->n);
        cr_expect_eq(d->n_outside, 0, "%s: %s, \"%s\": %u of %u movements end outside the world",
                     s->name, d->method, d->trajectory, d->n_outside, d->n);
        total += d->n;
        if (!keeps_to_the_path(s, d))
            continue;
        most = MAX(most, d->apart_max);
        cr_expect_leq(d->apart_max, apart, "%s: %s, \"%s\": %g units apart", s->name, d->method,
                      d->trajectory, d->apart_max);
    }
    if (drifts->len)
        g_printerr("%s: %u paths, %u movements, walks of exact methods at most %g units apart\n",
                   s->name, drifts->len, total, most);
    return drifts->len;
}

Test(closed_loop, nothing_gets_through_a_wall)
{
    g_autoptr(GPtrArray) paths = shipped_scenarios();
    guint n = 0;
    for (guint i = 0; i < paths->len; i++)
        n += check_scenario(paths->pdata[i], SHORT ? 100 : G_MAXUINT, HUGE_VAL);
    cr_assert_gt(n, 100, "%u paths", n);
}

Test(closed_loop, exact_methods_set_out_together)
{
    g_autoptr(GPtrArray) paths = shipped_scenarios();
    for (guint i = 0; i < paths->len; i += SHORT ? 4 : 1)
        check_scenario(paths->pdata[i], FIRST_MOVEMENTS, BSP_BRACKET);
}

/* --- a method that is wrong --- */

static BspTransition pass_through(gpointer data, const CompareCall *call, BspCounters *counters)
{
    (void)data, (void)counters;
    return bsp_transition_empty(call->move.to);
}

static const CompareMethodClass ghost = { .name = "ghost",
                                          .claim = compare_claim_all_exact,
                                          .query = pass_through };

Test(closed_loop, a_method_that_stops_nothing_is_noticed)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = shipped_path("scenarios", "stairs.json");
    g_autoptr(CompareScenario) s = load(path, 2000);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    CompareMethod method = { .klass = &ghost, .scenario = s };
    g_autoptr(GPtrArray) methods = g_ptr_array_new();
    g_ptr_array_add(methods, &method);
    g_autoptr(GArray) drifts = compare_closed_loop(s, oracle, methods, &error);
    cr_assert(drifts && drifts->len > 0);
    guint n_inside = 0, n_outside = 0;
    for (guint i = 0; i < drifts->len; i++) {
        const CompareDrift *d = &g_array_index(drifts, CompareDrift, i);
        n_inside += d->n_inside;
        n_outside += d->n_outside;
        cr_expect_lt(d->first_apart, d->n);
        cr_expect_gt(d->apart_max, 1);
    }
    cr_expect(n_inside > 0 && n_outside > 0, "%u inside, %u outside", n_inside, n_outside);
}
