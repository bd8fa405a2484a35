/* test-oracle: the bracket of the oracle, by hand, and for many brushes at once. test-cast compares
 * the oracle's closed forms with casts, and test-exact-oracle with rational numbers. */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-hull.h"
#include "oracle/oracle.h"
#include "oracle/sum.h"
#include "sanitized.h"
#include "scenes.h"

/* --- the bracket --- */

static GPtrArray *grown_sums(const BspSolid *solid, const BspShape *shape)
{
    GPtrArray *sums = g_ptr_array_new_with_free_func((GDestroyNotify)compare_sum_free);
    for (guint b = 0; b < solid->brushes->len; b++)
        g_ptr_array_add(sums, compare_sum_new(bsp_solid_brush(solid, b), shape, BSP_BRACKET));
    return sums;
}

/* Grown obstacles are hit no later than the actual ones, and shrunk ones no earlier. The hit is
 * the earliest of all brushes, whatever the bounds exclude. */
Test(oracle, grown_before_as_is_before_shrunk)
{
    guint hits = 0;
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        for (guint64 seed = 0; seed < (SHORT ? 10 : 60); seed++) {
            g_autoptr(BspSolid) solid = scene_nth(kind, seed);
            Random r = random_seeded(seed + 3);
            for (guint s = 0; s < 4; s++) {
                g_autoptr(BspHull) hull = NULL;
                BspShape shape = scene_random_shape(&r, &hull);
                g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
                g_autoptr(GPtrArray) sums = grown_sums(solid, &shape);
                for (guint i = 0; i < 25; i++) {
                    BspVec from, to;
                    scene_move(&r, solid, &shape, &from, &to);
                    CompareTruth truth = compare_oracle_move(oracle, &shape, 0, from, to);
                    g_autofree char *text = scene_describe(solid, &shape, from, to);
                    cr_assert(0 <= truth.t_lo && truth.t_lo <= truth.t && truth.t <= truth.t_hi &&
                                  truth.t_hi <= 1,
                              "[%.17g, %.17g, %.17g]\n%s", truth.t_lo, truth.t, truth.t_hi, text);
                    double first = 1, t;
                    for (guint b = 0; b < solid->brushes->len; b++) {
                        if (compare_sum_enter(sums->pdata[b], from, bsp_vec_sub(to, from), &t,
                                              NULL))
                            first = fmin(first, t);
                    }
                    cr_assert(truth.t_lo <= first && truth.t_lo > first - 1e-6,
                              "t_lo %.17g, not %.17g\n%s", truth.t_lo, first, text);
                    double length = bsp_vec_length(truth.normal);
                    cr_assert(truth.t < 1 || length == 0 || fabs(length - 1) < 1e-9);
                    hits += truth.t < 1;
                }
            }
        }
    }
    cr_assert(hits > (SHORT ? 833u : 5000u));
}

static void check_move(const CompareTruth *truth, double lo, double t, double hi)
{
    cr_assert(fabs(truth->t_lo - lo) < 1e-12 && fabs(truth->t - t) < 1e-12 &&
                  fabs(truth->t_hi - hi) < 1e-12,
              "[%.17g, %.17g, %.17g], not [%.17g, %.17g, %.17g]", truth->t_lo, truth->t,
              truth->t_hi, lo, t, hi);
}

