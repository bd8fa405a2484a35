/* test-judge: tests the judgement of answers that are late or early, and of moves that only a
 * sharper bracket decides. tests/transcripts/starts.t tests moves that start in solid. */
#include <criterion/criterion.h>
#include <string.h>

#include "explain/explanation.h"
#include "methods/outsider.h"
#include "result/words.h"
#include "run-scenario.h"
#include "run/faults.h"
#include "run/judge.h"
#include "scenes.h"
#include "shipped.h"

static CompareResults *results_of(CompareReport *report)
{
    g_autoptr(GPtrArray) reports = g_ptr_array_new();
    g_ptr_array_add(reports, report);
    return compare_results_of(reports, NULL);
}

/* --- false methods --- */

/* A method that hits nothing. */
static BspTransition ask_blind(gpointer data, const CompareCall *call, BspCounters *counters)
{
    (void)data, (void)counters;
    return (BspTransition){ .type = BSP_EMPTY, .t = 1, .point = call->move.to };
}

/* A method that stops half way to the solid. */
static BspTransition ask_timid(gpointer data, const CompareCall *call, BspCounters *counters)
{
    BspTransition tr = compare_brushes.query(data, call, counters);
    if (tr.type == BSP_EMPTY_TO_SOLID)
        tr.t /= 2;
    return tr;
}

/* The answers are wrong for each move that surely hits solid, and right for each move that clears
 * it. */
Test(judge, answers_that_are_late_or_early_are_wrong)
{
    CompareMethodClass blind = compare_brushes, timid = compare_brushes;
    blind.name = "blind";
    timid.name = "timid";
    blind.trace = timid.trace = NULL;
    blind.query = ask_blind;
    timid.query = ask_timid;
    const CompareMethodClass *classes[] = { &blind, &timid, NULL };
    g_autoptr(CompareScenario) s = shipped_scenario("pillars.json");
    g_autoptr(CompareReport) report = run_methods(s, classes);
    guint n_hits = 0, n_far = 0;
    for (guint i = 0; i < report->moves->len; i++) {
        const CompareResolved *move = &g_array_index(report->moves, CompareResolved, i);
        n_hits += move->truth.t_hi < 1;
        n_far += move->truth.t_hi < 1 && move->truth.t / 2 < move->truth.t_lo - 1e-9;
    }
    const CompareResult *late = report->results->pdata[0], *early = report->results->pdata[1];
    cr_expect(n_hits > 100 && n_far > 100, "%u %u", n_hits, n_far);
    cr_expect(late->n_late == n_hits && late->n_early == 0 && late->n_wrong >= n_hits, "%u of %u",
              late->n_late, n_hits);
    cr_expect(early->n_early >= n_far && early->n_late == 0 && early->n_wrong >= early->n_early,
              "%u of %u", early->n_early, n_far);
    CompareRegress regress = compare_regress(report);
    cr_expect_eq(regress.n_wrong, late->n_wrong + early->n_wrong);
    cr_expect_eq(regress.worst.result, late, "late is worse than early");
}

/* --- planes that were crossed --- */

/* The faults of a plane, in the order of the reasons below. */
enum { NO_FAULT, ELSEWHERE, REVERSED, OTHER_POINT, LONG, TILTED, N_FAULTS };

static int plane_fault;
static const CompareMethodClass *patient;

static BspTransition ask_with_fault(gpointer data, const CompareCall *call, BspCounters *counters)
{
    BspTransition tr = patient->query(data, call, counters);
    BspPlane *plane = &tr.plane;
    BspVec n = plane->normal, turned = bsp_vec(0.03 * n.y, 0.05 * n.z, 0.04 * n.x);
    if (tr.type == BSP_EMPTY || tr.type == BSP_SOLID)
        return tr;
    if (plane_fault == ELSEWHERE)
        plane->dist += 0.01;
    if (plane_fault == REVERSED)
        *plane = bsp_plane_flipped(plane);
    if (plane_fault == OTHER_POINT)
        tr.point.z += 0.01;
    if (plane_fault == LONG)
        plane->normal = bsp_vec_scale(n, 1.01);
    if (plane_fault == TILTED)
        plane->normal = bsp_vec_unit(bsp_vec_add(n, turned));
    if (plane_fault == TILTED)
        plane->dist = bsp_vec_dot(plane->normal, tr.point);
    return tr;
}

