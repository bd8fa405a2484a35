/* test-turning: tests bodies that turn, by comparison with the oracle for such bodies
 * (oracle/turn.h), which shares no code with the queries, and in cases made by hand.
 * test-turn-oracle checks the oracle. */
#include <criterion/criterion.h>

#include "bsp-hull.h"
#include "bsp-solid.h"
#include "oracle/turn.h"
#include "scenes.h"
#include "shift-build.h"
#include "turning-moves.h"

/* --- worlds and moves --- */

typedef struct {
    BspSolid *solid;
    BspBrushTable *table;
    ShiftTree *tree;
} World;

static World world_of(BspSolid *solid)
{
    const ShiftOptions options = { .names_brushes = TRUE };
    return (World){ solid, bsp_brush_table_new(solid, 0), shift_tree_build(solid, &options, NULL) };
}

static void clear_world(World *w)
{
    shift_tree_free(w->tree);
    bsp_brush_table_free(w->table);
    bsp_solid_free(w->solid);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(World, clear_world)

/* Returns the distance of the body from the nearest brush at time t. It is negative if they
 * overlap, but 0 for cylinders. */
static double distance_at(const World *w, const BspMove *move, const BspTurn *turn, double t)
{
    const CompareTurning turning = { move->from, move->to, turn, move->shape, 0, 0 };
    double least = HUGE_VAL;
    for (guint i = 0; i < bsp_solid_n_brushes(w->solid); i++)
        least = MIN(least, compare_turn_distance(bsp_solid_brush(w->solid, i), &turning, t, NULL));
    return least;
}

static BspTransition ask(const BspBrushTable *table, const BspShape *body, const BspTurn *turn,
                         BspVec from, BspVec to)
{
    BspTrace answer;
    bsp_brush_table_trace_turning(table, &(BspMove){ from, to, body, 0, 0 }, turn, &answer);
    return answer.tr;
}

/* Returns the table's answer for a turning body that must hit a brush. */
static BspTrace hit_of(const BspBrushTable *table, const BspShape *body, const BspTurn *turn,
                       BspVec from, BspVec to)
{
    BspTrace answer;
    cr_assert(
        bsp_brush_table_trace_turning(table, &(BspMove){ from, to, body, 0, 0 }, turn, &answer));
    return answer;
}

/* --- right answers --- */

static double blocking_time(const BspTransition *tr)
{
    return bsp_transition_blocking_time(tr);
}

/* Checks that no answer is late. The table and the tree's exact query must give the same answer, at
 * the contact. The answer by planes alone must never be later. */
static void check_move(const World *w, const BspMove *move, const BspTurn *turn, guint id)
{
    const CompareTurning turning = { move->from, move->to, turn, move->shape, 0, 0 };
    double start = distance_at(w, move, turn, 0);
    BspTrace answer;
    bsp_brush_table_trace_turning(w->table, move, turn, &answer);
    BspTransition exact = shift_tree_hit_check_exact_turning(w->tree, w->table, move->shape, turn,
                                                             move->from, move->to, NULL);
    BspTransition planes =
        shift_tree_hit_check_turning(w->tree, move->shape, turn, move->from, move->to, NULL);
    double t = blocking_time(&answer.tr);
    cr_expect_eq(answer.tr.type, exact.type, "move %u", id);
    cr_expect_float_eq(t, blocking_time(&exact), 1e-7, "move %u", id);
    cr_expect_leq(blocking_time(&planes), t + 1e-7, "move %u", id);
    if (start < -BSP_BRACKET)
        cr_expect(answer.tr.type == BSP_SOLID && planes.type == BSP_SOLID, "move %u", id);
    if (start < BSP_BRACKET)
        return;
    for (guint i = 1; i <= 25; i++)
        cr_expect_geq(distance_at(w, move, turn, t * i / 25), -BSP_BRACKET, "move %u: late", id);
    cr_expect_neq(answer.tr.type, BSP_SOLID, "move %u", id);
    if (answer.tr.type != BSP_EMPTY_TO_SOLID)
        return;
    cr_expect_leq(distance_at(w, move, turn, t), BSP_BRACKET, "move %u: early", id);
    cr_expect_eq(compare_turn_judge(w->solid, &turning, &answer.tr).verdict, COMPARE_PLANE_RIGHT,
                 "move %u: the plane is not between body and brush", id);
}

Test(turning, answers_are_at_the_contact)
{
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        g_auto(World) w = world_of(scene_nth(kind, kind + 1));
        Random r = random_seeded(50 + kind);
        for (guint i = 0; i < 40; i++) {
            g_autoptr(BspHull) hull = NULL;
            BspShape body = turning_body(&r, i, &hull);
            BspVec from = random_point_within(&r, 80),
                   to = bsp_vec_add(from, random_point_within(&r, 60));
            BspMove move = { from, i % 7 ? to : from, &body, 0, 0 };
            BspTurn turn = turning_random(&r, i % 2 == 0);
            check_move(&w, &move, &turn, 1000 * kind + i);
        }
    }
}

/* Units. All points of a body are nearer to its pivot than this, so the spans that the tests check
 * reach no farther. */
#define REACH 60

