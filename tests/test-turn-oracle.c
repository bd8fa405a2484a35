/* test-turn-oracle: tests the oracle for bodies that turn. Its answers are compared with samples of
 * t, with heights of bodies that the test itself turns, and, for bodies that do not turn, with the
 * oracle for straight moves. */
#include <criterion/criterion.h>

#include "oracle/turn.h"
#include "scenes.h"
#include "turning-moves.h"

/* A fraction of the move. Times may differ by this, because the oracle finds them by halving the
 * move forty times. */
#define SAME_TIME 1e-9

/* --- the height over a floor --- */

static double lowest_point(const CompareTurning *move, double t)
{
    return bsp_vec_lerp(move->from, move->to, t).z - turning_reach_down(move->turn, t, move->shape);
}

Test(turn_oracle, heights_over_a_floor_are_as_computed)
{
    Random r = random_seeded(1);
    g_autoptr(BspSolid) floor = scene_one_box(-500, -500, -50, 500, 500, 0);
    const BspShape plank = bsp_shape_box(bsp_vec(-20, -3, -1), bsp_vec(20, 3, 2));
    guint n_hits = 0;
    for (guint i = 0; i < 300; i++) {
        BspTurn turn = turning_random(&r, TRUE);
        CompareTurning move = {
            bsp_vec(0, 0, random_real(&r, 5, 40)), bsp_vec(9, 0, -5), &turn, &plank, 0, 0
        };
        CompareTruth truth = compare_turn_truth(floor, &move, BSP_BRACKET, BSP_BRACKET, FALSE);
        const double times[] = { truth.t_lo, truth.t_hi };
        const double heights[] = { BSP_BRACKET, -BSP_BRACKET };
        for (guint k = 0; k < 2; k++) {
            double low = lowest_point(&move, times[k]);
            if (times[k] > 0 && times[k] < 1)
                cr_expect(fabs(low - heights[k]) < 1e-8, "move %u: %g at t %g, not %g", i, low,
                          times[k], heights[k]);
            n_hits += times[k] > 0 && times[k] < 1;
        }
        for (guint k = 0; k <= 50; k++) {
            double t = truth.t_hi * k / 50, low = lowest_point(&move, t);
            cr_expect(truth.inside || low > -BSP_BRACKET - 1e-8, "move %u passes %g at t %g", i,
                      low, t);
        }
        cr_expect(truth.inside || truth.brush == COMPARE_NO_BRUSH || truth.normal.z > 1 - 1e-9);
    }
    cr_assert_gt(n_hits, 300);
}

/* --- samples of t --- */

static double least_distance(const BspSolid *solid, const CompareTurning *move, double t)
{
    double least = HUGE_VAL;
    for (guint b = 0; b < bsp_solid_n_brushes(solid); b++)
        least = fmin(least, compare_turn_distance(bsp_solid_brush(solid, b), move, t, NULL));
    return least;
}

#define SAMPLES 200

static void check_samples(const BspSolid *solid, const CompareTurning *move,
                          const CompareTruth *truth, guint i)
{
    gboolean has_depth = move->shape->kind != BSP_SHAPE_CYLINDER;
    for (guint k = 0; k <= SAMPLES; k++) {
        double t = (double)k / SAMPLES, distance = least_distance(solid, move, t);
        if (t < truth->t_lo - SAME_TIME)
            cr_expect(distance > BSP_BRACKET - 1e-9, "move %u: %g from solid at t %g, before %g", i,
                      distance, t, truth->t_lo);
        if (t < truth->t_hi - SAME_TIME && has_depth)
            cr_expect(distance > -BSP_BRACKET - 1e-9, "move %u: %g in solid at t %g, before %g", i,
                      -distance, t, truth->t_hi);
    }
    if (truth->t_lo > 0 && truth->t_lo < 1)
        cr_expect(fabs(least_distance(solid, move, truth->t_lo) - BSP_BRACKET) < 1e-7, "move %u",
                  i);
    if (truth->t_hi > 0 && truth->t_hi < 1 && has_depth)
        cr_expect(fabs(least_distance(solid, move, truth->t_hi) + BSP_BRACKET) < 1e-7, "move %u",
                  i);
    if (truth->t_hi > 0 && truth->t_hi < 1 &&
        !has_depth) /* t_hi is between the contact of the inset body and that of its corner */
        cr_expect(least_distance(solid, move, truth->t_hi) == 0, "move %u", i);
}