static guint count_planes(const CompareResult *r)
{
    guint n = 0;
    for (guint i = 0; i < r->answers->len; i++) {
        BspTransitionClass type = g_array_index(r->answers, CompareAnswer, i).transition.type;
        n += type == BSP_EMPTY_TO_SOLID || type == BSP_SOLID_TO_EMPTY;
    }
    return n;
}

/* Expects that the fault in each plane makes this number of answers wrong, and that regress prints
 * the reason. */
static void check_fault(const char *scenario, const CompareMethodClass *klass, const char *reason)
{
    CompareMethodClass faulty = *klass;
    faulty.query = ask_with_fault;
    g_autoptr(CompareScenario) s = shipped_scenario(scenario);
    g_autoptr(CompareReport) report = run_method(s, &faulty);
    const CompareResult *r = report->results->pdata[0];
    CompareRegress regress = compare_regress(report);
    guint n = reason ? count_planes(r) : 0;
    cr_expect(r->n_wrong >= n * 9 / 10 && r->n_wrong <= n, "%s, %s, %s: %u of %u", klass->name,
              scenario, reason ? reason : "no fault", r->n_wrong, n);
    cr_expect_eq(r->n_planes_wrong, r->n_wrong);
    if (!reason)
        return;
    cr_assert_gt(n, 0);
    cr_expect(regress.worst.answer && regress.worst.answer->fault == COMPARE_FAULT_PLANE &&
              regress.worst.units == 0);
    g_autofree char *text = regress_notes(report, &regress);
    cr_expect_not_null(strstr(text, " with a wrong plane, normal "), "%s", text);
    cr_expect_not_null(strstr(text, reason), "%s", text);
}

/* Tests hits in the bracket, early hits of conservative methods, and exits. Some tilted planes of
 * edges are right. */
Test(judge, planes_that_were_crossed_are_judged, .timeout = 120)
{
    static const CompareMethodClass *const classes[] = {
        &compare_onion,     &compare_multi,       &compare_shift,
        &compare_shift_box, &compare_shift_exact, &compare_shift_paper
    };
    static const char *const scenarios[] = { "degenerate-start-in-solid.json",
                                             "stand-and-crouch.json", "ridge.json" };
    static const char *const reasons[N_FAULTS] = {
        NULL,
        ": the contact is not on the plane",
        ": the move does not ",
        ": the contact is not the point of the move at t",
        ": its normal is no unit vector",
        ": no face of the solid",
    };
    for (guint i = 0; i < G_N_ELEMENTS(classes); i++)
        for (guint k = 0; k < G_N_ELEMENTS(scenarios); k++)
            for (plane_fault = NO_FAULT; plane_fault < N_FAULTS; plane_fault++) {
                patient = classes[i];
                check_fault(scenarios[k], patient, reasons[plane_fault]);
            }
}

/* A body that turns moves 0.0005 unit above the floor, so its bracket spans most of the move. The
 * bevel of a spike stops the body early in the bracket. The judge must accept the bevel's plane. */
Test(judge, early_planes_of_turns_are_right)
{
    static const char text[] =
        "{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"turn\",\"world\":"
        "{\"format\":\"bsp-world\",\"version\":1,\"name\":\"spike\",\"brushes\":"
        "[{\"box\":[[-128,-128,-16],[128,128,0]]},{\"points\":[[0,0,0],[64,-4,0],[64,4,0],"
        "[0,0,64],[64,-4,64],[64,4,64]]}]},"
        "\"spaces\":[{\"name\":\"rock\",\"mins\":[-8,-8,-8],\"maxs\":[8,8,8]}],"
        "\"options\":{\"bevel_angle\":180},\"trajectories\":[{\"name\":\"turn\","
        "\"space\":\"rock\",\"moves\":[{\"from\":[-60,9,8.0005],\"to\":[60,9,8.0005],"
        "\"turn\":{\"axis\":[0,0,1],\"degrees\":30,\"pivot\":[0,0,0]}}]}]}";
    const CompareMethodClass *classes[] = { &compare_shift, &compare_shift_exact, NULL };
    g_autoptr(CompareScenario) s = scenario_of(text);
    g_autoptr(CompareReport) report = run_methods(s, classes);
    const CompareResult *early = report->results->pdata[0], *exact = report->results->pdata[1];
    cr_expect_lt(g_array_index(early->answers, CompareAnswer, 0).t,
                 g_array_index(exact->answers, CompareAnswer, 0).t - 0.05);
    cr_expect(early->n_early == 0 && early->n_planes_wrong == 0 && exact->n_planes_wrong == 0);
}