/* Every shape against one box, with numbers that can be computed by hand. */
Test(oracle, brackets_by_hand)
{
    g_autoptr(BspSolid) solid = scene_one_box(10, -50, -50, 20, 50, 50);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    BspVec corners[] = { { { -1, -2, -3 } }, { { 3, 0, 0 } }, { { 0, 4, 0 } }, { { 0, 0, 5 } } };
    g_autoptr(BspHull) hull = bsp_hull_new(corners, 4, NULL);
    BspShape shapes[] = {
        bsp_shape_point(),           bsp_shape_box(bsp_vec(-1, -2, -3), bsp_vec(3, 4, 5)),
        bsp_shape_sphere(3),         bsp_shape_cylinder(3, -7, 9),
        bsp_shape_capsule(3, -7, 9), bsp_shape_hull(hull)
    };
    for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
        double reach = i ? 3 : 0, back = i == 0 ? 0 : i == 1 || i == 5 ? 1 : 3;
        BspVec near = bsp_vec(10 - reach, 0, 0), apart = bsp_vec(0, 0, 0);
        CompareTruth tr = compare_oracle_move(oracle, &shapes[i], 0, apart, bsp_vec(10, 0, 0));
        double t = (10 - reach) / 10;
        check_move(&tr, t - 1e-4, t, t == 1 ? 1 : t + 1e-4);
        /* touching, and from there along, away and into the box */
        tr = compare_oracle_move(oracle, &shapes[i], 0, near, bsp_vec(10 - reach, 5, -5));
        check_move(&tr, 0, 1, 1);
        tr = compare_oracle_move(oracle, &shapes[i], 0, near, bsp_vec(0, 0, 0));
        check_move(&tr, 0, 1, 1);
        tr = compare_oracle_move(oracle, &shapes[i], 0, near, bsp_vec(20 - reach, 0, 0));
        check_move(&tr, 0, 0, 1e-4);
        cr_assert(tr.normal.x == -1 && tr.normal.y == 0 && tr.normal.z == 0);
        /* from inside, from behind, and without a move */
        tr = compare_oracle_move(oracle, &shapes[i], 0, bsp_vec(15, 0, 0), bsp_vec(15, 90, 0));
        check_move(&tr, 0, 0, 0);
        tr = compare_oracle_move(oracle, &shapes[i], 0, bsp_vec(30, 0, 0), bsp_vec(20, 0, 0));
        t = (10 - back) / 10;
        check_move(&tr, t - 1e-4, t, t == 1 ? 1 : t + 1e-4);
        tr = compare_oracle_move(oracle, &shapes[i], 0, apart, apart);
        check_move(&tr, 1, 1, 1);
        tr = compare_oracle_move(oracle, &shapes[i], 0, bsp_vec(15, 0, 0), bsp_vec(15, 0, 0));
        check_move(&tr, 0, 0, 0);
    }
}

/* The oracle caches sums by shape. Shapes that differ in one number must not share them. */
Test(oracle, shapes_are_told_apart)
{
    g_autoptr(BspSolid) solid = scene_one_box(10, -50, -50, 20, 50, 50);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    for (guint turn = 0; turn < 2; turn++) {
        for (int radius = 1; radius < 6; radius++) {
            BspShape shapes[] = { bsp_shape_sphere(radius),
                                  bsp_shape_cylinder(radius, -radius, radius),
                                  bsp_shape_box(bsp_vec(-radius, -1, -1), bsp_vec(radius, 1, 1)) };
            for (guint s = 0; s < 3; s++) {
                CompareTruth truth =
                    compare_oracle_move(oracle, &shapes[s], 0, bsp_vec(0, 0, 0), bsp_vec(20, 0, 0));
                cr_assert(fabs(truth.t - (10 - radius) / 20.0) < 1e-12);
            }
        }
    }
}

/* A cylinder level with a corner of the brush, between pieces of the sum. test-property found
 * this case: the time for the actual brush was later than the time for the shrunk brush. */
Test(oracle, no_crack_between_the_pieces_of_a_sum)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_SPIKES, 2055, bsp_vec(0, 0, 0));
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    BspShape cylinder =
        bsp_shape_cylinder(8.9956580399310599, -13.142963595049839, -12.000537638962482);
    BspVec from = bsp_vec(5.9127256103868024, 16.172139488069128, 29.142963595049839);
    BspVec to = bsp_vec(6.7873173754248688, -6.0564847361725764, 29.142963595049839);
    CompareTruth truth = compare_oracle_move(oracle, &cylinder, 0, from, to);
    cr_assert(truth.t_lo <= truth.t && truth.t <= truth.t_hi, "[%.17g, %.17g, %.17g]", truth.t_lo,
              truth.t, truth.t_hi);
}

/* --- many brushes --- */

/* Combines the answers of a separate oracle for each brush, in order. A single brush cannot
 * decide when a move leaves all brushes; test-leaving checks that. */