Test(turn_oracle, samples_of_time_agree)
{
    Random r = random_seeded(2);
    guint n_free = 0, n_hits = 0;
    for (guint i = 0; i < 240; i++) {
        g_autoptr(BspSolid) solid = scene_new((SceneKind)(i % SCENE_KINDS), i, bsp_vec(0, 0, 0));
        BspTurn turn = turning_random(&r, TRUE);
        g_autoptr(BspHull) hull = NULL;
        BspShape shape = turning_body(&r, i, &hull);
        CompareTurning move = { .turn = &turn, .shape = &shape };
        scene_move(&r, solid, &shape, &move.from, &move.to);
        CompareTruth truth = compare_turn_truth(solid, &move, BSP_BRACKET, BSP_BRACKET, FALSE);
        cr_expect(truth.t_lo <= truth.t && truth.t <= truth.t_hi, "move %u", i);
        check_samples(solid, &move, &truth, i);
        n_free += truth.t_lo == 1;
        n_hits += truth.t > 0 && truth.t < 1;
    }
    cr_assert(n_free > 10 && n_hits > 60, "%u free, %u hits", n_free, n_hits);
}

/* --- distances --- */

/* Checks that in no direction the gap between body and brush is larger than their distance. */
Test(turn_oracle, no_direction_is_better)
{
    Random r = random_seeded(3);
    for (guint i = 0; i < 200; i++) {
        g_autoptr(BspSolid) solid = scene_new((SceneKind)(i % SCENE_KINDS), i, bsp_vec(0, 0, 0));
        const BspBrush *brush = bsp_solid_brush(solid, 0);
        g_autoptr(BspHull) hull = scene_random_hull(&r);
        const BspShape shape = bsp_shape_hull(hull);
        BspTurn turn = { .orientation = { 1 } };
        BspVec middle = bsp_bounds_centre(bsp_brush_bounds(brush)), normal;
        BspVec at = bsp_vec_add(middle, random_point_within(&r, 30));
        CompareTurning move = { at, at, &turn, &shape, 0, 0 };
        double distance = compare_turn_distance(brush, &move, 0, &normal);
        cr_expect(compare_turn_is_within(brush, &move, 0, fmax(distance + 1e-9, 0)), "body %u", i);
        cr_expect(distance < 1e-9 || !compare_turn_is_within(brush, &move, 0, distance - 1e-9),
                  "body %u", i);
        for (guint k = 0; k < 2000; k++) {
            BspVec n = random_direction(&r);
            if (k % 2) /* a direction near the best one */
                n = bsp_vec_unit(bsp_vec_mad(normal, 0.01, n));
            double front = bsp_cell_support(bsp_brush_cell(brush), n), back = HUGE_VAL;
            for (guint v = 0; v < hull->n_vertices; v++)
                back = fmin(back, bsp_vec_dot(n, bsp_vec_add(at, hull->vertices[v])));
            cr_assert(back - front <= distance + 1e-9, "body %u: %g > %g", i, back - front,
                      distance);
        }
    }
}

/* --- without a turn --- */

Test(turn_oracle, straight_moves_have_the_other_oracles_bracket)
{
    Random r = random_seeded(4);
    guint n_hits = 0;
    for (guint i = 0; i < 400; i++) {
        g_autoptr(BspSolid) solid = scene_new((SceneKind)(i % SCENE_KINDS), i, bsp_vec(0, 0, 0));
        g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
        BspTurn none = { .orientation = { 1 } };
        g_autoptr(BspHull) hull = NULL;
        BspShape shape = turning_body(&r, i, &hull);
        CompareTurning move = { .turn = &none, .shape = &shape };
        scene_move(&r, solid, &shape, &move.from, &move.to);
        CompareTruth own = compare_oracle_turning(oracle, &move);
        CompareTruth straight = compare_oracle_move(oracle, &shape, 0, move.from, move.to);
        double length = bsp_vec_length(bsp_vec_sub(move.to, move.from));
        /* A cylinder that touches at the start may count as inside (turn.h). */
        gboolean touches = shape.kind == BSP_SHAPE_CYLINDER && own.t_lo == 0 && own.t_hi > 0;
        cr_expect(own.inside == straight.inside || touches, "move %u", i);
        /* For a straight move, the bracket comes from brushes whose planes are moved out or in. So
         * it is wider at edges. */
        cr_expect_geq(own.t_lo, straight.t_lo - 1e-8, "move %u", i);
        if (shape.kind != BSP_SHAPE_CYLINDER)
            cr_expect_leq(own.t_hi, straight.t_hi + 1e-8, "move %u", i);
        if (!own.inside && straight.t < 1 && straight.t_hi < 1 &&
            (straight.t_hi - straight.t_lo) * length < 0.01) {
            cr_expect_lt(fabs(own.t - straight.t) * length, 1e-4, "move %u", i);
            n_hits++;
        }
    }
    cr_assert_gt(n_hits, 40);
}

