/* test-contacts: tests the points at which a body is near brushes. */
#include <criterion/criterion.h>

#include "bsp-hull.h"
#include "oracle/turn.h"
#include "scenes.h"
#include "turning-moves.h"

/* Finds the contacts of a body. `contacts` has 64 elements. */
static guint contacts_of(const BspBrushTable *table, const BspShape *body, BspVec at,
                         const BspTurn *turn, BspContactPoint *contacts)
{
    BspMove move = { at, at, body, 0, 0 };
    return bsp_brush_table_contacts(table, &move, turn, 0, 0.01, contacts, 64);
}

/* Returns the units from p along n to the point at which the line enters the box, grown by some
 * units. HUGE_VAL if the line misses the box. */
static double box_entry(const BspBounds *box, double grown, const BspTurn *turn, BspVec from,
                        BspVec n)
{
    double enter = -HUGE_VAL, leave = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        BspVec axis = turning_vector(turn, 0, bsp_vec_axis(k));
        double d = bsp_vec_dot(axis, n), x = bsp_vec_dot(axis, from);
        double a = (box->mins.v[k] - grown - x) / d, b = (box->maxs.v[k] + grown - x) / d;
        enter = MAX(enter, MIN(a, b));
        leave = MIN(leave, MAX(a, b));
    }
    return enter <= leave ? enter : HUGE_VAL;
}

/* Contacts of thin tilted boxes lie on the brush, and the box is at the distance that they report.
 * If the box is near, there is a contact. */
Test(contacts, have_the_right_distance)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_WEDGES, 3, bsp_vec(0, 0, 0));
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
    Random r = random_seeded(13);
    guint n = 0;
    for (guint i = 0; i < 4000; i++) {
        BspVec half =
            bsp_vec(random_real(&r, 0.5, 10), random_real(&r, 0.5, 10), random_real(&r, 0.01, 0.5));
        BspShape box = bsp_shape_box(bsp_vec_neg(half), half);
        BspTurn turn = turning_random(&r, FALSE);
        BspVec from = random_point_within(&r, 80), to = random_point_within(&r, 60);
        BspMove move = { from, to, &box, 0, 0 };
        double within = random_real(&r, 0.001, 1);
        BspTrace answer;
        BspContactPoint c[64];
        turn.degrees = 0;
        bsp_brush_table_trace_turning(table, &move, &turn, &answer);
        if (answer.tr.type != BSP_EMPTY_TO_SOLID)
            continue;
        move.from = move.to =
            bsp_vec_mad(answer.tr.point, random_real(&r, 0, within), answer.tr.plane.normal);
        guint m = bsp_brush_table_contacts(table, &move, &turn, 0, within, c, 32);
        cr_expect_geq(m, 1, "%u: no contact", i);
        for (guint k = 0; k < MIN(m, 32); k++, n++) {
            double outside = -HUGE_VAL;
            for (gint side = 0; side < (gint)bsp_brush_n_sides(bsp_solid_brush(solid, c[k].brush));
                 side++) {
                BspPlane plane;
                if (bsp_brush_table_side(table, c[k].brush, side, &plane))
                    outside = MAX(outside, bsp_plane_distance(&plane, c[k].point));
            }
            BspVec p = bsp_vec_sub(c[k].point, move.from);
            cr_expect_leq(fabs(outside), 1e-4, "%u.%u: %g", i, k, outside);
            cr_expect_geq(c[k].distance, box_entry(&box.bounds, 1e-5, &turn, p, c[k].normal),
                          "%u.%u: %g", i, k, c[k].distance);
            cr_expect_leq(c[k].distance, box_entry(&box.bounds, -1e-5, &turn, p, c[k].normal),
                          "%u.%u: %g", i, k, c[k].distance);
        }
    }
    cr_assert_gt(n, 2000, "%u", n);
}

/* A body with very many corners has contacts on all sides of its round base, and always at its
 * lowest corner. */