static CompareTruth one_by_one(const BspSolid *solid, const BspShape *shape, BspVec from, BspVec to)
{
    CompareTruth all = { .t_lo = 1, .t = 1, .t_hi = 1, .brush = COMPARE_NO_BRUSH };
    for (guint b = 0; b < solid->brushes->len; b++) {
        GPtrArray *only = g_ptr_array_new();
        g_ptr_array_add(only, solid->brushes->pdata[b]);
        g_autoptr(BspSolid) alone = bsp_solid_new(only);
        g_autoptr(CompareOracle) oracle = compare_oracle_new(alone);
        CompareTruth own = compare_oracle_move(oracle, shape, 0, from, to);
        all.t_lo = fmin(all.t_lo, own.t_lo);
        all.t_hi = fmin(all.t_hi, own.t_hi);
        if (own.t < all.t) {
            all.t = own.t;
            all.normal = own.normal;
            all.brush = b;
        }
        all.inside = all.inside || own.inside;
    }
    return all;
}

Test(oracle, finds_among_many_what_each_says_alone)
{
    for (guint seed = 0; seed < 12; seed++) {
        Random r = random_seeded(seed);
        g_autoptr(BspSolid) solid = scene_nth(seed, seed);
        BspShape shape = scene_random_box(&r);
        g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
        for (guint i = 0; i < 40; i++) {
            BspVec from, to;
            scene_move(&r, solid, &shape, &from, &to);
            CompareTruth found = compare_oracle_move(oracle, &shape, 0, from, to);
            CompareTruth right = one_by_one(solid, &shape, from, to);
            g_autofree char *how = scene_describe(solid, &shape, from, to);
            found.leave_lo = found.leave_hi = 0;
            cr_assert(memcmp(&found, &right, sizeof found) == 0, "t %g, not %g: %s", found.t,
                      right.t, how);
        }
    }
}

/* The move ends in a corner between two walls, among many boxes that it misses. The normal must
 * be that of the wall with the lower number, whatever the order of the search is. */
Test(oracle, of_two_hit_at_once_the_first_counts)
{
    for (guint n = 0; n < 40; n++) {
        for (guint swapped = 0; swapped < 2; swapped++) {
            BspBrush *brushes[42], *walls[2] = { scene_box(10, -40, 0, 20, 40, 20),
                                                 scene_box(-40, 10, 0, 40, 20, 20) };
            brushes[0] = walls[swapped];
            for (guint i = 1; i <= n; i++)
                brushes[i] = scene_box(4.0 * i - 80, -90, 0, 4.0 * i - 78, -80, 20);
            brushes[n + 1] = walls[1 - swapped];
            g_autoptr(BspSolid) solid = scene_solid(brushes, n + 2);
            g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
            BspShape point = bsp_shape_point();
            CompareTruth truth =
                compare_oracle_move(oracle, &point, 0, bsp_vec(0, 0, 10), bsp_vec(20, 20, 10));
            cr_expect(truth.t == 0.5);
            cr_expect(swapped ? truth.normal.y == -1 : truth.normal.x == -1,
                      "%u boxes between: (%g, %g, %g)", n, truth.normal.x, truth.normal.y,
                      truth.normal.z);
        }
    }
}

/* --- shapes that are flatter than the bracket is wide, and obstacles with faces of no width --- */

/* Heights from below any coordinate's precision to just above the height that shrinking removes. */
static const double heights[] = { 1e-14, 1e-9, 2e-6, 1e-4, 1e-3, 1.9e-3, 2.1e-3 };

/* The distances in units from the oracle's contact to both ends of the bracket, straight down. */
static void bracket_below(CompareOracle *oracle, const BspShape *shape, double from, double *before,
                          double *behind)
{
    BspVec start = bsp_vec(3, 2, from), end = bsp_vec(3, 2, from - 1000);
    CompareTruth truth = compare_oracle_move(oracle, shape, 0, start, end);
    cr_assert(truth.t < 1, "nothing is hit");
    *before = 1000 * (truth.t - truth.t_lo);
    *behind = 1000 * (truth.t_hi - truth.t);
}

