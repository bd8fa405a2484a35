/* test-methods: tests every method on the shipped scenarios, and the detection of damaged trees. */
#include <criterion/criterion.h>
#include <json-c/json.h>
#include <string.h>

#include "compile/tree.h"
#include "onion/onion-private.h"
#include "result/scenario-text.h"
#include "result/words.h"
#include "run-scenario.h"
#include "run/faults.h"
#include "sanitized.h"
#include "scenario/scenario.h"
#include "scenario/write.h"
#include "scratch.h"
#include "shift/shift-private.h"
#include "shipped.h"

/* --- claims of all methods --- */

static const CompareTrajectory *trajectory_of(const CompareReport *report, guint move)
{
    const CompareResolved *m = &g_array_index(report->moves, CompareResolved, move);
    return compare_scenario_trajectory(report->scenario, m->trajectory);
}

/* Counts early and late answers again, without the code that counts them for the tables. */
static void check_result(const CompareReport *report, const CompareResult *result)
{
    guint n_late = 0, n_early = 0;
    for (guint i = 0; i < result->answers->len; i++) {
        const CompareAnswer *answer = &g_array_index(result->answers, CompareAnswer, i);
        const CompareResolved *m = &g_array_index(report->moves, CompareResolved, answer->move);
        const CompareTrajectory *t = trajectory_of(report, answer->move);
        gboolean early = answer->t<m->truth.t_lo, late = answer->t> m->truth.t_hi;
        CompareClaim claim = compare_method_claim(result->klass, report->scenario, t);
        cr_assert_neq(claim, COMPARE_SKIPS, "it answers what it says it cannot take");
        cr_expect_not(late, "%s: %s, move %u of \"%s\": late", report->scenario->name,
                      result->klass->name, m->number, t->name);
        cr_expect(!early || claim != COMPARE_EXACT, "%s: %s, move %u of \"%s\": not exact",
                  report->scenario->name, result->klass->name, m->number, t->name);
        n_late += late ? 1 : 0;
        n_early += early ? 1 : 0;
    }
    cr_expect_eq(result->n_wrong, 0, "%s: %s: %u wrong", report->scenario->name,
                 result->klass->name, result->n_wrong);
    cr_assert_eq(result->n_late, n_late);
    cr_assert_eq(result->n_early, n_early);
    cr_assert_eq(result->n_outside, n_late + n_early);
    cr_assert_eq(result->n_moves, result->answers->len);
    cr_assert_eq(result->n_moves + result->n_skipped, report->moves->len);
    cr_assert_eq(result->walk.n + result->shot.n, result->n_moves);
}

Test(methods, nothing_wrong_on_shipped_scenarios)
{
    g_autoptr(GPtrArray) paths = shipped_scenarios();
    for (guint i = 0; i < paths->len; i++) {
        g_autoptr(CompareScenario) scenario = load_scenario(paths->pdata[i]);
        g_autoptr(CompareReport) report = run_methods(scenario, compare_methods);
        cr_assert_gt(report->moves->len, 0);
        for (guint k = 0; k < report->results->len; k++)
            check_result(report, report->results->pdata[k]);
        CompareRegress regress = compare_regress(report);
        cr_assert_eq(regress.n_wrong, 0);
        cr_assert_null(regress.worst.result);
    }
}

/* Checks that two results have the same answers. The times may differ by at most `apart` units of
 * the move. */
static void check_equal(const CompareReport *report, const CompareResult *a, const CompareResult *b,
                        double apart)
{
    cr_assert_eq(a->answers->len, b->answers->len);
    for (guint k = 0; k < a->answers->len; k++) {
        const CompareAnswer *x = &g_array_index(a->answers, CompareAnswer, k);
        const CompareAnswer *y = &g_array_index(b->answers, CompareAnswer, k);
        double length = compare_move_length(compare_answered_move(report, x));
        cr_assert_eq(x->transition.type, y->transition.type, "%s, %s, move %u",
                     report->scenario->name, a->klass->name, x->move);
        cr_assert(x->t == y->t || fabs(x->t - y->t) * length <= apart,
                  "%s, %s, move %u: %.17g, %.17g", report->scenario->name, a->klass->name, x->move,
                  x->t, y->t);
    }
}

