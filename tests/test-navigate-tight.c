/* test-navigate-tight: tests navigation graphs in cases that small differences decide. They are
 * planes that nearly coincide, corridors hardly wider than the body, slots as wide as the body,
 * lips, narrow stairs, and small bodies. */
#include <criterion/criterion.h>

#include "graphs.h"
#include "navigate/graph.h"
#include "random.h"
#include "sanitized.h"
#include "scenes.h"

/* A block from a height of 0 to these heights of its corners. */
static BspBrush *block(double x, double y, double side, const double z[4])
{
    BspVec points[8];
    for (guint i = 0; i < 4; i++) {
        points[i] = bsp_vec(x + (i & 1 ? side : 0), y + (i & 2 ? side : 0), 0);
        points[4 + i] = bsp_vec(points[i].x, points[i].y, z[i]);
    }
    return scene_hull_brush(points, 8);
}

/* --- planes that nearly coincide --- */

/* Lengths are scaled by powers of two: down for a narrow box, and up for a skin of half a unit and
 * more. */
Test(navigate_tight, lengths_are_scaled_by_powers_of_two)
{
    static const double rows[][3] = { /* the width of the box, the skin, and the scale, in units */
                                      { 30, 0, 1 },        { 30, 0.49, 1 }, { 30, 0.5, 2 },
                                      { 30, 0.99, 2 },     { 30, 1, 4 },    { 15, 0, 0.5 },
                                      { 15, 0.0625, 0.5 }, { 15, 0.07, 1 }, { 0.1, 0, 1.0 / 64 }
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        double half = rows[i][0] / 2;
        BspBounds box = { bsp_vec(-half, -half, 0), bsp_vec(half, half, 56) };
        cr_expect_eq(nav_scale(&box, rows[i][1]), rows[i][2], "%u: %g", i,
                     nav_scale(&box, rows[i][1]));
    }
}

/* Over the rims of the block the planes of its expanded top differ by 3e-8 and 9e-6 in direction.
 * So two of these planes are within BSP_TOUCH of each other over some 60 units. */
Test(navigate_tight, a_block_that_is_hardly_tilted_is_walked)
{
    const double z[] = { 8, 7.999120739004326, 7.999996937528934, 7.99911767653326 };
    BspBrush *brushes[] = { scene_box(0, 0, -16, 640, 640, 0), block(169.15, 104.28, 100, z) };
    g_auto(Graph) g = graph_of_solid(scene_solid(brushes, 2), walker_of(30, 56, 0));
    check_graph(&g, 0, 2000, "a tilted block");
}

/* Tiles whose corners differ in height by 1e-4 to 0.1. Slivers between them are no areas. */
Test(navigate_tight, tiles_that_are_hardly_tilted_are_walked)
{
    guint standing = 0, uncovered = 0, paths = 0, failed = 0;
    for (guint i = 0; i < (SHORT ? 12 : 120); i++) {
        static const double tilts[] = { 1e-4, 1e-3, 1e-2, 0.1 };
        BspBrush *brushes[64];
        Random r = random_seeded(i);
        for (guint k = 0; k < 64; k++) {
            double a = 8 + random_real(&r, -1, 1) * tilts[random_below(&r, 4)];
            double b = random_real(&r, -1, 1) * tilts[random_below(&r, 4)];
            double c = random_real(&r, -1, 1) * tilts[random_below(&r, 4)];
            const double z[] = { a, a + b, a + c, a + b + c };
            brushes[k] = block(80 * (k % 8), 80 * (k / 8), 80, z);
        }
        g_auto(Graph) g =
            graph_of_solid(scene_solid(brushes, 64), walker_of(30, 56, two_skins[i % 2]));
        CompareNavigatorCounts c = count_graph(&g, 0, 500, i);
        cr_expect_eq(c.in_solid, 0);
        standing += c.standing;
        uncovered += c.uncovered;
        paths += c.paths;
        failed += c.paths - c.arrived;
    }
    cr_expect_leq(10000 * uncovered, standing, "%u of %u", uncovered, standing);
    cr_expect_eq(failed, 0, "%u of %u", failed, paths);
}

/* --- corridors hardly wider than the body --- */

/* Two walls, one along each side of a corridor that is wider than the body by `wider`. One begins
 * at x0, and they need not begin and end beside each other. */
static BspSolid *narrow_way(double wider, double x0, const double left[2], const double right[2])
{
    const double boxes[][6] = { { 0, 0, -16, 640, 640, 0 },
                                { x0, left[0], 0, 380.2, left[1], 200 },
                                { 410.2 + wider, right[0], 0, 640, right[1], 200 },
                                { -16, -16, -16, 0, 656, 300 },
                                { 640, -16, -16, 656, 656, 300 } };
    return scene_boxes(boxes, G_N_ELEMENTS(boxes));
}

