/* test-shift: HitCheckBSP over beveled trees (Melax 2000, section 3) against the oracle. */
#include <criterion/criterion.h>
#include <string.h>

#include "brush-by-brush.h"
#include "bsp-hull.h"
#include "bsp-world.h"
#include "build-shift.h"
#include "build/tree.h"
#include "oracle/oracle.h"
#include "sanitized.h"
#include "scenes.h"
#include "shift-merge.h"
#include "shift-tree.h"
#include "shift/shift-private.h"

static BspSolid *one_box(void)
{
    BspBrush *brush = scene_box(0, 0, 0, 32, 32, 32);
    return scene_solid(&brush, 1);
}

static BspHull *tetrahedron(void)
{
    const BspVec points[4] = { bsp_vec(-8, -6, -1), bsp_vec(9, -6, -2), bsp_vec(1, 7, -3),
                               bsp_vec(0, 0, 20) };
    BspHull *hull = bsp_hull_new(points, 4, NULL);
    cr_assert_not_null(hull);
    return hull;
}

/* --- shapes with unequal extents up and down --- */

/* The shape moves from outside along each axis, both ways, to the middle of the box. It must
 * stop where its foremost point touches. */
static void check_stops_on_box(const ShiftTree *tree, const BspShape *shape)
{
    for (int axis = 0; axis < 3; axis++) {
        for (double sign = -1; sign <= 1; sign += 2) {
            BspVec to = bsp_vec(16, 16, 16), from = to;
            from.v[axis] += sign * 256;
            double stop =
                sign > 0 ? 32 - shape->bounds.mins.v[axis] : 0 - shape->bounds.maxs.v[axis];
            BspTransition tr = shift_tree_hit_check(tree, shape, 0, from, to, NULL);
            cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID, "%s", bsp_shape_kind_name(shape->kind));
            cr_assert_float_eq(tr.point.v[axis], stop, 1e-9, "%s, axis %d: %.17g, not %.17g",
                               bsp_shape_kind_name(shape->kind), axis, tr.point.v[axis], stop);
            cr_assert_eq(tr.plane.normal.v[axis], sign, "the normal faces the shape");
            cr_assert_float_eq(bsp_plane_distance(&tr.plane, tr.point), 0, 1e-9);

            to.v[axis] = stop; /* ends touching */
            tr = shift_tree_hit_check(tree, shape, 0, from, to, NULL);
            cr_assert_eq(tr.type, BSP_EMPTY);
            tr = shift_tree_hit_check(tree, shape, 0, to, from, NULL);
            cr_assert_eq(tr.type, BSP_EMPTY, "starts touching, goes away");
            tr = shift_tree_hit_check(tree, shape, 0, to, bsp_vec(16, 16, 16), NULL);
            cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID, "starts touching, goes in");
            cr_assert_float_eq(tr.t, 0, 1e-12);
        }
    }
}

Test(shift, offsets_up_and_down_differ)
{
    g_autoptr(BspSolid) solid = one_box();
    g_autoptr(ShiftTree) tree = build_shift(solid, EDGES_SPIKES_TOPS, FALSE);
    g_autoptr(BspHull) hull = tetrahedron();
    BspShape shapes[] = { bsp_shape_point(),
                          bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32)),
                          bsp_shape_box(bsp_vec(-3, 1, -20), bsp_vec(5, 9, -4)),
                          bsp_shape_sphere(12),
                          bsp_shape_cylinder(12, -24, 32),
                          bsp_shape_capsule(7, -3, 40),
                          bsp_shape_hull(hull) };
    for (guint i = 0; i < G_N_ELEMENTS(shapes); i++)
        check_stops_on_box(tree, &shapes[i]);
}

Test(shift, along_a_face_is_empty)
{
    g_autoptr(BspSolid) solid = one_box();
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_BOX, FALSE);
    BspShape box = bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32));
    BspVec from = bsp_vec(-100, 16, 32 + 24), to = bsp_vec(100, 16, 32 + 24);
    cr_assert_eq(shift_tree_hit_check(tree, &box, 0, from, to, NULL).type, BSP_EMPTY);
    from.z = to.z = 0 - 32;
    cr_assert_eq(shift_tree_hit_check(tree, &box, 0, from, to, NULL).type, BSP_EMPTY);
    from.z = to.z = 32 + 24 - 0.01;
    cr_assert_eq(shift_tree_hit_check(tree, &box, 0, from, to, NULL).type, BSP_EMPTY_TO_SOLID);
}