/* A body that slides along a floor, or turns about the vertical while it stands there, is not
 * stopped. A body that starts in solid is reported to start there. */
Test(turn_oracle, starts_in_touch_are_not_stopped)
{
    g_autoptr(BspSolid) floor = scene_one_box(-500, -500, -50, 500, 500, 0);
    const BspShape crate = bsp_shape_box(bsp_vec(-8, -8, 0), bsp_vec(8, 8, 16));
    BspTurn turn = bsp_turn_of(bsp_vec(0, 0, 2), 180);
    CompareTurning move = { bsp_vec(0, 0, 0), bsp_vec(90, 0, 0), &turn, &crate, 0, 0 };
    CompareTruth truth = compare_turn_truth(floor, &move, BSP_BRACKET, BSP_BRACKET, FALSE);
    cr_expect(truth.t_lo == 0 && truth.t == 1 && truth.t_hi == 1 && !truth.inside);
    truth = compare_turn_truth(floor, &move, BSP_BRACKET, BSP_BRACKET, TRUE);
    cr_expect(truth.t_lo == 1, "only touched");
    move.from.z = -1;
    truth = compare_turn_truth(floor, &move, BSP_BRACKET, BSP_BRACKET, FALSE);
    cr_expect(truth.inside && truth.t_hi == 0);
}

/* A face of a body touches a nearly parallel face of a brush. The vector between the nearest points
 * is 3e-10 unit long, so rounding decides its direction. Along that direction, the two overlap by
 * 36 units. */
Test(turn_oracle, rounding_makes_no_depth)
{
    g_autoptr(BspSolid) solid =
        scene_one_box(-0x1.25326cd8c954fp+3, 0x1.082ebf4f19ae3p+3, 0x1.0df013fb6a627p+3,
                      0x1.5f8f28c70ae4p+3, 0x1.5d12434529fd5p+3, 0x1.cdd7fa3c88b7cp+4);
    BspVec at = bsp_vec(-0x1.a9a1a687bab26p+2, 0x1.342be2e83985fp+3, 0x1.cdd7fa7747c31p+4);
    BspShape plank = bsp_shape_box(bsp_vec(0, 0, 0), bsp_vec(8, 32, 16));
    BspTurn turn = { .orientation = { 0x1.fffffffffffddp-1, 0x1.4bebe1375620bp-24,
                                      0x1.eb71e26e68e2ep-27, -0x1.565660726311fp-25 } };
    CompareTurning move = { at, at, &turn, &plank, 0, 0 };
    cr_expect_float_eq(least_distance(solid, &move, 0), 0, BSP_TOUCH);
}

/* A can that lies on the floor rolls along it. */
Test(turn_oracle, rolls_are_not_stopped)
{
    g_autoptr(BspSolid) floor = scene_one_box(-500, -500, -50, 500, 500, 0);
    const BspShape can = bsp_shape_cylinder(6, -9, 9);
    BspTurn turn = bsp_turn_of(bsp_vec(1, 0, 0), 170);
    turn.orientation[0] = turn.orientation[2] = sqrt(0.5); /* so that the can's axis is along x */
    CompareTurning move = { bsp_vec(0, 0, 6), bsp_vec(0, -18, 6), &turn, &can, 0, 0 };
    CompareTruth truth = compare_turn_truth(floor, &move, BSP_BRACKET, BSP_BRACKET, FALSE);
    cr_expect(truth.t_lo == 0 && truth.t == 1 && truth.t_hi == 1 && !truth.inside);
}

/* A long plank tips over the edge of a table, once on its face, and once, diagonally, on its own
 * edge. It touches the table all the time. The timeout of twenty seconds is many times as long as
 * the oracle takes. */
Test(turn_oracle, tips_over_an_edge_are_not_stopped, .timeout = 20)
{
    g_autoptr(BspSolid) table = scene_one_box(-200, -200, -50, 0, 200, 0);
    const BspShape plank = bsp_shape_box(bsp_vec(-100, -5, 0), bsp_vec(100, 5, 2));
    BspTurn turn = bsp_turn_of(bsp_vec(0, 1, 0), 27);
    CompareTurning move = { .turn = &turn, .shape = &plank };
    for (guint i = 0; i < 2; i++) {
        CompareTruth truth = compare_turn_truth(table, &move, BSP_BRACKET, BSP_BRACKET, FALSE);
        cr_expect(truth.t_lo == 0 && truth.t == 1 && truth.t_hi == 1 && !truth.inside, "%u", i);
        /* Now the plank rolls by 27 degrees along its own edge, and over the table's. */
        turn.pivot = bsp_vec(0, -5, 0);
        turn.orientation[0] = cos(G_PI / 12);
        turn.orientation[1] = sin(G_PI / 12);
    }
}