/* Answers by planes alone are never later than the bracket of the answer by brushes. */
Test(turning, planes_alone_are_never_late)
{
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        g_auto(World) w = world_of(scene_nth(kind, kind + 1));
        Random r = random_seeded(70 + kind);
        for (guint i = 0; i < 2000; i++) {
            g_autoptr(BspHull) hull = NULL;
            BspShape body = turning_body(&r, i, &hull);
            BspVec from = random_point_within(&r, 80),
                   to = bsp_vec_add(from, random_point_within(&r, i % 3 ? 2 : 60));
            BspTurn turn = turning_random(&r, i % 2 == 0);
            BspTransition exact = ask(w.table, &body, &turn, from, to);
            BspTransition planes =
                shift_tree_hit_check_turning(w.tree, &body, &turn, from, to, NULL);
            double late = blocking_time(&planes) - blocking_time(&exact);
            double fastest =
                bsp_vec_length(bsp_vec_sub(to, from)) + fabs(turn.degrees) * RADIANS * REACH;
            cr_expect_leq(late * fastest, BSP_BRACKET / 2, "%u.%u: %g", kind, i, late * fastest);
        }
    }
}

/* A point meets a plane from the front. So it moves against the normal, except for rounding if it
 * moves along the plane. */
Test(turning, points_meet_planes_from_the_front)
{
    guint n_hits = 0;
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        g_auto(World) w = world_of(scene_nth(kind, kind + 1));
        Random r = random_seeded(90 + kind);
        for (guint i = 0; i < 300; i++) {
            const BspShape point = bsp_shape_point();
            BspVec from = random_point_within(&r, 80),
                   to = bsp_vec_add(from, random_point_within(&r, 60));
            BspMove move = { from, to, &point, 0, 0 };
            BspTurn turn = turning_random(&r, TRUE);
            BspVec zero = bsp_vec(0, 0, 0);
            BspTransition tr = shift_tree_hit_check_turning(w.tree, &point, &turn, from, to, NULL);
            if (tr.type != BSP_EMPTY_TO_SOLID)
                continue;
            BspVec before = bsp_turn_point(&turn, &move, tr.t - 1e-5, zero),
                   after = bsp_turn_point(&turn, &move, tr.t + 1e-5, zero),
                   way = bsp_vec_sub(after, before);
            double along = bsp_vec_dot(way, tr.plane.normal);
            cr_expect_leq(along, 1e-2 * bsp_vec_length(way), "%u.%u: %g", kind, i, along);
            n_hits++;
        }
    }
    cr_expect_gt(n_hits, 100);
}

/* --- turns of 0 degrees --- */

Test(turning, no_turn_is_a_straight_move)
{
    g_auto(World) w = world_of(scene_new(SCENE_WEDGES, 3, bsp_vec(0, 0, 0)));
    Random r = random_seeded(7);
    for (guint i = 0; i < 400; i++) {
        g_autoptr(BspHull) hull = NULL, own = NULL;
        BspVec points[12];
        BspShape body = turning_body(&r, i % 4, &hull);
        BspVec from = random_point_within(&r, 80),
               to = bsp_vec_add(from, random_point_within(&r, 60));
        BspTurn turn = turning_random(&r, FALSE);
        BspMove move = { from, to, &body, 0, 0 };
        BspTrace answer, straight;
        turn.degrees = 0;
        if (!hull)
            turn = bsp_turn_of(bsp_vec(0, 0, 0), 0);
        bsp_brush_table_trace_turning(w.table, &move, &turn, &answer);
        for (guint k = 0; hull && k < hull->n_vertices; k++)
            points[k] = turning_vector(&turn, 0, hull->vertices[k]);
        own = hull ? bsp_hull_new(points, hull->n_vertices, NULL) : NULL;
        BspShape upright = own ? bsp_shape_hull(own) : body;
        move.shape = &upright;
        bsp_brush_table_trace(w.table, &move, &straight);
        if (straight.tr.type == BSP_SOLID_TO_EMPTY)
            cr_expect_eq(bsp_transition_blocking_time(&answer.tr), 0);
        else
            cr_expect_eq(answer.tr.type, straight.tr.type, "%u", i);
        cr_expect_float_eq(blocking_time(&answer.tr), blocking_time(&straight.tr), 1e-9,
                           "%u: %.12g %.12g", i, blocking_time(&answer.tr),
                           blocking_time(&straight.tr));
    }
}

/* --- touching --- */

/* Bodies that slide over a floor with a seam while they spin, and bodies that roll, are never
 * stopped. */
