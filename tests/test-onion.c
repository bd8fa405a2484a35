/* test-onion: compares the onion tree with the article (Golodetz 2013). test-onion-parting compares
 * the leaves with the brushes, as the article's Listing 3 describes. */
#include <criterion/criterion.h>

#include "build-trees.h"
#include "compile/tree.h"
#include "guard-rows.h"
#include "onion/onion-private.h"
#include "random.h"
#include "scenes.h"

/* --- Figure 2 --- */

/* The room of the figure. The figure is flat, so the room is high enough that its floor and ceiling
 * are out of reach. */
static const double figure2_room[6][6] = {
    { -132, -100, -400, -100, 100, 400 }, { 100, -100, -400, 132, 100, 400 },
    { -132, -132, -400, 132, -100, 400 }, { -132, 100, -400, 132, 132, 400 },
    { -132, -132, -432, 132, 132, -400 }, { -132, -132, 400, 132, 132, 432 },
};

static guint64 bits_at(const OnionTree *tree, double x, double y)
{
    guint64 solid;
    onion_tree_descriptor(tree, bsp_vec(x, y, 0), &solid);
    return solid;
}

Test(onion, figure_2_has_three_descriptors)
{
    g_autoptr(BspSolid) solid = scene_boxes(figure2_room, 6);
    OnionSpace spaces[2] = { cube_space("outer", 10), cube_space("inner", 40) };
    g_autoptr(OnionTree) tree = build_onion(solid, spaces, 2, ONION_BUILDER_FAST);
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    cr_assert_eq(stats.descriptors, 3, "empty in both, in one, in neither: %u", stats.descriptors);
    cr_assert_eq(bits_at(tree, 0, 0), 0, "empty in both");
    cr_assert_eq(bits_at(tree, 75, 0), 2, "leaf e: empty in the outer space, solid in the inner");
    cr_assert_eq(bits_at(tree, -75, 75), 2);
    cr_assert_eq(bits_at(tree, 95, 0), 3, "solid in both");
    cr_assert_eq(bits_at(tree, 500, 0), 0, "outside of everything");

    BspVec from = bsp_vec(0, 0, 0), to = bsp_vec(120, 0, 0);
    BspTransition outer = onion_tree_first_transition(tree, 0, from, to, NULL);
    BspTransition inner = onion_tree_first_transition(tree, 1, from, to, NULL);
    cr_assert_eq(outer.type, BSP_EMPTY_TO_SOLID);
    cr_assert_eq(inner.type, BSP_EMPTY_TO_SOLID);
    cr_assert_float_eq(outer.point.x, 90, 1e-9);
    cr_assert_float_eq(inner.point.x, 60, 1e-9);
    cr_assert_eq(inner.plane.normal.x, -1, "it faces the side the box comes from");

    from = bsp_vec(75, 0, 0); /* the start is in leaf e of the figure */
    cr_assert_eq(onion_tree_first_transition(tree, 0, from, bsp_vec(80, 5, 0), NULL).type,
                 BSP_EMPTY);
    cr_assert_eq(onion_tree_first_transition(tree, 1, from, bsp_vec(80, 5, 0), NULL).type,
                 BSP_SOLID);
    BspTransition out = onion_tree_first_transition(tree, 1, from, bsp_vec(0, 0, 0), NULL);
    cr_assert_eq(out.type, BSP_SOLID_TO_EMPTY);
    cr_assert_float_eq(out.point.x, 60, 1e-9);
    cr_assert_eq(out.plane.normal.x, -1, "the plane of the exit faces the empty side");
}

/* --- Listing 4: an arbitrary point of a leaf --- */

static const BspBounds ten = { { { -10, -10, -10 } }, { { 10, 10, 10 } } };

static void check_leaf_point(const BspPlane *planes, guint n, BspVec expected)
{
    BspVec p;
    cr_assert(onion_arbitrary_leaf_point(planes, n, &ten, &p));
    cr_assert_leq(bsp_vec_length(bsp_vec_sub(p, expected)), 1e-9, "(%g, %g, %g)", p.x, p.y, p.z);
}

