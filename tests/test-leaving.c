/* test-leaving: tests the times at which moves leave the solid in which they begin. It checks the
 * oracle's times, and the verdicts on methods with wrong times. */
#include <criterion/criterion.h>

#include "bsp-brush-table.h"
#include "bsp-hull.h"
#include "bsp-solid.h"
#include "run-scenario.h"
#include "run/faults.h"
#include "run/judge.h"
#include "sanitized.h"
#include "scenes.h"
#include "shift-build.h"
#include "shipped.h"
#include "table-move.h"
#include "table/brush-table.h"
#include "tools/bsp-inspect.h"

/* --- the truth --- */

/* Returns whether the shape at p is in a grown or shrunk solid. */
typedef gboolean (*InFunc)(CompareOracle *oracle, const BspShape *shape, BspVec p);

static gboolean in_grown(CompareOracle *oracle, const BspShape *shape, BspVec p)
{
    return compare_oracle_move(oracle, shape, 0, p, p).t_lo <= 0;
}

static gboolean in_shrunk(CompareOracle *oracle, const BspShape *shape, BspVec p)
{
    return compare_oracle_move(oracle, shape, 0, p, p).t_hi <= 0;
}

/* Samples the move before the given time and just after it. All samples before it must be in solid,
 * and the sample after it must be clear. */
static void expect_leaves(CompareOracle *oracle, const BspShape *shape, BspVec from, BspVec to,
                          double leaves, InFunc is_in, const char *text)
{
    const double hair = 1e-9;
    for (guint i = 0; i < 100; i++) {
        double t = leaves * i / 100;
        cr_assert(t > leaves - hair || is_in(oracle, shape, bsp_vec_lerp(from, to, t)),
                  "at %.17g, before %.17g\n%s", t, leaves, text);
    }
    gboolean out = leaves >= 1;
    for (double by = hair; !out && by < 1e-6; by *= 2)
        out = !is_in(oracle, shape, bsp_vec_lerp(from, to, leaves + by));
    cr_assert(out, "behind %.17g\n%s", leaves, text);
}

/* Makes a move that begins in a brush, or beside it. */
static void move_out_of(Random *r, const BspSolid *solid, BspVec *from, BspVec *to)
{
    const BspBrush *brush = bsp_solid_brush(solid, random_below(r, solid->brushes->len));
    *from = random_point(r, &brush->bounds);
    *to = bsp_vec_mad(*from, random_real(r, 1, 150), random_direction(r));
}

/* The number of moves that leave the grown solid, and of those that leave the shrunk solid, too. */
typedef struct {
    guint n_leaving, n_both;
} Counts;

static void check_move(Random *r, const BspSolid *solid, CompareOracle *oracle,
                       const BspShape *shape, Counts *counts)
{
    BspVec from, to;
    move_out_of(r, solid, &from, &to);
    CompareTruth truth = compare_oracle_move(oracle, shape, 0, from, to);
    if (!truth.inside)
        return;
    g_autofree char *text = scene_describe(solid, shape, from, to);
    cr_assert_leq(truth.leave_lo, truth.leave_hi);
    expect_leaves(oracle, shape, from, to, truth.leave_hi, in_grown, text);
    if (in_shrunk(oracle, shape, from))
        expect_leaves(oracle, shape, from, to, truth.leave_lo, in_shrunk, text);
    else
        cr_assert_eq(truth.leave_lo, 0.0);
    counts->n_leaving += truth.leave_hi < 1;
    counts->n_both += truth.leave_lo > 0 && truth.leave_hi < 1;
}

Test(leaving, as_seen_from_place_to_place_it_is_left_once)
{
    Counts counts = { 0 };
    for (guint kind = 0; kind < SCENE_KINDS; kind++)
        for (guint64 seed = 0; seed < (SHORT ? 3 : 20); seed++) {
            g_autoptr(BspSolid) solid = scene_nth(kind, seed);
            g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
            Random r = random_seeded(seed);
            g_autoptr(BspHull) hull = NULL;
            BspShape shape = scene_random_shape(&r, &hull);
            for (guint i = 0; i < 40; i++)
                check_move(&r, solid, oracle, &shape, &counts);
        }
    cr_expect_gt(counts.n_leaving, SHORT ? 200u : 1500u);
    cr_expect_gt(counts.n_both, SHORT ? 200u : 1500u);
}

/* --- false methods --- */

static void size_filled(gpointer data, CompareSize *out)
{
    (void)data;
    *out = (CompareSize){ .fillable = 1, .filled = 1 };
}

static BspTransition honest(gpointer data, const CompareCall *call, BspCounters *counters)
{
    (void)counters;
    return table_move(data, call->move.shape, call->move.from, call->move.to);
}

/* Returns the exit moved along by `by`, with the point and the plane, so that only the time is
 * wrong. */
static BspTransition moved_exit(gpointer data, const CompareCall *call, double by)
{
    BspTransition tr = honest(data, call, NULL);
    if (tr.type != BSP_SOLID_TO_EMPTY)
        return tr;
    tr.t += by;
    tr.point = bsp_vec_lerp(call->move.from, call->move.to, tr.t);
    tr.plane.dist = bsp_vec_dot(tr.plane.normal, tr.point);
    return tr;
}

static BspTransition too_soon(gpointer data, const CompareCall *call, BspCounters *counters)
{
    (void)counters;
    return moved_exit(data, call, -0.02);
}

