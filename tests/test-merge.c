/* test-merge: M() and F() end when told. test-aim judges shapes that are merged into a tree (Melax
 * 2000, section 6). */
#include <criterion/criterion.h>

#include "build-trees.h"
#include "scenes.h"
#include "tools/shift-merge.h"

/* A func that returns FALSE ends the search. */
static gboolean stop(guint cell, gpointer user_data)
{
    (void)cell;
    ++*(guint *)user_data;
    return FALSE;
}

Test(merge, stops_when_told)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_ROOMS, 1, bsp_vec(0, 0, 0));
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_NONE, TRUE);
    g_autoptr(BspCell) everything = bsp_cell_new_box(&solid->bounds);
    BspShape cube = bsp_shape_box(bsp_vec(-256, -256, -256), bsp_vec(256, 256, 256));
    guint n = 0;
    shift_merge(tree, everything, stop, &n);
    cr_assert_eq(n, 1);
    shift_pass(tree, &cube, bsp_vec(0, 0, 0), stop, &n);
    cr_assert_eq(n, 2);
}
