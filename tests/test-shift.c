/* test-shift: HitCheckBSP over beveled trees (Melax 2000, section 3) against the oracle. */
#include <criterion/criterion.h>
#include <string.h>

#include "body/brush-table.h"
#include "brush-by-brush.h"
#include "bsp-hull.h"
#include "build-shift.h"
#include "compile/tree.h"
#include "oracle/oracle.h"
#include "scenes.h"
#include "shift-tree.h"
#include "shift/shift-private.h"
#include "tools/shift-merge.h"

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
 * stop where its foremost point touches; a point BSP_TOUCH before, where it is not in solid. */
static void check_stops_on_box(const ShiftTree *tree, const BspShape *shape)
{
    double before = shape->kind == BSP_SHAPE_POINT ? BSP_TOUCH : 0;
    for (int axis = 0; axis < 3; axis++) {
        for (double sign = -1; sign <= 1; sign += 2) {
            BspVec to = bsp_vec(16, 16, 16), from = to;
            from.v[axis] += sign * 256;
            double stop =
                sign > 0 ? 32 - shape->bounds.mins.v[axis] : 0 - shape->bounds.maxs.v[axis];
            stop += sign * before;
            BspTransition tr = shift_tree_hit_check(tree, shape, from, to, NULL);
            cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID, "%s", bsp_shape_kind_name(shape->kind));
            cr_assert_float_eq(tr.point.v[axis], stop, 1e-9, "%s, axis %d: %.17g, not %.17g",
                               bsp_shape_kind_name(shape->kind), axis, tr.point.v[axis], stop);
            cr_assert_eq(tr.plane.normal.v[axis], sign, "the normal faces the shape");
            cr_assert_float_eq(bsp_plane_distance(&tr.plane, tr.point), before, 1e-9);

            to.v[axis] = stop; /* the move ends where the shape touches */
            tr = shift_tree_hit_check(tree, shape, from, to, NULL);
            cr_assert_eq(tr.type, BSP_EMPTY);
            tr = shift_tree_hit_check(tree, shape, to, from, NULL);
            cr_assert_eq(tr.type, BSP_EMPTY, "starts touching, goes away");
            tr = shift_tree_hit_check(tree, shape, to, bsp_vec(16, 16, 16), NULL);
            cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID, "starts touching, goes in");
            cr_assert_float_eq(tr.t, 0, 1e-12);
        }
    }
}

Test(shift, offsets_up_and_down_differ)
{
    g_autoptr(BspSolid) solid = scene_one_box(0, 0, 0, 32, 32, 32);
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_USUAL, FALSE);
    g_autoptr(BspHull) hull = tetrahedron();
    BspShape shapes[] = { bsp_shape_point(),
                          scene_player(),
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
    g_autoptr(BspSolid) solid = scene_one_box(0, 0, 0, 32, 32, 32);
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_BOX, FALSE);
    BspShape box = scene_player();
    BspVec from = bsp_vec(-100, 16, 32 + 24), to = bsp_vec(100, 16, 32 + 24);
    cr_assert_eq(shift_tree_hit_check(tree, &box, from, to, NULL).type, BSP_EMPTY);
    from.z = to.z = 0 - 32;
    cr_assert_eq(shift_tree_hit_check(tree, &box, from, to, NULL).type, BSP_EMPTY);
    from.z = to.z = 32 + 24 - 0.01;
    cr_assert_eq(shift_tree_hit_check(tree, &box, from, to, NULL).type, BSP_EMPTY_TO_SOLID);
}

/* --- against the oracle --- */

