/* test-order: answers do not depend on the order in which a hierarchy finds the brushes, so that
 * another hierarchy, such as that of a later release or of an edited table, changes no answer. */
#include <criterion/criterion.h>

#include "scenes.h"
#include "table-answers.h"

#define WORLDS 80
#define QUESTIONS 1500

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

Test(order, of_few_brushes)
{
    for (guint i = 0; i < WORLDS; i++) {
        g_autoptr(BspSolid) solid = scene_nth(i, 6100 + i);
        demand_equal(solid, i);
    }
}

/* Planes that are nearly equal: their times are, too. */
Test(order, of_nearly_equal_planes)
{
    for (guint i = 0; i < WORLDS / 4; i++) {
        g_autoptr(BspSolid) solid =
            scene_hard((CompareHardKind)(i % COMPARE_HARD_KINDS), 6, i, bsp_vec(0, 0, 0));
        demand_equal(solid, i);
    }
}

/* Many equal brushes at each place. */
Test(order, of_equal_brushes)
{
    for (guint i = 0; i < WORLDS / 8; i++) {
        Random r = random_seeded(i);
        GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
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
