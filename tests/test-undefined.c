/* test-undefined: tests that invalid moves, moves out of reach and invalid spaces are stopped at
 * once, and that moves within reach are answered. */
#include <criterion/criterion.h>

#include "bsp-brush-table.h"
#include "bsp-hull.h"
#include "bsp-one.h"
#include "build-trees.h"
#include "compile/tree.h"
#include "scenes.h"
#include "shift-tree.h"

static const BspVec here = { { 100, 100, 100 } },
                    there = { { 200, 100, 100 } }; /* both ends of this move are in empty space */

/* --- every query --- */

typedef struct {
    BspBounds bounds; /* bounds of the solid, which is one box */
    OnionTree *onion;
    BspTree *plain;
    ShiftTree *shift;
    BspBrushTable *table;
} World;

/* Builds all trees and the table of the solid, and takes ownership of the solid. The onion's first
 * space is a point. */
static World world_of(BspSolid *solid)
{
    World w = { solid->bounds, build_onion_with(solid, three_spaces, 2, NULL),
                build_tree(solid, NULL), build_shift(solid, 0, TRUE),
                bsp_brush_table_new(solid, 0) };
    bsp_solid_free(solid);
    return w;
}

static void clear_world(World *w)
{
    onion_tree_free(w->onion);
    bsp_tree_free(w->plain);
    shift_tree_free(w->shift);
    bsp_brush_table_free(w->table);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(World, clear_world)

/* The number of queries in ask(). */
#define N_WAYS 11

/* Traces the move by all N_WAYS queries. The first three trace a point. */
static void ask(const World *w, const BspShape *shape, BspVec from, BspVec to,
                BspTransition answers[N_WAYS])
{
    g_autoptr(ShiftShape) ready = shift_shape_new(w->shift, shape);
    BspMove move = { from, to, shape, 0, 0 }, skinned = { from, to, shape, 0, 0.125 };
    BspTrace swept[4];
    bsp_brush_table_trace(w->table, &move, &swept[0]);
    bsp_brush_table_trace(w->table, &skinned, &swept[1]);
    bsp_brush_table_trace_beyond(w->table, &move, &swept[2]);
    bsp_box_trace(&w->bounds, NULL, &move, &swept[3]);
    answers[0] = onion_tree_first_transition(w->onion, 0, from, to, NULL);
    answers[1] = onion_tree_first_transition_retry(w->onion, 0, from, to, 200, NULL);
    answers[2] = bsp_tree_first_transition(w->plain, from, to, NULL);
    answers[3] = shift_tree_hit_check(w->shift, shape, from, to, NULL);
    answers[4] = shift_tree_hit_check_exact(w->shift, w->table, shape, from, to, NULL);
    answers[5] = shift_shape_hit_check(ready, from, to, NULL);
    answers[6] = shift_shape_hit_check_exact(ready, w->table, from, to, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(swept); i++)
        answers[7 + i] = swept[i].tr;
}

static gboolean is_stopped(const BspTransition *tr, BspVec from)
{
    return tr->type == BSP_SOLID && tr->t == 0 && memcmp(&tr->point, &from, sizeof from) == 0;
}

static void expect_stopped(const World *w, const BspShape *shape, BspVec from, BspVec to)
{
    BspTransition answers[N_WAYS];
    BspVec zero = bsp_vec(0, 0, 0);
    BspTrace other;
    ask(w, shape, from, to, answers);
    for (guint i = 0; i < N_WAYS; i++)
        cr_expect(is_stopped(&answers[i], from), "%s, way %u: %g %g %g to %g %g %g",
                  bsp_shape_kind_name(shape->kind), i, from.x, from.y, from.z, to.x, to.y, to.z);
    if (bsp_shape_trace(shape, zero, zero, &(BspMove){ from, to, shape, 0, 0 }, &other))
        cr_expect(is_stopped(&other.tr, from));
}

/* --- moves that are stopped --- */

/* In each move, one coordinate of one end is out of reach, infinite or NaN. */
Test(undefined, moves_that_make_no_sense_are_in_solid)
{
    static const double strange[] = { (double)NAN, HUGE_VAL, -HUGE_VAL, 8.6e9, -1e300 };
    Random r = random_seeded(86);
    g_autoptr(BspHull) hull = scene_random_hull(&r);
    const BspShape shapes[] = {
        bsp_shape_point(),           bsp_shape_box(bsp_vec(-1, -1, -1), here),
        bsp_shape_sphere(2),         bsp_shape_box(bsp_vec(-1, -1, 0), bsp_vec(1, 1, 0)),
        bsp_shape_capsule(2, -3, 3), bsp_shape_cylinder(2, -3, 3),
        bsp_shape_hull(hull),        bsp_shape_cylinder(2, 0, 0)
    };
    g_auto(World) w = world_of(scene_one_box(-8, -8, -8, 8, 8, 8));
    for (guint k = 0; k < G_N_ELEMENTS(shapes); k++) {
        for (guint i = 0; i < 6 * G_N_ELEMENTS(strange); i++) {
            BspVec ends[2] = { here, there };
            ends[i % 2].v[i / 2 % 3] = strange[i / 6];
            expect_stopped(&w, &shapes[k], ends[0], ends[1]);
        }
        expect_stopped(&w, &shapes[k], bsp_vec(-1.5e308, 0, 0), bsp_vec(1.5e308, 0, 0));
        expect_stopped(&w, &shapes[k], bsp_vec(8.5, 0, 0), bsp_vec(-1e15, 0, 0));
        for (double far = 8.6e9; far < 1e300;
             far *= 7) { /* the move goes through the middle of the box */
            BspVec way = bsp_vec_scale(random_direction(&r), far);
            expect_stopped(&w, &shapes[k], way, bsp_vec_neg(way));
        }
    }
}

Test(undefined, bad_points_spaces_and_shapes_are_in_solid)
{
    static const guint missing[] = { 2, 63, 64, 65, G_MAXINT, G_MAXUINT };
    Random r = random_seeded(2401);
    g_autoptr(BspHull) hull = scene_random_hull(&r);
    /* The last shapes have a minimum above its maximum. */
    BspShape none[] = { bsp_shape_sphere((double)NAN),
                        bsp_shape_sphere(HUGE_VAL),
                        bsp_shape_box(bsp_vec(-1, -1, -1), bsp_vec(1, 1, (double)NAN)),
                        bsp_shape_hull(hull),
                        bsp_shape_hull(hull),
                        bsp_shape_box(bsp_vec(1, -1, -1), bsp_vec(-1, 1, 1)),
                        bsp_shape_box(bsp_vec(-1, 1, -1), bsp_vec(1, -1, 1)),
                        bsp_shape_box(bsp_vec(-1, -1, 1e-9), bsp_vec(1, 1, 0)),
                        bsp_shape_sphere(-1),
                        bsp_shape_cylinder(2, 3, -3),
                        bsp_shape_cylinder(-2, -3, 3),
                        bsp_shape_capsule(2, 5, -5) };
    none[3].radius = (double)
        NAN; /* no bounds of this shape depend on the radius, so the brush table checks it */
    none[4].radius = HUGE_VAL;
    g_auto(World) w = world_of(scene_one_box(-8, -8, -8, 8, 8, 8));
    const BspVec nowhere = bsp_vec(0, 0, -HUGE_VAL);
    cr_expect_eq(bsp_tree_first_transition(w.plain, nowhere, nowhere, NULL).type, BSP_SOLID);
    cr_expect(onion_tree_point_is_solid(w.onion, 0, bsp_vec(0, (double)NAN, 0)));
    cr_expect(onion_tree_point_is_solid(w.onion, 0, bsp_vec(HUGE_VAL, 0, 0)));
    cr_expect_not(onion_tree_point_is_solid(w.onion, 0, here));
    cr_expect(shift_tree_point_is_solid(w.shift, bsp_vec((double)NAN, 0, 0)));
    for (guint i = 0; i < G_N_ELEMENTS(missing); i++) {
        BspTransition tr = onion_tree_first_transition(w.onion, missing[i], here, there, NULL);
        cr_expect(is_stopped(&tr, here), "space %u", missing[i]);
        cr_expect(onion_tree_point_is_solid(w.onion, missing[i], here));
    }
    for (guint i = 0; i < G_N_ELEMENTS(none); i++) {
        BspTransition answers[N_WAYS];
        ask(&w, &none[i], here, there, answers);
        guint first = none[i].hull ? 7 : 3, end = none[i].hull ? 10 : N_WAYS;
        for (guint k = first; k < end; k++)
            cr_expect(is_stopped(&answers[k], here), "shape %u, way %u", i, k);
        const BspTurn turn = { { 1, 0, 0, 0 }, { { 0, 0, 1 } }, 30, { { 0, 0, 0 } } };
        BspMove move = { here, there, &none[i], 0, 0 };
        BspTrace turned;
        bsp_brush_table_trace_turning(w.table, &move, &turn, &turned);
        cr_expect(none[i].hull || is_stopped(&turned.tr, here), "shape %u turns", i);
    }
}

/* --- as far as moves reach --- */

/* A point makes a move almost as long as BSP_REACH, through the middle of a plate 0.001 unit thick,
 * oblique to all its sides. It does not pass through, and is stopped at the right point. */
Test(undefined, the_longest_moves_are_stopped)
{
    const BspShape point = bsp_shape_point();
    const double length = 0.99 * BSP_REACH;
    Random r = random_seeded(1);
    for (guint i = 0; i < 300; i++) {
        g_auto(World) w = world_of(scene_one_box(0, -100, -100, 0.001, 100, 100));
        BspVec way = bsp_vec_unit(
            bsp_vec(random_real(&r, 0.2, 1), random_real(&r, -1, 1), random_real(&r, -1, 1)));
        double t = random_real(&r, 0.3, 0.7);
        BspTransition answers[N_WAYS];
        ask(&w, &point, bsp_vec_scale(way, -t * length), bsp_vec_scale(way, (1 - t) * length),
            answers);
        for (guint k = 0; k < N_WAYS; k++) {
            double off = bsp_vec_length(answers[k].point), most = k == 8 ? 1 : 1e-5; /* query 8 has
                                                                                        a skin */
            cr_expect(answers[k].type == BSP_EMPTY_TO_SOLID && off < most, "way %u: %g away", k,
                      off);
        }
        cr_expect_float_eq(answers[4].t, t, 1e-15);
    }
}
