/* test-timing: tests the parts of a measurement: fresh moves, clocks, caches, statistics, and
 * noise. */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "random.h"
#include "run-scenario.h"
#include "run/fresh.h"
#include "run/machine.h"
#include "run/processor.h"
#include "run/statistics.h"
#include "run/timing.h"
#include "sanitized.h"
#include "shipped.h"

/* Whether the program is as fast as measurements expect. */
#ifdef __OPTIMIZE__
#define IS_FAST (!SANITIZED)
#else
#define IS_FAST 0
#endif

/* --- statistics --- */

Test(timing, quantiles_of_known_values_are_right)
{
    double values[] = { 5, 1, 4, 2, 3 };
    cr_expect_eq(compare_median(values, 5), 3);
    cr_expect_eq(values[0], 5, "the caller's order is kept");
    cr_expect_eq(compare_median(values, 4), 3); /* the median is half way between 2 and 4 */
    compare_sort(values, 5);
    cr_expect_eq(compare_quantile(values, 5, 0), 1);
    cr_expect_eq(compare_quantile(values, 5, 1), 5);
    cr_expect_eq(compare_quantile(values, 5, 0.25), 2);
    cr_expect_float_eq(compare_quantile(values, 5, 0.9), 4.6, 1e-12);
    cr_expect_eq(compare_quantile(values, 0, 0.5), 0);
}

/* The rank interval of 15 values is from the 4th to the 12th, and contains the median with 96.5
 * percent probability. The bootstrap's interval is inside of it. */
Test(timing, interval_of_a_median_is_that_of_the_ranks)
{
    double values[15], ends[2], again[2];
    for (guint i = 0; i < 15; i++)
        values[i] = (i * 7) % 15 + 1;
    compare_bootstrap_interval(values, NULL, 15, ends);
    cr_expect(ends[0] >= 4 && ends[0] <= 5, "%g", ends[0]);
    cr_expect(ends[1] >= 11 && ends[1] <= 12, "%g", ends[1]);
    compare_bootstrap_interval(values, NULL, 15, again);
    cr_expect_eq(memcmp(ends, again, sizeof ends), 0);
    compare_bootstrap_interval(values, NULL, COMPARE_MIN_SAMPLES - 1, ends);
    cr_expect(ends[0] == 0 && ends[1] == 0, "so few say nothing");
}

/* In about 95 percent of 400 samples of 15 values, the interval must contain the true median. */
Test(timing, intervals_hold_the_truth_as_often_as_they_say)
{
    Random r = random_seeded(1);
    guint held = 0;
    for (guint i = 0; i < 400; i++) {
        double values[15], ends[2];
        for (guint k = 0; k < 15; k++)
            values[k] = random_real(&r, 0, 1);
        compare_bootstrap_interval(values, NULL, 15, ends);
        held += ends[0] <= 0.5 && ends[1] >= 0.5;
    }
    cr_expect(held >= 360 && held <= 396, "%u of 400", held);
}

/* The machine is up to ten times slower at times. This changes the ratio of two separate medians,
 * but not the median of the ratios of pairs. */
Test(timing, ratios_are_of_pairs)
{
    double a[15], b[15], ends[2];
    for (guint i = 0; i < 15; i++) {
        b[i] = i % 3 == 0 ? 100 : i % 3 == 1 ? 300 : 1000;
        a[i] = 1.5 * b[i];
    }
    compare_bootstrap_interval(a, b, 15, ends);
    cr_expect_float_eq(ends[0], 1.5, 1e-12);
    cr_expect_float_eq(ends[1], 1.5, 1e-12);
    double first = a[0];
    memmove(a, a + 1, 14 * sizeof *a);
    a[14] = first;
    compare_bootstrap_interval(a, b, 15, ends);
    cr_expect(ends[0] < 1 && ends[1] > 2, "%g to %g", ends[0], ends[1]);
}

/* --- fresh moves --- */

/* Seconds. They are enough for all moves in any build and on any machine. */
#define ENOUGH 600

typedef struct {
    CompareScenario *scenario;
    CompareReport *report;
    CompareFresh *fresh;
    gboolean *takes;
    gboolean takes_shapes;
} Fixture;

