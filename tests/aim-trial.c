/* aim-trial: runs aimed moves through every method and measures the error of the answers. */
#include "aim-trial.h"

#include <string.h>

#include "bsp-hull.h"
#include "oracle/sum.h"
#include "scenes.h"
#include "trace/node.h"

/* --- tallies --- */

static void tally_free(gpointer data)
{
    AimTally *tally = data;
    for (guint i = 0; i < G_N_ELEMENTS(tally->worst); i++)
        g_free(tally->worst[i]);
    g_free(tally);
}

AimTrial *aim_trial_new(void)
{
    AimTrial *trial = g_new0(AimTrial, 1);
    trial->tallies = g_ptr_array_new_with_free_func(tally_free);
    return trial;
}

void aim_trial_free(AimTrial *trial)
{
    if (!trial)
        return;
    g_ptr_array_unref(trial->tallies);
    g_free(trial);
}

static AimTally *tally_of(AimTrial *trial, const CompareMethodClass *klass)
{
    for (guint i = 0; i < trial->tallies->len; i++) {
        AimTally *tally = trial->tallies->pdata[i];
        if (tally->klass == klass)
            return tally;
    }
    AimTally *tally = g_new0(AimTally, 1);
    tally->klass = klass;
    g_ptr_array_add(trial->tallies, tally);
    return tally;
}

gboolean aim_planes_are_good(const AimTally *tally)
{
    return tally->n_planes <=
           (tally->klass->names_crossed ? 0 : 2 + tally->n_hits / AIM_HITS_PER_PLANE);
}

/* --- names of hits --- */

/* Returns whether the shape touches the brush there, within the bracket. */
static gboolean touches(const BspBrush *brush, const BspShape *shape, BspVec at)
{
    double t;
    BspBounds where = compare_swept_bounds(shape, at, at);
    g_autoptr(CompareSum) sum = compare_sum_new(brush, shape, BSP_BRACKET);
    return bsp_bounds_overlap(bsp_brush_bounds(brush), &where) &&
           compare_sum_enter(sum, at, bsp_vec(0, 0, 0), &t, NULL);
}

/* Returns whether the contact is on the plane of a hit, or up to `early` units before it. */
static gboolean is_at_plane(const BspPlane *plane, BspVec contact, double early)
{
    double before = bsp_plane_distance(plane, contact);
    return before >= -AIM_SUPPORT && before <= early + AIM_SUPPORT;
}

/* Returns whether the brush lies behind the plane of the named side, and the contact lies on that
 * plane, or up to `early` units before it. */
static gboolean is_well_placed(const BspBrush *brush, const BspShape *shape,
                               const BspTransition *answer, const BspHit *hit, double early)
{
    BspVec n = hit->plane.normal;
    double most = bsp_cell_support(brush->cell, n) + bsp_shape_offset(shape, n);
    return most <= hit->plane.dist + AIM_SUPPORT && is_at_plane(&hit->plane, answer->point, early);
}

/* --- answers --- */

/* The answers of one method to all moves. */
typedef struct {
    CompareMethod *method;
    CompareResult *result; /* judged like by regress */
} Answers;

static CompareCall call_of(const CompareReport *report, guint i)
{
    const CompareResolved *move = &g_array_index(report->moves, CompareResolved, i);
    const CompareTrajectory *tr =
        &g_array_index(report->scenario->trajectories, CompareTrajectory, move->trajectory);
    return compare_call(report->scenario, tr->mover, move->from, move->to);
}

/* --- judging --- */

/* The exact oracle's verdict on one answer. It is kept for the next method, because many methods
 * give the same answer to a move. */
typedef struct {
    double t, early, late;
} Distances;

static Distances distances_at(ExactOracle *exact, const CompareCall *c, double t)
{
    Distances d = { t, 0, exact_oracle_late(exact, c->move.shape, c->move.from, c->move.to, t) };
    if (t < 1 && exact_oracle_contact(exact, c->move.shape, c->move.from, c->move.to).t > t)
        d.early = exact_oracle_early(exact, c->move.shape, c->move.from, c->move.to, t);
    return d;
}

