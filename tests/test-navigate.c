/* test-navigate: tests navigation graphs of made-up rooms, random scenes and real levels. The brush
 * table and the mover check the graph. Bodies must be able to stand on its areas, and to arrive. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "bsp-world.h"
#include "bsp.h"
#include "graphs.h"
#include "navigate/floors.h"
#include "real-levels.h"
#include "sanitized.h"
#include "saved-files.h"
#include "scenes.h"
#include "scratch.h"

/* --- stairs, doors, strips --- */

/* Returns a floor, and stairs of 8 steps of this height and 32 units deep, which go up from it. */
static BspSolid *stairs(double height)
{
    BspBrush *brushes[9] = { scene_box(-256, -128, -16, 0, 128, 0) };
    for (guint i = 0; i < 8; i++)
        brushes[i + 1] = scene_box(32 * i, -128, -16, 32 * i + 32, 128, height * (i + 1));
    return scene_solid(brushes, 9);
}

Test(navigate, stairs_of_the_step_height_are_climbed_and_no_higher_ones)
{
    for (guint i = 0; i < 2; i++) {
        BspNavWalker walker = walker_of(30, 56, two_skins[i]);
        g_auto(Graph) may = graph_of_solid(stairs(18), walker);
        check_graph(&may, 0, 1000, "stairs");
        cr_expect_eq(n_areas(&may, 0), 9);
        cr_expect_eq(n_links(&may, BSP_NAV_STEP_UP), 8);
        cr_expect_eq(n_links(&may, BSP_NAV_STEP_DOWN), 8);
        g_auto(Graph) may_not = graph_of_solid(stairs(18.01), walker);
        cr_expect_eq(n_areas(&may_not, 0), 9);
        cr_expect_eq(n_links(&may_not, BSP_NAV_STEP_UP), 0);
        cr_expect_eq(n_links(&may_not, BSP_NAV_STEP_DOWN), 0);
    }
}

/* Returns a floor, and a wall across it that has a door of this width and height. */
static BspSolid *door(double width, double height)
{
    const double boxes[][6] = {
        { -200, -200, -16, 200, 200, 0 },
        { -8, -200, 0, 8, -width / 2, 200 },
        { -8, width / 2, 0, 8, 200, 200 },
        { -8, -width / 2, height, 8, width / 2, 200 },
    };
    return scene_boxes(boxes, G_N_ELEMENTS(boxes));
}

/* A door exactly as wide as the body leaves a strip without width, which cannot be an area. */
Test(navigate, a_body_fits_through_a_door_of_exactly_its_height)
{
    static const BspVec from = { { -100, 0, 0 } }, to = { { 100, 0, 0 } };
    BspNavWalker walkers[] = { walker_of(30, 56, 0), walker_of(30, 40, 0), walker_of(30, 56.01, 0),
                               walker_of(40, 40, 0) };
    g_autoptr(BspSolid) solid = door(30.1, 56);
    g_auto(Graph) g = graph_of(solid, NULL, walkers, G_N_ELEMENTS(walkers));
    cr_expect(has_path(&g, 0, from, to, NULL));
    cr_expect(has_path(&g, 1, from, to, NULL));
    cr_expect(!has_path(&g, 2, from, to, NULL));
    cr_expect(!has_path(&g, 3, from, to, NULL));
    for (guint i = 0; i < G_N_ELEMENTS(walkers); i++)
        check_graph(&g, i, 200, "door");
    g_auto(Graph) none = graph_of_solid(door(30.1, 56), walker_of(30, 56, 0.125));
    cr_expect(!has_path(&none, 0, from, to, NULL));
}

/* Strips of 0.1 unit, each a little higher or lower than the last, between two floors. */
Test(navigate, narrow_strips_are_crossed)
{
    BspBrush *brushes[102] = { scene_box(-200, -200, -16, 0, 200, 0),
                               scene_box(10, -200, -16, 200, 200, 0) };
    for (guint i = 0; i < 100; i++)
        brushes[i + 2] = scene_box(0.1 * i, -200, -16, 0.1 * i + 0.1, 200, i % 3 * 0.7);
    g_auto(Graph) g = graph_of_solid(scene_solid(brushes, 102), walker_of(30, 56, 0));
    check_graph(&g, 0, 300, "strips");
    cr_expect(has_path(&g, 0, bsp_vec(-100, 0, 0), bsp_vec(100, 0, 0), NULL));
}