Test(turning, touching_is_not_hitting)
{
    g_autoptr(BspBrushTable) table = scene_sides(turning_floor, 2, 0);
    g_autoptr(BspSolid) solid = scene_boxes(turning_floor, 2);
    g_autoptr(ShiftTree) tree = shift_tree_build(solid, NULL, NULL);
    const struct {
        BspShape shape;
        double height;
        BspVec axis, step;
        gboolean lies;
    } bodies[] = {
        { bsp_shape_box(bsp_vec(-16, -8, -4), bsp_vec(16, 8, 4)), 4, bsp_vec_axis(2),
          bsp_vec(0.3, 0, 0), FALSE },
        { bsp_shape_cylinder(8, -16, 16), 16, bsp_vec_axis(2), bsp_vec(0.3, 0.1, 0), FALSE },
        { bsp_shape_cylinder(8, -16, 16), 8, bsp_vec_axis(1), bsp_vec(0.3, 0, 0), TRUE },
        { bsp_shape_capsule(8, -16, 16), 8, bsp_vec_axis(1), bsp_vec(0.3, 0, 0), TRUE },
        { bsp_shape_sphere(8), 8, bsp_vec(1, 2, 3), bsp_vec(0.3, 0, 0), FALSE },
    };
    for (guint i = 0; i < G_N_ELEMENTS(bodies); i++) {
        BspTurn turn = bsp_turn_of(bodies[i].axis, 10);
        BspVec at = bsp_vec(-150, 0, bodies[i].height);
        if (bodies[i].lies) { /* so that the body's axis is along y */
            turn.orientation[0] = cos(G_PI / 4);
            turn.orientation[1] = sin(G_PI / 4);
        }
        for (guint frame = 0; frame < 1000; frame++) {
            const BspShape *shape = &bodies[i].shape;
            BspVec to = bsp_vec_add(at, bodies[i].step);
            BspTransition tr = ask(table, shape, &turn, at, to);
            cr_assert_eq(tr.type, BSP_EMPTY, "body %u frame %u t %g", i, frame, tr.t);
            tr = shift_tree_hit_check_turning(tree, shape, &turn, at, to, NULL);
            cr_assert_eq(tr.type, BSP_EMPTY, "body %u frame %u by planes t %g", i, frame, tr.t);
            at = to;
            turn = bsp_turn_after(&turn, 1);
        }
    }
}

/* Planes alone do not stop a body that touches a floor and turns on the floor about the vertical.
 * Nor do they stop a body that rises at least as fast as its turn can lower any of its points. */
Test(turning, planes_alone_stop_nothing_that_touches)
{
    g_autoptr(BspSolid) solid = scene_boxes(turning_floor, 2);
    g_autoptr(ShiftTree) tree = shift_tree_build(solid, NULL, NULL);
    Random r = random_seeded(17);
    for (guint i = 0; i < 10000; i++) {
        g_autoptr(BspHull) hull = NULL;
        BspShape body = turning_body(&r, i, &hull);
        BspTurn turn = turning_random(&r, FALSE);
        BspVec step = random_point_within(&r, 20);
        step.z = 0;
        if (i % 2)
            turn.axis = bsp_vec_axis(2);
        else
            step.z = 30 * fabs(turn.degrees) *
                     RADIANS; /* no point of a body is 30 units from its middle */
        BspVec from = bsp_vec(random_real(&r, -99, 99), 0, turning_reach_down(&turn, 0, &body));
        BspTransition tr =
            shift_tree_hit_check_turning(tree, &body, &turn, from, bsp_vec_add(from, step), NULL);
        cr_expect_eq(tr.type, BSP_EMPTY, "%u: %g degrees, t %g", i, turn.degrees, tr.t);
    }
}

/* A crate tips over the edge of a table on which it lies, and a plank over a roof's ridge. A
 * cylinder that lies on a floor turns about the vertical. */
Test(turning, bodies_pivot_on_edges)
{
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-200, -200, -50, 0, 200, 0), 0);
    BspShape crate = bsp_shape_box(bsp_vec(-8, -8, 0), bsp_vec(8, 8, 16)),
             plank = bsp_shape_box(bsp_vec(-100, -5, 0), bsp_vec(100, 5, 2)),
             can = bsp_shape_cylinder(10, -20, 20);
    BspVec at = bsp_vec(0, 0, 0), above = bsp_vec(-100, 0, 10);
    for (double degrees = 0.01; degrees < 90; degrees *= 3) {
        BspTurn turn = bsp_turn_of(bsp_vec_axis(1), degrees),
                yaw = bsp_turn_of(bsp_vec_axis(2), degrees);
        yaw.orientation[0] = yaw.orientation[1] = sqrt(0.5);
        const BspTransition answers[] = { ask(table, &crate, &turn, at, at),
                                          ask(table, &plank, &turn, at, at),
                                          ask(table, &can, &yaw, above, above) };
        for (guint i = 0; i < G_N_ELEMENTS(answers); i++)
            cr_expect_eq(answers[i].type, BSP_EMPTY, "%u by %g: t %g", i, degrees, answers[i].t);
    }
}

/* Cubes tip over their lower edges on the middle of a floor, where the sums of GJK cancel most. */
Test(turning, cubes_tip_on_a_floor)
{
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-100, -100, -16, 100, 100, 0), 0);
    for (guint i = 0; i < 8 * 360; i += 7) {
        double h = 1 + i / 360, yaw = i % 360 * RADIANS;
        BspShape cube = scene_cube(h);
        BspTurn turn = bsp_turn_of(bsp_vec(-sin(yaw), cos(yaw), 0), 90);
        turn.orientation[0] = cos(yaw / 2);
        turn.orientation[3] = sin(yaw / 2);
        turn.pivot = bsp_vec(h, 0, -h);
        for (guint k = 0; k < 3; k++) {
            BspVec at = bsp_vec(16 * (k / 2), 16 * (k / 2), 0);
            BspTransition tr = ask(table, &cube, &turn, at, at);
            cr_expect_eq(tr.type, BSP_EMPTY, "cube %g at %g: t %g", h, at.x, tr.t);
        }
    }
}

/* Cylinders that stand on a floor tip over their rims. Then they lie. Others turn in a corner,
 * where they touch two walls. */