/* A body that turns may be in a cell from the beginning of a span, where it crosses no plane. */
Test(judge, planes_of_turns_may_be_uncrossed)
{
    g_autoptr(CompareScenario) s = shipped_scenario("tumble.json");
    g_autoptr(CompareReport) report = run_method(s, &compare_shift);
    const CompareResult *r = report->results->pdata[0];
    cr_expect(r->n_early > 5 && r->n_planes_wrong == 0, "%u, %u", r->n_early, r->n_planes_wrong);
}

/* Methods that name the brush name a crossed plane at an exit. `explain` prints the fault of the
 * plane. */
Test(judge, planes_of_exits_are_judged)
{
    patient = &compare_brushes;
    CompareMethodClass faulty = compare_brushes;
    const CompareMethodClass *classes[] = { &faulty, NULL };
    faulty.query = ask_with_fault;
    faulty.trace = NULL;
    plane_fault = ELSEWHERE;
    g_autoptr(CompareScenario) s = shipped_scenario("leaving-past-an-edge.json");
    g_autoptr(CompareReport) report = run_methods(s, classes);
    const CompareResult *r = report->results->pdata[0];
    const CompareAnswer *first = &g_array_index(r->answers, CompareAnswer, 0);
    cr_expect_eq(first->transition.type, BSP_SOLID_TO_EMPTY);
    cr_expect_eq(first->fault, COMPARE_FAULT_PLANE);
    g_autoptr(GError) error = NULL;
    g_autoptr(CompareExplanation) e =
        compare_explain(s, s->world, &g_array_index(report->moves, CompareResolved, 0),
                        &(CompareAsked){ classes, { 0 } }, NULL, &error);
    cr_assert_not_null(e, "%s", error ? error->message : "");
    g_autofree char *text = compare_explanation_text(e, NULL, (CompareStyle){ 0 });
    cr_expect(strstr(text, " wrong plane\n") &&
                  strstr(text, "\nbrushes leaves solid with a wrong plane\n") &&
                  strstr(text, ": the contact is not on the plane."),
              "%s", text);
}

/* Returns a scenario in which a box makes these moves in a world of these brushes, both in JSON. */
static CompareScenario *box_in_world(const char *brushes, const char *moves)
{
    g_autofree char *text = g_strdup_printf(
        "{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"by hand\",\"world\":"
        "{\"format\":\"bsp-world\",\"version\":1,\"name\":\"by hand\",\"brushes\":[%s]},"
        "\"spaces\":[{\"name\":\"box\",\"mins\":[-16,-16,0],\"maxs\":[16,16,32]}],"
        "\"trajectories\":[{\"name\":\"by hand\",\"space\":\"box\",\"moves\":[%s]}]}",
        brushes, moves);
    return scenario_of(text);
}

static const char floor_brush[] = "{\"box\":[[-64,-64,-64],[64,64,0]]}";

/* --- hits of filled space --- */

static double ahead;   /* units by which answers stop before the contact */
static guint n_filled; /* spaces whose outside the method filled */

static void say_filled(gpointer data, CompareSize *size)
{
    compare_brushes.size(data, size);
    size->filled = n_filled;
}

/* A method that names a plane that belongs to no brush. */
static BspTransition ask_for_filling(gpointer data, const CompareCall *call, BspCounters *counters)
{
    BspTransition tr = compare_brushes.query(data, call, counters);
    BspVec from = call->move.from, to = call->move.to;
    tr.t -= ahead / bsp_vec_length(bsp_vec_sub(to, from));
    tr.point = bsp_vec_lerp(from, to, tr.t);
    tr.plane.normal = bsp_vec_unit(bsp_vec(-1, 0, 1));
    tr.plane.dist = bsp_vec_dot(tr.plane.normal, tr.point);
    return tr;
}

/* A plane of no brush is right only if the outside is filled and the answer is before the contact.
 * The box sinks so slowly that its bracket is one unit of the move. */
