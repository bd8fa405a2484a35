/* test-aim: checks that aimed moves are of the wanted kinds, and that every method answers them
 * correctly.
 *
 * The contract defines which answers are correct. For points and boxes the exact oracle adds more
 * checks. An exact method stays within the bracket and is never late. It stops at most a bracket's
 * width from contact, and the plane of a hit supports a brush. tests/long-aim runs any number of
 * moves. */
#include <criterion/criterion.h>
#include <sys/wait.h>

#include "aim-trial.h"
#include "bsp-nodes.h"
#include "generate/aim.h"
#include "generate/generated.h"
#include "sanitized.h"
#include "scenes.h"
#include "table-move.h"
#include "tools/bsp-inspect.h"
#include "trace/node.h"

/* --- the moves --- */

static guint64 hash_moves(guint64 seed, guint n)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_TILES, 1, bsp_vec(0, 0, 0));
    g_autoptr(CompareAim) aim = compare_aim_new(solid, seed);
    BspShape box = scene_player();
    guint64 hash = BSP_HASH_START;
    compare_aim_set_shape(aim, &box);
    for (guint i = 0; i < n; i++) {
        CompareMove m = compare_aim_move(aim, (CompareAimKind)(i % COMPARE_AIM_KINDS));
        hash = bsp_hash(hash, &m, sizeof m);
    }
    return hash;
}

Test(aim, the_seed_tells_the_moves)
{
    cr_expect_eq(hash_moves(7, 500), hash_moves(7, 500));
    cr_expect_neq(hash_moves(7, 500), hash_moves(8, 500));
}

static gboolean is_float(double x)
{
    volatile float rounded = (float)x; /* volatile, because gcc 12 does not round otherwise
                                          (generate/aim.c) */
    return x == (double)rounded;
}

/* Most moves begin clear of solid, many hit something, and moves of kind "floats" have float
 * coordinates. */
Test(aim, moves_of_every_kind_begin_free_and_hit)
{
    BspShape box = scene_cube(4);
    guint n_clear = 0, n_hits = 0, n = 0;
    for (guint scene = 0; scene < SCENE_KINDS; scene++) {
        g_autoptr(BspSolid) solid = scene_nth(scene, 2);
        g_autoptr(CompareAim) aim = compare_aim_new(solid, scene);
        g_autoptr(BspBrushTable) brushes = bsp_brush_table_new(solid, 0);
        compare_aim_set_shape(aim, &box);
        for (guint i = 0; i < 1000; i++, n++) {
            CompareAimKind kind = (CompareAimKind)(i % COMPARE_AIM_KINDS);
            CompareMove m = compare_aim_move(aim, kind);
            BspTransition tr = table_move(brushes, &box, m.from, m.to);
            n_clear += tr.type == BSP_EMPTY || tr.type == BSP_EMPTY_TO_SOLID ? 1 : 0;
            n_hits += tr.type == BSP_EMPTY_TO_SOLID ? 1 : 0;
            for (guint k = 0; k < 3; k++) {
                cr_assert(fabs(m.from.v[k]) <= BSP_WORLD_HALF && fabs(m.to.v[k]) <= BSP_WORLD_HALF);
                cr_assert(
                    kind != COMPARE_AIM_FLOATS || (is_float(m.from.v[k]) && is_float(m.to.v[k])),
                    "%s, %u: %.17g %.17g", scene_name((SceneKind)scene), i, m.from.v[k], m.to.v[k]);
            }
        }
    }
    cr_expect_gt(n_clear, n * 3 / 4, "%u of %u", n_clear, n);
    cr_expect_gt(n_hits, n / 8, "%u of %u", n_hits, n);
}

/* Grazing moves come within a millionth of a unit of a brush and do not hit it, by the exact
 * oracle. */
Test(aim, grazing_moves_graze)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_BOXES, 3, bsp_vec(0, 0, 0));
    g_autoptr(CompareAim) aim = compare_aim_new(solid, 3);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    BspShape point = bsp_shape_point();
    guint n_undecided = 0;
    compare_aim_set_shape(aim, &point);
    for (guint i = 0; i < 500; i++) {
        CompareMove m = compare_aim_move(aim, COMPARE_AIM_GRAZE);
        CompareTruth truth = compare_oracle_move(oracle, &point, 0, m.from, m.to);
        double length = bsp_vec_length(bsp_vec_sub(m.to, m.from));
        n_undecided += (truth.t_hi - truth.t_lo) * length > 1 ? 1 : 0;
    }
    cr_expect_gt(n_undecided, 100, "%u of 500 brackets are wider than a unit", n_undecided);
}

