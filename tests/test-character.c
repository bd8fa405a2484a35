/* test-character: slides, steps and ground probes, by hand and in random worlds against the
 * oracle. Moves along several planes are compared with another algorithm. test-walkers runs all
 * tracers, also with a skin, with round shapes and on real levels. */
#include <criterion/criterion.h>

#include "bsp-character.h"
#include "build-trees.h"
#include "guard-rows.h"
#include "onion-tree.h"
#include "oracle/oracle.h"
#include "scenes.h"

#define N(array) ((guint)G_N_ELEMENTS(array))

static const BspStepping stepping = { 18, 0.7 };

/* Units. The tolerance for the ends of moves, and for their depth in solid. It is BSP_TOUCHED,
 * within which a body counts as touching. */
#define NEAR 1e-5

/* A player in a world of its own, 30 wide and 56 high. */
typedef struct {
    BspSolid *solid;
    OnionTree *tree;
    BspTracer tracer;
    BspShape shape;
} Place;

static void trace_place(void *place, BspVec from, BspVec to, BspTrace *answer)
{
    answer->tr = onion_tree_first_transition(((const Place *)place)->tree, 0, from, to, NULL);
}

static Place *place_of(BspSolid *solid)
{
    Place *p = g_new0(Place, 1);
    OnionSpace stand = { "stand", { bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32) }, 0 };
    p->solid = solid;
    p->tree = build_onion_with(solid, &stand, 1, NULL);
    p->tracer = (BspTracer){ trace_place, p, NULL, NULL };
    p->shape = bsp_shape_box(stand.box.mins, stand.box.maxs);
    return p;
}

static void place_free(Place *p)
{
    onion_tree_free(p->tree);
    bsp_solid_free(p->solid);
    g_free(p);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Place, place_free)

static void expect_at(BspVec is, double x, double y, double z)
{
    cr_expect(bsp_vec_length(bsp_vec_sub(is, bsp_vec(x, y, z))) <= NEAR, "%.9g %.9g %.9g", is.x,
              is.y, is.z);
}

/* --- moves along several planes --- */

/* Projects v by Dykstra's algorithm, on one half-space after another. The results converge to the
 * projection on all of them. */
static BspVec along_by_turns(BspVec v, const BspVec *normals, guint n)
{
    BspVec carried[8] = { { { 0, 0, 0 } } };
    for (guint round = 0; round < 20000; round++) {
        BspVec before = v;
        for (guint i = 0; i < n; i++) {
            BspVec y = bsp_vec_add(v, carried[i]);
            v = bsp_vec_mad(y, -MIN(bsp_vec_dot(y, normals[i]), 0), normals[i]);
            carried[i] = bsp_vec_sub(y, v);
        }
        if (round > 500 && bsp_vec_length(bsp_vec_sub(v, before)) == 0)
            break;
    }
    return v;
}

Test(along, is_the_nearest_that_goes_into_none)
{
    Random r = random_seeded(5001);
    guint n_zero = 0, n_same = 0;
    for (guint i = 0; i < 600; i++) {
        BspVec normals[6], v = bsp_vec_scale(random_direction(&r), random_real(&r, 0.1, 50));
        guint n = 1 + random_below(&r, 6);
        for (guint k = 0; k < n; k++)
            normals[k] = random_direction(&r);
        BspVec is = bsp_slide_along(v, normals, n), should = along_by_turns(v, normals, n);
        cr_expect(bsp_vec_length(bsp_vec_sub(is, should)) <= 1e-2 * bsp_vec_length(v), "%u", i);
        cr_expect_leq(bsp_vec_length(is), bsp_vec_length(v));
        cr_expect_geq(bsp_vec_dot(is, v), 0);
        for (guint k = 0; k < n; k++)
            cr_expect_geq(bsp_vec_dot(is, normals[k]), -1.001e-9 * bsp_vec_length(v));
        n_zero += bsp_vec_length(is) == 0;
        n_same += bsp_vec_length(bsp_vec_sub(is, v)) == 0;
    }
    cr_expect(n_zero > 50 && n_same > 50, "%u %u", n_zero, n_same);
}

/* Scaling by a power of two changes nothing, even if squares of lengths overflow or underflow. */
Test(along, vectors_of_any_length_keep_their_direction)
{
    static const int powers[] = { -1000, -700, -560, 560, 700, 1000 };
    Random r = random_seeded(5002);
    for (guint i = 0; i < 600; i++) {
        BspVec normals[6], v = bsp_vec_scale(random_direction(&r), random_real(&r, 0.1, 50));
        guint n = 1 + random_below(&r, 6);
        for (guint k = 0; k < n; k++)
            normals[k] = random_direction(&r);
        double by = ldexp(1, powers[i % G_N_ELEMENTS(powers)]);
        BspVec is = bsp_slide_along(bsp_vec_scale(v, by), normals, n);
        BspVec should = bsp_vec_scale(bsp_slide_along(v, normals, n), by);
        cr_expect(bsp_vec_length(bsp_vec_scale(bsp_vec_sub(is, should), 1 / by)) <=
                      1e-12 * bsp_vec_length(v),
                  "%u", i);
    }
}

