/* test-exact-oracle: checks the exact oracle, on which other tests rely, by closed cases and by
 * the bracket. */
#include <criterion/criterion.h>

#include "exact-oracle.h"
#include "generate/aim.h"
#include "oracle/oracle.h"
#include "scenes.h"

static BspShape box_shape(double x0, double y0, double z0, double x1, double y1, double z1)
{
    return bsp_shape_box(bsp_vec(x0, y0, z0), bsp_vec(x1, y1, z1));
}

static void check(ExactOracle *oracle, const BspShape *shape, BspVec from, BspVec to, gboolean hits,
                  double t)
{
    ExactContact c = exact_oracle_contact(oracle, shape, from, to);
    cr_expect_eq(c.hits, hits, "(%.17g %.17g %.17g) to (%.17g %.17g %.17g)", from.x, from.y, from.z,
                 to.x, to.y, to.z);
    if (hits)
        cr_expect(c.t <= t && c.t >= nextafter(t, 0), "%.17g, not %.17g", c.t, t);
}

Test(exact_oracle, a_point_and_a_box_have_a_sum_of_eight_vertices)
{
    g_autoptr(BspSolid) solid = scene_one_box(0, 0, 0, 64, 64, 64);
    g_autoptr(ExactOracle) oracle = exact_oracle_new(solid);
    BspShape point = bsp_shape_point();
    cr_assert_eq(exact_oracle_n_vertices(oracle, 0), 8);
    check(oracle, &point, bsp_vec(-64, 32, 32), bsp_vec(64, 32, 32), TRUE, 0.5);
    check(oracle, &point, bsp_vec(32, 32, 32), bsp_vec(80, 32, 32), TRUE, 0);
    check(oracle, &point, bsp_vec(32, 32, 32), bsp_vec(32, 32, 32), TRUE, 0);
    /* Moves that touch in a face, along an edge, onto a face, at a corner, and a point that does
     * not move. */
    check(oracle, &point, bsp_vec(-64, 64, 32), bsp_vec(128, 64, 32), FALSE, 1);
    check(oracle, &point, bsp_vec(-64, 64, 64), bsp_vec(128, 64, 64), FALSE, 1);
    check(oracle, &point, bsp_vec(-64, 32, 32), bsp_vec(0, 32, 32), FALSE, 1);
    check(oracle, &point, bsp_vec(-64, 64, 64), bsp_vec(64, 0, 64 + 64), FALSE, 1);
    check(oracle, &point, bsp_vec(0, 0, 0), bsp_vec(0, 0, 0), FALSE, 1);
    /* The last bit decides between touching and a hit. */
    check(oracle, &point, bsp_vec(-64, nextafter(64, 0), 32), bsp_vec(64, nextafter(64, 0), 32),
          TRUE, 0.5);
    check(oracle, &point, bsp_vec(-64, 32, 32), bsp_vec(nextafter(0, 1), 32, 32), TRUE,
          nextafter(1, 0));
    check(oracle, &point, bsp_vec(32, 32, 64), bsp_vec(32, 48, nextafter(64, 0)), TRUE, 0);
}

/* A grazing move is behind all planes only long after it has crossed the first. */
Test(exact_oracle, a_box_that_goes_down_past_a_rim_is_judged_by_all_planes)
{
    g_autoptr(BspSolid) solid = scene_one_box(0, 0, 0, 64, 64, 64);
    g_autoptr(ExactOracle) oracle = exact_oracle_new(solid);
    BspShape box = box_shape(-1, -1, 0, 1, 1, 2);
    BspVec from = bsp_vec(32, 66, 64), to = bsp_vec(32, 40, 64 - 0x1p-20);
    check(oracle, &box, from, to, TRUE, 1 / 26.0);
    cr_expect_float_eq(exact_oracle_early(oracle, &box, from, to, 0), 1, 1e-12);
    cr_expect_eq(exact_oracle_early(oracle, &box, from, to, 1), 0);
    cr_expect_float_eq(exact_oracle_late(oracle, &box, from, to, 1), 0x1p-20, 1e-15);
    cr_expect_float_eq(exact_oracle_late(oracle, &box, from, to, 0.5), 0x1p-21, 1e-15);
    cr_expect_leq(exact_oracle_late(oracle, &box, from, to, 1 / 26.0), 1e-15);
}

