/* report-by-hand: a small scenario and a report on it with known numbers. */
#include "report-by-hand.h"

static CompareClaim everything_exact(const BspShape *shape, gint space)
{
    (void)shape, (void)space;
    return COMPARE_EXACT;
}

static CompareClaim only_spaces(const BspShape *shape, gint space)
{
    (void)shape;
    return space >= 0 ? COMPARE_EXACT : COMPARE_SKIPS;
}

static CompareClaim balls_roughly(const BspShape *shape, gint space)
{
    (void)space;
    return shape->kind == BSP_SHAPE_SPHERE ? COMPARE_CONSERVATIVE : COMPARE_EXACT;
}

static const CompareMethodClass onion = { .name = "onion", .claim = only_spaces };
static const CompareMethodClass shift_box = { .name = "shift-box", .claim = balls_roughly };
const CompareMethodClass by_hand_perfect = { .name = "perfect", .claim = everything_exact };

CompareScenario *scenario_by_hand(void)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    g_ptr_array_add(brushes, bsp_brush_new_box(bsp_vec(-8, -8, -8), bsp_vec(8, 8, 0), &error));
    CompareScenario *s = g_new0(CompareScenario, 1);
    s->name = g_strdup("two, \"three\"");
    s->path = g_strdup("dir/s.json");
    s->world_path = g_strdup("dir/w|1.json");
    s->world = bsp_world_new("w|1", brushes, NULL);
    s->bevel_angle = 90;
    s->repeat = 15;
    s->spaces = g_array_new(FALSE, TRUE, sizeof(CompareSpace));
    CompareSpace stand = { g_strdup("stand"),
                           bsp_shape_box(bsp_vec(-1, -1, -1), bsp_vec(1, 1, 0.1)), 0 };
    g_array_append_val(s->spaces, stand);
    s->shapes = g_array_new(FALSE, TRUE, sizeof(CompareShape));
    CompareShape ball = { g_strdup("ball"), bsp_shape_sphere(2), NULL, 0 };
    g_array_append_val(s->shapes, ball);
    s->trajectories = g_array_new(FALSE, TRUE, sizeof(CompareTrajectory));
    CompareTrajectory walk = { .name = g_strdup("a,b"), .space = 0, .shape = -1 };
    CompareTrajectory shot = { .name = g_strdup("roll"), .space = -1, .shape = 0 };
    g_array_append_val(s->trajectories, walk);
    g_array_append_val(s->trajectories, shot);
    return s;
}

/* Unlike those of the scenario reader, these lists have no clear functions. */
void scenario_by_hand_free(CompareScenario *s)
{
    g_free(g_array_index(s->spaces, CompareSpace, 0).name);
    g_free(g_array_index(s->shapes, CompareShape, 0).name);
    for (guint i = 0; i < s->trajectories->len; i++)
        g_free(g_array_index(s->trajectories, CompareTrajectory, i).name);
    compare_scenario_free(s);
}

static CompareResult *result_new(const CompareMethodClass *klass)
{
    CompareResult *r = g_new0(CompareResult, 1);
    r->klass = klass;
    r->size = (CompareSize){ 1234, 1235, 17, 3000, 7, 5, 4 };
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
    a->walk = (CompareGroup){ 1, 50.25, 60, 123.4, { 50, 51 }, 5, 5, .ns_cold = 70 };
    a->shot = (CompareGroup){ 1, 150.5, 160, 1234, { 150, 151.5 }, 7, 7, .ns_cold = 170 };
    g_ptr_array_add(report->results, a);

    CompareResult *b = result_new(&shift_box);
    add_answer(b, 0, BSP_EMPTY_TO_SOLID, 0.9, bsp_vec(0, 0, 1), 3);
    add_answer(b, 1, BSP_EMPTY, 1, bsp_vec(0, 0, 0), 4);
    add_answer(b, 2, BSP_EMPTY_TO_SOLID, 0.25, bsp_vec(0, 0, 1), 5);
    g_array_index(b->answers, CompareAnswer, 2).off = -0.25;
    b->n_outside = b->n_early = 1;
    b->max_early_units = 25;
    b->walk = (CompareGroup){ 1,
                              9.5,
                              10,
                              20,
                              { 9, 10 },
                              3,
                              3,
                              .ns_cold = 12,
                              .ns_ci95_cold = { 11, 13 },
                              .ratio = { 0.1875, { 0.125, 0.25 } },
                              .timed = 500,
                              .distinct = 300,
                              .fresh = TRUE,
                              .quantiles = { [60] = 40 } };
    b->shot = (CompareGroup){
        2, 99, 100, 101, { 98, 100 }, 4.5, 5, .ns_cold = 120, .ratio = { 0.75, { 0.5, 1.5 } }
    };
    g_ptr_array_add(report->results, b);
    return report;
}