Test(navigate, tiles_of_one_floor_are_one_area)
{
    guint n = SANITIZED ? 20 : 40;
    BspBrush *brushes[1600];
    for (guint i = 0; i < n * n; i++) {
        double x = 32.0 * (i % n), y = 32.0 * (i / n);
        brushes[i] = scene_box(x, y, -16, x + 32, y + 32, 0);
    }
    g_auto(Graph) g = graph_of_solid(scene_solid(brushes, n * n), walker_of(30, 56, 0));
    cr_expect_eq(n_areas(&g, 0), 1);
}

/* The heights of floors side by side differ by less than a body can notice. */
Test(navigate, floors_that_nearly_coincide_are_crossed)
{
    static const double rises[] = { BSP_TOUCH, 2 * BSP_TOUCH, 3 * BSP_TOUCH, 5e-5, 1e-3, 0.05 };
    for (guint k = 0; k < 2 * G_N_ELEMENTS(rises); k++) {
        guint i = k / 2;
        const double boxes[][6] = { { -200, -200, -16, 0, 200, 0 },
                                    { 0, -200, -16, 200, 200, rises[i] },
                                    { 200, -200, -16, 400, 200, 0 },
                                    { 400, -200, -16, 410, 200, 200 } };
        g_autofree char *what = g_strdup_printf("floors that differ by %g", rises[i]);
        g_auto(Graph) g =
            graph_of_boxes(boxes, G_N_ELEMENTS(boxes), walker_of(30, 56, two_skins[k % 2]));
        check_graph(&g, 0, 300, what);
        cr_expect(has_path(&g, 0, bsp_vec(-100, 0, 0), bsp_vec(300, 0, 0), NULL), "%s", what);
    }
}

/* --- slopes --- */

static BspBrush *wedge(double x0, double x1, double y0, double y1, double z0, double z1)
{
    const BspVec points[] = { { { x0, y0, z0 - 16 } }, { { x1, y0, z0 - 16 } },
                              { { x0, y1, z0 - 16 } }, { { x1, y1, z0 - 16 } },
                              { { x0, y0, z0 } },      { { x1, y0, z1 } },
                              { { x0, y1, z0 } },      { { x1, y1, z1 } } };
    return scene_hull_brush(points, G_N_ELEMENTS(points));
}

/* Returns a ramp beside a floor. The step between the two is 0 at one end and 200 at the other. */
static BspSolid *ramp_beside_floor(void)
{
    BspBrush *brushes[] = { scene_box(-200, -200, -16, 200, 0, 0), wedge(-128, 128, 0, 100, 0, 200),
                            scene_box(-200, 0, -16, -128, 100, 0),
                            scene_box(128, 0, -16, 200, 100, 200) };
    return scene_solid(brushes, G_N_ELEMENTS(brushes));
}

Test(navigate, a_step_whose_height_varies_is_crossed_where_it_is_low)
{
    for (guint i = 0; i < 2; i++) {
        BspNavWalker walkers[] = { walker_of(30, 56, two_skins[i]), walker_of(8, 8, two_skins[i]),
                                   walker_of(64, 88, two_skins[i]) };
        g_autoptr(BspSolid) solid = ramp_beside_floor();
        g_auto(Graph) g = graph_of(solid, NULL, walkers, G_N_ELEMENTS(walkers));
        for (guint k = 0; k < G_N_ELEMENTS(walkers); k++)
            check_graph(&g, k, 1000, "ramp beside a floor");
        cr_expect_geq(n_links(&g, BSP_NAV_STEP_UP), 1);
    }
}

/* Returns steps whose fronts lean back or forward by this length. */
static BspSolid *leaning_steps(double lean)
{
    BspBrush *brushes[6] = { scene_box(-200, -100, -16, 0, 100, 0) };
    for (guint i = 0; i < 5; i++) {
        double x = 40 * i, z = 14.0 * (i + 1);
        const BspVec points[] = {
            { { x, -100, z - 30 } },      { { x, 100, z - 30 } },      { { x, -100, z - 14 } },
            { { x, 100, z - 14 } },       { { x + lean, -100, z } },   { { x + lean, 100, z } },
            { { x + 60, -100, z - 30 } }, { { x + 60, 100, z - 30 } }, { { x + 60, -100, z } },
            { { x + 60, 100, z } },
        };
        brushes[i + 1] = scene_hull_brush(points, G_N_ELEMENTS(points));
    }
    return scene_solid(brushes, G_N_ELEMENTS(brushes));
}

