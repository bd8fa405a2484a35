/* test-guards: tests moves and positions for which the brush table needs a mechanism for a special
 * case. */
#include <criterion/criterion.h>

#include "bsp-brush-table.h"
#include "bsp-hull.h"
#include "bsp-one.h"
#include "guard-rows.h"
#include "scenes.h"
#include "shape/cast.h"
#include "table-move.h"

/* --- moves past brushes --- */

static void check_move(const GuardRow *row)
{
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(row->solid, 0);
    BspMove move = { row->from, row->to, &row->shape, 0, guard_number(row, "skin") };
    BspTrace answer;
    bool named = guard_number(row, "beyond") > 0
                     ? bsp_brush_table_trace_beyond(table, &move, &answer)
                     : bsp_brush_table_trace(table, &move, &answer);
    guint n_inside = bsp_brush_table_inside(table, &row->shape, 0, row->from, NULL, 0);
    bool starts_in = row->type == BSP_SOLID || row->type == BSP_SOLID_TO_EMPTY;
    cr_assert_eq(n_inside > 0, starts_in, "%s: in %u", row->what, n_inside);
    cr_assert_eq(answer.tr.type, row->type, "%s: %d", row->what, answer.tr.type);
    cr_assert_float_eq(answer.tr.t, row->t, 1e-12, "%s: %.17g", row->what, answer.tr.t);
    if (row->type != BSP_EMPTY_TO_SOLID)
        return;
    int side = (int)guard_number(row, "side");
    BspVec delta = bsp_vec_sub(row->to, row->from);
    cr_assert(named && answer.hit.side == side, "%s: side %d", row->what, answer.hit.side);
    cr_assert(guard_number(row, "brush") == 0 || guard_number(row, "brush") == answer.hit.brush,
              "%s: brush %u", row->what, answer.hit.brush);
    cr_assert_float_eq(bsp_vec_length(answer.tr.plane.normal), 1, 1e-9, "%s", row->what);
    cr_assert_lt(bsp_vec_dot(answer.tr.plane.normal, delta), 0, "%s", row->what);
}

Test(guards, moves)
{
    guard_rows("moves.ini", "skin, beyond, side, brush", check_move);
}

/* The seams between bricks, whose planes are rounded differently, do not end a move through them.
 */
Test(guards, a_row_of_turned_bricks_has_no_gap)
{
    Random r = random_seeded(2);
    for (guint i = 0; i < 50; i++) {
        BspBrush *bricks[8];
        BspVec turn[3], first = random_point_within(&r, 5000);
        random_turn(&r, turn);
        for (guint k = 0; k < G_N_ELEMENTS(bricks); k++) {
            BspPlane planes[6];
            BspVec middle = bsp_vec_mad(first, 2.0 * k, turn[0]);
            for (guint f = 0; f < 6; f++) {
                BspVec normal = f & 1 ? bsp_vec_neg(turn[f / 2]) : turn[f / 2];
                planes[f] = (BspPlane){ normal, bsp_vec_dot(normal, middle) + 1 };
            }
            bricks[k] = bsp_brush_new_planes(planes, 6, NULL);
        }
        g_autoptr(BspBrushTable) table =
            scene_table(scene_solid(bricks, G_N_ELEMENTS(bricks)), BSP_TABLE_BOXES);
        BspTransition tr = table_move(table, NULL, first, bsp_vec_mad(first, 20, turn[0]));
        cr_assert_eq(tr.type, BSP_SOLID_TO_EMPTY);
        cr_assert_float_eq(tr.t, 15 / 20.0, 1e-9, "%u: %.17g", i, tr.t);
    }
}

