/* test-paper: measurements of the papers, repeated: the synthetic environment, queries that
 * visit every cell, the character, and verdicts. */
#include <criterion/criterion.h>
#include <string.h>

#include "build/solid.h"
#include "oracle/oracle.h"
#include "paper/character.h"
#include "paper/environment.h"
#include "paper/paper.h"
#include "run/run.h"
#include "sanitized.h"
#include "shift-merge.h"
#include "shipped.h"

static ShiftTree *tree_of(const BspWorld *world, guint bevels)
{
    g_autoptr(GError) error = NULL;
    ShiftTree *tree = compare_paper_tree(world, bevels, 90, &error);
    cr_assert_not_null(tree, "%s", error ? error->message : "");
    return tree;
}

/* --- the environment --- */

/* Melax 2000, section 6: 774 faces, and 665 nodes with leaves. Both must agree within five
 * percent. */
Test(paper, the_environment_is_as_large_as_the_papers)
{
    g_autoptr(BspWorld) world =
        compare_paper_environment(COMPARE_PAPER_SEED, COMPARE_PAPER_SIMPLE_SHAPES);
    g_autoptr(ShiftTree) tree = tree_of(world, SHIFT_BEVEL_NONE);
    guint faces = compare_paper_count_faces(world, NULL);
    guint64 nodes = compare_paper_size(tree);
    cr_expect(faces > 0.95 * 774 && faces < 1.05 * 774, "%u faces", faces);
    cr_expect((double)nodes > 0.95 * 665 && (double)nodes < 1.05 * 665,
              "%" G_GUINT64_FORMAT " nodes", nodes);
    cr_expect_gt(world->starts->len, 10);
}

Test(paper, environments_differ_by_seed_alone)
{
    guint64 hash[3];
    for (guint i = 0; i < 3; i++) {
        g_autoptr(BspWorld) world = compare_paper_environment(i == 2 ? 2 : 1, 20);
        g_autoptr(ShiftTree) tree = tree_of(world, SHIFT_BEVEL_NONE);
        ShiftStats stats;
        shift_tree_stats(tree, &stats);
        hash[i] = stats.hash;
    }
    cr_expect_eq(hash[0], hash[1]);
    cr_expect_neq(hash[0], hash[2]);
}

/* --- every cell --- */

static void expect_every_node(const BspWorld *world, guint bevels)
{
    g_autoptr(ShiftTree) tree = tree_of(world, bevels);
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    BspShape everything = bsp_shape_sphere(4 * COMPARE_PAPER_WIDTH), speck = bsp_shape_sphere(0.5);
    ShiftMergeCount all = shift_pass(tree, &everything, bsp_vec(0, 0, 0), NULL, NULL);
    ShiftMergeCount one = shift_pass(tree, &speck, bsp_vec(3, 5, 7), NULL, NULL);
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
    g_autoptr(BspWorld) world = compare_paper_environment(1, 20);
    expect_every_node(world, SHIFT_BEVEL_NONE);
    expect_every_node(world, shift_options_default().bevels);
}

/* A point, too, finds its cell. */
Test(paper, a_point_is_passed_to_its_cell)
{
    g_autoptr(BspWorld) world = compare_paper_environment(1, 20);
    g_autoptr(ShiftTree) tree = tree_of(world, SHIFT_BEVEL_NONE);
    const BspShape point = bsp_shape_point();
    guint n_solid = 0;
    for (double x = -520; x < 520; x += 13)
        for (double y = -520; y < 520; y += 13) {
            BspVec p = bsp_vec(x + 0.3, y + 0.7, -400.1);
            ShiftMergeCount count = shift_pass(tree, &point, p, NULL, NULL);
            cr_assert_eq(count.cells + count.empty, 1, "in one cell");
            cr_assert_eq(count.cells > 0, shift_tree_point_is_solid(tree, 0, p));
            n_solid += count.cells;
        }
    cr_expect_gt(n_solid, 100);
}

/* --- the methods as published --- */

static CompareReport *run_methods(const CompareScenario *scenario, const char *const *names)
{
    const CompareMethodClass *classes[8] = { NULL };
    g_autoptr(GError) error = NULL;
    for (guint i = 0; names[i]; i++)
        classes[i] = compare_method_find(names[i]);
    const CompareAsked asked = { classes, compare_trees_default() };
    CompareReport *report = compare_run(scenario, &asked, 0, NULL, NULL, &error);
    cr_assert_not_null(report, "%s", error ? error->message : "");
    return report;
}