/* Rounding must not lengthen a vector that lies almost along a plane. */
Test(along, never_longer)
{
    Random r = random_seeded(5003);
    guint n_laid = 0;
    for (guint i = 0; i < 20000; i++) {
        BspVec plane = random_direction(&r), v = bsp_vec_cross(plane, random_direction(&r));
        BspVec normals[3];
        for (guint k = 0; k < 3; k++) {
            BspVec tilted = bsp_vec_mad(plane, random_real(&r, 1e-9, 1e-7), random_direction(&r));
            normals[k] = bsp_vec_scale(tilted, 1 / bsp_vec_length(tilted));
        }
        BspVec is = bsp_slide_along(v, normals, 3);
        cr_expect_leq(bsp_vec_length(is), bsp_vec_length(v), "%u", i);
        n_laid += bsp_vec_length(bsp_vec_sub(is, v)) > 0;
    }
    cr_expect_gt(n_laid, 1000);
}

/* --- slides by hand --- */

/* The corners of a prism with a face that is oblique to the walls. */
static const BspVec oblique[] = { { { 160, -100, 0 } }, { { 160, -100, 100 } },
                                  { { 400, 140, 0 } },  { { 400, 140, 100 } },
                                  { { 400, -100, 0 } }, { { 400, -100, 100 } } };

/* The body slides along a wall. After the wall's end, an oblique face leads it into the recess
 * behind the wall, so the first contact must no longer restrict it. */
Test(slide, what_it_has_left_does_not_hold_it)
{
    BspBrush *brushes[] = { scene_box(0, 20, 0, 60, 60, 100), scene_hull_brush(oblique, 6) };
    g_autoptr(Place) p = place_of(scene_solid(brushes, 2));
    BspSlide slide;
    bsp_slide_move(&p->tracer, bsp_vec(30, 0, 50), bsp_vec(300, 50, 0), &slide);
    cr_expect_eq(slide.n_contacts, 2u);
    cr_expect(slide.point.y > 50 && slide.delta.y > 100, "%g %g", slide.point.y, slide.delta.y);
    cr_expect_float_eq(slide.delta.x, slide.delta.y, NEAR);
}

/* The walls are 108 degrees apart. A body that is pushed into the corner rests there, as engines'
 * friction demands. It does not alternate between the walls. */
Test(slide, rests_in_a_blunt_corner)
{
    const double a = 0.6 * G_PI / 2, b = 0.3;
    const BspVec normals[] = { { { cos(a + b), sin(a + b), 0 } },
                               { { -cos(a - b), sin(a - b), 0 } } };
    BspBrush *brushes[2];
    for (guint i = 0; i < 2; i++) {
        BspVec points[8], out = normals[i], along = bsp_vec(-out.y, out.x, 0);
        for (guint k = 0; k < 8; k++) {
            BspVec p = bsp_vec_scale(along, k & 1 ? 300 : -300);
            p = bsp_vec_mad(p, k & 2 ? 16 : 0, bsp_vec_neg(out));
            points[k] = bsp_vec(p.x, p.y, k & 4 ? 200 : -200);
        }
        brushes[i] = scene_hull_brush(points, 8);
    }
    g_autoptr(Place) p = place_of(scene_solid(brushes, 2));
    for (guint i = 0; i < 9; i++) {
        BspSlide slide = { .point = bsp_vec(0, 150, 0) };
        BspVec velocity = bsp_vec(0, 0, 0), push = bsp_vec(0.1 * i - 0.2, -1, 0), was = velocity;
        for (guint k = 0; k < 600; k++) {
            was = slide.point;
            velocity = bsp_vec_mad(bsp_vec_scale(velocity, 0.9), 0.8, push);
            bsp_slide_move(&p->tracer, slide.point, velocity, &slide);
            velocity = slide.delta;
        }
        double moves = bsp_vec_length(bsp_vec_sub(slide.point, was));
        cr_expect(moves <= BSP_TOUCH, "%u: %g", i, moves);
    }
}

/* --- steps --- */

