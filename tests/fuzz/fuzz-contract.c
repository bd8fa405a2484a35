/* fuzz-contract: tests the contract of every method with scenarios made from bytes.
 *
 * These are the demands. A method that claims exactness answers every move within the oracle's
 * bracket. No other method is late. A hit's plane supports the obstacle, or is a plane of the tree,
 * if the method names no brush. t is 0 for a start in solid. Prepared shapes give the same answers,
 * bit for bit. All queries of a point give the same answer. Each build ends.
 *
 * A finding is printed with a scenario that has only that move. BSP_FUZZ_LEAVE_OUT may name demands
 * (sound, late, early, solid, plane, same, point) and methods to skip, and "thin" for thin shapes.
 * "print" in it prints the scenario of every input before the queries. */
#include <float.h>
#include <stdio.h>
#include <string.h>

#include "compile/solid.h"
#include "contract-scene.h"
#include "fuzz.h"
#include "methods/method.h"
#include "onion-build.h"
#include "result/scenario-text.h"
#include "run/faults.h"
#include "run/judge.h"
#include "scenario/write.h"
#include "shift-build.h"
#include "shift-tree.h"

/* Units. A hit's plane may cut this far into the obstacle that it must support. It is BSP_TOUCHED,
 * within which a plane counts as touched. */
#define SUPPORT 1e-5

/* A scenario, and the truth about its moves. */
typedef struct {
    const CompareScenario *scenario;
    GArray *moves; /* an array of CompareResolved, one for each trajectory */
    CompareTrees trees;
} Case;

static const CompareResolved *resolved(const Case *c, guint i)
{
    return &g_array_index(c->moves, CompareResolved, i);
}

static const CompareTrajectory *trajectory(const Case *c, guint i)
{
    return &g_array_index(c->scenario->trajectories, CompareTrajectory, i);
}

static const BspShape *shape_of(const Case *c, guint i)
{
    return &compare_mover(c->scenario, trajectory(c, i)->mover)->shape;
}

/* --- findings --- */

static void print_scenario(const Case *c, guint i)
{
    const CompareReport report = { .scenario = c->scenario, .moves = c->moves };
    g_autoptr(CompareScenario) one = compare_reproducer(&report, i);
    g_autofree char *text = compare_scenario_write(one, NULL, one->world);
    fprintf(stderr, "%s", text);
}

/* Reports that a method's answer to move i violates `demand`. */
static void found(const Case *c, guint i, const char *demand, const char *method,
                  const BspTransition *tr)
{
    if (fuzz_is_left_out(demand) || fuzz_is_left_out(method))
        return;
    const CompareResolved *m = resolved(c, i);
    print_scenario(c, i);
    fuzz_found("%s: %s: %s, %s at t %.17g, normal %.9g %.9g %.9g; bracket %.17g to %.17g, "
               "%g units long",
               demand, method, bsp_shape_kind_name(shape_of(c, i)->kind),
               bsp_transition_class_name(tr->type), tr->t, tr->plane.normal.x, tr->plane.normal.y,
               tr->plane.normal.z, m->truth.t_lo, m->truth.t_hi,
               bsp_vec_length(bsp_vec_sub(m->to, m->from)));
}

/* --- one answer --- */

/* Returns the rounding error of a time, for doubles near the move. The bracket is rounded, too. */
static double rounding(const CompareResolved *m)
{
    double most = 0, length = bsp_vec_length(bsp_vec_sub(m->to, m->from));
    for (int k = 0; k < 3; k++)
        most = MAX(most, MAX(fabs(m->from.v[k]), fabs(m->to.v[k])));
    return length > 0 ? 16 * DBL_EPSILON * (1 + most / length) : 0;
}

static gboolean is_sound(const BspTransition *tr)
{
    if (!(tr->t >= 0 && tr->t <= 1) || !bsp_vec_finite(tr->point))
        return FALSE;
    if (tr->type == BSP_EMPTY || tr->type == BSP_SOLID)
        return TRUE;
    return fabs(bsp_vec_length(tr->plane.normal) - 1) < 1e-12 && isfinite(tr->plane.dist);
}

/* Returns whether the plane supports some brush near the hit, after that brush is moved out for the
 * shape. */
static gboolean supports(const Case *c, const BspShape *shape, const BspTransition *tr)
{
    const BspSolid *solid = c->scenario->world->solid;
    double offset = bsp_shape_offset(shape, tr->plane.normal);
    double at = bsp_vec_dot(tr->plane.normal, tr->point);
    BspBounds where = { bsp_vec_add(tr->point, shape->bounds.mins),
                        bsp_vec_add(tr->point, shape->bounds.maxs) };
    where = bsp_bounds_grown(&where, 2 * BSP_BRACKET);
    double slack = SUPPORT + 64 * DBL_EPSILON * (fabs(at) + bsp_vec_length(tr->point));
    for (guint i = 0; i < solid->brushes->len; i++) {
        const BspBrush *brush = bsp_solid_brush(solid, i);
        if (bsp_bounds_overlap(&brush->bounds, &where) &&
            fabs(bsp_cell_support(brush->cell, tr->plane.normal) + offset - at) <= slack)
            return TRUE;
    }
    return FALSE;
}

