/* test-levels: tests every method on each of thirteen real levels, with the moves of
 * real-level.json, and 20,000 moves of every kind of shape.
 *
 * By the oracle's brackets, exact methods must have no answer outside for any shape, and no wrong
 * plane for a box or a point. Conservative methods must never be late. At whole size levels_long
 * fails on two levels (docs/guarantees.md, "Planes at steps that floats leave"). */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <string.h>

#include "bsp-hull.h"
#include "compile/solid.h"
#include "real-levels.h"
#include "run-scenario.h"
#include "run/errors.h"
#include "run/faults.h"
#include "sanitized.h"

#define N_MOVES (SHORT ? 2000 : 20000)

/* Fractions of the moves of each shape. The remainder are walks, which match the moves of a game
 * best. A few moves of no length suffice. */
#define SHOTS 0.35
#define STILL 0.05

/* An author waits for builds, so a build that needs more time or memory is a fault. */
#define MOST_BUILD_MS 20e3
#define MOST_BUILD_BYTES ((gsize)2 << 30)

/* --- the scenario: real-level.json with more shapes and more moves --- */

/* Adds a shape. The scenario takes ownership of a hull. */
static void add_shape(CompareScenario *s, const char *name, BspShape shape)
{
    compare_add_mover(
        s, (CompareMover){ .name = g_strdup(name), .shape = shape, .hull = (BspHull *)shape.hull });
}

/* Returns a player with shoulders, feet and a head, turned by an odd angle. */
static BspHull *player_hull(void)
{
    BspVec points[13];
    guint n = 0;
    for (guint i = 0; i < 4; i++) {
        double a = 0.3 + 0.5 * G_PI * i, c = cos(a), s = sin(a);
        points[n++] = bsp_vec(9 * c, 9 * s, -24);
        points[n++] = bsp_vec(15 * c, 11 * s, 14);
        points[n++] = bsp_vec(6 * c, 6 * s, 30);
    }
    points[n++] = bsp_vec(1, -2, 32);
    g_autoptr(GError) error = NULL;
    BspHull *hull = bsp_hull_new(points, n, &error);
    cr_assert_not_null(hull, "%s", error ? error->message : "");
    cr_assert_geq(hull->n_vertices, 8);
    return hull;
}

static void add_trajectory(CompareScenario *s, const char *kind, gint mover, guint n,
                           double step_min, double step_max)
{
    CompareTrajectory t = { .mover = mover,
                            .response = s->trajectories->len % 3 ? COMPARE_SLIDE : COMPARE_BOUNCE,
                            .source = COMPARE_RANDOM,
                            .seed = 9000 + s->trajectories->len,
                            .n_moves = n,
                            .step_min = step_min,
                            .step_max = step_max,
                            .start_is_starts = TRUE };
    t.name = g_strdup_printf("%s %d", kind, mover);
    g_array_append_val(s->trajectories, t);
}

static void add_moves(CompareScenario *s, gint mover, guint n)
{
    guint shots = (guint)(SHOTS * n), still = (guint)(STILL * n);
    add_trajectory(s, "walk", mover, n - shots - still, 2, 32);
    add_trajectory(s, "shot", mover, shots, 40, 2000);
    add_trajectory(s, "still", mover, still, 0, 0);
}

static CompareScenario *long_scenario(const char *level)
{
    CompareScenario *s = real_level_scenario(level);
    g_array_set_size(s->shapes, 0);
    g_array_set_size(s->trajectories, 0);
    add_shape(s, "ball", bsp_shape_sphere(12));
    add_shape(s, "barrel", bsp_shape_cylinder(12, -24, 32));
    add_shape(s, "pill", bsp_shape_capsule(12, -24, 32));
    add_shape(s, "player", bsp_shape_hull(player_hull()));
    guint n = compare_n_movers(s), left = N_MOVES;
    cr_assert_eq(s->spaces->len, 5);
    for (guint i = 0; i < n; i++) {
        add_moves(s, compare_mover_at(s, i), left / (n - i));
        left -= left / (n - i);
    }
    return s;
}

/* --- requirements --- */

