/* test-diff: the changes from one kept result to another: a result and itself, times and
 * counters changed by hand, and other trees. */
#include "report-by-hand.h"
#include "result/diff.h"
#include "test-program.h"

/* --- by hand --- */

typedef void (*Change)(CompareReport *report, CompareEnvironment *environment);

/* Writes a changed report to a file of this name. */
static void keep(const char *name, Change change)
{
    CompareScenario *scenario = scenario_by_hand();
    CompareReport *report = report_by_hand(scenario);
    g_autoptr(GPtrArray) reports = g_ptr_array_new();
    g_ptr_array_add(reports, report);
    g_autoptr(CompareEnvironment) environment = compare_environment_new(TRUE, NULL);
    g_free(environment->cpu);
    environment->cpu = g_strdup("Abacus 1");
    if (change)
        change(report, environment);
    g_autoptr(CompareResults) results = compare_results_of(reports, environment);
    g_autofree char *json = compare_results_json(results);
    write_file(name, json);
    compare_report_free(report);
    scenario_by_hand_free(scenario);
}

static CompareResults *load(const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_build_filename(directory, name, NULL);
    const char *const file = path;
    CompareResults *results = compare_results_load(&file, 1, &error);
    cr_assert_not_null(results, "%s", error ? error->message : "");
    return results;
}

/* The old and the new result. The diff uses their texts. */
typedef struct {
    CompareResults *old, *now;
    CompareDiff *diff;
} Pair;

static void pair_clear(Pair *pair)
{
    compare_diff_free(pair->diff);
    compare_results_free(pair->old);
    compare_results_free(pair->now);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Pair, pair_clear)

static Pair diff_of(Change change_old, Change change_new, double times, double counters)
{
    const CompareThresholds thresholds = { times, counters };
    keep("old.json", change_old);
    keep("new.json", change_new);
    Pair pair = { load("old.json"), load("new.json"), NULL };
    pair.diff = compare_diff_new(pair.old, pair.now, &thresholds);
    return pair;
}

static const CompareChange *find(const Pair *pair, const char *method, const char *group,
                                 const char *key)
{
    for (guint i = 0; i < pair->diff->changes->len; i++) {
        const CompareChange *c = &g_array_index(pair->diff->changes, CompareChange, i);
        if (g_strcmp0(c->method, method) == 0 && g_strcmp0(c->value.group, group) == 0 &&
            g_strcmp0(c->value.key, key) == 0)
            return c;
    }
    return NULL;
}

static CompareVerdict verdict_of(const Pair *pair, const char *method, const char *group,
                                 const char *key)
{
    const CompareChange *change = find(pair, method, group, key);
    cr_assert_not_null(change, "%s %s %s", method, group, key);
    return change->verdict;
}

static void expect_note(const Pair *pair, const char *text)
{
    for (guint i = 0; i < pair->diff->notes->len; i++)
        if (strstr(pair->diff->notes->pdata[i], text))
            return;
    cr_expect(FALSE, "no note has '%s'", text);
}

static void slow_down(CompareReport *report, double times)
{
    for (guint i = 0; i < report->results->len; i++) {
        CompareResult *r = report->results->pdata[i];
        CompareGroup *const groups[] = { &r->walk, &r->shot };
        for (guint g = 0; g < G_N_ELEMENTS(groups); g++) {
            groups[g]->ns_median *= times;
            for (guint end = 0; end < 2; end++)
                groups[g]->ns_ci95[end] *= times;
        }
    }
}

static void slower(CompareReport *report, CompareEnvironment *environment)
{
    (void)environment;
    slow_down(report, 1.1);
}

static void hardly_slower(CompareReport *report, CompareEnvironment *environment)
{
    (void)environment;
    slow_down(report, 1.02);
}

static CompareResult *first_of(CompareReport *report)
{
    return report->results->pdata[0];
}

TestSuite(by_hand, .init = set_up, .fini = tear_down);

Test(by_hand, nothing_has_changed)
{
    g_auto(Pair) pair = diff_of(NULL, NULL, 0, 0);
    cr_expect_eq(pair.diff->n[COMPARE_SAME], pair.diff->changes->len);
    cr_expect_gt(pair.diff->changes->len, 30);
    cr_expect_eq(pair.diff->notes->len, 0);
    cr_expect_not(compare_diff_is_worse(pair.diff));
}

/* The intervals are [50, 51] and 1.1 times that, with medians 50.25 and 55.275. In logarithms
 * the half widths are those of 1.005 and 1.01493; together they are 0.015632. */
