/* test-skin: tests moves that stop before obstacles, in cases made by hand. test-skin-shapes
 * compares random moves with all brushes one by one. */
#include <criterion/criterion.h>
#include <pthread.h>

#include "bsp-brush-table.h"
#include "bsp-character.h"
#include "bsp-hull.h"
#include "sanitized.h"
#include "scenes.h"
#include "shift-build.h"

#define SKIN 0.125 /* units, the distance that engines keep from planes */

static BspTransition ask(const BspBrushTable *sides, const BspShape *shape, BspVec from, BspVec to,
                         double skin, BspHit *hit)
{
    BspTrace answer;
    if (bsp_brush_table_trace(sides, &(BspMove){ from, to, shape, 0, skin }, &answer) && hit)
        *hit = answer.hit;
    return answer.tr;
}

static const double floor_and_wall[][6] = { { -64, -64, -8, 64, 64, 0 },
                                            { 32, -64, 0, 40, 64, 64 } };

/* The shapes are a box and round shapes. They are 4 units high and 2 or 4 units wide. */
#define N_SHAPES 4

static BspShape shape_at(guint i)
{
    const BspShape shapes[N_SHAPES] = { bsp_shape_box(bsp_vec(-1, -1, -2), bsp_vec(1, 1, 2)),
                                        bsp_shape_sphere(2), bsp_shape_capsule(1, -2, 2),
                                        bsp_shape_cylinder(1, -2, 2) };
    return shapes[i % N_SHAPES];
}

/* Expects that the plane of the answer is the side's own plane, moved out by the distance that was
 * kept. */
static void expect_kept(const BspBrushTable *sides, const BspShape *shape, const BspTrace *answer,
                        double kept)
{
    BspPlane side;
    cr_expect_float_eq(answer->kept, kept, 1e-8);
    cr_assert(bsp_brush_table_side(sides, answer->hit.brush, answer->hit.side, &side));
    cr_expect(side.normal.x == answer->hit.plane.normal.x &&
              side.normal.z == answer->hit.plane.normal.z);
    cr_expect_float_eq(answer->hit.plane.dist - answer->kept - bsp_shape_offset(shape, side.normal),
                       side.dist, 1e-12);
    cr_expect_float_eq(answer->tr.plane.dist, answer->hit.plane.dist, 1e-12);
}

Test(skin, reports_the_distance_kept)
{
    g_autoptr(BspBrushTable) sides = scene_sides(floor_and_wall, 2, 0);
    const BspFrame frame = bsp_frame_at(bsp_vec(100, 0, 0));
    for (guint i = 0; i < N_SHAPES; i++) {
        BspShape shape = shape_at(i);
        BspMove move = { bsp_vec(0, 0, 10), bsp_vec(0, 0, -10), &shape, 0, SKIN };
        BspTrace answers[3];
        bsp_brush_table_trace(sides, &move, &answers[0]);
        bsp_brush_table_trace_beyond(sides, &move, &answers[1]);
        move.from.x = move.to.x = 100;
        bsp_brush_table_trace_in(sides, &frame, &move, &answers[2]);
        for (guint k = 0; k < G_N_ELEMENTS(answers); k++)
            expect_kept(sides, &shape, &answers[k], SKIN);
        const double starts[] = { 0.05, SKIN - 1e-5, SKIN }, kept[] = { 0.05, SKIN, SKIN };
        for (guint k = 0; k < G_N_ELEMENTS(starts); k++) {
            move.from = bsp_vec(0, 0, 2 + starts[k]);
            move.to = bsp_vec(0, 0, 0);
            bsp_brush_table_trace(sides, &move, &answers[0]);
            expect_kept(sides, &shape, &answers[0], kept[k]);
        }
        move.skin = 0;
        bsp_brush_table_trace(sides, &move, &answers[0]);
        expect_kept(sides, &shape, &answers[0], 0);
    }
}

/* --- edges --- */

/* Moves tiny distances, 1e-7 to 1e-2, along edges. A touching shape may be slightly deeper at an
 * edge than at a face. This must not count as a start in solid. */