Test(contacts, contacts_surround_a_body_of_many_corners)
{
    g_autoptr(BspBrushTable) table = scene_sides(turning_floor, 2, 0);
    Random r = random_seeded(19);
    BspVec points[180];
    BspContactPoint c[64];
    for (guint i = 0; i < 180; i++) {
        double a = (i / 2) * 4 * RADIANS;
        points[i] = bsp_vec(10 * cos(a), 10 * sin(a), i % 2 ? 5 : 0);
    }
    g_autoptr(BspHull) drum = bsp_hull_new(points, 180, NULL);
    BspShape body = bsp_shape_hull(drum);
    BspTurn turn = bsp_turn_of(bsp_vec_axis(2), 0);
    guint n = contacts_of(table, &body, bsp_vec(-50, 0, 0), &turn, c);
    cr_assert(n >= 16 && n <= 64, "%u", n);
    for (guint k = 0; k < 8; k++) {
        BspVec d = bsp_vec(cos(k * G_PI / 4), sin(k * G_PI / 4), 0);
        double most = -HUGE_VAL;
        for (guint i = 0; i < n; i++)
            most = MAX(most, bsp_vec_dot(d, c[i].point) + 50 * d.x);
        cr_expect_gt(most, 9, "%u: %g", k, most);
    }
    for (guint i = 0; i < 180; i++)
        points[i] = bsp_vec_scale(random_direction(&r), 10);
    g_autoptr(BspHull) ball = bsp_hull_new(points, 180, NULL);
    body = bsp_shape_hull(ball);
    for (guint k = 0; k < 30; k++) {
        turn = turning_random(&r, FALSE);
        BspVec at = bsp_vec(-50, 0, turning_reach_down(&turn, 0, &body));
        guint low = 0;
        for (guint i = 0; i < ball->n_vertices; i++)
            low += turning_vector(&turn, 0, ball->vertices[i]).z + at.z <= 0.01;
        guint found = contacts_of(table, &body, at, &turn, c);
        cr_expect(found >= 1 && found <= low, "%u: %u of %u", k, found, low);
    }
}

/* Returns the smallest distance of the contacts of one brush, or of all contacts if brush is -1. */
static double least_distance(const BspContactPoint *contacts, guint n, gint brush, guint *which)
{
    double least = HUGE_VAL;
    for (guint i = 0; i < MIN(n, 64); i++) {
        if (contacts[i].distance >= least || (brush >= 0 && (guint)brush != contacts[i].brush))
            continue;
        least = contacts[i].distance;
        *which = i;
    }
    return least;
}

/* A cylinder's disc reaches over the corner of a brush between two points of its rim. The nearest
 * contact is under the disc and on the brush. */
Test(contacts, cylinders_over_a_corner_have_a_contact)
{
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-16, -16, -16, 16, 16, 16), 0);
    BspShape can = bsp_shape_cylinder(6, -12, 12);
    BspTurn turn = bsp_turn_of(bsp_vec_axis(2), 0);
    for (double x = 10; x < 22; x += 0.3) {
        for (double y = 10; y < 22; y += 0.3) {
            BspContactPoint c[64];
            guint which = 0;
            if (hypot(MAX(x - 16, 0), MAX(y - 16, 0)) >= 6)
                continue;
            guint n = contacts_of(table, &can, bsp_vec(x, y, 28 + 0.005), &turn, c);
            cr_assert_geq(n, 1, "at %g, %g", x, y);
            cr_expect_float_eq(least_distance(c, n, -1, &which), 0.005, 1e-9, "at %g, %g", x, y);
            BspVec p = c[which].point;
            cr_expect_leq(hypot(p.x - x, p.y - y), 6 + 1e-5, "at %g, %g", x, y);
            cr_expect_leq(MAX(fabs(p.x), fabs(p.y)), 16 + 1e-5, "at %g, %g", x, y);
        }
    }
    BspContactPoint c[64];
    guint which = 0, n = contacts_of(table, &can, bsp_vec(-21.78, 16.71, -27.89), &turn, c);
    cr_expect_float_eq(least_distance(c, n, -1, &which), -0.110, 1e-3);
}

/* A cylinder's disc reaches over an edge of a brush by less than 2 percent of its radius. Between
 * two points of the rim, the polygon of these points does not reach the edge. */