static char *describe(const CompareReport *report, guint i, const BspTransition *answer)
{
    const CompareResolved *m = &g_array_index(report->moves, CompareResolved, i);
    const CompareTrajectory *tr =
        &g_array_index(report->scenario->trajectories, CompareTrajectory, m->trajectory);
    return g_strdup_printf(
        "%s, move %u of \"%s\": [[%.17g,%.17g,%.17g],[%.17g,%.17g,%.17g]]: %s "
        "t = %.17g, normal %.17g %.17g %.17g; bracket %.17g .. %.17g",
        report->scenario->world->name, m->number, tr->name, m->from.x, m->from.y, m->from.z,
        m->to.x, m->to.y, m->to.z, bsp_transition_class_name(answer->type),
        bsp_transition_blocking_time(answer), answer->plane.normal.x, answer->plane.normal.y,
        answer->plane.normal.z, m->truth.t_lo, m->truth.t_hi);
}

/* One answer of one method, and the tally that counts it. */
typedef struct {
    AimTally *tally;
    const CompareReport *report;
    guint move;
    const CompareAnswer *own;
    const BspTransition *answer; /* own->transition */
    const BspBrushTable *sides;
    CompareCall call;
    CompareClaim claim;
    double t;
} Judged;

static void describe_worst(const Judged *j, AimWorst which)
{
    g_free(j->tally->worst[which]);
    j->tally->worst[which] = describe(j->report, j->move, j->answer);
}

static void judge_time(const Judged *j)
{
    AimTally *tally = j->tally;
    const CompareResolved *move = &g_array_index(j->report->moves, CompareResolved, j->move);
    double length = bsp_vec_length(bsp_vec_sub(move->to, move->from));
    gboolean early = j->t < move->truth.t_lo;
    gboolean late = j->t > move->truth.t_hi;
    double by_early = (move->truth.t_lo - j->t) * length,
           by_late = (j->t - move->truth.t_hi) * length;
    gboolean wrong = late || (early && j->claim == COMPARE_EXACT);
    if (wrong && (!tally->worst[AIM_OUTSIDE] ||
                  (late ? tally->n_late == 0 || by_late > tally->units_late
                        : tally->n_late == 0 && by_early > tally->units_early)))
        describe_worst(j, AIM_OUTSIDE);
    tally->n++;
    tally->n_early += early ? 1 : 0;
    tally->n_late += late ? 1 : 0;
    tally->n_outside += j->claim == COMPARE_EXACT && (early || late) ? 1 : 0;
    tally->units_late = MAX(tally->units_late, by_late);
    if (j->claim == COMPARE_EXACT)
        tally->units_early = MAX(tally->units_early, by_early);
}

static void add_distance(const Judged *j, double distance, double *most, AimWorst which)
{
    if (distance <= *most)
        return;
    *most = distance;
    describe_worst(j, which);
}

static void count_wrong(const Judged *j, guint64 *count, AimWorst which)
{
    if ((*count)++ == 0)
        describe_worst(j, which);
}

/* Returns the units along the move by which an answer may be before the contact. An onion or a map
 * tree stops points and flat boxes before the contact (onion-tree.h), a shift tree only points.
 */
static double promised_early(const Judged *j)
{
    const BspShape *shape = j->call.move.shape;
    gboolean shifts = g_str_has_prefix(j->tally->klass->name, "shift");
    gboolean is_before = j->tally->klass->view && bsp_erosion(&shape->bounds) == 0 &&
                         (!shifts || shape->kind == BSP_SHAPE_POINT);
    return is_before ? BSP_BRACKET / 2 : 0;
}

static void judge_name(const Judged *j)
{
    AimTally *tally = j->tally;
    const CompareCall *c = &j->call;
    BspTrace trace = { .tr = *j->answer };
    gboolean named = bsp_brush_table_hit(
        j->sides, &(BspMove){ c->move.from, c->move.to, c->move.shape, 0, 0 }, &trace);
    const BspSolid *solid = j->report->scenario->world->solid;
    const BspBrush *brush = named ? bsp_solid_brush(solid, trace.hit.brush) : NULL;
    if (!brush || !touches(brush, c->move.shape, j->answer->point))
        count_wrong(j, &tally->n_misnamed, AIM_MISNAMED);
    else if (!is_well_placed(brush, c->move.shape, j->answer, &trace.hit, promised_early(j)))
        count_wrong(j, &tally->n_misplaced, AIM_MISPLACED);
}