Test(navigate_tight, ways_hardly_wider_than_the_body_are_walked)
{
    static const double wider[] = { 0.021, 0.1, 0.0201, 0.03, 0.06, 0.3 };
    Random r = random_seeded(5);
    for (guint i = 0; i < (SHORT ? 4 : 60) * G_N_ELEMENTS(wider); i++) {
        double left[2] = { 167, 200.4 }, right[2] = { 76, 241.2 };
        if (i >= G_N_ELEMENTS(wider)) {
            left[0] = random_real(&r, 150, 300);
            left[1] = left[0] + random_real(&r, 10, 60);
            right[0] = random_real(&r, 20, left[0]);
            right[1] = random_real(&r, left[0], 600);
        }
        BspSolid *way = narrow_way(wider[i % G_N_ELEMENTS(wider)], i % 2 ? 280 : 0, left, right);
        g_auto(Graph) g = graph_of_solid(way, walker_of(30, 56, 0));
        g_autofree char *what = g_strdup_printf("way %u", i);
        check_graph(&g, 0, 300, what);
    }
}

/* Blocks of two heights with slots between them that are exactly as wide as the body.
 * A body that is stopped by the riser of a step falls into the slot. */
Test(navigate_tight, slots_exactly_as_wide_as_the_body_stop_nobody)
{
    static const double lower[] = { -10, -16, -17.9, -18 };
    for (guint i = 0; i < G_N_ELEMENTS(lower); i++) {
        BspBrush *brushes[16];
        for (guint k = 0; k < 16; k++) {
            double x = 128 * (k % 4), y = 128 * (k / 4);
            brushes[k] = scene_box(x, y, -284, x + 98, y + 98, k % 4 + k / 4 == 3 ? lower[i] : 0);
        }
        g_auto(Graph) g = graph_of_solid(scene_solid(brushes, 16), walker_of(30, 56, 0));
        g_autofree char *what = g_strdup_printf("slots, blocks at %g", lower[i]);
        check_graph(&g, 0, 1000, what);
    }
}

/* --- steps and stairs --- */

/* The nearer the lip is to the step height, the shorter the move that climbs it with the slope
 * behind it. At 30 frames a second the shortest move is too long for the last lips. */
Test(navigate_tight, lips_before_a_slope_stop_nobody)
{
    static const double lips[] = { 12, 16, 17, 17.5, 17.7, 17.9, 18 };
    for (guint i = 0; i < G_N_ELEMENTS(lips); i++) {
        const double z[] = { lips[i], lips[i] + 100, lips[i], lips[i] + 100 };
        BspBrush *brushes[] = { scene_box(-200, -200, -16, 500, 400, 0), block(100, 0, 170, z) };
        g_auto(Graph) g = graph_of_solid(scene_solid(brushes, 2), walker_of(30, 56, 0));
        g_autofree char *what = g_strdup_printf("a lip of %g", lips[i]);
        check_graph(&g, 0, 500, what);
        cr_expect(lips[i] > 17 ||
                      has_path(&g, 0, bsp_vec(0, 80, 0), bsp_vec(180, 80, lips[i] + 55.9), NULL),
                  "%s", what);
    }
}

/* A body climbs rotated stairs aslant, although it goes farther in a frame than a tread is deep. */
Test(navigate_tight, steep_stairs_are_climbed_aslant)
{
    static const double treads[] = { 4, 6, 8, 10 }, rises[] = { 8, 16, 18 };
    for (guint i = 0; i < 24; i++) {
        double tread = treads[i % 4], rise = rises[i / 4 % 3], turn = i < 12 ? 0.4 : 1.1;
        BspBrush *brushes[9] = { scene_box(-450, -450, -16, 450, 450, 0) };
        for (guint k = 0; k < 8; k++) {
            BspVec points[8];
            for (guint m = 0; m < 8; m++) {
                double x = m & 1 ? 200 : -150 + k * tread, y = m & 2 ? 40 : -40;
                points[m] = bsp_vec(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn),
                                    m & 4 ? rise * (k + 1) : 0);
            }
            brushes[k + 1] = scene_hull_brush(points, 8);
        }
        g_auto(Graph) g =
            graph_of_solid(scene_solid(brushes, 9), walker_of(30, 56, two_skins[i % 2]));
        g_autofree char *what = g_strdup_printf("treads of %g, rises of %g", tread, rise);
        check_graph(&g, 0, 400, what);
        cr_expect_geq(n_links(&g, BSP_NAV_STEP_UP), 8, "%s", what);
    }
}

