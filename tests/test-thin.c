/* test-thin: shapes of almost no thickness and of none, against the oracle.
 *
 * There are plates, sticks, discs, needles, specks and flattened hulls. They are up to a
 * thousandth of a unit thick, near the origin and at the far end of the world. Most are thinner
 * than the tolerances of the toolkit. They must not slip through a seam between two cells of one
 * solid. Contacts that only touch must still be distinguished from hits. */
#include <criterion/criterion.h>

#include "bsp-hull.h"
#include "bsp-inspect.h"
#include "oracle/oracle.h"
#include "sanitized.h"
#include "scenes.h"
#include "shift-build.h"
#include "shift-tree.h"

#define N_WORLDS (SHORT ? 8 : 48)
#define N_MOVES 200

/* --- shapes --- */

/* Units. Zero, or a random thickness of each order of magnitude about equally often. */
static double thinness(Random *r)
{
    int order = random_int(r, 2, 9);
    return order == 9 ? 0 : random_real(r, 0.5, 2) * pow(10, -1 - order);
}

/* A random thin hull: thin along one random direction, or a needle that is long along one only. */
static BspHull *thin_hull(Random *r)
{
    for (;;) {
        BspVec points[8], n = random_direction(r);
        const BspBounds size = { bsp_vec(-8, -8, -8), bsp_vec(8, 8, 8) };
        double thin = fmax(thinness(r), 1e-9) / 8;
        gboolean needle = random_int(r, 0, 2) == 0;
        for (guint i = 0; i < 8; i++) {
            BspVec p = random_point(r, &size), along = bsp_vec_scale(n, bsp_vec_dot(n, p));
            BspVec across = bsp_vec_sub(p, along);
            points[i] =
                needle ? bsp_vec_mad(along, thin, across) : bsp_vec_mad(across, thin, along);
        }
        BspHull *hull = bsp_hull_new(points, 8, NULL);
        if (hull)
            return hull;
    }
}

static BspShape thin_box(Random *r)
{
    BspVec lo, hi;
    guint thick = (guint)random_int(r, 0, 6); /* bit k: thick along axis k; never all three */
    for (guint k = 0; k < 3; k++) {
        lo.v[k] = random_int(r, 0, 1) ? 0 : -random_real(r, 0, 16);
        hi.v[k] = lo.v[k] + (thick >> k & 1 ? random_real(r, 0, 32) : thinness(r));
    }
    return bsp_shape_box(lo, hi);
}

/* A random shape of ordinary size; boxes are not flat. The caller frees *hull. */
static BspShape thick_shape(Random *r, BspHull **hull)
{
    double radius = random_real(r, 0.1, 12), bottom = -random_real(r, 0, 24);
    BspVec size = { { random_real(r, 1, 16), random_real(r, 1, 16), random_real(r, 1, 16) } };
    *hull = NULL;
    switch (random_int(r, 0, 4)) {
    case 0:
        return bsp_shape_cylinder(radius, bottom, bottom + random_real(r, 0.1, 40));
    case 1:
        return bsp_shape_capsule(radius, bottom, bottom + (2 + random_int(r, 0, 1)) * radius);
    case 2:
        return bsp_shape_sphere(radius);
    case 3:
        *hull = scene_random_hull(r);
        return bsp_shape_hull(*hull);
    default:
        return bsp_shape_box(bsp_vec_neg(size), size);
    }
}

/* The caller frees *hull. */
static BspShape thin_shape(Random *r, BspHull **hull)
{
    double radius = random_real(r, 0.1, 12), bottom = -random_real(r, 0, 24), thin = thinness(r);
    double some = fmax(thin, 1e-9);
    *hull = NULL;
    switch (random_int(r, 0, 6)) {
    case 0:
        return bsp_shape_cylinder(radius, bottom, bottom + thin);
    case 1:
        return bsp_shape_cylinder(some, bottom, bottom + random_real(r, 0, 32));
    case 2:
        return bsp_shape_capsule(some, bottom, bottom + 2 * some + random_real(r, 0, 32));
    case 3:
        return bsp_shape_sphere(some);
    case 4:
        *hull = thin_hull(r);
        return bsp_shape_hull(*hull);
    default:
        return thin_box(r);
    }
}

