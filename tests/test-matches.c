/* test-matches: tests recorded matches on their levels. The moves come in the engine's order, and
 * every method answers them correctly. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>

#include "compile/solid.h"
#include "real-levels.h"
#include "run-scenario.h"
#include "run/faults.h"
#include "sanitized.h"

/* The number of moves in each recorded match. */
#define N_MOVES 70000

typedef struct {
    char file[24], level[12]; /* arrays, because Criterion copies the struct to another process */
    guint n_spaces, n_trajectories;
} Match;

static Match matches[] = { { "match-dm7.json.gz", "oacmpdm7", 10, 17 },
                           { "match-ctf2.json.gz", "oacmpctf2", 12, 20 } };

static CompareScenario *load(const Match *match)
{
    return real_match(match->file, match->level, NULL);
}

/* Loads the match, with one space for each box and each mask in use. Keeps at most `most` moves of
 * each trajectory. */
static CompareScenario *load_masked(const Match *match, guint most)
{
    CompareScenario *s = real_match(match->file, match->level, "\"options\": { \"masks\": true }");
    for (guint i = 0; i < s->trajectories->len; i++) {
        CompareTrajectory *t = &g_array_index(s->trajectories, CompareTrajectory, i);
        g_array_set_size(t->moves, MIN(t->moves->len, most));
        g_array_set_size(t->order, MIN(t->order->len, most));
    }
    return s;
}

/* Checks that entry i of `order` is move i. */
static void expect_order(const CompareScenario *scenario, const GArray *moves)
{
    for (guint i = 0; i < moves->len; i++) {
        const CompareResolved *move = &g_array_index(moves, CompareResolved, i);
        const CompareTrajectory *t =
            &g_array_index(scenario->trajectories, CompareTrajectory, move->trajectory);
        cr_assert_eq(g_array_index(t->order, guint, move->number), i);
        cr_assert(t->has_mask && t->mask & 1, "what solid does not stop is no move against it");
    }
}

ParameterizedTestParameters(matches, every_method)
{
    return cr_make_param_array(Match, matches, SHORT ? 1 : G_N_ELEMENTS(matches));
}

/* Returns the methods, except those for stationary objects, and those that query the trees of
 * another method. */
static GPtrArray *methods(void)
{
    GPtrArray *methods = g_ptr_array_new();
    for (guint i = 0; compare_methods[i] && !SANITIZED; i++)
        if (!compare_methods[i]->on_demand && !compare_methods[i]->stationary)
            g_ptr_array_add(methods, (gpointer)compare_methods[i]);
    g_ptr_array_add(methods, NULL);
    return methods;
}

ParameterizedTest(const Match *match, matches, every_method)
{
    g_autoptr(GPtrArray) classes = methods();
    g_autoptr(CompareScenario) scenario = load(match);
    g_autoptr(CompareReport) report =
        run_methods(scenario, (const CompareMethodClass *const *)classes->pdata);
    cr_expect_eq(scenario->spaces->len, match->n_spaces);
    cr_expect_eq(scenario->trajectories->len, match->n_trajectories);
    cr_assert_eq(report->moves->len, N_MOVES);
    expect_order(scenario, report->moves);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *result = report->results->pdata[i];
        cr_expect_eq(result->n_wrong, 0, "%s: %u wrong", result->klass->name, result->n_wrong);
        cr_expect_eq(result->n_late, 0, "%s: %u late", result->klass->name, result->n_late);
        cr_expect(result->n_moves == N_MOVES);
    }
    cr_expect_eq(compare_regress(report).n_wrong, 0);
}

static gsize onion_bytes(const CompareScenario *s)
{
    CompareTrees trees = { 0 };
    CompareMethod *onion =
        compare_method_new(compare_method_find("onion"), s, &trees, NULL, NULL, NULL);
    cr_assert(onion);
    CompareSize size;
    onion->klass->size(onion->data, &size);
    compare_method_free(onion);
    return size.bytes;
}

ParameterizedTestParameters(matches, all_masks)
{
    return cr_make_param_array(Match, matches + (SHORT ? 1 : 0), SHORT ? 1 : G_N_ELEMENTS(matches));
}

/* One onion and one shift tree serve all masks. An engine would otherwise need a tree for each. */
ParameterizedTest(const Match *match, matches, all_masks)
{
    const CompareMethodClass *const classes[] = { compare_method_find("onion"),
                                                  compare_method_find("shift-box"), NULL };
    g_autoptr(CompareScenario) one = load(match);
    g_autoptr(CompareScenario) all = load_masked(match, SANITIZED ? 10 : SHORT ? 50 : 200);
    cr_expect_eq(all->spaces->len, match->n_trajectories);
    cr_expect_gt(all->world->solid->brushes->len, one->world->solid->brushes->len);
    g_autoptr(CompareReport) report = run_methods(all, classes);
    const CompareResult *onion = report->results->pdata[0];
    double grown = (double)onion->size.bytes / (double)onion_bytes(one);
    cr_expect_lt(grown, 1.5);
    cr_log_info("%s: all masks take %.2f times the bytes of one", match->level, grown);
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *result = report->results->pdata[i];
        cr_expect_eq(result->n_wrong, 0, "%s: %u wrong", result->klass->name, result->n_wrong);
        cr_expect_eq(result->n_late, 0, "%s: %u late", result->klass->name, result->n_late);
    }
}