/* Returns a fixture whose moves may be drawn for this number of seconds. */
static Fixture fixture_of(const char *name, gboolean boxes_only, double seconds)
{
    g_autoptr(GError) error = NULL;
    Fixture fixture;
    fixture.scenario = shipped_scenario(name);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(fixture.scenario->world->solid);
    fixture.report = compare_report_new(fixture.scenario, oracle, NULL, &error);
    cr_assert_not_null(fixture.report, "%s", error ? error->message : "");
    fixture.fresh = compare_fresh_new(fixture.report, seconds);
    fixture.takes_shapes = !boxes_only;
    fixture.takes = g_new0(gboolean, fixture.scenario->trajectories->len);
    for (guint i = 0; i < fixture.scenario->trajectories->len; i++)
        fixture.takes[i] =
            !boxes_only ||
            g_array_index(fixture.scenario->trajectories, CompareTrajectory, i).mover >= 0;
    return fixture;
}

static const CompareMoveSource *source_of(const Fixture *fixture, gboolean walks,
                                          gboolean stationary)
{
    CompareWanted wanted = { walks, stationary, fixture->takes };
    return compare_fresh_source(fixture->fresh, &wanted, COMPARE_FRESH);
}

static void fixture_clear(Fixture *fixture)
{
    compare_fresh_free(fixture->fresh);
    compare_report_free(fixture->report);
    compare_scenario_free(fixture->scenario);
    g_free(fixture->takes);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Fixture, fixture_clear)

static const CompareCall *call_of(const GArray *moves, guint i)
{
    return &g_array_index(moves, CompareCall, i);
}

static int compare_moves(const void *a, const void *b)
{
    const CompareCall *x = a, *y = b;
    int from = memcmp(&x->move.from, &y->move.from, sizeof x->move.from);
    int to = memcmp(&x->move.to, &y->move.to, sizeof x->move.to);
    return from ? from : to ? to : x->mover - y->mover;
}

/* Returns the number of all moves minus the number of different moves. */
static guint count_equal(const CompareMoveSource *source)
{
    g_autoptr(GArray) all = g_array_copy(source->moves);
    g_array_append_vals(all, source->scattered->data, source->scattered->len);
    g_array_sort(all, compare_moves);
    guint n = 0;
    for (guint i = 1; i < all->len; i++)
        n += compare_moves(call_of(all, i - 1), call_of(all, i)) == 0;
    return n;
}

static void check_kinds(const Fixture *fixture, const CompareMoveSource *source)
{
    for (guint i = 0; i < source->moves->len; i++) {
        const CompareCall *call = call_of(source->moves, i);
        double length = bsp_vec_length(bsp_vec_sub(call->move.to, call->move.from));
        cr_assert(fixture->takes_shapes || call->mover >= 0);
        /* A displaced move may be slightly longer than the original. */
        cr_assert(source->wanted.walks ? length < COMPARE_WALK + 0.25
                                       : length >= COMPARE_WALK - 0.25);
    }
}

Test(timing, random_walks_go_on_until_there_are_enough)
{
    g_auto(Fixture) fixture = fixture_of("pillars.json", FALSE, ENOUGH);
    for (gint walks = 0; walks <= 1; walks++) {
        const CompareMoveSource *source = source_of(&fixture, walks, FALSE);
        guint n = source->moves->len + source->scattered->len;
        cr_expect_geq(n, (guint)COMPARE_FRESH);
        cr_expect(compare_move_source_is_fresh(source), "%u of %u displaced", source->n_displaced,
                  n);
        cr_expect_eq(source->n_scenario + source->n_drawn + source->n_displaced, n);
        cr_expect_geq(source->n_distinct, n * 9 / 10);
        cr_expect_leq(count_equal(source), n / 10);
        check_kinds(&fixture, source);
        cr_expect_eq(source_of(&fixture, walks, FALSE), source);
    }
}