/* Two brushes stop a move at the same time. The answer names the brush with the lower number. */
Test(guards, the_lowest_number_is_named)
{
    static const double tiles[][6] = { { -8, -8, -8, 0, 8, 0 },
                                       { 0, -8, -8, 8, 8, 0 },
                                       { -8, -8, -8, 0, 8, 0 },
                                       { -8, -8, -8, 8, 8, 0 } };
    BspShape shape = scene_cube(1);
    for (guint i = 0; i < 3; i++) {
        g_autoptr(BspBrushTable) table = scene_sides(&tiles[i], 2, 0);
        for (int k = -2; k <= 2; k++) {
            BspMove down = { bsp_vec(k / 4.0, 0, 9), bsp_vec(k / 2.0, 1, -9), &shape, 0, 0.125 };
            BspTrace answer;
            cr_assert(bsp_brush_table_trace(table, &down, &answer));
            cr_expect_eq(answer.hit.brush, 0u, "tiles %u, %d: %u", i, k, answer.hit.brush);
        }
    }
}

/* A body starts nearer than its skin to more brushes than a pass lists. It keeps its distance from
 * the nearest brush, which may be any of them. */
Test(guards, near_many_brushes_the_skin_is_kept)
{
    BspShape shapes[] = { bsp_shape_box(bsp_vec(-9, -9, 0), bsp_vec(9, 9, 4)),
                          bsp_shape_cylinder(13, 0, 4) };
    for (guint high = 0; high < 25; high++) {
        BspBrush *tiles[25];
        for (guint i = 0; i < 25; i++) {
            double x = 4.0 * (i % 5) - 10, y = 4.0 * (i / 5) - 10;
            tiles[i] = scene_box(x, y, -8, x + 4, y + 4, i == high ? 0.25 : 0);
        }
        g_autoptr(BspBrushTable) table = scene_table(scene_solid(tiles, 25), 0);
        for (guint k = 0; k < 2 * G_N_ELEMENTS(shapes); k++) {
            double skin = k & 1 ? 1 : 0;
            BspMove move = { bsp_vec(0, 0, 0.5), bsp_vec(0.5, 0.25, -2), &shapes[k / 2], 0, skin };
            BspTrace answer;
            cr_assert(bsp_brush_table_trace(table, &move, &answer));
            cr_expect_eq(answer.hit.brush, high, "tile %u, %u: %u", high, k, answer.hit.brush);
            cr_expect_float_eq(answer.tr.t, skin > 0 ? 0 : 0.1, 1e-8, "tile %u, %u", high, k);
            cr_expect_float_eq(answer.kept, skin > 0 ? 0.25 : 0, 1e-8, "tile %u, %u", high, k);
        }
    }
}

/* A body slides over more tiles than a pass lists, into a corner of two walls that it reaches at
 * the same time. The order of their normals decides which is named, not that of the brushes. */
Test(guards, a_corner_beyond_many_brushes_is_named_by_its_normals)
{
    static const double walls[2][6] = { { -64, 30, -8, 30, 50, 40 }, { 30, -64, -8, 50, 64, 40 } };
    BspShape shapes[] = { bsp_shape_box(bsp_vec(-9, -9, 0), bsp_vec(9, 9, 4)),
                          bsp_shape_cylinder(9, 0, 4) };
    double boxes[2 + 121][6];
    memcpy(boxes, walls, sizeof walls);
    for (guint i = 0; i < 121; i++) {
        double x = 4.0 * (i % 11) - 14, y = 4.0 * (i / 11) - 14;
        const double tile[] = { x, y, -8, x + 4, y + 4, 0 };
        memcpy(boxes[2 + i], tile, sizeof tile);
    }
    for (guint n = 2; n <= G_N_ELEMENTS(boxes); n += 121) {
        g_autoptr(BspBrushTable) table = scene_sides(boxes, n, 0);
        for (guint k = 0; k < G_N_ELEMENTS(shapes); k++) {
            BspMove move = { bsp_vec(0, 0, 0), bsp_vec(42, 42, 0), &shapes[k], 0, 0 };
            BspTrace answer;
            cr_assert(bsp_brush_table_trace(table, &move, &answer));
            cr_expect_float_eq(answer.tr.t, 0.5, 1e-8, "%u brushes, shape %u", n, k);
            cr_expect(answer.hit.brush == 1 && answer.hit.plane.normal.x == -1,
                      "%u brushes, shape %u: brush %u", n, k, answer.hit.brush);
        }
    }
}