/* Counts the early answers with each set of bevels. test-property checks that no answer is late. */
Test(shift, bevels_make_fewer_stops_early)
{
    static const guint bevels[] = { SHIFT_BEVEL_NONE, SHIFT_BEVEL_USUAL, SHIFT_BEVEL_BOX,
                                    SHIFT_BEVEL_USUAL | SHIFT_BEVEL_BOX };
    guint n_early[G_N_ELEMENTS(bevels)] = { 0 };
    Random r = random_seeded(4);
    for (guint round = 0; round < 6 * SCENE_KINDS; round++) {
        g_autoptr(BspSolid) solid = scene_nth(round, 500 + round);
        ShiftTree *trees[G_N_ELEMENTS(bevels)];
        for (guint v = 0; v < G_N_ELEMENTS(bevels); v++)
            trees[v] = build_shift(solid, bevels[v], FALSE);
        g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
        g_autoptr(BspHull) hull = NULL;
        BspShape shape = scene_random_shape(&r, &hull);
        for (guint i = 0; i < 300; i++) {
            BspVec from, to;
            scene_move(&r, solid, &shape, &from, &to);
            CompareTruth truth = compare_oracle_move(oracle, &shape, 0, from, to);
            for (guint v = 0; v < G_N_ELEMENTS(bevels); v++) {
                BspTransition tr = shift_tree_hit_check(trees[v], &shape, from, to, NULL);
                n_early[v] += bsp_transition_blocking_time(&tr) < truth.t_lo ? 1 : 0;
            }
        }
        for (guint v = 0; v < G_N_ELEMENTS(bevels); v++)
            shift_tree_free(trees[v]);
    }
    cr_assert_lt(n_early[1], n_early[0]);
    cr_assert_leq(n_early[3], n_early[2]);
}

/* --- points: bevels cost nothing --- */