static void check_row(const GuardRow *row)
{
    g_autoptr(Place) p = place_of(bsp_solid_new(g_ptr_array_ref(row->solid->brushes)));
    const BspStepping steps = { guard_number(row, "height"), stepping.walkable };
    BspVec end, delta = bsp_vec_sub(row->to, row->from);
    BspSlide slide;
    guard_numbers(row, "end", end.v, 3);
    if (guard_says(row, "gait", "slide"))
        bsp_slide_move(&p->tracer, row->from, delta, &slide);
    else
        bsp_step_move(&p->tracer, row->from, delta, &steps, &slide);
    cr_expect(bsp_vec_length(bsp_vec_sub(slide.point, end)) <= NEAR, "%s: %.9g %.9g %.9g",
              row->what, slide.point.x, slide.point.y, slide.point.z);
    cr_expect_eq(slide.stuck, guard_says(row, "stuck", "true"), "%s", row->what);
    cr_expect(!slide.stuck || slide.n_traces == 1, "%s: %u traces", row->what, slide.n_traces);
    cr_expect_float_eq(slide.climbed, guard_number(row, "climbed"), NEAR, "%s", row->what);
    cr_expect_eq(slide.n_contacts, (guint)guard_number(row, "contacts"), "%s: %u contacts",
                 row->what, slide.n_contacts);
    cr_expect_leq(slide.n_traces, (guint)BSP_STEP_TRACES);
}

Test(step, ends_are_those_of_the_rows)
{
    guard_rows("steps.ini", "height, gait, end, stuck, climbed, contacts", check_row);
}

/* Returns a ramp that rises along x from x = 50, at this angle. */
static BspBrush *ramp(double degrees)
{
    double run = 100, rise = run * tan(degrees * G_PI / 180);
    const BspVec points[] = { { { 50, -100, 0 } },          { { 50, 100, 0 } },
                              { { 50 + run, -100, 0 } },    { { 50 + run, 100, 0 } },
                              { { 50 + run, -100, rise } }, { { 50 + run, 100, rise } } };
    return scene_hull_brush(points, 6);
}

Test(step, ramps_are_climbed_where_they_can_be_stood_on)
{
    static const double degrees[] = { 1, 10, 30, 45, 46, 60, 80 };
    for (guint i = 0; i < N(degrees); i++) {
        BspBrush *brushes[] = { scene_box(-200, -100, -8, 200, 100, 0), ramp(degrees[i]) };
        g_autoptr(Place) p = place_of(scene_solid(brushes, 2));
        BspSlide slide = { .point = bsp_vec(0, 0, 24) };
        for (guint k = 0; k < 20; k++)
            bsp_step_move(&p->tracer, slide.point, bsp_vec(4, 0.5, 0), &stepping, &slide);
        if (cos(degrees[i] * G_PI / 180) >= stepping.walkable)
            cr_expect(slide.point.x > 50 && slide.point.z > 24.1, "%g", degrees[i]);
        else
            expect_at(slide.point, 35, 10, 24);
    }
}

/* A body raised above the ramp would get farther along the wall beside it. Even so, a ramp must not
 * be climbed like a step. */
Test(step, a_ramp_beside_a_wall_is_no_step)
{
    BspBrush *brushes[] = { scene_box(-200, -100, -8, 200, 100, 0), ramp(30),
                            scene_box(-200, 20, 0, 200, 28, 200) };
    g_autoptr(Place) p = place_of(scene_solid(brushes, 3));
    BspSlide slide = { .point = bsp_vec(30, 0, 24) }, plain;
    for (guint k = 0; k < 20; k++) {
        BspVec at = slide.point, delta = bsp_vec(4, 3, -1);
        bsp_slide_move(&p->tracer, at, delta, &plain);
        bsp_step_move(&p->tracer, at, delta, &stepping, &slide);
        cr_expect_eq(slide.climbed, 0);
        expect_at(slide.point, plain.point.x, plain.point.y, plain.point.z);
    }
    cr_expect_gt(slide.point.z, 40);
}

/* A body climbs a step beside a wall. The top of the step slopes, so along it alone the body would
 * go into the wall. */
Test(step, onto_a_slope_beside_a_wall_a_body_climbs)
{
    BspVec top[8];
    for (guint i = 0; i < 8; i++) {
        double x = i & 1 ? 200 : 40, y = i & 2 ? 100 : -100;
        top[i] = bsp_vec(x, y, i & 4 ? 30 + 0.1 * (x - 40) - 0.2 * (y + 15) : 0);
    }
    BspBrush *brushes[] = { scene_box(-200, -100, -8, 200, 100, 0), scene_hull_brush(top, 8),
                            scene_box(-200, 20, 0, 200, 28, 200) };
    g_autoptr(Place) p = place_of(scene_solid(brushes, 3));
    const BspStepping high = { 40, 0.7 };
    BspSlide slide;
    bsp_step_move(&p->tracer, bsp_vec(20, 0, 24), bsp_vec(10, 10, 0), &high, &slide);
    cr_expect(slide.climbed > 20 && slide.point.x > 29 && slide.delta.z > 0, "%g", slide.climbed);
    cr_expect_leq(slide.delta.y, NEAR);
}