Test(turning, cylinders_tip_and_turn_in_touch)
{
    static const double boxes[][6] = { { -100, -100, -16, 100, 100, 0 },
                                       { -80, -100, 0, -64, 100, 50 },
                                       { -100, -80, 0, 100, -64, 50 } };
    g_autoptr(BspBrushTable) table = scene_sides(boxes, 3, 0);
    Random r = random_seeded(23);
    for (guint i = 0; i < 300; i++) {
        double radius = random_real(&r, 1, 12), height = random_real(&r, 1, 20);
        BspShape can = bsp_shape_cylinder(radius, 0, height);
        double yaw = random_real(&r, 0, 2 * G_PI);
        BspTurn tip = bsp_turn_of(bsp_vec(-sin(yaw), cos(yaw), 0), 90),
                spin = bsp_turn_of(bsp_vec_axis(2), random_real(&r, -180, 180));
        tip.pivot = bsp_vec(radius * cos(yaw), radius * sin(yaw), 0);
        BspVec at = bsp_vec(random_real(&r, -9, 9), 0, 0),
               corner = bsp_vec(radius - 64, radius - 64, 0);
        BspTransition tr = ask(table, &can, &tip, at, at);
        cr_expect_eq(tr.type, BSP_EMPTY, "%u tips: t %g", i, tr.t);
        tr = ask(table, &can, &spin, corner, corner);
        cr_expect_eq(tr.type, BSP_EMPTY, "%u turns: t %g", i, tr.t);
    }
}

/* A cylinder tips and spins at the same time. Its answer must be the time at which its rim meets
 * the floor. */
Test(turning, cylinders_are_stopped_at_their_rims)
{
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-100, -100, -16, 100, 100, 0), 0);
    Random r = random_seeded(29);
    guint hits = 0;
    for (guint i = 0; i < 2000; i++) {
        double radius = random_real(&r, 1, 12);
        BspShape can = bsp_shape_cylinder(radius, -random_real(&r, 0.1, 12), 2);
        BspTurn turn = turning_random(&r, i % 2);
        BspVec at = bsp_vec(0, 0, turning_reach_down(&turn, 0, &can) + random_real(&r, 0, 4));
        BspTransition tr = ask(table, &can, &turn, at, at);
        double t = blocking_time(&tr);
        for (guint k = 0; k <= 40; k++)
            cr_expect_geq(at.z - turning_reach_down(&turn, t * k / 40, &can), -BSP_BRACKET, "%u",
                          i);
        if (tr.type != BSP_EMPTY_TO_SOLID)
            continue;
        cr_expect_leq(at.z - turning_reach_down(&turn, t, &can), BSP_BRACKET, "%u", i);
        hits++;
    }
    cr_expect_gt(hits, 500, "%u", hits);
}

/* A ball on an arm lifts off the floor and comes back down. By symmetry, it comes back when the arm
 * is as far beyond the vertical as it was before. */
Test(turning, what_lifts_off_may_come_back)
{
    g_autoptr(BspBrushTable) table = scene_sides(turning_floor, 2, 0);
    BspShape ball = bsp_shape_sphere(8);
    for (double length = 10; length < 2000; length *= 10) {
        double a = 80 * RADIANS;
        BspVec arm = bsp_vec(length * cos(a), 0, length * sin(a));
        BspTurn turn = bsp_turn_of(bsp_vec(0, -1, 0), 28);
        turn.pivot = bsp_vec_neg(arm);
        BspVec at = bsp_vec(-arm.x, 0, 8 - arm.z);
        double t = hit_of(table, &ball, &turn, at, at).tr.t;
        cr_expect_float_eq(t, 20.0 / 28, 1e-4, "%g: %g", length, t);
    }
}

/* --- the brush that is hit --- */

/* A door, hinged at the origin, swings against a post. Its outer corner is at L (cos a, sin a) + h
 * (-sin a, cos a). */
Test(turning, a_door_stops_at_a_post)
{
    const double L = 32, h = 1, wall = 10;
    g_autoptr(BspBrushTable) table =
        scene_table(scene_one_box(-100, wall, -50, 100, wall + 8, 50), 0);
    BspShape door = bsp_shape_box(bsp_vec(0, -h, -20), bsp_vec(L, h, 20));
    BspTurn turn = bsp_turn_of(bsp_vec(0, 0, 2), 90);
    BspMove move = { bsp_vec(0, 0, 0), bsp_vec(0, 0, 0), &door, 0, 0 };
    BspTrace answer;
    double a = asin(wall / hypot(L, h)) - atan2(h, L);
    cr_assert(bsp_brush_table_trace_turning(table, &move, &turn, &answer));
    cr_expect_float_eq(answer.tr.t, a / (G_PI / 2), 1e-7);
    cr_expect_float_eq(answer.tr.plane.normal.y, -1, 0);
    cr_expect_eq(answer.hit.brush, 0);
    cr_expect_eq(answer.hit.side, 3);
    BspVec corner = bsp_turn_point(&turn, &move, answer.tr.t, bsp_vec(L, h, 20));
    BspTurn there = bsp_turn_after(&turn, answer.tr.t);
    BspVec same = turning_vector(&there, 0, bsp_vec(L, h, 20));
    cr_expect_float_eq(corner.y, wall, 1e-6);
    cr_expect_leq(bsp_vec_length(bsp_vec_sub(corner, same)), 1e-9);
    turn.degrees = -90;
    cr_expect_not(bsp_brush_table_trace_turning(table, &move, &turn, &answer));
    cr_expect_eq(answer.tr.type, BSP_EMPTY);
}