Test(exact_oracle, distances_of_a_corner_and_an_edge_are_exact)
{
    g_autoptr(BspSolid) solid = scene_one_box(0, 0, 0, 64, 64, 64);
    g_autoptr(ExactOracle) oracle = exact_oracle_new(solid);
    BspShape point = bsp_shape_point(), box = box_shape(-1, -1, -1, 1, 1, 1);
    BspVec p = bsp_vec(67, 68, 64 + 12);
    cr_expect_float_eq(exact_oracle_early(oracle, &point, p, p, 0), 13, 1e-12);
    cr_expect_float_eq(exact_oracle_early(oracle, &box, p, p, 0), sqrt(4 + 9 + 121), 1e-12);
    p = bsp_vec(67, 32, 68);
    cr_expect_float_eq(exact_oracle_early(oracle, &point, p, p, 0), 5, 1e-12);
    p = bsp_vec(67000, 32, 68);
    cr_expect_float_eq(exact_oracle_early(oracle, &point, p, p, 0), hypot(66936, 4), 1e-8);
}

/* The maximum depth is within the move, not at its end. */
Test(exact_oracle, depth_of_a_move_right_through)
{
    g_autoptr(BspSolid) solid = scene_one_box(0, 0, 0, 64, 64, 64);
    g_autoptr(ExactOracle) oracle = exact_oracle_new(solid);
    BspShape point = bsp_shape_point();
    BspVec from = bsp_vec(-64, 20, 32), to = bsp_vec(128, 20, 32);
    cr_expect_float_eq(exact_oracle_late(oracle, &point, from, to, 1), 20, 1e-12);
    cr_expect_float_eq(exact_oracle_late(oracle, &point, from, to, 72 / 192.0), 8, 1e-12);
    from = bsp_vec(-64, 32, 32); /* deepest in the middle of the box, not of the move */
    to = bsp_vec(192, 32, 32);
    cr_expect_float_eq(exact_oracle_late(oracle, &point, from, to, 1), 32, 1e-12);
    from = bsp_vec(32, -3,
                   32); /* the move cuts a corner of the box's section as it passes over an edge */
    to = bsp_vec(-3, 32, 32);
    cr_expect_float_eq(exact_oracle_late(oracle, &point, from, to, 1), 14.5, 1e-12);
    cr_expect_float_eq(exact_oracle_late(oracle, &point, from, to, 0.5), 14.5, 1e-12);
}

/* Checks that the contact time is in the bracket. Near the origin, an answer at the contact is
 * neither late nor early. The two oracles share no code and build no tree. */
static guint check_solid(BspSolid *owned, guint64 seed, guint n, gboolean near)
{
    guint n_hits = 0;
    g_autoptr(BspSolid) solid = owned;
    g_autoptr(ExactOracle) exact = exact_oracle_new(solid);
    g_autoptr(CompareOracle) bracket = compare_oracle_new(solid);
    g_autoptr(CompareAim) aim = compare_aim_new(solid, seed);
    Random r = random_seeded(seed);
    for (guint i = 0; i < n; i++) {
        BspShape box = i % 3 ? scene_random_box(&r) : bsp_shape_point();
        compare_aim_set_shape(aim, &box);
        CompareMove m = compare_aim_move(aim, (CompareAimKind)(i % COMPARE_AIM_KINDS));
        ExactContact c = exact_oracle_contact(exact, &box, m.from, m.to);
        CompareTruth truth = compare_oracle_move(bracket, &box, 0, m.from, m.to);
        g_autofree char *text = scene_describe(solid, &box, m.from, m.to);
        cr_expect(c.t >= truth.t_lo && c.t <= truth.t_hi, "%.17g, not in %.17g .. %.17g\n%s", c.t,
                  truth.t_lo, truth.t_hi, text);
        n_hits += c.hits ? 1 : 0;
        if (!near)
            continue;
        double late = exact_oracle_late(exact, &box, m.from, m.to, c.t);
        cr_expect_leq(late, 1e-12, "%.17g late\n%s", late, text);
        if (c.hits) {
            double early = exact_oracle_early(exact, &box, m.from, m.to, c.t);
            cr_expect_leq(early, 1e-10, "%.17g early\n%s", early, text);
        }
    }
    return n_hits;
}

Test(exact_oracle, is_within_the_bracket)
{
    for (guint kind = 0; kind < SCENE_KINDS; kind++)
        for (guint64 seed = 0; seed < 6; seed++)
            check_solid(scene_nth(kind, seed), seed, 150, TRUE);
}

Test(exact_oracle, is_within_the_bracket_where_planes_are_nearly_equal)
{
    guint n_hits = 0;
    for (guint kind = 0; kind < COMPARE_HARD_KINDS; kind++)
        for (guint64 seed = 0; seed < 8; seed++) {
            BspVec middle = bsp_vec(seed % 2 ? 4e6 : 0, seed % 4 < 2 ? 0 : -1e5, 10);
            BspSolid *solid = scene_hard((CompareHardKind)kind, 2, seed, middle);
            n_hits += check_solid(solid, seed, 100, FALSE);
        }
    cr_expect_gt(n_hits, 400, "%u hits", n_hits);
}