/* In all scenarios, an onion that the builder of the article's Listing 2 made gives the same
 * answers. So does an onion whose spaces separate deep down or never, instead of at the root. */
Test(methods, other_onions_give_the_same_answers)
{
    static const struct {
        CompareBuilder builder;
        guint faces; /* if a space has at most this number of faces, it becomes a space node;
                        G_MAXUINT takes the scenario's number */
    } variants[] = { { COMPARE_BUILDER_LISTING2, G_MAXUINT },
                     { COMPARE_BUILDER_FAST, 0 },
                     { COMPARE_BUILDER_FAST, 3 } };
    const CompareMethodClass *classes[] = { compare_method_find("onion"), NULL };
    g_autoptr(GPtrArray) paths = shipped_scenarios();
    for (guint i = SHORT ? 1 : 0; i < paths->len; i += SHORT ? 4 : 1) {
        g_autoptr(CompareScenario) scenario = load_scenario(paths->pdata[i]);
        g_autoptr(CompareReport) one = run_methods(scenario, classes);
        for (guint k = 0; k < G_N_ELEMENTS(variants); k++) {
            CompareAsked asked = { classes, { 0 } };
            g_autoptr(CompareScenario) variant = compare_variant_new(scenario);
            compare_trees_set_builder(&asked.trees, variants[k].builder);
            if (variants[k].faces != G_MAXUINT)
                variant->space_node_faces = variants[k].faces;
            g_autoptr(CompareReport) other = run_asked(variant, &asked, FALSE);
            const CompareResult *a = one->results->pdata[0], *b = other->results->pdata[0];
            cr_assert_eq(b->n_wrong, 0);
            check_equal(one, a, b, BSP_ON_PLANE);
        }
    }
}

/* Options that make trees small and fast must not change the answers, not even by one bit of a
 * time. The onions here have no space nodes, because these may change answers. If a move meets two
 * planes at the same time, the other plane may then come first. */
Test(methods, plain_trees_give_the_same_answers)
{
    g_autoptr(GPtrArray) paths = shipped_scenarios();
    guint saved = 0;
    for (guint i = SHORT ? 2 : 0; i < paths->len; i += SHORT ? 4 : 1) {
        g_autoptr(CompareScenario) scenario = load_scenario(paths->pdata[i]);
        CompareTrees trees = { 0 };
        g_autoptr(CompareScenario) parted = compare_variant_new(scenario);
        parted->space_node_faces = 0;
        g_autoptr(CompareReport) fast =
            run_asked(parted, &(CompareAsked){ compare_methods, trees }, FALSE);
        trees.build.plain = TRUE;
        g_autoptr(CompareReport) plain =
            run_asked(parted, &(CompareAsked){ compare_methods, trees }, FALSE);
        for (guint m = 0; m < fast->results->len; m++) {
            const CompareResult *a = fast->results->pdata[m], *b = plain->results->pdata[m];
            saved += a->size.nodes < b->size.nodes;
            check_equal(fast, a, b, 0);
            for (guint k = 0; k < a->answers->len; k++)
                cr_assert(g_array_index(a->answers, CompareAnswer, k).nodes <=
                          g_array_index(b->answers, CompareAnswer, k).nodes);
        }
    }
    cr_assert_geq(saved, 5);
}

/* --- threads --- */

typedef struct {
    const CompareMethod *method;
    const GArray *moves;
} Shared;

static gpointer answer_shared(gpointer data)
{
    const Shared *shared = data;
    return compare_answer(shared->method, shared->moves);
}

/* Lets several threads query the trees of a method at the same time. */
static void check_threads(const CompareMethod *method, const GArray *moves)
{
    Shared shared = { method, moves };
    CompareResult *alone = compare_answer(method, moves);
    GThread *threads[4];
    for (guint i = 0; i < G_N_ELEMENTS(threads); i++)
        threads[i] = g_thread_new("answer", answer_shared, &shared);
    for (guint i = 0; i < G_N_ELEMENTS(threads); i++) {
        CompareResult *result = g_thread_join(threads[i]);
        cr_expect(result->hash == alone->hash && result->counters_hash == alone->counters_hash,
                  "%s: a thread got other answers", method->klass->name);
        compare_result_free(result);
    }
    compare_result_free(alone);
}

