/* test-compare-print: tests parts of the printing of results that tests/transcripts/print.t cannot
 * reach.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "random.h"
#include "report-by-hand.h"
#include "result/result.h"
#include "run/walkers.h"
#include "text/strings.h"

static CompareScenario *scenario;
static CompareReport *report;

static void set_up(void)
{
    scenario = scenario_by_hand();
    report = report_by_hand(scenario);
}

static void tear_down(void)
{
    compare_report_free(report);
    compare_scenario_free(scenario);
}

TestSuite(print, .init = set_up, .fini = tear_down);

static char *print_styled(CompareStyle style)
{
    g_autoptr(GPtrArray) reports = g_ptr_array_new();
    g_ptr_array_add(reports, report);
    g_autoptr(CompareResults) results = compare_results_of(reports, NULL);
    return compare_results_print(results, style, NULL);
}

static char *print_regress(const CompareRegress *regress)
{
    g_autoptr(GPtrArray) reports = g_ptr_array_new();
    g_ptr_array_add(reports, report);
    g_autoptr(CompareResults) results = compare_results_of(reports, NULL);
    compare_result_add_regress(compare_results_at(results, 0), report, regress);
    return compare_results_print(results, (CompareStyle){ .format = COMPARE_FORMAT_TABLE }, NULL);
}

Test(print, numbers_read_back)
{
    Random r = random_seeded(1);
    for (guint i = 0; i < 20000; i++) {
        double x = ldexp(random_real(&r, -0.5, 0.5), random_int(&r, -300, 299));
        g_autofree char *text = compare_number_exact(x);
        cr_assert_eq(g_ascii_strtod(text, NULL), x, "%s", text);
    }
}

Test(print, what_is_wrong_stands_out)
{
    report->reference = &by_hand_perfect;
    CompareResult *r = report->results->pdata[0];
    r->shot.timed = 100;
    r->n_wrong = 3;
    report->noise = (CompareNoise){ .load = 3, .cores = 2 };
    g_autofree char *plain = print_styled((CompareStyle){ 0 });
    cr_expect_not_null(strstr(plain, "\ntoo few shots, so repeated moves look too fast: onion\n"),
                       "%s", plain);
    cr_expect_not_null(strstr(plain, "\n! wrong answers: onion 3\n"));
    g_autofree char *red = print_styled((CompareStyle){ .colour = TRUE });
    cr_expect(g_str_has_prefix(red, "\033[31m"
                                    "noisy machine, times may be unreliable: "
                                    "load 3.0 on 2 cores\033[0m\n"),
              "%s", red);
    r->shot.fresh = TRUE;
    report->noise.load = 1;
    g_autofree char *calm = print_styled((CompareStyle){ 0 });
    cr_expect_null(strstr(calm, "too few"));
    cr_expect_null(strstr(calm, "noisy"));
}

/* A note says where a body of --walkers got stuck. */
Test(print, where_a_body_got_stuck)
{
    CompareWalkers row = { "onion", "stand", TRUE, { .frames = 9, .lost = 5, .stuck = 1 } };
    row.walks.worst.from = bsp_vec(1, 2, 3);
    row.walks.worst.delta = bsp_vec(4, 0, 0);
    row.walks.worst.to = bsp_vec(1.5, 2, 3);
    row.walks.worst.ideal = bsp_vec(5, 2, 3);
    report->walkers = g_array_new(FALSE, FALSE, sizeof row);
    g_array_append_val(report->walkers, row);
    g_autofree char *text = print_regress(&(CompareRegress){ 0 });
    cr_expect_not_null(
        strstr(text, "\nstand, onion: the body at 1 2 3 wants to move by 4 0 0. It gets to "
                     "1.5 2 3, and could get to 5 2 3\n"),
        "%s", text);
}