/* A wall with a window that is 10 units higher than the body, into which it jumps. */
Test(navigate_tight, a_jump_through_a_window_is_found)
{
    const double boxes[][6] = { { -400, -400, -16, 400, 400, 0 },
                                { 0, -400, 0, 200, 400, 36 },
                                { 0, -400, 102, 200, 400, 300 } };
    g_auto(Graph) g = graph_of_boxes(boxes, G_N_ELEMENTS(boxes), jumper_of(0, 300, 270));
    cr_expect(has_path(&g, 0, bsp_vec(-100, 0, 0), bsp_vec(100, 0, 36), NULL));
    check_graph(&g, 0, 300, "a window");
}

/* --- small bodies --- */

/* A room with stairs, a ramp and tiles. All its lengths count times the scale. */
static BspSolid *small_room(double scale)
{
    BspBrush *brushes[60] = { scene_box(0, 0, -16 * scale, 640 * scale, 640 * scale, 0) };
    guint n = 1;
    for (guint k = 0; k < 8; k++)
        brushes[n++] =
            scene_box((100 + 20 * k) * scale, 0, 0, 400 * scale, 200 * scale, (k + 1) * 12 * scale);
    const double z[] = { 5 * scale, 70 * scale, 5 * scale, 70 * scale };
    brushes[n++] = block(60 * scale, 300 * scale, 120 * scale, z);
    for (guint k = 0; k < 36; k++) {
        double x = (300 + 50 * (k % 6)) * scale, y = (300 + 50 * (k / 6)) * scale;
        brushes[n++] = scene_box(x, y, 0, x + 50 * scale, y + 50 * scale, (1 + k % 5) * 3 * scale);
    }
    return scene_solid(brushes, n);
}

/* A corner counts as reached in 1/16,000 of a second, so that a small body gets there. */
Test(navigate_tight, a_slow_body_goes_to_its_goal)
{
    const BspNavCorner corner = { .at = { { 0.05, 0, 0 } } };
    BspNavFollower follower = { .corners = &corner, .n = 1 };
    BspBody body = { .at = { { 0.04, 0, 0 } }, .on_ground = true, .ground.normal.z = 1 };
    cr_expect_eq(bsp_navigation_steer(&follower, &body, 5, 1.0 / 60), BSP_NAV_FOLLOWING);
    body.at.x = 0.0499;
    cr_expect_eq(bsp_navigation_steer(&follower, &body, 5, 1.0 / 60), BSP_NAV_ARRIVED);
}

/* With a wide skin a body stops farther before a step than the usual half a unit. */
Test(navigate_tight, wide_skins_climb_steps)
{
    static const double boxes[][6] = { { 0, 0, -16, 200, 200, 0 }, { 200, 0, -16, 400, 200, 8 } };
    static const double skins[] = { 0.5, 0.55, 1 };
    for (guint i = 0; i < G_N_ELEMENTS(skins); i++) {
        g_auto(Graph) g = graph_of_boxes(boxes, 2, walker_of(30, 56, skins[i]));
        cr_expect_gt(n_links(&g, BSP_NAV_STEP_UP), 0, "skin %g", skins[i]);
        check_graph(&g, 0, 200, "a wide skin");
    }
}

/* A body of 30 units, and bodies down to 0.03 units in the same room, smaller. */
Test(navigate_tight, a_smaller_room_has_the_same_graph)
{
    for (guint i = 0; i < 2; i++) {
        guint areas = 0, ups = 0, walks = 0;
        for (double scale = 1; scale >= (i ? 1.0 / 16 : 1.0 / 1024); scale /= 4) {
            BspNavWalker walker = walker_of(30 * scale, 56 * scale, two_skins[i] * scale);
            walker.stepping.height *= scale;
            walker.speed *= scale;
            walker.gravity *= scale;
            g_auto(Graph) g = graph_of_solid(small_room(scale), walker);
            g_autofree char *what = g_strdup_printf("%g times, skin %g", scale, walker.skin);
            if (scale == 1) {
                areas = n_areas(&g, 0);
                ups = n_links(&g, BSP_NAV_STEP_UP);
                walks = n_links(&g, BSP_NAV_WALK);
            }
            cr_expect_eq(n_areas(&g, 0), areas, "%s: %u areas, not %u", what, n_areas(&g, 0),
                         areas);
            guint n_up = n_links(&g, BSP_NAV_STEP_UP), n_walk = n_links(&g, BSP_NAV_WALK);
            cr_expect(scale < 1.0 / 64 ? n_up >= 0.9 * ups && n_walk >= 0.9 * walks
                                       : n_up == ups && n_walk == walks,
                      "%s: %u steps, not %u; %u links to walk, not %u", what, n_up, ups, n_walk,
                      walks);
            CompareNavigatorCounts c = count_graph(&g, 0, 300, 1);
            cr_expect_eq(c.arrived, c.paths, "%s: %u of %u arrived", what, c.arrived, c.paths);
            cr_expect_gt(c.paths, 250, "%s", what);
        }
    }
}
