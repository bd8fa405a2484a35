/* test-onion-build: tests builds of onions of any number of spaces. Bad input must be rejected.
 * test-build-threads cancels builds, and compares builds with several threads. */
#include <criterion/criterion.h>
#include <string.h>

#include "build-trees.h"
#include "onion/onion-private.h"
#include "oracle/oracle.h"
#include "random.h"
#include "sanitized.h"
#include "scenes.h"

Test(onion_build, a_world_of_nothing_stops_nothing)
{
    g_autoptr(BspSolid) solid = scene_solid(NULL, 0);
    for (guint builder = 0; builder < 2; builder++) {
        g_autoptr(OnionTree) tree = build_onion(solid, three_spaces, 3, (OnionBuilder)builder);
        BspTransition tr =
            onion_tree_first_transition(tree, 1, bsp_vec(-1e6, 0, 0), bsp_vec(1e6, 3, 0), NULL);
        cr_assert_eq(tr.type, BSP_EMPTY);
        cr_assert_eq(tr.t, 1);
    }
}

/* --- rejected builds --- */

static void check_refused(BspBounds box, gint code, const char *says)
{
    g_autoptr(BspSolid) solid = scene_one_box(-32, -16, -16, 0, 16, 16);
    OnionSpace spaces[2] = { three_spaces[1], { "odd\none", box, 0 } };
    g_autoptr(GError) error = NULL;
    cr_assert_null(onion_tree_build(solid, spaces, 2, NULL, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, code), "%s", error ? error->message : "");
    cr_assert(strstr(error->message, "\"odd?one\"") && strstr(error->message, says), "%s",
              error->message);
    cr_assert_null(strchr(error->message, '\n'));
}

Test(onion_build, refuses_impossible_spaces)
{
    BspVec o = bsp_vec(0, 0, 0);
    check_refused((BspBounds){ bsp_vec(1, 0, 0), o }, BSP_ERROR_VALUE, "x axis");
    check_refused((BspBounds){ bsp_vec(0, 2, 0), bsp_vec(5, 1, 5) }, BSP_ERROR_VALUE, "y axis");
    check_refused((BspBounds){ bsp_vec(0, 0, -HUGE_VAL), o }, BSP_ERROR_VALUE, "z axis");
    check_refused((BspBounds){ o, bsp_vec(0, 0, (double)NAN) }, BSP_ERROR_VALUE, "z axis");
    check_refused((BspBounds){ o, bsp_vec(HUGE_VAL, 0, 0) }, BSP_ERROR_VALUE, "x axis");
    check_refused((BspBounds){ bsp_vec(-1e7, 0, 0), o }, BSP_ERROR_GEOMETRY, "brush 0");
}

static void swallow(const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
    (void)domain, (void)level, (void)message;
    ++*(guint *)data;
}

Test(onion_build, refuses_no_spaces)
{
    g_autoptr(BspSolid) solid = scene_one_box(-32, -16, -16, 0, 16, 16);
    guint n_critical = 0;
    g_log_set_handler("onionbsp", G_LOG_LEVEL_CRITICAL, swallow, &n_critical);
    cr_assert_null(onion_tree_build(solid, three_spaces, 0, NULL, NULL));
    cr_assert_null(onion_tree_build(solid, NULL, 3, NULL, NULL));
    cr_assert_null(onion_tree_build(NULL, three_spaces, 3, NULL, NULL));
    cr_assert_eq(n_critical, 3, "each is a programmer's error");
}

/* --- spaces --- */

/* Checks that the tree's answer to a move is within the bracket. If the move starts in solid, its
 * exit must be within the bracket, too. */
static void check_move(const OnionTree *tree, guint space, CompareOracle *oracle, BspVec from,
                       BspVec to)
{
    const BspBounds *box = &onion_tree_space(tree, space)->box;
    BspShape shape = bsp_shape_box(box->mins, box->maxs);
    CompareTruth truth = compare_oracle_move(oracle, &shape, 0, from, to);
    BspTransition tr = onion_tree_first_transition(tree, space, from, to, NULL);
    double t = bsp_transition_blocking_time(&tr), leave = tr.type == BSP_SOLID ? 1 : tr.t;
    cr_assert(t >= truth.t_lo && t <= truth.t_hi, "%g, space %u", t, space);
    cr_assert(t > 0 || !truth.inside || (leave >= truth.leave_lo && leave <= truth.leave_hi),
              "it leaves at %g, space %u", leave, space);
    guint64 bits[3];
    onion_tree_descriptor(tree, from, bits);
    cr_assert_eq(onion_tree_point_is_solid(tree, space, from), bsp_bit(bits, space));
}

static void check_many_spaces(const BspSolid *solid, guint n, guint space_node_faces)
{
    g_autofree OnionSpace *spaces = g_new(OnionSpace, n);
    for (guint i = 0; i < n; i++) {
        double half = 40.0 * (i * 7 % n) /
                      n; /* this order makes the sizes neither ascending nor descending */
        spaces[i] = cube_space("some", half);
        spaces[i].box.maxs.z += 0.25 * i;
    }
    const OnionOptions options = { .space_node_faces = space_node_faces,
                                   .no_space_nodes = space_node_faces == 0 };
    g_autoptr(OnionTree) tree = build_onion_with(solid, spaces, n, &options);
    cr_assert_eq(onion_tree_n_spaces(tree), n);
    cr_assert_eq(tree->words, (n + 63) / 64);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    Random r = random_seeded(n);
    for (guint i = 0; i < n; i++) {
        cr_assert_eq(onion_tree_space(tree, i)->box.maxs.z, spaces[i].box.maxs.z);
        cr_assert_str_eq(onion_tree_space(tree, i)->name, "some");
        cr_assert_neq(onion_tree_space(tree, i)->name, spaces[i].name, "a copy");
        for (guint k = 0; k < (SHORT ? 8 : 40); k++) {
            BspVec from, to;
            scene_grid_move(&r, &from, &to);
            check_move(tree, i, oracle, from, to);
        }
    }
}

Test(onion_spaces, any_number_of_spaces_gives_right_answers)
{
    static const guint numbers[] = { 1, 2, 5, 64, 65, 130 };
    Random r = random_seeded(8);
    g_autoptr(BspSolid) solid = scene_grid(&r, 6);
    for (guint space_node_faces = 0; space_node_faces <= 2; space_node_faces += 2)
        for (guint i = SHORT ? space_node_faces / 2 : 0;
             i < G_N_ELEMENTS(numbers) - (SANITIZED ? 1 : 0); i += SHORT ? 2 : 1)
            check_many_spaces(solid, numbers[i], space_node_faces);
}