Test(contacts, cylinders_over_an_edge)
{
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-16, -16, -16, 16, 16, 16), 0);
    BspShape can = bsp_shape_cylinder(6, -12, 12);
    for (guint i = 0; i < 16; i++) {
        BspTurn turn = bsp_turn_of(bsp_vec_axis(2), 22.5 * i / 16);
        turn = bsp_turn_after(&turn, 1);
        turn.degrees = 0;
        BspContactPoint c[64];
        guint which = 0, n = contacts_of(table, &can, bsp_vec(16 + 5.97, 3, 28 + 0.005), &turn, c);
        cr_assert_geq(n, 1, "%u", i);
        cr_expect_float_eq(least_distance(c, n, -1, &which), 0.005, 1e-9, "%u", i);
        cr_expect_leq(fabs(c[which].point.y - 3), 1.2, "%u: %g", i, c[which].point.y);
    }
}

/* The deepest contact of a shape in a brush has the depth and the normal that
 * bsp_brush_table_inside() reports. */
Test(contacts, depth_is_that_of_inside)
{
    Random r = random_seeded(37);
    guint n_overlaps[6] = { 0 };
    for (guint i = 0; i < 300; i++) {
        g_autoptr(BspBrushTable) table = scene_table(scene_nth(i, i), 0);
        for (guint k = 0; k < 6; k++) {
            g_autoptr(BspHull) hull = NULL;
            BspShape body = turning_body(&r, k, &hull);
            BspVec at = random_point_within(&r, 60);
            BspTurn turn = bsp_turn_of(bsp_vec_axis(2), 0);
            BspInside in;
            BspContactPoint c[64];
            guint which = 0;
            if (bsp_brush_table_inside(table, &body, 0, at, &in, 1) == 1) {
                guint n = contacts_of(table, &body, at, &turn, c);
                double least = least_distance(c, n, -1, &which);
                cr_expect_leq(fabs(least + in.depth), 1e-9 * in.depth, "%u: %g, not %g", k, -least,
                              in.depth);
                cr_expect(n == 0 || bsp_vec_dot(c[which].normal, in.hit.plane.normal) > 1 - 1e-9);
                n_overlaps[k]++;
            }
        }
    }
    for (guint k = 0; k < 6; k++)
        cr_expect_gt(n_overlaps[k], 5, "%u: %u", k, n_overlaps[k]);
}

/* Bodies have any orientation. The nearest contact is at the distance that the oracle finds, which
 * tries all axes. */
Test(contacts, distance_is_that_of_the_oracle)
{
    Random r = random_seeded(41);
    guint n_near[6] = { 0 };
    for (guint i = 0; i < 600; i++) {
        g_autoptr(BspSolid) solid = scene_nth(i, i);
        g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
        const BspBrush *brush = bsp_solid_brush(solid, 0);
        BspBounds bounds = bsp_bounds_grown(bsp_brush_bounds(brush), 8);
        for (guint k = 0; k < 6; k++) {
            g_autoptr(BspHull) hull = NULL;
            BspShape body = turning_body(&r, k, &hull);
            BspTurn turn = turning_random(&r, FALSE);
            BspVec at = random_point(&r, &bounds);
            BspContactPoint c[64];
            guint which = 0;
            const CompareTurning still = { at, at, &turn, &body, 0, 0 };
            double distance = compare_turn_distance(brush, &still, 0, NULL);
            gboolean has_depth = body.kind != BSP_SHAPE_CYLINDER || distance > 0;
            if (distance < 0.009 && has_depth) {
                guint n = contacts_of(table, &body, at, &turn, c);
                double least = least_distance(c, n, 0, &which);
                cr_expect(n > 64 || fabs(least - distance) < 1e-6, "%u.%u: %g, not %g", i, k, least,
                          distance);
                n_near[k]++;
            }
        }
    }
    for (guint k = 0; k < 6; k++)
        cr_expect(k == 4 || n_near[k] > 20, "%u: %u", k, n_near[k]);
}

/* A cylinder that stands on a floor has contacts along its whole rim, without a gap. That is also
 * so if it leans, by so little that its whole rim is near. */