static void judge(const Judged *j, ExactOracle *exact, Distances *last)
{
    AimTally *tally = j->tally;
    judge_time(j);
    if (j->own->exit_off != 0)
        count_wrong(j, &tally->n_left_wrongly, AIM_LEAVING);
    if (j->own->fault == COMPARE_FAULT_PLANE)
        count_wrong(j, &tally->n_planes, AIM_PLANE);
    if (j->claim != COMPARE_EXACT)
        return;
    if (bsp_shape_is_box(j->call.move.shape)) {
        if (last->t != j->t)
            *last = distances_at(exact, &j->call, j->t);
        add_distance(j, last->early, &tally->most_early, AIM_EARLIEST);
        tally->most_too_early = MAX(tally->most_too_early, last->early - promised_early(j));
        add_distance(j, last->late, &tally->most_late, AIM_LATEST);
    }
    if (j->answer->type != BSP_EMPTY_TO_SOLID)
        return;
    tally->n_hits++;
    judge_name(j);
}

/* --- the trial --- */

static gboolean is_wanted(const AimTrees *trees, const CompareMethodClass *klass)
{
    return !trees->methods || g_strv_contains(trees->methods, klass->name);
}

static void answers_clear(gpointer data)
{
    Answers *a = data;
    compare_method_free(a->method);
    if (a->result)
        compare_result_free(a->result);
}

static GArray *ask_all(const CompareReport *report, const AimTrees *trees, GError **error)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Answers));
    g_array_set_clear_func(all, answers_clear);
    for (guint i = 0; compare_methods[i]; i++) {
        const CompareMethodClass *klass = compare_methods[i];
        if (!is_wanted(trees, klass))
            continue;
        Answers a = {
            compare_method_new(klass, report->scenario, &report->trees, NULL, NULL, error), NULL
        };
        if (!a.method) {
            g_array_unref(all);
            return NULL;
        }
        a.result = compare_answer(a.method, report->moves);
        g_array_append_val(all, a);
    }
    return all;
}

gboolean aim_trial_run(AimTrial *trial, CompareScenario *scenario, const AimTrees *trees,
                       GError **error)
{
    const BspSolid *solid = scenario->world->solid;
    g_autoptr(CompareOracle) bracket = compare_oracle_new(solid);
    g_autoptr(ExactOracle) exact = exact_oracle_new(solid);
    g_autoptr(BspBrushTable) sides = bsp_brush_table_new(solid, 0);
    g_autoptr(CompareReport) report = compare_report_new(scenario, bracket, NULL, error);
    if (report) {
        report->trees = (CompareTrees){ 0 };
        report->trees.build.plain = trees->plain;
        compare_trees_set_builder(&report->trees, trees->builder);
    }
    g_autoptr(GArray) all = report ? ask_all(report, trees, error) : NULL;
    if (!all)
        return FALSE;
    trial->n_moves += report->moves->len;
    for (guint i = 0; i < report->moves->len; i++) {
        Distances last = { -1, 0, 0 };
        for (guint k = 0; k < all->len; k++) {
            const Answers *a = &g_array_index(all, Answers, k);
            const CompareAnswer *own = compare_result_find(a->result, i);
            if (!own)
                continue;
            Judged j = { tally_of(trial, a->method->klass),
                         report,
                         i,
                         own,
                         &own->transition,
                         sides,
                         call_of(report, i),
                         COMPARE_SKIPS,
                         own->t };
            j.claim = compare_shape_claim(a->method->klass, j.call.move.shape, j.call.mover);
            judge(&j, exact, &last);
        }
    }
    return TRUE;
}

/* Adds a shape. The scenario takes ownership of a hull. */
static void add_shape(CompareScenario *s, const char *name, BspShape shape)
{
    compare_add_mover(
        s, (CompareMover){ .name = g_strdup(name), .shape = shape, .hull = (BspHull *)shape.hull });
}