Test(skin, nothing_sticks_at_edges)
{
    g_autoptr(BspBrushTable) sides = scene_table(scene_one_box(0, 0, 0, 16, 16, 16), 0);
    Random r = random_seeded(2402);
    guint n_contacts = 0;
    for (guint i = 0; i < (SHORT ? 40 : 400); i++) {
        g_autoptr(BspHull) hull = NULL;
        BspShape shape = scene_random_shape(&r, &hull);
        BspMover mover = { .table = sides, .shape = &shape, .skin = i % 2 ? 0 : 1e-6 };
        BspTracer tracer = bsp_mover_tracer(&mover);
        BspVec middle = bsp_vec_sub(bsp_vec(8, 8, 8), bsp_bounds_centre(&shape.bounds));
        BspTrace answer;
        BspVec at = bsp_vec_mad(middle, 200, random_direction(&r));
        bsp_brush_table_trace(sides, &(BspMove){ at, middle, &shape, 0, 1e-3 }, &answer);
        at = answer.tr.point;
        for (guint k = 0; k < 200; k++) {
            BspVec way = bsp_vec_sub(bsp_vec_add(middle, random_point_within(&r, 8)), at);
            double by = pow(10, random_real(&r, -7, -2)), aside = pow(10, random_real(&r, -7, -2));
            BspVec delta = bsp_vec_scale(way, by / bsp_vec_length(way));
            BspSlide slide;
            bsp_slide_move(&tracer, at, bsp_vec_mad(delta, aside, random_direction(&r)), &slide);
            cr_assert_not(slide.stuck, "%s: body %u, slide %u", bsp_shape_kind_name(shape.kind), i,
                          k);
            n_contacts += slide.n_contacts;
            at = slide.point;
        }
    }
    cr_expect_gt(n_contacts, SHORT ? 1000u : 10000u);
}

/* A ball touches the edge of a block just outside of a side. The hit names no side (-1), and moves
 * along the reported plane are free. */
Test(skin, a_hair_beside_a_side_the_plane_lets_along)
{
    g_autoptr(BspBrushTable) sides = scene_table(scene_one_box(0, 0, 0, 16, 16, 16), 0);
    BspHit hit;
    for (double radius = 0.01; radius < 2000; radius *= 10) {
        BspShape ball = bsp_shape_sphere(radius);
        double apart = radius + 0.05, below = 0.5 * sqrt(2 * BSP_TOUCH * apart);
        BspVec at = bsp_vec(16 + sqrt(apart * apart - below * below), 8, -below);
        BspTransition tr = ask(sides, &ball, at, bsp_vec(at.x - 1, 8, at.z), SKIN, &hit);
        cr_assert(tr.type == BSP_EMPTY_TO_SOLID && hit.side == -1);
        BspVec along = bsp_vec(-tr.plane.normal.z, 0, tr.plane.normal.x);
        for (int way = -1; way <= 1; way += 2)
            cr_expect_eq(ask(sides, &ball, at, bsp_vec_mad(at, way, along), SKIN, NULL).type,
                         BSP_EMPTY, "radius %g, %d", radius, way);
    }
}

/* --- the stack --- */

/* Makes walks and long moves of all kinds of shapes. `data` is a BspBrushTable, or NULL to make no
 * queries. */
static void *ask_everywhere(void *data)
{
    const BspBrushTable *table = data;
    Random r = random_seeded(46);
    const BspShape shapes[] = { scene_player(), bsp_shape_sphere(9), bsp_shape_capsule(10, -24, 20),
                                bsp_shape_cylinder(12, -20, 20), bsp_shape_point() };
    for (guint i = 0; table && i < 10000; i++) {
        const BspBounds all = bsp_brush_table_bounds(table);
        BspMove move = { .from = random_point(&r, &all), .shape = &shapes[i % 5] };
        move.to = bsp_vec_mad(move.from, random_real(&r, 0, i % 2 ? 9 : 900), random_direction(&r));
        move.skin = random_flag(&r) ? 0.125 : 0;
        BspTrace answer;
        bsp_brush_table_trace(table, &move, &answer);
    }
    return NULL;
}