Test(judge, planes_of_filled_space)
{
    static const struct {
        guint filled;
        double ahead;
        CompareFault fault;
    } rows[] = { { 0, 0.3, COMPARE_FAULT_PLANE },
                 { 1, 0.3, COMPARE_FAULT_NONE },
                 { 1, 0, COMPARE_FAULT_PLANE } };
    CompareMethodClass filling = compare_brushes;
    filling.trace = NULL;
    filling.query = ask_for_filling;
    filling.size = say_filled;
    g_autoptr(CompareScenario) s = box_in_world(floor_brush, "[[0,0,0.02],[40,0,-0.06]]");
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        ahead = rows[i].ahead;
        n_filled = rows[i].filled;
        g_autoptr(CompareReport) report = run_method(s, &filling);
        const CompareResult *r = report->results->pdata[0];
        CompareFault fault = g_array_index(r->answers, CompareAnswer, 0).fault;
        cr_expect_eq(fault, rows[i].fault, "%u: %d", i, fault);
    }
}

/* --- starts in solid --- */

/* A method that takes every start for a hit of a floor. */
static BspTransition ask_touching(gpointer data, const CompareCall *call, BspCounters *counters)
{
    (void)data, (void)counters;
    BspVec up = bsp_vec_axis(2), from = call->move.from;
    return (BspTransition){ BSP_EMPTY_TO_SOLID, 0, from, { up, from.z } };
}

/* The box starts in a floor, at three depths. Only within the bracket of the surface may such a
 * start be a hit. Contestants report only hits. */
Test(judge, starts_in_solid_are_no_hits)
{
    g_autoptr(CompareScenario) s = box_in_world(
        floor_brush, "[[0,0,-0.0005],[0,0,-8]],[[0,0,-0.01],[0,0,-8]],[[0,0,-20],[0,0,-28]]");
    static const CompareOutsider outsider;
    CompareMethodClass touching = compare_brushes;
    touching.trace = NULL;
    touching.query = ask_touching;
    for (guint i = 0; i < 2; i++) {
        touching.outsider = i ? &outsider : NULL;
        g_autoptr(CompareReport) report = run_method(s, &touching);
        const CompareResult *r = report->results->pdata[0];
        for (guint k = 0; k < 3; k++) {
            CompareFault fault = g_array_index(r->answers, CompareAnswer, k).fault;
            cr_expect_eq(fault == COMPARE_FAULT_START, !i && k > 0, "%u, %u: %d", i, k, fault);
        }
    }
}

/* --- undecided --- */

static CompareUndecided undecided_at(const GArray *undecided, guint i)
{
    return g_array_index(undecided, CompareUndecided, i);
}

/* Returns a scenario in which a box slides along a floor towards a wall and touches it after 16
 * units. */
static CompareScenario *slider(void)
{
    return box_in_world(
        "{\"box\":[[-64,-64,-8],[64,64,0]]},{\"box\":[[32,-64,0],[64,64,64]]}",
        "[[0,0,0],[32,0,0]],[[0,0,0],[0,8,0]],[[0,0,8],[32,0,8]],[[0,0,0],[32,0,-0.000005]]");
}

/* For moves that touch, the guarantee's bracket is the whole move. A sharper bracket finds the
 * wall. The last move sinks by 1/200 of the bracket's tolerance. The sharper bracket finds when it
 * enters the floor. */
Test(judge, undecided_moves_get_a_sharper_bracket)
{
    const CompareMethodClass *classes[] = { &compare_multi, &compare_shift, NULL };
    g_autoptr(CompareScenario) s = slider();
    g_autoptr(CompareReport) report = run_methods(s, classes);
    g_autoptr(GArray) undecided = compare_undecided(report);
    cr_assert_eq(undecided->len, 3u);
    CompareUndecided wall = undecided_at(undecided, 0), clear = undecided_at(undecided, 1),
                     sinks = undecided_at(undecided, 2);
    cr_expect(wall.move == 0 && clear.move == 1 && sinks.move == 3);
    cr_expect_float_eq(wall.truth.t_lo, 0.5 - 1e-5 / 32, 1e-12);
    cr_expect_float_eq(wall.truth.t_hi, 0.5 + 1e-5 / 32, 1e-12);
    cr_expect(clear.truth.t_lo >= 1 && clear.truth.t_hi >= 1);
    cr_expect_eq(sinks.truth.t_lo, 0);
    cr_expect_float_eq(sinks.truth.t_hi, 0.5 + 1e-5 / 32, 1e-12);
    cr_expect_eq(compare_undecided_still(undecided), 1u);
    cr_expect_eq(compare_count_undecided_outside(undecided, report->results->pdata[0]), 0u);
}