/* --- one world --- */

typedef struct {
    BspSolid *solid;
    ShiftTree *tree;
    BspBrushes *brushes;
} World;

static World world_new(BspSolid *solid)
{
    World w = { .solid = solid };
    ShiftOptions options = shift_options_default();
    options.exact_cells = TRUE;
    w.tree = shift_tree_build(w.solid, &options, NULL);
    w.brushes = bsp_brushes_new(w.solid, NULL, NULL);
    cr_assert_not_null(w.tree);
    return w;
}

static BspTransition ask(const World *w, const BspShape *shape, BspVec from, BspVec to)
{
    return shift_tree_hit_check_exact(w->tree, shape, 0, from, to, NULL);
}

static void world_clear(World *w)
{
    bsp_brushes_free(w->brushes);
    shift_tree_free(w->tree);
    bsp_solid_free(w->solid);
}

/* --- random moves --- */

typedef struct {
    guint n, n_hits;
    double worst; /* the greatest distance between a named plane and the brush that it supports */
} Tally;

typedef struct {
    const World *world;
    const BspShape *shape;
    BspVec from, to;
    CompareTruth truth;
} Question;

/* Units. The distance between a hit's plane and the brush that it supports, moved out by the
 * shape. */
static double off_support(const Question *q, const BspTransition *tr)
{
    const GPtrArray *brushes = q->world->solid->brushes;
    double least = HUGE_VAL;
    BspVec n = tr->plane.normal;
    for (guint b = 0; b < brushes->len; b++) {
        const BspCell *cell = ((const BspBrush *)brushes->pdata[b])->cell;
        double most = -HUGE_VAL;
        for (guint i = 0; i < cell->n_vertices; i++)
            most = fmax(most, bsp_vec_dot(n, bsp_vec_sub(cell->vertices[i], tr->point)));
        least = fmin(least, fabs(most + bsp_shape_offset(q->shape, n)));
    }
    return least;
}

static void check(const Question *q, const char *method, BspTransition tr, gboolean plane,
                  Tally *tally)
{
    double t = bsp_transition_blocking_time(&tr), off = 0;
    tally->n++;
    if (tr.type == BSP_EMPTY_TO_SOLID) {
        tally->n_hits++;
        off = off_support(q, &tr);
    }
    tally->worst = fmax(tally->worst, plane ? off : 0);
    if (t >= q->truth.t_lo && t <= q->truth.t_hi && (off <= 1e-5 || !plane))
        return;
    g_autofree char *scene = scene_describe(q->world->solid, q->shape, q->from, q->to);
    cr_assert_fail("%s: %s t %.17g, its plane %g off; oracle [%.17g, %.17g]\n%s", method,
                   bsp_transition_class_name(tr.type), t, off, q->truth.t_lo, q->truth.t_hi, scene);
}

/* Each call has another shape; the oracle must not cache all of them. */
static void check_move(World *w, Random *r, gboolean thin, Tally *tally)
{
    g_autoptr(BspHull) hull = NULL;
    BspShape shape = thin ? thin_shape(r, &hull) : thick_shape(r, &hull);
    Question q = { .world = w, .shape = &shape };
    g_autoptr(CompareOracle) oracle = compare_oracle_new(w->solid);
    scene_move(r, w->solid, &shape, &q.from, &q.to);
    q.truth = compare_oracle_move(oracle, &shape, 0, q.from, q.to);
    check(&q, "shift-exact", ask(w, &shape, q.from, q.to), TRUE, tally);
    BspTransition tr = bsp_brushes_move(w->brushes, &shape, 0, q.from, q.to, NULL);
    check(&q, "brushes", tr, FALSE, tally);
}

