/* test-tree: tests the plain BSP tree, by solid points, and by the first hits of moves. test-onion
 * has the moves of the article's Listing 5. */
#include <criterion/criterion.h>

#include "build-trees.h"
#include "scenes.h"

/* Each plane of an eroded brush is BSP_TOUCH behind the brush's own plane. */
Test(tree, an_eroded_brush_is_smaller_by_touch)
{
    const BspBounds cube = { { { -1, -1, -1 } }, { { 1, 1, 1 } } };
    g_autoptr(BspSolid) solid = scene_one_box(0, 0, 0, 8, 8, 8);
    g_autoptr(BspTree) map = build_tree(solid, &cube);
    const double inside = BSP_TOUCH + 1e-9, outside = BSP_TOUCH - 1e-9;
    for (int axis = 0; axis < 3; axis++)
        for (guint side = 0; side < 2; side++) {
            BspVec p = bsp_vec(4, 4, 4);
            p.v[axis] = side ? 9 - inside : -1 + inside;
            cr_assert_eq(bsp_tree_first_transition(map, p, p, NULL).type, BSP_SOLID);
            p.v[axis] = side ? 9 - outside : -1 + outside;
            cr_assert_eq(bsp_tree_first_transition(map, p, p, NULL).type, BSP_EMPTY);
        }
}

Test(tree, a_map_tree_outside_the_world_is_an_error)
{
    const BspBounds huge = { { { -2 * BSP_WORLD_HALF, -1, -1 } }, { { 1, 1, 1 } } };
    g_autoptr(BspSolid) solid = scene_nth(0, 3);
    g_autoptr(GError) error = NULL;
    cr_assert(!bsp_tree_new(solid, &huge, &(BspBuildOptions){ 0 }, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_GEOMETRY));
}

/* A point that meets a face almost along it stops at most half the bracket before it, along the
 * move, and never behind the face. */
Test(tree, a_grazing_point_stops_inside_the_bracket)
{
    g_autoptr(BspSolid) solid = scene_one_box(-100, -100, -8, 100, 100, 0);
    g_autoptr(BspTree) tree = build_tree(solid, NULL);
    for (int power = 0; power >= -30; power--) {
        BspVec from = bsp_vec(-90, 0, ldexp(1, power)), to = bsp_vec(-40, 0, -ldexp(1, power));
        BspTransition tr = bsp_tree_first_transition(tree, from, to, NULL);
        cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID, "2^%d", power);
        double early = (0.5 - tr.t) * bsp_vec_length(bsp_vec_sub(to, from));
        cr_assert(early >= 0 && early <= BSP_BRACKET / 2 + 1e-9, "2^%d: %g units", power, early);
        tr = bsp_tree_first_transition(tree, tr.point, from, NULL);
        cr_assert_eq(tr.type, BSP_EMPTY, "2^%d: it stopped in solid", power);
    }
}