/* A floor of tiles has no seams that stop moves. */
Test(shift, no_stops_on_seams)
{
    BspBrush *tiles[64];
    for (int i = 0; i < 64; i++)
        tiles[i] =
            scene_box(32 * (i % 8), 32 * (i / 8), -16, 32 * (i % 8) + 32, 32 * (i / 8) + 32, 0);
    g_autoptr(BspSolid) solid = scene_solid(tiles, 64);
    g_autoptr(ShiftTree) tree = build_shift(solid, EDGES_SPIKES_TOPS, FALSE);
    BspShape shapes[] = { bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32)),
                          bsp_shape_sphere(24), bsp_shape_cylinder(12, -24, 32) };
    Random r = random_seeded(5);
    for (guint i = 0; i < 1000; i++) {
        BspVec from = bsp_vec(random_real(&r, 0, 256), random_real(&r, 0, 256), 24);
        BspVec to = bsp_vec(random_real(&r, 0, 256), random_real(&r, 0, 256), 24);
        BspTransition tr = shift_tree_hit_check(tree, &shapes[i % 3], 0, from, to, NULL);
        cr_assert_eq(tr.type, BSP_EMPTY, "it rests on the floor and slides");
    }
}

/* --- against the oracle --- */

/* Starts in solid give S or S2E. The exit must be where the box leaves all brushes. */
Test(shift, starts_in_solid_end_where_solid_does)
{
    Random r = random_seeded(21);
    guint n_solid = 0, n_out = 0;
    for (guint round = 0; round < 6 * SCENE_KINDS; round++) {
        g_autoptr(BspSolid) solid =
            scene_new((SceneKind)(round % SCENE_KINDS), 300 + round, bsp_vec(0, 0, 0));
        g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_BOX, TRUE);
        BspShape box = scene_random_box(&r);
        g_autoptr(BspSolid) expanded = bsp_solid_expand(solid, &box.bounds, NULL);
        cr_assert_not_null(expanded);
        for (guint i = 0; i < 200; i++) {
            BspVec from = random_point(&r, &expanded->bounds);
            BspVec to = bsp_vec_mad(from, random_real(&r, 1, 120), random_direction(&r));
            if (brushes_depth(expanded, from) < 2 * BSP_BRACKET)
                continue;
            BspVec delta = bsp_vec_sub(to, from);
            double length = bsp_vec_length(delta);
            double least = brushes_exit_time(expanded, 0, from, delta) - BSP_BRACKET / length;
            double most = brushes_exit_time(expanded, BSP_BRACKET, from, delta);
            for (guint exact = 0; exact < 2; exact++) {
                BspTransition tr = exact ? shift_tree_hit_check_exact(tree, &box, 0, from, to, NULL)
                                         : shift_tree_hit_check(tree, &box, 0, from, to, NULL);
                g_autofree char *text = scene_describe(solid, &box, from, to);
                cr_assert(tr.type == BSP_SOLID || tr.type == BSP_SOLID_TO_EMPTY, "%s: %s\n%s",
                          exact ? "exact" : "shifted", bsp_transition_class_name(tr.type), text);
                double out = tr.type == BSP_SOLID ? 1 : tr.t;
                cr_assert(out >= least && out <= most,
                          "%s: out at %.17g, not in [%.17g, %.17g]\n%s",
                          exact ? "exact" : "shifted", out, least, most, text);
                if (tr.type == BSP_SOLID_TO_EMPTY) {
                    cr_assert_geq(bsp_vec_dot(tr.plane.normal, delta), 0,
                                  "the plane faces the empty side");
                    n_out++;
                }
                n_solid++;
            }
        }
    }
    cr_assert_gt(n_solid, 1000);
    cr_assert_gt(n_out, 200);
}

/* Every shape with every kind of bevels is never late, and exact if that is claimed. */
typedef struct {
    guint which;
    guint n_early;
} Variant;