Test(by_hand, ten_percent_slower_is_found)
{
    g_auto(Pair) pair = diff_of(NULL, slower, 5, 0);
    cr_expect(compare_diff_is_worse(pair.diff));
    const CompareChange *walk = find(&pair, "onion", "walk", "ns_median");
    cr_assert_not_null(walk);
    cr_expect_eq(walk->verdict, COMPARE_WORSE);
    cr_expect_float_eq(walk->ratio[0], 1.1, 1e-9);
    cr_expect_float_eq(walk->ratio[1], 1.1 * exp(-0.0156319), 1e-6, "%.9g", walk->ratio[1]);
    cr_expect_float_eq(walk->ratio[2], 1.1 * exp(0.0156319), 1e-6, "%.9g", walk->ratio[2]);
    cr_expect_eq(verdict_of(&pair, "onion", "walk", "nodes_mean"), COMPARE_SAME);
    cr_expect_eq(pair.diff->n[COMPARE_WORSE], 4); /* walks and shots of two methods */

    g_auto(Pair) back = diff_of(slower, NULL, 5, 0);
    cr_expect_not(compare_diff_is_worse(back.diff));
    cr_expect_eq(back.diff->n[COMPARE_BETTER], 4);
}

/* Other programs used a third of the machine's time, in one run or in both. */
static void on_a_noisy_machine(CompareReport *report, double ratio)
{
    CompareResult *shift_box = report->results->pdata[1];
    report->reference = first_of(report)->klass;
    report->noise.waited = 0.3;
    shift_box->walk.ratio = (CompareRatio){ ratio, { ratio * 0.99, ratio * 1.01 } };
}

static void noisy(CompareReport *report, CompareEnvironment *environment)
{
    (void)environment;
    on_a_noisy_machine(report, 2);
}

static void noisy_and_slow(CompareReport *report, CompareEnvironment *environment)
{
    (void)environment;
    on_a_noisy_machine(report, 2);
    slow_down(report, 1.3);
}

static void one_is_slower(CompareReport *report, CompareEnvironment *environment)
{
    (void)environment;
    on_a_noisy_machine(report, 2.2);
    slow_down(report, 1.3);
}

Test(by_hand, of_a_noisy_machine_ratios_are_judged)
{
    g_auto(Pair) drifted = diff_of(noisy, noisy_and_slow, 5, 0);
    cr_expect_not(compare_diff_is_worse(drifted.diff));
    cr_expect_eq(verdict_of(&drifted, "onion", "walk", "ns_median"), COMPARE_CHANGED);
    cr_expect_eq(verdict_of(&drifted, "shift-box", "walk", "ratio"), COMPARE_SAME);
    expect_note(&drifted, "noisy machine: its times are shown");
    g_auto(Pair) slow = diff_of(noisy, one_is_slower, 5, 0);
    cr_expect_eq(slow.diff->n[COMPARE_WORSE], 1);
    cr_expect_eq(verdict_of(&slow, "shift-box", "walk", "ratio"), COMPARE_WORSE);
}

Test(by_hand, thresholds_and_intervals_let_pass)
{
    g_auto(Pair) tolerant = diff_of(NULL, slower, 11, 0);
    cr_expect_not(compare_diff_is_worse(tolerant.diff));
    cr_expect_eq(tolerant.diff->n_slight, 4);

    /* for shift-box, 9.5 is in [9, 10], so a change of 2 percent is not certain */
    g_auto(Pair) unsure = diff_of(NULL, hardly_slower, 1, 0);
    cr_expect_eq(verdict_of(&unsure, "onion", "walk", "ns_median"), COMPARE_WORSE);
    cr_expect_eq(verdict_of(&unsure, "shift-box", "walk", "ns_median"), COMPARE_SAME);
    const CompareDiffPrint what = { .diff = unsure.diff,
                                    .all = TRUE,
                                    .old = "a",
                                    .now = "b",
                                    .thresholds = &(CompareThresholds){ 1, 0 } };
    g_autofree char *text =
        compare_diff_print(&what, (CompareStyle){ .format = COMPARE_FORMAT_TABLE });
    cr_expect(
        g_regex_match_simple("shift-box +walk +ns in order +9\\.5 +9\\.69 +~ .*same", text, 0, 0),
        "%s", text);
}

static void of_other_machine(CompareReport *report, CompareEnvironment *environment)
{
    slow_down(report, 2);
    g_free(environment->cpu);
    environment->cpu = g_strdup("Abacus 2");
    first_of(report)->size.bytes++;
}

