/* test-shrink: a wrong answer is reduced to a small scenario that reproduces it, in one file.
 * The methods of this test give false answers. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>

#include "compile/solid.h"
#include "result/scenario-text.h"
#include "run/faults.h"
#include "shipped.h"
#include "table-move.h"
#include "tools/bsp-inspect.h"

/* --- false methods --- */

/* The false methods are wrong about this brush of data/worlds/pillars.json: a pillar from floor to
 * ceiling. */
static const BspBounds marked = { { { 40, 40, 0 } }, { { 88, 88, 256 } } };

static gboolean is_marked(const BspBrush *brush)
{
    for (int i = 0; i < 3; i++)
        if (fabs(brush->bounds.mins.v[i] - marked.mins.v[i]) > 1e-6 ||
            fabs(brush->bounds.maxs.v[i] - marked.maxs.v[i]) > 1e-6)
            return FALSE;
    return TRUE;
}

/* The brushes of a false method. They belong to the scenario. */
typedef struct {
    BspSolid *solid;
    BspBrushTable *brushes;
    gboolean has_marked;
} Liar;

/* If klass->how is not 0, the method does not know the marked brush. */
static gpointer liar_build(const CompareMethodClass *klass, const CompareScenario *s,
                           const CompareTrees *trees, GError **error)
{
    (void)trees, (void)error;
    GPtrArray *known = g_ptr_array_new();
    Liar *liar = g_new0(Liar, 1);
    for (guint i = 0; i < s->world->solid->brushes->len; i++) {
        gboolean is = is_marked(s->world->solid->brushes->pdata[i]);
        liar->has_marked |= is;
        if (!is || !klass->how)
            g_ptr_array_add(known, s->world->solid->brushes->pdata[i]);
    }
    liar->solid = bsp_solid_new(known);
    liar->brushes = bsp_brush_table_new(liar->solid, BSP_TABLE_ALL_SHAPES);
    return liar;
}

static void liar_free(gpointer data)
{
    Liar *liar = data;
    bsp_brush_table_free(liar->brushes);
    bsp_solid_free(liar->solid);
    g_free(liar);
}

static BspTransition honest(gpointer data, const CompareCall *call, BspCounters *counters)
{
    (void)counters;
    return table_move(((Liar *)data)->brushes, call->move.shape, call->move.from, call->move.to);
}

/* Hits nothing while the marked brush is in the world. */
static BspTransition dazzled(gpointer data, const CompareCall *call, BspCounters *counters)
{
    if (((Liar *)data)->has_marked)
        return (BspTransition){ .type = BSP_EMPTY, .t = 1, .point = call->move.to };
    return honest(data, call, counters);
}

/* Stops half way to the marked brush. */
static BspTransition timid(gpointer data, const CompareCall *call, BspCounters *counters)
{
    BspTransition tr = honest(data, call, counters);
    const BspShape *shape = call->move.shape;
    BspVec margin = shape->bounds.maxs;
    BspBounds near = { bsp_vec_sub(marked.mins, margin),
                       bsp_vec_sub(marked.maxs, shape->bounds.mins) };
    near = bsp_bounds_grown(&near, 0.5);
    if (tr.type == BSP_EMPTY_TO_SOLID && bsp_bounds_contain(&near, tr.point))
        tr.t /= 2;
    return tr;
}

#define LIAR(word, is_blind, asker)                                                                \
    {                                                                                              \
        .name = word, .summary = word, .how = is_blind, .build = liar_build, .free = liar_free,    \
        .claim = compare_claim_all_exact, .size = table_method_size, .query = asker                \
    }

static const CompareMethodClass blind_class = LIAR("blind", 1, honest);
static const CompareMethodClass dazzled_class = LIAR("dazzled", 0, dazzled);
static const CompareMethodClass timid_class = LIAR("timid", 0, timid);
static const CompareMethodClass honest_class = LIAR("honest", 0, honest);

/* --- cases --- */

typedef struct {
    CompareScenario *scenario;
    CompareReport *report;
    CompareRegress regress;
} Case;

static CompareReport *run(const CompareScenario *scenario, const CompareMethodClass *klass)
{
    const CompareMethodClass *classes[] = { klass, NULL };
    g_autoptr(GError) error = NULL;
    CompareReport *report =
        compare_run(scenario, &(CompareAsked){ classes, { 0 } }, 0, NULL, NULL, &error);
    cr_assert_not_null(report, "%s", error ? error->message : "");
    return report;
}

static Case case_new(const CompareMethodClass *klass)
{
    Case c = { .scenario = shipped_scenario("pillars.json") };
    c.report = run(c.scenario, klass);
    c.regress = compare_regress(c.report);
    return c;
}

static void case_clear(Case *c)
{
    compare_report_free(c->report);
    compare_scenario_free(c->scenario);
}

static const CompareResult *only_result(const CompareReport *report)
{
    return report->results->pdata[0];
}

/* Writes the text to a file and loads it as a scenario. */
static CompareScenario *read_back(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = NULL;
    gint fd = g_file_open_tmp("shrunk-XXXXXX.json", &path, &error);
    cr_assert_geq(fd, 0);
    g_close(fd, NULL);
    cr_assert(g_file_set_contents(path, text, -1, &error));
    CompareScenario *s = compare_scenario_load(path, &error);
    g_unlink(path);
    cr_assert_not_null(s, "%s\n%s", error ? error->message : "", text);
    return s;
}

