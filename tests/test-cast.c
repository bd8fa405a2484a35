/* test-cast: tests casts of a convex shape against a convex body, in general and of round shapes in
 * closed form, by the oracle.
 *
 * Each answer is checked in ways that share no code with the cast. By their vertices, the normal
 * separates body and shape at t, and the shape moves against the normal, so there was no contact
 * before t. The oracle's closed forms bracket t. */
#include <criterion/criterion.h>

#include "body/meet.h"
#include "bsp-hull.h"
#include "compile/bodies.h"
#include "oracle/sum.h"
#include "sanitized.h"
#include "scenes.h"
#include "shape/advance.h"

/* Units. The accuracy of a contact with a face of an eroded body. It allows for BSP_TOUCH on both
 * sides, and for rounding. */
#define CLOSE (4 * BSP_TOUCH)

/* --- one cast --- */

typedef struct {
    const BspCell *cell;
    GArray *vertices;
    CompareSum *sum, *grown, *shrunk;
    BspCastBody body;
} Target;

static Target target_of(const BspBrush *brush, const BspShape *shape)
{
    Target t = { .cell = brush->cell,
                 .vertices = g_array_new(FALSE, FALSE, sizeof(BspVec)),
                 .sum = compare_sum_new(brush, shape, 0),
                 .grown = compare_sum_new(brush, shape, BSP_BRACKET),
                 .shrunk = compare_sum_new(brush, shape, -BSP_BRACKET) };
    BspCastPlace place = bsp_cast_add_body(t.vertices, brush->cell);
    t.body = bsp_cast_body((const BspVec *)(gpointer)t.vertices->data, &place);
    return t;
}

static void target_clear(Target *t)
{
    g_array_unref(t->vertices);
    compare_sum_free(t->sum);
    compare_sum_free(t->grown);
    compare_sum_free(t->shrunk);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Target, target_clear)

/* Units. `deepest` is the maximum overlap of shape and body along the normal of a hit during the
 * move, and `at_start` is the maximum overlap of a hit at t = 0. `apart` is the maximum gap. */
typedef struct {
    double deepest, at_start, apart;
} Limits;

/* Checks that the normal has unit length, points against the move, and has the body behind it. */
static void check_normal(const Target *target, const BspShape *shape, BspVec from, BspVec delta,
                         const BspMeeting *hit, const Limits *limits, const char *what)
{
    BspVec at = bsp_vec_mad(from, hit->t, delta);
    double between = bsp_vec_dot(hit->normal, at) - bsp_shape_offset(shape, hit->normal) -
                     bsp_cell_support(target->cell, hit->normal);
    cr_assert_float_eq(bsp_vec_length(hit->normal), 1, 1e-9, "%s", what);
    cr_assert_leq(bsp_vec_dot(hit->normal, delta), 1e-12 * bsp_vec_length(delta),
                  "it moves away\n%s", what);
    cr_assert_geq(between, hit->t > 0 ? -limits->deepest : -limits->at_start, "%g deep\n%s",
                  between, what);
    cr_assert_leq(between, limits->apart, "%g apart\n%s", between, what);
}

/* The oracle's answer for a move. */
typedef struct {
    gboolean lo, hi; /* whether the move hits the grown body and the shrunk body */
    double t_lo, t_hi;
} Bracket;

static Bracket bracket_of(const Target *target, BspVec from, BspVec delta)
{
    Bracket b = { .t_lo = 2, .t_hi = 2 };
    b.lo = compare_sum_enter(target->grown, from, delta, &b.t_lo, NULL);
    b.hi = compare_sum_enter(target->shrunk, from, delta, &b.t_hi, NULL);
    return b;
}

static gboolean is_within(const Bracket *b, gboolean found, const BspMeeting *hit)
{
    return found ? b->lo && hit->t >= b->t_lo && (!b->hi || hit->t <= b->t_hi) : !b->hi;
}

/* Checks that the oracle finds the same contact as the cast, and that the body is behind the
 * oracle's normal. */
static void check_sum(const Target *target, const BspShape *shape, BspVec from, BspVec delta,
                      const BspMeeting *hit, const char *what)
{
    double t;
    BspVec normal;
    if (!compare_sum_enter(target->sum, from, delta, &t, &normal))
        return; /* because within the bracket a cast may hit or miss */
    cr_assert_leq(fabs(hit->t - t) * fabs(bsp_vec_dot(hit->normal, delta)), CLOSE,
                  "%.17g, not %.17g\n%s", t, hit->t, what);
    double offset = bsp_shape_offset(shape, normal);
    double at = bsp_vec_dot(normal, bsp_vec_mad(from, t, delta));
    cr_assert(t > 0 ? bsp_vec_dot(normal, delta) < 0 : bsp_vec_length(normal) == 0, "%s", what);
    if (t * bsp_vec_length(delta) >
        1e-3) /* otherwise it starts touching, where rounding decides the piece */
        cr_assert_lt(bsp_cell_support(target->cell, normal) - at + offset, 1e-5, "%s", what);
}

