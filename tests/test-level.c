/* test-level: tests the engine's header, bsp.h, with a level from its file, traces with doors, and
 * a body that walks. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "bsp.h"
#include "onion-build.h"
#include "scenes.h"

#define NEAR 1e-6 /* units; far below touching, and far above rounding */

/* The top of the floor is at z = 0. A step of 16 units begins at x = 100, and a wall at x = 200. */
static const double boxes[][6] = { { -400, -400, -16, 400, 400, 0 },
                                   { 100, -400, 0, 400, 400, 16 },
                                   { 200, -400, 16, 400, 400, 200 } };

static const BspStepping stepping = { 18, 0.7 };

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspLevel, bsp_level_free)

static BspLevel *level_of_boxes(void)
{
    return scene_sides(boxes, G_N_ELEMENTS(boxes), 0);
}

Test(level, owns_its_file)
{
    g_autofree char *path = g_strdup_printf("%s/test-level-%d", g_get_tmp_dir(), (int)getpid());
    g_autoptr(BspSolid) solid = scene_boxes(boxes, G_N_ELEMENTS(boxes));
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    const OnionSpace space = { NULL, scene_player().bounds, 0 };
    g_autoptr(OnionTree) onion = onion_tree_build(solid, &space, 1, NULL, NULL);
    const BspSaveOptions with_table = { .sides = table };
    const char *why = NULL;
    cr_assert(onion_tree_save(onion, path, &with_table, NULL));
    g_autoptr(BspLevel) level = bsp_level_load(path, &why);
    cr_assert(level, "%s", why);
    BspMove ray = { .from = bsp_vec(0, 0, 9), .to = bsp_vec(0, 0, -9) };
    BspTrace answer;
    cr_expect(bsp_trace(level, &ray, &answer) && answer.hit.brush == 0 && answer.owner == level);
    cr_expect_float_eq(answer.tr.t, 0.5, NEAR);
    cr_expect_eq(bsp_contents(level, bsp_vec(0, 0, -8)), bsp_contents(table, bsp_vec(0, 0, -8)));
    cr_assert(onion_tree_save(onion, path, NULL, NULL));
    cr_expect_null(bsp_level_load(path, &why));
    cr_expect_str_eq(why, "it was saved without a brush table; bsplevel build saves one "
                          "unless --sides=none is given");
    g_unlink(path);
    cr_expect_null(bsp_level_load(path, &why));
    cr_expect_str_eq(why, "there is no such file, or no permission to find it");
}

/* A door, two units thick, comes nearer by 4 units while a ball stands still. The nearer of level
 * and door stops the ball. */
Test(level, the_nearer_of_level_and_door_stops_a_ball)
{
    g_autoptr(BspLevel) level = level_of_boxes();
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-1, -50, 0, 1, 50, 60), 0);
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
    cr_expect(again.owner == &door && again.tr.t == answer.tr.t);
    door.frame.travel = bsp_vec(-40, 0, 0);
    cr_expect(bsp_mover_trace(&mover, move.from, move.from, &again) && again.owner == &door);
}