/* The answers are changed by hand. The guarantee's bracket contains them all, and the sharper
 * bracket does not. The results are the same for exact and for conservative methods. */
Test(judge, answers_outside_of_the_sharper_bracket_are_counted)
{
    const CompareMethodClass *classes[] = { &compare_multi, &compare_shift, NULL };
    g_autoptr(CompareScenario) s = slider();
    g_autoptr(CompareReport) report = run_methods(s, classes);
    g_autoptr(GArray) undecided = compare_undecided(report);
    for (guint k = 0; k < 2; k++) {
        const CompareResult *r = report->results->pdata[k];
        cr_assert_eq(r->n_outside, 0u);
        g_array_index(r->answers, CompareAnswer, 0).t = 0.25;
        g_array_index(r->answers, CompareAnswer, 1).t = 0.5;
        g_array_index(r->answers, CompareAnswer, 2).t =
            0.25; /* this move is not undecided, so it does not count */
        cr_expect_eq(compare_count_undecided_outside(undecided, r), 2u);
    }
    g_autoptr(CompareResults) results = results_of(report);
    g_auto(GStrv) notes = compare_words_notes(compare_results_at(results, 0), NULL);
    g_autofree char *text = g_strjoinv("\n", notes);
    cr_expect_not_null(strstr(text, "undecided: 3 of 4 moves "), "%s", text);
    cr_expect_not_null(strstr(text, ": multi 2, shift 2; still undecided: 1\n"), "%s", text);
    g_autofree char *json = compare_results_json(results);
    cr_expect_not_null(strstr(json, "\"outside\": {\n      \"multi\": 2,\n      \"shift\": 2\n"),
                       "%s", json);
}

/* --- the oracle's depth --- */

Test(judge, the_depth_is_that_of_the_deepest_brush)
{
    BspBrush *boxes[] = { scene_box(10, -50, -50, 20, 50, 50),
                          scene_box(15, -50, -50, 60, 50, 50) };
    g_autoptr(BspSolid) solid = scene_solid(boxes, 2);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    BspShape point = bsp_shape_point(), ball = bsp_shape_sphere(3);
    BspShape box = bsp_shape_box(bsp_vec(-1, -2, -3), bsp_vec(3, 4, 5));
    guint brush;
    cr_expect_eq(compare_oracle_depth(oracle, &point, 0, bsp_vec(9, 0, 0), &brush), 0);
    cr_expect_eq(brush, COMPARE_NO_BRUSH);
    cr_expect_float_eq(compare_oracle_depth(oracle, &point, 0, bsp_vec(12, 0, 0), &brush), 2, 1e-9);
    cr_expect_eq(brush, 0u);
    cr_expect_float_eq(compare_oracle_depth(oracle, &point, 0, bsp_vec(18, 0, 0), &brush), 3, 1e-9);
    cr_expect_eq(brush, 1u);
    cr_expect_float_eq(compare_oracle_depth(oracle, &ball, 0, bsp_vec(8, 0, 0), &brush), 1, 1e-9);
    cr_expect_eq(brush, 0u);
    cr_expect_float_eq(compare_oracle_depth(oracle, &box, 0, bsp_vec(8, 0, 0), &brush), 1, 1e-9);
    CompareTruth truth = compare_oracle_move(oracle, &ball, 0, bsp_vec(0, 0, 0), bsp_vec(30, 0, 0));
    cr_expect(truth.brush == 0 && !truth.inside);
    truth = compare_oracle_move(oracle, &ball, 0, bsp_vec(18.5, 0, 0), bsp_vec(30, 0, 0));
    cr_expect(truth.inside);
    truth = compare_oracle_move(oracle, &ball, 0, bsp_vec(7, 0, 0), bsp_vec(30, 0, 0));
    cr_expect(!truth.inside && truth.t == 0, "it touches, and goes in");
    truth = compare_oracle_move(oracle, &ball, 0, bsp_vec(0, 0, 0), bsp_vec(5, 0, 0));
    cr_expect_eq(truth.brush, COMPARE_NO_BRUSH);
}
