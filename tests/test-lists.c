/* test-lists: tests the lists of all brushes that a move meets, and of all transitions along a
 * segment, by the oracle, brush by brush. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "bsp-hull.h"
#include "build-trees.h"
#include "generate/aim.h"
#include "oracle/lists.h"
#include "real-levels.h"
#include "scenes.h"

/* 100,000 moves in the long run. */
#define N_SCENES 10
#define PER_SCENE (SHORT ? 200 : 6000)
#define PER_LEVEL (SHORT ? 700 : 13500)

/* Contents of the brushes of scenes. The brushes of levels have the first, too. */
#define MASK_A 0x1
#define MASK_B 0x10000

/* No move of the tests meets this number of brushes. */
#define MOST 4096

/* The shapes are the boxes of the onion's spaces, then a shape of each kind. */
#define N_SHAPES (N_THREE + BSP_SHAPE_HULL + 1)

typedef struct {
    const BspSolid *solid;
    OnionTree *onion;
    ShiftTree *shift, *shift_box;
    BspBrushTable *table;
    CompareOracle *oracle;
    BspShape shapes[N_SHAPES];
    BspHull *hull;
    guint n_moves, n_crossings, n_transitions; /* counts of the whole test */
    CompareListFaults of_brushes, of_onion, of_shift, of_shift_box;
} World;

static void begin_world(World *w, const BspSolid *solid, guint64 seed)
{
    Random r = random_seeded(seed);
    *w = (World){ .solid = solid };
    w->onion = build_onion_with(solid, three_spaces, N_THREE, NULL);
    w->shift = build_shift(solid, 0, FALSE);
    w->shift_box = build_shift(solid, SHIFT_BEVEL_BOX, FALSE);
    w->table = bsp_brush_table_new(solid, 0);
    w->oracle = compare_oracle_new(solid);
    for (guint i = 0; i < N_THREE; i++)
        w->shapes[i] = bsp_shape_box(three_spaces[i].box.mins, three_spaces[i].box.maxs);
    for (BspShapeKind kind = 0; kind <= BSP_SHAPE_HULL; kind++)
        w->shapes[N_THREE + kind] = scene_random_shape_of(&r, kind, &w->hull);
}

static void end_world(World *w, const char *name)
{
    guint n = compare_n_list_faults(&w->of_brushes) + compare_n_list_faults(&w->of_onion) +
              compare_n_list_faults(&w->of_shift) + compare_n_list_faults(&w->of_shift_box);
    g_printerr("%s: %u moves, %u crossings, %u transitions, %u faults\n", name, w->n_moves,
               w->n_crossings, w->n_transitions, n);
    cr_expect_eq(n, 0);
    cr_expect_gt(w->n_crossings, w->n_moves / 8);
    cr_expect_gt(w->n_transitions, w->n_moves / 2);
    onion_tree_free(w->onion);
    shift_tree_free(w->shift);
    shift_tree_free(w->shift_box);
    bsp_brush_table_free(w->table);
    compare_oracle_free(w->oracle);
    bsp_hull_free(w->hull);
}

static void add_faults(CompareListFaults *sum, const CompareListFaults *more, const World *w,
                       const BspMove *move, const char *what)
{
    sum->missing += more->missing;
    sum->added += more->added;
    sum->off += more->off;
    sum->disordered += more->disordered;
    if (compare_n_list_faults(more) == 0 || compare_n_list_faults(sum) > 5)
        return;
    g_autofree char *scene = w->solid->brushes->len < 40
                                 ? scene_describe(w->solid, move->shape, move->from, move->to)
                                 : g_strdup("");
    cr_log_error("%s: %u missing, %u added, %u off, %u disordered: %s from %.17g %.17g %.17g to "
                 "%.17g %.17g %.17g\n%s",
                 what, more->missing, more->added, more->off, more->disordered,
                 bsp_shape_kind_name(move->shape->kind), move->from.x, move->from.y, move->from.z,
                 move->to.x, move->to.y, move->to.z, scene);
}

/* --- one move --- */

/* A fraction of the move, by which rounding may change the time of a cast. */
#define CAST_ROUNDING 1e-9

/* Checks that the first brush is entered when the trace hits something. A shape that is not a box
 * may touch that brush for a while before it is deeper than touching. Meanwhile it may hit another
 * brush. */