/* Returns whether the plane is a plane of the method's tree, moved out for the shape. A method that
 * names no brush may return one that supports none, which is a bevel or divides two cells. */
static gboolean is_of_tree(const Case *c, guint i, const CompareMethod *method,
                           const BspTransition *tr)
{
    const CompareMethodClass *klass = method->klass;
    CompareTreeView view;
    return klass->names_crossed && klass->view &&
           klass->view(method->data, trajectory(c, i)->mover, &view) &&
           compare_view_has_plane(&view, shape_of(c, i), &tr->plane);
}

static double leaving_off(const Case *c, const CompareResolved *m, const CompareMethodClass *klass,
                          CompareClaim claim, const BspTransition *tr)
{
    const CompareSize size = { .filled = c->trees.build.fill != BSP_FILL_OFF };
    return compare_leaving_off(klass, &size, claim, &m->truth, tr);
}

static void demand_answer(const Case *c, guint i, const CompareMethod *method, CompareClaim claim,
                          const BspTransition *tr)
{
    const CompareMethodClass *klass = method->klass;
    const CompareResolved *m = resolved(c, i);
    double t = bsp_transition_blocking_time(tr), slack = rounding(m);
    if (!is_sound(tr))
        found(c, i, "sound", klass->name, tr);
    if (t > m->truth.t_hi + slack)
        found(c, i, "late", klass->name, tr);
    if (claim == COMPARE_EXACT && t < m->truth.t_lo - slack)
        found(c, i, "early", klass->name, tr);
    if (tr->type == BSP_SOLID && tr->t != 0)
        found(c, i, "solid", klass->name, tr);
    if (fabs(leaving_off(c, m, klass, claim, tr)) > slack)
        found(c, i, "leaving", klass->name, tr);
    if (claim == COMPARE_EXACT && tr->type == BSP_EMPTY_TO_SOLID &&
        !supports(c, shape_of(c, i), tr) && !is_of_tree(c, i, method, tr))
        found(c, i, "plane", klass->name, tr);
}

/* --- the same answer from all queries --- */

static void demand_same(const Case *c, guint i, const char *method, const BspTransition *one,
                        const BspTransition *other)
{
    if (one->type != other->type || memcmp(&one->t, &other->t, sizeof one->t) != 0 ||
        memcmp(&one->point, &other->point, sizeof one->point) != 0 ||
        memcmp(&one->plane, &other->plane, sizeof one->plane) != 0)
        found(c, i, "same", method, other);
}

static void demand_same_point(const Case *c, guint i, const char *method, const BspTransition *tr,
                              gboolean solid)
{
    if (tr->type != (solid ? BSP_SOLID : BSP_EMPTY))
        found(c, i, "point", method, tr);
}

/* Stores the positions for point queries, which are both ends of the move, and the hit. */
static guint places(const CompareResolved *m, const BspTransition *tr, BspVec at[3])
{
    at[0] = m->from;
    at[1] = m->to;
    at[2] = tr->point;
    return tr->type == BSP_EMPTY_TO_SOLID ? 3 : 2;
}

static void demand_onion_points(const Case *c, guint i, const OnionTree *tree,
                                const BspTransition *tr)
{
    BspVec at[3];
    guint space = (guint)trajectory(c, i)->mover, n = places(resolved(c, i), tr, at);
    for (guint k = 0; k < n; k++) {
        BspTransition stay = onion_tree_first_transition(tree, space, at[k], at[k], NULL);
        guint64 bits;
        onion_tree_descriptor(tree, at[k], &bits);
        demand_same_point(c, i, "onion point", &stay,
                          onion_tree_point_is_solid(tree, space, at[k]));
        demand_same_point(c, i, "onion descriptor", &stay, (bits >> space & 1) != 0);
    }
}

/* Compares point queries with the answers of moves. */
static void demand_onion(const Case *c, OnionTree *tree)
{
    for (guint i = 0; i < c->moves->len; i++) {
        const CompareResolved *m = resolved(c, i);
        gint space = trajectory(c, i)->mover;
        if (space < 0)
            continue;
        BspTransition tr = onion_tree_first_transition(tree, (guint)space, m->from, m->to, NULL);
        demand_onion_points(c, i, tree, &tr);
    }
}