static void of_other_compiler(CompareReport *report, CompareEnvironment *environment)
{
    slow_down(report, 2);
    environment->compiler = "cc 1";
}

static void of_unknown_machine(CompareReport *report, CompareEnvironment *environment)
{
    slow_down(report, 2);
    g_free(environment->cpu);
    environment->cpu = g_strdup("unknown");
}

static void without_times(CompareReport *report, CompareEnvironment *environment)
{
    (void)environment;
    compare_report_forget_measures(report);
    for (guint i = 0; i < report->results->len; i++) {
        CompareResult *r = report->results->pdata[i];
        r->walk.ns_median = r->shot.ns_median = 0;
    }
}

Test(by_hand, times_of_unlike_machines_are_not_compared)
{
    g_auto(Pair) machine = diff_of(NULL, of_other_machine, 5, 0);
    expect_note(&machine, "unlike machines: Abacus 1, now Abacus 2");
    cr_expect_null(find(&machine, "onion", "walk", "ns_median"));
    cr_expect_null(find(&machine, "onion", NULL, "build_ms"));
    cr_expect_eq(verdict_of(&machine, "onion", NULL, "bytes"), COMPARE_WORSE);
    cr_expect_eq(machine.diff->n[COMPARE_WORSE], 1);

    g_auto(Pair) compiler = diff_of(NULL, of_other_compiler, 5, 0);
    expect_note(&compiler, "unlike compilers");
    cr_expect_not(compare_diff_is_worse(compiler.diff));

    g_auto(Pair) unknown = diff_of(of_unknown_machine, of_unknown_machine, 5, 0);
    expect_note(&unknown, "unlike machines: unknown, now unknown");
    cr_expect_null(find(&unknown, "onion", "walk", "ns_median"));

    g_auto(Pair) untimed = diff_of(NULL, without_times, 5, 0);
    expect_note(&untimed, "new.json has none");
    cr_expect_null(find(&untimed, "onion", "walk", "ns_median"));
    cr_expect_not(compare_diff_is_worse(untimed.diff));
}

static void with_other_counters(CompareReport *report, CompareEnvironment *environment)
{
    (void)environment;
    CompareResult *r = first_of(report);
    r->walk.nodes_mean *= 1.1;
    r->shot.nodes_mean /= 2;
    r->size.nodes += 1;
    r->size.depth += 1;
    r->n_late += 1;
    r->hash ^= 1;
}

Test(by_hand, counters_are_held_exactly)
{
    g_auto(Pair) exact = diff_of(NULL, with_other_counters, 5, 0);
    cr_expect_eq(verdict_of(&exact, "onion", "walk", "nodes_mean"), COMPARE_WORSE);
    cr_expect_eq(verdict_of(&exact, "onion", "shot", "nodes_mean"), COMPARE_BETTER);
    cr_expect_eq(verdict_of(&exact, "onion", NULL, "nodes"), COMPARE_WORSE);
    cr_expect_eq(verdict_of(&exact, "onion", NULL, "depth"), COMPARE_CHANGED);
    cr_expect_eq(verdict_of(&exact, "onion", NULL, "hash"), COMPARE_CHANGED);
    cr_expect_eq(verdict_of(&exact, "onion", NULL, "late"), COMPARE_WORSE);
    cr_expect_eq(exact.diff->n[COMPARE_WORSE], 3);

    /* an increase from 0 exceeds any tolerance in percent */
    g_auto(Pair) tolerant = diff_of(NULL, with_other_counters, 5, 11);
    cr_expect_eq(verdict_of(&tolerant, "onion", "walk", "nodes_mean"), COMPARE_CHANGED);
    cr_expect_eq(verdict_of(&tolerant, "onion", NULL, "late"), COMPARE_WORSE);
    cr_expect_eq(tolerant.diff->n[COMPARE_WORSE], 1);
}

static void with_one_method(CompareReport *report, CompareEnvironment *environment)
{
    (void)environment;
    g_ptr_array_set_size(report->results, 1);
}

Test(by_hand, what_is_missing_is_worse_and_what_is_new_is_not)
{
    g_auto(Pair) missing = diff_of(NULL, with_one_method, 5, 0);
    cr_expect_eq(verdict_of(&missing, "shift-box", NULL, NULL), COMPARE_MISSING);
    cr_expect(compare_diff_is_worse(missing.diff));

    g_auto(Pair) added = diff_of(with_one_method, NULL, 5, 0);
    cr_expect_eq(verdict_of(&added, "shift-box", NULL, NULL), COMPARE_ADDED);
    cr_expect_not(compare_diff_is_worse(added.diff));
}