/* A body with a skin stops at that distance, and comes no nearer afterwards. */
Test(turning, a_skin_is_kept)
{
    g_auto(World) w = world_of(scene_new(SCENE_BOXES, 5, bsp_vec(0, 0, 0)));
    Random r = random_seeded(11);
    guint hits = 0;
    for (guint i = 0; i < 400; i++) {
        g_autoptr(BspHull) hull = NULL;
        BspShape body = turning_body(&r, i % 2, &hull);
        BspVec from = random_point_within(&r, 100),
               to = bsp_vec_add(from, random_point_within(&r, 60));
        BspMove move = { from, to, &body, 0, 0.125 };
        BspTurn turn = turning_random(&r, FALSE);
        BspTrace answer;
        double least = MIN(distance_at(&w, &move, &turn, 0), 0.125 - bsp_skin_slack(0.125));
        if (least < BSP_BRACKET)
            continue;
        bsp_brush_table_trace_turning(w.table, &move, &turn, &answer);
        for (guint k = 0; k <= 20; k++)
            cr_expect_geq(distance_at(&w, &move, &turn, blocking_time(&answer.tr) * k / 20),
                          least - 1e-6, "%u", i);
        hits += answer.tr.type == BSP_EMPTY_TO_SOLID;
    }
    cr_expect_gt(hits, 20);
}

/* The body starts at a quarter turn whose quaternion has five digits. It turns on, or does not
 * turn. */
Test(turning, a_quaternion_of_nearly_unit_length_is_made_unit)
{
    g_autoptr(BspBrushTable) table = scene_sides(turning_floor, 2, 0);
    BspShape body = bsp_shape_box(bsp_vec(-1, -1, -1), bsp_vec(1, 9, 1));
    BspMove move = { bsp_vec(0, 0, 12), bsp_vec(0, 0, -12), &body, 0, 0 };
    for (guint i = 0; i < 2; i++) {
        BspTurn unit = bsp_turn_of(bsp_vec_axis(0), 45 * i), five = unit;
        BspTrace a, b;
        unit.orientation[0] = unit.orientation[1] = sqrt(0.5);
        five.orientation[0] = five.orientation[1] = 0.70711;
        cr_expect_null(bsp_turn_fault(&five));
        cr_expect(bsp_brush_table_trace_turning(table, &move, &unit, &a));
        cr_expect(bsp_brush_table_trace_turning(table, &move, &five, &b));
        cr_expect_eq(b.tr.type, BSP_EMPTY_TO_SOLID);
        cr_expect_float_eq(a.tr.t, b.tr.t, 1e-9);
        BspTurn after = bsp_turn_after(&five, 0);
        cr_expect_float_eq(after.orientation[0], sqrt(0.5), 1e-15);
        five.orientation[0] = 0.7074; /* a quaternion whose length is 3e-4 too large */
        cr_expect_not(bsp_turn_is_valid(&five));
    }
}

Test(turning, bad_turns_start_in_solid)
{
    g_autoptr(BspBrushTable) table = scene_sides(turning_floor, 2, 0);
    g_autoptr(BspBrushTable) of_boxes =
        scene_table(scene_one_box(-4, -4, -16, 4, 4, 0), BSP_TABLE_BOXES);
    BspShape body = scene_cube(1);
    BspMove move = { bsp_vec(0, 0, 8), bsp_vec(9, 0, 8), &body, 0, 0 };
    BspTurn good = bsp_turn_of(bsp_vec_axis(0), 90),
            turns[7] = { good, good, good, good, good, good, good };
    static const char *const members[] = { "degrees",     "degrees", "axis", "axis",
                                           "orientation", "pivot",   "axis" };
    BspTrace answer;
    turns[0].degrees = 181;
    turns[1].degrees = (double)NAN;
    turns[2].axis = bsp_vec(0, 0, 0);
    turns[3].axis.y = HUGE_VAL;
    turns[4].orientation[2] = 0.5;
    turns[5].pivot.z = (double)NAN;
    turns[6].axis = bsp_vec(1e-161, 0, 0);
    cr_expect_not(bsp_brush_table_trace_turning(table, &move, &good, &answer));
    cr_expect_eq(answer.tr.type, BSP_EMPTY);
    for (guint i = 0; i < G_N_ELEMENTS(turns); i++) {
        cr_expect_not(bsp_turn_is_valid(&turns[i]), "%u", i);
        cr_expect(g_str_has_prefix(bsp_turn_fault(&turns[i]), members[i]), "%u", i);
        cr_expect_not(bsp_brush_table_trace_turning(table, &move, &turns[i], &answer));
        cr_expect_eq(answer.tr.type, BSP_SOLID, "%u", i);
    }
    bsp_brush_table_trace_turning(of_boxes, &move, &good, &answer);
    cr_expect_eq(answer.tr.type, BSP_SOLID);
    move.to.x = (double)NAN;
    bsp_brush_table_trace_turning(table, &move, &good, &answer);
    cr_expect_eq(answer.tr.type, BSP_SOLID);
}

/* --- special cases --- */