static void check_moves(const char *what, BspVec offset, gboolean thin)
{
    Tally tally = { 0 };
    for (guint64 seed = 0; seed < N_WORLDS; seed++) {
        Random r = random_seeded(9000 + seed);
        World w = world_new(scene_new((SceneKind)(seed % SCENE_KINDS), 700 + seed, offset));
        for (guint i = 0; i < N_MOVES; i++)
            check_move(&w, &r, thin, &tally);
        world_clear(&w);
    }
    g_printerr("%s: %u answers, %u hits, planes at most %g off\n", what, tally.n, tally.n_hits,
               tally.worst);
    cr_assert_gt(tally.n_hits, tally.n / 5);
}

Test(thin, in_the_bracket)
{
    check_moves("thin", bsp_vec(0, 0, 0), TRUE);
}

Test(thin, in_the_bracket_far_from_the_origin)
{
    check_moves("thin and far", bsp_vec(4e6, -4e6, 4e6), TRUE);
}

Test(thin, planes_of_thick_shapes_support_what_was_hit)
{
    check_moves("thick", bsp_vec(0, 0, 0), FALSE);
    check_moves("thick and far", bsp_vec(4e6, -4e6, 4e6), FALSE);
}

/* --- by hand --- */

/* Boxes, discs and needles of no thickness, and points. */
static guint flat_shapes(BspShape shapes[12])
{
    guint n = 0;
    for (int k = 0; k < 3; k++) {
        BspVec half = bsp_vec(3, 3, 3);
        half.v[k] = 0;
        shapes[n++] = bsp_shape_box(bsp_vec_neg(half), half);
        half = bsp_vec_sub(bsp_vec(3, 3, 3), half);
        shapes[n++] = bsp_shape_box(bsp_vec_neg(half), half);
    }
    shapes[n++] = bsp_shape_cylinder(3, 0, 0);
    shapes[n++] = bsp_shape_cylinder(3, 0, 1e-6);
    shapes[n++] = bsp_shape_cylinder(1e-7, -3, 3);
    shapes[n++] = bsp_shape_capsule(1e-9, -3, 3);
    shapes[n++] = bsp_shape_sphere(1e-7);
    shapes[n++] = bsp_shape_sphere(1e-6);
    return n;
}

/* Four hundred units from a block are boxes. The planes of their faces cut the block. Moves go
 * into it along each cut. */
Test(thin, no_seam_to_slip_through)
{
    BspBrush *brushes[] = {
        scene_box(0, 0, 0, 100, 100, 100),   scene_box(500, 0, 0, 600, 50, 100),
        scene_box(500, 70, 0, 600, 100, 50), scene_box(0, 500, 0, 50, 600, 50),
        scene_box(0, 0, 500, 50, 50, 600),   scene_box(70, 0, 500, 100, 70, 600)
    };
    World w = world_new(scene_solid(brushes, G_N_ELEMENTS(brushes)));
    BspShape shapes[12];
    for (guint i = flat_shapes(shapes); i-- > 0;) {
        for (int axis = 0; axis < 3; axis++) {
            for (guint cut = 0; cut < 4; cut++) {
                BspVec from = bsp_vec(cut & 1 ? 70 : 50, cut & 2 ? 70 : 50, cut & 1 ? 70 : 50);
                BspVec to = from;
                from.v[axis] = -100;
                to.v[axis] = 50;
                double right = (100 - shapes[i].bounds.maxs.v[axis]) / 150;
                BspTransition tr = ask(&w, &shapes[i], from, to);
                cr_expect_eq(tr.type, BSP_EMPTY_TO_SOLID, "shape %u, axis %d, cut %u", i, axis,
                             cut);
                cr_expect_float_eq(tr.t, right, 1e-7, "%.9g, not %.9g", tr.t, right);
            }
        }
    }
    world_clear(&w);
}