static void check_move(const ShiftTree *tree, Variant *variant, CompareOracle *oracle,
                       const BspSolid *solid, const BspShape *shape, BspVec from, BspVec to)
{
    CompareTruth truth = compare_oracle_move(oracle, shape, 0, from, to);
    BspTransition tr = shift_tree_hit_check(tree, shape, 0, from, to, NULL);
    double t = bsp_transition_blocking_time(&tr);
    gboolean exact = shape->kind == BSP_SHAPE_POINT ||
                     (shape->kind == BSP_SHAPE_BOX && variant->which & SHIFT_BEVEL_BOX);
    if (t > truth.t_hi || (exact && t < truth.t_lo)) {
        g_autofree char *text = scene_describe(solid, shape, from, to);
        cr_assert_fail("bevels %#x: %s at %.17g: the bracket is [%.17g, %.17g]\n%s", variant->which,
                       bsp_transition_class_name(tr.type), t, truth.t_lo, truth.t_hi, text);
    }
    variant->n_early += t < truth.t_lo ? 1 : 0;
    if (tr.type == BSP_EMPTY_TO_SOLID) {
        cr_assert_float_eq(bsp_vec_length(tr.plane.normal), 1, 1e-9);
        cr_assert_leq(bsp_vec_dot(tr.plane.normal, bsp_vec_sub(to, from)), 0,
                      "the normal faces the mover");
        if (tr.t > 0)
            cr_assert_leq(fabs(bsp_plane_distance(&tr.plane, tr.point)), 1e-6,
                          "the shifted plane goes through the reference point");
    }
}

Test(shift, never_late_and_exact_as_claimed)
{
    Variant variants[] = { { SHIFT_BEVEL_NONE, 0 },
                           { EDGES_SPIKES_TOPS, 0 },
                           { SHIFT_BEVEL_BOX, 0 },
                           { EDGES_SPIKES_TOPS | SHIFT_BEVEL_BOX, 0 } };
    const guint n = G_N_ELEMENTS(variants);
    Random r = random_seeded(4);
    for (guint round = 0; round < (SHORT ? 2 : 5) * SCENE_KINDS; round++) {
        g_autoptr(BspSolid) solid =
            scene_new((SceneKind)(round % SCENE_KINDS), 500 + round, bsp_vec(0, 0, 0));
        g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
        ShiftTree *trees[G_N_ELEMENTS(variants)];
        for (guint v = 0; v < n; v++)
            trees[v] = build_shift(solid, variants[v].which, FALSE);
        for (guint i = 0; i < 8; i++) {
            g_autoptr(BspHull) hull = NULL;
            BspShape shape = scene_random_shape(&r, &hull);
            for (guint k = 0; k < 40; k++) {
                BspVec from, to;
                scene_move(&r, solid, &shape, &from, &to);
                for (guint v = 0; v < n; v++)
                    check_move(trees[v], &variants[v], oracle, solid, &shape, from, to);
            }
            g_clear_pointer(&oracle, compare_oracle_free); /* the oracle caches hulls by their
                                                            * address */
            oracle = compare_oracle_new(solid);
        }
        for (guint v = 0; v < n; v++)
            shift_tree_free(trees[v]);
    }
    cr_assert_lt(variants[1].n_early, variants[0].n_early, "bevels make fewer stops early");
    cr_assert_leq(variants[3].n_early, variants[2].n_early);
}

Test(shift, exact_cells_are_exact_for_every_shape)
{
    Random r = random_seeded(44);
    for (guint round = 0; round < 4 * SCENE_KINDS; round++) {
        g_autoptr(BspSolid) solid =
            scene_new((SceneKind)(round % SCENE_KINDS), 900 + round, bsp_vec(0, 0, 0));
        g_autoptr(ShiftTree) tree = build_shift(solid, EDGES_SPIKES_TOPS, TRUE);
        for (guint i = 0; i < 8; i++) {
            g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
            g_autoptr(BspHull) hull = NULL;
            BspShape shape = scene_random_shape(&r, &hull);
            BspVec size = bsp_vec_sub(shape.bounds.maxs, shape.bounds.mins);
            if (shape.kind == BSP_SHAPE_BOX && fmin(size.x, fmin(size.y, size.z)) < 0.01)
                continue; /* documented: the planes alone decide */
            for (guint k = 0; k < 40; k++) {
                BspVec from, to;
                scene_move(&r, solid, &shape, &from, &to);
                CompareTruth truth = compare_oracle_move(oracle, &shape, 0, from, to);
                BspTransition tr = shift_tree_hit_check_exact(tree, &shape, 0, from, to, NULL);
                double t = bsp_transition_blocking_time(&tr);
                if (t >= truth.t_lo && t <= truth.t_hi)
                    continue;
                g_autofree char *text = scene_describe(solid, &shape, from, to);
                cr_assert_fail("%s at %.17g: the bracket is [%.17g, %.17g]\n%s",
                               bsp_transition_class_name(tr.type), t, truth.t_lo, truth.t_hi, text);
            }
        }
    }
}