typedef struct {
    guint n, n_hits, n_overlaps, n_misses;
} CastTally;

/* Checks a cast against the only brush of the solid. */
static void check(const BspSolid *solid, const BspShape *shape, BspVec from, BspVec to,
                  CastTally *tally)
{
    const Limits limits = { BSP_TOUCH, 1e-5, CLOSE };
    BspVec delta = bsp_vec_sub(to, from);
    g_autofree char *what = scene_describe(solid, shape, from, to);
    g_auto(Target) target = target_of(bsp_solid_brush(solid, 0), shape);
    BspMeeting hit = { .t = 2 };
    BspMotion motion;
    bsp_motion_init_straight(&motion, shape, from, delta);
    gboolean found = bsp_cast(&target.body, &motion, 0, 0, 1, &hit);
    tally->n++;
    *(!found ? &tally->n_misses : hit.inside ? &tally->n_overlaps : &tally->n_hits) += 1;
    if (!found)
        hit = (BspMeeting){ .t = 2 };
    else
        cr_assert(hit.t >= 0 && hit.t <= (hit.inside ? 0 : 1), "t is %.17g\n%s", hit.t, what);
    if (found && !hit.inside) {
        check_normal(&target, shape, from, delta, &hit, &limits, what);
        check_sum(&target, shape, from, delta, &hit, what);
    }
    Bracket bracket = bracket_of(&target, from, delta);
    cr_assert(is_within(&bracket, found, &hit),
              "%s at %.17g, not from %.17g to %.17g (2: never)\n%s", found ? "a hit" : "a miss",
              hit.t, bracket.t_lo, bracket.t_hi, what);
}

static void say(const char *what, const CastTally *tally)
{
    g_printerr("%s: %u casts, %u hit, %u start overlapping, %u miss\n", what, tally->n,
               tally->n_hits, tally->n_overlaps, tally->n_misses);
    cr_assert_gt(tally->n_hits, tally->n / 20);
    cr_assert_gt(tally->n_misses, tally->n / 20);
}

/* --- random cases --- */

/* Returns a solid of only this brush. The caller keeps the brush. */
static BspSolid *solid_of(BspBrush *brush)
{
    GPtrArray *brushes = g_ptr_array_new();
    g_ptr_array_add(brushes, brush);
    return bsp_solid_new(brushes);
}

static void check_world(SceneKind kind, guint64 seed, BspVec offset, guint n, CastTally *tally)
{
    Random r = random_seeded(50000 + 100 * kind + seed);
    g_autoptr(BspSolid) world = scene_new(kind, 500 + seed, offset);
    for (guint b = 0; b < world->brushes->len; b++) {
        g_autoptr(BspSolid) solid = solid_of(world->brushes->pdata[b]);
        for (guint i = 0; i < n; i++) {
            g_autoptr(BspHull) hull = NULL;
            BspShape shape = scene_random_shape(&r, &hull);
            BspVec from, to;
            scene_move(&r, solid, &shape, &from, &to);
            check(solid, &shape, from, to, tally);
        }
    }
}

Test(cast, random_bodies_and_shapes_agree_with_the_oracle)
{
    CastTally tally = { 0 };
    for (SceneKind kind = 0; kind < SCENE_KINDS; kind++)
        for (guint64 seed = 0; seed < (SHORT ? 1 : 6); seed++)
            check_world(kind, seed, bsp_vec(0, 0, 0), 40, &tally);
    say("random", &tally);
    cr_assert_gt(tally.n_overlaps, tally.n / 50);
}

Test(cast, far_from_the_origin_it_agrees_with_the_oracle)
{
    CastTally tally = { 0 };
    for (SceneKind kind = 0; kind < SCENE_KINDS; kind++)
        check_world(kind, 3, bsp_vec(1048576, -1048576, 1048576), SHORT ? 10 : 40, &tally);
    say("far", &tally);
}

/* A ball is in a corner by less than BSP_TOUCH, so it only touches, and moves in. The hit is at the
 * start, with the normal at that point. */
