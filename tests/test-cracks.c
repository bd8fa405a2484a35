/* test-cracks: tests that outside fill closes narrow cracks, accepts starts that touch, fills
 * larger boxes wherever it fills smaller ones, and names the hole of a leak. */
#include <criterion/criterion.h>

#include "build-trees.h"
#include "compile/flood.h"
#include "sanitized.h"
#include "scenes.h"

static const BspBounds point = { { { 0, 0, 0 } }, { { 0, 0, 0 } } };

/* --- a room with a slit in a wall, in any direction --- */

static BspVec turned(const BspVec turn[3], BspVec p)
{
    BspVec sum = bsp_vec_scale(turn[0], p.x);
    return bsp_vec_mad(bsp_vec_mad(sum, p.y, turn[1]), p.z, turn[2]);
}

/* Returns the box with its axes turned. */
static BspBrush *turned_box(const BspVec turn[3], const double box[6])
{
    BspPlane planes[6];
    for (guint i = 0; i < 3; i++) {
        planes[2 * i] = (BspPlane){ turn[i], box[3 + i] };
        planes[2 * i + 1] = (BspPlane){ bsp_vec_scale(turn[i], -1), -box[i] };
    }
    g_autoptr(GError) error = NULL;
    BspBrush *brush = bsp_brush_new_planes(planes, 6, &error);
    cr_assert_not_null(brush, "%s", error ? error->message : "");
    return brush;
}

/* Returns a room with a slit between brushes 0 and 1, which is this wide along turn[1]. The last
 * brush is a copy of brush 0, so that the test sees that a side of the slit is named once. */
static BspSolid *slit_room(const BspVec turn[3], double width)
{
    const double boxes[][6] = {
        { 64, -80, 0, 80, 0, 128 },     { 64, width, 0, 80, 80, 128 },
        { -80, -80, 0, -64, 80, 128 },  { -64, -80, 0, 64, -64, 128 },
        { -64, 64, 0, 64, 80, 128 },    { -80, -80, -16, 80, 80, 0 },
        { -80, -80, 128, 80, 80, 144 }, { 64, -80, 0, 80, 0, 128 },
    };
    BspBrush *brushes[G_N_ELEMENTS(boxes)];
    for (guint i = 0; i < G_N_ELEMENTS(boxes); i++)
        brushes[i] = turned_box(turn, boxes[i]);
    return scene_solid(brushes, G_N_ELEMENTS(boxes));
}

/* Chooses turn i, along the axes, at 45 degrees to them, or in any other direction. */
static void choose_turn(guint i, BspVec turn[3])
{
    const double half = sqrt(0.5);
    turn[0] = bsp_vec(1, 0, 0);
    turn[1] = bsp_vec(0, 1, 0);
    turn[2] = bsp_vec(0, 0, 1);
    if (i == 1) {
        turn[0] = bsp_vec(half, -half, 0);
        turn[1] = bsp_vec(half, half, 0);
    } else if (i > 1) {
        Random r = random_seeded(i);
        random_turn(&r, turn);
    }
}

/* Returns the factor by which the slit's width is divided, to give the side of the largest cube
 * that passes it. The slit has this normal. */
static double cube_factor(BspVec normal)
{
    return fabs(normal.x) + fabs(normal.y) + fabs(normal.z);
}

/* Checks that the hole is the slit, with its size, a point between its sides, and the two
 * brushes. */
static void check_hole(const BspLeak *leak, BspVec normal, double width)
{
    double cube = width / cube_factor(normal), side = bsp_vec_dot(leak->place, normal);
    cr_assert_not_null(leak->path);
    cr_assert_leq(leak->least, 1.001 * cube, "%g: at least %g", width, leak->least);
    cr_assert_geq(1.001 * leak->most, cube, "%g: at most %g", width, leak->most);
    cr_assert_lt(leak->most, 1.06 * leak->least + 2e-6, "%g to %g", leak->least, leak->most);
    cr_assert(side > -1e-5 && side < width + 1e-5, "%g: at %g", width, side);
    cr_assert_eq(leak->n_brushes, 2, "%u brushes", leak->n_brushes);
    cr_assert_eq(leak->brushes[0] + leak->brushes[1], 1);
}