/* The scenario gets exactly the wanted number of moves, spread over kinds, spaces and shapes. */
Test(aim, a_scenario_gets_as_many_moves_as_asked)
{
    static const guint numbers[] = { 1, 64, 65, 1000 };
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        g_autoptr(CompareScenario) s =
            aim_trial_scenario("aimed", scene_new(SCENE_ROOMS, 1, bsp_vec(0, 0, 0)));
        compare_aim_scenario(s, numbers[i], 1);
        guint n = 0;
        for (guint k = 0; k < s->trajectories->len; k++)
            n += g_array_index(s->trajectories, CompareTrajectory, k).moves->len;
        cr_expect_eq(n, numbers[i]);
        cr_expect_eq(s->trajectories->len, (s->spaces->len + s->shapes->len) * COMPARE_AIM_KINDS);
    }
}

/* --- brushes with nearly equal planes --- */

static void check_group(const BspPlane *planes, guint n, gpointer middle)
{
    g_autoptr(BspBrush) brush = bsp_brush_new_planes(planes, n, NULL);
    cr_assert_not_null(brush);
    BspBounds reach = { *(BspVec *)middle, *(BspVec *)middle };
    reach = bsp_bounds_grown(&reach, COMPARE_HARD_REACH);
    cr_expect(bsp_bounds_contain(&reach, brush->bounds.mins) &&
              bsp_bounds_contain(&reach, brush->bounds.maxs));
}

Test(aim, hard_groups_are_brushes_within_reach)
{
    for (guint kind = 0; kind < COMPARE_HARD_KINDS; kind++) {
        g_autoptr(GRand) rand = g_rand_new_with_seed(kind);
        for (guint i = 0; i < 200; i++) {
            BspVec middle = bsp_vec(i % 3 * 1.9e6, -1000, i % 2 * -4e6);
            compare_hard_group((CompareHardKind)kind, rand, middle, check_group, &middle);
        }
    }
}

/* --- the answers --- */

static void expect_right(const AimTrial *trial, const char *what)
{
    cr_assert_gt(trial->n_moves, 0);
    for (guint i = 0; i < trial->tallies->len; i++) {
        const AimTally *t = trial->tallies->pdata[i];
        const char *name = t->klass->name;
        cr_expect_eq(t->n_late, 0, "%s: %s: %lu of %lu late: %s", what, name, t->n_late, t->n,
                     t->worst[AIM_OUTSIDE]);
        cr_expect_eq(t->n_outside, 0, "%s: %s: %lu of %lu outside of the bracket: %s", what, name,
                     t->n_outside, t->n, t->worst[AIM_OUTSIDE]);
        cr_expect_leq(t->most_too_early, BSP_BRUSH_THICKNESS + BSP_TOUCH,
                      "%s: %s: %g units early: %s", what, name, t->most_too_early,
                      t->worst[AIM_EARLIEST]);
        cr_expect_leq(t->most_late, BSP_BRUSH_THICKNESS + BSP_TOUCH, "%s: %s: %g units late: %s",
                      what, name, t->most_late, t->worst[AIM_LATEST]);
        cr_expect(aim_planes_are_good(t), "%s: %s: %lu wrong planes: %s", what, name, t->n_planes,
                  t->worst[AIM_PLANE]);
        cr_expect_eq(t->n_misnamed, 0, "%s: %s: %lu of %lu hits misnamed: %s", what, name,
                     t->n_misnamed, t->n_hits, t->worst[AIM_MISNAMED]);
        cr_expect_eq(t->n_misplaced, 0, "%s: %s: %lu of %lu sides support nothing: %s", what, name,
                     t->n_misplaced, t->n_hits, t->worst[AIM_MISPLACED]);
        cr_expect_eq(t->n_left_wrongly, 0, "%s: %s: %lu leave matter wrongly: %s", what, name,
                     t->n_left_wrongly, t->worst[AIM_LEAVING]);
    }
}

/* Queries the solid and takes ownership of it. */
static void ask_solid(const char *name, BspSolid *solid, guint64 seed, const AimTrees *trees,
                      guint n)
{
    g_autoptr(AimTrial) trial = aim_trial_new();
    g_autoptr(CompareScenario) s = aim_trial_scenario(name, solid);
    g_autoptr(GError) error = NULL;
    compare_aim_scenario(s, n, seed);
    cr_assert(aim_trial_run(trial, s, trees, &error), "%s: %s", name, error ? error->message : "");
    cr_expect_eq(trial->n_moves, n);
    expect_right(trial, name);
}