/* A wrong plane is printed with the reason. It ranks below all other kinds of wrong answers. */
Test(print, a_wrong_plane_is_printed_with_its_reason)
{
    CompareResult *r = report->results->pdata[0];
    CompareAnswer *first = &g_array_index(r->answers, CompareAnswer, 0);
    first->plane = (ComparePlaneJudgement){ COMPARE_PLANE_NO_FACE, bsp_vec(-1, 0, 0) };
    first->fault = COMPARE_FAULT_PLANE;
    r->n_wrong = r->n_planes_wrong = 1;
    g_array_index(report->moves, CompareResolved, 2).truth.inside = TRUE;
    g_autofree char *moves = compare_print_moves(report);
    cr_expect_not_null(strstr(moves, ",1,0,no face of the solid\n"), "%s", moves);
    cr_expect(g_str_has_suffix(moves, ",75,,\n"), "begins in solid, so it hits no brush: %s",
              moves);
    CompareRegress regress = compare_regress(report);
    cr_assert_eq(regress.worst.answer, first);
    g_autofree char *text = print_regress(&regress);
    cr_expect_not_null(strstr(text, "(stand): hits with a wrong plane, "), "%s", text);
}

Test(print, processor_is_found_in_cpuinfo)
{
    g_autofree char *model = compare_processor_find(
        "processor\t: 0\nvendor_id\t: X\nmodel\t\t: 1\nmodel name\t: Some CPU @ 3 GHz \n\n",
        "model name");
    cr_expect_str_eq(model, "Some CPU @ 3 GHz");
    cr_expect_null(compare_processor_find("processor\t: 0\n", "model name"));
    cr_expect_null(compare_processor_find("", "model name"));
}

Test(print, regress_compares_move_by_move)
{
    CompareResult *r = report->results->pdata[1];
    CompareAnswer *first = &g_array_index(r->answers, CompareAnswer, 0);
    CompareAnswer *second = &g_array_index(r->answers, CompareAnswer, 1);
    first->t = 0.95;
    first->transition.plane.normal = bsp_vec(1, 0, 0);
    second->t = 0.25;
    second->transition.type = BSP_EMPTY_TO_SOLID;
    CompareRegress regress = compare_regress(report);
    cr_expect_eq(regress.pair.n_class, 1u);
    cr_expect_eq(regress.pair.n_normal, 1u);
    cr_expect_float_eq(regress.pair.max_units, 75, 1e-9);
    g_autofree char *text = print_regress(&regress);
    cr_expect_not_null(strstr(text, "of 2 moves, 1 have different classes\n  and 1 different "
                                    "normals; the stops differ by at most 75 units\n"));
}

/* A late answer ranks as worse than any early answer. */
Test(print, regress_finds_the_worst)
{
    CompareResult *r = report->results->pdata[0];
    CompareAnswer *first = &g_array_index(r->answers, CompareAnswer, 0);
    CompareAnswer *second = &g_array_index(r->answers, CompareAnswer, 1);
    second->t = 0.5; /* the answer is 50 units early */
    second->off = -0.5;
    second->fault = COMPARE_FAULT_EARLY;
    r->n_wrong = r->n_outside = r->n_early = 1;
    CompareRegress regress = compare_regress(report);
    cr_expect_eq(regress.n_wrong, 1u);
    cr_expect_eq(regress.worst.answer, second);
    cr_expect_float_eq(regress.worst.units, 50, 1e-9);

    first->t = 1; /* the answer passes through solid */
    first->off = 1 - 0.901;
    first->fault = COMPARE_FAULT_LATE;
    first->transition.type = BSP_EMPTY;
    r->n_wrong = r->n_outside = 2;
    r->n_late = 1;
    regress = compare_regress(report);
    cr_expect_eq(regress.n_wrong, 2u);
    cr_expect_eq(regress.worst.answer, first);
    cr_expect_float_eq(regress.worst.units, 0.99, 1e-9);
    g_autofree char *text = print_regress(&regress);
    cr_expect_not_null(strstr(text, "\nworst: onion, move 0 of \"a,b\" (stand): late by 0.99 "
                                    "units\n"),
                       "%s", text);
}
