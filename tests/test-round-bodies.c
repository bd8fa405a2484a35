/* test-round-bodies: tests that capsules, spheres, cylinders, and hulls that widen upwards climb
 * obstacles of up to the step height, at any speed. A body that rests on an edge is supported by
 * the face beside it. */
#include <criterion/criterion.h>

#include "bsp-character.h"
#include "bsp-hull.h"
#include "scenes.h"
#include "walk/walk.h"

#define SKIN 0.125 /* units, the distance that engines keep from planes */

static const BspStepping stepping = { 18, 0.7 };

/* Walks a body along x from a floor at height 0 towards higher ground, like a game. A body without
 * ground falls. *in_the_air counts the moves that started without ground. */
static BspVec walk_up(const BspBrushTable *sides, const BspShape *shape, double skin, double each,
                      guint n, guint *in_the_air)
{
    BspMover mover = { .table = sides, .shape = shape, .skin = skin };
    BspTracer tracer = bsp_mover_tracer(&mover);
    BspVec at = bsp_vec(-70, 0, skin - shape->bounds.mins.z);
    *in_the_air = 0;
    for (guint i = 0; i < n; i++) {
        BspSlide slide;
        BspGround ground;
        bsp_ground_probe(&tracer, at, stepping.height, stepping.walkable, &ground);
        gboolean stands = ground.kind == BSP_GROUND_WALKABLE;
        *in_the_air += stands ? 0 : 1;
        at = stands ? ground.point : at;
        bsp_step_move(&tracer, at, bsp_vec(each, 0, stands ? 0 : -1), &stepping, &slide);
        cr_assert_not(slide.stuck);
        cr_assert_leq(slide.n_traces, BSP_STEP_TRACES);
        at = slide.point;
    }
    return at;
}

static BspShape round_bodies(guint i)
{
    return i == 0   ? bsp_shape_capsule(16, -36, 36)
           : i == 1 ? bsp_shape_capsule(8, -36, 36)
           : i == 2 ? bsp_shape_sphere(20)
                    : bsp_shape_cylinder(16, -36, 36);
}

/* Returns a hull that widens upwards, so that it touches the edge of a step with a slanted face,
 * like a round body. */
static BspHull *new_bucket(void)
{
    BspVec points[12];
    for (guint i = 0; i < 12; i++) {
        double a = i * G_PI / 6, radius = i & 1 ? 16 : 8;
        points[i] = bsp_vec(radius * cos(a), radius * sin(a), i & 1 ? 36 : -36);
    }
    return bsp_hull_new(points, 12, NULL);
}

/* Bodies climb steps even very slowly, although a single short move only gets a body onto the edge
 * of the step. */
Test(step, round_bodies_climb_what_is_no_higher)
{
    static const double rises[] = { 1, 4, 5, 8, 10, 12, 16, 17.5, 18.5, 24, 30, 34 };
    static const double each[] = { 0.5, 1, 2.5, 6, 10 };
    g_autoptr(BspHull) bucket = new_bucket();
    for (guint i = 0; i < 5 * G_N_ELEMENTS(rises) * G_N_ELEMENTS(each); i++) {
        BspShape body = i % 5 < 4 ? round_bodies(i % 5) : bsp_shape_hull(bucket);
        double rise = rises[i / 5 % G_N_ELEMENTS(rises)], by = each[i / 5 / G_N_ELEMENTS(rises)],
               skin = i % 3 ? 0.125 : 0;
        const double boxes[][6] = { { -200, -100, -8, 400, 100, 0 },
                                    { 0, -100, 0, 400, 100, rise } };
        g_autoptr(BspBrushTable) sides = scene_sides(boxes, 2, 0);
        guint in_the_air;
        BspVec at = walk_up(sides, &body, skin, by, (guint)(150 / by), &in_the_air);
        double foot = at.z + body.bounds.mins.z - skin;
        if (rise <= stepping.height)
            cr_expect(at.x > 50 && fabs(foot - rise) < 1e-3 && in_the_air == 0,
                      "body %u, rise %g, %g: at %g %g, %u in the air", i % 5, rise, by, at.x, foot,
                      in_the_air);
        else
            cr_expect(at.x < 0 && foot < rise - 1, "body %u, rise %g, %g: at %g %g", i % 5, rise,
                      by, at.x, foot);
    }
}

/* --- bodies with a skin --- */

/* Returns the smallest distance that a body keeps while it falls onto the solid and then walks on
 * it, with its positions rounded to floats. As the distance of a brush, it uses the distance of the
 * brush's farthest plane, which is at most the true one. */
static double least_distance(const BspSolid *solid, const BspShape *shape, BspVec from, BspVec walk)
{
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
    BspMover mover = { .table = sides, .shape = shape, .skin = SKIN };
    BspTracer tracer = bsp_mover_tracer(&mover);
    BspSlide slide = { .point = from };
    double least = HUGE_VAL;
    for (guint i = 0; i < 20000; i++) {
        bsp_slide_move(&tracer, slide.point, i ? walk : bsp_vec(0, 0, -500), &slide);
        cr_assert_not(slide.stuck);
        slide.point = compare_walk_as_floats(slide.point);
        for (guint b = 0; b < solid->brushes->len; b++) {
            const BspCell *cell = bsp_solid_brush(solid, b)->cell;
            double most = -HUGE_VAL;
            for (guint f = 0; f < cell->n_faces; f++) {
                const BspPlane *plane = &cell->faces[f].plane;
                most = fmax(most, bsp_plane_distance(plane, slide.point) -
                                      bsp_shape_offset(shape, plane->normal));
            }
            least = fmin(least, most);
        }
    }
    return least;
}

