/* test-oracle-flat: the brackets of shapes that are flatter than the bracket is wide, and of
 * obstacles with faces of no width. */
#include <criterion/criterion.h>

#include "oracle/oracle.h"
#include "scenes.h"

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
        BspBrush *floor[] = { scene_box(-50, -50, floors[i] - 10, 50, 50, floors[i]) };
        g_autoptr(BspSolid) solid = scene_solid(floor, 1);
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

/* On a slope, radius and height both shrink the shape perpendicular to it. Measured straight
 * down, this is more. */
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