/* Compares prepared shapes and point queries with plain queries, in the tree that `merge` uses. */
static void demand_shift(const Case *c)
{
    ShiftOptions options = compare_shift_options(c->scenario, &c->trees, SHIFT_BEVEL_NONE);
    options.names_brushes = TRUE;
    g_autoptr(ShiftTree) tree = shift_tree_build(c->scenario->world->solid, &options, NULL);
    if (!tree)
        return;
    g_autoptr(BspBrushTable) table = bsp_brush_table_new(c->scenario->world->solid, 0);
    const BspShape point = bsp_shape_point();
    for (guint i = 0; i < c->moves->len; i++) {
        const CompareResolved *m = resolved(c, i);
        const BspShape *shape = shape_of(c, i);
        g_autoptr(ShiftShape) prepared = shift_shape_new(tree, shape);
        BspTransition one = shift_tree_hit_check(tree, shape, m->from, m->to, NULL);
        BspTransition other = shift_shape_hit_check(prepared, m->from, m->to, NULL);
        demand_same(c, i, "prepared shape", &one, &other);
        BspTransition exact = shift_tree_hit_check_exact(tree, table, shape, m->from, m->to, NULL);
        other = shift_shape_hit_check_exact(prepared, table, m->from, m->to, NULL);
        demand_same(c, i, "prepared shape, exact", &exact, &other);
        BspVec at[3];
        for (guint k = 0, n = places(m, &one, at); k < n; k++) {
            BspTransition stay = shift_tree_hit_check(tree, &point, at[k], at[k], NULL);
            demand_same_point(c, i, "shift point", &stay, shift_tree_point_is_solid(tree, at[k]));
        }
    }
}

/* --- all methods --- */

static gboolean is_stationary(const CompareResolved *m)
{
    return memcmp(&m->from, &m->to, sizeof m->from) == 0;
}

/* Returns whether the shape is flat, or almost flat, along an axis. A point is not. */
static gboolean is_thin(const BspShape *shape)
{
    const BspVec size = bsp_vec_sub(shape->bounds.maxs, shape->bounds.mins);
    return shape->kind != BSP_SHAPE_POINT && MIN(size.x, MIN(size.y, size.z)) < 16 * BSP_TOUCH;
}

static void demand_answers(const Case *c, const CompareMethod *method)
{
    const CompareMethodClass *klass = method->klass;
    for (guint i = 0; i < c->moves->len; i++) {
        const CompareResolved *m = resolved(c, i);
        const BspShape *shape = shape_of(c, i);
        gint mover = trajectory(c, i)->mover;
        CompareClaim claim = compare_shape_claim(klass, shape, mover);
        if (claim == COMPARE_SKIPS || (klass->stationary && !is_stationary(m)))
            continue;
        if (fuzz_is_left_out("thin") && is_thin(shape))
            continue;
        BspCounters counters = { 0 };
        const CompareCall call = compare_call(c->scenario, mover, m->from, m->to);
        BspTransition tr = klass->query(method->data, &call, &counters);
        demand_answer(c, i, method, claim, &tr);
    }
}

static void demand_method(const Case *c, const CompareMethodClass *klass)
{
    g_autoptr(GError) error = NULL;
    CompareMethod *method = compare_method_new(klass, c->scenario, &c->trees, NULL, NULL, &error);
    if (!method) {
        print_scenario(c, 0);
        fuzz_found("build: %s: %s", klass->name, error->message);
    }
    demand_answers(c, method);
    if (strcmp(klass->name, "onion") == 0)
        demand_onion(c, *(OnionTree **)method->data);
    else if (strcmp(klass->name, "merge") == 0)
        demand_shift(c);
    compare_method_free(method);
}

/* Finds the bracket of each move. */
static GArray *resolve(const CompareScenario *s)
{
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(CompareResolved));
    g_autoptr(CompareOracle) oracle = compare_oracle_new(s->world->solid);
    for (guint i = 0; i < s->trajectories->len; i++) {
        const CompareTrajectory *t = &g_array_index(s->trajectories, CompareTrajectory, i);
        CompareMove m = contract_move(s, i);
        CompareResolved r = { .from = m.from, .to = m.to, .trajectory = i };
        r.truth = compare_oracle_move(oracle, &compare_mover(s, t->mover)->shape, 0, m.from, m.to);
        g_array_append_val(moves, r);
    }
    return moves;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(CompareScenario) scenario = contract_scene(data, size);
    if (!scenario)
        return 0;
    g_autoptr(GArray) moves = resolve(scenario);
    const Case c = { scenario, moves, contract_trees(data) };
    if (fuzz_is_left_out("print"))
        print_scenario(&c, 0);
    for (guint m = 0; compare_methods[m]; m++)
        if (!compare_methods[m]->on_demand && !fuzz_is_left_out(compare_methods[m]->name))
            demand_method(&c, compare_methods[m]);
    return 0;
}