Test(navigate, steps_with_leaning_fronts_are_climbed)
{
    static const double leans[] = { -4, -0.001, 0.001, 0.01, 0.5, 2, 6, 13 };
    for (guint i = 0; i < G_N_ELEMENTS(leans) * 2; i++) {
        BspNavWalker walker = walker_of(30, 56, two_skins[i % 2]);
        g_auto(Graph) g = graph_of_solid(leaning_steps(leans[i / 2]), walker);
        g_autofree char *what = g_strdup_printf("steps leaning by %g", leans[i / 2]);
        check_graph(&g, 0, 200, what);
        cr_expect(leans[i / 2] > 2 ||
                      has_path(&g, 0, bsp_vec(-100, 0, 0), bsp_vec(190, 0, 70), NULL),
                  "%s, skin %g", what, walker.skin);
    }
}

/* In some of these scenes, bodies once flew past a step down over a gap, because they did not land.
 * In others, a pit was taken for a gap. */
Test(navigate, steps_over_gaps_are_landed_on)
{
    static const struct {
        guint scene;
        double width, skin;
    } cases[] = { { 494, 30, 0.125 }, { 3286, 12, 0 }, { 270, 4, 0.125 }, { 2665, 12, 0.125 } };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        SceneKind kind = cases[i].scene % SCENE_KINDS;
        BspNavWalker walker = walker_of(cases[i].width, 2 * cases[i].width, cases[i].skin);
        g_auto(Graph) g = graph_of_solid(scene_nth(cases[i].scene, cases[i].scene), walker);
        check_graph(&g, 0, 2000, scene_name(kind));
    }
}

/* There are gaps between the floors. A body of this width just falls into them. */
Test(navigate, cracks_are_crossed_in_one_frame)
{
    static const double wider[] = { 0.001, 0.003, 0.01, 0.019 };
    for (guint i = 0; i < G_N_ELEMENTS(wider); i++) {
        double boxes[13][6] = { { -9, -100, -300, 900, 100, -284 } };
        for (guint k = 0; k < 12; k++) {
            double x = (50 + wider[i]) * k;
            double box[] = { x, -100, -16, x + 20, 100, 0 };
            memcpy(boxes[k + 1], box, sizeof box);
        }
        BspNavWalker walker = walker_of(30, 56, 0);
        g_auto(Graph) g = graph_of_boxes((const double(*)[6])boxes, 13, walker);
        g_autofree char *what = g_strdup_printf("cracks %g wider than the body", wider[i]);
        cr_expect(has_path(&g, 0, bsp_vec(9, 0, 0), bsp_vec(550, 0, 0), NULL), "%s", what);
        check_graph(&g, 0, 1000, what);
        walker.speed = 90;
        g_auto(Graph) slow = graph_of_boxes((const double(*)[6])boxes, 13, walker);
        cr_expect(wider[i] <= 0.002 ||
                  !has_path(&slow, 0, bsp_vec(9, 0, 0), bsp_vec(550, 0, 0), NULL));
        check_graph(&slow, 0, 300, what);
    }
}

/* --- drops and jumps --- */

Test(navigate, ledges_are_dropped_from_and_gaps_jumped_over)
{
    const double boxes[][6] = { { -200, -100, -16, 0, 100, 200 }, /* two roofs, 80 units apart */
                                { 80, -100, -16, 280, 100, 200 },
                                { -400, -400, -32, 400, 400, -16 } };
    static const BspVec left = { { -100, 0, 200 } }, right = { { 180, 0, 200 } };
    static const BspVec floor = { { -300, 0, -16 } };
    BspNavCosts walks = { .factor = { 1, 1, 1 } }, drops = { .factor = { 1, 1, 1, 1 } };
    for (guint i = 0; i < 2; i++) {
        g_auto(Graph) g = graph_of_boxes(boxes, 3, jumper_of(two_skins[i], 300, 270));
        cr_expect(has_path(&g, 0, left, right, NULL));
        cr_expect(!has_path(&g, 0, left, right, &drops));
        cr_expect(has_path(&g, 0, left, floor, &drops));
        cr_expect(!has_path(&g, 0, left, floor, &walks));
        cr_expect(!has_path(&g, 0, floor, left, NULL));
        check_graph(&g, 0, 300, "roofs");
        g_auto(Graph) high = graph_of_boxes(boxes, 3, jumper_of(two_skins[i], 200, 270));
        cr_expect(!has_path(&high, 0, left, floor, NULL));
        cr_expect(has_path(&high, 0, left, right, NULL));
    }
}