static BspTransition too_late(gpointer data, const CompareCall *call, BspCounters *counters)
{
    (void)counters;
    return moved_exit(data, call, 0.02);
}

static BspTransition never(gpointer data, const CompareCall *call, BspCounters *counters)
{
    BspTransition tr = honest(data, call, counters);
    return tr.type == BSP_SOLID_TO_EMPTY ? bsp_transition_solid(call->move.from) : tr;
}

typedef struct {
    CompareMethodClass klass;
    guint
        n_wrong; /* the expected number of wrong answers to five moves, four of which leave solid */
    gboolean through_it; /* the worst fault is a late answer, because the move leaves solid too
                            soon */
} Case;

static const Case cases[] = {
    { TABLE_METHOD("honest", COMPARE_EXACT_ALL, table_method_size, honest), 0, FALSE },
    { TABLE_METHOD("hasty", COMPARE_EXACT_ALL, table_method_size, too_soon), 4, TRUE },
    { TABLE_METHOD("hasty-and-never-late", 0, table_method_size, too_soon), 4, TRUE },
    { TABLE_METHOD("hasty-and-filled", COMPARE_EXACT_ALL, size_filled, too_soon), 4, TRUE },
    { TABLE_METHOD("slow", COMPARE_EXACT_ALL, table_method_size, too_late), 4, FALSE },
    { TABLE_METHOD("slow-and-never-late", 0, table_method_size, too_late), 0, FALSE },
    { TABLE_METHOD("slow-and-filled", COMPARE_EXACT_ALL, size_filled, too_late), 0, FALSE },
    { TABLE_METHOD("stuck", COMPARE_EXACT_ALL, table_method_size, never), 4, FALSE },
};

Test(leaving, judged)
{
    g_autoptr(CompareScenario) scenario = shipped_scenario("leaving-past-an-edge.json");
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Case *c = &cases[i];
        g_autoptr(CompareReport) report = run_method(scenario, &c->klass);
        const CompareResult *result = report->results->pdata[0];
        CompareRegress regress = compare_regress(report);
        cr_expect_eq(result->n_wrong, c->n_wrong, "%s: %u", c->klass.name, result->n_wrong);
        cr_expect_eq(result->n_late, c->through_it ? c->n_wrong : 0, "%s", c->klass.name);
        cr_expect_eq(result->n_early, c->through_it ? 0 : c->n_wrong, "%s", c->klass.name);
        cr_expect_eq(result->n_outside, c->n_wrong, "%s", c->klass.name);
        cr_expect_eq(regress.worst.result != NULL, c->n_wrong > 0, "%s", c->klass.name);
        if (!regress.worst.result)
            continue;
        cr_expect_eq(compare_fault_is_late(regress.worst.answer->fault), c->through_it, "%s",
                     c->klass.name);
        cr_expect_gt(regress.worst.units, 1.0);
    }
}

/* --- through many brushes --- */

/* Returns a row of n bricks. Each overlaps the next, alternately on both sides of y = 0. */
static BspSolid *row_of_bricks(guint n)
{
    g_autofree BspBrush **bricks = g_new(BspBrush *, n);
    for (guint i = 0; i < n; i++) {
        double y = i % 2 ? -8 : 0;
        bricks[i] = scene_box(2.0 * i, y, 0, 2.0 * i + 3, y + 8, 8);
    }
    return scene_solid(bricks, n);
}

/* The answer is right with a table and a tree from the builder. A hostile file can have boxes that
 * contain everything. The query would then visit each brush once for each other brush, so it gives
 * up and reports solid. */
Test(leaving, a_row_of_bricks_is_left_at_its_end)
{
    const guint n = 4000;
    const BspShape box = bsp_shape_box(bsp_vec(-0.5, -1, -1), bsp_vec(0.5, 1, 1));
    const BspVec from = bsp_vec(1, 0, 4), to = bsp_vec(2.0 * n + 100, 0, 4);
    const double leaves = (2.0 * n + 1 + 0.5 - 1) / (to.x - from.x);
    g_autoptr(BspSolid) solid = row_of_bricks(n);
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    g_autoptr(ShiftTree) tree = shift_tree_build(solid, NULL, NULL);
    BspTransition tr = shift_tree_hit_check(tree, &box, from, to, NULL);
    cr_expect(tr.type == BSP_SOLID_TO_EMPTY && fabs(tr.t - leaves) < 1e-6, "%d %g %g", tr.type,
              tr.t, leaves);
    tr = table_move(sides, &box, from, to);
    cr_expect(tr.type == BSP_SOLID_TO_EMPTY && fabs(tr.t - leaves) < 1e-6, "%d %g %g", tr.type,
              tr.t, leaves);
    for (guint i = 0; i < sides->hierarchy.n_nodes; i++)
        for (guint k = 0; k < 3; k++)
            for (guint child = 0; child < BSP_NEAR_WIDE; child++)
                if (sides->hierarchy.nodes[i].child[child] != BSP_NEAR_NO_CHILD) {
                    sides->hierarchy.nodes[i].least[k][child] = 0;
                    sides->hierarchy.nodes[i].most[k][child] = BSP_NEAR_LAST_STEP;
                }
    tr = table_move(sides, &box, from, to);
    cr_expect(tr.type == BSP_SOLID && tr.t == 0, "%d %g", tr.type, tr.t);
}