Test(onion, listing_4_on_known_leaves_finds_their_points)
{
    const double third = 1 / sqrt(3);
    BspPlane front = { bsp_vec(1, 0, 0), 0 };
    BspPlane slab[2] = { { bsp_vec(0, 0, 1), 2 }, { bsp_vec(0, 0, -1), -4 } };
    BspPlane corner[4] = { { bsp_vec(1, 0, 0), 0 },
                           { bsp_vec(0, 1, 0), 0 },
                           { bsp_vec(0, 0, 1), 0 },
                           { bsp_vec(-third, -third, -third), -8 * third } };
    check_leaf_point(NULL, 0, bsp_vec(0, 0, 0));
    check_leaf_point(&front, 1, bsp_vec(5, 0, 0));
    check_leaf_point(slab, 2, bsp_vec(0, 0, 3));
    /* The function takes the mean of a tetrahedron's corners. */
    check_leaf_point(corner, 4, bsp_vec(2, 2, 2));
}

Test(onion, listing_4_finds_no_point_where_there_is_none)
{
    BspPlane apart[2] = { { bsp_vec(1, 0, 0), 3 }, { bsp_vec(-1, 0, 0), -2 } };
    BspPlane outside = { bsp_vec(0, 1, 0), 11 };
    BspVec p;
    cr_assert_not(onion_arbitrary_leaf_point(apart, 2, &ten, &p));
    cr_assert_not(onion_arbitrary_leaf_point(&outside, 1, &ten, &p));
}

/* --- Listing 5: find-first-transition --- */

/* Two boxes touch in the plane x = 0, and a separate one is on the right. three_for_a_cube has the
 * boxes that give three_boxes when a cube of two units expands them. */
static const double three_for_a_cube[3][6] = { { -31, -15, -15, 0, 15, 15 },
                                               { 0, -15, -15, 31, 15, 15 },
                                               { 65, -15, -15, 95, 15, 15 } };
static const double three_boxes[3][6] = { { -32, -16, -16, 0, 16, 16 },
                                          { 0, -16, -16, 32, 16, 16 },
                                          { 64, -16, -16, 96, 16, 16 } };

/* Checks that the onions of both builders and the plain tree give the same answer. */
static void check_segment(const GuardRow *row, const GuardCase *c)
{
    OnionSpace cube = { "cube", row->shape.bounds, 0 };
    g_autoptr(BspTree) plain = build_tree(row->solid, &cube.box);
    g_autoptr(OnionTree) fast = build_onion(row->solid, &cube, 1, ONION_BUILDER_FAST);
    g_autoptr(OnionTree) listing2 = build_onion(row->solid, &cube, 1, ONION_BUILDER_LISTING2);
    const BspTransition answers[] = { bsp_tree_first_transition(plain, c->a, c->b, NULL),
                                      onion_tree_first_transition(fast, 0, c->a, c->b, NULL),
                                      onion_tree_first_transition(listing2, 0, c->a, c->b, NULL) };
    g_auto(GStrv) words = g_strsplit(c->answer, " ", 2);
    for (guint i = 0; i < G_N_ELEMENTS(answers); i++) {
        const char *class_name = bsp_transition_class_name(answers[i].type);
        cr_expect_str_eq(class_name, words[0], "%s: %s, not %s", c->what, class_name, words[0]);
        cr_expect_float_eq(answers[i].t, g_ascii_strtod(words[1], NULL), 1e-12, "%s: at %.17g",
                           c->what, answers[i].t);
    }
}

static void check_segments(const GuardRow *row)
{
    guard_cases(row, check_segment);
}

Test(onion, listing_5_finds_the_segments_of_the_rows)
{
    guard_rows("segments.ini", NULL, check_segments);
}

/* For points the brushes are not eroded, so that no point slips into a seam. */
Test(onion, points_do_not_slip_into_seams)
{
    static const BspVec outside[] = { { { 0, 0, 32 } }, { { 0, 24, 16 } }, { { 0, -48, 0 } } };
    g_autoptr(BspSolid) solid = scene_boxes(three_boxes, 3);
    g_autoptr(OnionTree) tree = build_onion(solid, three_spaces, 1, ONION_BUILDER_FAST);
    for (guint i = 0; i < G_N_ELEMENTS(outside); i++) {
        BspVec from = outside[i];
        BspTransition tr = onion_tree_first_transition(tree, 0, from, bsp_vec(0, 0, 0), NULL);
        cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
        double off = fmax(fabs(tr.point.y), fabs(tr.point.z)) - 16;
        cr_assert(off >= 0 && off < BSP_BRACKET, "stopped %g units before the seam", off);
        tr = onion_tree_first_transition(tree, 0, tr.point, from, NULL);
        cr_assert_eq(tr.type, BSP_EMPTY, "stopped in solid");
    }
}