/* A body that is deeper than usual, but not deeper than touching, may move on. */
Test(turning, almost_in_solid_a_body_goes_on)
{
    g_autoptr(BspBrushTable) table = scene_sides(turning_floor, 2, 0);
    BspShape box = bsp_shape_box(bsp_vec(-8, -8, -4), bsp_vec(8, 8, 4));
    BspTurn turn = bsp_turn_of(bsp_vec_axis(2), 10);
    BspVec at = bsp_vec(-50, 0, 4 - 0.97 * BSP_TOUCH);
    BspVec to = bsp_vec_add(at, bsp_vec(1, 0, 0));
    cr_expect_eq(ask(table, &box, &turn, at, to).type, BSP_EMPTY);
}

/* A box touches the sharp edge of a wedge, so that the box is 6.5e-7 deep behind one side. */
Test(turning, touches_a_sharp_edge)
{
    const BspPlane planes[] = {
        { bsp_vec(-0.029739779672559585, 0, 0.99955767492677849), -4.5347418680296343 },
        { bsp_vec(1, 0, 0), 241.32572928516407 },
        { bsp_vec(-1, 0, 0), -179.68715476945891 },
        { bsp_vec(0, 1, 0), 80 },
        { bsp_vec(0, -1, 0), 80 },
        { bsp_vec(0.034773710586243858, 0, -0.99939521164155276), 5.7499883726200922 }
    };
    BspBrush *brush = bsp_brush_new_planes(planes, G_N_ELEMENTS(planes), NULL);
    g_autoptr(BspBrushTable) table = scene_table(scene_one(brush), 0);
    BspShape box =
        bsp_shape_box(bsp_vec(-9.3498526489887972, -3.2427187664416985, -5.1058737079217069),
                      bsp_vec(10.800411997159015, 4.201568177124086, 3.8347303731348799));
    BspTurn turn = { { -0.88631210106687863, -0.23054836556990269, 0.1897027572581847,
                       -0.35399318429046628 },
                     bsp_vec(-0.89566444050294969, -0.0058002995686712916, 0.44469266526833084),
                     6.4352444739957662,
                     bsp_vec(0, 0, 0) };
    BspVec from = bsp_vec(225.0744810319334, 2.1600477762694754, 11.822226807711258),
           to = bsp_vec(230.70301813595708, 1.2729876661905788, 9.053166246611406);
    BspTransition tr = hit_of(table, &box, &turn, from, to).tr;
    cr_expect(tr.type == BSP_EMPTY_TO_SOLID && tr.t == 0);
    to = bsp_vec_add(from, bsp_vec(0, 0, 1));
    turn.axis = bsp_vec_axis(2);
    cr_expect_eq(ask(table, &box, &turn, from, to).type, BSP_EMPTY);
}

/* A body between touching and solid may turn, and go out. It is pressed into the floor many times,
 * by less than rounding, and never gets into solid. */
Test(turning, between_touching_and_solid_a_body_goes_out)
{
    g_autoptr(BspBrushTable) table = scene_sides(turning_floor, 2, 0);
    BspShape box = bsp_shape_box(bsp_vec(-8, -8, -4), bsp_vec(8, 8, 4)),
             can = bsp_shape_cylinder(8, -4, 4);
    for (guint k = 0; k < 2; k++) {
        const BspShape *body = k ? &can : &box;
        BspTurn turn = bsp_turn_of(bsp_vec_axis(2), 10);
        BspVec at = bsp_vec(-50, 0, 4 - 0.6 * BSP_TOUCH - 0.4 * BSP_IN_SOLID), to = at;
        cr_expect_eq(ask(table, body, &turn, at, at).type, BSP_EMPTY, "%u", k);
        to.z += 1;
        cr_expect_eq(ask(table, body, &turn, at, to).type, BSP_EMPTY, "%u", k);
        at.z = 4 - BSP_IN_SOLID - BSP_TOUCH / 64;
        cr_expect_eq(ask(table, body, &turn, at, at).type, BSP_SOLID, "%u", k);
        for (guint press = 1; press <= 5; press++) {
            at.z = 4;
            for (guint i = 0; i < 1000; i++) {
                to.z = at.z - press * 1e-9;
                BspTransition tr = ask(table, body, &turn, at, to);
                cr_assert_neq(tr.type, BSP_SOLID, "%u: %u times %u", k, i, press);
                at.z = bsp_vec_lerp(at, to, blocking_time(&tr)).z;
            }
        }
    }
}

/* A body that touches when its move ends may go deeper only after the move. */
Test(turning, ends_in_touch)
{
    g_autoptr(BspBrushTable) table = scene_sides(turning_floor, 2, 0);
    BspShape box = bsp_shape_box(bsp_vec(-8, -8, -4), bsp_vec(8, 8, 4));
    BspTurn turn = bsp_turn_of(bsp_vec_axis(2), 10);
    BspTransition tr =
        ask(table, &box, &turn, bsp_vec(-50, 0, 10), bsp_vec(-50, 0, 4 - BSP_TOUCH / 2));
    cr_expect_eq(tr.type, BSP_EMPTY, "t %g", tr.t);
}

/* A plank turns on the spot. Before it touches a slab, a part of it passes the slab at a distance
 * of 0.00107. If the plank starts 0.01 unit aside, that part touches the slab. */