Test(cracks, narrower_than_a_thousandth_count_as_closed)
{
    static const double ladder[] = { 1e-4, 1e-3, 3e-3, 0.1, 0.4, 0.97, 1.03, 2, 10, 1000, 5000 };
    for (guint i = 0; i < 6; i++) {
        BspVec turn[3];
        choose_turn(i, turn);
        BspVec start = turned(turn, bsp_vec(0, 10, 40));
        g_autoptr(GArray) starts = scene_starts(&start, 1);
        BspBuildOptions options = { .fill = BSP_FILL_AUTO, .starts = starts };
        for (guint k = 0; k < G_N_ELEMENTS(ladder); k++) {
            double width = ladder[k] * BSP_BRACKET * cube_factor(turn[1]);
            g_autoptr(BspSolid) solid = slit_room(turn, width);
            g_autoptr(BspTree) tree = build_tree_with(solid, NULL, &options);
            g_autoptr(BspLeak) leak = bsp_leak_find(solid, &point, &options, NULL);
            cr_assert_not_null(leak);
            cr_assert_eq(bsp_tree_is_filled(tree), ladder[k] < 1, "turn %u: %g wide", i, width);
            cr_assert_eq(leak->filled, ladder[k] < 1);
            cr_assert(leak->has_start);
            if (width > 2e-6)
                check_hole(leak, turn[1], width);
        }
    }
}

/* The wall is thinner than the steps in which the path out is searched. */
Test(cracks, a_slit_in_a_thin_wall_of_a_large_room)
{
    static const double boxes[][6] = {
        { 20000, -20000, -64, 20001, 0, 64 },       { 20000, 2, -64, 20001, 20000, 64 },
        { -20001, -20000, -64, -20000, 20000, 64 }, { -20000, -20001, -64, 20000, -20000, 64 },
        { -20000, 20000, -64, 20000, 20001, 64 },   { -20001, -20001, -65, 20001, 20001, -64 },
        { -20001, -20001, 64, 20001, 20001, 65 },
    };
    const BspVec start = { { 0, 500, 0 } };
    g_autoptr(BspSolid) solid = scene_boxes(boxes, G_N_ELEMENTS(boxes));
    g_autoptr(GArray) starts = scene_starts(&start, 1);
    BspBuildOptions options = { .fill = BSP_FILL_AUTO, .starts = starts };
    g_autoptr(BspLeak) leak = bsp_leak_find(solid, &point, &options, NULL);
    cr_assert_not_null(leak);
    check_hole(leak, bsp_vec(0, 1, 0), 2);
    cr_expect_leq(fabs(leak->place.x - 20000.5), 0.5 + leak->most, "at %.17g", leak->place.x);
}

/* A tunnel leads from one start to the outside. The other start is in a sealed room. When the
 * tunnel is closed, no part of the path out is reached. */
Test(cracks, a_tunnel_whose_start_is_closed_with_it)
{
    static const double boxes[][6] = {
        { -100, -40, -40, 100, -2, 40 },  { -100, 2, -40, 100, 40, 40 },
        { -100, -2, -40, 100, 2, -16 },   { -100, -2, 16, 100, 2, 40 },
        { -110, -40, -40, -100, 40, 40 }, /* the end of the tunnel */
        { 200, -64, -64, 328, 64, -48 },  { 200, -64, 48, 328, 64, 64 },
        { 200, -64, -48, 216, 64, 48 },   { 312, -64, -48, 328, 64, 48 },
        { 216, -64, -48, 312, -48, 48 },  { 216, 48, -48, 312, 64, 48 },
    };
    const BspVec begin[] = { { { 0, 0, 0 } }, { { 264, 0, 0 } }, { { 0, 0, 0 } } };
    g_autoptr(BspSolid) solid = scene_boxes(boxes, G_N_ELEMENTS(boxes));
    for (guint i = 0; i < 2; i++) {
        g_autoptr(GArray) starts = scene_starts(begin + i, 2);
        BspBuildOptions options = { .fill = BSP_FILL_AUTO, .starts = starts };
        g_autoptr(BspLeak) leak = bsp_leak_find(solid, &point, &options, NULL);
        cr_assert(leak && leak->path);
        cr_expect(bsp_is_same_point(g_array_index(leak->path, BspVec, 0), begin[0]));
        cr_expect(leak->least <= 4 && leak->most >= 4, "%g to %g", leak->least, leak->most);
        cr_expect_leq(fabs(leak->place.y), 2);
        cr_expect(leak->place.x > -100 && leak->place.x < 100 + leak->most, "%g", leak->place.x);
        cr_expect_eq(leak->n_brushes, 2, "%u brushes", leak->n_brushes);
        cr_expect_eq(leak->brushes[0] + leak->brushes[1], 1);
    }
}