Test(cast, balls_that_start_touching_hit_at_the_start)
{
    const Limits limits = { 0, 2 * BSP_TOUCH, CLOSE };
    Random r = random_seeded(13);
    guint n = 0;
    for (guint i = 0; i < 4000; i++) {
        BspVec corners[4];
        for (guint k = 0; k < 4; k++)
            corners[k] = bsp_vec_scale(random_direction(&r), 30);
        g_autoptr(BspBrush) brush = bsp_brush_new_points(corners, 4, NULL);
        if (!brush)
            continue;
        BspShape ball = bsp_shape_sphere(random_real(&r, 1, 20));
        BspVec out = bsp_vec_unit(bsp_vec_sub(corners[0], bsp_cell_interior_point(brush->cell)));
        double deep = random_real(&r, 0.3, 0.99) * BSP_TOUCH, length = random_real(&r, 1, 100);
        BspVec from = bsp_vec_mad(corners[0], ball.radius - deep, out);
        BspVec delta = bsp_vec_scale(bsp_vec_sub(random_direction(&r), out), length);
        g_auto(Target) target = target_of(brush, &ball);
        BspMotion motion;
        BspMeeting hit;
        bsp_motion_init_straight(&motion, &ball, from, delta);
        if (bsp_cast(&target.body, &motion, 0, 0, 1, &hit) && !hit.inside && hit.t == 0) {
            check_normal(&target, &ball, from, delta, &hit, &limits, "at the start");
            n++;
        }
    }
    cr_expect_gt(n, 1000);
}

/* --- the time --- */

static gboolean meets(const BspSolid *solid, guint brush, const BspShape *shape, BspVec from,
                      BspVec delta, double latest, BspMeeting *hit)
{
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, 0);
    BspMotion motion;
    bsp_motion_init_straight(&motion, shape, from, delta);
    hit->t = latest;
    return bsp_meet(&motion, table, brush, 0, 0, 1, hit);
}

/* The first ball touches an edge, and would be deeper than touching only after the move. The second
 * comes to a floor almost along it, so it is deeper than touching much later than at the floor. */
Test(cast, only_hits_in_the_time_asked_count)
{
    g_autoptr(BspSolid) box = scene_one_box(-800, -800, -8, 800, 800, 8);
    BspShape ball = bsp_shape_sphere(2);
    BspMeeting hit;
    double at = 2 * M_SQRT1_2 - 0.2 * BSP_TOUCH, by = -0.5 * BSP_TOUCH;
    BspVec beside = bsp_vec(800 + at, 0, 8 + at);
    cr_expect_not(meets(box, 0, &ball, beside, bsp_vec(by, 0, by), 2, &hit));
    cr_expect(meets(box, 0, &ball, beside, bsp_vec(2 * by, 0, 2 * by), 2, &hit) && hit.t == 0);
    BspVec above = bsp_vec(0, 0, 10.01), along = bsp_vec(200, 0, -0.02);
    cr_expect(meets(box, 0, &ball, above, along, 1, &hit) && hit.t > 0.50004, "%g", hit.t);
    cr_expect_not(meets(box, 0, &ball, above, along, 0.50002, &hit));
}

/* From 3e9 units away, rounding puts the ball deeper than touching where it meets the brush. */
Test(cast, what_is_deep_later_does_not_start_inside)
{
    g_autoptr(BspSolid) world = scene_nth(697, 78);
    BspShape ball = bsp_shape_sphere(21.024470537765779);
    BspVec from = bsp_vec(-291282431.79727489, 3040676019.7104931, -834805147.75653589);
    BspVec delta = bsp_vec(457807389.18894094, -4779018119.0602455, 1312059806.9959261);
    BspMeeting hit;
    cr_assert(meets(world, 2, &ball, from, delta, 2, &hit) && hit.t > 0.6);
    cr_expect_not(hit.inside);
}

/* --- thin shapes that start touching --- */

/* A disc 1e-6 unit thick is under a ceiling, 5e-8 unit deeper than touching, and moves along it.
 * GJK ends before it sees that the disc is in the eroded ceiling. */
Test(cast, thin_disc_in_a_ceiling_starts_in_it)
{
    g_autoptr(BspBrush) ceiling = scene_box(344, -352, -184, 424, -272, 4);
    BspShape disc = bsp_shape_cylinder(12, 0, 1e-6);
    g_auto(Target) target = target_of(ceiling, &disc);
    BspMotion motion;
    BspMeeting hit;
    bsp_motion_init_straight(&motion, &disc, bsp_vec(428, -268, -184),
                             bsp_vec(-0.42633, 0.36963, 0));
    cr_assert(bsp_cast(&target.body, &motion, 0, 0, 1, &hit));
    cr_expect(hit.inside);
    cr_expect_eq(hit.t, 0);
}