Test(shift, points_do_not_see_bevels)
{
    Random r = random_seeded(31);
    BspShape point = bsp_shape_point();
    for (guint round = 0; round < 3 * SCENE_KINDS; round++) {
        g_autoptr(BspSolid) solid = scene_nth(round, round);
        g_autoptr(ShiftTree) bare = build_shift(solid, SHIFT_BEVEL_NONE, FALSE);
        g_autoptr(ShiftTree) beveled =
            build_shift(solid, SHIFT_BEVEL_USUAL | SHIFT_BEVEL_BOX, FALSE);
        BspBuildOptions options = { 0 };
        g_autoptr(BspTree) plain = bsp_tree_new(solid, &options, NULL);
        BspCounters c_bare = { 0 }, c_beveled = { 0 }, c_plain = { 0 };
        for (guint i = 0; i < 500; i++) {
            BspVec from, to;
            scene_move(&r, solid, &point, &from, &to);
            BspTransition a = shift_tree_hit_check(bare, &point, from, to, &c_bare);
            BspTransition b = shift_tree_hit_check(beveled, &point, from, to, &c_beveled);
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
    BspShape box = scene_player();
    BspCounters c_bare = { 0 }, c_beveled = { 0 }, again = { 0 };
    Random r = random_seeded(2);
    for (guint i = 0; i < 300; i++) {
        BspVec from, to;
        scene_move(&r, solid, &box, &from, &to);
        shift_tree_hit_check(bare, &box, from, to, &c_bare);
        shift_tree_hit_check(beveled, &box, from, to, &c_beveled);
        shift_tree_hit_check(beveled, &box, from, to, &again);
        shift_tree_hit_check(beveled, &box, from, to, NULL);
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
    cr_assert_eq(shift_tree_hit_check(tree, &giant, centre, centre, &few).type, BSP_SOLID);
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
        g_autoptr(BspSolid) solid = scene_nth(round, 40 + round);
        g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_USUAL, FALSE);
        BspVec size = bsp_vec_sub(solid->bounds.maxs, solid->bounds.mins);
        double width = fmax(size.x, fmax(size.y, size.z));
        BspBounds around = bsp_bounds_grown(&solid->bounds, 0.3 * width);
        for (guint i = 0; i < 300; i++) {
            BspShape shape = draw_of_size(&r, width * pow(10, random_real(&r, -2, 0)));
            BspVec from = random_point(&r, &around), to = random_point(&r, &solid->bounds);
            gboolean solid_here = meets_cells(tree, &shape, from, from, 0);
            BspTransition tr = shift_tree_hit_check(tree, &shape, from, from, NULL);
            cr_assert_eq(tr.type, solid_here ? BSP_SOLID : BSP_EMPTY);
            n_solid += solid_here ? 1 : 0;
            tr = shift_tree_hit_check(tree, &shape, from, to, NULL);
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
    ShiftOptions options = { 0 };
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
        g_autoptr(BspSolid) solid = scene_nth(kind, 2);
        guint64 hash = hash_of(solid, SHIFT_BEVEL_EDGES);
        cr_assert_eq(hash, hash_of(solid, SHIFT_BEVEL_EDGES));
    }
}

Test(shift, a_world_of_nothing)
{
    g_autoptr(BspSolid) solid = scene_solid(NULL, 0);
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_USUAL | SHIFT_BEVEL_BOX, TRUE);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
    BspShape ball = bsp_shape_sphere(8);
    BspVec from = bsp_vec(-1e5, 3, 7), to = bsp_vec(1e5, 0, 0);
    cr_assert_eq(shift_tree_hit_check(tree, &ball, from, to, NULL).type, BSP_EMPTY);
    cr_assert_eq(shift_tree_hit_check_exact(tree, table, &ball, from, to, NULL).type, BSP_EMPTY);
    cr_assert_not(shift_tree_point_is_solid(tree, from));
}

/* --- threads --- */

#define N_SHARED 2000

typedef struct {
    const ShiftTree *tree;
    const BspBrushTable *table;
    BspShape shapes[2];
    ShiftShape *prepared[2];
    BspVec from[N_SHARED], to[N_SHARED];
    BspTransition expected[N_SHARED][2]; /* [0]: by shifted planes; [1]: by exact cells */
} Shared;

static BspTransition ask(const Shared *s, guint i, guint exact)
{
    const BspShape *shape = &s->shapes[i % 2];
    return exact ? shift_tree_hit_check_exact(s->tree, s->table, shape, s->from[i], s->to[i], NULL)
                 : shift_tree_hit_check(s->tree, shape, s->from[i], s->to[i], NULL);
}

static gpointer ask_all(gpointer user_data)
{
    const Shared *s = user_data;
    guint n_different = 0;
    for (guint i = 0; i < N_SHARED; i++) {
        for (guint exact = 0; exact < 2; exact++) {
            BspTransition tr = ask(s, i, exact);
            BspTransition again =
                exact ? shift_shape_hit_check_exact(s->prepared[i % 2], s->table, s->from[i],
                                                    s->to[i], NULL)
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
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_USUAL, TRUE);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
    g_autoptr(BspHull) hull = tetrahedron();
    g_autofree Shared *s = g_new0(Shared, 1);
    s->tree = tree;
    s->table = table;
    s->shapes[0] = bsp_shape_cylinder(12, -24, 32);
    s->shapes[1] = bsp_shape_hull(hull);
    for (guint i = 0; i < 2; i++)
        s->prepared[i] = shift_shape_new(tree, &s->shapes[i]);
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

/* --- shapes of no thickness; test-property has random ones --- */

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

/* Boxes stand 400 units away from a block. The planes of their faces cut the block in the tree.
 * Moves enter the block along each cut. */
Test(thin, no_seam_to_slip_through)
{
    BspBrush *brushes[] = {
        scene_box(0, 0, 0, 100, 100, 100),   scene_box(500, 0, 0, 600, 50, 100),
        scene_box(500, 70, 0, 600, 100, 50), scene_box(0, 500, 0, 50, 600, 50),
        scene_box(0, 0, 500, 50, 50, 600),   scene_box(70, 0, 500, 100, 70, 600)
    };
    g_autoptr(BspSolid) solid = scene_solid(brushes, G_N_ELEMENTS(brushes));
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_USUAL, TRUE);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
    BspShape shapes[12];
    for (guint i = flat_shapes(shapes); i-- > 0;) {
        for (int axis = 0; axis < 3; axis++) {
            for (guint cut = 0; cut < 4; cut++) {
                BspVec from = bsp_vec(cut & 1 ? 70 : 50, cut & 2 ? 70 : 50, cut & 1 ? 70 : 50);
                BspVec to = from;
                from.v[axis] = -100;
                to.v[axis] = 50;
                double right = (100 - shapes[i].bounds.maxs.v[axis]) / 150;
                BspTransition tr =
                    shift_tree_hit_check_exact(tree, table, &shapes[i], from, to, NULL);
                cr_expect_eq(tr.type, BSP_EMPTY_TO_SOLID, "shape %u, axis %d, cut %u", i, axis,
                             cut);
                cr_expect_float_eq(tr.t, right, 1e-7, "%.9g, not %.9g", tr.t, right);
            }
        }
    }
}

/* A shape touches each face of a box. It rests, moves along the face, away from it and into it. */
Test(thin, what_only_touches_is_free)
{
    BspBrush *box = scene_box(-64, -64, -64, 64, 64, 64);
    g_autoptr(BspSolid) solid = scene_solid(&box, 1);
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_USUAL, TRUE);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
    BspShape shapes[12];
    for (guint i = flat_shapes(shapes); i-- > 0;) {
        for (int side = 0; side < 6; side++) {
            int axis = side / 2, sign = side & 1 ? 1 : -1;
            BspVec n = bsp_vec(0, 0, 0), at = bsp_vec(3, 5, 7), along;
            n.v[axis] = sign;
            at.v[axis] = sign * (64 + bsp_shape_offset(&shapes[i], n));
            along = at;
            along.v[(axis + 1) % 3] += 20;
            cr_expect_eq(shift_tree_hit_check_exact(tree, table, &shapes[i], at, at, NULL).type,
                         BSP_EMPTY, "shape %u side %d", i, side);
            cr_expect_eq(shift_tree_hit_check_exact(tree, table, &shapes[i], at, along, NULL).type,
                         BSP_EMPTY);
            cr_expect_eq(
                shift_tree_hit_check_exact(tree, table, &shapes[i], at, bsp_vec_mad(at, 9, n), NULL)
                    .type,
                BSP_EMPTY);
            cr_expect_eq(
                shift_tree_hit_check_exact(tree, table, &shapes[i], bsp_vec_mad(at, 9, n), at, NULL)
                    .type,
                BSP_EMPTY);
            BspTransition tr = shift_tree_hit_check_exact(tree, table, &shapes[i], at,
                                                          bsp_vec_mad(at, -9, n), NULL);
            cr_expect_eq(tr.type, BSP_EMPTY_TO_SOLID, "shape %u side %d", i, side);
            cr_expect_float_eq(tr.t, 0, 1e-5);
            cr_expect_float_eq(tr.plane.normal.v[axis], sign, 1e-6);
        }
    }
}

/* A stick moves past the slope of a corner. Once, it was stopped four units too early. */
Test(thin, a_stick_onto_a_slope)
{
    const BspVec corner[4] = {
        { { 0, 0, 0 } }, { { 100, 0, 0 } }, { { 0, 100, 0 } }, { { 0, 0, 100 } }
    };
    BspBrush *brush = scene_hull_brush(corner, 4);
    g_autoptr(BspSolid) solid = scene_solid(&brush, 1);
    g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_USUAL, TRUE);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
    BspShape stick = bsp_shape_box(bsp_vec(0, 0, 0), bsp_vec(0, 0, 56));
    BspTransition tr = shift_tree_hit_check_exact(tree, table, &stick, bsp_vec(10, 200, -30),
                                                  bsp_vec(10, 85, -30), NULL);
    cr_assert_eq(tr.type, BSP_EMPTY_TO_SOLID);
    cr_assert_float_eq(tr.t, 110.0 / 115, 1e-7, "%.9g", tr.t);
    cr_assert_eq(shift_tree_hit_check_exact(tree, table, &stick, bsp_vec(10, 200, -30),
                                            bsp_vec(10, 105, -30), NULL)
                     .type,
                 BSP_EMPTY);
}

