/* test-seams: bodies that move over several brushes: the ends of ramps, terrain, floors that are
 * almost level. */
#include <criterion/criterion.h>

#include "box-distance.h"
#include "bsp-character.h"
#include "sanitized.h"
#include "scenes.h"

#define SKIN 0.125

static const BspVec box_mins = { { -15, -15, -24 } }, box_maxs = { { 15, 15, 32 } };

/* A body that moves by bsp_slide_move(). */
typedef struct {
    BspBrushTable *sides;
    BspShape shape;
    BspSkinMover mover;
    BspTracer tracer;
    BspVec at;
    gboolean floats; /* round positions to floats */
    guint n_lost;    /* frames in which the body moved less than half of its way along the floor */
} Walker;

static void walker_init(Walker *w, BspSolid *solid, double skin)
{
    *w = (Walker){ .sides = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES),
                   .shape = bsp_shape_box(box_mins, box_maxs) };
    w->mover = (BspSkinMover){ w->sides, &w->shape, 0, skin };
    w->tracer = bsp_skin_mover_tracer(&w->mover);
    bsp_solid_free(solid);
}

static void walker_drop(Walker *w, BspVec from, double depth)
{
    BspTrace answer;
    bsp_brush_table_trace(
        w->sides,
        &(BspMove){ from, bsp_vec(from.x, from.y, from.z - depth), &w->shape, 0, w->mover.skin },
        &answer);
    cr_assert_eq(answer.tr.type, BSP_EMPTY_TO_SOLID);
    w->at = answer.tr.point;
}

static void walker_step(Walker *w, BspVec delta)
{
    BspSlide slide;
    bsp_slide_move(&w->tracer, w->at, delta, &slide);
    cr_assert_not(slide.stuck, "at %.17g %.17g %.17g", w->at.x, w->at.y, w->at.z);
    BspVec to = slide.point, way = bsp_vec(delta.x, delta.y, 0);
    if (w->floats)
        to = bsp_vec((double)(float)to.x, (double)(float)to.y, (double)(float)to.z);
    double along = bsp_vec_dot(bsp_vec_sub(to, w->at), way);
    w->n_lost += along < 0.5 * bsp_vec_dot(way, way);
    w->at = to;
}

/* A prism over a triangle, from z = -32 up to these corners. */
static BspBrush *prism(BspVec a, BspVec b, BspVec c)
{
    BspVec points[6] = { a, b, c, a, b, c };
    for (guint i = 3; i < 6; i++)
        points[i].z = -32;
    return scene_hull_brush(points, 6);
}

/* A block from x0 to x1. Its top rises from z0 to z1. */
static BspBrush *slope(double x0, double z0, double x1, double z1)
{
    const BspVec points[] = { { { x0, -64, -64 } }, { { x0, 64, -64 } }, { { x1, -64, -64 } },
                              { { x1, 64, -64 } },  { { x0, -64, z0 } }, { { x0, 64, z0 } },
                              { { x1, -64, z1 } },  { { x1, 64, z1 } } };
    return scene_hull_brush(points, 8);
}

/* Walks up a ramp to x = 0, and then up a gentler one. */
static guint walk_over_ramp(double skin, double steep, double gentle, gboolean floats)
{
    BspBrush *brushes[] = { slope(-100, -100 * steep, 0, 0), slope(0, 0, 100, 100 * gentle) };
    Walker w;
    walker_init(&w, scene_solid(brushes, 2), skin);
    w.floats = floats;
    walker_drop(&w, bsp_vec(-60, 0, 60), 120);
    for (guint i = 0; i < 20; i++)
        walker_step(&w, bsp_vec(5, 0, 0));
    for (guint i = 0; i < 4; i++)
        walker_step(&w, bsp_vec(5, 0, -3));
    bsp_brush_table_free(w.sides);
    return w.n_lost;
}

Test(seams, ramps_end)
{
    static const double steep[] = { 0.01, 0.03, 0.1, 0.3, 0.6 };
    guint n_lost = 0;
    for (guint i = 0; i < G_N_ELEMENTS(steep); i++)
        for (guint k = 0; k < 16; k++)
            n_lost += walk_over_ramp(k % 4 ? SKIN : 0, steep[i], steep[i] * (k / 4) * 0.25, k % 2);
    cr_expect_eq(n_lost, 0u, "%u frames", n_lost);
}