/* In one second of frames of 1/64, the body falls, lands, climbs the step and stops at the wall. */
Test(level, a_body_walks_and_stops_at_the_wall)
{
    g_autoptr(BspLevel) level = level_of_boxes();
    BspShape player = scene_player();
    const double feet = player.bounds.mins.z;
    BspMover mover = { .table = level, .shape = &player, .skin = 0.125 };
    BspBody body = { .at = bsp_vec(0, 0, 8 - feet), .velocity = bsp_vec(0, 0, 0) };
    guint n_landings = 0;
    for (guint i = 1; i <= 128; i++) {
        bool was_on_ground = body.on_ground;
        body.velocity.x = 200;
        body.velocity.z = body.on_ground ? 0 : body.velocity.z - 800.0 / 64;
        bsp_walk(&mover, &stepping, 1.0 / 64, &body, NULL);
        cr_expect_not(body.is_stuck);
        n_landings += body.on_ground && !was_on_ground;
    }
    cr_expect_eq(n_landings, 1u, "it landed %u times", n_landings);
    cr_expect(body.on_ground && body.ground.normal.z == 1);
    cr_expect_float_eq(body.at.z + feet, 16.125, 1e-3, "z %g", body.at.z + feet);
    cr_expect_float_eq(body.at.x, 200 - player.bounds.maxs.x - 0.125, 1e-3, "x %g", body.at.x);
    cr_expect_float_eq(body.velocity.x, 0, 1e-9);
    body.velocity = bsp_vec(0, 0, 270);
    body.on_ground = false;
    bsp_walk(&mover, &stepping, 1.0 / 64, &body, NULL);
    cr_expect(!body.on_ground && body.at.z + feet > 20, "a jump leaves the ground");
    body = (BspBody){ .at = bsp_vec(0, 0, 0.125 - feet), .velocity = bsp_vec(0, 0, 270) };
    bsp_walk(&mover, &stepping, 1.0 / 4096, &body, NULL);
    cr_expect(!body.on_ground && body.velocity.z == 270, "also in a very short time");
    body.at = bsp_vec(0, 0, -8);
    bsp_walk(&mover, &stepping, 1.0 / 64, &body, NULL);
    cr_expect(body.is_stuck && body.at.z == -8);
    BspStuck stuck = { &player, 0, body.at, 0.125, 64, NULL, NULL };
    BspWayOut way;
    cr_expect(bsp_way_out(level, &stuck, &way));
    cr_expect_float_eq(way.to.z + feet, 0.125, 1e-3);
}

/* A ball stands on the face beside an edge, of the level and of a door, which may be turned like a
 * compass needle. A tilted door has no such faces. */
Test(level, the_edge_of_a_door_can_be_stood_on)
{
    g_autoptr(BspBrushTable) level = scene_table(scene_one_box(-20, 100, 40, 20, 200, 60), 0);
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-20, -50, 40, 20, 50, 60), 0);
    BspDoor door = { table, bsp_frame_at(bsp_vec(0, 0, 0)) };
    BspShape ball = bsp_shape_sphere(8);
    BspMover mover = { .table = level, .shape = &ball, .doors = &door, .n_doors = 1 };
    BspTracer tracer = bsp_mover_tracer(&mover);
    BspGround ground;
    for (int yaw = 0; yaw <= 180; yaw += 180) {
        door.frame = bsp_frame_turned(bsp_vec(5, 0, 0), 0, yaw, 0);
        bsp_ground_probe(&tracer, bsp_vec(32, 0, 80), 60, 0.7, &ground);
        cr_expect_eq(ground.kind, BSP_GROUND_WALKABLE, "yaw %d: %d", yaw, ground.kind);
        cr_expect(ground.contact.answer.owner == &door && ground.face.normal.z == 1);
        cr_expect_float_eq(ground.face.dist, 68, NEAR);
    }
    door.frame = bsp_frame_turned(bsp_vec(5, 0, 0), 0, 0, 0.001);
    bsp_ground_probe(&tracer, bsp_vec(32, 0, 80), 60, 0.7, &ground);
    cr_expect_eq(ground.kind, BSP_GROUND_STEEP);
    bsp_ground_probe(&tracer, bsp_vec(27, 150, 80), 60, 0.7, &ground);
    cr_expect_eq(ground.kind, BSP_GROUND_WALKABLE);
}

