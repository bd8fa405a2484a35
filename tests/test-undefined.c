/* test-undefined: invalid moves, moves out of reach and invalid spaces are stopped at once.
 * Moves within reach are answered. */
#include <criterion/criterion.h>

#include "bsp-brush-table.h"
#include "bsp-hull.h"
#include "bsp-one.h"
#include "build-onion.h"
#include "compile/tree.h"
#include "onion-build.h"
#include "scenes.h"
#include "shift-build.h"
#include "shift-tree.h"

static const BspVec here = { { 100, 100, 100 } },
                    there = { { 200, 100, 100 } }; /* both ends of this move are in empty space */

static gboolean is_stopped(const BspTransition *tr, BspVec from)
{
    return tr->type == BSP_SOLID && tr->t == 0 && memcmp(&tr->point, &from, sizeof from) == 0;
}

#define N_STRANGE (5 * 3 * 2 + 2)

/* Moves with one coordinate of an end out of reach, infinite or NaN. Returns their number. */
static guint strange_moves(BspMove *moves)
{
    static const double strange[] = { (double)NAN, HUGE_VAL, -HUGE_VAL, 8.6e9, -1e300 };
    guint n = 0;
    for (guint i = 0; i < G_N_ELEMENTS(strange); i++)
        for (guint axis = 0; axis < 3; axis++)
            for (guint end = 0; end < 2; end++, n++) {
                moves[n] = (BspMove){ .from = here, .to = there };
                BspVec *p = end ? &moves[n].to : &moves[n].from;
                p->v[axis] = strange[i];
            }
    moves[n++] = (BspMove){ .from = bsp_vec(-1.5e308, 0, 0), .to = bsp_vec(1.5e308, 0, 0) };
    moves[n++] = (BspMove){
        .from = bsp_vec(8.5, 0, 0), .to = bsp_vec(-1e15, 0, 0)
    }; /* only the end is out of reach, and the move enters the box */
    return n;
}

static OnionTree *two_spaces(void)
{
    const OnionSpace spaces[] = { { "small", { bsp_vec(-1, -1, -1), bsp_vec(1, 1, 1) }, 0 },
                                  { "large", { bsp_vec(-2, -2, -2), bsp_vec(2, 2, 2) }, 0 } };
    g_autoptr(BspSolid) solid = scene_one_box(-8, -8, -8, 8, 8, 8);
    return build_onion_with(solid, spaces, 2, NULL);
}

Test(undefined, onion)
{
    g_autoptr(OnionTree) tree = two_spaces();
    g_autoptr(BspSolid) solid = scene_one_box(-8, -8, -8, 8, 8, 8);
    BspBuildOptions options = { 0 };
    g_autoptr(BspTree) plain = bsp_tree_new(solid, &options, NULL);
    BspMove moves[N_STRANGE];
    guint n = strange_moves(moves);
    for (guint i = 0; i < n; i++) {
        BspVec from = moves[i].from, to = moves[i].to;
        BspTransition tr = onion_tree_first_transition(tree, 0, from, to, NULL);
        cr_expect(is_stopped(&tr, from), "move %u", i);
        tr = onion_tree_first_transition_retry(tree, 0, from, to, 200, NULL);
        cr_expect(is_stopped(&tr, from), "retry, move %u", i);
        tr = bsp_tree_first_transition(plain, from, to, NULL);
        cr_expect(is_stopped(&tr, from), "plain tree, move %u", i);
    }
    cr_expect(bsp_tree_point_is_solid(plain, bsp_vec(0, 0, -HUGE_VAL)));
    cr_expect(onion_tree_point_is_solid(tree, 0, bsp_vec(0, (double)NAN, 0)));
    cr_expect(onion_tree_point_is_solid(tree, 0, bsp_vec(HUGE_VAL, 0, 0)));
    cr_expect_not(onion_tree_point_is_solid(tree, 0, here));
}

Test(undefined, spaces_that_are_not_there)
{
    g_autoptr(OnionTree) tree = two_spaces();
    static const guint missing[] = { 2, 63, 64, 65, G_MAXINT, G_MAXUINT };
    for (guint i = 0; i < G_N_ELEMENTS(missing); i++) {
        BspTransition tr = onion_tree_first_transition(tree, missing[i], here, there, NULL);
        cr_expect(is_stopped(&tr, here), "space %u", missing[i]);
        cr_expect(onion_tree_point_is_solid(tree, missing[i], here));
    }
}

/* --- as far as moves reach --- */

/* A move of almost BSP_REACH through the middle of a plate 0.001 thick, oblique to all its
 * sides. *t is the time at which it meets the plate. */
static BspMove long_move(Random *r, BspSolid **plate, double *t)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    BspVec way =
        bsp_vec_unit(bsp_vec(random_real(r, 0.2, 1), random_real(r, -1, 1), random_real(r, -1, 1)));
    double before = random_real(r, 0.3, 0.7) * 0.99 * BSP_REACH;
    BspMove move = { .from = bsp_vec_scale(way, -before),
                     .to = bsp_vec_scale(way, 0.99 * BSP_REACH - before) };
    g_ptr_array_add(brushes, scene_box(0, -100, -100, 0.001, 100, 100));
    *plate = bsp_solid_new(brushes);
    *t = before / (0.99 * BSP_REACH);
    return move;
}

static void expect_hit(const BspTransition *tr, const char *who)
{
    cr_expect_eq(tr->type, BSP_EMPTY_TO_SOLID, "%s", who);
    cr_expect(bsp_vec_length(tr->point) < 1e-5, "%s: %g away", who, bsp_vec_length(tr->point));
}