Test(timing, without_time_to_draw_moves_are_displaced)
{
    g_auto(Fixture) fixture = fixture_of("pillars.json", FALSE, 0);
    const CompareMoveSource *source = source_of(&fixture, TRUE, FALSE);
    cr_expect_geq(source->moves->len + source->scattered->len, (guint)COMPARE_FRESH);
    cr_expect_not(compare_move_source_is_fresh(source));
    cr_expect_eq(source->n_drawn, 0u);
}

/* In this scenario, the boxes' shots are recorded moves, or moves along waypoints. Copies of them
 * are displaced a little, so that no two are equal, and are counted as displaced. */
Test(timing, recorded_moves_are_displaced)
{
    g_auto(Fixture) fixture = fixture_of("stand-and-crouch.json", TRUE, ENOUGH);
    const CompareMoveSource *source = source_of(&fixture, FALSE, FALSE);
    cr_expect_not(compare_move_source_is_fresh(source));
    cr_expect_eq(source->n_distinct, source->n_scenario);
    cr_expect_eq(count_equal(source), 0u);
    cr_expect_geq(source->n_displaced, (guint)COMPARE_FRESH - 10);
    cr_expect_eq(source_of(&fixture, FALSE, TRUE)->moves->len, 0u, "no object is stationary");
    for (guint i = 0; i < source->moves->len; i++) {
        const BspMove *move = &call_of(source->moves, i)->move;
        gboolean near = FALSE;
        for (guint k = 0; k < fixture.report->moves->len; k++) {
            const CompareResolved *own = &g_array_index(fixture.report->moves, CompareResolved, k);
            near = near || (bsp_vec_length(bsp_vec_sub(own->from, move->from)) <= 0.125 + 1e-9 &&
                            bsp_vec_length(bsp_vec_sub(own->to, move->to)) <= 0.125 + 1e-9);
        }
        cr_assert(near);
    }
}

/* The moves of all shapes are mixed. In the first eighth of the moves, each shape has between half
 * and twice its share. */
Test(timing, pieces_are_from_all_over)
{
    g_auto(Fixture) fixture = fixture_of("pillars.json", FALSE, ENOUGH);
    const CompareMoveSource *source = source_of(&fixture, TRUE, FALSE);
    guint n_spaces = fixture.scenario->spaces->len, n = n_spaces + fixture.scenario->shapes->len;
    g_autofree guint *in_all = g_new0(guint, n), *in_part = g_new0(guint, n);
    for (guint i = 0; i < source->moves->len; i++) {
        gint mover = call_of(source->moves, i)->mover;
        guint place = mover >= 0 ? (guint)mover : n_spaces + (guint)~mover;
        in_all[place]++;
        in_part[place] += i < source->moves->len / 8;
    }
    for (guint i = 0; i < n; i++)
        if (in_all[i] > source->moves->len / 20)
            cr_expect(8 * in_part[i] > in_all[i] / 2 && 8 * in_part[i] < in_all[i] * 2,
                      "mover %u: %u of %u", i, in_part[i], in_all[i]);
}

/* --- caches and clocks --- */

/* Measures the nanoseconds for one step from a cache line to another. Returns the smallest of 40
 * trials. The lines fit into the first level of the cache, and their order cannot be predicted by
 * prefetchers. */
static double chase(CompareOtherWork *work)
{
    enum { LINES = 256, WORDS = 16 }; /* 16 KiB, in lines of 64 bytes */
    static guint32 next[LINES * WORDS];
    for (guint i = 0; i < LINES; i++) /* 101 and 256 are coprime, so every line is visited */
        next[i * WORDS] = ((i + 101) % LINES) * WORDS;
    double least = HUGE_VAL;
    for (guint trial = 0; trial < 40; trial++) {
        volatile guint32 at = 0;
        for (guint i = 0; i < LINES; i++)
            at = next[at];
        if (work)
            compare_other_work_do(work);
        double start = compare_clock_wall();
        for (guint i = 0; i < LINES; i++)
            at = next[at];
        least = MIN(least, (compare_clock_wall() - start) / LINES);
    }
    return least;
}

Test(timing, other_work_uses_the_caches)
{
    g_autoptr(CompareOtherWork) work = compare_other_work_new();
    double warm = chase(NULL), cold = chase(work);
    cr_expect_gt(cold, 1.5 * warm, "%g ns after other work, %g without", cold, warm);
}