/* --- planes --- */

Test(turn_oracle, planes_are_judged)
{
    Random r = random_seeded(5);
    guint n = 0;
    for (guint i = 0; i < 240; i++) {
        g_autoptr(BspSolid) solid = scene_new((SceneKind)(i % SCENE_KINDS), i, bsp_vec(0, 0, 0));
        BspTurn turn = turning_random(&r, TRUE);
        const BspShape crate = scene_cube(8);
        CompareTurning move = { .turn = &turn, .shape = &crate };
        scene_move(&r, solid, &crate, &move.from, &move.to);
        CompareTruth truth = compare_turn_truth(solid, &move, BSP_BRACKET, BSP_BRACKET, FALSE);
        if (truth.inside || truth.t >= 1)
            continue;
        BspTransition hit = { .type = BSP_EMPTY_TO_SOLID, .t = truth.t };
        hit.point = bsp_vec_lerp(move.from, move.to, truth.t);
        hit.plane = (BspPlane){ truth.normal, bsp_vec_dot(truth.normal, hit.point) };
        cr_expect_eq(compare_turn_judge(solid, &move, &hit).verdict, COMPARE_PLANE_RIGHT, "%u", i);
        hit.plane.dist += 1;
        cr_expect_eq(compare_turn_judge(solid, &move, &hit).verdict, COMPARE_PLANE_NO_FACE, "%u",
                     i);
        hit.plane.normal = bsp_vec_neg(truth.normal);
        hit.plane.dist = bsp_vec_dot(hit.plane.normal, hit.point);
        cr_expect_eq(compare_turn_judge(solid, &move, &hit).verdict, COMPARE_PLANE_NO_FACE, "%u",
                     i);
        n++;
    }
    cr_assert_gt(n, 20);
}

/* A ball of radius 8 over a floor keeps a skin of 2 units. */
Test(turn_oracle, skins_are_kept)
{
    g_autoptr(BspSolid) floor = scene_one_box(-500, -500, -50, 500, 500, 0);
    const BspShape ball = bsp_shape_sphere(8);
    const BspTurn still = bsp_turn_of(bsp_vec_axis(2), 0);
    CompareTurning down = { bsp_vec(0, 0, 40), bsp_vec(0, 0, 0), &still, &ball, 0, 0 },
                   along = { bsp_vec(0, 0, 9), bsp_vec(40, 0, 9), &still, &ball, 0, 0 },
                   nearer = { bsp_vec(0, 0, 9), bsp_vec(40, 0, 8), &still, &ball, 0, 0 },
                   touching = { bsp_vec(0, 0, 8), bsp_vec(40, 0, 7), &still, &ball, 0, 0 };
    CompareTruth truth;
    cr_assert(compare_turn_truth_of_skin(floor, &down, 2, &truth));
    cr_expect_float_eq(40 - 40 * truth.t_lo, 10 + 16 * BSP_TOUCH, 1e-8);
    cr_expect_float_eq(40 - 40 * truth.t_hi, 10 - BSP_SKIN_SLACK, BSP_TOUCH);
    cr_expect_float_eq(truth.kept, 2, 1e-9);
    cr_expect_eq(truth.brush, 0);
    cr_expect_float_eq(truth.normal.z, 1, 1e-9);

    /* The plane of the hit is the floor, moved out by the skin. */
    BspTransition hit = { .type = BSP_EMPTY_TO_SOLID, .t = 0.75, .point = bsp_vec(0, 0, 10) };
    hit.plane = (BspPlane){ bsp_vec_axis(2), 10 };
    down.kept = 2;
    cr_expect_eq(compare_turn_judge(floor, &down, &hit).verdict, COMPARE_PLANE_RIGHT);
    down.kept = 1;
    cr_expect_neq(compare_turn_judge(floor, &down, &hit).verdict, COMPARE_PLANE_RIGHT);

    /* A body that starts nearer than the skin keeps the distance at which it starts. It is free to
     * move along the floor, and is stopped at once if it would come nearer. */
    cr_assert(compare_turn_truth_of_skin(floor, &along, 2, &truth));
    cr_expect_float_eq(truth.kept, 1, 1e-9);
    cr_expect_eq(truth.t_lo, 1);
    cr_assert(compare_turn_truth_of_skin(floor, &nearer, 2, &truth));
    cr_expect_eq(truth.t_lo, 0);
    cr_expect_lt(truth.t_hi, 1e-5);
    cr_expect_not(compare_turn_truth_of_skin(floor, &touching, 2, &truth));
}