/* --- points: bevels cost nothing --- */

Test(shift, points_do_not_see_bevels)
{
    Random r = random_seeded(31);
    BspShape point = bsp_shape_point();
    for (guint round = 0; round < 3 * SCENE_KINDS; round++) {
        g_autoptr(BspSolid) solid =
            scene_new((SceneKind)(round % SCENE_KINDS), round, bsp_vec(0, 0, 0));
        g_autoptr(ShiftTree) bare = build_shift(solid, SHIFT_BEVEL_NONE, FALSE);
        g_autoptr(ShiftTree) beveled =
            build_shift(solid, EDGES_SPIKES_TOPS | SHIFT_BEVEL_BOX, FALSE);
        BspBuildOptions options = bsp_build_options_default();
        g_autoptr(BspTree) plain = bsp_tree_new(solid, &options, NULL);
        BspCounters c_bare = { 0 }, c_beveled = { 0 }, c_plain = { 0 };
        for (guint i = 0; i < 500; i++) {
            BspVec from, to;
            scene_move(&r, solid, &point, &from, &to);
            BspTransition a = shift_tree_hit_check(bare, &point, 0, from, to, &c_bare);
            BspTransition b = shift_tree_hit_check(beveled, &point, 0, from, to, &c_beveled);
            BspTransition p = bsp_tree_first_transition(plain, from, to, &c_plain);
            cr_assert(a.type == b.type && a.t == b.t && a.plane.dist == b.plane.dist);
            cr_assert(a.type == p.type && a.t == p.t);
        }
        cr_assert_leq((double)c_beveled.nodes, 1.03 * (double)c_bare.nodes,
                      "Melax 2000, section 7: not \"more than a few percent\"");
        cr_assert_eq(c_bare.nodes, c_plain.nodes);
    }
}

/* --- counters --- */

Test(shift, counters_add_up)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_PRISMS, 3, bsp_vec(0, 0, 0));
    g_autoptr(ShiftTree) bare = build_shift(solid, SHIFT_BEVEL_NONE, FALSE);
    g_autoptr(ShiftTree) beveled = build_shift(solid, SHIFT_BEVEL_BOX, FALSE);
    BspShape box = bsp_shape_box(bsp_vec(-15, -15, -24), bsp_vec(15, 15, 32));
    BspCounters c_bare = { 0 }, c_beveled = { 0 }, again = { 0 };
    Random r = random_seeded(2);
    for (guint i = 0; i < 300; i++) {
        BspVec from, to;
        scene_move(&r, solid, &box, &from, &to);
        shift_tree_hit_check(bare, &box, 0, from, to, &c_bare);
        shift_tree_hit_check(beveled, &box, 0, from, to, &c_beveled);
        shift_tree_hit_check(beveled, &box, 0, from, to, &again);
        shift_tree_hit_check(beveled, &box, 0, from, to, NULL);
    }
    cr_assert_eq(c_bare.bevels, 0, "there are none");
    cr_assert_gt(c_beveled.bevels, 0);
    cr_assert_lt(c_beveled.bevels, c_beveled.nodes, "they are among the nodes");
    cr_assert_eq(c_beveled.planes, c_beveled.nodes);
    cr_assert_gt(c_beveled.leaves, 0);
    cr_assert(memcmp(&again, &c_beveled, sizeof again) == 0, "the same every time");
}

/* --- large shapes --- */

/* "An object as large as the environment will touch every node" (Melax 2000, section 7). This
 * holds if all the cells that it meets are wanted. The first one is enough to report a start in
 * solid. */
Test(shift, a_giant_stops_at_the_first_cell)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_BOXES, 6, bsp_vec(0, 0, 0));
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_NONE, FALSE);
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    BspShape giant = bsp_shape_sphere(4000);
    BspCounters few = { 0 };
    BspVec centre = bsp_bounds_centre(&solid->bounds);
    ShiftMergeCount all = shift_pass(tree, &giant, centre, NULL, NULL);
    cr_assert_geq(all.nodes, stats.nodes);
    cr_assert_eq(shift_tree_hit_check(tree, &giant, 0, centre, centre, &few).type, BSP_SOLID);
    cr_assert_leq(few.nodes, stats.depth);
    cr_assert_eq(few.leaves, 1);
}

