/* test-thin: shapes of no thickness, by hand. They must not slip through a seam between two cells
 * of one solid. Contacts that only touch must still be distinguished from hits. test-property has
 * random thin shapes. */
#include <criterion/criterion.h>

#include "build-shift.h"
#include "oracle/oracle.h"
#include "scenes.h"
#include "shift-tree.h"

static ShiftTree *tree_of(BspBrush **brushes, guint n)
{
    g_autoptr(BspSolid) solid = scene_solid(brushes, n);
    return build_shift(solid, EDGES_SPIKES_TOPS, TRUE);
}

static BspTransition ask(const ShiftTree *tree, const BspShape *shape, BspVec from, BspVec to)
{
    return shift_tree_hit_check_exact(tree, shape, 0, from, to, NULL);
}

/* Boxes, discs and needles of no thickness, and points. */
static guint flat_shapes(BspShape shapes[12])
{
    guint n = 0;
    for (int k = 0; k < 3; k++) {
        BspVec half = bsp_vec(3, 3, 3);
        half.v[k] = 0;
        shapes[n++] = bsp_shape_box(bsp_vec_neg(half), half);
        half = bsp_vec_sub(bsp_vec(3, 3, 3), half);
        shapes[n++] = bsp_shape_box(bsp_vec_neg(half), half);
    }
    shapes[n++] = bsp_shape_cylinder(3, 0, 0);
    shapes[n++] = bsp_shape_cylinder(3, 0, 1e-6);
    shapes[n++] = bsp_shape_cylinder(1e-7, -3, 3);
    shapes[n++] = bsp_shape_capsule(1e-9, -3, 3);
    shapes[n++] = bsp_shape_sphere(1e-7);
    shapes[n++] = bsp_shape_sphere(1e-6);
    return n;
}

/* Four hundred units from a block are boxes. The planes of their faces cut the block. Moves go
 * into it along each cut. */
Test(thin, no_seam_to_slip_through)
{
    BspBrush *brushes[] = {
        scene_box(0, 0, 0, 100, 100, 100),   scene_box(500, 0, 0, 600, 50, 100),
        scene_box(500, 70, 0, 600, 100, 50), scene_box(0, 500, 0, 50, 600, 50),
        scene_box(0, 0, 500, 50, 50, 600),   scene_box(70, 0, 500, 100, 70, 600)
    };
    g_autoptr(ShiftTree) tree = tree_of(brushes, G_N_ELEMENTS(brushes));
    BspShape shapes[12];
    for (guint i = flat_shapes(shapes); i-- > 0;) {
        for (int axis = 0; axis < 3; axis++) {
            for (guint cut = 0; cut < 4; cut++) {
                BspVec from = bsp_vec(cut & 1 ? 70 : 50, cut & 2 ? 70 : 50, cut & 1 ? 70 : 50);
                BspVec to = from;
                from.v[axis] = -100;
                to.v[axis] = 50;
                double right = (100 - shapes[i].bounds.maxs.v[axis]) / 150;
                BspTransition tr = ask(tree, &shapes[i], from, to);
                cr_expect_eq(tr.type, BSP_EMPTY_TO_SOLID, "shape %u, axis %d, cut %u", i, axis,
                             cut);
                cr_expect_float_eq(tr.t, right, 1e-7, "%.9g, not %.9g", tr.t, right);
            }
        }
    }
}

/* At every face of a box: at rest, along the face, away from it and into it. */
Test(thin, what_only_touches_is_free)
{
    BspBrush *box = scene_box(-64, -64, -64, 64, 64, 64);
    g_autoptr(ShiftTree) tree = tree_of(&box, 1);
    BspShape shapes[12];
    for (guint i = flat_shapes(shapes); i-- > 0;) {
        for (int side = 0; side < 6; side++) {
            int axis = side / 2, sign = side & 1 ? 1 : -1;
            BspVec n = bsp_vec(0, 0, 0), at = bsp_vec(3, 5, 7), along;
            n.v[axis] = sign;
            at.v[axis] = sign * (64 + bsp_shape_offset(&shapes[i], n));
            along = at;
            along.v[(axis + 1) % 3] += 20;
            cr_expect_eq(ask(tree, &shapes[i], at, at).type, BSP_EMPTY, "shape %u side %d", i,
                         side);
            cr_expect_eq(ask(tree, &shapes[i], at, along).type, BSP_EMPTY);
            cr_expect_eq(ask(tree, &shapes[i], at, bsp_vec_mad(at, 9, n)).type, BSP_EMPTY);
            cr_expect_eq(ask(tree, &shapes[i], bsp_vec_mad(at, 9, n), at).type, BSP_EMPTY);
            BspTransition tr = ask(tree, &shapes[i], at, bsp_vec_mad(at, -9, n));
            cr_expect_eq(tr.type, BSP_EMPTY_TO_SOLID, "shape %u side %d", i, side);
            cr_expect_float_eq(tr.t, 0, 1e-5);
            cr_expect_float_eq(tr.plane.normal.v[axis], sign, 1e-6);
        }
    }
}

/* A stick moves past the slope of a corner. Once, it was stopped four units too early. */
Test(thin, a_stick_onto_a_slope)
{
    const BspVec corner[4] = {
        { { 0, 0, 0 } }, { { 100, 0, 0 } }, { { 0, 100, 0 } }, { { 0, 0, 100 } }
    };
    BspBrush *brush = scene_hull_brush(corner, 4);
    g_autoptr(ShiftTree) tree = tree_of(&brush, 1);
    BspShape stick = bsp_shape_box(bsp_vec(0, 0, 0), bsp_vec(0, 0, 56));
    BspTransition tr = ask(tree, &stick, bsp_vec(10, 200, -30), bsp_vec(10, 85, -30));
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    cr_assert_float_eq(tr.t, 110.0 / 115, 1e-7, "%.9g", tr.t);
    cr_assert_eq(ask(tree, &stick, bsp_vec(10, 200, -30), bsp_vec(10, 105, -30)).type, BSP_EMPTY);
}

/* A disc on a floor. Once, it hit the floor shrunk by a thousandth, because the oracle did not
 * shrink the disc's height. */
Test(thin, the_oracle_knows_discs)
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