/* Methods as published share nothing, and are larger than today's trees. */
Test(paper, methods_as_published_share_nothing)
{
    static const char *const names[] = { "onion", "onion-article", "shift", "shift-paper", NULL };
    static const char *const scenarios[] = { "stairs.json", "pillars.json", "two-rooms.json" };
    for (guint i = 0; i < G_N_ELEMENTS(scenarios); i++) {
        g_autoptr(CompareScenario) scenario = shipped_scenario(scenarios[i]);
        g_autoptr(CompareReport) report = run_methods(scenario, names);
        for (guint m = 0; m < 4; m += 2) {
            const CompareResult *today = report->results->pdata[m];
            const CompareResult *published = report->results->pdata[m + 1];
            cr_expect_eq(published->size.leaves, published->size.nodes + 1, "%s", scenarios[i]);
            cr_expect_gt(published->size.nodes, today->size.nodes, "%s, %s", scenarios[i],
                         names[m + 1]);
            cr_expect_eq(published->n_wrong, 0);
            cr_expect_eq(published->n_moves, today->n_moves);
        }
    }
}

/* --- the character --- */

Test(paper, a_character_runs_through_no_wall)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = compare_paper_environment(1, 30);
    guint n = SHORT ? 200 : 1500;
    g_autoptr(ComparePaperRun) run = compare_paper_run(world, 1, n, &error);
    cr_assert_not_null(run, "%s", error ? error->message : "");
    g_autoptr(ComparePaperRun) again = compare_paper_run(world, 1, n, NULL);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(world->solid);
    const BspShape shape = compare_paper_shape(COMPARE_PAPER_CYLINDER);
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
    g_autofree char *path = shipped_path("worlds", "stairs.json");
    g_autoptr(BspWorld) world = bsp_world_load(path, NULL);
    g_autoptr(ComparePaperRun) run = compare_paper_run(world, 3, 2000, NULL);
    cr_assert_not_null(run);
    cr_expect_gt(run->n_steps, 20, "%u steps", run->n_steps);
}

Test(paper, a_world_without_a_start_is_refused)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = compare_paper_environment(1, 4);
    g_array_set_size(world->starts, 0);
    cr_assert_null(compare_paper_run(world, 1, 10, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
}

/* --- verdicts --- */

Test(paper, verdicts)
{
    const double range[2] = { 2, 2.5 }, more[2] = { 1, HUGE_VAL }, none[2] = { 0, 0 };
    static const struct {
        double measured;
        ComparePaperVerdict verdict;
    } cases[] = { { 2, COMPARE_PAPER_REPRODUCED },       { 2.5, COMPARE_PAPER_REPRODUCED },
                  { 2.2, COMPARE_PAPER_REPRODUCED },     { 1.999, COMPARE_PAPER_DIFFERS },
                  { 2.501, COMPARE_PAPER_DIFFERS },      { (double)NAN, COMPARE_PAPER_UNMEASURED },
                  { HUGE_VAL, COMPARE_PAPER_UNMEASURED } };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
        cr_expect_eq(compare_paper_verdict(cases[i].measured, range), cases[i].verdict, "%g",
                     cases[i].measured);
    cr_expect_eq(compare_paper_verdict(1e300, more), COMPARE_PAPER_REPRODUCED);
    cr_expect_eq(compare_paper_verdict(0, none), COMPARE_PAPER_REPRODUCED);
    cr_expect_eq(compare_paper_verdict(1, none), COMPARE_PAPER_DIFFERS);
    cr_expect_null(compare_paper_verdict_name(COMPARE_PAPER_UNMEASURED));
    cr_expect_str_eq(compare_paper_verdict_name(COMPARE_PAPER_DIFFERS), "differs");
}

static guint check_part(const ComparePaperPart *part, gboolean timed)
{
    guint n_measured = 0;
    cr_assert_gt(part->claims->len, 0, "%s", part->key);
    cr_assert_not_null(part->series, "%s", part->key);
    for (guint i = 0; i < part->claims->len; i++) {
        const ComparePaperClaim *claim = &g_array_index(part->claims, ComparePaperClaim, i);
        cr_expect(claim->what && *claim->what && claim->published && claim->why && *claim->why);
        cr_expect_eq(claim->verdict, compare_paper_verdict(claim->measured, claim->range), "%s",
                     claim->what);
        if (timed)
            cr_expect_neq(claim->verdict, COMPARE_PAPER_UNMEASURED, "%s", claim->what);
        n_measured += claim->verdict != COMPARE_PAPER_UNMEASURED ? 1 : 0;
    }
    return n_measured;
}

/* All parts on an environment that is small enough for a test, with and without times. */
Test(paper, every_part_is_measured, .timeout = 300)
{
    g_autoptr(BspWorld) world = compare_paper_environment(1, SANITIZED ? 1 : 3);
    g_autoptr(GPtrArray) levels = g_ptr_array_new();
    g_ptr_array_add(levels, world);
    for (gboolean timed = FALSE; timed <= !SANITIZED; timed++)
        for (const ComparePaperKind *kind = compare_paper_kinds; kind->option; kind++) {
            g_autoptr(GError) error = NULL;
            const ComparePaper paper = { world, levels, 2, !timed };
            g_autoptr(ComparePaperPart) part = kind->measure(&paper, &error);
            cr_assert_not_null(part, "%s %s: %s", kind->option, kind->name,
                               error ? error->message : "");
            guint n = check_part(part, timed);
            cr_expect(n > 0 || strcmp(part->key, "table-2") == 0, "%s", part->key);
        }
}