Test(methods, threads_share_trees)
{
    g_autoptr(CompareScenario) scenario = shipped_scenario("pillars.json");
    g_autoptr(CompareReport) report = run_method(scenario, NULL);
    for (guint i = 0; compare_methods[i]; i++) {
        const CompareTrees trees = { 0 };
        CompareMethod *method =
            compare_method_new(compare_methods[i], scenario, &trees, NULL, NULL, NULL);
        check_threads(method, report->moves);
        compare_method_free(method);
    }
}

/* --- detection of damaged trees --- */

static const char *const with_trees[] = { "onion", "multi", "shift", "shift-box", "shift-exact" };

static BspNodes *nodes_of(const CompareMethodClass *klass, gpointer data)
{
    if (strcmp(klass->name, "onion") == 0)
        return &(*(OnionTree **)data)->nodes; /* the tree is the first member of the struct */
    if (strcmp(klass->name, "multi") == 0)
        return &((BspTree *)((GPtrArray *)data)->pdata[0])->nodes;
    CompareTreeView view;
    cr_assert(klass->view(data, 0, &view));
    return (BspNodes *)view.nodes;
}

/* A method whose tree is damaged, its answers, and the report of regress about them. */
typedef struct {
    CompareReport *report;
    CompareRegress regress;
    CompareMethod *method;
} Patient;

static Patient patient_of(const CompareScenario *scenario, const char *name, gboolean plain)
{
    g_autoptr(GError) error = NULL;
    const CompareTrees trees = { .build = { .plain = plain } };
    Patient p = { .report = run_method(scenario, NULL) };
    p.method = compare_method_new(compare_method_find(name), scenario, &trees, NULL, NULL, &error);
    cr_assert_not_null(p.method, "%s", error ? error->message : "");
    return p;
}

static void patient_ask(Patient *p)
{
    g_ptr_array_set_size(p->report->results, 0);
    g_ptr_array_add(p->report->results, compare_answer(p->method, p->report->moves));
    p->regress = compare_regress(p->report);
}

static void patient_clear(Patient *p)
{
    compare_report_free(p->report);
    compare_method_free(p->method);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Patient, patient_clear)

static const CompareResult *result_of(const Patient *p)
{
    return p->report->results->pdata[0];
}

/* Checks that the report of regress describes the wrong answers. */
static void check_diagnosis(const Patient *p)
{
    const CompareResult *result = result_of(p);
    cr_assert_gt(result->n_wrong, 0);
    cr_assert_eq(p->regress.n_wrong, result->n_wrong);
    cr_assert_eq(p->regress.worst.result, result);
    cr_assert_gt(p->regress.worst.units, 0);
    g_autofree char *text = regress_notes(p->report, &p->regress);
    cr_assert_not_null(strstr(text, "worst: "), "%s", text);
    cr_assert_not_null(strstr(text, result->klass->name));
}

/* Moves the plane of each node in turn by 4 units. Returns the number of nodes whose change caused
 * a wrong answer. */
static guint count_noticed_planes(const char *name)
{
    g_autoptr(CompareScenario) scenario = shipped_scenario("stand-and-crouch.json");
    g_auto(Patient) p = patient_of(scenario, name, FALSE);
    patient_ask(&p);
    cr_assert_eq(result_of(&p)->n_wrong, 0, "sound to begin with");
    guint64 hash = result_of(&p)->hash;
    BspNodes *nodes = nodes_of(p.method->klass, p.method->data);
    guint noticed = 0;
    for (guint i = 0; i < nodes->n_nodes; i++) {
        BspNode *node = &nodes->nodes[i], before = *node;
        gboolean is_exact = bsp_node_axis(node) == BSP_NODE_EXACT;
        BspExactPlane *exact = is_exact ? &nodes->exact[node->exact] : NULL;
        for (float by = -4; by <= 4; by += 8) {
            double dist = bsp_node_dist(nodes, node);
            if (is_exact)
                bsp_exact_set_dist(exact, dist + (double)by);
            else
                node->dist += by;
            patient_ask(&p);
            *node = before;
            if (is_exact)
                bsp_exact_set_dist(exact, dist);
            if (result_of(&p)->n_wrong == 0)
                continue;
            check_diagnosis(&p);
            noticed++;
        }
    }
    patient_ask(&p);
    cr_assert_eq(result_of(&p)->hash, hash, "as sound as before");
    return noticed;
}

