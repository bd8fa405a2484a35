/* test-world-edge: brushes that reach exactly to the documented limit, BSP_WORLD_HALF, are accepted
 * and expanded. Brushes that reach farther are rejected. tests/transcripts/edge.t has whole worlds.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "compile/solid.h"
#include "geometry/brush.h"
#include "scenes.h"

#define H BSP_WORLD_HALF

/* --- brushes --- */

static void expect_bounds(const BspBrush *brush, BspVec mins, BspVec maxs)
{
    for (guint k = 0; k < 3; k++) {
        cr_expect_eq(brush->bounds.mins.v[k], mins.v[k]);
        cr_expect_eq(brush->bounds.maxs.v[k], maxs.v[k]);
    }
}

/* One brush is the whole world. Its faces are those of the world's cube. */
Test(world_edge, boxes_at_the_limit)
{
    const BspBounds boxes[] = { { bsp_vec(H - 8, -8, -8), bsp_vec(H, 8, 8) },
                                { bsp_vec(-8, -H, -8), bsp_vec(8, 8 - H, 8) },
                                { bsp_vec(H - 1, H - 1, -H), bsp_vec(H, H, H) },
                                { bsp_vec(-H, -H, -H), bsp_vec(H, H, H) } };
    const BspBounds player = { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32) };
    const BspBounds widest = { bsp_vec(-H, -H, -H), bsp_vec(H, H, H) };
    for (guint i = 0; i < G_N_ELEMENTS(boxes); i++) {
        const BspBounds *b = &boxes[i];
        g_autoptr(BspBrush) brush = bsp_brush_new_box(b->mins, b->maxs, NULL);
        cr_assert_not_null(brush, "box %u", i);
        expect_bounds(brush, b->mins, b->maxs);
        const BspBounds *by[] = { &player, &widest };
        for (guint k = 0; k < 2; k++) {
            g_autoptr(BspBrush) wide = bsp_brush_expand(brush, by[k], NULL);
            cr_assert_not_null(wide, "box %u", i);
            expect_bounds(wide, bsp_vec_sub(b->mins, by[k]->maxs),
                          bsp_vec_sub(b->maxs, by[k]->mins));
        }
    }
}

/* A corner of the world's cube. One vertex is the corner itself. */
Test(world_edge, oblique_faces_at_the_limit)
{
    const BspVec corner[] = { bsp_vec(H, H, H), bsp_vec(H - 90, H, H), bsp_vec(H, H - 70, H),
                              bsp_vec(H, H, H - 50) };
    const BspBounds player = { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32) };
    g_autoptr(BspBrush) brush = bsp_brush_new_points(corner, 4, NULL);
    cr_assert_not_null(brush);
    cr_expect_eq(brush->cell->n_vertices, 4u);
    for (guint k = 0; k < 3; k++)
        cr_expect_float_eq(brush->bounds.maxs.v[k], H, 1e-8);
    g_autoptr(BspBrush) wide = bsp_brush_expand(brush, &player, NULL);
    cr_expect_not_null(wide);
}

static void expect_refusal(BspBrush *brush, const GError *error, const char *why)
{
    cr_assert_null(brush);
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_GEOMETRY));
    cr_expect_not_null(strstr(error->message, why), "%s", error->message);
}

Test(world_edge, beyond_the_limit)
{
    static const double by[] = { 1e-6, 0.5, 1, 2, 100, 1e6 };
    for (guint i = 0; i < G_N_ELEMENTS(by); i++) {
        g_autoptr(GError) error = NULL;
        BspBrush *brush = bsp_brush_new_box(bsp_vec(0, 0, 0), bsp_vec(1, H + by[i], 1), &error);
        expect_refusal(brush, error, "reaches beyond 4.1943e+06 units");
    }
    g_autoptr(BspBrush) brush = bsp_brush_new_box(bsp_vec(0, 0, 0), bsp_vec(1, 1, H), NULL);
    const BspBounds wide = { bsp_vec(-H - 1, 0, 0), bsp_vec(1, 1, 1) };
    g_autoptr(GError) error = NULL;
    BspBrush *expanded = bsp_brush_expand(brush, &wide, &error);
    expect_refusal(expanded, error, "the box reaches beyond");
}