static BspShape draw_of_size(Random *r, double size)
{
    if (random_int(r, 0, 1))
        return bsp_shape_sphere(0.5 * size);
    return bsp_shape_box(bsp_vec(-0.5 * size, -0.5 * size, 0),
                         bsp_vec(0.5 * size, 0.5 * size, size));
}

/* Whether the shape meets any cell at time t, by the traversal that never stops early. */
static gboolean meets_cells(const ShiftTree *tree, const BspShape *shape, BspVec from, BspVec to,
                            double t)
{
    return shift_pass(tree, shape, bsp_vec_lerp(from, to, t), NULL, NULL).cells > 0;
}

/* Shapes of a hundredth of the world up to all of it, at rest and moving. A search that stops
 * early must answer as one that visits all cells. */
Test(shift, early_stops_agree_with_none)
{
    Random r = random_seeded(61);
    guint n_solid = 0, n_hits = 0;
    for (guint round = 0; round < 3 * SCENE_KINDS; round++) {
        g_autoptr(BspSolid) solid =
            scene_new((SceneKind)(round % SCENE_KINDS), 40 + round, bsp_vec(0, 0, 0));
        g_autoptr(ShiftTree) tree = build_shift(solid, EDGES_SPIKES_TOPS, FALSE);
        BspVec size = bsp_vec_sub(solid->bounds.maxs, solid->bounds.mins);
        double width = fmax(size.x, fmax(size.y, size.z));
        BspBounds around = bsp_bounds_grown(&solid->bounds, 0.3 * width);
        for (guint i = 0; i < 300; i++) {
            BspShape shape = draw_of_size(&r, width * pow(10, random_real(&r, -2, 0)));
            BspVec from = random_point(&r, &around), to = random_point(&r, &solid->bounds);
            gboolean solid_here = meets_cells(tree, &shape, from, from, 0);
            BspTransition tr = shift_tree_hit_check(tree, &shape, 0, from, from, NULL);
            cr_assert_eq(tr.type, solid_here ? BSP_SOLID : BSP_EMPTY);
            n_solid += solid_here ? 1 : 0;
            tr = shift_tree_hit_check(tree, &shape, 0, from, to, NULL);
            cr_assert_eq(tr.type == BSP_SOLID || tr.type == BSP_SOLID_TO_EMPTY, solid_here);
            if (tr.type != BSP_EMPTY_TO_SOLID)
                continue;
            BspVec delta = bsp_vec_sub(to, from);
            double facing = -bsp_vec_dot(tr.plane.normal, delta), step = 1e-4 / facing;
            for (double t = tr.t - step; t > 0; t -= 0.1)
                cr_assert_not(meets_cells(tree, &shape, from, to, t), "it met a cell before");
            cr_assert(meets_cells(tree, &shape, from, to, tr.t + step), "it meets a cell now");
            n_hits++;
        }
    }
    cr_assert_gt(n_solid, 500, "%u starts in solid", n_solid);
    cr_assert_gt(n_hits, 500, "%u hits", n_hits);
}

/* --- builds --- */

static gboolean refuse(double done, gpointer user_data)
{
    ++*(guint *)user_data;
    return done < 0;
}

Test(shift, a_build_can_be_cancelled)
{
    BspBrush *brushes[512];
    Random r = random_seeded(8);
    for (guint i = 0; i < G_N_ELEMENTS(brushes); i++) {
        BspVec at = bsp_vec(random_real(&r, -512, 512), random_real(&r, -512, 512),
                            random_real(&r, -512, 512)),
               points[8];
        for (guint k = 0; k < 8; k++)
            points[k] = bsp_vec_mad(at, random_real(&r, 32, 96), random_direction(&r));
        brushes[i] = scene_hull_brush(points, 8);
    }
    g_autoptr(BspSolid) solid = scene_solid(brushes, G_N_ELEMENTS(brushes));
    guint calls = 0;
    ShiftOptions options = shift_options_default();
    options.build.progress = refuse;
    options.build.progress_data = &calls;
    g_autoptr(GError) error = NULL;
    cr_assert_null(shift_tree_build(solid, &options, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_CANCELLED));
    cr_assert_eq(calls, 1);
}