/* Returns a tetrahedron of this height, in units along z. */
static BspShape wedge(double height)
{
    const BspVec points[] = {
        { { -8, -8, 0 } }, { { 8, -8, 0 } }, { { 0, 8, 0 } }, { { 0, 0, height } }
    };
    BspHull *hull = bsp_hull_new(points, 4, NULL);
    g_assert(hull);
    return bsp_shape_hull(hull);
}

CompareScenario *aim_trial_scenario(const char *name, BspSolid *solid)
{
    CompareScenario *s = compare_scenario_new(name);
    GArray *starts = g_array_new(FALSE, FALSE, sizeof(BspVec));
    s->name = g_strdup(name);
    s->world = bsp_world_new(name, g_ptr_array_ref(solid->brushes), starts);
    bsp_solid_free(solid);
    add_shape(s, "stand", scene_player());
    add_shape(s, "point", bsp_shape_point());
    add_shape(s, "small", bsp_shape_box(bsp_vec(-1, -1, 0), bsp_vec(1, 1, 2)));
    add_shape(s, "flat", bsp_shape_box(bsp_vec(-4, -4, 0), bsp_vec(4, 4, 0)));
    add_shape(s, "pole", bsp_shape_box(bsp_vec(0, 0, 0), bsp_vec(0, 0, 56)));
    add_shape(s, "thin", bsp_shape_box(bsp_vec(-4, -1e-6, 0), bsp_vec(4, 1e-6, 9)));
    add_shape(s, "ball", bsp_shape_sphere(12));
    add_shape(s, "barrel", bsp_shape_cylinder(12, -24, 32));
    add_shape(s, "pill", bsp_shape_capsule(12, -24, 32));
    add_shape(s, "disc", bsp_shape_cylinder(9, 0, 0));
    add_shape(s, "plate", bsp_shape_cylinder(9, 0, 1e-6));
    add_shape(s, "wedge", wedge(20));
    add_shape(s, "splinter", wedge(1e-3));
    return s;
}

/* --- printing --- */

static void print_tally(GString *out, const AimTally *t)
{
    const guint64 counts[] = { t->n,          t->n_outside,   t->n_early,
                               t->n_late,     t->n_hits,      t->n_planes,
                               t->n_misnamed, t->n_misplaced, t->n_left_wrongly };
    g_string_append_printf(out, "%-20s %8.2g %8.2g", t->klass->name, t->most_early, t->most_late);
    for (guint i = 0; i < G_N_ELEMENTS(counts); i++)
        g_string_append_printf(out, " %8" G_GUINT64_FORMAT, counts[i]);
    g_string_append(out, "\n");
}

static void print_worst(GString *out, const AimTally *t)
{
    static const char *const what[AIM_WORSTS] = { "earliest", "latest", "outside", "plane",
                                                  "brush",    "side",   "leaving" };
    const double most[AIM_WORSTS] = { t->most_early, t->most_late, HUGE_VAL, HUGE_VAL,
                                      HUGE_VAL,      HUGE_VAL,     HUGE_VAL };
    for (guint i = 0; i < G_N_ELEMENTS(what); i++)
        if (t->worst[i] && most[i] > BSP_BRACKET)
            g_string_append_printf(out, "%s: %s: %s\n", t->klass->name, what[i], t->worst[i]);
}

char *aim_trial_print(const AimTrial *trial)
{
    static const char *const columns[] = { "moves", "outside", "early", "late",   "hits",
                                           "plane", "brush",   "side",  "leaving" };
    GString *out = g_string_new(NULL);
    g_string_append_printf(out,
                           "%" G_GUINT64_FORMAT " moves; points and boxes are early and late by at "
                           "most, in units\n%-20s %8s %8s",
                           trial->n_moves, "method", "early", "late");
    for (guint i = 0; i < G_N_ELEMENTS(columns); i++)
        g_string_append_printf(out, " %8s", columns[i]);
    g_string_append(out, "\n");
    for (guint i = 0; i < trial->tallies->len; i++)
        print_tally(out, trial->tallies->pdata[i]);
    for (guint i = 0; i < trial->tallies->len; i++)
        print_worst(out, trial->tallies->pdata[i]);
    return g_string_free(out, FALSE);
}