Test(contacts, a_rim_has_no_gap)
{
    g_autoptr(BspBrushTable) table = scene_sides(turning_floor, 2, 0);
    BspShape body = bsp_shape_cylinder(10, 0, 5);
    for (guint lean = 0; lean < 3; lean++) {
        BspTurn turn = bsp_turn_of(bsp_vec_axis((int)lean), lean < 2 ? 0.01 : 0);
        turn = bsp_turn_after(&turn, 1);
        turn.degrees = 0;
        BspContactPoint c[64];
        guint n = contacts_of(table, &body, bsp_vec(-50, 0, 0.002), &turn, c);
        cr_assert_leq(n, 64);
        for (guint k = 0; k < 64; k++) {
            BspVec d = bsp_vec(cos(k * G_PI / 32), sin(k * G_PI / 32), 0);
            double most = -HUGE_VAL;
            for (guint i = 0; i < n; i++)
                most = MAX(most, bsp_vec_dot(d, c[i].point) + 50 * d.x);
            cr_expect_gt(most, 10 * cos(G_PI / 16) - 0.01, "lean %u, %u: %g", lean, k, most);
        }
    }
}

/* A crate in the middle of a side of a box has its four corners as contacts, anywhere in the world.
 */
Test(contacts, anywhere_in_the_world_corners_are_contacts)
{
    const BspShape crate = scene_cube(2);
    BspTurn turn = bsp_turn_of(bsp_vec_axis(2), 0);
    for (guint i = 0; i < 27 * 6; i++) {
        double x = 2048. * (i % 3) - 2048, y = 2048. * (i / 3 % 3) - 2048,
               z = 2048. * (i / 9 % 3) - 2048;
        g_autoptr(BspBrushTable) table =
            scene_table(scene_one_box(x - 16, y - 16, z - 16, x + 16, y + 16, z + 16), 0);
        BspContactPoint c[64];
        BspVec at = bsp_vec(x, y, z);
        at.v[i / 27 / 2] += i / 27 % 2 ? -18 : 18;
        cr_expect_eq(contacts_of(table, &crate, at, &turn, c), 4, "%u", i);
    }
}

/* A crate is tipped over the rim of a brush, so that its lowest edge hangs beside the brush. Its
 * bottom is above the rim, or the rim is in it. The normal is that of the bottom. */
Test(contacts, a_body_that_has_sunk_has_the_normal_of_its_bottom)
{
    const double angle = 10 * RADIANS, sunk[] = { -0.001, 1e-5, 0.001, 0.1, 0.5 };
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-10, -10, -10, 10, 10, 0), 0);
    BspShape crate = scene_cube(2);
    BspTurn turn = bsp_turn_of(bsp_vec(0, 0, 1), 0);
    turn.orientation[0] = cos(angle / 2);
    turn.orientation[2] = sin(angle / 2);
    BspVec normal = bsp_vec(sin(angle), 0, cos(angle));
    for (guint i = 0; i < G_N_ELEMENTS(sunk); i++) {
        BspContactPoint c[64];
        BspVec at = bsp_vec_mad(bsp_vec(10, 0, 0), 2 - sunk[i], normal);
        cr_assert_eq(contacts_of(table, &crate, at, &turn, c), 2, "%g", sunk[i]);
        cr_expect_float_eq(c[0].distance, -sunk[i], 1e-6, "%g: %g", sunk[i], c[0].distance);
        cr_expect_gt(bsp_vec_dot(c[0].normal, normal), 1 - 1e-9, "%g", sunk[i]);
    }
}