static double length(BspVec from, BspVec to)
{
    return bsp_vec_length(bsp_vec_sub(to, from));
}

/* Shrinks the worst answer of this class to n brushes, and reproduces it from the file. */
static void expect_shrunk(const CompareMethodClass *klass, guint n, gboolean late)
{
    Case c = case_new(klass);
    cr_assert_gt(c.regress.n_wrong, 0, "%s is never wrong", klass->name);
    cr_assert_eq(compare_fault_is_late(c.regress.worst.answer->fault), late);
    guint index = c.regress.worst.answer->move;
    const CompareResolved *move = &g_array_index(c.report->moves, CompareResolved, index);
    g_autoptr(CompareShrunk) shrunk = compare_shrink(c.report, klass, move, NULL, NULL);
    cr_assert_eq(shrunk->world->solid->brushes->len, n, "%s: %u brushes", klass->name,
                 shrunk->world->solid->brushes->len);
    cr_expect_lt(length(shrunk->from, shrunk->to), length(move->from, move->to));
    cr_expect_gt(shrunk->n_tries, 1u);

    g_autofree char *text = compare_reproducer_shrunk(c.report, index, shrunk);
    g_autoptr(CompareScenario) again = read_back(text);
    cr_expect(again->world_is_inside);
    cr_assert_eq(again->world->solid->brushes->len, n);
    g_autoptr(CompareReport) report = run(again, klass);
    cr_assert_eq(report->moves->len, 1u);
    const CompareResolved *one = &g_array_index(report->moves, CompareResolved, 0);
    cr_expect_eq(memcmp(&one->from, &shrunk->from, sizeof one->from), 0, "bit for bit");
    cr_expect_eq(memcmp(&one->to, &shrunk->to, sizeof one->to), 0, "bit for bit");
    cr_expect_eq(only_result(report)->n_wrong, 1u, "%s is right of\n%s", klass->name, text);
    cr_expect_eq(only_result(report)->n_late, late ? 1u : 0u);
    cr_expect_geq(compare_regress(report).worst.units, MIN(1, c.regress.worst.units / 2) - 1e-6,
                  "plainly");
    g_autoptr(CompareReport) truth = run(again, &honest_class);
    cr_expect_eq(only_result(truth)->n_wrong, 0u);

    /* a scenario that contains its world is reproduced with it */
    g_autofree char *twice = compare_reproducer(report, 0);
    g_autoptr(CompareScenario) copy = read_back(twice);
    cr_expect(copy->world_is_inside);
    cr_expect_eq(copy->world->solid->brushes->len, n);
    case_clear(&c);
}

Test(shrink, answers_that_are_late_or_early)
{
    expect_shrunk(&blind_class, 1, TRUE);
    expect_shrunk(&timid_class, 1, FALSE);
}

/* The brush that causes the fault is kept, however far it is from the move, and so is the brush
 * that is hit. */
Test(shrink, a_brush_that_makes_others_unseen)
{
    Case c = case_new(&dazzled_class);
    guint n_far = 0;
    for (guint i = 0; i < c.report->moves->len && n_far < 20; i++) {
        const CompareResolved *move = &g_array_index(c.report->moves, CompareResolved, i);
        BspVec stop = bsp_vec_lerp(move->from, move->to, move->truth.t);
        BspBounds near = bsp_bounds_grown(&marked, 64);
        if (move->truth.t_hi >= 1 || move->truth.t <= 0 || bsp_bounds_contain(&near, stop))
            continue;
        g_autoptr(CompareShrunk) shrunk =
            compare_shrink(c.report, &dazzled_class, move, NULL, NULL);
        guint n = shrunk->world->solid->brushes->len;
        gboolean kept = FALSE;
        for (guint k = 0; k < n; k++)
            kept |= is_marked(shrunk->world->solid->brushes->pdata[k]);
        /* 1: the move passes through the first hit and goes on to the marked brush */
        cr_expect(kept && n <= 2, "move %u: %u brushes", i, n);
        n_far += n == 2;
    }
    cr_expect_gt(n_far, 0u);
    case_clear(&c);
}

/* If the answer is right, nothing is removed. */
Test(shrink, a_right_answer_stays)
{
    Case c = case_new(&honest_class);
    cr_assert_eq(c.regress.n_wrong, 0u);
    const CompareResolved *move = &g_array_index(c.report->moves, CompareResolved, 0);
    g_autoptr(CompareShrunk) shrunk = compare_shrink(c.report, &honest_class, move, NULL, NULL);
    cr_expect_eq(shrunk->world->solid->brushes->len, c.scenario->world->solid->brushes->len);
    cr_expect_eq(memcmp(&shrunk->from, &move->from, sizeof move->from), 0);
    cr_expect_eq(memcmp(&shrunk->to, &move->to, sizeof move->to), 0);
    case_clear(&c);
}

static void count_stage(const char *stage, double done, gpointer user_data)
{
    cr_expect_str_eq(stage, "shrinking");
    cr_expect(done >= 0 && done <= 1);
    ++*(guint *)user_data;
}

Test(shrink, progress_is_told)
{
    Case c = case_new(&blind_class);
    const CompareResolved *move =
        &g_array_index(c.report->moves, CompareResolved, c.regress.worst.answer->move);
    guint n = 0;
    g_autoptr(CompareShrunk) shrunk = compare_shrink(c.report, &blind_class, move, count_stage, &n);
    cr_expect_gt(n, 1u);
    cr_expect_leq(n, shrunk->n_tries);
    case_clear(&c);
}