/* --- terrain --- */

#define CELLS 10

static BspSolid *terrain(Random *r)
{
    BspBrush *brushes[2 * CELLS * CELLS];
    BspVec at[CELLS + 1][CELLS + 1];
    guint n = 0;
    for (int x = 0; x <= CELLS; x++)
        for (int y = 0; y <= CELLS; y++)
            at[x][y] = bsp_vec(x * 64, y * 64, random_below(r, 9));
    for (int x = 0; x < CELLS; x++)
        for (int y = 0; y < CELLS; y++) {
            brushes[n++] = prism(at[x][y], at[x + 1][y], at[x][y + 1]);
            brushes[n++] = prism(at[x + 1][y], at[x + 1][y + 1], at[x][y + 1]);
        }
    return scene_solid(brushes, n);
}

static gboolean is_outside(BspVec p)
{
    return p.x < 64 || p.y < 64 || p.x > 64 * CELLS - 64 || p.y > 64 * CELLS - 64;
}

static void walk_over_terrain(double skin, gboolean floats, guint n_walks)
{
    Random r = random_seeded(3401);
    guint n_frames = 0, n_lost = 0;
    for (guint i = 0; i < n_walks; i++) {
        Walker w;
        walker_init(&w, terrain(&r), skin);
        w.floats = floats;
        walker_drop(&w, bsp_vec(random_real(&r, 200, 400), random_real(&r, 200, 400), 80), 99);
        double angle = random_real(&r, 0, 2 * G_PI);
        for (guint k = 0; k < 200 && !is_outside(w.at); k++, n_frames++)
            walker_step(&w, bsp_vec(5 * cos(angle), 5 * sin(angle), -2));
        n_lost += w.n_lost;
        bsp_brush_table_free(w.sides);
    }
    cr_log_info("terrain, skin %g: %u of %u frames lost", skin, n_lost, n_frames);
    cr_expect(n_frames > 30 * n_walks && n_lost == 0, "skin %g: %u of %u", skin, n_lost, n_frames);
}

Test(seams, terrain)
{
    walk_over_terrain(SKIN, FALSE, 40);
    walk_over_terrain(SKIN, TRUE, 40);
    walk_over_terrain(0, FALSE, 40);
}

/* --- floors that are almost level --- */

/* A body starts `low` units below the skin and crosses from a level floor to a rising one. */
static guint cross(double x, double rise, double low, double down)
{
    BspBrush *brushes[] = { slope(-100, 0, 0, 0), slope(0, 0, 100, 100 * rise) };
    Walker w;
    walker_init(&w, scene_solid(brushes, 2), SKIN);
    w.at = bsp_vec(x, 0, 24 + SKIN - low);
    for (guint i = 0; i < 12; i++)
        walker_step(&w, bsp_vec(5, 0, -down));
    bsp_brush_table_free(w.sides);
    return w.n_lost;
}

Test(seams, floors_that_rise_a_little)
{
    Random r = random_seeded(3402);
    guint n_lost = 0;
    for (guint i = 0; i < 400; i++) {
        double rise = pow(10, random_real(&r, -6, -2.4)), x = random_real(&r, -40, -35);
        double low = fmax(bsp_skin_slack(SKIN) - random_real(&r, 0, 4) * rise, 0);
        n_lost += cross(x, rise, i % 5 ? low : low + 1e-3, i % 2 ? 0 : 0.1) > 0;
    }
    cr_expect_eq(n_lost, 0u, "%u of 400 crossings", n_lost);
}

/* A floor of tiles with almost no slope, and positions rounded to floats. */
Test(seams, floors_in_floats)
{
    Random r = random_seeded(3403);
    guint n_lost = 0;
    for (guint i = 0; i < 60; i++) {
        double z[10], far = random_real(&r, 0, 4000), tilt = pow(10, random_real(&r, -6, -3));
        BspBrush *brushes[9];
        for (guint k = 0; k < 10; k++)
            z[k] = random_real(&r, -20, 20) * tilt;
        for (guint k = 0; k < 9; k++)
            brushes[k] = slope(far + k * 40, z[k], far + k * 40 + 40, z[k + 1]);
        Walker w;
        walker_init(&w, scene_solid(brushes, 9), SKIN);
        w.floats = TRUE;
        walker_drop(&w, bsp_vec(far + 15, 0, 40), 40);
        for (guint k = 0; k < 50; k++)
            walker_step(&w, bsp_vec(6, random_real(&r, -0.1, 0.1), k % 3 ? 0 : -0.3));
        n_lost += w.n_lost;
        bsp_brush_table_free(w.sides);
    }
    cr_expect_eq(n_lost, 0u, "%u of 3000 frames", n_lost);
}

