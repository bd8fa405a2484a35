/* test-world-edge: tests that brushes that reach exactly to the documented limit, BSP_WORLD_HALF,
 * are expanded by boxes like others. tests/formats/json.rows and tests/transcripts/edge.t have
 * worlds at the limit. */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-error.h"
#include "build-trees.h"
#include "compile/solid.h"
#include "geometry/brush.h"
#include "scenes.h"

#define H BSP_WORLD_HALF

static void expect_bounds(const BspBrush *brush, BspVec mins, BspVec maxs)
{
    for (guint k = 0; k < 3; k++) {
        cr_expect_eq(brush->bounds.mins.v[k], mins.v[k]);
        cr_expect_eq(brush->bounds.maxs.v[k], maxs.v[k]);
    }
}

/* There is one brush, expanded by one box. Both are as large as the world. */
Test(world_edge, boxes_at_the_limit_are_expanded)
{
    const BspBounds boxes[] = { { bsp_vec(H - 8, -8, -8), bsp_vec(H, 8, 8) },
                                { bsp_vec(H - 1, H - 1, -H), bsp_vec(H, H, H) },
                                { bsp_vec(-H, -H, -H), bsp_vec(H, H, H) } };
    const BspBounds player = { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32) };
    const BspBounds *by[] = { &player, &boxes[2] };
    for (guint i = 0; i < G_N_ELEMENTS(boxes); i++)
        for (guint k = 0; k < 2; k++) {
            const BspBounds *b = &boxes[i];
            g_autoptr(BspBrush) brush = bsp_brush_new_box(b->mins, b->maxs, NULL);
            g_autoptr(BspBrush) wide = bsp_brush_expand(brush, by[k], NULL);
            cr_assert_not_null(wide, "box %u", i);
            expect_bounds(wide, bsp_vec_sub(b->mins, by[k]->maxs),
                          bsp_vec_sub(b->maxs, by[k]->mins));
        }
}

Test(world_edge, beyond_the_limit_boxes_are_refused)
{
    const BspVec corner[] = { bsp_vec(H, H, H), bsp_vec(H - 90, H, H), bsp_vec(H, H - 70, H),
                              bsp_vec(H, H, H - 50) };
    const BspBounds player = { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32) };
    const BspBounds too_wide = { bsp_vec(-H - 1, 0, 0), bsp_vec(1, 1, 1) };
    g_autoptr(GError) error = NULL;
    g_autoptr(BspBrush) brush = bsp_brush_new_points(corner, 4, NULL);
    g_autoptr(BspBrush) wide = bsp_brush_expand(brush, &player, NULL);
    cr_expect_not_null(wide);
    cr_expect_null(bsp_brush_expand(brush, &too_wide, &error));
    cr_expect(strstr(error->message, "the box reaches beyond"), "%s", error->message);
}

/* The box reaches to the limit. To close cracks, it would have to be larger. */
Test(world_edge, cracks_of_a_box_at_the_limit_stay_open)
{
    const BspBounds box = { bsp_vec(-1, -1, -1), bsp_vec(H, 1, 1) };
    const BspVec start = { { 0, 0, 64 } };
    g_autoptr(BspSolid) solid = scene_one_box(-8, -8, -8, 8, 8, 8);
    g_autoptr(GArray) starts = scene_starts(&start, 1);
    const BspBuildOptions options = { .fill = BSP_FILL_ON, .starts = starts };
    BspFillOutcome outcome = fill_outcome(solid, &box, start);
    cr_expect_eq(outcome, BSP_FILL_NOT_GROWN, "outcome %d", (int)outcome);
    g_autoptr(GError) error = NULL;
    cr_expect_null(bsp_tree_new(solid, &box, &options, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_GEOMETRY));
    cr_expect(strstr(error->message, "the box reaches beyond"), "%s", error->message);
}