/* The depths are between BSP_TOUCH and the error of a cast below it. */
Test(cast, shape_as_deep_as_touching_may_leave)
{
    g_autoptr(BspBrush) box = scene_box(-8, -8, -8, 8, 8, 8);
    BspShape shapes[] = { bsp_shape_cylinder(3, 0, 1e-6), bsp_shape_cylinder(0.001, 0, 56),
                          bsp_shape_sphere(2) };
    for (guint i = 0; i < G_N_ELEMENTS(shapes) * 20; i++) {
        const BspShape *shape = &shapes[i / 20];
        g_auto(Target) target = target_of(box, shape);
        double depth = BSP_TOUCH - i % 20 * BSP_CAST_GAP / 10;
        BspVec from = bsp_vec(1, 2, 8 - shape->bounds.mins.z - depth);
        BspMotion motion;
        BspMeeting hit;
        bsp_motion_init_straight(&motion, shape, from, bsp_vec(0, 0, 50));
        gboolean found = bsp_cast(&target.body, &motion, 0, 0, 1, &hit);
        cr_expect(!found || hit.inside, "shape %u, depth %.17g: it hits the box that it leaves",
                  i / 20, depth);
    }
}

/* --- invalid casts --- */

Test(cast, part_of_the_way_can_be_cast)
{
    g_autoptr(BspBrush) box = scene_box(-8, -8, -8, 8, 8, 8);
    BspShape sphere = bsp_shape_sphere(2);
    g_auto(Target) target = target_of(box, &sphere);
    BspVec from = bsp_vec(-110, 0, 0), delta = bsp_vec(200, 0, 0);
    BspMotion motion;
    BspMeeting hit;
    bsp_motion_init_straight(&motion, &sphere, from, delta);
    cr_assert(bsp_cast(&target.body, &motion, 0, 0, 1, &hit));
    cr_assert_float_eq(hit.t, 0.5, 1e-7);
    cr_assert_not(bsp_cast(&target.body, &motion, 0, 0, 0.49, &hit));
    cr_assert_not(bsp_cast(&target.body, &motion, 0, 0.7, 1, &hit), "it is past");
    cr_assert(bsp_cast(&target.body, &motion, 0, 0.55, 1, &hit));
    cr_assert(hit.inside, "inside at t0");
    cr_assert_eq(hit.t, 0.55);
}

/* A brush is 330,000 units long, and a box is 0.08 unit beside one of its ends. Both vertices of a
 * long edge are equally far along the separating direction. For some orders of the vertices, GJK
 * got stuck at the end of the brush that is far from the box. */
Test(cast, a_body_much_longer_than_wide_does_not_block)
{
    static const BspVec corners[8] = { { { -319967.4260498, -72517.0408593, 55746.5187852 } },
                                       { { -24993.0276778, 82041.5312698, -104999.9268273 } },
                                       { { -24990.3771962, 82038.3517999, -104998.1201939 } },
                                       { { -319964.7755682, -72520.2203291, 55748.3254186 } },
                                       { { -1392.4200739, 179639.7297666, 32149.0667148 } },
                                       { { -296366.8184459, 25081.1576376, 192895.5123273 } },
                                       { { -296369.4689275, 25084.3371074, 192893.7056939 } },
                                       { { -1395.0705555, 179642.9092364, 32147.2600814 } } };
    BspShape box = bsp_shape_box(bsp_vec(-0.0365406615, -0.0003109588, -1.5539731393),
                                 bsp_vec(1.1014360837, 0.0003109588, 1.5539731393));
    BspVec from = bsp_vec(-319964.9348636982, -72520.30513776945, 55747.53756021623);
    BspVec delta = bsp_vec(-0.0223399, 0.0663652, 0.0324470); /* the box ends 0.018 unit away */
    Random r = random_seeded(12);
    BspMotion motion;
    bsp_motion_init_straight(&motion, &box, from, delta);
    for (guint i = 0; i < 2000; i++) {
        BspVec shuffled[8];
        memcpy(shuffled, corners, sizeof corners);
        for (guint k = 7; k > 0; k--) {
            guint other = (guint)random_int(&r, 0, (int)k);
            BspVec kept = shuffled[k];
            shuffled[k] = shuffled[other];
            shuffled[other] = kept;
        }
        BspCastBody body = { shuffled, shuffled, 8, 8 };
        BspMeeting hit;
        cr_assert(!bsp_cast(&body, &motion, 0, 0, 1, &hit), "order %u: t = %g", i, hit.t);
    }
}