/* A jump of 270 units a second rises by 41 units at 30 frames a second, by 43 at 60, and by 44 at
 * 125.
 */
Test(navigate, a_jump_is_a_link_if_it_succeeds_at_all_frame_rates)
{
    static const double heights[] = { 40.5, 42.2 };
    for (guint i = 0; i < 2; i++) {
        const double boxes[][6] = { { -400, -400, -16, 400, 400, 0 },
                                    { 0, -100, 0, 200, 100, heights[i] } };
        g_auto(Graph) g = graph_of_boxes(boxes, 2, jumper_of(0, 300, 270));
        bool has = has_path(&g, 0, bsp_vec(-100, 0, 0), bsp_vec(100, 0, heights[i]), NULL);
        cr_expect_eq(has, i == 0);
        check_graph(&g, 0, 300, "a platform");
    }
}

/* A fall of 3 seconds takes 360 frames of 1/125 second. */
Test(navigate, a_deep_fall_is_followed_to_its_end)
{
    const double boxes[][6] = { { -100, -100, 3500, 0, 100, 3600 },
                                { -800, -400, -16, 2000, 400, 0 } };
    g_auto(Graph) g = graph_of_boxes(boxes, 2, jumper_of(0, 4000, 0));
    cr_expect(has_path(&g, 0, bsp_vec(-50, 0, 3600), bsp_vec(-700, 0, 0), NULL));
    check_graph(&g, 0, 100, "a deep fall");
}

/* --- random scenes --- */

/* In 16,000 scenes with half a million paths, bodies did not arrive on 18 paths, in 14 scenes. With
 * a skin, the foot of a slope may be lower than a body stands (bsp-navigate.h). This happens at
 * fewer than one point in a hundred. */
Test(navigate, bodies_arrive_in_random_scenes)
{
    static const double widths[] = { 4, 12, 30 };
    guint points = 0, no_floor = 0, paths = 0, failed = 0, standing = 0, uncovered = 0;
    for (guint i = 0; i < (SHORT ? 60 : 2000) * SCENE_KINDS; i++) {
        double skin = i / SCENE_KINDS % 2 ? 0.125 : 0;
        BspNavWalker walker = walker_of(widths[i % 3], 2 * widths[i % 3], skin);
        walker.drop = i % 7 == 0 ? 500 : 0;
        g_auto(Graph) g = graph_of_solid(scene_nth(i, i), walker);
        CompareNavigatorCounts c = count_graph(&g, 0, 60, i);
        cr_expect(c.in_solid == 0 && (c.no_floor == 0 || skin > 0),
                  "%s %u: %u of %u points in solid, %u without floor", scene_name(i % SCENE_KINDS),
                  i, c.in_solid, c.points, c.no_floor);
        points += c.points;
        no_floor += c.no_floor;
        paths += c.paths;
        failed += c.paths - c.arrived;
        standing += c.standing;
        uncovered += c.uncovered;
    }
    cr_expect_lt(100 * no_floor, points);
    cr_expect_lt(1000 * uncovered, standing, "%u of %u", uncovered, standing);
    cr_expect_gt(paths, points / 10);
    cr_expect_leq(10000 * failed, paths, "%u of %u failed", failed, paths);
}

/* --- real levels --- */

static BspWorld *level_world(const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *file = real_level_bsp(name);
    BspWorld *world = bsp_world_load_with(file, BSP_WORLD_PATCHES, &error);
    cr_assert_not_null(world, "%s", error ? error->message : "");
    return world;
}

