/* test-paper: tests the functions that tools/paper uses, which are queries that visit every cell,
 * the methods as published, and the character. tests/check-paper tests the tool. */
#include <criterion/criterion.h>
#include <string.h>

#include "build-trees.h"
#include "compile/solid.h"
#include "generate/character.h"
#include "oracle/oracle.h"
#include "run-scenario.h"
#include "sanitized.h"
#include "shipped.h"
#include "tools/shift-merge.h"

static BspWorld *shipped_world(const char *name)
{
    g_autofree char *path = shipped_path("worlds", name);
    BspWorld *world = bsp_world_load(path, NULL);
    cr_assert_not_null(world, "%s", path);
    return world;
}

/* Returns the paper's tree, in which edges are beveled half way, and no nodes are shared. */
static ShiftTree *tree_of(const BspWorld *world, guint bevels)
{
    ShiftOptions options = { .bevels = bevels | SHIFT_BEVEL_HALF_WAY,
                             .build = bsp_world_build_options(world) };
    options.build.plain = TRUE;
    return build_shift_with(world->solid, &options);
}

static void expect_every_node(const BspWorld *world, guint bevels)
{
    g_autoptr(ShiftTree) tree = tree_of(world, bevels);
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    BspShape everything = bsp_shape_sphere(8192), speck = bsp_shape_sphere(0.5);
    ShiftMergeCount all = shift_pass(tree, &everything, bsp_vec(0, 0, 0), NULL, NULL);
    ShiftMergeCount one = shift_pass(tree, &speck, bsp_vec(3, 5, 70), NULL, NULL);
    cr_expect_eq(stats.leaves, stats.nodes + 1, "nothing is shared");
    cr_expect_eq(all.nodes, stats.nodes);
    cr_expect_eq(all.cells + all.empty, stats.leaves);
    cr_expect_eq(all.bevels, stats.edge_bevels + stats.spike_bevels + stats.level_top_bevels);
    cr_expect_eq(all.bevels > 0, bevels != SHIFT_BEVEL_NONE);
    cr_expect_lt(one.nodes, stats.nodes / 10);
}

/* Figure 6: "An object as large as the environment will touch every node in the tree." */
Test(paper, what_is_large_enough_visits_every_node)
{
    g_autoptr(BspWorld) world = shipped_world("pillars.json");
    expect_every_node(world, SHIFT_BEVEL_NONE);
    expect_every_node(world, SHIFT_BEVEL_USUAL);
}

Test(paper, a_point_is_passed_to_its_cell)
{
    g_autoptr(BspWorld) world = shipped_world("pillars.json");
    g_autoptr(ShiftTree) tree = tree_of(world, SHIFT_BEVEL_NONE);
    const BspShape point = bsp_shape_point();
    guint n_solid = 0;
    for (double x = -520; x < 520; x += 13)
        for (double y = -520; y < 520; y += 13) {
            BspVec p = bsp_vec(x + 0.3, y + 0.7, -400.1);
            ShiftMergeCount count = shift_pass(tree, &point, p, NULL, NULL);
            cr_assert_eq(count.cells + count.empty, 1, "in one cell");
            cr_assert_eq(count.cells > 0, shift_tree_point_is_solid(tree, p));
            n_solid += count.cells;
        }
    cr_expect_gt(n_solid, 100);
}

/* --- the methods as published --- */

/* The methods as published do not share equal subtrees. Their trees have at least as many nodes as
 * the current ones, and more leaves. */
Test(paper, methods_as_published_share_nothing)
{
    const CompareMethodClass *classes[] = { compare_method_find("onion"),
                                            compare_method_find("onion-article"),
                                            compare_method_find("shift"),
                                            compare_method_find("shift-paper"), NULL };
    static const char *const scenarios[] = { "stairs.json", "pillars.json", "two-rooms.json" };
    for (guint i = 0; i < G_N_ELEMENTS(scenarios); i++) {
        g_autoptr(CompareScenario) scenario = shipped_scenario(scenarios[i]);
        g_autoptr(CompareReport) report = run_methods(scenario, classes);
        for (guint m = 0; m < 4; m += 2) {
            const CompareResult *today = report->results->pdata[m];
            const CompareResult *published = report->results->pdata[m + 1];
            cr_expect_eq(published->size.leaves, published->size.nodes + 1, "%s", scenarios[i]);
            cr_expect_geq(published->size.nodes, today->size.nodes, "%s, %s", scenarios[i],
                          published->klass->name);
            cr_expect_gt(published->size.leaves, today->size.leaves, "%s, %s", scenarios[i],
                         published->klass->name);
            cr_expect_eq(published->n_wrong, 0);
            cr_expect_eq(published->n_moves, today->n_moves);
        }
    }
}

/* --- the character --- */

Test(paper, a_character_runs_through_no_wall)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = shipped_world("stairs.json");
    guint n = SHORT ? 200 : 1500;
    g_autoptr(CompareCharacterRun) run = compare_character_run(world, 1, n, &error);
    cr_assert_not_null(run, "%s", error ? error->message : "");
    g_autoptr(CompareCharacterRun) again = compare_character_run(world, 1, n, NULL);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(world->solid);
    const BspShape shape = bsp_shape_cylinder(16, -28, 28);
    cr_assert_eq(run->moves->len, n);
    cr_assert_eq(memcmp(run->moves->data, again->moves->data, n * sizeof(CompareMove)), 0);
    for (guint i = 0; i < n; i++) {
        const CompareMove *move = &g_array_index(run->moves, CompareMove, i);
        CompareTruth truth = compare_oracle_move(oracle, &shape, 0, move->from, move->from);
        cr_assert_geq(truth.t_hi, 1, "frame %u: in a wall", i);
        cr_assert_lt(bsp_vec_length(bsp_vec_sub(move->to, move->from)), 60, "frame %u", i);
    }
    cr_expect_gt(run->n_jumps, n / 100);
    cr_expect_gt(run->n_blocked, 0);
    cr_expect_eq(run->n_falls, 0, "%u times stuck, or out of the world", run->n_falls);
}

Test(paper, a_character_climbs_stairs)
{
    g_autoptr(BspWorld) world = shipped_world("stairs.json");
    g_autoptr(CompareCharacterRun) run = compare_character_run(world, 3, 2000, NULL);
    cr_assert_not_null(run);
    cr_expect_gt(run->n_steps, 20, "%u steps", run->n_steps);
}

Test(paper, a_world_without_a_start_is_refused)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = shipped_world("stairs.json");
    g_array_set_size(world->starts, 0);
    cr_assert_null(compare_character_run(world, 1, 10, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
}
