/* test-level: the engine's header, bsp.h: a level from its file, traces with doors, and a body that
 * walks. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "bsp.h"
#include "onion-build.h"
#include "scenes.h"

#define NEAR 1e-6 /* units */

/* A floor whose top is at z = 0, a step of 16 units from x = 100 on, and a wall at x = 200. */
static const double boxes[][6] = { { -400, -400, -16, 400, 400, 0 },
                                   { 100, -400, 0, 400, 400, 16 },
                                   { 200, -400, 16, 400, 400, 200 } };

static const BspStepping stepping = { 18, 0.7 };

static BspLevel *level_of_boxes(void)
{
    g_autoptr(BspSolid) solid = scene_boxes(boxes, G_N_ELEMENTS(boxes));
    return bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
}

Test(level, owns_its_file)
{
    g_autofree char *path = g_strdup_printf("%s/test-level-%d", g_get_tmp_dir(), (int)getpid());
    g_autoptr(BspSolid) solid = scene_boxes(boxes, G_N_ELEMENTS(boxes));
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
    const OnionSpace space = { NULL, scene_player().bounds, 0 };
    g_autoptr(OnionTree) onion = onion_tree_build(solid, &space, 1, NULL, NULL);
    const BspSaveOptions with_table = { .sides = table };
    const char *why = NULL;
    cr_assert(onion_tree_save(onion, path, &with_table, NULL));
    BspLevel *level = bsp_level_load(path, &why);
    cr_assert(level, "%s", why);
    BspMove ray = { .from = bsp_vec(0, 0, 9), .to = bsp_vec(0, 0, -9) };
    BspTrace answer;
    cr_expect(bsp_trace(level, &ray, &answer) && answer.hit.brush == 0 && answer.owner == level);
    cr_expect_float_eq(answer.tr.t, 0.5, NEAR);
    cr_expect_eq(bsp_contents(level, bsp_vec(0, 0, -8)), bsp_contents(table, bsp_vec(0, 0, -8)));
    bsp_level_free(level);
    cr_assert(onion_tree_save(onion, path, NULL, NULL));
    cr_expect_null(bsp_level_load(path, &why));
    cr_expect_str_eq(why, "it was saved without a brush table");
    g_unlink(path);
    cr_expect_null(bsp_level_load(path, &why));
    cr_expect_str_eq(why, "there is no such file, or no permission");
}

/* A door, two units thick, that comes nearer by 4 units while a ball stands still; the nearer of
 * level and door stops the ball. */
Test(level, doors)
{
    BspLevel *level = level_of_boxes();
    g_autoptr(BspSolid) slab = scene_one_box(-1, -50, 0, 1, 50, 60);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(slab, BSP_TABLE_ALL_SHAPES);
    BspDoor door = { table, bsp_frame_at(bsp_vec(40, 0, 1)) };
    BspShape ball = bsp_shape_sphere(8);
    BspMove move = { bsp_vec(0, 0, 30), bsp_vec(300, 0, 30), &ball, 0, 0 };
    BspTrace answer;
    cr_assert(bsp_trace(level, &move, &answer));
    cr_expect_float_eq(answer.tr.point.x, 192, 1e-3);
    cr_assert(bsp_trace_door(&door, &move, &answer));
    cr_expect(answer.owner == table);
    cr_expect_float_eq(answer.tr.point.x, 31, 1e-3);
    BspMover mover = { .table = level, .shape = &ball, .doors = &door, .n_doors = 1 };
    BspTrace again;
    cr_assert(bsp_mover_trace(&mover, move.from, move.to, &again));
    cr_expect(again.owner == table && again.tr.t == answer.tr.t);
    door.frame.travel = bsp_vec(-40, 0, 0);
    cr_expect(bsp_mover_trace(&mover, move.from, move.from, &again) && again.owner == table);
    bsp_level_free(level);
}

/* One second in frames of 1/64: the body falls, lands, climbs the step and stops at the wall. */
Test(level, walks)
{
    BspLevel *level = level_of_boxes();
    BspShape player = scene_player();
    const double feet = player.bounds.mins.z;
    BspMover mover = { .table = level, .shape = &player, .skin = 0.125 };
    BspBody body = { .at = bsp_vec(0, 0, 8 - feet), .velocity = bsp_vec(0, 0, 0) };
    guint landed = 0;
    for (guint i = 1; i <= 128; i++) {
        bool was_on_ground = body.on_ground;
        body.velocity.x = 200;
        body.velocity.z = body.on_ground ? 0 : body.velocity.z - 800.0 / 64;
        bsp_walk(&mover, &stepping, 1.0 / 64, &body);
        cr_expect_not(body.is_stuck);
        landed += body.on_ground && !was_on_ground;
    }
    cr_expect_eq(landed, 1u, "it landed %u times", landed);
    cr_expect(body.on_ground && body.ground.normal.z == 1);
    cr_expect_float_eq(body.at.z + feet, 16.125, 1e-3, "z %g", body.at.z + feet);
    cr_expect_float_eq(body.at.x, 200 - player.bounds.maxs.x - 0.125, 1e-3, "x %g", body.at.x);
    cr_expect_float_eq(body.velocity.x, 0, 1e-9);
    body.velocity = bsp_vec(0, 0, 270);
    body.on_ground = false;
    bsp_walk(&mover, &stepping, 1.0 / 64, &body);
    cr_expect(!body.on_ground && body.at.z + feet > 20, "a jump leaves the ground");
    body = (BspBody){ .at = bsp_vec(0, 0, 0.125 - feet), .velocity = bsp_vec(0, 0, 270) };
    bsp_walk(&mover, &stepping, 1.0 / 4096, &body);
    cr_expect(!body.on_ground && body.velocity.z == 270, "also in a very short time");
    body.at = bsp_vec(0, 0, -8);
    bsp_walk(&mover, &stepping, 1.0 / 64, &body);
    cr_expect(body.is_stuck && body.at.z == -8);
    BspStuck stuck = { &player, 0, body.at, 0.125, 64, NULL, NULL };
    BspWayOut way;
    cr_expect(bsp_way_out(level, &stuck, &way));
    cr_expect_float_eq(way.to.z + feet, 0.125, 1e-3);
    bsp_level_free(level);
}