/* Checks that no vertex of an area is deeper in solid than 1e-5 unit. */
static void check_vertices(const Graph *g, guint size, const char *name)
{
    guint first, n = bsp_navigation_areas(g->nav, size, &first), deep = 0;
    BspNavWalker walker;
    bsp_navigation_walker(g->nav, size, &walker);
    BspBounds bounds = bsp_bounds_grown(&walker.box, -1e-5);
    BspShape box = bsp_shape_box(bounds.mins, bounds.maxs);
    for (guint i = first; i < first + n; i++) {
        BspNavArea area;
        bsp_navigation_area(g->nav, i, &area);
        for (guint k = 0; k < area.n_vertices; k++) {
            BspVec p = bsp_vec(area.vertices[k].x, area.vertices[k].y, 0);
            p.z = (area.plane.dist - bsp_vec_dot(area.plane.normal, p)) / area.plane.normal.z;
            deep += bsp_brush_table_inside(g->table, &box, 0, p, NULL, 0) > 0;
        }
    }
    cr_expect_eq(deep, 0, "%s: %u vertices in solid", name, deep);
}

Test(navigate, levels_have_right_areas_and_paths)
{
    if (!real_levels_archive())
        cr_skip("no levels: run data/fetch-levels");
    for (guint i = 0; i < (SHORT ? N_SHORT_LEVELS : N_REAL_LEVELS); i++)
        for (guint k = 0; k < 2; k++) {
            BspNavWalker walkers[] = { walker_of(30, 56, two_skins[k]),
                                       walker_of(64, 88, two_skins[k]) };
            g_autoptr(BspWorld) world = level_world(real_levels[(i * 4 + 7) % N_REAL_LEVELS].name);
            g_auto(Graph) g = graph_of(world->solid, world->inside, walkers, 2);
            for (guint size = 0; size < 2; size++) {
                check_vertices(&g, size, world->name);
                CompareNavigatorCounts c = count_graph(&g, size, SHORT ? 2500 : 10000, 3);
                cr_expect(c.in_solid == 0 && c.arrived == c.paths &&
                              10000 * c.uncovered <= c.standing &&
                              10000 * c.no_floor <= (two_skins[k] > 0 ? c.points : 0),
                          "%s, skin %g: %u in solid, %u no floor of %u, %u of %u uncovered, %u of "
                          "%u arrived",
                          world->name, two_skins[k], c.in_solid, c.no_floor, c.points, c.uncovered,
                          c.standing, c.arrived, c.paths);
            }
        }
}

/* --- queries --- */

Test(navigate, costs_forbid_links)
{
    static const BspVec low = { { -100, 0, 0 } }, high = { { 240, 0, 144 } };
    BspNavCosts costs = { .factor = { 1, 0, 1 } };
    g_auto(Graph) g = graph_of_solid(stairs(18), walker_of(30, 56, 0));
    cr_expect(has_path(&g, 0, low, high, NULL));
    cr_expect(!has_path(&g, 0, low, high, &costs));
    cr_expect(has_path(&g, 0, high, low, &costs));
}

Test(navigate, starts_and_goals_are_moved_off_borders)
{
    BspNavCorner corners[16];
    g_auto(Graph) g = graph_of_boxes((const double[][6]){ { -100, -100, -16, 100, 100, 0 } }, 1,
                                     walker_of(30, 56, 0));
    guint n = corners_of(&g, bsp_vec(115, 115, 0), bsp_vec(-115, 0, 0), corners);
    cr_assert_eq(n, 2);
    cr_expect_float_eq(corners[0].at.x, 115 - sqrt(0.125), 1e-5);
    cr_expect_float_eq(corners[1].at.x, -114.5, 1e-5);
    n = corners_of(&g, bsp_vec(0, 0, 0), bsp_vec(50, 50, 0), corners);
    cr_expect(n == 1 && corners[0].at.x == 50);
}

/* The level has a wall with two doors. One is hardly wider than the body, and a wide one is farther
 * away. */
Test(navigate, narrow_borders_are_avoided)
{
    const double boxes[][6] = {
        { -200, -200, -16, 200, 200, 0 },
        { -8, -200, 0, 8, -15.05, 200 },
        { -8, 15.05, 0, 8, 40, 200 },
        { -8, 120, 0, 8, 200, 200 },
    };
    BspNavCorner corners[16];
    g_auto(Graph) g = graph_of_boxes(boxes, G_N_ELEMENTS(boxes), walker_of(30, 56, 0));
    guint n = corners_of(&g, bsp_vec(-100, 20, 0), bsp_vec(100, 20, 0), corners);
    cr_assert_gt(n, 1);
    cr_expect_gt(corners[0].at.y, 50);
}