/* Other work uses at least twice the bytes of the largest cache, unless memory is short. */
Test(timing, bytes_of_other_work_are_twice_the_cache)
{
    const gsize mib = 1 << 20;
    cr_expect_eq(compare_other_work_bytes(105 * mib, 0), 210 * mib);
    cr_expect_eq(compare_other_work_bytes(105 * mib, 4096 * mib), 210 * mib);
    cr_expect_eq(compare_other_work_bytes(105 * mib, 512 * mib), 128 * mib);
    cr_expect_eq(compare_other_work_bytes(105 * mib, 128 * mib), 64 * mib);
    cr_expect_eq(compare_other_work_bytes(0, 4096 * mib), 64 * mib);
    cr_expect_eq(compare_other_work_bytes(8 * mib, 4096 * mib), 64 * mib);
}

static const char *const described[][3] = { { "1\n", "Data\n", "48K\n" },
                                            { "1\n", "Instruction\n", "32K\n" },
                                            { "2\n", "Unified\n", "1M\n" },
                                            { "3\n", "Unified\n", "107520K\n" } };

/* Writes the description of cache i, or removes it. */
static void describe_cache(const char *folder, guint i, gboolean remove)
{
    static const char *const members[] = { "level", "type", "size" };
    g_autofree char *own = g_strdup_printf("%s/index%u", folder, i);
    cr_assert(remove || g_mkdir(own, 0700) == 0);
    for (guint k = 0; k < G_N_ELEMENTS(members); k++) {
        g_autofree char *path = g_build_filename(own, members[k], NULL);
        cr_assert(remove ? g_unlink(path) == 0
                         : g_file_set_contents(path, described[i][k], -1, NULL));
    }
    cr_assert(!remove || g_rmdir(own) == 0);
}

/* Tests how the caches of one core are read from the files in which Linux describes them. */
Test(timing, caches_are_read_from_linux)
{
    gsize caches[COMPARE_CACHE_LEVELS] = { 1, 2, 3, 4 };
    g_autofree char *folder = g_dir_make_tmp(NULL, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(described); i++)
        describe_cache(folder, i, FALSE);
    compare_processor_read_caches(folder, caches);
    cr_expect_eq(caches[0], 48u << 10);
    cr_expect_eq(caches[1], 1u << 20);
    cr_expect_eq(caches[2], 105u << 20);
    cr_expect_eq(caches[3], 4u, "a level that the folder lacks is unchanged");
    compare_processor_read_caches("/nowhere", caches);
    cr_expect_eq(caches[0], 48u << 10);
    for (guint i = 0; i < G_N_ELEMENTS(described); i++)
        describe_cache(folder, i, TRUE);
    g_rmdir(folder);
}

/* A sleeping thread uses no processor time. */
Test(timing, clocks_tell_sleep_from_work)
{
    double wall = compare_clock_wall(), cpu = compare_clock_cpu();
    g_usleep(50000);
    wall = compare_clock_wall() - wall;
    cpu = compare_clock_cpu() - cpu;
    cr_expect_geq(wall, 50e6);
    cr_expect_lt(cpu, 25e6);
    double cost = compare_clock_cost();
    cr_expect(cost >= 0 && cost < 1e6, "%g ns", cost);
}

/* --- noise --- */

