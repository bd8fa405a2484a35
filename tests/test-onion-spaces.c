/* test-onion-spaces: onions of one space and of many; of equal, nested and impossibly large
 * ones. */
#include <criterion/criterion.h>

#include "brush-by-brush.h"
#include "onion-check.h"
#include "onion/onion-private.h"
#include "random.h"
#include "sanitized.h"
#include "scenes.h"
#include "shipped.h"

/* Each space of the tree must answer as a tree of that space alone, and within the bracket. */
static void check_many_spaces(const BspSolid *solid, guint n, guint part_at_faces)
{
    g_autofree OnionSpace *spaces = g_new(OnionSpace, n);
    for (guint i = 0; i < n; i++) {
        double half = 40.0 * (i * 7 % n) / n; /* in no order */
        spaces[i] = cube_space("some", half);
        spaces[i].box.maxs.z += 0.25 * i;
    }
    OnionOptions options = onion_options_default();
    options.part_at_faces = part_at_faces;
    g_autoptr(OnionTree) tree = build_onion_with(solid, spaces, n, &options);
    cr_assert_eq(onion_tree_n_spaces(tree), n);
    cr_assert_eq(tree->words, (n + 63) / 64);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    BspSolid **expanded = expand_spaces(solid, spaces, n);
    Random r = random_seeded(n);
    for (guint i = 0; i < n; i++) {
        cr_assert_eq(onion_tree_space(tree, i)->box.maxs.z, spaces[i].box.maxs.z);
        cr_assert_str_eq(onion_tree_space(tree, i)->name, "some");
        cr_assert_neq(onion_tree_space(tree, i)->name, spaces[i].name, "a copy");
        for (guint k = 0; k < (SHORT ? 8 : 40); k++) {
            BspVec from, to;
            scene_grid_move(&r, &from, &to);
            BspTransition tr = onion_tree_first_transition(tree, i, from, to, NULL);
            check_onion_answer(oracle, expanded[i], &spaces[i], from, to, &tr);
            gboolean is_solid = onion_tree_point_is_solid(tree, i, from);
            guint64 bits[3];
            onion_tree_descriptor(tree, from, bits);
            cr_assert_eq(is_solid, bsp_bit(bits, i));
            PointSolidity solidity = brushes_at(expanded[i], from);
            if (solidity != IS_NEAR_SURFACE)
                cr_assert_eq(is_solid, solidity == IS_SOLID);
        }
    }
    free_solids(expanded, n);
}

Test(onion_spaces, any_number_of_spaces)
{
    static const guint numbers[] = { 1, 2, 5, 64, 65, 130 };
    Random r = random_seeded(8);
    g_autoptr(BspSolid) solid = scene_grid(&r, 6);
    for (guint part_at_faces = 0; part_at_faces <= 2; part_at_faces += 2)
        for (guint i = SHORT ? part_at_faces / 2 : 0; i < G_N_ELEMENTS(numbers); i += SHORT ? 2 : 1)
            check_many_spaces(solid, numbers[i], part_at_faces);
}

Test(onion_spaces, identical_spaces)
{
    g_autoptr(BspSolid) solid = shipped_solid("low-tunnel.json");
    OnionSpace spaces[65];
    for (guint i = 0; i < G_N_ELEMENTS(spaces); i++)
        spaces[i] = three_spaces[1];
    g_autoptr(OnionTree) many =
        build_onion(solid, spaces, G_N_ELEMENTS(spaces), ONION_BUILDER_FAST);
    g_autoptr(OnionTree) one = build_onion(solid, spaces, 1, ONION_BUILDER_FAST);
    OnionStats stats_of_many, stats_of_one;
    onion_tree_stats(many, &stats_of_many);
    onion_tree_stats(one, &stats_of_one);
    cr_assert_eq(stats_of_many.descriptors, 2);
    for (guint i = 0; i < 2; i++) {
        const guint64 *bits = many->descriptors + 2 * i;
        cr_assert((bits[0] == 0 && bits[1] == 0) || (bits[0] == G_MAXUINT64 && bits[1] == 1));
    }
    cr_assert_leq(stats_of_many.nodes, 2 * stats_of_one.nodes, "they share their planes");
}

Test(onion_spaces, a_space_too_big_for_the_world)
{
    g_autoptr(BspSolid) solid = shipped_solid("low-tunnel.json");
    OnionSpace spaces[2] = { three_spaces[1], cube_space("giant", 1000) };
    g_autoptr(OnionTree) tree = build_onion(solid, spaces, 2, ONION_BUILDER_FAST);
    Random r = random_seeded(9);
    for (guint i = 0; i < 500; i++) {
        BspVec from = random_point_within(&r, 140), to = random_point_within(&r, 140);
        cr_assert(onion_tree_point_is_solid(tree, 1, from));
        cr_assert_eq(onion_tree_first_transition(tree, 1, from, to, NULL).type, BSP_SOLID);
    }
    BspVec start = bsp_vec(0, -64, 41), end = bsp_vec(0, -64, 44);
    cr_assert_eq(onion_tree_first_transition(tree, 0, start, end, NULL).type, BSP_EMPTY);
}

Test(onion_spaces, ten_nested_spaces)
{
    g_autoptr(BspSolid) solid = shipped_solid("pillars.json");
    OnionSpace spaces[10];
    for (guint i = 0; i < 10; i++)
        spaces[i] = cube_space("nested", 3 * i);
    g_autoptr(OnionTree) tree = build_onion(solid, spaces, 10, ONION_BUILDER_FAST);
    for (guint i = 0; i < tree->n_descriptors; i++) {
        /* a leaf that is solid for a box is solid for larger ones: ones above zeros */
        guint64 empty = ~tree->descriptors[i] & 1023;
        cr_assert_eq(empty & (empty + 1), 0, "descriptor %#" G_GINT64_MODIFIER "x",
                     tree->descriptors[i]);
    }
    BspVec from = bsp_vec(0, 0, 128), to = bsp_vec(0, 400, 128);
    double last = 2;
    for (guint i = 0; i < 10; i++) {
        BspTransition tr = onion_tree_first_transition(tree, i, from, to, NULL);
        double t = tr.type == BSP_EMPTY || tr.type == BSP_EMPTY_TO_SOLID ? tr.t : 0;
        cr_assert_leq(t, last, "a larger box gets no farther");
        last = t;
    }
}