Test(navigate, a_body_in_the_air_goes_on_to_the_next_corner)
{
    const BspNavCorner corners[] = { { .at = { { 0, 0, 0 } } }, { .at = { { 100, 0, 0 } } } };
    BspNavFollower follower = { .corners = corners, .n = 2 };
    BspBody body = { .at = { { 0, 0, 8 } } };
    cr_expect_eq(bsp_navigation_steer(&follower, &body, 320, 0.1), BSP_NAV_FOLLOWING);
    cr_expect_float_eq(body.velocity.x, 320, 1e-9);
    body.at.x = 100;
    cr_expect_eq(bsp_navigation_steer(&follower, &body, 320, 0.1), BSP_NAV_FOLLOWING);
    body.at.z = 0;
    body.on_ground = true;
    body.ground.normal.z = 1;
    cr_expect_eq(bsp_navigation_steer(&follower, &body, 320, 0.1), BSP_NAV_ARRIVED);
}

Test(navigate, queries_beyond_a_graph_find_nothing)
{
    BspNavPoint p;
    guint first;
    g_auto(Graph) g = graph_of_boxes((const double[][6]){ { -100, -100, -16, 100, 100, 0 } }, 1,
                                     walker_of(30, 56, 0));
    cr_expect_eq(bsp_navigation_find_size(g.nav, "walker"), 0);
    cr_expect_eq(bsp_navigation_find_size(g.nav, "other"), 1);
    cr_expect_eq(bsp_navigation_find_size(g.nav, NULL), 1);
    cr_expect_eq(bsp_navigation_areas(g.nav, 1, &first), 0);
    cr_expect_eq(bsp_navigation_path_bytes(g.nav, 1), 0);
    cr_expect(!bsp_navigation_random(g.nav, 1, 0, &p));
    cr_expect(!bsp_navigation_find(g.nav, 1, bsp_vec(0, 0, 0), 1, &p));
    cr_expect(!bsp_navigation_find(g.nav, 0, bsp_vec(0, 0, 2), 1, &p));
    cr_expect(!bsp_navigation_find(g.nav, 0, bsp_vec((double)NAN, 0, 0), 1, &p));
    cr_expect(!bsp_navigation_find(g.nav, 0, bsp_vec(0, 0, 0), (double)NAN, &p));
    cr_expect(bsp_navigation_find(g.nav, 0, bsp_vec(1e9, 0, 0), (double)INFINITY, &p));
    cr_expect_float_eq(p.at.x, 115, 1e-5);
}

Test(navigate, wrong_walkers_are_refused)
{
    BspNavWalker walker = walker_of(30, 56, 0), others[4];
    g_auto(Graph) g = graph_of_solid(stairs(18), walker);
    for (guint i = 0; i < 4; i++)
        others[i] = walker;
    others[0].speed = 0;
    others[1].box.maxs.z = 57;
    others[2].mask = 1;
    others[3].skin = (double)NAN;
    for (guint i = 0; i < 4; i++) {
        g_autoptr(GError) error = NULL;
        cr_expect_null(bsp_navigation_build(g.tree, g.table, &others[i], 1, NULL, NULL, &error));
        cr_expect(error && g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
    }
}

/* --- files --- */

static GBytes *file_of(const Graph *g)
{
    char *text;
    gsize length;
    g_autoptr(GError) error = NULL;
    g_autofree char *path = scratch_path("a.nav");
    cr_assert(bsp_navigation_save(g->nav, path, NULL, &error));
    cr_assert(g_file_get_contents(path, &text, &length, NULL));
    const char *why;
    g_autoptr(BspNavigation) again = bsp_navigation_load_file(path, &why);
    cr_assert_not_null(again);
    cr_expect_eq(bsp_navigation_bytes(again), bsp_navigation_bytes(g->nav));
    cr_assert_null(bsp_navigation_load_file(scratch_directory, &why));
    cr_assert_null(bsp_level_load(path, &why));
    cr_expect(g_str_has_prefix(why, "it holds a navigation graph"), "%s", why);
    remove_scratch();
    return g_bytes_new_take(text, length);
}

Test(navigate, hostile_files_do_no_harm)
{
    static const guint64 values[] = {
        0, 1, 0x7fffffff, 0xffffffff, 0x7ff0000000000000, 0xffefffffffffffff, 0x3ff0000000000000
    };
    guint n_loaded = 0;
    Random r = random_seeded(9);
    const BspNavWalker walkers[] = { jumper_of(0, 100, 270), walker_of(64, 88, 0) };
    g_autoptr(BspSolid) solid = ramp_beside_floor();
    g_auto(Graph) g = graph_of(solid, NULL, walkers, 2);
    g_autoptr(GBytes) bytes = file_of(&g);
    gsize length;
    const guint8 *data = g_bytes_get_data(bytes, &length);
    for (gsize at = 32; at + 8 <= length; at += 4)
        for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
            guint8 *copy = saved_copy(data, length);
            memcpy(copy + at, &values[i], at % 8 ? 4 : 8);
            saved_seal(copy, length);
            n_loaded += saved_load_and_query(&r, copy, length, 4);
            free(copy);
        }
    cr_expect_gt(n_loaded, 100);
    for (gsize end = 0; end < length; end += 61) {
        guint8 *copy = malloc(end + 1);
        const char *why = NULL;
        memcpy(copy, data, end);
        cr_expect_null(bsp_navigation_load(copy, end, &why));
        cr_expect_not_null(why);
        free(copy);
    }
}