Test(turning, passes_closely)
{
    const BspVec x = bsp_vec(0.92390381379379816, -0.38045196399274911, -0.040719110394686397),
                 y = bsp_vec(0.38247791976049039, 0.91535598079669322, 0.12583349838342581),
                 z = bsp_vec(-0.010601120363555781, -0.13183220969772025, 0.9912153573937672);
    const BspPlane planes[] = {
        { x, 28.391619176145475 },  { bsp_vec_neg(x), 35.183369191927291 },
        { y, 70.719321465037282 },  { bsp_vec_neg(y), 82.667335170280779 },
        { z, -14.235357054667555 }, { bsp_vec_neg(z), 14.485587339144345 }
    };
    BspBrush *brush = bsp_brush_new_planes(planes, G_N_ELEMENTS(planes), NULL);
    g_autoptr(BspBrushTable) table = scene_table(scene_one(brush), 0);
    BspVec half = bsp_vec(44.673412669761873, 4.1889073774815078, 0.21328204091091327);
    BspShape plank = bsp_shape_box(bsp_vec_neg(half), half);
    BspTurn turn = {
        { -0.39505798956815158, -0.031547487324142684, 0.80618739063631972, 0.43931290909886228 },
        bsp_vec(-0.00026381961406497768, -0.00048847685812701514, 0.0011073346380236369),
        -176.88956074183704,
        bsp_vec(0, 0, 0)
    };
    BspVec at = bsp_vec(-6.6507395242034306, -86.801842479992175, -29.220688048823025);
    double t = hit_of(table, &plank, &turn, at, at).tr.t;
    cr_expect_float_eq(t, 0.609346, 1e-5, "%g", t);
    at = bsp_vec(-6.6518936236906745, -86.807870967808739, -29.212840843254135);
    t = hit_of(table, &plank, &turn, at, at).tr.t;
    cr_expect_float_eq(t, 0.025410, 1e-5, "%g", t);
}

/* A long plank, almost level, falls on the edge of a table. Its lower face meets the edge, so the
 * plane is that of this face, and not the top of the table, from which it differs by an angle of
 * only 5e-5. */
Test(turning, planes_of_edges_are_exact)
{
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-200, -200, -50, 0, 200, 0), 0);
    BspShape plank = bsp_shape_box(bsp_vec(-24, -2, -0.5), bsp_vec(24, 2, 0.5));
    BspTurn turn = bsp_turn_of(bsp_vec_axis(2), 1e-3);
    turn.orientation[0] = cos(2.5e-5);
    turn.orientation[2] = sin(2.5e-5); /* the end over the table is the higher one */
    BspMove move = { bsp_vec(0, 0, 5), bsp_vec(0, 0, -5), &plank, 0, 0 };
    BspTrace answer;
    cr_assert(bsp_brush_table_trace_turning(table, &move, &turn, &answer));
    for (guint i = 0; i < 8; i++) {
        BspVec corner =
            bsp_turn_point(&turn, &move, answer.tr.t, bsp_bounds_corner(&plank.bounds, i));
        cr_expect_geq(bsp_vec_dot(answer.tr.plane.normal, corner), -1e-5); /* the edge is at 0 */
    }
}

/* A body that starts nearer than its skin may turn there, but may come no nearer. */
Test(turning, starts_within_the_skin_come_no_nearer)
{
    g_autoptr(BspBrushTable) table = scene_sides(turning_floor, 2, 0);
    BspShape box = bsp_shape_box(bsp_vec(-8, -8, -4), bsp_vec(8, 8, 4));
    BspTurn turn = bsp_turn_of(bsp_vec_axis(2), 10);
    BspVec at = bsp_vec(-50, 0, 4.05);
    BspMove along = { at, bsp_vec_add(at, bsp_vec(1, 0, 0)), &box, 0, 0.125 };
    BspMove down = { at, bsp_vec_add(at, bsp_vec(0, 0, -0.1)), &box, 0, 0.125 };
    BspTrace answer;
    bsp_brush_table_trace_turning(table, &along, &turn, &answer);
    cr_expect_eq(answer.tr.type, BSP_EMPTY);
    bsp_brush_table_trace_turning(table, &down, &turn, &answer);
    cr_expect_eq(answer.tr.type, BSP_EMPTY_TO_SOLID);
    cr_expect_leq(answer.tr.t, 1e-6);
}

/* A cylinder whose end is exactly level spins while it falls flat on a floor. */
Test(turning, flat_ends_meet_floors)
{
    g_autoptr(BspBrushTable) table = scene_sides(turning_floor, 2, 0);
    BspShape barrel = bsp_shape_cylinder(12, -24, 32);
    for (int degrees = -180; degrees <= 180; degrees += 45) {
        BspTurn turn = bsp_turn_of(bsp_vec_axis(2), degrees);
        double z =
            hit_of(table, &barrel, &turn, bsp_vec(-50, 0, 60), bsp_vec(-50, 10, -10)).tr.point.z;
        cr_expect_float_eq(z, 24, 1e-5, "%d: %g", degrees, z);
    }
}