/* A body climbs a step, slides along a wall, and leaves the wall before it lands on the step. */
Test(step, past_the_end_of_a_wall_a_body_climbs)
{
    BspBrush *brushes[] = { scene_box(-200, -200, -8, 500, 200, 0),
                            scene_box(50, -200, 0, 500, 200, 8), scene_box(0, 20, 0, 60, 60, 100),
                            scene_hull_brush(oblique, 6) };
    g_autoptr(Place) p = place_of(scene_solid(brushes, 4));
    BspSlide slide;
    bsp_step_move(&p->tracer, bsp_vec(30, 0, 24), bsp_vec(300, 50, 0), &stepping, &slide);
    cr_expect(slide.climbed > 7 && slide.delta.y > 100, "%g %g", slide.climbed, slide.delta.y);
}

/* A player climbs a step that has a lintel above it. The gap between both is `room` higher than the
 * player. */
Test(step, under_a_lintel_a_body_climbs)
{
    static const struct {
        double step, room;
        gboolean goes_on;
    } rows[] = { { 4, 30, TRUE },   { 4, 4.01, TRUE },  { 8, 9, TRUE },     { 2, 2.5, TRUE },
                 { 1e-4, 1, TRUE }, { 4, -0.1, FALSE }, { 18.5, 30, FALSE } };
    for (guint i = 0; i < N(rows); i++) {
        double top = rows[i].step;
        BspBrush *brushes[] = { scene_box(-200, -100, -8, 200, 100, 0),
                                scene_box(40, -100, -8, 200, 100, top),
                                scene_box(40, -100, top + 56 + rows[i].room, 200, 100, 300) };
        g_autoptr(Place) p = place_of(scene_solid(brushes, 3));
        BspSlide slide;
        bsp_step_move(&p->tracer, bsp_vec(20, 0, 24), bsp_vec(20, 0, 0), &stepping, &slide);
        if (rows[i].goes_on)
            expect_at(slide.point, 40, 0, 24 + top);
        else
            expect_at(slide.point, 25, 0, 24);
        cr_expect_leq(slide.n_traces, (guint)BSP_STEP_TRACES);
    }
}

/* --- the ground --- */

static BspGroundKind ground_at(const Place *p, BspVec at, double depth, BspGround *ground)
{
    bsp_ground_probe(&p->tracer, at, depth, 0.7, ground);
    cr_expect_leq(ground->n_traces, (guint)BSP_GROUND_TRACES);
    return ground->kind;
}

Test(ground, of_each_kind_is_found)
{
    BspBrush *brushes[] = { scene_box(-200, -100, -8, 200, 100, 0), ramp(60) };
    g_autoptr(Place) p = place_of(scene_solid(brushes, 2));
    BspGround g;
    cr_expect_eq(ground_at(p, bsp_vec(0, 0, 30), 4, &g), BSP_GROUND_NONE);
    expect_at(g.point, 0, 0, 30);
    cr_expect_eq(ground_at(p, bsp_vec(0, 0, 30), 8, &g), BSP_GROUND_WALKABLE);
    expect_at(g.point, 0, 0, 24);
    cr_expect(g.contact.answer.tr.plane.normal.z == 1 && g.n_traces == 1);
    cr_expect_eq(ground_at(p, g.point, 0.25, &g), BSP_GROUND_WALKABLE);
    bsp_ground_probe(&p->tracer, bsp_vec(0, 0, 30), 8, 1, &g); /* with a minimum normal.z of
                                                                  1, only level ground is
                                                                  walkable */
    cr_expect_eq(g.kind, BSP_GROUND_WALKABLE);
    cr_expect_eq(ground_at(p, bsp_vec(0, 0, 20), 8, &g), BSP_GROUND_SOLID);
    cr_expect_eq(ground_at(p, bsp_vec(80, 0, 200), 100, &g), BSP_GROUND_STEEP);
    cr_expect(g.contact.answer.tr.plane.normal.z < 0.7 && g.contact.answer.tr.plane.normal.z > 0);
    cr_expect_eq(ground_at(p, bsp_vec((double)NAN, 0, 30), 8, &g), BSP_GROUND_SOLID);
}

/* A depth of 0, a negative depth and NaN count as no depth, so the probe moves neither down nor
 * up. */