/* Returns the bytes of stack that a thread has used. */
static size_t stack_of(BspBrushTable *table)
{
    /* SIZE is more than the queries use. UNUSED is a byte that they are unlikely to write. */
    enum { SIZE = 1 << 20, UNUSED = 0x5a };
    pthread_attr_t attributes;
    pthread_t thread;
    guint8 *stack = aligned_alloc(4096, SIZE);
    size_t unused = 0;
    memset(stack, UNUSED, SIZE);
    pthread_attr_init(&attributes);
    cr_assert_eq(pthread_attr_setstack(&attributes, stack, SIZE), 0);
    cr_assert_eq(pthread_create(&thread, &attributes, ask_everywhere, table), 0);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    while (unused < SIZE && stack[unused] == UNUSED)
        unused++;
    free(stack);
    return SIZE - unused;
}

/* Tests the limit that bsp-brush-table.h names. Sanitizers need more. */
Test(skin, queries_need_little_stack)
{
    Random r = random_seeded(47);
    g_autoptr(BspBrushTable) table = scene_table(scene_grid(&r, 300), 0);
    size_t used = stack_of(table) - stack_of(NULL);
    cr_expect_gt(used, 4096u);
    cr_expect(SANITIZED || used < 40 * 1024, "%zu bytes", used);
}

/* A move along two flush boxes comes no nearer to the second one than it starts, although the
 * second box's edge is ahead. */
Test(skin, a_round_body_passes_a_seam_within_its_skin)
{
    const BspShape shape = bsp_shape_capsule(4, -24, 32);
    BspBrush *brushes[] = { scene_box(-16, -16, -16, 0, 16, 0), scene_box(0, -16, -16, 16, 16, 0) };
    g_autoptr(BspBrushTable) table = scene_table(scene_solid(brushes, 2), 0);
    Random r = random_seeded(66);
    for (guint i = 0; i < 20000; i++) {
        double z = i ? 24 + exp(random_real(&r, log(1e-6), log(0.01))) : 24.000063901547477;
        BspVec from = bsp_vec(random_real(&r, -16, 0), random_real(&r, -16, 16), z);
        BspVec to = bsp_vec(from.x + random_real(&r, 0, 60), from.y + random_real(&r, -60, 60), z);
        if (i == 0) {
            from = bsp_vec(-2.0140885331913871, 6.4540419569565977, z);
            to = bsp_vec(42.557622834953975, -16.453385028568075, z);
        }
        BspMove move = { from, to, &shape, 0, 0.125 };
        BspTrace answer;
        bsp_brush_table_trace(table, &move, &answer);
        cr_assert_eq(answer.tr.type, BSP_EMPTY, "move %u stops at %.17g", i, answer.tr.t);
    }
}

/* A ball over a face of a box, a hair beside a corner, is pressed down within its skin. The query
 * computes its distance to the last bits, so the ball does not sink. */
Test(skin, nothing_sinks_beside_a_corner)
{
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-10, -10, -10, 10, 10, 10), 0);
    g_autoptr(GRand) dice = g_rand_new_with_seed(3);
    BspShape ball = bsp_shape_sphere(8);
    for (guint i = 0; i < 20000; i++) {
        double x = 10 - exp(g_rand_double_range(dice, log(1e-9), log(1e-3)));
        double y = 10 - exp(g_rand_double_range(dice, log(1e-9), log(1e-3)));
        BspVec at = bsp_vec(x, y, 18 + g_rand_double_range(dice, 1e-3, 0.12));
        BspMove move = { at, bsp_vec_add(at, bsp_vec(0, 0, -1)), &ball, 0, 0.125 };
        BspTrace answer;
        bsp_brush_table_trace(table, &move, &answer);
        cr_assert_eq(answer.tr.type, BSP_EMPTY_TO_SOLID);
        cr_assert_float_eq(answer.kept, at.z - 18, 4e-9, "%.17g %.17g: kept %.17g of %.17g", x, y,
                           answer.kept, at.z - 18);
        cr_assert_geq(answer.tr.point.z, at.z - 4e-9);
    }
}