/* The start is at a wall, so that growth buries it, and is given twice. */
Test(cracks, a_path_out_begins_once_at_the_start)
{
    BspVec turn[3];
    choose_turn(0, turn);
    const BspVec begin[] = { { { -63.9, 10, 40 } }, { { -63.9, 10, 40 } }, { { 0, 0, 40 } } };
    g_autoptr(BspSolid) solid = slit_room(turn, 8);
    for (guint n = 1; n <= 3; n++) {
        g_autoptr(GArray) starts = scene_starts(begin, n);
        BspBuildOptions options = { .fill = BSP_FILL_AUTO, .starts = starts };
        g_autoptr(BspLeak) leak = bsp_leak_find(solid, &point, &options, NULL);
        guint n_first = 0;
        cr_assert(leak && leak->path);
        for (guint i = 0; i < leak->path->len; i++)
            n_first += bsp_is_same_point(g_array_index(leak->path, BspVec, i), begin[0]) ? 1 : 0;
        cr_expect(bsp_is_same_point(g_array_index(leak->path, BspVec, 0), begin[0]), "%u starts",
                  n);
        cr_expect_eq(n_first, 1, "%u starts: %u times", n, n_first);
        check_hole(leak, turn[1], 8);
    }
}

/* --- starts --- */

Test(cracks, starts_may_touch_but_not_be_inside)
{
    static const struct {
        BspBounds box;
        BspVec start;
        BspFillOutcome outcome;
    } cases[] = {
        { { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, { { 0, 0, 0 } }, BSP_FILL_DONE }, /* the start is on
                                                                                     the floor */
        { { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, { { 0, 0, -5e-6 } }, BSP_FILL_DONE },
        { { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, { { 0, 0, -2e-5 } }, BSP_FILL_NO_START },
        { { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, { { 64, -64, 0 } }, BSP_FILL_DONE }, /* the start is
                                                                                        in a
                                                                                        corner */
        { { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, { { 64.5, 10, 50 } }, BSP_FILL_NO_START },
        { { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, { { 300, 0, 0 } }, BSP_FILL_LEAKS },
        { { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, { { 20, 20, 40.00015 } }, BSP_FILL_NO_START },
        { { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, { { 20, 20, 40.0003 } }, BSP_FILL_DONE },
        { { { { -16, -16, -24 } }, { { 16, 16, 32 } } }, { { -20, -20, 24 } }, BSP_FILL_DONE },
        { { { { -16, -16, -24 } }, { { 16, 16, 32 } } }, { { 48, 0, 24 } }, BSP_FILL_DONE },
        { { { { -16, -16, -24 } }, { { 16, 16, 32 } } }, { { 63, 0, 24 } }, BSP_FILL_AS_SMALLER },
        { { { { -40, -40, -24 } }, { { 40, 40, 64 } } }, { { 63, 0, 30 } }, BSP_FILL_AS_SMALLER },
        { { { { -40, -40, -24 } }, { { 40, 40, 64 } } }, { { 66, 0, 30 } }, BSP_FILL_NO_START },
    };
    BspVec turn[3];
    choose_turn(0, turn);
    g_autoptr(BspSolid) shell = slit_room(turn, 1e-4);
    g_autoptr(BspBrush) plate = scene_box(10, 10, 40, 30, 30, 40.0003);
    GPtrArray *brushes = g_ptr_array_new();
    for (guint i = 0; i < bsp_solid_n_brushes(shell); i++)
        g_ptr_array_add(brushes, (gpointer)bsp_solid_brush(shell, i));
    g_ptr_array_add(brushes, plate);
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        BspFillOutcome outcome = fill_outcome(solid, &cases[i].box, cases[i].start);
        cr_assert_eq(outcome, cases[i].outcome, "case %u: outcome %d", i, (int)outcome);
    }
}

/* --- larger boxes --- */

#define N_BOXES 5

/* Returns a room with a hole of any size, or none, and some boxes in it. */
static BspSolid *room_with_hole(Random *r)
{
    BspVec turn[3];
    choose_turn(0, turn);
    double hole = random_int(r, 0, 1) ? random_real(r, 0, 40) : random_real(r, 0, 1e-3);
    g_autoptr(BspSolid) shell = slit_room(turn, hole);
    GPtrArray *brushes = scene_copies(shell->brushes, bsp_vec(0, 0, 0));
    const BspBounds room = { { { -60, -60, 0 } }, { { 50, 50, 100 } } };
    for (int i = random_int(r, 0, 6); i > 0; i--) {
        BspVec p = random_point(r, &room);
        g_ptr_array_add(brushes,
                        scene_box(p.x, p.y, p.z, p.x + random_real(r, 1, 40),
                                  p.y + random_real(r, 1, 40), p.z + random_real(r, 1, 40)));
    }
    return bsp_solid_new(brushes);
}

static void store_filled(const BspFillNote *note, gpointer filled)
{
    ((BspFillOutcome *)filled)[g_ascii_strtoull(note->space, NULL, 10)] = note->outcome;
}

static gboolean is_filled(BspFillOutcome outcome)
{
    return outcome == BSP_FILL_DONE || outcome == BSP_FILL_AS_SMALLER;
}

/* Makes boxes that contain one another. The first is the smallest. */
static void nested_boxes(Random *r, OnionSpace spaces[N_BOXES])
{
    static const char *const names[N_BOXES] = { "0", "1", "2", "3", "4" };
    BspBounds box = point;
    for (guint i = 0; i < N_BOXES; i++) {
        spaces[i] = (OnionSpace){ names[i], box, 0 };
        for (guint k = 0; k < 3; k++) {
            box.mins.v[k] -= random_real(r, 0, 12);
            box.maxs.v[k] += random_real(r, 0, 12);
        }
    }
}

Test(cracks, larger_boxes_are_filled_where_smaller_ones_are)
{
    guint n[4] = { 0 };
    for (guint64 seed = 0; seed < (SHORT ? 60 : 600); seed++) {
        Random r = random_seeded(seed);
        OnionSpace spaces[N_BOXES];
        BspFillOutcome outcomes[N_BOXES];
        g_autoptr(BspSolid) solid = room_with_hole(&r);
        BspVec start = bsp_vec(random_real(&r, -64, 64), random_real(&r, -64, 64), 100);
        start.z = random_int(&r, 0, 1) ? 101 : random_real(&r, 0, 128);
        g_autoptr(GArray) starts = scene_starts(&start, 1);
        const OnionOptions options = { .build = { .fill = BSP_FILL_AUTO,
                                                  .starts = starts,
                                                  .filled = store_filled,
                                                  .filled_data = outcomes } };
        nested_boxes(&r, spaces);
        onion_tree_free(build_onion_with(solid, spaces, N_BOXES, &options));
        for (guint i = 0; i < N_BOXES; i++) {
            n[MIN(outcomes[i], 3)]++;
            if (i == 0)
                continue;
            cr_assert(is_filled(outcomes[i]) || !is_filled(outcomes[i - 1]),
                      "seed %u: box %u: %d, smaller: %d", (guint)seed, i, (int)outcomes[i],
                      (int)outcomes[i - 1]);
        }
    }
    cr_assert_gt(n[1], 0);
    cr_assert_gt(n[2], 0);
}