Test(ground, of_no_depth_moves_nothing)
{
    static const double depths[] = { 0, -0.0, -1, -100, -HUGE_VAL, (double)NAN };
    static const double heights[] = { 24, 24.5, 27, 28 };
    const double boxes[][6] = { { -200, -100, -8, 200, 100, 0 }, { -200, -100, 60, 200, 100, 68 } };
    g_autoptr(Place) p = place_of(scene_boxes(boxes, N(boxes)));
    for (guint i = 0; i < N(depths) * N(heights); i++) {
        double depth = depths[i % N(depths)], z = heights[i / N(depths)];
        BspGround g;
        cr_expect_eq(ground_at(p, bsp_vec(0, 0, z), depth, &g), BSP_GROUND_NONE, "%g", depth);
        expect_at(g.point, 0, 0, z);
        cr_expect_eq(ground_at(p, bsp_vec(0, 0, z - 12), depth, &g), BSP_GROUND_SOLID, "%g", depth);
    }
}

/* Traces a space that is solid behind two planes. If a move meets both at the same time, the first
 * is reported. */
static void trace_planes(void *data, BspVec from, BspVec to, BspTrace *answer)
{
    BspTransition *tr = &answer->tr;
    const BspPlane *planes = data;
    *tr = bsp_transition_empty(to);
    for (guint i = 0; i < 2; i++) {
        double a = bsp_plane_distance(&planes[i], from), b = bsp_plane_distance(&planes[i], to);
        if (b >= -BSP_TOUCH || !(MAX(a, 0) / (a - b) < tr->t))
            continue;
        tr->type = BSP_EMPTY_TO_SOLID;
        tr->t = MAX(a, 0) / (a - b);
        tr->plane = planes[i];
    }
    tr->point = tr->type == BSP_EMPTY ? to : bsp_vec_lerp(from, to, tr->t);
}

Test(ground, the_foot_of_a_slope_is_found_in_either_order)
{
    BspPlane planes[] = { { { { -0.8, 0, 0.6 } }, 0 }, { { { 0, 0, 1 } }, 0 } };
    BspTracer tracer = { trace_planes, planes, NULL, NULL };
    for (guint i = 0; i < 2; i++) {
        BspGround g;
        bsp_ground_probe(&tracer, bsp_vec(0, 0, 1), 2, 0.7, &g);
        cr_expect(g.kind == BSP_GROUND_WALKABLE && g.contact.answer.tr.plane.normal.z == 1, "%u",
                  i);
        cr_expect_eq(g.n_traces, i ? 1u : 2u);
        bsp_ground_probe(&tracer, bsp_vec(0.5, 0, 1), 2, 0.7, &g);
        cr_expect_eq(g.kind, BSP_GROUND_STEEP);
        bsp_ground_probe(&tracer, bsp_vec(-0.01, 0, 1), 2, 0.7, &g);
        cr_expect_eq(g.kind, BSP_GROUND_WALKABLE);
        BspPlane first = planes[0];
        planes[0] = planes[1];
        planes[1] = first;
    }
}

/* A filter of a tracer, which forbids climbing at planes that face against x. */
static bool faces_aside(void *place, const BspSlideContact *contact)
{
    (void)place;
    return contact->answer.tr.plane.normal.x != -1;
}

/* A body walks into two steps at the same time. One of them is no step for the tracer, so the body
 * goes along it. */
Test(step, only_where_the_tracer_allows)
{
    static const double boxes[][6] = { { -99, -99, -8, 99, 99, 0 },
                                       { 40, -99, 0, 99, 99, 16 },
                                       { -99, 40, 0, 40, 99, 16 } };
    g_autoptr(Place) p = place_of(scene_boxes(boxes, N(boxes)));
    BspSlide slide;
    p->tracer.climb = faces_aside;
    bsp_step_move(&p->tracer, bsp_vec(20, 0, 24), bsp_vec(20, 0, 0), &stepping, &slide);
    cr_expect_eq(slide.n_traces, 1u, "%u", slide.n_traces);
    expect_at(slide.point, 25, 0, 24);
    bsp_step_move(&p->tracer, bsp_vec(0, 20, 24), bsp_vec(0, 20, 0), &stepping, &slide);
    expect_at(slide.point, 0, 40, 40);
    BspBody body = { .at = bsp_vec(20, 0, 24), .velocity = bsp_vec(20, 1, 0), .on_ground = true };
    bsp_walk_by(&p->tracer, &stepping, 1, &body, &slide);
    expect_at(body.at, 25, 1, 24);
    cr_expect(body.on_ground && slide.n_contacts == 2 && !body.stands_on);
}

/* A body that walks off a step stays on the ground. Its way down first meets the side of the step,
 * which is not quite upright. A slope is not followed in this way. */