/* Returns whether the method must be exact for the shape, whatever it claims. */
static gboolean must_be_exact(const char *method, BspShapeKind kind)
{
    static const char *const everything[] = { "shift-exact", "brushes", "merge", NULL };
    static const char *const boxes[] = { "onion", "multi", "shift-box", NULL };
    gboolean is_box = kind == BSP_SHAPE_POINT || kind == BSP_SHAPE_BOX;
    return g_strv_contains(everything, method) || (is_box && g_strv_contains(boxes, method));
}

static void check_shape(const CompareReport *report, const CompareResult *result,
                        const CompareError *e, const char *level)
{
    const char *name = result->klass->name;
    const CompareResolved *m = &g_array_index(report->moves, CompareResolved, e->worst);
    cr_expect_eq(e->n_late, 0, "%s: %s: %s: %u of %u late", level, name, e->shape, e->n_late, e->n);
    if (must_be_exact(name, e->kind))
        cr_expect_eq(e->n_early, 0,
                     "%s: %s: %s: %u of %u early, by %.17g at most: move %u, %.17g %.17g %.17g "
                     "to %.17g %.17g %.17g",
                     level, name, e->shape, e->n_early, e->n, e->max, e->worst, m->from.x,
                     m->from.y, m->from.z, m->to.x, m->to.y, m->to.z);
}

static void check_method(const CompareReport *report, const CompareResult *result,
                         const char *level)
{
    const char *name = result->klass->name;
    guint n_hits = 0, n_early = 0;
    double units = 0, most = 0; /* the sum of the early distances, and the largest */
    g_autoptr(GArray) errors = compare_errors(report, result, FALSE);
    cr_assert(errors->len > 0 || result->klass->stationary, "%s: %s", level, name);
    for (guint i = 0; i < errors->len; i++) {
        const CompareError *e = &g_array_index(errors, CompareError, i);
        check_shape(report, result, e, level);
        n_hits += e->n_hits;
        n_early += e->n_early;
        units += e->n_early * e->mean;
        most = fmax(most, e->max);
    }
    g_printerr("%s %s: %u of %u hits early (%.3g %%), by %.3g units at most, %.3g in the mean; "
               "%.0f ms and %.1f MiB to build, %.2f MiB\n",
               level, name, n_early, n_hits, 100.0 * n_early / MAX(n_hits, 1), most,
               units / MAX(n_early, 1), result->build_ms,
               (double)result->peak_build_bytes / 1048576, (double)result->size.bytes / 1048576);
    cr_expect_eq(result->n_wrong, 0, "%s: %s: %u wrong", level, name, result->n_wrong);
    if (SANITIZED)
        return;
    cr_expect_lt(result->build_ms, MOST_BUILD_MS, "%s: %s: %g ms", level, name, result->build_ms);
    cr_expect_lt(result->peak_build_bytes, MOST_BUILD_BYTES, "%s: %s: %" G_GSIZE_FORMAT, level,
                 name, result->peak_build_bytes);
}

/* Checks the answers, and takes ownership of the scenario. */
static void check_level(CompareScenario *owned, const char *level, guint n_moves)
{
    g_autoptr(CompareScenario) scenario = owned;
    g_autoptr(CompareReport) report = run_methods(scenario, compare_methods);
    cr_assert_eq(report->moves->len, n_moves);
    for (guint i = 0; i < report->results->len; i++)
        check_method(report, report->results->pdata[i], level);
    cr_expect_eq(compare_regress(report).n_wrong, 0);
}

ParameterizedTestParameters(levels, every_method)
{
    return cr_make_param_array(RealLevel, real_levels + (SHORT ? 6 : 0),
                               SHORT ? N_SHORT_LEVELS : N_REAL_LEVELS);
}

ParameterizedTest(const RealLevel *level, levels, every_method)
{
    check_level(real_level_scenario(level->name), level->name, 4000);
}

ParameterizedTestParameters(levels_long, every_shape)
{
    return cr_make_param_array(RealLevel, real_levels + (SHORT ? 3 : 0),
                               SHORT ? N_SHORT_LEVELS : N_REAL_LEVELS);
}

ParameterizedTest(const RealLevel *level, levels_long, every_shape)
{
    check_level(long_scenario(level->name), level->name, N_MOVES);
}
