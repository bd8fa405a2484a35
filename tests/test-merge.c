/* test-merge: two trees merged (Naylor 1998), against the brushes. test-aim judges single shapes
 * merged into a tree (Melax 2000, section 6). */
#include <criterion/criterion.h>

#include "build-shift.h"
#include "sanitized.h"
#include "scenes.h"
#include "shift-build.h"
#include "tools/shift-merge.h"

/* --- M() and F() --- */

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

/* --- two trees --- */

/* The thickness of what the cell shares with the other, which is moved by `offset`; 0 if they do
 * not overlap. */
static double shared_thickness(const BspCell *cell, const BspCell *other, BspVec offset)
{
    g_autoptr(BspCell) shared = bsp_cell_copy(cell);
    for (guint i = 0; shared && i < other->n_faces; i++) {
        BspPlane plane = other->faces[i].plane;
        BspCell *behind;
        plane.dist += bsp_vec_dot(plane.normal, offset);
        bsp_cell_split(shared, &plane, 0, NULL, &behind);
        bsp_cell_free(shared);
        shared = behind;
    }
    return shared ? bsp_cell_thickness(shared) : 0;
}

/* The greatest thickness that a brush of a shares with a brush of b. */
static double solids_overlap(const BspSolid *a, const BspSolid *b, BspVec offset)
{
    double most = 0;
    for (guint i = 0; i < a->brushes->len; i++)
        for (guint k = 0; k < b->brushes->len; k++)
            most = fmax(most, shared_thickness(bsp_solid_brush(a, i)->cell,
                                               bsp_solid_brush(b, k)->cell, offset));
    return most;
}

/* 1 to 6 brushes of the kind's world. */
static BspSolid *small_solid(Random *r, SceneKind kind)
{
    g_autoptr(BspSolid) world = scene_new(kind, random_bits(r) % 100000, bsp_vec(0, 0, 0));
    guint n = (guint)random_int(r, 1, 6), skip = (guint)random_int(r, 0, 3);
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    for (guint i = 0; i < world->brushes->len && brushes->len < n; i++) {
        guint pick = (i + skip) % world->brushes->len;
        BspBrush *brush = scene_moved(bsp_solid_brush(world, pick), bsp_vec(0, 0, 0));
        if (brush)
            g_ptr_array_add(brushes, brush);
    }
    return bsp_solid_new(brushes);
}

/* A random offset of b. Some offsets are on the worlds' grid, some make the bounds touch, and
 * some align the centres. */
static BspVec random_offset(Random *r, const BspSolid *a, const BspSolid *b)
{
    BspVec offset = { { random_real(r, -90, 90), random_real(r, -90, 90),
                        random_real(r, -90, 90) } };
    if (random_int(r, 0, 2) == 0)
        return offset;
    if (random_int(r, 0, 1)) /* to the grid that some worlds are on */
        for (int i = 0; i < 3; i++)
            offset.v[i] = round(offset.v[i] / 8) * 8;
    int axis = random_int(r, 0, 2);
    if (random_int(r, 0, 1))
        offset.v[axis] = a->bounds.maxs.v[axis] - b->bounds.mins.v[axis]; /* touching at most */
    if (random_int(r, 0, 5) == 0)
        offset = bsp_vec_sub(bsp_bounds_centre(&a->bounds), bsp_bounds_centre(&b->bounds));
    return offset;
}

static gboolean count_pair(guint a, guint b, gpointer user_data)
{
    (void)a, (void)b;
    ++*(guint *)user_data;
    return TRUE;
}

Test(merge, two_trees_overlap_as_their_brushes_do)
{
    Random r = random_seeded(10000);
    guint n = SHORT ? 1000 : 10000, n_overlap = 0, n_apart = 0;
    for (guint i = 0; i < n; i++) {
        g_autoptr(BspSolid) a = small_solid(&r, i % SCENE_KINDS);
        g_autoptr(BspSolid) b = small_solid(&r, i / SCENE_KINDS % SCENE_KINDS);
        g_autoptr(ShiftTree) tree_a =
            build_shift(a, i % 3 ? SHIFT_BEVEL_NONE : SHIFT_BEVEL_BOX, TRUE);
        g_autoptr(ShiftTree) tree_b =
            build_shift(b, i % 5 ? SHIFT_BEVEL_NONE : SHIFT_BEVEL_EDGES, TRUE);
        BspVec offset = random_offset(&r, a, b), back = bsp_vec_neg(offset);
        double thick = solids_overlap(a, b, offset);
        guint called = 0;
        guint pairs = shift_trees_merge(tree_a, tree_b, offset, &b->bounds, count_pair, &called);
        cr_assert_eq(pairs, called);
        guint others = shift_trees_merge(tree_b, tree_a, back, &a->bounds, NULL, NULL);
        cr_assert_eq(pairs > 0, others > 0, "pair %u: %g units overlap", i, thick);
        cr_assert(thick <= BSP_BRACKET || pairs > 0, "pair %u: %g units overlap", i, thick);
        cr_assert(thick > 0 || pairs == 0, "pair %u: %u cells", i, pairs);
        n_overlap += thick > BSP_BRACKET;
        n_apart += thick == 0;
    }
    cr_expect(n_overlap > n / 10 && n_apart > n / 10 && n_overlap + n_apart > n - n / 100,
              "%u overlap, %u do not", n_overlap, n_apart);
}

/* A brush inside of another, with no face near. All of it is in one cell of the other. */
Test(merge, a_solid_contained_in_another)
{
    BspBrush *outer = scene_box(-64, -64, -64, 64, 64, 64), *inner = scene_box(-4, -4, -4, 4, 4, 4);
    g_autoptr(BspSolid) a = scene_solid(&outer, 1), b = scene_solid(&inner, 1);
    g_autoptr(ShiftTree) tree_a = build_shift(a, SHIFT_BEVEL_NONE, TRUE),
                         tree_b = build_shift(b, SHIFT_BEVEL_NONE, TRUE);
    BspVec none = bsp_vec(0, 0, 0);
    cr_assert_eq(shift_trees_merge(tree_a, tree_b, none, &b->bounds, NULL, NULL), 1);
    cr_assert_eq(shift_trees_merge(tree_b, tree_a, none, &a->bounds, NULL, NULL), 1);
    cr_assert_eq(shift_trees_merge(tree_a, tree_a, none, &a->bounds, NULL, NULL), 1);
    BspVec touching = bsp_vec(68, 0, 0), apart = bsp_vec(68.001, 0, 0), in = bsp_vec(67.999, 0, 0);
    cr_assert_eq(shift_trees_merge(tree_a, tree_b, touching, &b->bounds, NULL, NULL), 0);
    cr_assert_eq(shift_trees_merge(tree_a, tree_b, apart, &b->bounds, NULL, NULL), 0);
    cr_assert_eq(shift_trees_merge(tree_a, tree_b, in, &b->bounds, NULL, NULL), 1);
}