/* --- prepared shapes --- */

static gboolean same_vec(BspVec a, BspVec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Compares the answers for the shape with those for the prepared shape. */
static void check_prepared(const BspBrushTable *table, const BspShape *shape,
                           const ShiftShape *prepared, gboolean exact, BspVec from, BspVec to)
{
    const ShiftTree *tree = prepared->tree;
    BspCounters c_plain = { 0 }, c_prepared = { 0 };
    BspTransition a = exact ? shift_tree_hit_check_exact(tree, table, shape, from, to, &c_plain)
                            : shift_tree_hit_check(tree, shape, from, to, &c_plain);
    BspTransition b = exact ? shift_shape_hit_check_exact(prepared, table, from, to, &c_prepared)
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
        g_autoptr(ShiftTree) tree = build_shift(solid, SHIFT_BEVEL_USUAL | SHIFT_BEVEL_BOX, TRUE);
        g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
        for (guint i = 0; i < 12; i++) {
            g_autoptr(BspHull) hull = NULL;
            BspShape shape = scene_random_shape(&r, &hull);
            if (i == 0) /* a flat box needs no table of bands */
                shape = bsp_shape_box(bsp_vec(-8, -8, 0), bsp_vec(8, 8, 0));
            g_autoptr(ShiftShape) prepared = shift_shape_new(tree, &shape);
            for (guint k = 0; k < 50; k++) {
                BspVec from, to;
                scene_move(&r, solid, &shape, &from, &to);
                if (k % 5 == 0) /* often start inside of solid */
                    from = random_point(&r, &solid->bounds);
                check_prepared(table, &shape, prepared, FALSE, from, to);
                check_prepared(table, &shape, prepared, TRUE, from, to);
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
    g_autoptr(ShiftShape) thick = shift_shape_new(tree, &ball);
    g_autoptr(ShiftShape) flat = shift_shape_new(tree, &plate);
    cr_assert_eq(shift_shape_bytes(thick) - shift_shape_bytes(flat),
                 tree->nodes.n_normals * sizeof(ShiftBand), "what is flat has no table");
}

/* --- cells of brushes and their near copies --- */

/* The cell of the brush's planes, with all except one replaced by those of its copy. */
static BspCell *mixed_cell(const BspBrush *brush, const BspBrush *copy, guint own)
{
    BspPlane planes[4];
    for (guint f = 0; f < 4; f++)
        planes[f] = (f == own ? brush : copy)->cell->faces[f].plane;
    g_autoptr(BspBrush) mixed = bsp_brush_new_planes(planes, 4, NULL);
    cr_assert(mixed);
    return bsp_cell_copy(mixed->cell);
}

/* Units. The distance of the cell's farthest vertex from the nearest vertex of the brush. */
static double off_corners(const BspCell *cell, const BspBrush *brush)
{
    double most = 0;
    for (guint i = 0; i < cell->n_vertices; i++) {
        double nearest = HUGE_VAL;
        for (guint k = 0; k < brush->cell->n_vertices; k++) {
            BspVec apart = bsp_vec_sub(cell->vertices[i], brush->cell->vertices[k]);
            nearest = fmin(nearest, bsp_vec_length(apart));
        }
        most = fmax(most, nearest);
    }
    return most;
}

Test(shift, corners_of_mixed_planes_are_not_trusted)
{
    const BspVec needle[] = { bsp_vec(0, 0, 64), bsp_vec(0.01, 0, 0), bsp_vec(-0.005, 0.009, 0),
                              bsp_vec(-0.005, -0.009, 0) };
    BspBrush *brushes[] = { scene_hull_brush(needle, 4), NULL };
    brushes[1] = scene_moved(brushes[0], bsp_vec(7e-7, -4e-7, 5e-7));
    g_autoptr(BspSolid) solid = scene_solid(brushes, 2);
    ShiftBrushes all = { .solid = solid };
    double most = 0;
    for (guint own = 0; own < 4; own++) {
        g_autoptr(BspCell) cell = mixed_cell(brushes[0], brushes[1], own);
        g_autoptr(BspCell) matter = shift_cell_matter(cell, &all);
        most = fmax(most, off_corners(cell, brushes[0]));
        cr_expect_lt(off_corners(matter ? matter : cell, brushes[0]), 2 * BSP_BRUSH_THICKNESS);
    }
    cr_expect_gt(most, BSP_BRACKET);
    cr_expect_null(shift_cell_matter(brushes[0]->cell, &all));
}

/* One half of a wedge with its edge along y. If a side is off by 1e-6 unit, the edge is off by
 * 0.01. */
static BspBrush *half_wedge(double y)
{
    const BspVec points[] = { bsp_vec(0, y, 0),       bsp_vec(64, y, 0),
                              bsp_vec(64, y, 0.0064), bsp_vec(0, y + 32, 0),
                              bsp_vec(64, y + 32, 0), bsp_vec(64, y + 32, 0.0064) };
    return scene_hull_brush(points, 6);
}

/* A wedge as long as both halves. One side is off by 1e-6 unit. */
static BspBrush *wedge_off(double by)
{
    g_autoptr(BspBrush) whole = half_wedge(0);
    BspPlane planes[5];
    for (guint f = 0; f < 5; f++) {
        planes[f] = whole->cell->faces[f].plane;
        planes[f].dist += planes[f].normal.z < -0.9 ? by : planes[f].normal.y < -0.9 ? 32 : 0;
    }
    return bsp_brush_new_planes(planes, 5, NULL);
}

Test(shift, cells_in_several_brushes_are_cut)
{
    BspBrush *brushes[] = { half_wedge(0), half_wedge(-32) };
    g_autoptr(BspSolid) solid = scene_solid(brushes, 2);
    ShiftBrushes all = { .solid = solid };
    g_autoptr(BspBrush) whole = wedge_off(0), off = wedge_off(1e-6);
    BspPlane cut;
    cr_expect_not(shift_cell_cut(whole->cell, &all, &cut));
    cr_assert(shift_cell_cut(off->cell, &all, &cut));
    cr_expect_null(shift_cell_matter(off->cell, &all));
    BspCell *halves[2];
    bsp_cell_split(off->cell, &cut, 0, &halves[0], &halves[1]);
    for (guint k = 0; k < 2; k++) {
        guint b = bsp_cell_interior_point(halves[k]).y > 0 ? 0 : 1;
        g_autoptr(BspCell) matter = shift_cell_matter(halves[k], &all);
        cr_expect_not(shift_cell_cut(halves[k], &all, &cut));
        cr_assert(matter);
        cr_expect_lt(off_corners(matter, bsp_solid_brush(solid, b)), 2 * BSP_BRUSH_THICKNESS);
        bsp_cell_free(halves[k]);
    }
}

/* --- malicious files --- */

/* Every cell names two brushes again and again. They are far from the move, but their bounds, too,
 * are wrong. */
static void name_too_many_brushes(ShiftTree *tree, BspBrushTable *table, guint n)
{
    tree->brushes = g_renew(guint32, tree->brushes, n);
    tree->n_brushes = n;
    tree->n_lists = 1;
    tree->first[1] = n;
    for (guint i = 0; i < n; i++)
        tree->brushes[i] = i % 2;
    for (guint i = 0; i < tree->nodes.n_nodes; i++)
        for (guint side = 0; side < 2; side++)
            if (bsp_node_child(&tree->nodes.nodes[i], side) < ~0)
                bsp_node_set_child(&tree->nodes.nodes[i], side, ~1);
    for (guint i = 0; i < 2; i++)
        for (guint k = 0; k < 3; k++) {
            table->brushes[i].least[k] = -1e5;
            table->brushes[i].most[k] = 1e5;
        }
}

Test(shift, a_file_that_names_too_many_brushes_ends_a_query)
{
    const guint n = 1000;
    const BspVec points[4] = { bsp_vec(-50, -60, -50), bsp_vec(-40, -60, -50),
                               bsp_vec(-50, -50, -50), bsp_vec(-50, -60, -40) };
    g_autofree BspBrush **brushes = g_new(BspBrush *, n);
    for (guint i = 0; i < n; i++)
        brushes[i] =
            i < 2 ? scene_hull_brush(points, 4) : scene_box(2.0 * i, -1, -1, 2.0 * i + 1, 1, 1);
    g_autoptr(BspSolid) solid = scene_solid(brushes, n);
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(solid, BSP_TABLE_ALL_SHAPES);
    const ShiftOptions options = { .exact_cells = TRUE };
    g_autoptr(ShiftTree) tree = shift_tree_build(solid, &options, NULL);
    const BspShape ball = bsp_shape_sphere(0.5);
    name_too_many_brushes(tree, table, 200000);
    gint64 begin = g_get_monotonic_time();
    shift_tree_hit_check_exact(tree, table, &ball, bsp_vec(-10, 0, 0), bsp_vec(2010, 0.1, 0), NULL);
    cr_expect_lt(g_get_monotonic_time() - begin, 2 * G_USEC_PER_SEC);
}