/* A box passes a gap that is exactly as wide as the box. This needs erosion. Without it, the
 * expanded brushes touch, and no gap is left. */
Test(onion, a_gap_of_the_exact_size_is_open)
{
    static const double walls[2][6] = { { -64, 0, 0, 0, 64, 64 }, { 10, 0, 0, 64, 64, 64 } };
    g_autoptr(BspSolid) solid = scene_boxes(walls, 2);
    OnionSpace cube = cube_space("cube", 5);
    g_autoptr(OnionTree) tree = build_onion(solid, &cube, 1, ONION_BUILDER_FAST);
    BspVec before = bsp_vec(5, -32, 32), in = bsp_vec(5, 48, 32);
    BspTransition tr = onion_tree_first_transition(tree, 0, before, in, NULL);
    cr_assert_eq(tr.type, BSP_EMPTY, "into the gap");
    tr = onion_tree_first_transition(tree, 0, in, before, NULL);
    cr_assert_eq(tr.type, BSP_EMPTY, "out of it");
    tr = onion_tree_first_transition(tree, 0, in, bsp_vec(6, 47, 32), NULL);
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID, "against its wall");
    cr_assert_eq(tr.t, 0);
    cr_assert_eq(tr.plane.normal.x, -1);
    cr_assert_eq(tr.plane.dist, -5);
}

/* --- the moved-back retry --- */

Test(onion, retry_from_a_point_moved_back_finds_the_hit)
{
    g_autoptr(BspSolid) solid = scene_boxes(three_for_a_cube, 3);
    OnionSpace cube = cube_space("cube", 1);
    g_autoptr(OnionTree) tree = build_onion(solid, &cube, 1, ONION_BUILDER_FAST);
    BspVec deep = bsp_vec(-32 + 0.01, 0, 0), in = bsp_vec(-16, 0, 0), away = bsp_vec(-64, 0, 0);
    BspTransition tr = onion_tree_first_transition(tree, 0, deep, in, NULL);
    cr_assert_eq(tr.type, BSP_SOLID, "without the retry");
    tr = onion_tree_first_transition_retry(tree, 0, deep, in, 0.125, NULL);
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    cr_assert_eq(tr.t, 0);
    cr_assert_eq(tr.point.x, deep.x);
    cr_assert_eq(tr.plane.normal.x, -1);

    tr = onion_tree_first_transition_retry(tree, 0, bsp_vec(-31, 0, 0), in, 0.125, NULL);
    cr_assert_eq(tr.type, BSP_SOLID, "deeper than it is moved back");
    tr = onion_tree_first_transition_retry(tree, 0, deep, away, 0.125, NULL);
    cr_assert_eq(tr.type, BSP_SOLID_TO_EMPTY, "it may go back out");
    tr = onion_tree_first_transition_retry(tree, 0, deep, deep, 0.125, NULL);
    cr_assert_eq(tr.type, BSP_SOLID, "a move of no length has no way back");
    tr = onion_tree_first_transition_retry(tree, 0, away, in, 0.125, NULL);
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID, "what needs no retry is left as it is");
    cr_assert_float_eq(tr.point.x, -32, 1e-12);
}

/* A start that is behind a face by less than BSP_TOUCH, for example by rounding, counts as empty.
 * It needs no retry. */
Test(onion, starts_within_touch_are_empty)
{
    g_autoptr(BspSolid) solid = scene_boxes(three_for_a_cube, 3);
    OnionSpace cube = cube_space("cube", 1);
    g_autoptr(OnionTree) tree = build_onion(solid, &cube, 1, ONION_BUILDER_FAST);
    BspVec start = bsp_vec(-32 + 0.5 * BSP_TOUCH, 0, 0);
    BspTransition tr = onion_tree_first_transition(tree, 0, start, bsp_vec(-64, 0, 0), NULL);
    cr_assert_eq(tr.type, BSP_EMPTY);
    tr = onion_tree_first_transition(tree, 0, start, bsp_vec(-16, 0, 0), NULL);
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    cr_assert_eq(tr.t, 0);
}