Test(ground, at_the_foot_of_a_steep_step_a_body_stays_on_it)
{
    static const struct {
        double height, run;
        gboolean is_ground;
    } rows[] = { { 0.004, 3e-6, TRUE }, { 0.004, 0.001, TRUE }, { 8, 0.006, TRUE },
                 { 8, 0.2, TRUE },      { 17.9, 0.2, TRUE },    { 18.1, 0.2, FALSE },
                 { 8, 0.6, FALSE },     { 8, 6, FALSE } };
    for (guint i = 0; i < N(rows); i++) {
        const double h = rows[i].height, run = rows[i].run;
        BspVec step[8];
        for (guint k = 0; k < 8; k++)
            step[k] = bsp_vec(k & 1 ? -100 : k & 4 ? 0 : run, k & 2 ? 50 : -50, k & 4 ? h : 0);
        BspBrush *brushes[] = { scene_box(-200, -100, -8, 200, 100, 0), scene_hull_brush(step, 8) };
        g_autoptr(BspBrushTable) table = scene_table(scene_solid(brushes, 2), BSP_TABLE_BOXES);
        BspShape shape = scene_player();
        BspMover mover = { .table = table, .shape = &shape };
        BspTracer tracer = bsp_mover_tracer(&mover);
        BspBody body = { .at = { { 14, 0, h + 24 } },
                         .velocity = { { 60, 0, 0 } },
                         .on_ground = TRUE };
        BspGround g;
        bsp_walk(&mover, &stepping, (1 + run / 2) / 60, &body, NULL);
        cr_expect_eq(body.on_ground, rows[i].is_ground, "row %u", i);
        cr_expect(!body.on_ground || fabs(body.at.z - 24) <= BSP_TOUCHED, "row %u", i);
        bsp_ground_probe(&tracer, body.at, 20, 0.7, &g);
        cr_expect_leq(g.n_traces, (guint)BSP_GROUND_TRACES);
    }
}

/* The planes of one position clip the displacement together, so their order does not matter. */
Test(slide, clips_by_all_planes_of_a_corner)
{
    Random r = random_seeded(5004);
    guint n_both = 0;
    for (guint i = 0; i < 600; i++) {
        BspPlane planes[] = { { random_direction(&r), 0 }, { random_direction(&r), 0 } };
        BspTracer tracer = { trace_planes, planes, NULL, NULL };
        BspVec delta = bsp_vec_scale(random_direction(&r), 10), normals[BSP_SLIDE_TRACES];
        BspSlide slide;
        bsp_slide_move(&tracer, bsp_vec(0, 0, 0), delta, &slide);
        for (guint k = 0; k < slide.n_contacts; k++)
            normals[k] = slide.contacts[k].answer.tr.plane.normal;
        BspVec should = bsp_slide_along(delta, normals, slide.n_contacts);
        cr_expect(bsp_vec_length(bsp_vec_sub(slide.delta, should)) <= NEAR, "%u", i);
        n_both += slide.n_contacts == 2;
    }
    cr_expect_gt(n_both, 100);
}

/* A body behind a floor and a ceiling that meet at a small angle is not moved far back. A body that
 * is farther behind a floor than the slack of a skin is not moved far back, either. */
Test(slide, between_nearly_opposite_planes_nothing_jumps_back)
{
    const double angle = 1e-3;
    BspPlane planes[] = { { bsp_vec(0, 0, 1), 0 }, { bsp_vec(-sin(angle), 0, -cos(angle)), 0 } };
    BspTracer tracer = { trace_planes, planes, NULL, NULL };
    BspSlide slide;
    bsp_slide_move(&tracer, bsp_vec(0.6, 0, -3e-4), bsp_vec(5, 5, -1e-3), &slide);
    cr_expect_float_eq(slide.point.x, 0.6, 0.01, "%g", slide.point.x);
    planes[1] = planes[0];
    bsp_slide_move(&tracer, bsp_vec(0, 0, -1e-3), bsp_vec(5, 0, -0.1), &slide);
    cr_expect_eq(slide.point.z, -1e-3);
}

/* A floor and a ceiling meet at a small angle. A body that is pushed in between them, and along
 * their crease, goes on along the crease in each frame. */
