/* test-beyond: tests moves that start in solid, and the hits after it. test-inside compares such
 * moves with all brushes one by one. */
#include <criterion/criterion.h>

#include "bsp-brush-table.h"
#include "scenes.h"

#define SKIN 0.125 /* units, the distance that engines keep from planes */

static BspTrace beyond(const BspBrushTable *sides, const BspShape *shape, BspVec from, BspVec to,
                       double skin)
{
    BspTrace answer;
    bool named =
        bsp_brush_table_trace_beyond(sides, &(BspMove){ from, to, shape, 0, skin }, &answer);
    cr_expect_eq(named, answer.hit.brush != BSP_NO_BRUSH);
    return answer;
}

/* Checks a move along x, from 2, in the first of two walls, which are `gap` units apart. After it
 * has left the first wall, it keeps no skin from the second. */
static void check_gap(const BspShape *shape, double gap)
{
    const double walls[][6] = { { 0, -8, -8, 4, 8, 8 }, { 4 + gap, -8, -8, 24, 8, 8 } };
    g_autoptr(BspBrushTable) sides = scene_sides(walls, 2, 0);
    double half = shape->bounds.maxs.x;
    BspTrace answer = beyond(sides, shape, bsp_vec(2, 0, 0), bsp_vec(34, 0, 0), SKIN);
    cr_assert(answer.tr.type == BSP_EMPTY_TO_SOLID && answer.hit.brush == 1 &&
              answer.hit.side == 1);
    cr_expect_float_eq(answer.free_at, (2 + half) / 32, 1e-8);
    cr_expect_float_eq(answer.tr.point.x, 4 + gap - half, 1e-5, "gap %g: %g", gap,
                       answer.tr.point.x);
    cr_expect_float_eq(answer.tr.t, (answer.tr.point.x - 2) / 32, 1e-12);
    cr_expect_eq(answer.kept, 0);
    cr_expect_float_eq(answer.hit.plane.dist, half - 4 - gap, 1e-12);
}

Test(beyond, keeps_no_skin_from_the_second_wall)
{
    const BspShape shapes[] = { bsp_shape_point(), scene_cube(1), bsp_shape_sphere(1),
                                bsp_shape_capsule(1, -2, 2), bsp_shape_cylinder(1, -2, 2) };
    for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
        double wide = 2 * shapes[i].bounds.maxs.x;
        check_gap(&shapes[i], wide + 16);
        check_gap(&shapes[i], wide + 0.5 * SKIN);
    }
}

/* If the move starts free, the answer is that of bsp_brush_table_trace(). */
Test(beyond, starts_free_or_stays_in_solid)
{
    const double walls[][6] = { { 0, -8, -8, 4, 8, 8 }, { 8, -8, -8, 24, 8, 8 } };
    g_autoptr(BspBrushTable) sides = scene_sides(walls, 2, 0);
    BspShape point = bsp_shape_point();
    const double starts[] = { 4, 4.01, 4.5, 7.9, 8, 4 - BSP_TOUCH / 2 };
    for (guint i = 0; i < G_N_ELEMENTS(starts); i++) {
        BspMove move = { bsp_vec(starts[i], 0, 0), bsp_vec(12, 0, 0), &point, 0, SKIN };
        BspTrace answer = beyond(sides, &point, move.from, move.to, SKIN), same;
        bsp_brush_table_trace(sides, &move, &same);
        cr_expect(answer.free_at == 0 && answer.tr.type == BSP_EMPTY_TO_SOLID, "%u", i);
        cr_expect(answer.tr.t == same.tr.t && answer.kept == same.kept &&
                  answer.hit.plane.dist == same.hit.plane.dist);
    }
    BspTrace answer = beyond(sides, &point, bsp_vec(10, 0, 0), bsp_vec(20, 0, 0), SKIN);
    cr_expect(answer.tr.type == BSP_SOLID && answer.free_at == 2 && answer.hit.brush == 1 &&
              answer.kept == 0);
    const double skins[] = { -1, (double)NAN, HUGE_VAL };
    for (guint i = 0; i < G_N_ELEMENTS(skins); i++) {
        answer = beyond(sides, &point, bsp_vec(2, 0, 0), bsp_vec(20, 0, 0), skins[i]);
        cr_expect(answer.tr.type == BSP_SOLID && answer.free_at == 2);
    }
}