Test(timing, a_noisy_machine_is_recognized)
{
    static const struct {
        CompareNoise noise;
        gboolean is_noisy;
    } cases[] = {
        { { .load = 2, .cores = 2, .waited = 0.05, .widest = 0.2 }, FALSE },
        { { .load = 2.5, .cores = 2 }, TRUE },
        { { .load = 2, .cores = 2, .waited = 0.12 }, TRUE },
        { { .load = 2, .cores = 2, .widest = 0.5 }, TRUE },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
        cr_expect_eq(compare_is_noisy(&cases[i].noise), cases[i].is_noisy, "%u", i);
}

/* --- the trial --- */

static const CompareGroup *measured(const CompareReport *report, const char *method, gboolean walks)
{
    for (guint i = 0; i < report->results->len; i++) {
        const CompareResult *result = report->results->pdata[i];
        if (strcmp(result->klass->name, method) == 0)
            return walks ? &result->walk : &result->shot;
    }
    cr_assert_fail("no %s", method);
    return NULL;
}

static void check_group(const CompareGroup *group)
{
    cr_expect(group->ns_median > 0 && group->ns_median_shuffled > 0 && group->ns_cold > 0);
    cr_expect(group->ns_ci95[0] <= group->ns_median && group->ns_ci95[1] >= group->ns_median);
    cr_expect(group->ns_ci95[0] > 0);
    for (guint i = 1; i < COMPARE_QUANTILES; i++)
        cr_expect_leq(group->quantiles[i - 1], group->quantiles[i]);
    cr_expect_eq(group->ns_p99, group->quantiles[30]);
    cr_expect_gt(group->timed, 0u);
}

/* Measures the scenario with two or three methods. */
static CompareReport *measure(CompareScenario *s, const char *const names[3])
{
    const CompareMethodClass *classes[4] = { NULL };
    for (guint i = 0; i < 3; i++)
        classes[i] = compare_method_find(names[i]);
    s->repeat = COMPARE_MIN_SAMPLES;
    return run_asked(s, &(CompareAsked){ classes, { 0 } }, TRUE);
}

/* If only balls move, the onion answers no move. So it cannot be the reference. */
Test(timing, the_reference_takes_moves)
{
    static const char *const names[] = { "onion", "shift-exact", "brushes" };
    g_autoptr(CompareScenario) s = shipped_scenario("stand-and-crouch.json");
    for (guint i = s->trajectories->len; i-- > 0;)
        if (compare_scenario_trajectory(s, i)->mover >= 0)
            g_array_remove_index(s->trajectories, i);
    g_autoptr(CompareReport) report = measure(s, names);
    cr_expect_str_eq(report->reference->name, "shift-exact");
    cr_expect_gt(measured(report, "brushes", FALSE)->ratio.ratio, 0);
}

/* Times and ratios cover only the moves that all methods answer. Otherwise shift-exact, which also
 * answers balls, could not be compared with the onion. The moves that only shift-exact answers have
 * times of their own. */
Test(timing, a_run)
{
    static const char *const names[] = { "shift-exact", "onion", "multi" };
    g_autoptr(CompareScenario) s = shipped_scenario("pillars.json");
    g_autoptr(CompareReport) report = measure(s, names);
    cr_expect_str_eq(report->reference->name, "onion");
    for (gint walks = 0; walks <= 1; walks++) {
        const CompareGroup *onion = measured(report, "onion", walks);
        const CompareGroup *exact = measured(report, "shift-exact", walks);
        for (guint i = 0; i < G_N_ELEMENTS(names); i++)
            check_group(measured(report, names[i], walks));
        cr_expect(onion->ratio.ratio == 0, "there is none to itself");
        if (IS_FAST) { /* If fresh moves are made too slowly, some moves are displaced copies, and
                          a note says so. */
            cr_expect(onion->fresh && exact->fresh);
            cr_expect_geq(onion->distinct, (guint)COMPARE_FRESH * 9 / 10);
        }
        cr_expect_gt(exact->ratio.ratio, 0);
        cr_expect(exact->ratio.ci95[0] <= exact->ratio.ratio &&
                  exact->ratio.ci95[1] >= exact->ratio.ratio);
        cr_expect_gt(exact->ratio_cold.ratio, 0);
        cr_expect_float_eq(exact->ratio.ratio, exact->ns_median / onion->ns_median, 1e-9);
        const CompareResult *results[] = { report->results->pdata[0], report->results->pdata[1] };
        const CompareGroup *rest = walks ? &results[0]->rest_walk : &results[0]->rest_shot;
        const CompareGroup *none = walks ? &results[1]->rest_walk : &results[1]->rest_shot;
        cr_expect(rest->ns_median > 0 && rest->n > 0 && rest->n < exact->n);
        cr_expect(none->n == 0 && none->ns_median == 0, "the onion answers no others");
        cr_expect_eq(exact->n - rest->n, onion->n);
    }
    cr_expect_geq(report->noise.cores, 1u);
}