Test(slide, along_a_narrow_wedge_a_body_goes_on)
{
    const BspShape box = bsp_shape_box(bsp_vec(-15, -15, 0), bsp_vec(15, 15, 56));
    for (guint i = 0; i < 40; i++) {
        double rise = pow(10, -5 + 0.05 * i), high = 56 + 2 * 0.125 + 15 * rise;
        BspVec ceiling[8], at = bsp_vec(0.1, 0, 0.125);
        for (guint k = 0; k < 8; k++) {
            ceiling[k] = bsp_vec(k & 1 ? 200 : -200, k & 2 ? 200 : -200, 100);
            ceiling[k].z = k & 4 ? 100 : high + rise * ceiling[k].x;
        }
        BspBrush *brushes[] = { scene_box(-200, -200, -50, 200, 200, 0),
                                scene_hull_brush(ceiling, 8) };
        g_autoptr(BspBrushTable) table = scene_table(scene_solid(brushes, 2), BSP_TABLE_BOXES);
        BspTracer tracer =
            bsp_mover_tracer(&(BspMover){ .table = table, .shape = &box, .skin = 0.125 });
        for (guint frame = 0; frame < 100; frame++) {
            BspSlide slide;
            bsp_slide_move(&tracer, at, bsp_vec(-0.2, 2e-3, 0.03), &slide);
            cr_assert_gt(slide.point.y - at.y, 1e-3, "rise %g, frame %u", rise, frame);
            at = slide.point;
        }
    }
}

/* A groove runs in any direction. Along the groove, rounding leaves a very short way down. */
Test(ground, grooves_wedge_a_body)
{
    for (guint i = 0; i < 360; i++) {
        double c = cos(i * G_PI / 180), s = sin(i * G_PI / 180);
        BspPlane planes[] = { { bsp_vec(0.8 * c, 0.8 * s, 0.6), 0 },
                              { bsp_vec(-0.96 * c, -0.96 * s, 0.28), 0 } };
        BspTracer tracer = { trace_planes, planes, NULL, NULL };
        BspGround g;
        bsp_ground_probe(&tracer, bsp_vec(1e-3 * c, 1e-3 * s, 1), 2, 0.7, &g);
        cr_assert_eq(g.kind, BSP_GROUND_WEDGED, "%u: %d", i, g.kind);
    }
}

Test(ground, a_body_can_be_wedged)
{
    BspBrush *brushes[2];
    for (guint i = 0; i < 2; i++) {
        BspVec points[6];
        for (guint k = 0; k < 6; k++)
            points[k] =
                bsp_vec((i ? -1 : 1) * (k < 2 ? 4 : 100), k % 2 ? 99 : -99, k < 4 ? -20 : 300);
        brushes[i] = scene_hull_brush(points, 6);
    }
    g_autoptr(Place) p = place_of(scene_solid(brushes, 2));
    BspGround g;
    cr_expect_eq(ground_at(p, bsp_vec(1, 0, 250), 300, &g), BSP_GROUND_STEEP);
    BspSlide slide;
    bsp_slide_move(&p->tracer, bsp_vec(1, 0, 250), bsp_vec(0, 0, -400), &slide);
    cr_expect_eq(ground_at(p, slide.point, 1, &g), BSP_GROUND_WEDGED);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(p->solid, 0);
    BspMover mover = { .table = table, .shape = &p->shape };
    BspBody body = { .at = slide.point };
    bsp_walk(&mover, &stepping, 1, &body, NULL);
    cr_expect(body.on_ground);
}

/* A body that runs uphill and comes down on the slope lands there. A body that jumps does not
 * land. */
Test(ground, a_body_lands_uphill)
{
    static const double slopes[] = { 0.01, 1, 5, 20, 40 }; /* degrees */
    for (guint i = 0; i < 4 * N(slopes); i++) {
        double rise = tan(slopes[i % N(slopes)] * G_PI / 180);
        BspVec points[6];
        for (guint k = 0; k < 6; k++)
            points[k] = bsp_vec(k < 2 ? -99 : 900, k % 2 ? 99 : -99,
                                k < 2   ? -99 * rise - 1
                                : k < 4 ? -99 * rise - 1
                                        : 900 * rise);
        g_autoptr(BspBrushTable) table = scene_table(scene_one(scene_hull_brush(points, 6)), 0);
        bool is_box = i % 2, jumps = i >= 2 * N(slopes);
        BspShape shape = is_box ? scene_player() : bsp_shape_capsule(15, -24, 32);
        BspMover mover = { .table = table, .shape = &shape, .skin = 0.125 };
        BspBody body = { .at = { { 0, 0, 60 } } };
        guint frames = 0;
        for (; frames < 60 && !body.on_ground; frames++) {
            body.velocity = bsp_vec(200, 0, body.velocity.z - 800.0 / 60);
            bsp_walk(&mover, &stepping, 1.0 / 60, &body, NULL);
        }
        cr_expect(body.on_ground, "slope %g", slopes[i % N(slopes)]);
        if (!jumps)
            continue;
        body.on_ground = false;
        body.velocity = bsp_vec(200, 0, 270);
        bsp_walk(&mover, &stepping, 1.0 / 4096, &body, NULL); /* a step so short that the ground is
                                                                 still near */
        cr_expect(!body.on_ground, "slope %g", slopes[i % N(slopes)]);
    }
}