static guint64 hash_of(const BspSolid *solid, guint which)
{
    g_autoptr(ShiftTree) tree = build_shift(solid, which, FALSE);
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    return stats.hash;
}

Test(shift, builds_are_deterministic)
{
    for (guint kind = 0; kind < SCENE_KINDS; kind++) {
        g_autoptr(BspSolid) solid = scene_new((SceneKind)kind, 2, bsp_vec(0, 0, 0));
        guint64 hash = hash_of(solid, SHIFT_BEVEL_EDGES);
        cr_assert_eq(hash, hash_of(solid, SHIFT_BEVEL_EDGES));
    }
}

Test(shift, a_world_of_nothing)
{
    g_autoptr(BspSolid) solid = scene_solid(NULL, 0);
    g_autoptr(ShiftTree) tree = build_shift(solid, EDGES_SPIKES_TOPS | SHIFT_BEVEL_BOX, TRUE);
    BspShape ball = bsp_shape_sphere(8);
    BspVec from = bsp_vec(-1e5, 3, 7), to = bsp_vec(1e5, 0, 0);
    cr_assert_eq(shift_tree_hit_check(tree, &ball, 0, from, to, NULL).type, BSP_EMPTY);
    cr_assert_eq(shift_tree_hit_check_exact(tree, &ball, 0, from, to, NULL).type, BSP_EMPTY);
    cr_assert_not(shift_tree_point_is_solid(tree, 0, from));
}

/* --- threads --- */

#define N_SHARED 2000

typedef struct {
    const ShiftTree *tree;
    BspShape shapes[2];
    ShiftShape *prepared[2];
    BspVec from[N_SHARED], to[N_SHARED];
    BspTransition expected[N_SHARED][2]; /* shifted, exact */
} Shared;

static BspTransition ask(const Shared *s, guint i, guint exact)
{
    const BspShape *shape = &s->shapes[i % 2];
    return exact ? shift_tree_hit_check_exact(s->tree, shape, 0, s->from[i], s->to[i], NULL)
                 : shift_tree_hit_check(s->tree, shape, 0, s->from[i], s->to[i], NULL);
}

static gpointer ask_all(gpointer user_data)
{
    const Shared *s = user_data;
    guint n_different = 0;
    for (guint i = 0; i < N_SHARED; i++) {
        for (guint exact = 0; exact < 2; exact++) {
            BspTransition tr = ask(s, i, exact);
            BspTransition again =
                exact ? shift_shape_hit_check_exact(s->prepared[i % 2], s->from[i], s->to[i], NULL)
                      : shift_shape_hit_check(s->prepared[i % 2], s->from[i], s->to[i], NULL);
            n_different += tr.type != s->expected[i][exact].type || tr.t != s->expected[i][exact].t;
            n_different += again.type != tr.type || again.t != tr.t;
        }
    }
    return GUINT_TO_POINTER(n_different);
}

Test(shift, threads_share_a_tree)
{
    g_autoptr(BspSolid) solid = scene_new(SCENE_ROOMS, 12, bsp_vec(0, 0, 0));
    g_autoptr(ShiftTree) tree = build_shift(solid, EDGES_SPIKES_TOPS, TRUE);
    g_autoptr(BspHull) hull = tetrahedron();
    g_autofree Shared *s = g_new0(Shared, 1);
    s->tree = tree;
    s->shapes[0] = bsp_shape_cylinder(12, -24, 32);
    s->shapes[1] = bsp_shape_hull(hull);
    for (guint i = 0; i < 2; i++)
        s->prepared[i] = shift_shape_new(tree, &s->shapes[i], 0);
    Random r = random_seeded(18);
    for (guint i = 0; i < N_SHARED; i++) {
        scene_move(&r, solid, &s->shapes[i % 2], &s->from[i], &s->to[i]);
        for (guint exact = 0; exact < 2; exact++)
            s->expected[i][exact] = ask(s, i, exact);
    }
    GThread *threads[4];
    for (guint i = 0; i < 4; i++)
        threads[i] = g_thread_new("ask", ask_all, s);
    for (guint i = 0; i < 4; i++)
        cr_assert_eq(g_thread_join(threads[i]), NULL, "a thread got other answers");
    for (guint i = 0; i < 2; i++)
        shift_shape_free(s->prepared[i]);
}