/* A body that starts within the slack of many brushes, and moves along them, keeps its distance
 * from the nearest brush at its stop, too. */
Test(guards, within_the_slack_of_many_brushes_the_nearest_counts)
{
    BspShape shapes[] = { bsp_shape_box(bsp_vec(-9, -9, 0), bsp_vec(9, 9, 4)),
                          bsp_shape_cylinder(13, 0, 4) };
    for (guint high = 0; high < 25; high++) {
        BspBrush *brushes[26] = { [25] = scene_box(32, -64, -8, 40, 64, 8) };
        for (guint i = 0; i < 25; i++) {
            double x = 4.0 * (i % 5) - 10, y = 4.0 * (i / 5) - 10;
            brushes[i] = scene_box(x, y, -8, x + 4, y + 4, (i == high ? 2 : 1) / 8192.0);
        }
        g_autoptr(BspBrushTable) table = scene_table(scene_solid(brushes, 26), 0);
        for (guint k = 0; k < G_N_ELEMENTS(shapes); k++) {
            BspMove move = { bsp_vec(0, 0, 1), bsp_vec(60, 0, 1), &shapes[k], 0, 1 };
            BspTrace answer;
            cr_assert(bsp_brush_table_trace(table, &move, &answer));
            cr_expect_eq(answer.hit.brush, 25u, "tile %u, %u: %u", high, k, answer.hit.brush);
            double end = answer.tr.point.x + shapes[k].bounds.maxs.x;
            cr_expect_float_eq(end, 31 + 2 / 8192.0, 1e-7, "tile %u, %u: %.17g", high, k, end);
        }
    }
}

/* --- one moving box, and one moving shape --- */

static void check_box(const GuardRow *row)
{
    BspVec half;
    BspFrame frame = bsp_frame_at(bsp_vec(0, 0, 0));
    guard_numbers(row, "half", half.v, 3);
    guard_numbers(row, "at", frame.origin.v, 3);
    guard_numbers(row, "travel", frame.travel.v, 3);
    const BspBounds box = { bsp_vec_neg(half), half };
    BspTrace answer;
    bsp_box_trace(&box, &frame, &(BspMove){ row->from, row->to, NULL, 0, 0 }, &answer);
    cr_expect_eq(answer.tr.type, row->type, "%s: %d", row->what, answer.tr.type);
    cr_expect_float_eq(answer.tr.t, row->t, 1e-12, "%s: %.17g", row->what, answer.tr.t);
}

Test(guards, one_box)
{
    guard_rows("boxes.ini", "half, at, travel", check_box);
}

/* The sum of two shapes smaller than touching is too thin to be eroded. */
Test(guards, two_tiny_shapes_can_part)
{
    BspShape ball = bsp_shape_sphere(1e-7);
    BspMove move = { bsp_vec(1, 2, 3), bsp_vec(9, 2, 3), &ball, 0, 0 };
    BspTrace answer;
    cr_assert(bsp_shape_trace(&ball, move.from, bsp_vec(0, 0, 0), &move, &answer));
    cr_expect_eq(answer.tr.type, BSP_SOLID_TO_EMPTY);
    move = (BspMove){ bsp_vec(-9, 2, 3), bsp_vec(9, 2, 3), &ball, 0, 0 };
    cr_assert(bsp_shape_trace(&ball, bsp_vec(1, 2, 3), bsp_vec(0, 0, 0), &move, &answer));
    cr_expect_eq(answer.tr.type, BSP_EMPTY_TO_SOLID);
}