/* Rounding to floats changes positions by up to 3e-5 unit in each frame. The errors must not add
 * up. */
Test(slide, floats_do_not_creep_into_the_skin)
{
    const BspVec points[] = { { { 500, -700, 3 } }, { { 1200, -700, 3 } },  { { 500, 0, 3 } },
                              { { 1200, 0, 3 } },   { { 500, -700, 314 } }, { { 500, 0, 314 } } };
    g_autoptr(BspSolid) solid = scene_one(scene_hull_brush(points, 6));
    BspShape player = scene_player();
    double least =
        least_distance(solid, &player, bsp_vec(600, -500, 500), bsp_vec(0.011, 0.007, -0.02));
    cr_expect_gt(least, SKIN - 2e-4, "%g less than the skin", SKIN - least);
}

/* The body slides in a groove between two slopes that are 40 degrees apart. If rounding has put a
 * ball too near to both slopes, it is moved away from both at once. */
Test(slide, floats_do_not_creep_into_a_groove)
{
    const double steep = 70 * G_PI / 180;
    const BspVec along = bsp_vec(0.8, 0.6, 0), across = bsp_vec(-0.6, 0.8, 0);
    BspBrush *brushes[2];
    for (guint i = 0; i < 2; i++) {
        BspVec out = bsp_vec_scale(across, (i ? -1 : 1) * sin(steep)), points[8];
        out.z = cos(steep);
        BspVec up = bsp_vec_scale(bsp_vec_cross(out, along), i ? 1 : -1);
        for (guint k = 0; k < 8; k++) {
            points[k] = bsp_vec_mad(bsp_vec(1000, 600, 300), k & 1 ? 400 : -400, along);
            points[k] = bsp_vec_mad(points[k], k & 2 ? 400 : -40, up);
            points[k] = bsp_vec_mad(points[k], k & 4 ? -16 : 0, out);
        }
        brushes[i] = scene_hull_brush(points, 8);
    }
    g_autoptr(BspSolid) solid = scene_solid(brushes, 2);
    BspShape ball = bsp_shape_sphere(15);
    double least =
        least_distance(solid, &ball, bsp_vec(800, 450, 500), bsp_vec(0.012, 0.009, -0.02));
    cr_expect_gt(least, SKIN - 2e-4, "%g less than the skin", SKIN - least);
}

/* If a box overlaps the top of a block by less than the skin, the top supports it. */
Test(ground, a_box_on_an_edge_stands_on_the_top)
{
    const double block[][6] = { { -64, -64, -64, 0, 64, 0 } }, skin = 0.125;
    g_autoptr(BspBrushTable) sides = scene_sides(block, 1, 0);
    BspShape shape = scene_player();
    BspMover mover = { .table = sides, .shape = &shape, .skin = skin };
    BspTracer tracer = bsp_mover_tracer(&mover);
    for (double over = 0.01; over < skin; over += 0.01) {
        BspTrace answer;
        BspGround ground;
        double up = sqrt(skin * skin - over * over);
        bsp_ground_probe(&tracer, bsp_vec(15 + over, 0, 30), 9, 0.7, &ground);
        cr_expect(ground.kind == BSP_GROUND_WALKABLE && ground.face.normal.z == 1, "%g", over);
        cr_expect_float_eq(ground.face.dist, 24 + skin, 1e-9);
        cr_expect_float_eq(ground.point.z, 24 + up, 1e-9);
        cr_expect_float_eq(ground.contact.answer.tr.plane.normal.z, up / skin, 1e-9);
        cr_expect(bsp_mover_trace(&mover, ground.contact.from, ground.contact.to, &answer) &&
                  answer.hit.side == -1);
    }
}

/* A body beside the end of a hipped roof's ridge has ground only on the hip. It cannot stand on the
 * steep sides, nor on the ridge, which a ball touches beside its middle. */
Test(ground, a_steep_ridge_is_no_place_to_stand)
{
    static const double corners[][3] = { { -60, -20, 0 }, { -60, 20, 0 }, { 60, -20, 0 },
                                         { 60, 20, 0 },   { -40, 0, 35 }, { 20, 0, 35 } };
    static const double balls[][2] = { { -10, 0.3 }, { -30, -1 }, { 10, 2 }, { 0, 12 }, { 50, 0 } };
    const BspShape ball = bsp_shape_sphere(8);
    for (guint i = 0; i < 5 * 20; i++) {
        double c = cos(0.3 * (i / 5)), s = sin(0.3 * (i / 5));
        const double *at = balls[i % 5];
        BspVec points[6];
        BspGround ground;
        for (guint k = 0; k < 6; k++)
            points[k] = bsp_vec(c * corners[k][0] - s * corners[k][1],
                                s * corners[k][0] + c * corners[k][1], corners[k][2]);
        g_autoptr(BspBrushTable) table = scene_table(scene_one(scene_hull_brush(points, 6)), 0);
        BspTracer tracer = bsp_mover_tracer(&(BspMover){ .table = table, .shape = &ball });
        BspVec from = bsp_vec(c * at[0] - s * at[1], s * at[0] + c * at[1], 60);
        bsp_ground_probe(&tracer, from, 100, 0.7, &ground);
        cr_expect_eq(ground.kind, i % 5 == 4 ? BSP_GROUND_WALKABLE : BSP_GROUND_STEEP, "%u: %d", i,
                     ground.kind);
    }
}