/* At every face of a box: at rest, along the face, away from it and into it. */
Test(thin, what_only_touches_is_free)
{
    BspBrush *box = scene_box(-64, -64, -64, 64, 64, 64);
    World w = world_new(scene_solid(&box, 1));
    BspShape shapes[12];
    for (guint i = flat_shapes(shapes); i-- > 0;) {
        for (int side = 0; side < 6; side++) {
            int axis = side / 2, sign = side & 1 ? 1 : -1;
            BspVec n = bsp_vec(0, 0, 0), at = bsp_vec(3, 5, 7), along;
            n.v[axis] = sign;
            at.v[axis] = sign * (64 + bsp_shape_offset(&shapes[i], n));
            along = at;
            along.v[(axis + 1) % 3] += 20;
            cr_expect_eq(ask(&w, &shapes[i], at, at).type, BSP_EMPTY, "shape %u side %d", i, side);
            cr_expect_eq(ask(&w, &shapes[i], at, along).type, BSP_EMPTY);
            cr_expect_eq(ask(&w, &shapes[i], at, bsp_vec_mad(at, 9, n)).type, BSP_EMPTY);
            cr_expect_eq(ask(&w, &shapes[i], bsp_vec_mad(at, 9, n), at).type, BSP_EMPTY);
            BspTransition tr = ask(&w, &shapes[i], at, bsp_vec_mad(at, -9, n));
            cr_expect_eq(tr.type, BSP_EMPTY_TO_SOLID, "shape %u side %d", i, side);
            cr_expect_float_eq(tr.t, 0, 1e-5);
            cr_expect_float_eq(tr.plane.normal.v[axis], sign, 1e-6);
        }
    }
    world_clear(&w);
}

/* A stick moves past the slope of a corner. Once, it was stopped four units too early. */
Test(thin, a_stick_onto_a_slope)
{
    const BspVec corner[4] = {
        { { 0, 0, 0 } }, { { 100, 0, 0 } }, { { 0, 100, 0 } }, { { 0, 0, 100 } }
    };
    BspBrush *brush = scene_hull_brush(corner, 4);
    World w = world_new(scene_solid(&brush, 1));
    BspShape stick = bsp_shape_box(bsp_vec(0, 0, 0), bsp_vec(0, 0, 56));
    BspTransition tr = ask(&w, &stick, bsp_vec(10, 200, -30), bsp_vec(10, 85, -30));
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    cr_assert_float_eq(tr.t, 110.0 / 115, 1e-7, "%.9g", tr.t);
    cr_assert_eq(ask(&w, &stick, bsp_vec(10, 200, -30), bsp_vec(10, 105, -30)).type, BSP_EMPTY);
    world_clear(&w);
}

/* A disc on a floor. Once, it hit the floor shrunk by a thousandth, because the oracle did not
 * shrink the disc's height. */
Test(thin, the_oracle_knows_discs)
{
    BspBrush *box = scene_box(-64, -64, -8, 64, 64, 0);
    g_autoptr(BspSolid) solid = scene_solid(&box, 1);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    for (guint i = 0; i < 3; i++) {
        BspShape disc = bsp_shape_cylinder(4, 0, i * 1e-4);
        BspVec from = bsp_vec(-9, 0, 0), up = bsp_vec(0, 0, 9), down = bsp_vec(0, 0, -1);
        CompareTruth along = compare_oracle_move(oracle, &disc, 0, from, bsp_vec(9, 0, 0));
        cr_expect_eq(along.t, 1);
        cr_expect_eq(along.t_hi, 1, "disc %u", i);
        CompareTruth in = compare_oracle_move(oracle, &disc, 0, up, down);
        cr_expect_float_eq(in.t, 0.9, 1e-12);
        cr_expect_float_eq(10 * (in.t_hi - in.t), BSP_BRACKET, 1e-9, "%g", in.t_hi - in.t);
    }
}