static void ask(SceneKind kind, guint64 seed, double far, const AimTrees *trees, guint n)
{
    g_autofree char *name = g_strdup_printf("%s %lu at %g", scene_name(kind), seed, far);
    ask_solid(name, scene_new(kind, seed, bsp_vec(far, -far, 0)), seed, trees, n);
}

Test(aim, every_method_is_right_in_small_scenes)
{
    const AimTrees trees = { .builder = COMPARE_BUILDER_FAST };
    for (guint kind = 0; kind < SCENE_KINDS; kind++)
        for (guint64 seed = 1; seed <= (SHORT ? 1 : 3); seed++)
            ask((SceneKind)kind, seed, 0, &trees, SHORT ? 260 : 650);
}

Test(aim, every_method_is_right_far_away)
{
    const AimTrees trees = { .builder = COMPARE_BUILDER_FAST };
    for (guint kind = 0; kind < SCENE_KINDS; kind++)
        ask((SceneKind)kind, 4, kind % 2 ? 4000 : 100000, &trees, SHORT ? 260 : 650);
}

static void ask_hard(CompareHardKind kind)
{
    const AimTrees trees = { .builder = COMPARE_BUILDER_FAST };
    for (guint64 seed = 0; seed < 8; seed += SHORT ? 3 : 1) {
        BspVec middle = bsp_vec(seed % 2 ? 3.9e6 : 0, seed % 4 < 2 ? 0 : -1e5, 10);
        g_autofree char *name = g_strdup_printf("%s %lu", scene_hard_name(kind), seed);
        ask_solid(name, scene_hard(kind, 2, seed, middle), seed, &trees, 260);
    }
}

/* Declares a test of a kind of world. Every build of such a world ends within a second or two. */
#define HARD(id, kind)                                                                             \
    Test(aim, id, .timeout = 120)                                                                  \
    {                                                                                              \
        ask_hard(kind);                                                                            \
    }

HARD(slivers, COMPARE_HARD_SLIVERS)
HARD(wedges, COMPARE_HARD_WEDGES)
HARD(near_axial, COMPARE_HARD_AXIAL)
HARD(near_coplanar, COMPARE_HARD_COPLANAR)
HARD(bricks, COMPARE_HARD_BRICKS)

Test(aim, trees_of_other_builders_are_right)
{
    static const char *const trees[] = { "onion", "multi", "shift", "shift-box", NULL };
    const AimTrees builders[] = {
        { COMPARE_BUILDER_LISTING2, FALSE, trees },
        { COMPARE_BUILDER_COUNTING, FALSE, trees },
        { COMPARE_BUILDER_FAST, TRUE, trees },
    };
    for (guint i = 0; i < G_N_ELEMENTS(builders); i++)
        for (guint kind = SHORT ? i : 0; kind < SCENE_KINDS;
             kind += SHORT ? (guint)G_N_ELEMENTS(builders) : 1)
            ask((SceneKind)kind, 5 + i, 0, &builders[i], SHORT ? 260 : 650);
}

/* --- the command --- */

/* Runs "bspcompare" with these arguments. Returns its status and its output. */
static int run_program(const char *arguments, char **text)
{
    g_autofree char *line = g_strdup_printf("\"$BSPCOMPARE\" %s 2>&1", arguments);
    char *argv[] = { (char *)"/bin/sh", (char *)"-c", line, NULL };
    int status = -1;
    cr_assert(
        g_spawn_sync(NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, text, NULL, &status, NULL));
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* In seams, and where planes of the sum with a box are no faces, the crossed plane is not a right
 * answer. regress fails on a wrong plane. */
Test(aim, hits_name_faces)
{
    static const char *const scenarios[] = { "seam-of-three", "slivers" };
    for (guint i = 0; i < G_N_ELEMENTS(scenarios); i++) {
        g_autofree char *text = NULL;
        g_autofree char *line = g_strdup_printf("regress -m brushes --aim 6000,31 "
                                                "\"$BSP_DATA_DIR/scenarios/%s.json\"",
                                                scenarios[i]);
        cr_expect_eq(run_program(line, &text), 0, "%s", text);
    }
}