Test(oracle_flat, on_a_level_floor)
{
    static const double floors[] = { 0, 0.1, 1000.7, -2000000.3 };
    for (guint i = 0; i < G_N_ELEMENTS(floors); i++) {
        g_autoptr(BspSolid) solid = scene_one_box(-50, -50, floors[i] - 10, 50, 50, floors[i]);
        g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
        for (guint k = 0; k < G_N_ELEMENTS(heights); k++) {
            BspShape disc = bsp_shape_cylinder(12, 0, heights[k]);
            double before, behind;
            bracket_below(oracle, &disc, floors[i] + 300, &before, &behind);
            cr_expect(fabs(before - BSP_BRACKET) < 1e-8 && fabs(behind - BSP_BRACKET) < 1e-8,
                      "height %g, floor %g: %g before, %g behind", heights[k], floors[i], before,
                      behind);
        }
    }
}

/* On a slope, a smaller radius and a smaller height both move the contact. So the bracket, measured
 * straight down, is wider than on a floor. */
Test(oracle_flat, on_a_slope)
{
    BspPlane planes[] = { { bsp_vec(0.6, 0, 0.8), 0 }, { bsp_vec(0, 0, -1), 500 },
                          { bsp_vec(1, 0, 0), 100 },   { bsp_vec(-1, 0, 0), 100 },
                          { bsp_vec(0, 1, 0), 100 },   { bsp_vec(0, -1, 0), 100 } };
    BspBrush *slope[] = { bsp_brush_new_planes(planes, G_N_ELEMENTS(planes), NULL) };
    g_autoptr(BspSolid) solid = scene_solid(slope, 1);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    double wide = (0.6 + 0.8) / 0.8 * BSP_BRACKET;
    for (guint k = 0; k < G_N_ELEMENTS(heights); k++) {
        BspShape disc = bsp_shape_cylinder(12, -heights[k], 0);
        double before, behind;
        bracket_below(oracle, &disc, 400, &before, &behind);
        cr_expect(fabs(before - wide) < 1e-9 && fabs(behind - wide) < 1e-9,
                  "height %g: %g before, %g behind", heights[k], before, behind);
    }
}

/* A plate thinner than the shrink distance vanishes, so the shrunk solid is not hit. */
Test(oracle_flat, a_plate_that_shrinks_to_nothing)
{
    g_autoptr(BspSolid) solid = scene_one_box(-50, -50, 0, 50, 50, 0.001);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    BspShape disc = bsp_shape_cylinder(12, 0, 1e-6);
    CompareTruth truth =
        compare_oracle_move(oracle, &disc, 0, bsp_vec(0, 0, 100), bsp_vec(0, 0, -100));
    cr_expect(truth.t_lo < 0.5 && fabs(200 * truth.t - 99.999) < 1e-9 && truth.t_hi == 1,
              "[%.17g, %.17g, %.17g]", truth.t_lo, truth.t, truth.t_hi);
}

/* Far from the origin, a capsule's sum with a spike has a top face of no width. It must not
 * bound the sum sideways: a move in its plane, 12.16 units past the tip, is clear. */
Test(oracle_flat, past_the_tip_of_a_spike)
{
    BspPlane planes[] = {
        { bsp_vec(-0.99999998588619388, 0, 0.00016801075031690085), -3899985.9269792032 },
        { bsp_vec(0.99999998588619388, 0, 0.00016801075031690085), 3899985.962933504 },
        { bsp_vec(0, -0.99999998588619388, 0.00016801075031690085), -87.982021607701157 },
        { bsp_vec(0, 0.99999998588619388, 0.00016801075031690085), 88.017975908268966 },
        { bsp_vec(0, 0, -1), -14 }
    };
    BspBrush *spike[] = { bsp_brush_new_planes(planes, G_N_ELEMENTS(planes), NULL) };
    g_autoptr(BspSolid) solid = scene_solid(spike, 1);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    BspShape pill = bsp_shape_capsule(12, -24, 32);
    BspVec from = bsp_vec(3899986, 75.84375, 119.002), to = bsp_vec(3899986, 76.5, 119.002);
    CompareTruth truth = compare_oracle_move(oracle, &pill, 0, from, to);
    double contact = (76 - 75.84375) / (76.5 - 75.84375);
    cr_expect(fabs(truth.t - contact) < 1e-4 && fabs(truth.t_lo - contact) < 2e-3 &&
                  fabs(truth.t_hi - contact) < 2e-3,
              "[%.17g, %.17g, %.17g], not %.17g", truth.t_lo, truth.t, truth.t_hi, contact);
}