/* A body that walks against a door on a lift reports both, by the doors that the game knows. */
Test(level, a_walk_reports_what_it_touches)
{
    g_autoptr(BspLevel) level = level_of_boxes();
    g_autoptr(BspBrushTable) slabs = scene_table(scene_one_box(-1, -50, 0, 1, 50, 90), 0);
    g_autoptr(BspBrushTable) platforms = scene_table(scene_one_box(-48, -48, -8, 48, 48, 0), 0);
    BspDoor doors[] = { { slabs, bsp_frame_at(bsp_vec(40, 0, 30)) },
                        { slabs, bsp_frame_at(bsp_vec(-90, 0, 30)) },
                        { platforms, bsp_frame_at(bsp_vec(0, 0, 30)) } };
    BspShape player = scene_player();
    BspMover mover = { level, &player, 0, 0.125, doors, 3 };
    BspBody body = { .at = bsp_vec(0, 0, 60) };
    BspSlide slide;
    for (guint i = 0; i < 20; i++) {
        body.velocity = bsp_vec(100, 0, body.on_ground ? 0 : -100);
        bsp_walk(&mover, &stepping, 1.0 / 16, &body, &slide);
    }
    cr_assert(body.on_ground && body.stands_on == &doors[2]);
    cr_expect_eq(slide.n_contacts, 2u);
    cr_expect(slide.contacts[0].answer.owner == &doors[0]);
    cr_expect(slide.contacts[0].answer.hit.brush == 0 && slide.contacts[1].answer.hit.brush == 0);
    cr_expect(slide.contacts[1].answer.owner == &doors[2]);
    body = (BspBody){ .at = bsp_vec(150, 0, 60), .velocity = bsp_vec(0, 0, -900) };
    bsp_walk(&mover, &stepping, 1.0 / 16, &body, &slide);
    cr_expect(body.stands_on == level && slide.contacts[1].answer.hit.brush == 1);
    body.velocity = bsp_vec(0, 0, 200);
    body.on_ground = false;
    bsp_walk(&mover, &stepping, 1.0 / 16, &body, &slide);
    cr_expect(slide.n_contacts == 0 && !body.stands_on);
}

Test(level, velocity_along_the_ground_follows_the_slope)
{
    BspBody body = { .velocity = bsp_vec(1, 2, 3), .on_ground = true };
    body.ground.normal = bsp_vec(-0.6, 0, 0.8);
    BspVec v = bsp_along_ground(&body, bsp_vec(100, 0, 7));
    cr_expect_float_eq(v.x, 80, 1e-9);
    cr_expect(v.y == 0);
    cr_expect_float_eq(v.z, 60, 1e-9);
    v = bsp_along_ground(&body, bsp_vec(0, -100, 7));
    cr_expect(v.x == 0 && v.y == -100 && v.z == 0);
    v = bsp_along_ground(&body, bsp_vec(0, 0, 7));
    cr_expect(v.x == 0 && v.y == 0 && v.z == 0);
    body.on_ground = false;
    v = bsp_along_ground(&body, bsp_vec(100, 0, 7));
    cr_expect(v.x == 100 && v.y == 0 && v.z == 3);
}

/* --- doors that move --- */

/* A lift 96 units wide is beside a wall at x = 60, below a ceiling at z = 180. */
typedef struct {
    BspBrushTable *level, *platform;
    BspDoor lift;
    BspShape player;
    BspMover mover;
    BspBody body;
} Lift;

static Lift *lift_new(double skin)
{
    static const double room[][6] = { { -256, -128, -16, 256, 128, 0 },
                                      { 60, -128, 0, 256, 128, 180 },
                                      { -256, -128, 180, 256, 128, 196 } };
    Lift *lift = g_new0(Lift, 1);
    lift->level = scene_sides(room, 3, 0);
    lift->platform = scene_table(scene_one_box(-48, -48, -8, 48, 48, 0), 0);
    lift->lift = (BspDoor){ lift->platform, bsp_frame_at(bsp_vec(0, 0, 8)) };
    lift->player = scene_player();
    lift->mover = (BspMover){ lift->level, &lift->player, 0, skin, &lift->lift, 1 };
    lift->body.at = bsp_vec(0, 0, 40);
    return lift;
}

static void lift_free(Lift *lift)
{
    bsp_brush_table_free(lift->level);
    bsp_brush_table_free(lift->platform);
    g_free(lift);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Lift, lift_free)