Test(methods, a_moved_plane_is_noticed)
{
    for (guint i = 0; i < G_N_ELEMENTS(with_trees); i++)
        cr_assert_geq(count_noticed_planes(with_trees[i]), 5, "%s", with_trees[i]);
}

/* Makes each solid leaf empty in turn. Returns the number of leaves whose change caused a wrong
 * answer. A move may then pass through solid, and its answer is late. */
static guint count_noticed_leaves(const char *name, gint32 (*flipped)(gpointer data, gint32 leaf))
{
    g_autoptr(CompareScenario) scenario = shipped_scenario("stand-and-crouch.json");
    g_auto(Patient) p = patient_of(scenario, name, TRUE);
    BspNodes *nodes = nodes_of(p.method->klass, p.method->data);
    guint noticed = 0, late = 0;
    for (guint i = 0; i < 2 * nodes->n_nodes; i++) {
        BspNode *node = &nodes->nodes[i / 2];
        gint32 leaf = bsp_node_child(node, i % 2);
        if (leaf >= 0 || flipped(p.method->data, leaf) == leaf)
            continue;
        bsp_node_set_child(node, i % 2, flipped(p.method->data, leaf));
        patient_ask(&p);
        bsp_node_set_child(node, i % 2, leaf);
        if (result_of(&p)->n_wrong == 0)
            continue;
        check_diagnosis(&p);
        noticed++;
        if (compare_fault_is_late(p.regress.worst.answer->fault))
            late++;
    }
    cr_assert_eq(late, noticed, "an empty leaf makes answers late, never early");
    return noticed;
}

static gint32 empty_in_onion(gpointer data, gint32 leaf)
{
    const OnionTree *tree = *(OnionTree **)data;
    for (guint d = 0; d < tree->n_descriptors; d++)
        if (tree->descriptors[d * tree->words] == 0)
            return ~(gint32)d;
    return leaf;
}

static gint32 empty_in_tree(gpointer data, gint32 leaf)
{
    (void)data, (void)leaf;
    return ~0;
}

Test(methods, a_hollow_leaf_is_noticed)
{
    for (guint i = 0; i < G_N_ELEMENTS(with_trees); i++)
        cr_assert_geq(count_noticed_leaves(with_trees[i], i ? empty_in_tree : empty_in_onion), 4);
}

/* The reproducer of a wrong answer is a scenario with only the move of that answer. It can be
 * loaded. */
Test(methods, a_wrong_answer_is_reproduced)
{
    g_autoptr(CompareScenario) scenario = shipped_scenario("stand-and-crouch.json");
    g_auto(Patient) p = patient_of(scenario, "onion", TRUE);
    OnionTree *tree = *(OnionTree **)p.method->data;
    memset(tree->descriptors, 0, tree->n_descriptors * tree->words * sizeof *tree->descriptors);
    patient_ask(&p); /* now the whole level is empty */
    check_diagnosis(&p);
    cr_assert_eq(result_of(&p)->n_wrong, result_of(&p)->n_late);
    cr_assert_eq(result_of(&p)->n_early, 0);

    guint worst = p.regress.worst.answer->move;
    g_autoptr(CompareScenario) written = compare_reproducer(p.report, worst);
    g_autofree char *text = compare_scenario_write(written, NULL, written->world);
    g_autofree char *path = scratch_text("reproducer.json", text);
    g_autoptr(CompareScenario) one = load_scenario(path);
    remove_scratch();
    g_autoptr(CompareReport) again = run_method(one, compare_method_find("onion"));
    cr_assert_eq(again->moves->len, 1);
    const CompareResolved *a = &g_array_index(again->moves, CompareResolved, 0);
    const CompareResolved *b = &g_array_index(p.report->moves, CompareResolved, worst);
    cr_assert(memcmp(&a->from, &b->from, sizeof a->from) == 0 &&
                  memcmp(&a->to, &b->to, sizeof a->to) == 0,
              "bit for bit");
    cr_assert_eq(a->truth.t, b->truth.t);
    cr_assert_eq(((const CompareResult *)again->results->pdata[0])->n_wrong, 0);
}
