/* test-many-planes: brushes with as many faces as a tree may have levels, and with more. */
#include <criterion/criterion.h>

#include "onion-build.h"
#include "onion-tree.h"
#include "oracle/oracle.h"
#include "scenes.h"
#include "shift-build.h"
#include "shift-tree.h"

/* A ball of n faces, or an upright drum with n faces around it. */
static BspSolid *round_solid(guint n, gboolean ball)
{
    g_autofree BspPlane *planes = g_new(BspPlane, n + 2);
    for (guint i = 0; i < n; i++) {
        double turn = ball ? G_PI * (3 - sqrt(5)) * i : 2 * G_PI * i / n;
        double z = ball ? 1 - (2 * i + 1.0) / n : 0;
        double r = sqrt(1 - z * z);
        planes[i] = (BspPlane){ bsp_vec_unit(bsp_vec(r * cos(turn), r * sin(turn), z)), 900 };
    }
    planes[n] = (BspPlane){ bsp_vec(0, 0, 1), 1000 };
    planes[n + 1] = (BspPlane){ bsp_vec(0, 0, -1), 1000 };
    GError *error = NULL;
    BspBrush *brush = bsp_brush_new_planes(planes, n + (ball ? 0 : 2), &error);
    cr_assert(brush, "%s", error ? error->message : "");
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_ptr_array_add(brushes, brush);
    return bsp_solid_new(brushes);
}

/* Traces a box from far away to the middle of the brush, from all sides. */
static void ask(const BspSolid *solid, const OnionTree *onion, const ShiftTree *shift)
{
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
    Random r = random_seeded(1);
    for (guint i = 0; i < 200; i++) {
        const BspBounds *box = &onion_tree_space(onion, i % 2)->box;
        BspShape shape = bsp_shape_box(box->mins, box->maxs);
        BspVec from = bsp_vec_scale(random_direction(&r), 3000), to = bsp_vec(0, 0, 0);
        CompareTruth truth = compare_oracle_move(oracle, &shape, 0, from, to);
        double t = onion_tree_first_transition(onion, i % 2, from, to, NULL).t;
        cr_expect(t >= truth.t_lo && t <= truth.t_hi, "onion, move %u", i);
        t = shift_tree_hit_check_exact(shift, table, &shape, from, to, NULL).t;
        cr_expect(t >= truth.t_lo && t <= truth.t_hi, "shift, move %u", i);
    }
}

static void build_and_ask(guint n, gboolean ball)
{
    const OnionSpace spaces[] = { { "point", { bsp_vec(0, 0, 0), bsp_vec(0, 0, 0) }, 0 },
                                  { "stand", { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32) }, 0 } };
    g_autoptr(BspSolid) solid = round_solid(n, ball);
    g_autoptr(GError) error = NULL;
    g_autoptr(OnionTree) onion = onion_tree_build(solid, spaces, 2, NULL, &error);
    cr_assert(onion, "%s", error ? error->message : "");
    ShiftOptions options = { 0 };
    options.bevels = SHIFT_BEVEL_USUAL | SHIFT_BEVEL_BOX;
    options.exact_cells = TRUE;
    g_autoptr(ShiftTree) shift = shift_tree_build(solid, &options, &error);
    cr_assert(shift, "%s", error ? error->message : "");
    ask(solid, onion, shift);
}

Test(many_planes, drum)
{
    build_and_ask(1000, FALSE);
}

Test(many_planes, ball)
{
    build_and_ask(1000, TRUE);
}

/* 64 copies of one cube with random noise. Splitting makes slivers of slivers, and must end. */
Test(many_planes, cubes_that_are_all_but_equal)
{
    const OnionSpace space = { "box", { bsp_vec(-1, -1, -2), bsp_vec(1, 1, 2) }, 0 };
    for (int power = -7; power <= -4; power++) {
        Random r = random_seeded(64);
        BspVec turn[3], corners[8];
        random_turn(&r, turn);
        GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
        for (guint i = 0; i < 64; i++)
            g_ptr_array_add(brushes, scene_noisy_cube(&r, turn, 10, pow(10, power), corners));
        g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
        OnionOptions options = { 0 };
        options.build.max_seconds = 60;
        g_autoptr(GError) error = NULL;
        g_autoptr(OnionTree) tree = onion_tree_build(solid, &space, 1, &options, &error);
        cr_assert(tree, "noise of 1e%d: %s", power, error ? error->message : "");
        cr_expect(onion_tree_point_is_solid(tree, 0, bsp_vec(0, 0, 0)));
        cr_expect_not(onion_tree_point_is_solid(tree, 0, bsp_vec(30, 0, 0)));
    }
}