/* No move passes through the plate, and hits are at the right place. */
Test(undefined, the_longest_moves)
{
    const OnionSpace space = { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 };
    ShiftOptions options = { 0 };
    options.exact_cells = TRUE;
    const BspShape point = bsp_shape_point();
    for (guint seed = 0; seed < 300; seed++) {
        Random r = random_seeded(seed);
        double t;
        BspSolid *plate;
        BspMove move = long_move(&r, &plate, &t);
        g_autoptr(OnionTree) onion = onion_tree_build(plate, &space, 1, NULL, NULL);
        g_autoptr(ShiftTree) shift = shift_tree_build(plate, &options, NULL);
        g_autoptr(BspBrushTable) table = bsp_brush_table_new(plate, BSP_TABLE_ALL_SHAPES);
        BspTransition tr = onion_tree_first_transition(onion, 0, move.from, move.to, NULL);
        expect_hit(&tr, "onion");
        tr = shift_tree_hit_check(shift, &point, move.from, move.to, NULL);
        expect_hit(&tr, "shift");
        tr = shift_tree_hit_check_exact(shift, table, &point, move.from, move.to, NULL);
        expect_hit(&tr, "shift, exactly");
        cr_expect_float_eq(tr.t, t, 1e-15);
        bsp_solid_free(plate);
    }
}

Test(undefined, shift)
{
    g_autoptr(BspSolid) solid = scene_one_box(-8, -8, -8, 8, 8, 8);
    ShiftOptions options = { 0 };
    options.exact_cells = TRUE;
    g_autoptr(ShiftTree) shift = shift_tree_build(solid, &options, NULL);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
    const BspShape shapes[] = { bsp_shape_point(), bsp_shape_sphere(3),
                                bsp_shape_cylinder(2, -1, 1), bsp_shape_cylinder(2, 0, 0),
                                bsp_shape_box(bsp_vec(-1, -1, 0), bsp_vec(1, 1, 0)) };
    BspMove moves[N_STRANGE];
    guint n = strange_moves(moves);
    for (guint k = 0; k < G_N_ELEMENTS(shapes); k++) {
        g_autoptr(ShiftShape) ready = shift_shape_new(shift, &shapes[k]);
        for (guint i = 0; i < n; i++) {
            BspVec from = moves[i].from, to = moves[i].to;
            const BspTransition answers[] = {
                shift_tree_hit_check(shift, &shapes[k], from, to, NULL),
                shift_tree_hit_check_exact(shift, table, &shapes[k], from, to, NULL),
                shift_shape_hit_check(ready, from, to, NULL),
                shift_shape_hit_check_exact(ready, table, from, to, NULL),
            };
            for (guint a = 0; a < G_N_ELEMENTS(answers); a++)
                cr_expect(is_stopped(&answers[a], from), "shape %u, move %u, way %u", k, i, a);
        }
    }
    cr_expect(shift_tree_point_is_solid(shift, bsp_vec((double)NAN, 0, 0)));
    const BspShape none[] = { bsp_shape_sphere((double)NAN), bsp_shape_sphere(HUGE_VAL),
                              bsp_shape_box(bsp_vec(-1, -1, -1), bsp_vec(1, 1, (double)NAN)) };
    for (guint k = 0; k < G_N_ELEMENTS(none); k++) {
        BspTransition tr = shift_tree_hit_check(shift, &none[k], here, there, NULL);
        cr_expect(is_stopped(&tr, here), "shape %u that is none", k);
        tr = shift_tree_hit_check_exact(shift, table, &none[k], here, there, NULL);
        cr_expect(is_stopped(&tr, here), "shape %u that is none, exactly", k);
    }
}

/* Checks that each function that traces against brushes stops the move at once. */
static void check_swept(const BspBrushTable *sides, const BspShape *shape, const BspMove *move)
{
    BspBounds box = { bsp_vec(-8, -8, -8), bsp_vec(8, 8, 8) };
    BspVec zero = bsp_vec(0, 0, 0);
    BspTrace answer;
    BspMove same = { move->from, move->to, shape, 0, 0 };
    for (; same.skin < 0.2; same.skin += 0.125) {
        bsp_brush_table_trace(sides, &same, &answer);
        cr_assert(is_stopped(&answer.tr, move->from));
    }
    bsp_brush_table_trace_beyond(sides, &same, &answer);
    cr_assert(is_stopped(&answer.tr, move->from) && answer.free_at == 2);
    bsp_box_trace(&box, NULL, &same, &answer);
    cr_assert(is_stopped(&answer.tr, move->from));
    if (bsp_shape_trace(shape, zero, zero, &same, &answer))
        cr_assert(is_stopped(&answer.tr, move->from));
}

Test(undefined, swept)
{
    g_autoptr(BspSolid) solid = scene_one_box(-8, -8, -8, 8, 8, 8);
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
    Random r = random_seeded(86);
    g_autoptr(BspHull) hull = scene_random_hull(&r);
    const BspShape shapes[] = { bsp_shape_point(),
                                bsp_shape_box(bsp_vec(-1, -1, -1), here),
                                bsp_shape_sphere(2),
                                bsp_shape_capsule(2, -3, 3),
                                bsp_shape_cylinder(2, -3, 3),
                                bsp_shape_hull(hull) };
    BspMove moves[N_STRANGE];
    guint n = strange_moves(moves);
    for (guint i = 0; i < G_N_ELEMENTS(shapes); i++) {
        for (guint k = 0; k < n; k++)
            check_swept(sides, &shapes[i], &moves[k]);
        for (double far = 8.6e9; far < 1e300; far *= 7) { /* through the middle of the box */
            BspVec way = bsp_vec_scale(random_direction(&r), far);
            check_swept(sides, &shapes[i], &(BspMove){ .from = way, .to = bsp_vec_neg(way) });
        }
    }
}