static gboolean move_lift(Lift *lift, BspVec travel)
{
    if (!bsp_push(&lift->mover, 0, travel, &lift->body))
        return FALSE;
    lift->lift.frame.origin = bsp_vec_add(lift->lift.frame.origin, travel);
    return TRUE;
}

static void fall(Lift *lift)
{
    lift->body.velocity = bsp_vec(0, 0, lift->body.on_ground ? 0 : -100);
    bsp_walk(&lift->mover, &stepping, 1.0 / 16, &lift->body, NULL);
    cr_expect_not(lift->body.is_stuck);
}

/* The lift goes up to the ceiling, where it must stop, down again, and along, until a wall holds
 * the body back. On the lift the body never leaves the ground. */
Test(level, a_lift_carries)
{
    const double skins[] = { 0, 0.125 };
    for (guint i = 0; i < 2; i++) {
        g_autoptr(Lift) l = lift_new(skins[i]);
        guint n_up = 0;
        for (guint k = 0; k < 8; k++)
            fall(l);
        cr_assert(l->body.on_ground && l->body.stands_on == &l->lift);
        for (; n_up < 100 && move_lift(l, bsp_vec(0, 0, 4)); n_up++) {
            fall(l);
            cr_expect(l->body.stands_on == &l->lift, "step %u", n_up);
            cr_expect_float_eq(l->body.at.z - 24, l->lift.frame.origin.z + skins[i], 1e-4);
        }
        cr_expect_eq(n_up, skins[i] > 0 ? 28u : 29u, "%u", n_up);
        for (guint k = 0; k < n_up; k++) {
            cr_assert(move_lift(l, bsp_vec(0, 0, -4)));
            cr_expect_float_eq(l->body.at.z - 24, l->lift.frame.origin.z + skins[i], 1e-4);
        }
        for (guint k = 0; k < 10; k++) {
            cr_assert(move_lift(l, bsp_vec(6, 0, 0)));
            fall(l);
            cr_expect_float_eq(l->body.at.x, fmin(6 * (k + 1), 45 - skins[i]), 1e-4);
        }
    }
}

/* The lift comes from the side. It pushes the body along the floor to the wall, and stops there. A
 * body on the floor below holds it up. */
Test(level, a_lift_pushes)
{
    const double skins[] = { 0, 0.125 };
    for (guint i = 0; i < 2; i++) {
        g_autoptr(Lift) l = lift_new(skins[i]);
        l->lift.frame.origin = bsp_vec(-128, 0, 40);
        l->body.at = bsp_vec(-60, 0, 24 + skins[i]);
        fall(l);
        cr_assert(l->body.stands_on == l->level);
        guint n = 0;
        for (; n < 100 && move_lift(l, bsp_vec(4, 1, 0)); n++)
            cr_expect(l->body.at.x >= l->lift.frame.origin.x + 63 + skins[i] - 1e-4 &&
                      l->body.at.y == 0);
        cr_expect_float_eq(l->body.at.x, 45 - skins[i], 4);
        cr_expect(n > 15 && n < 40, "%u", n);
        l->lift.frame.origin = bsp_vec(0, 0, 80);
        l->body.at = bsp_vec(0, 0, 24 + skins[i]);
        for (n = 0; move_lift(l, bsp_vec(0, 0, -4)); n++) {
        }
        cr_expect_eq(n, skins[i] > 0 ? 3u : 4u);
        cr_expect_eq(l->body.at.z, 24 + skins[i]);
    }
}

/* A low step holds a small body. A thin door above the step pushes it, and must wait. The body must
 * not jump to the other side of the door. */
