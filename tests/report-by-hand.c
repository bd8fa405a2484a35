/* report-by-hand: makes a small scenario, and a report on it with known numbers. */
#include "report-by-hand.h"

#include <string.h>

static const CompareMethodClass onion = { .name = "onion",
                                          .spaces_only = TRUE,
                                          .exact = COMPARE_EXACT_ALL };
static const CompareMethodClass shift_box = { .name = "shift-box",
                                              .exact =
                                                  COMPARE_EXACT_ALL & ~(1 << BSP_SHAPE_SPHERE) };
const CompareMethodClass by_hand_perfect = { .name = "perfect", .exact = COMPARE_EXACT_ALL };

CompareScenario *scenario_by_hand(void)
{
    static const char text[] =
        "{\"format\":\"bsp-scenario\",\"version\":1,\"name\":\"two, \\\"three\\\"\",\"world\":"
        "{\"format\":\"bsp-world\",\"version\":1,\"name\":\"w|1\",\"brushes\":"
        "[{\"box\":[[-8,-8,-8],[8,8,0]]}]},"
        "\"spaces\":[{\"name\":\"stand\",\"mins\":[-1,-1,-1],\"maxs\":[1,1,0.1]}],"
        "\"shapes\":[{\"name\":\"ball\",\"sphere\":{\"radius\":2}}],\"trajectories\":["
        "{\"name\":\"a,b\",\"space\":\"stand\",\"moves\":[[[0,0,10],[0,0,0]],[[0,0,10],[100,0,10]]]"
        "},"
        "{\"name\":\"roll\",\"shape\":\"ball\",\"moves\":[[[0,0,100],[0,0,0]]]}]}";
    return compare_scenario_read("s.json", text, strlen(text), NULL, NULL);
}

static CompareResult *result_new(const CompareMethodClass *klass)
{
    CompareResult *r = g_new0(CompareResult, 1);
    r->klass = klass;
    r->size = (CompareSize){ 1234, 1235, 17, 3000, 7, 5, 4, 0 };
    r->build_ms = 1.5;
    r->peak_build_bytes = 5000;
    r->hash = 0xabcdef;
    r->counters_hash = 0xfedcba;
    r->answers = g_array_new(FALSE, FALSE, sizeof(CompareAnswer));
    return r;
}

static void add_answer(CompareResult *r, guint move, BspTransitionClass type, double t,
                       BspVec normal, guint64 nodes)
{
    CompareAnswer answer = { .move = move, .t = t, .nodes = nodes };
    answer.transition = (BspTransition){ .type = type, .t = t, .plane.normal = normal };
    g_array_append_val(r->answers, answer);
    r->n_moves++;
}

static void add_move(GArray *moves, guint trajectory, guint number, BspVec from, BspVec to,
                     double t_lo, double t, double t_hi)
{
    CompareTruth truth = { .t_lo = t_lo,
                           .t = t,
                           .t_hi = t_hi,
                           .normal = bsp_vec(0, 0, 1),
                           .brush = t < 1 ? 0 : COMPARE_NO_BRUSH };
    CompareResolved move = { from, to, trajectory, number, truth, 0 };
    g_array_append_val(moves, move);
}

CompareReport *report_by_hand(const CompareScenario *scenario)
{
    CompareReport *report = g_new0(CompareReport, 1);
    report->scenario = scenario;
    report->moves = g_array_new(FALSE, TRUE, sizeof(CompareResolved));
    report->methods = g_ptr_array_new();
    report->results = g_ptr_array_new_with_free_func((GDestroyNotify)compare_result_free);
    report->outsiders = g_ptr_array_new();
    add_move(report->moves, 0, 0, bsp_vec(0, 0, 10), bsp_vec(0, 0, 0), 0.899, 0.9, 0.901);
    add_move(report->moves, 0, 1, bsp_vec(0, 0, 10), bsp_vec(100, 0, 10), 1, 1, 1);
    add_move(report->moves, 1, 0, bsp_vec(0, 0, 100), bsp_vec(0, 0, 0), 0.5, 0.5, 0.5);

    CompareResult *a = result_new(&onion);
    add_answer(a, 0, BSP_EMPTY_TO_SOLID, 0.9, bsp_vec(-0.0, 0, 1), 5);
    add_answer(a, 1, BSP_EMPTY, 1, bsp_vec(0, 0, 0), 7);
    a->n_skipped = 1;
    a->shot = (CompareGroup){ 1, 150.5, 160, 1234, { 150, 151.5 }, 7, 7, .ns_cold = 170 };
    g_ptr_array_add(report->results, a);

    CompareResult *b = result_new(&shift_box);
    add_answer(b, 0, BSP_EMPTY_TO_SOLID, 0.9, bsp_vec(0, 0, 1), 3);
    add_answer(b, 1, BSP_EMPTY, 1, bsp_vec(0, 0, 0), 4);
    add_answer(b, 2, BSP_EMPTY_TO_SOLID, 0.25, bsp_vec(0, 0, 1), 5);
    g_array_index(b->answers, CompareAnswer, 2).off = -0.25;
    b->n_outside = b->n_early = 1;
    b->max_early_units = 25;
    b->shot =
        (CompareGroup){ 2, 99, 100, 101, { 98, 100 }, 4.5, 5, .ratio = { 0.75, { 0.5, 1.5 } } };
    g_ptr_array_add(report->results, b);
    return report;
}