/* A triangle of GJK is a segment, because its points are in one line, far from the origin. */
Test(guards, points_in_one_line_have_the_right_distance)
{
    const double y = -180288965.89120886, z = -216607024.3709318;
    const BspVec line[] = { { { -181619095.0720543, y, z } },
                            { { -181619091.0720543, y, z } },
                            { { -181619107.0720543, y, z } } };
    const BspCastBody body = { line, line, 3, 3 };
    BspShape shape = bsp_shape_cylinder(0.25, -1, 2);
    BspVec at = bsp_vec(-181619093.05089745, -180288938.10579717, -216607006.47980368);
    double level = at.y - 0.25 - y, up = at.z - 1 - z;
    cr_expect_float_eq(bsp_cast_distance(&body, &shape, at), hypot(level, up), 1e-6);
}

/* Four of the points are nearly in a plane. Rounding puts the origin into a tetrahedron of GJK
 * although it is outside. */
Test(guards, a_flat_tetrahedron_has_the_right_distance)
{
    const BspVec points[] = { { { 34.077102610810449, 36.82053901442206, 28.087729540180508 } },
                              { { -39.979228725018551, -5.1180543550059632, 5.8847363385027887 } },
                              { { 39.404679292872082, 52.974877935477018, 42.144740343069884 } },
                              { { 27.473648236223102, 2.6751295611502717, -4.0605761632929571 } },
                              { { 66.125959678409089, 33.939206858300579, 20.140837485225116 } } };
    const BspCastBody body = { points, points, 5, 5 };
    BspShape shape = bsp_shape_cylinder(14.787755693223511, -0.61741390564491283, 1);
    BspVec at = bsp_vec(-51.742938511259133, -6.3851672203905689, 10.647166272204354);
    cr_expect_float_eq(bsp_cast_distance(&body, &shape, at), 2.7166825572624411, 1e-6);
}

/* --- shapes in solid --- */

/* A point amid eight turned boxes is in solid, and a point on the face of four is not, even though
 * rounding moves their corners. */
Test(guards, contents_amid_turned_boxes_are_right)
{
    Random r = random_seeded(1);
    for (guint i = 0; i < 400; i++) {
        GPtrArray *brushes = scene_no_brushes();
        BspVec turn[3], middle = random_point_within(&r, 50000);
        guint n = i & 1 ? 4 : 8;
        random_turn(&r, turn);
        for (guint k = 0; k < n; k++) {
            BspPlane planes[6];
            for (guint f = 0; f < 6; f++) {
                BspVec normal = f & 1 ? bsp_vec_neg(turn[f / 2]) : turn[f / 2];
                bool is_inner = (k >> f / 2 & 1) == (f & 1);
                planes[f] = (BspPlane){ normal, bsp_vec_dot(normal, middle) + (is_inner ? 0 : 9) };
            }
            g_ptr_array_add(brushes, bsp_brush_new_planes(planes, 6, NULL));
        }
        g_autoptr(BspBrushTable) table = scene_table(bsp_solid_new(brushes), BSP_TABLE_BOXES);
        for (guint k = 0; k < 24; k++) {
            BspVec at = bsp_vec_mad(middle, random_real(&r, -8, 8) * (k > 0), turn[k % 2]);
            cr_assert_eq(bsp_brush_table_contents(table, at), n / 8, "%u boxes, %u", n, i);
        }
    }
}

/* --- frames --- */

/* A hull cannot be turned, but a frame that is not turned needs no turned shape. */
Test(guards, a_hull_in_a_frame_that_is_not_turned_is_traced)
{
    const BspVec points[] = { { { -1, 0, 0 } }, { { 1, 0, 0 } }, { { 0, 1, 0 } }, { { 0, 0, 1 } } };
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-8, -8, -8, 8, 8, 8), 0);
    g_autoptr(BspHull) hull = bsp_hull_new(points, G_N_ELEMENTS(points), NULL);
    BspShape shape = bsp_shape_hull(hull);
    BspFrame frame = bsp_frame_at(bsp_vec(100, 0, 0));
    BspMove move = { bsp_vec(100, 0, 20), bsp_vec(100, 0, 0), &shape, 0, 0 };
    BspTrace answer;
    cr_assert(bsp_brush_table_trace_in(table, &frame, &move, &answer));
    cr_expect_float_eq(answer.tr.point.z, 8, 1e-8);
}