Test(contacts, are_corners_and_crossing_edges)
{
    static const double boxes[][6] = { { -50, -50, -8, 50, 50, 0 }, { 200, -2, -8, 300, 2, 0 } };
    g_autoptr(BspBrushTable) table = scene_sides(boxes, 2, 0);
    BspShape box = bsp_shape_box(bsp_vec(-8, -8, -4), bsp_vec(8, 8, 4)),
             pill = bsp_shape_capsule(4, -8, 8);
    BspContactPoint c[64];
    BspTurn turn = bsp_turn_of(bsp_vec_axis(2), 0);

    /* A box stands on a floor, over the floor's edge, and on a beam that is narrower. */
    cr_expect_eq(contacts_of(table, &box, bsp_vec(0, 0, 4.005), &turn, c), 4);
    for (guint i = 0; i < 4; i++) {
        cr_expect_float_eq(c[i].distance, 0.005, 1e-9, "%g", c[i].distance - 0.005);
        cr_expect_float_eq(fabs(c[i].point.x), 8, 1e-5);
        cr_expect(c[i].normal.z == 1 && c[i].brush == 0 && c[i].side == 4);
    }
    cr_expect_eq(contacts_of(table, &box, bsp_vec(50, 0, 4), &turn, c), 4);
    cr_expect_eq(contacts_of(table, &box, bsp_vec(250, 0, 4), &turn, c), 4);
    for (guint i = 0; i < 4; i++)
        cr_expect(fabs(fabs(c[i].point.y) - 2) < 0.02 && c[i].brush == 1);
    cr_expect_eq(contacts_of(table, &box, bsp_vec(0, 0, 5), &turn, c), 0);

    /* A lying pill touches by its line, a standing pill by a point, and a box on an edge by two
     * points. */
    turn.orientation[0] = cos(G_PI / 4);
    turn.orientation[1] = sin(G_PI / 4);
    cr_expect_eq(contacts_of(table, &pill, bsp_vec(0, 0, 4), &turn, c), 2);
    turn.orientation[0] = cos(G_PI / 8);
    turn.orientation[1] = sin(G_PI / 8);
    cr_expect_eq(contacts_of(table, &box, bsp_vec(0, 0, 12 * sqrt(0.5)), &turn, c), 2);

    /* In a thin tilted plate, no corner is farther away than the plate itself. */
    BspShape plate =
        bsp_shape_box(bsp_vec(-7.919, -6.358, -0.01992), bsp_vec(7.919, 6.358, 0.01992));
    const BspTurn tilt = { { 0.912816349, 0.00678179888, -0.00322061731, -0.408301295 },
                           bsp_vec_axis(2),
                           0,
                           bsp_vec(0, 0, 0) };
    BspMove still = { bsp_vec(0, 0, 0.119061672402), bsp_vec(0, 0, 0.119061672402), &plate, 0, 0 };
    guint n_plate = bsp_brush_table_contacts(table, &still, &tilt, 0, 0.3782, c, 16);
    for (guint i = 0; i < MIN(n_plate, 16); i++)
        cr_expect_geq(c[i].distance, -0.1);

    /* Two edges cross, the floor's upper edge, and that of a box that leans over it. */
    turn = bsp_turn_of(bsp_vec_axis(2), 0);
    BspVec axis = bsp_vec_unit(bsp_vec(1, -1, 0));
    double a = G_PI / 8;
    turn.orientation[0] = cos(a);
    for (int i = 0; i < 3; i++)
        turn.orientation[i + 1] = sin(a) * axis.v[i];
    BspMove move = { bsp_vec(-60, -60, 12), bsp_vec(-20, -20, 2), &box, 0, 0 };
    BspTrace answer;
    cr_assert(bsp_brush_table_trace_turning(table, &move, &turn, &answer));
    guint n = bsp_brush_table_contacts(table, &move, &turn, answer.tr.t, 0.01, c, 16);
    cr_expect_geq(n, 1);
    for (guint i = 0; i < MIN(n, 16); i++)
        cr_expect_leq(fabs(c[i].distance), 0.011);
}

/* A crate stands on its edge, along a ridge and beyond the ridge's ends. The contact is on both. */
Test(contacts, along_a_ridge_contacts_are_on_both)
{
    const BspVec points[] = { { { -16, -16, -16 } }, { { 16, -16, -16 } }, { { -16, 16, -16 } },
                              { { 16, 16, -16 } },   { { -16, 0, 0 } },    { { 16, 0, 0 } } };
    g_autoptr(BspBrushTable) table = scene_table(scene_one(scene_hull_brush(points, 6)), 0);
    const BspShape crate = scene_cube(2);
    BspTurn turn = { { cos(G_PI / 8), sin(G_PI / 8), 0, 0 }, bsp_vec_axis(2), 0, bsp_vec(0, 0, 0) };
    for (double x = -17.5; x < 18; x += 0.5) {
        BspContactPoint c[64];
        guint n = contacts_of(table, &crate, bsp_vec(x, 0, 2 * G_SQRT2 + 0.005), &turn, c);
        cr_assert_geq(n, 1, "at %g", x);
        for (guint i = 0; i < n; i++) {
            cr_expect_float_eq(c[i].distance, 0.005, 1e-9, "at %g: %g", x, c[i].distance);
            cr_expect(fabs(c[i].point.x - x) <= 2 + 1e-6 && fabs(c[i].point.x) <= 16 + 1e-6,
                      "at %g: %g", x, c[i].point.x);
        }
    }
}