static void check_first(const World *w, const BspMove *move, const BspCrossing *first, guint n)
{
    BspTrace answer;
    bsp_brush_table_trace(w->table, move, &answer);
    cr_assert_eq(answer.tr.type == BSP_EMPTY, n == 0);
    if (n == 0)
        return;
    double t = answer.tr.type == BSP_EMPTY_TO_SOLID ? answer.tr.t : 0;
    if (bsp_shape_is_box(move->shape))
        cr_assert_eq(first->t_enter, t, "%.17g, not %.17g", first->t_enter, t);
    else
        cr_assert_leq(first->t_enter, t + CAST_ROUNDING, "%.17g, not %.17g", first->t_enter, t);
}

/* Checks that the plane is that of the brush's side, passes through the point of entering, and has
 * the brush behind it. */
static void check_hit(const World *w, const BspMove *move, const BspCrossing *c)
{
    BspVec at = bsp_vec_lerp(move->from, move->to, c->t_enter);
    const BspBrush *brush = bsp_solid_brush(w->solid, c->hit.brush);
    double out = bsp_shape_offset(move->shape, c->hit.plane.normal);
    double most = bsp_cell_support(brush->cell, c->hit.plane.normal) + out;
    BspPlane side;
    cr_assert(c->t_leave == 2 || (c->t_enter <= c->t_leave && c->t_leave <= 1));
    cr_assert_eq(c->hit.contents, bsp_brush_contents(brush));
    cr_assert_leq(most, c->hit.plane.dist + 1e-4);
    if (c->t_enter > 0)
        cr_assert_leq(fabs(bsp_plane_distance(&c->hit.plane, at)), 1e-4);
    if (c->t_enter > 0)
        cr_assert_lt(bsp_vec_dot(c->hit.plane.normal, bsp_vec_sub(move->to, move->from)), 0);
    if (c->hit.side >= 0 && bsp_brush_table_side(w->table, c->hit.brush, c->hit.side, &side))
        cr_assert(bsp_same_normal(side.normal, c->hit.plane.normal));
}

static void check_brushes(World *w, const BspMove *asked)
{
    static const guint32 masks[] = { 0, 0, MASK_A, MASK_B, 2 };
    const BspMove masked = { asked->from, asked->to, asked->shape,
                             masks[w->n_moves / N_SHAPES % G_N_ELEMENTS(masks)], 0 };
    const BspMove *move = &masked;
    static BspCrossing all[MOST], few[4];
    const guint n_few = w->n_moves % 5;
    const guint n = bsp_brush_table_trace_all(w->table, move, all, MOST);
    cr_assert_leq(n, MOST);
    CompareListFaults faults = compare_judge_crossings(w->oracle, move, all, n);
    add_faults(&w->of_brushes, &faults, w, move, "brushes");
    w->n_crossings += n;
    check_first(w, move, all, n);
    for (guint i = 0; i < n; i++)
        check_hit(w, move, &all[i]);
    cr_assert_eq(bsp_brush_table_trace_all(w->table, move, n_few ? few : NULL, n_few), n);
    cr_assert_arr_eq(few, all, MIN(n, n_few) * sizeof *few);
}

