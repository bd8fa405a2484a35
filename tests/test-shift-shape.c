/* test-shift-shape: shapes that are prepared for a shift tree give the same answers as without
 * preparation. */
#include <criterion/criterion.h>
#include <string.h>

#include "bsp-hull.h"
#include "build-shift.h"
#include "random.h"
#include "scenes.h"
#include "shift-tree.h"
#include "shift/shift-private.h"

static gboolean same_vec(BspVec a, BspVec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Compares the answers for the shape with those for the prepared shape. */
static void check_prepared(const ShiftTree *tree, const BspShape *shape, const ShiftShape *prepared,
                           gboolean exact, BspVec from, BspVec to)
{
    BspCounters c_plain = { 0 }, c_prepared = { 0 };
    BspTransition a = exact ? shift_tree_hit_check_exact(tree, shape, 0, from, to, &c_plain)
                            : shift_tree_hit_check(tree, shape, 0, from, to, &c_plain);
    BspTransition b = exact ? shift_shape_hit_check_exact(prepared, from, to, &c_prepared)
                            : shift_shape_hit_check(prepared, from, to, &c_prepared);
    cr_assert(a.type == b.type && a.t == b.t && same_vec(a.point, b.point) &&
                  same_vec(a.plane.normal, b.plane.normal) && a.plane.dist == b.plane.dist,
              "%s%s: %s at %.17g, prepared %s at %.17g", bsp_shape_kind_name(shape->kind),
              exact ? ", exact" : "", bsp_transition_class_name(a.type), a.t,
              bsp_transition_class_name(b.type), b.t);
    cr_assert(memcmp(&c_plain, &c_prepared, sizeof c_plain) == 0, "the same way to the answer");
}

Test(shift_shape, prepared_shapes_answer_bit_for_bit)
{
    Random r = random_seeded(77);
    guint n_moves = 0, n_hits = 0;
    for (guint round = 0; round < 3 * SCENE_KINDS; round++) {
        g_autoptr(BspSolid) solid = scene_nth(round, 700 + round);
        g_autoptr(ShiftTree) tree = build_shift(solid, EDGES_SPIKES_TOPS | SHIFT_BEVEL_BOX, TRUE);
        for (guint i = 0; i < 12; i++) {
            g_autoptr(BspHull) hull = NULL;
            BspShape shape = scene_random_shape(&r, &hull);
            if (i == 0) /* none of its planes needs a table */
                shape = bsp_shape_box(bsp_vec(-8, -8, 0), bsp_vec(8, 8, 0));
            g_autoptr(ShiftShape) prepared = shift_shape_new(tree, &shape, 0);
            for (guint k = 0; k < 50; k++) {
                BspVec from, to;
                scene_move(&r, solid, &shape, &from, &to);
                if (k % 5 == 0) /* often start inside of solid */
                    from = random_point(&r, &solid->bounds);
                check_prepared(tree, &shape, prepared, FALSE, from, to);
                check_prepared(tree, &shape, prepared, TRUE, from, to);
                n_moves++;
                n_hits += shift_shape_hit_check(prepared, from, to, NULL).type != BSP_EMPTY;
            }
        }
    }
    cr_assert_gt(n_hits, n_moves / 10);
    cr_assert_lt(n_hits, n_moves);
}

Test(shift_shape, prepared_bytes_are_one_band_for_each_normal)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_PRISMS, 9, bsp_vec(0, 0, 0));
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_BOX, FALSE);
    BspShape ball = bsp_shape_sphere(12),
             plate = bsp_shape_box(bsp_vec(-8, -8, 0), bsp_vec(8, 8, 0));
    g_autoptr(ShiftShape) thick = shift_shape_new(tree, &ball, 0);
    g_autoptr(ShiftShape) flat = shift_shape_new(tree, &plate, 0);
    cr_assert_eq(shift_shape_bytes(thick) - shift_shape_bytes(flat),
                 tree->nodes.n_normals * sizeof(ShiftBand), "what is flat has no table");
}