/* Beside an edge or corner of a brush, the distance of an unturned box is that of the nearest
 * points, not that of a plane. The same is true for a point. */
Test(contacts, boxes_beside_edges_have_the_nearest_points)
{
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-1, -1, -1, 1, 1, 1), 0);
    BspShape shapes[] = { scene_cube(1), bsp_shape_point() };
    BspTurn none = bsp_turn_of(bsp_vec_axis(2), 0);
    for (guint i = 0; i < 2; i++) {
        double size = i ? 0 : 1;
        BspVec edge = bsp_vec(1.3 + size, 1.3 + size, 0), corner = edge;
        BspContactPoint contacts[16];
        BspMove move = { edge, edge, &shapes[i], 0, 0 };
        guint n = bsp_brush_table_contacts(table, &move, &none, 0, 0.5, contacts, 16);
        cr_assert_geq(n, 1u);
        for (guint k = 0; k < n; k++) {
            cr_expect_float_eq(contacts[k].distance, 0.3 * G_SQRT2, 1e-8);
            cr_expect_float_eq(contacts[k].normal.x, G_SQRT2 / 2, 1e-8);
        }
        corner.z = corner.x;
        move.from = move.to = corner;
        cr_expect_eq(bsp_brush_table_contacts(table, &move, &none, 0, 0.5, contacts, 16), 0u);
        cr_expect_geq(bsp_brush_table_contacts(table, &move, &none, 0, 0.52, contacts, 16), 1u);
    }
}

/* Seen along the normal, the parts of the cylinder and of the brush that are near each other do not
 * meet. So the only place is the one where both are nearest. */
Test(contacts, parts_that_do_not_meet_have_one_place)
{
    const BspVec points[] = {
        { { 10.5023, 12.3578, 6.25683 } },   { { 7.65425, 19.8963, -16.8282 } },
        { { 0.618505, 3.87469, -1.40349 } }, { { 7.02915, -19.5963, -18.6714 } },
        { { 12.8956, 16.9589, -15.8354 } },  { { -6.4907, -18.4435, -6.78668 } }
    };
    const BspTurn turn = { { 1, 0, 0, 0 }, { { 0, 0, 1 } }, 0, { { 0, 0, 0 } } };
    const BspShape cylinder = bsp_shape_cylinder(1.26934, -3.79686, 2.4597);
    const BspVec at = { { 10.7743, 17.0647, -12.9911 } };
    BspBrush *brush = scene_hull_brush(points, G_N_ELEMENTS(points));
    g_autoptr(BspBrushTable) table = scene_table(scene_one(brush), 0);
    BspMove move = { at, at, &cylinder, 0, 0 };
    BspContactPoint c[4];
    cr_assert_eq(bsp_brush_table_contacts(table, &move, &turn, 0, 0.581684, c, 4), 1u);
    cr_expect_float_eq(c[0].distance, -2.21417, 1e-4, "%.9g", c[0].distance);
    cr_expect_lt(bsp_vec_length(bsp_vec_sub(c[0].point, bsp_vec(11.2362, 17.88888, -16.14972))),
                 1e-4, "%.9g %.9g %.9g", c[0].point.x, c[0].point.y, c[0].point.z);
}

/* The lowest point of the ball along the normal is beside the face, by little, and near a corner.
 */
Test(contacts, a_deep_ball_beside_a_face_has_the_nearest_place)
{
    g_autoptr(BspBrushTable) table = scene_table(
        scene_one_box(-8.03502125, -4.36600457, -11.0302504, 11.3841204, 16.234458, 10.4033429), 0);
    const BspShape ball = bsp_shape_sphere(7.40288339);
    const BspTurn turn = {
        { 0.720947213, -0.25533495, 0.139337511, 0.628986675 }, { { 0, 0, 1 } }, 0, { { 0, 0, 0 } }
    };
    const BspVec at = { { 15.2532235, -4.36613117, 10.25006 } };
    BspMove move = { at, at, &ball, 0, 0 };
    BspContactPoint c[4];
    cr_assert_eq(bsp_brush_table_contacts(table, &move, &turn, 0, 0.278512, c, 4), 1u);
    cr_expect_float_eq(c[0].point.z, 10.25006, 1e-5, "%.9g", c[0].point.z);
}
