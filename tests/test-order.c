/* test-order: tests that answers do not depend on the order in which a hierarchy finds the brushes.
 * So the answers stay the same with another hierarchy, such as that of a later release or of an
 * edited table. */
#include <criterion/criterion.h>

#include "scenes.h"
#include "table-answers.h"
#include "table/pass.h"

#define WORLDS 80
#define QUESTIONS 1000

static void demand_equal(const BspSolid *solid, guint seed)
{
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
    g_autoptr(BspBrushTable) other = bsp_brush_table_new(solid, 0);
    Random r = random_seeded(seed);
    g_autofree char *first = NULL;
    table_shuffle(other, &r);
    guint n = table_answers_differ(table, other, &r, QUESTIONS, &first);
    cr_expect_eq(n, 0u, "world %u: %u differ, first %s", seed, n, first);
}

Test(order, of_few_brushes_changes_nothing)
{
    for (guint i = 0; i < WORLDS; i++) {
        g_autoptr(BspSolid) solid = scene_nth(i, 6100 + i);
        demand_equal(solid, i);
    }
}

/* The planes are nearly equal, so the times of meeting them are, too. */
Test(order, of_nearly_equal_planes_changes_nothing)
{
    for (guint i = 0; i < WORLDS / 4; i++) {
        g_autoptr(BspSolid) solid =
            scene_hard((CompareHardKind)(i % COMPARE_HARD_KINDS), 6, i, bsp_vec(0, 0, 0));
        demand_equal(solid, i);
    }
}

/* Returns the first of a few stops, which are added in a random order. */
static guint32 first_stop(Random *r, BspStop *stops, guint n)
{
    BspStops list = { .t = 2, .same = 1e-9 };
    for (guint i = n; i-- > 0;) {
        guint k = random_below(r, i + 1);
        BspStop stop = stops[k];
        stops[k] = stops[i];
        stops[i] = stop;
        bsp_stops_add(&list, &stop);
    }
    return bsp_stops_first(&list)->brush;
}

/* Some times differ by less than rounding. Then the first and the second of three stops may count
 * as simultaneous, and the second and the third, but not the first and the third. */
Test(order, of_stops_changes_nothing)
{
    Random r = random_seeded(6200);
    for (guint i = 0; i < 5000; i++) {
        BspStop stops[6];
        guint n = 1 + random_below(&r, 6);
        double earliest = 2;
        guint32 lowest = G_MAXUINT32;
        for (guint k = 0; k < n; k++) {
            stops[k] = (BspStop){ .t = 0.5 + random_below(&r, 8) * 0.3e-9, .brush = 7 * k % 6 };
            earliest = MIN(earliest, stops[k].t);
        }
        for (guint k = 0; k < n; k++)
            if (stops[k].t <= earliest + 1e-9)
                lowest = MIN(lowest, stops[k].brush);
        for (guint k = 0; k < 4; k++)
            cr_assert_eq(first_stop(&r, stops, n), lowest, "%u", i);
    }
}

/* A point touches 70 brushes, and is inside another brush with the same contents. */
Test(order, of_contents_that_are_known_changes_nothing)
{
    GPtrArray *brushes = scene_no_brushes();
    Random r = random_seeded(6201);
    for (guint i = 0; i < 70; i++)
        g_ptr_array_add(brushes, scene_box(-1.0 - i, -8, -8, 0, 8, 8));
    g_ptr_array_add(brushes, scene_box(-1, -1, -1, 1, 1, 1));
    g_ptr_array_add(brushes, scene_box(-8, -8, 0, 8, 8, 8));
    bsp_brush_set_contents(brushes->pdata[71], 2);
    g_autoptr(BspBrushTable) table = scene_table(bsp_solid_new(brushes), 0);
    for (guint i = 0; i < 20; i++) {
        cr_assert_eq(bsp_brush_table_contents(table, bsp_vec(0, 0, 0)), 1u);
        table_shuffle(table, &r);
    }
}

/* At each position there are many equal brushes. */
Test(order, of_equal_brushes_changes_nothing)
{
    for (guint i = 0; i < WORLDS / 8; i++) {
        Random r = random_seeded(i);
        GPtrArray *brushes = scene_no_brushes();
        for (guint k = 0; k < 100; k++) {
            int x = 16 * random_int(&r, -2, 2), y = 16 * random_int(&r, -2, 2);
            BspBrush *brush = scene_box(x, y, -8, x + 32, y + 32, 8 * random_int(&r, 0, 1));
            bsp_brush_set_contents(brush, 1u << random_below(&r, 3));
            g_ptr_array_add(brushes, brush);
        }
        g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
        demand_equal(solid, i);
    }
}

/* Two walls stop a move within rounding, and the first is the farther one. The answer is as early
 * as if the nearer wall stood alone. */
Test(order, the_time_is_that_of_the_nearer_of_two_walls)
{
    const BspShape shapes[] = { scene_cube(1), bsp_shape_sphere(1), bsp_shape_point() };
    guint n_later = 0;
    for (guint i = 0; i < 24; i++) {
        double farther = 8 + ldexp(1, (gint)i - 50), nearer = 8;
        const double both[][6] = { { farther, -8, -8, 16, 8, 8 }, { nearer, -8, -8, 16, 8, 8 } };
        g_autoptr(BspBrushTable) table = scene_sides(both, 2, 0);
        g_autoptr(BspBrushTable) alone = scene_sides(both + 1, 1, 0);
        g_autoptr(BspBrushTable) other = scene_sides(both, 1, 0);
        for (guint k = 0; k < G_N_ELEMENTS(shapes); k++)
            for (double skin = 0; skin < 0.2; skin += 0.125) {
                BspMove move = { bsp_vec(0, 0, 0), bsp_vec(16, 0.5, 0.25), &shapes[k], 0, skin };
                BspTrace answer, earlier, later;
                cr_assert(bsp_brush_table_trace(table, &move, &answer) &&
                          bsp_brush_table_trace(alone, &move, &earlier) &&
                          bsp_brush_table_trace(other, &move, &later));
                n_later += later.tr.t > earlier.tr.t ? 1 : 0;
                cr_expect_eq(answer.tr.t, earlier.tr.t, "%g farther, shape %u, skin %g: %g later",
                             farther - nearer, k, skin, answer.tr.t - earlier.tr.t);
            }
    }
    cr_expect_gt(n_later, 0u);
}