static gboolean same_vec(BspVec a, BspVec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static gboolean same_transition(const BspTransition *a, const BspTransition *b)
{
    return a->type == b->type && a->t == b->t && a->plane.dist == b->plane.dist &&
           same_vec(a->plane.normal, b->plane.normal) && same_vec(a->point, b->point);
}

/* Checks that a list of transitions has the form that the headers promise, and begins with
 * `first`. */
static void check_transitions(const BspMove *move, const BspTransition *list, guint n,
                              const BspTransition *first)
{
    cr_assert_leq(n, MOST);
    if (first->type == BSP_EMPTY)
        cr_assert_eq(n, 0);
    else
        cr_assert(n > 0 && same_transition(&list[0], first));
    for (guint i = 0; i < n; i++) {
        BspVec at = bsp_vec_lerp(move->from, move->to, list[i].t);
        double facing = bsp_vec_dot(list[i].plane.normal, bsp_vec_sub(move->to, move->from));
        cr_assert_leq(bsp_vec_length(bsp_vec_sub(at, list[i].point)), 1e-9);
        if (list[i].type != BSP_SOLID)
            cr_assert(list[i].type == BSP_SOLID_TO_EMPTY ? facing >= 0 : facing <= 0);
    }
}

static void check_onion(World *w, const BspMove *move, guint space)
{
    static BspTransition list[MOST], few[2];
    BspTransition first = onion_tree_first_transition(w->onion, space, move->from, move->to, NULL);
    guint n = onion_tree_transitions(w->onion, space, move->from, move->to, list, MOST);
    check_transitions(move, list, n, &first);
    CompareListFaults faults = compare_judge_transitions(w->oracle, move, list, n, TRUE);
    add_faults(&w->of_onion, &faults, w, move, "onion");
    w->n_transitions += n;
    cr_assert_eq(onion_tree_transitions(w->onion, space, move->from, move->to, NULL, 0), n);
    cr_assert_eq(onion_tree_transitions(w->onion, space, move->from, move->to, few, 2), n);
    for (guint i = 0; i < MIN(n, 2); i++)
        cr_assert(same_transition(&few[i], &list[i]));
}

static void check_shift(World *w, const BspMove *move, gboolean is_box_tree)
{
    static BspTransition list[MOST], few[2];
    const ShiftTree *tree = is_box_tree ? w->shift_box : w->shift;
    const BspShape *shape = move->shape;
    BspTransition first = shift_tree_hit_check(tree, shape, move->from, move->to, NULL);
    guint n = shift_tree_transitions(tree, shape, move->from, move->to, list, MOST);
    check_transitions(move, list, n, &first);
    CompareListFaults faults =
        compare_judge_transitions(w->oracle, move, list, n, shift_tree_is_exact(tree, shape));
    add_faults(is_box_tree ? &w->of_shift_box : &w->of_shift, &faults, w, move,
               is_box_tree ? "shift-box" : "shift");
    w->n_transitions += n;
    cr_assert_eq(shift_tree_transitions(tree, shape, move->from, move->to, few, 2), n);
    for (guint i = 0; i < MIN(n, 2); i++)
        cr_assert(same_transition(&few[i], &list[i]));
}

static void check_move(World *w, guint shape, BspVec from, BspVec to)
{
    const BspMove move = { from, to, &w->shapes[shape], 0, 0 };
    w->n_moves++;
    check_brushes(w, &move);
    if (shape < N_THREE)
        check_onion(w, &move, shape);
    check_shift(w, &move, FALSE);
    check_shift(w, &move, TRUE);
}

/* Checks a world. Half of the moves go through everything between two points. The others are aimed
 * at difficult geometry. */
static void check_world(const BspSolid *solid, guint n, guint64 seed, const char *name)
{
    World w;
    Random r = random_seeded(seed);
    g_autoptr(CompareAim) aim = compare_aim_new(solid, seed);
    BspBounds where = bsp_bounds_grown(bsp_solid_bounds(solid), 16);
    begin_world(&w, solid, seed);
    for (guint i = 0; i < n; i++) {
        guint shape = i % N_SHAPES;
        CompareMove move = { random_point(&r, &where), random_point(&r, &where) };
        if (random_flag(&r)) {
            compare_aim_set_shape(aim, &w.shapes[shape]);
            move = compare_aim_move(aim, (CompareAimKind)(i % COMPARE_AIM_KINDS));
        }
        check_move(&w, shape, move.from, move.to);
    }
    end_world(&w, name);
}

/* --- moves that cannot be traced --- */

Test(lists, of_moves_that_cannot_be_traced)
{
    g_autoptr(BspSolid) solid = scene_one_box(-8, -8, -8, 8, 8, 8);
    g_autoptr(BspBrushTable) boxes_only = bsp_brush_table_new(solid, BSP_TABLE_BOXES);
    World w;
    begin_world(&w, solid, 1);
    const BspVec from = bsp_vec(-100, 0, 0), far = bsp_vec(1e10, 0, 0), in = bsp_vec(0, 0, 1);
    const BspShape point = bsp_shape_point(), ball = bsp_shape_sphere(2);
    BspTransition tr[2];
    BspCrossing c;
    for (guint i = 0; i < 3; i++) { /* the last move is a stay in solid */
        BspVec a = i == 2 ? in : from, b = i == 2 ? bsp_vec(1, 0, 1) : far;
        cr_expect_eq(onion_tree_transitions(w.onion, i == 1 ? 99 : 0, a, b, tr, 2), 1);
        cr_expect(tr[0].type == BSP_SOLID && tr[0].t == 0 && same_vec(tr[0].point, a));
        cr_expect_eq(shift_tree_transitions(w.shift, &point, a, b, tr, 2), 1);
        cr_expect(tr[0].type == BSP_SOLID && tr[0].t == 0 && same_vec(tr[0].point, a));
        cr_expect_eq(shift_tree_transitions(w.shift, &ball, a, b, tr, 2), 1);
        cr_expect(tr[0].type == BSP_SOLID && tr[0].t == 0 && same_vec(tr[0].point, a));
        cr_expect_eq(shift_tree_transitions(w.shift, &ball, a, b, NULL, 0), 1);
    }
    BspMove move = { from, far, &point, 0, 0 };
    cr_expect_eq(bsp_brush_table_trace_all(w.table, &move, &c, 1), 0);
    move.to = bsp_vec(100, 0, 0);
    cr_expect_eq(bsp_brush_table_trace_all(w.table, &move, &c, 1), 1);
    cr_expect(c.hit.side >= 0 && c.hit.plane.normal.x == -1);
    cr_expect_float_eq(c.t_enter, 0.46, 1e-12);
    cr_expect_float_eq(c.t_leave, 0.54, 1e-12);
    move.shape = NULL; /* NULL stands for a point */
    cr_expect_eq(bsp_brush_table_trace_all(boxes_only, &move, &c, 1), 1);
    move.from = move.to = in;
    cr_expect_eq(bsp_brush_table_trace_all(w.table, &move, &c, 1), 1);
    cr_expect(c.t_enter == 0 && c.t_leave == 2);
    move.shape = &ball;
    cr_expect_eq(bsp_brush_table_trace_all(boxes_only, &move, &c, 1), 0);
    w.n_crossings = w.n_transitions = 1;
    end_world(&w, "one box");
}

/* --- grazing moves --- */

/* A ball passes an edge and becomes as deep as touching, within rounding. The list computes the
 * time of leaving from the reversed move, which misses the brush. Then the ball leaves at the time
 * at which it enters. */
Test(lists, no_brush_is_left_before_it_is_entered)
{
    g_autoptr(BspBrushTable) table = scene_table(scene_one_box(-10, -10, -10, 10, 10, 10), 0);
    const BspShape ball = bsp_shape_sphere(3);
    const BspMove moves[] = {
        { bsp_vec(12.072237899906705, 12.860565116884903, -4.6444624152260996),
          bsp_vec(4.721715272221064, 13.38188693559883, -14.156823816744097), &ball, 0, 0 },
        { bsp_vec(12.733819416607277, 11.235708359278378, 7.2890580668524345),
          bsp_vec(12.720807604175764, 11.263808146869666, 7.0012109500320854), &ball, 0, 0 },
    };
    for (guint i = 0; i < G_N_ELEMENTS(moves); i++) {
        BspCrossing c;
        cr_assert_eq(bsp_brush_table_trace_all(table, &moves[i], &c, 1), 1, "%u", i);
        cr_expect_leq(c.t_enter, c.t_leave, "%u: %.17g, %.17g", i, c.t_enter, c.t_leave);
    }
}

/* --- worlds --- */

Test(lists, are_those_of_the_oracle_in_scenes)
{
    for (guint i = 0; i < N_SCENES; i++) {
        gboolean is_hard = i >= SCENE_KINDS;
        CompareHardKind hard = (CompareHardKind)(i - SCENE_KINDS);
        g_autoptr(BspSolid) solid = is_hard ? scene_hard(hard, 4, 57 + i, bsp_vec(0, 0, 0))
                                            : scene_new((SceneKind)i, 57 + i, bsp_vec(0, 0, 0));
        for (guint b = 0; b < solid->brushes->len; b++)
            bsp_brush_set_contents(solid->brushes->pdata[b], b % 3 ? MASK_A : MASK_B);
        check_world(solid, PER_SCENE, 5700 + i,
                    is_hard ? scene_hard_name(hard) : scene_name((SceneKind)i));
    }
}

ParameterizedTestParameters(lists, are_those_of_the_oracle_in_levels)
{
    return cr_make_param_array(RealLevel, real_levels + 3, SANITIZED ? 1 : 3);
}

ParameterizedTest(const RealLevel *level, lists, are_those_of_the_oracle_in_levels)
{
    g_autoptr(CompareScenario) s = real_level_scenario(level->name);
    check_world(s->world->solid, PER_LEVEL, 57, level->name);
}