/* --- against the oracle --- */

typedef struct {
    guint n, n_contacts, n_climbed;
} Tally;

static void check_end(CompareOracle *oracle, const BspShape *shape, const BspSolid *solid,
                      BspVec from, BspVec delta, const BspSlide *slide, Tally *tally)
{
    cr_assert(!compare_oracle_move(oracle, shape, 0, slide->point, slide->point).inside, "%s",
              scene_describe(solid, shape, from, bsp_vec_add(from, delta)));
    cr_assert(bsp_vec_length(slide->delta) <= bsp_vec_length(delta) * (1 + 1e-12), "%s",
              scene_describe(solid, shape, from, bsp_vec_add(from, delta)));
    for (guint i = 0; i < slide->n_contacts; i++) {
        const BspTransition *tr = &slide->contacts[i].answer.tr;
        if (bsp_vec_length(bsp_vec_sub(slide->point, tr->point)) <= BSP_TOUCHED)
            cr_assert(bsp_vec_dot(slide->delta, tr->plane.normal) >= -1e-8 * bsp_vec_length(delta),
                      "%s", scene_describe(solid, shape, from, bsp_vec_add(from, delta)));
    }
    tally->n_contacts += slide->n_contacts;
}

/* Checks a slide and a step move from *at, and sets *at to the end of one of the two. */
static void check_slides(const BspTracer *tracer, CompareOracle *oracle, const BspShape *shape,
                         const BspSolid *solid, BspVec *at, BspVec delta, Tally *tally)
{
    BspSlide slide, again;
    bsp_slide_move(tracer, *at, delta, &slide);
    cr_assert(!slide.stuck, "%s", scene_describe(solid, shape, *at, bsp_vec_add(*at, delta)));
    cr_assert_leq(slide.n_traces, (guint)BSP_SLIDE_TRACES);
    check_end(oracle, shape, solid, *at, delta, &slide, tally);
    BspVec moved = bsp_vec_sub(slide.point, *at);
    cr_assert_leq(bsp_vec_length(moved), bsp_vec_length(delta) + NEAR, "farther than asked");
    bsp_step_move(tracer, *at, delta, &stepping, &again);
    check_end(oracle, shape, solid, *at, delta, &again, tally);
    cr_assert_leq(again.n_traces, (guint)BSP_STEP_TRACES);
    tally->n_climbed += again.climbed > 0 ? 1 : 0;
    *at = tally->n++ % 4 ? again.point : slide.point;
}

static BspVec random_delta(Random *r)
{
    BspVec d = bsp_vec_scale(random_direction(r), random_real(r, 1, 40));
    switch (random_below(r, 4)) {
    case 0:
        return bsp_vec(d.x, d.y, 0);
    case 1:
        return bsp_vec(random_int(r, -1, 1) * 24, random_int(r, -1, 1) * 24, random_int(r, -8, 0));
    case 2:
        return bsp_vec(d.x, d.y, -8);
    default:
        return d;
    }
}

/* Walks from a random clear place. Returns FALSE if it finds no such place. */
static gboolean walk(Random *r, const BspTracer *tracer, const BspShape *shape,
                     const BspSolid *solid, CompareOracle *oracle, guint n, Tally *tally)
{
    BspVec at, delta = random_delta(r);
    BspTrace answer;
    BspBounds around = bsp_bounds_grown(&solid->bounds, 20);
    guint tries = 0;
    do {
        at = random_point(r, &around);
        tracer->trace(tracer->data, at, at, &answer);
    } while (answer.tr.type != BSP_EMPTY && ++tries < 50);
    for (guint i = 0; i < n && tries < 50; i++) {
        if (random_below(r, 3) == 0)
            delta = random_delta(r);
        check_slides(tracer, oracle, shape, solid, &at, delta, tally);
        if (!bsp_bounds_contain(&around, at))
            break;
    }
    return tries < 50;
}

Test(slide, random_worlds_let_bodies_slide)
{
    Random r = random_seeded(5100);
    Tally tally = { 0 };
    for (guint i = 0; i < 10 * SCENE_KINDS; i++) {
        g_autoptr(Place) p = place_of(scene_nth(i, 5100 + i));
        g_autoptr(CompareOracle) oracle = compare_oracle_new(p->solid);
        for (guint k = 0; k < 20; k++)
            walk(&r, &p->tracer, &p->shape, p->solid, oracle, 15, &tally);
    }
    cr_expect_gt(tally.n, 5000u);
    cr_expect_gt(tally.n_contacts, 4000u);
    cr_expect_gt(tally.n_climbed, 50u);
}
