/* test-answer-hash: tests that every member of an answer changes the hash of answers, and every
 * counter the hash of counters. */
#include <criterion/criterion.h>
#include <math.h>

#include "report-by-hand.h"
#include "run/answer-hash.h"

/* The size and the answer that a method made for these tests reports for each move. */
typedef struct {
    BspTrace answer;
    BspCounters counters;
    CompareSize size;
} Told;

static const Told told_first = { .answer = { .tr = { .type = BSP_EMPTY_TO_SOLID,
                                                     .t = 0.25,
                                                     .point = { { 1, 2, 3 } },
                                                     .plane = { { { 0, 0.6, 0.8 } }, 5 } },
                                             .hit = { .brush = 7,
                                                      .side = 2,
                                                      .tag = 11,
                                                      .contents = 13,
                                                      .plane = { { { 0.6, 0, 0.8 } }, 17 } },
                                             .kept = 0.125 },
                                 .counters = { .nodes = 1, .planes = 2, .leaves = 3, .bevels = 4 },
                                 .size = { .bytes = 5, .hash = 6 } };

static void told_size(gpointer data, CompareSize *size)
{
    *size = ((const Told *)data)->size;
}

static void told_trace(gpointer data, const CompareCall *call, BspTrace *answer,
                       BspCounters *counters)
{
    (void)call;
    *answer = ((const Told *)data)->answer;
    *counters = ((const Told *)data)->counters;
}

static BspTransition told_query(gpointer data, const CompareCall *call, BspCounters *counters)
{
    BspTrace answer;
    told_trace(data, call, &answer, counters);
    return answer.tr;
}

static const CompareMethodClass with_brush = { .name = "with-brush",
                                               .exact = COMPARE_EXACT_ALL,
                                               .size = told_size,
                                               .query = told_query,
                                               .trace = told_trace };
static const CompareMethodClass without_brush = {
    .name = "without-brush", .exact = COMPARE_EXACT_ALL, .size = told_size, .query = told_query
};

static CompareScenario *scenario;
static CompareReport *report;
static Told told;

static void set_up(void)
{
    scenario = scenario_by_hand();
    report = report_by_hand(scenario);
    told = told_first;
}

static void tear_down(void)
{
    compare_report_free(report);
    compare_scenario_free(scenario);
}

TestSuite(answer_hash, .init = set_up, .fini = tear_down);

typedef struct {
    guint64 answers, counters;
} Hashes;

static Hashes run_told(const CompareMethodClass *klass)
{
    CompareMethod method = { .klass = klass, .scenario = scenario, .data = &told };
    CompareResult *result = compare_answer(&method, report->moves);
    Hashes hashes = { result->hash, result->counters_hash };
    compare_result_free(result);
    return hashes;
}

/* The hash that must change if a member changes. */
typedef enum { ANSWERS, COUNTERS } Which;

static void expect_change(const CompareMethodClass *klass, Hashes before, Which which,
                          const char *what, guint i)
{
    Hashes now = run_told(klass);
    cr_expect_eq(now.answers != before.answers, which == ANSWERS, "%s: %s %u", klass->name, what,
                 i);
    cr_expect_eq(now.counters != before.counters, which == COUNTERS, "%s: %s %u", klass->name, what,
                 i);
}

/* Makes the smallest change of each number, one after the other. */
static void expect_numbers_seen(const CompareMethodClass *klass, double *const numbers[], guint n)
{
    Hashes before = run_told(klass);
    for (guint i = 0; i < n; i++) {
        double number = *numbers[i];
        *numbers[i] = nextafter(number, 100);
        expect_change(klass, before, ANSWERS, "number", i);
        *numbers[i] = number;
    }
}

Test(answer_hash, sees_class_time_point_and_plane)
{
    BspTransition *tr = &told.answer.tr;
    BspPlane *plane = &tr->plane;
    double *const numbers[] = {
        &tr->t,           &tr->point.x,     &tr->point.y,     &tr->point.z,
        &plane->normal.x, &plane->normal.y, &plane->normal.z, &plane->dist
    };
    for (guint type = BSP_EMPTY; type <= BSP_SOLID_TO_EMPTY; type++) {
        tr->type = (BspTransitionClass)((type + 1) % (BSP_SOLID_TO_EMPTY + 1));
        Hashes before = run_told(&without_brush);
        tr->type = (BspTransitionClass)type;
        expect_change(&without_brush, before, ANSWERS, "class", type);
        guint n = type == BSP_EMPTY_TO_SOLID ? G_N_ELEMENTS(numbers) : 0;
        expect_numbers_seen(&with_brush, numbers, type == BSP_SOLID_TO_EMPTY ? 1 : n);
        expect_numbers_seen(&without_brush, numbers, type == BSP_SOLID_TO_EMPTY ? 1 : n);
    }
}

Test(answer_hash, sees_the_brush_and_its_side)
{
    BspHit *hit = &told.answer.hit;
    double *const numbers[] = { &hit->plane.normal.x, &hit->plane.normal.y, &hit->plane.normal.z,
                                &hit->plane.dist, &told.answer.kept };
    uint32_t *const words[] = { &hit->brush, &hit->tag, &hit->contents };
    expect_numbers_seen(&with_brush, numbers, G_N_ELEMENTS(numbers));
    Hashes before = run_told(&with_brush);
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        ++*words[i];
        expect_change(&with_brush, before, ANSWERS, "word", i);
        --*words[i];
    }
    hit->side = -1;
    expect_change(&with_brush, before, ANSWERS, "side", 0);
    hit->brush = BSP_NO_BRUSH;
    expect_change(&with_brush, before, ANSWERS, "no brush", 0);
}

Test(answer_hash, sees_each_counter_and_the_tree)
{
    guint64 *const counts[] = { &told.counters.nodes, &told.counters.planes, &told.counters.leaves,
                                &told.counters.bevels, &told.size.hash };
    Hashes before = run_told(&with_brush);
    for (guint i = 0; i < G_N_ELEMENTS(counts); i++) {
        ++*counts[i];
        expect_change(&with_brush, before, COUNTERS, "counter", i);
        --*counts[i];
    }
    told.size.bytes++;
    expect_change(&with_brush, before, COUNTERS, "bytes", 0);
}

Test(answer_hash, report_has_the_hashes_of_methods)
{
    CompareResult *result = report->results->pdata[1];
    guint64 answers = compare_report_hash(report), counters = compare_report_counters_hash(report);
    result->hash++;
    cr_expect_neq(compare_report_hash(report), answers);
    cr_expect_eq(compare_report_counters_hash(report), counters);
    result->hash--;
    result->counters_hash++;
    cr_expect_eq(compare_report_hash(report), answers);
    cr_expect_neq(compare_report_counters_hash(report), counters);
}

/* The lowest byte is hashed first on every machine. */
Test(answer_hash, does_not_depend_on_the_byte_order)
{
    const unsigned char bytes[] = { 8, 7, 6, 5, 4, 3, 2, 1 };
    cr_expect_eq(compare_hash_word(BSP_HASH_START, G_GUINT64_CONSTANT(0x0102030405060708)),
                 bsp_hash(BSP_HASH_START, bytes, sizeof bytes));
}