Test(level, a_thin_door_does_not_pass_a_body)
{
    static const double room[][6] = { { -500, -500, -8, 500, 500, 0 },
                                      { 4, -500, 0, 500, 500, 2 } };
    static const double thin[][6] = { { -6, -60, 2, -4, 60, 100 } };
    g_autoptr(BspBrushTable) level = scene_sides(room, 2, 0), table = scene_sides(thin, 1, 0);
    BspShape shapes[] = { bsp_shape_box(bsp_vec(-4, -4, 0), bsp_vec(4, 4, 8)),
                          bsp_shape_cylinder(4, 0, 8), bsp_shape_capsule(4, 0, 8) };
    BspDoor door = { table, bsp_frame_at(bsp_vec(0, 0, 0)) };
    for (guint i = 0; i < 27; i++) {
        BspMover mover = { level, &shapes[i % 3], 0, 0, &door, 1 };
        BspBody body = { .at = bsp_vec(0, 0, 0) };
        double way = 4 + 2 * (i / 3);
        bool moves = bsp_push(&mover, 0, bsp_vec(way, 0, 0), &body);
        cr_expect(!moves || body.at.x > way - 1, "shape %u, %g: x %g", i % 3, way, body.at.x);
        cr_expect(moves || (body.at.x == 0 && body.at.z == 0));
    }
}

/* A ring of four brushes moves at an angle. The wall that meets the body pushes it towards another
 * wall, so the body goes with the ring. */
Test(level, a_ring_takes_a_body_along)
{
    static const double floor[][6] = { { -400, -400, -16, 400, 400, 0 } };
    static const double walls[][6] = { { -20, -60, 0, -16, 60, 40 },
                                       { 16, -60, 0, 20, 60, 40 },
                                       { -16, -60, 0, 16, -16, 40 },
                                       { -16, 16, 0, 16, 60, 40 } };
    g_autoptr(BspBrushTable) level = scene_sides(floor, 1, 0), table = scene_sides(walls, 4, 0);
    BspDoor door = { table, bsp_frame_at(bsp_vec(0, 0, 1)) };
    BspShape player = scene_player();
    BspMover mover = { level, &player, 0, 0, &door, 1 };
    BspBody body = { .at = bsp_vec(0, 0, 24) };
    for (guint i = 0; i < 20; i++) {
        BspVec travel = bsp_vec(5, 4, 0);
        cr_assert(bsp_push(&mover, 0, travel, &body), "%u", i);
        door.frame.origin = bsp_vec_add(door.frame.origin, travel);
        cr_expect_leq(fabs(body.at.x - door.frame.origin.x), 1 + 1e-6);
        cr_expect_leq(fabs(body.at.y - door.frame.origin.y), 1 + 1e-6);
    }
}

/* A ramp of 27 degrees leads up to a floor at z = 64, which ends at x = 500. The body does not
 * leave the floor before its edge, and then falls at once. */
Test(level, climbing_throws_nobody_into_the_air)
{
    const BspVec ramp[] = { { { 0, -200, 0 } },  { { 0, 200, 0 } },     { { 128, -200, 0 } },
                            { { 128, 200, 0 } }, { { 128, -200, 64 } }, { { 128, 200, 64 } } };
    BspBrush *brushes[] = { scene_box(-400, -400, -16, 900, 400, 0),
                            bsp_brush_new_points(ramp, G_N_ELEMENTS(ramp), NULL),
                            scene_box(128, -200, 0, 500, 200, 64) };
    g_autoptr(BspBrushTable) level = scene_table(scene_solid(brushes, 3), 0);
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
            bsp_walk(&mover, &stepping, 1.0 / 64, &body, NULL);
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
    g_autoptr(BspBrushTable) level = scene_table(scene_one(brush), BSP_TABLE_BOXES);
    BspMover mover = { .table = level };
    BspBody body = { .at = bsp_vec(4, 0, 3.1), .velocity = bsp_vec(0, 0, -10) };
    bsp_walk(&mover, &stepping, 0.1, &body, NULL);
    cr_expect(body.on_ground && body.ground.normal.z == 0.8);
    cr_expect_float_eq(body.at.z, 0.75 * body.at.x, 1e-4);
}