/* A brush with two bottom faces 1e-8 unit apart, so that rounding has moved its corners along
 * them. The part of the sum that one of them sweeps along the floor is equally thin. It must not
 * reach farther than its outline from above. The cylinder touches another side, and its depth
 * stays below 1e-4 unit. */
Test(oracle_flat, past_a_brush_with_two_bottoms)
{
    BspPlane planes[] = {
        { bsp_vec(8.8977879224952164e-09, -0.99999999980417187, 1.9790310921300843e-05),
          -10.938650073510495 },
        { bsp_vec(0.99999999999999556, -1.7915140852040467e-08, 9.296236591336997e-08),
          27.302506611451165 },
        { bsp_vec(-3.8584031438969726e-08, 5.7935092376701156e-10, -0.99999999999999933),
          -17.406453131042888 },
        { bsp_vec(-0.0012142759855545276, -5.7588796531998013e-10, 0.99999926276664386),
          17.395001677607095 },
        { bsp_vec(-0.0012142493291416975, 9.8587567961263308e-09, 0.99999926279901163),
          17.395002520102583 },
        { bsp_vec(0.99999999950002294, -2.8399523924638716e-09, -3.1622050553857795e-05),
          27.301954716855334 },
        { bsp_vec(-1.3310248721904631e-08, 0.99999999999846534, -1.7519066273013874e-06),
          56.622266035927474 },
        { bsp_vec(-1.8911786283595548e-09, 1.494273577665177e-08, -0.99999999999999989),
          -17.4064519721151 }
    };
    BspBrush *brush[] = { bsp_brush_new_planes(planes, G_N_ELEMENTS(planes), NULL) };
    cr_assert_not_null(brush[0]);
    g_autoptr(BspSolid) solid = scene_solid(brush, 1);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    BspShape barrel = bsp_shape_cylinder(5, -4, 8);
    BspVec from = bsp_vec(22.574291261290128, 61.622296837152511, 9.4099853403587872);
    BspVec to = bsp_vec(-1.4894153664660372, 61.622190689504244, -50.996975108984373);
    CompareTruth truth = compare_oracle_move(oracle, &barrel, 0, from, to);
    cr_expect_eq(truth.t_hi, 1.0, "[%.17g, %.17g, %.17g]", truth.t_lo, truth.t, truth.t_hi);
}

/* A disc on a floor. Once, it hit the floor shrunk by a thousandth, because the oracle did not
 * shrink the disc's height. */
Test(oracle_flat, discs_on_a_floor)
{
    g_autoptr(BspSolid) solid = scene_one_box(-64, -64, -8, 64, 64, 0);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    for (guint i = 0; i < 3; i++) {
        BspShape disc = bsp_shape_cylinder(4, 0, i * 1e-4);
        BspVec from = bsp_vec(-9, 0, 0), up = bsp_vec(0, 0, 9), down = bsp_vec(0, 0, -1);
        CompareTruth along = compare_oracle_move(oracle, &disc, 0, from, bsp_vec(9, 0, 0));
        cr_expect_eq(along.t, 1);
        cr_expect_eq(along.t_hi, 1, "disc %u", i);
        CompareTruth in = compare_oracle_move(oracle, &disc, 0, up, down);
        cr_expect_float_eq(in.t, 0.9, 1e-12);
        cr_expect_float_eq(10 * (in.t_hi - in.t), BSP_BRACKET, 1e-9, "%g", in.t_hi - in.t);
    }
}