/* Rounding to floats changes positions by up to 3e-5 unit in each frame. The errors must not add
 * up. */
Test(seams, floats_do_not_creep_into_the_skin)
{
    const BspVec points[] = { { { 0, 0, 0 } },     { { 700, 0, 0 } }, { { 0, 700, 0 } },
                              { { 700, 700, 0 } }, { { 0, 0, 311 } }, { { 0, 700, 311 } } };
    BspBrush *brush = scene_hull_brush(points, 6);
    BspBrush *moved = scene_moved(brush, bsp_vec(500, -700, 3));
    bsp_brush_free(brush);
    g_autoptr(BspSolid) solid = scene_solid(&moved, 1);
    Walker w = { .sides = bsp_brush_table_new(solid, 0),
                 .shape = bsp_shape_box(box_mins, box_maxs) };
    w.mover = (BspSkinMover){ w.sides, &w.shape, 0, SKIN };
    w.tracer = bsp_skin_mover_tracer(&w.mover);
    w.floats = TRUE;
    walker_drop(&w, bsp_vec(600, -500, 500), 500);
    double least = HUGE_VAL;
    for (guint i = 0; i < 20000; i++) {
        walker_step(&w, bsp_vec(0.011, 0.007, -0.02));
        least = fmin(least, box_distance(bsp_solid_brush(solid, 0), &w.shape, w.at));
    }
    cr_log_info("floats: at least %.7f", least);
    cr_expect_gt(least, SKIN - 2e-4, "%g less than the skin", SKIN - least);
    bsp_brush_table_free(w.sides);
}

/* If a box overlaps the top of a block by less than the skin, the top supports it. */
Test(seams, a_box_stands_on_an_edge)
{
    const double block[][6] = { { -64, -64, -64, 0, 64, 0 } };
    for (guint i = 0; i < 12; i++) {
        Walker w;
        BspTrace answer;
        BspGround ground;
        double over = 0.01 * (i + 1), up = sqrt(SKIN * SKIN - over * over);
        walker_init(&w, scene_boxes(block, 1), SKIN);
        bsp_ground_probe(&w.tracer, bsp_vec(15 + over, 0, 30), 9, 0.7, &ground);
        cr_expect(ground.kind == BSP_GROUND_WALKABLE && ground.face.normal.z == 1, "%g", over);
        cr_expect_float_eq(ground.face.dist, 24 + SKIN, 1e-9);
        cr_expect_float_eq(ground.point.z, 24 + up, 1e-9);
        cr_expect_float_eq(ground.contact.tr.plane.normal.z, up / SKIN, 1e-9);
        cr_expect(bsp_skin_mover_hit(&w.mover, &ground.contact, &answer) && answer.hit.side == -1);
        bsp_brush_table_free(w.sides);
    }
}

/* Without a skin, on tops that meet exactly and have almost no slope. */
Test(seams, floors_without_a_skin)
{
    Random r = random_seeded(3404);
    guint n_lost = 0;
    for (guint i = 0; i < 330; i++) {
        double tilt = pow(10, random_real(&r, -8, -4)), z[7];
        BspBrush *brushes[6];
        for (guint k = 0; k < 7; k++)
            z[k] = 32 * k * tilt * random_real(&r, -1, 1);
        for (guint k = 0; k < 6; k++)
            brushes[k] = slope(32 * k, z[k], 32 * k + 32, z[k + 1]);
        Walker w;
        walker_init(&w, scene_solid(brushes, 6), 0);
        walker_drop(&w, bsp_vec(16, 0, 40), 40);
        for (guint k = 0; k < 30; k++)
            walker_step(&w, bsp_vec(5, 0.1, i % 3 ? -1 : 0));
        n_lost += w.n_lost > 0;
        bsp_brush_table_free(w.sides);
    }
    cr_expect_eq(n_lost, 0u, "%u of 330 walks", n_lost);
}