/* A body of a lattice drops beside a block, and touches its side. A body that starts a little aside
 * would land on the block. */
Test(navigate, no_drop_passes_a_block_by_a_hair)
{
    const double boxes[][6] = { { -400, -100, -16, 0, 100, 64 },
                                { 0, -100, -16, 400, 100, 0 },
                                { 10, 15, 0, 50, 100, 20 } };
    g_auto(Graph) g = graph_of_boxes(boxes, 3, jumper_of(0, 100, 0));
    guint n = 0;
    for (guint i = 0; i < g.nav->n_links; i++) {
        BspNavLink link;
        bsp_navigation_link(g.nav, i, &link);
        /* a link beside the block; faster bodies fly over the block */
        if (link.type == BSP_NAV_DROP && link.right.x < 20 && link.landing.x < 65 &&
            link.landing.z < 1) {
            cr_expect(fabs(link.right.y) > 1, "y %g", link.right.y);
            n++;
        }
    }
    cr_expect_gt(n, 0);
    check_graph(&g, 0, 300, "a block");
}

/* --- joining floors --- */

/* Joins the parts of a floor, which have 4 corners each. Returns the area of the result. */
static double joined_area(const BspNavVertex (*parts)[4], guint n)
{
    g_autoptr(GArray) floors = nav_floors_new();
    for (guint i = 0; i < n; i++) {
        NavFloor floor = { g_memdup2(parts[i], sizeof parts[i]), 4, { bsp_vec_axis(2), 0 } };
        g_array_append_val(floors, floor);
    }
    guint n_slivers = 0;
    double area = 0;
    g_autoptr(GArray) joined = nav_floors_join(floors, 1, &n_slivers);
    for (guint i = 0; i < joined->len; i++) {
        const NavFloor *floor = &g_array_index(joined, NavFloor, i);
        for (guint k = 2; k < floor->n; k++)
            area += nav_cross(floor->v[0], floor->v[k - 1], floor->v[k]) / 2;
    }
    return area;
}

/* Cuts of one floor by different planes leave strips that are thinner than the error of a line. At
 * such a strip the floor has a border, too. */
Test(navigate, thin_strips_hide_no_border_of_a_floor)
{
    const double y = 100, a = y + 4e-5, b = y + 8e-5;
    const BspNavVertex parts[][4] = { { { -100, 0 }, { 0, 0 }, { 0, 300 }, { -100, 300 } },
                                      { { 0, 0 }, { 100, 0 }, { 100, y }, { 0, y } },
                                      { { 0, y }, { 100, y }, { 100, a }, { 0, a } },
                                      { { 0, a }, { 100, a }, { 100, b }, { 0, b } } };
    cr_expect_float_eq(joined_area(parts, 4), 40000, 0.1);
}

/* A side of a floor is almost along an axis. Cuts along the axes then put two corners where the
 * floor has one, and no side of length 0 may count as the width. */
Test(navigate, corners_that_become_one_do_not_make_a_floor_narrow)
{
    const BspNavVertex part[1][4] = { { { 0, 0 }, { 32, 0.00026 }, { 2.5, 88 }, { -29.5, 88 } } };
    cr_expect_float_eq(joined_area(part, 1), 2816, 0.1);
}