/* Only the level's faces support a body at their edges. A ball slides off the edge of a door, even
 * if a brush of the level ends at the same line. */
Test(level, the_edge_of_a_door)
{
    g_autoptr(BspSolid) ledge = scene_one_box(-20, 100, 40, 20, 200, 60);
    g_autoptr(BspSolid) slab = scene_one_box(-20, -50, 40, 20, 50, 60);
    g_autoptr(BspBrushTable) level = bsp_brush_table_new(ledge, BSP_TABLE_ALL_SHAPES);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(slab, BSP_TABLE_ALL_SHAPES);
    BspDoor door = { table, bsp_frame_at(bsp_vec(0, 0, 0)) };
    BspShape ball = bsp_shape_sphere(8);
    BspMover mover = { .table = level, .shape = &ball, .doors = &door, .n_doors = 1 };
    BspTracer tracer = bsp_mover_tracer(&mover);
    BspGround ground;
    bsp_ground_probe(&tracer, bsp_vec(27, 0, 80), 60, 0.7, &ground);
    cr_expect_eq(ground.kind, BSP_GROUND_STEEP);
    bsp_ground_probe(&tracer, bsp_vec(27, 150, 80), 60, 0.7, &ground);
    cr_expect_eq(ground.kind, BSP_GROUND_WALKABLE);
}

/* A ramp of 27 degrees up to a floor at z = 64 that ends at x = 500: the body does not leave the
 * floor before its edge, and then falls at once. */
Test(level, climbing_throws_nobody_into_the_air)
{
    const BspVec ramp[] = { { { 0, -200, 0 } },  { { 0, 200, 0 } },     { { 128, -200, 0 } },
                            { { 128, 200, 0 } }, { { 128, -200, 64 } }, { { 128, 200, 64 } } };
    BspBrush *brushes[] = { scene_box(-400, -400, -16, 900, 400, 0),
                            bsp_brush_new_points(ramp, G_N_ELEMENTS(ramp), NULL),
                            scene_box(128, -200, 0, 500, 200, 64) };
    g_autoptr(BspSolid) solid = scene_solid(brushes, 3);
    g_autoptr(BspBrushTable) level = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
    BspShape capsule = bsp_shape_capsule(15, -24, 32), player = scene_player();
    const BspShape *shapes[] = { &player, &capsule };
    for (guint i = 0; i < 2; i++) {
        BspMover mover = { .table = level, .shape = shapes[i], .skin = 0.125 };
        BspBody body = { .at = bsp_vec(-100, 0, 24.125) };
        double highest = 0;
        for (guint k = 0; k < 256; k++) {
            body.velocity.x = 200;
            if (!body.on_ground)
                body.velocity.z -= 800.0 / 64;
            bsp_walk(&mover, &stepping, 1.0 / 64, &body);
            highest = fmax(highest, body.at.z);
        }
        cr_expect(body.on_ground && body.at.x > 600, "%u: x %g", i, body.at.x);
        cr_expect_float_eq(highest, 64 + 24.125, 0.01, "%u: %g", i, highest);
        cr_expect_float_eq(body.at.z, 24.125, 0.01);
    }
}

/* A mover without a shape is a point. It comes down on a slope of 37 degrees and stays on it. */
Test(level, a_point_walks)
{
    const BspPlane planes[] = { { { { -0.6, 0, 0.8 } }, 0 },
                                { { { 1, 0, 0 } }, 50 },
                                { { { 0, 1, 0 } }, 30 },
                                { { { 0, -1, 0 } }, 30 },
                                { { { 0, 0, -1 } }, 9 } };
    BspBrush *brush = bsp_brush_new_planes(planes, G_N_ELEMENTS(planes), NULL);
    g_autoptr(BspSolid) solid = scene_solid(&brush, 1);
    g_autoptr(BspBrushTable) level = bsp_brush_table_new(solid, 0);
    BspMover mover = { .table = level };
    BspBody body = { .at = bsp_vec(4, 0, 3.1), .velocity = bsp_vec(0, 0, -10) };
    bsp_walk(&mover, &stepping, 0.1, &body);
    cr_expect(body.on_ground && body.ground.normal.z == 0.8);
    cr_expect_float_eq(body.at.z, 0.75 * body.at.x, 1e-4);
}