/* The plane of the answer is exactly the plane of the side that is named. */
Test(turning, sides_are_named)
{
    const BspVec roof[] = { bsp_vec(-60, -50, 0), bsp_vec(60, -50, 0), bsp_vec(0, -50, 35),
                            bsp_vec(-60, 50, 0),  bsp_vec(60, 50, 0),  bsp_vec(0, 50, 35) };
    g_autoptr(BspBrushTable) table = scene_table(scene_one(scene_hull_brush(roof, 6)), 0);
    BspShape box = bsp_shape_box(bsp_vec(-8, -8, -4), bsp_vec(8, 8, 4));
    Random r = random_seeded(3);
    for (guint i = 0; i < 50; i++) {
        BspVec from = bsp_vec(random_real(&r, 20, 40), random_real(&r, -30, 30), 60);
        BspTurn turn = turning_random(&r, FALSE);
        BspTrace answer = hit_of(table, &box, &turn, from, bsp_vec(from.x, from.y, 0));
        BspPlane side;
        cr_assert(bsp_brush_table_side(table, 0, answer.hit.side, &side), "%u", i);
        cr_expect_eq(memcmp(&side.normal, &answer.tr.plane.normal, sizeof side.normal), 0);
    }
}

/* Corners of a brush that are very far away do not blur the distance. */
Test(turning, over_a_vast_floor_distances_are_sharp)
{
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-4e6, -4e6, -16, 3e6, 4e6, 0), 0);
    Random r = random_seeded(5);
    for (guint i = 0; i < 200; i++) {
        g_autoptr(BspHull) hull = NULL;
        BspShape body = turning_body(&r, i, &hull);
        BspTurn turn = turning_random(&r, FALSE);
        BspVec at = bsp_vec(random_real(&r, -1e4, 1e4), random_real(&r, -1e4, 1e4), 60);
        BspTransition tr = hit_of(table, &body, &turn, at, bsp_vec(at.x, at.y, 0)).tr;
        double lowest = tr.point.z - turning_reach_down(&turn, tr.t, &body);
        cr_expect_leq(fabs(lowest), 1e-5, "%u: %g", i, lowest);
    }
}

/* Planes alone stop a door at the time at which it reaches the post. For a long pole that falls on
 * a floor, they divide the move into at most 1024 spans. */
Test(turning, planes_alone_stop_a_door_in_time)
{
    g_autoptr(BspSolid) solid = scene_one_box(-100, 10, -50, 100, 18, 50);
    g_autoptr(ShiftTree) tree = shift_tree_build(solid, NULL, NULL);
    BspShape door = bsp_shape_box(bsp_vec(0, -1, -20), bsp_vec(32, 1, 20)),
             pole = bsp_shape_box(bsp_vec(-1, -1, 0.05), bsp_vec(1, 1, 1e5));
    BspTurn turn = bsp_turn_of(bsp_vec_axis(2), 90), fall = bsp_turn_of(bsp_vec_axis(1), 90);
    BspVec hinge = bsp_vec(0, 0, 0), foot = bsp_vec(0, 0, 0.1);
    g_autoptr(BspSolid) ground = scene_one_box(-2e5, -100, -50, 2e5, 100, 0);
    g_autoptr(ShiftTree) of_floor = shift_tree_build(ground, NULL, NULL);
    fall.pivot = bsp_vec(1, 0, 0.05);
    BspCounters counters = { 0 };
    double a = asin(10 / hypot(32, 1)) - atan2(1, 32);
    BspTransition tr = shift_tree_hit_check_turning(tree, &door, &turn, hinge, hinge, NULL);
    cr_expect_float_eq(tr.t, a / (G_PI / 2), 1e-5);
    cr_expect_float_eq(tr.plane.normal.y, -1, 0);
    shift_tree_hit_check_turning(of_floor, &pole, &fall, foot, foot, &counters);
    cr_expect_gt(counters.nodes, 0);
    cr_expect_leq(counters.nodes, 100000);

    /* A disc stands on its rim in the middle of its turn, but neither before nor after. */
    BspShape disc = bsp_shape_cylinder(10, -0.1, 0.1);
    BspTurn swing = bsp_turn_of(bsp_vec_axis(1), 28);
    BspVec low = bsp_vec(0, 0, 9.9);
    swing.orientation[0] = cos(38 * RADIANS);
    swing.orientation[2] = sin(38 * RADIANS);
    tr = shift_tree_hit_check_turning(of_floor, &disc, &swing, low, low, NULL);
    cr_expect_float_eq(tr.t, 0.2, 0.1, "%g", tr.t);
}

Test(turning, filled_outside_is_solid)
{
    BspBounds room = { bsp_vec(-64, -64, -64), bsp_vec(64, 64, 64) };
    GPtrArray *brushes = scene_no_brushes();
    scene_add_walls(brushes, &room);
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    BspVec start = bsp_vec(0, 0, 0);
    g_autoptr(GArray) starts = scene_starts(&start, 1);
    const ShiftOptions options = { .names_brushes = TRUE,
                                   .build = { .fill = BSP_FILL_ON, .starts = starts } };
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
    g_autoptr(ShiftTree) tree = shift_tree_build(solid, &options, NULL);
    cr_assert(tree);
    BspShape box = scene_cube(4);
    BspTurn turn = bsp_turn_of(bsp_vec_axis(2), 10);
    BspVec far = bsp_vec(200, 0, 0);
    cr_expect_eq(
        shift_tree_hit_check_exact_turning(tree, table, &box, &turn, far, start, NULL).type,
        BSP_SOLID);
    cr_expect_eq(
        shift_tree_hit_check_exact_turning(tree, table, &box, &turn, start, start, NULL).type,
        BSP_EMPTY);
}
