/* test-runner: tests which calls are timed. The test's methods keep a diary of their calls, which
 * shows the order of the moves, repeated moves, and when the other work ran. */
#include <criterion/criterion.h>

#include "report-by-hand.h"
#include "run/runner.h"
#include "run/timing.h"

/* Three turns query more moves than the source has, so that the source starts again from its first
 * move during the test. Both numbers are prime. */
#define MOVES 30011
#define SCATTERED 1009
#define TURNS 3

/* --- methods that keep a diary --- */

typedef struct {
    CompareCall call;
    guint64 other_work; /* the number of times that the other work had run before the call */
    double began, ended;
} Entry;

typedef struct {
    GArray *entries; /* an array of Entry */
    const CompareOtherWork *other_work;
    gulong sleep; /* microseconds that each query sleeps */
} Diary;

static void write_down(const Diary *diary, const CompareCall *call)
{
    Entry entry = { *call, diary->other_work ? compare_other_work_times(diary->other_work) : 0,
                    .began = compare_clock_wall() };
    if (diary->sleep)
        g_usleep(diary->sleep);
    entry.ended = compare_clock_wall();
    g_array_append_val(diary->entries, entry);
}

static BspTransition query(gpointer data, const CompareCall *call, BspCounters *counters)
{
    (void)counters;
    write_down(data, call);
    return (BspTransition){ .type = BSP_EMPTY, .t = 1 };
}

static const CompareMethodClass diary_class = { .name = "diary",
                                                .exact = COMPARE_EXACT_ALL,
                                                .query = query };

/* --- turns over numbered moves --- */

typedef struct {
    CompareScenario *scenario;
    CompareMoveSource source;
    CompareOtherWork *other_work;
    CompareTurn *turn;
    Diary diary;
    CompareMethod method;
    CompareRunner *runner;
} Trial;

/* Returns n moves of the two trajectories in turn. Move i starts at x = i and ends at z = kind. */
static GArray *numbered_moves(const CompareScenario *s, guint n, guint kind)
{
    GArray *moves = g_array_new(FALSE, FALSE, sizeof(CompareCall));
    for (guint i = 0; i < n; i++) {
        gint mover = compare_scenario_trajectory(s, i % 2)->mover;
        CompareCall call = compare_call(s, mover, bsp_vec(i, 0, 0), bsp_vec(i, 1, kind));
        g_array_append_val(moves, call);
    }
    return moves;
}

static Trial *trial_new(const CompareMethodClass *klass)
{
    Trial *trial = g_new0(Trial, 1);
    trial->scenario = scenario_by_hand();
    trial->source.moves = numbered_moves(trial->scenario, MOVES, 0);
    trial->source.scattered = numbered_moves(trial->scenario, SCATTERED, 1);
    trial->other_work = compare_other_work_new();
    trial->turn = compare_turn_new(trial->other_work);
    trial->diary.entries = g_array_new(FALSE, FALSE, sizeof(Entry));
    trial->diary.other_work = trial->other_work;
    trial->method =
        (CompareMethod){ .klass = klass, .scenario = trial->scenario, .data = &trial->diary };
    trial->runner = compare_runner_new(&trial->method, &trial->source);
    return trial;
}

static void trial_free(Trial *trial)
{
    compare_runner_free(trial->runner);
    g_array_unref(trial->diary.entries);
    compare_turn_free(trial->turn);
    compare_other_work_free(trial->other_work);
    g_array_unref(trial->source.moves);
    g_array_unref(trial->source.scattered);
    compare_scenario_free(trial->scenario);
    g_free(trial);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Trial, trial_free)

static const Entry *entry_of(const Trial *trial, guint i)
{
    return &g_array_index(trial->diary.entries, Entry, i);
}

/* Returns the number of the entry's move in the source. */
static guint move_of(const Trial *trial, guint i)
{
    return (guint)entry_of(trial, i)->call.move.from.v[0];
}

static gboolean is_scattered(const Trial *trial, guint i)
{
    return entry_of(trial, i)->call.move.to.v[2] == 1;
}

/* The ranges of a turn's entries in the diary, after the warm-up. At `start` are `together` entries
 * in order, then the same number of shuffled ones. From cold_start to cold_end are the cold ones,
 * and up to `end` the single ones. */
typedef struct {
    guint start, together, cold_start, cold_end, end;
} Phases;

static Phases take_turn(Trial *trial)
{
    Phases p = { .start = trial->diary.entries->len };
    compare_runner_take_turn(trial->turn, trial->runner, FALSE, COMPARE_MOST_FRAMES);
    p.end = trial->diary.entries->len;
    for (p.cold_start = p.start; p.cold_start < p.end && !is_scattered(trial, p.cold_start);)
        p.cold_start++;
    for (p.cold_end = p.cold_start; p.cold_end < p.end && is_scattered(trial, p.cold_end);)
        p.cold_end++;
    p.together = (p.cold_start - p.start) / 2;
    cr_assert_lt(p.cold_start, p.end, "cold calls are scattered moves");
    cr_assert_eq(p.together * 2, p.cold_start - p.start);
    cr_assert_geq(p.together, trial->runner->most);
    return p;
}

/* Checks that n entries have the moves after move `previous`, in order. */
static void check_order(const Trial *trial, const char *what, guint previous, guint start, guint n,
                        guint n_moves)
{
    guint first = (previous + 1) % n_moves;
    for (guint i = 0; i < n; i++)
        cr_assert_eq(move_of(trial, start + i), (first + i) % n_moves,
                     "%s: call %u has move %u, expected %u", what, i, move_of(trial, start + i),
                     (first + i) % n_moves);
}

/* Checks that n shuffled entries have the n moves after move `previous`, each once, and that
 * neighbours are seldom in order. Returns the last of these moves. */
static guint check_shuffled(const Trial *trial, guint previous, guint start, guint n)
{
    g_autofree guint *taken = g_new0(guint, MOVES);
    guint in_order = 0;
    for (guint i = 0; i < n; i++) {
        taken[move_of(trial, start + i)]++;
        in_order += i && move_of(trial, start + i) == move_of(trial, start + i - 1) + 1;
    }
    for (guint i = 1; i <= n; i++)
        cr_assert_eq(taken[(previous + i) % MOVES], 1u, "shuffled: move %u is called %u times",
                     (previous + i) % MOVES, taken[(previous + i) % MOVES]);
    cr_expect_lt(in_order, n / 8, "shuffled: %u of %u calls follow their neighbor", in_order, n);
    return (previous + n) % MOVES;
}

static void check_movers(const Trial *trial, const Phases *p)
{
    for (guint i = p->start; i < p->end; i++) {
        const CompareCall *call = &entry_of(trial, i)->call;
        const CompareTrajectory *tr =
            compare_scenario_trajectory(trial->scenario, move_of(trial, i) % 2);
        cr_assert_eq(call->mover, tr->mover);
        cr_assert_eq(call->move.shape, &compare_mover(trial->scenario, tr->mover)->shape);
        cr_assert_eq(call->move.to.v[0], call->move.from.v[0]);
        cr_assert_eq(call->move.to.v[1], 1);
    }
}

/* Work that clears the caches must run once before each cold frame and before no other call. */
static void check_other_work(const Trial *trial, const Phases *p)
{
    guint n_cold = p->cold_end - p->cold_start;
    guint64 before = entry_of(trial, p->start)->other_work;
    cr_assert_eq(n_cold % COMPARE_FRAME, 0u);
    for (guint i = p->start; i < p->end; i++) {
        guint64 frames = i < p->cold_start ? 0
                         : i < p->cold_end ? (i - p->cold_start) / COMPARE_FRAME + 1
                                           : n_cold / COMPARE_FRAME;
        cr_assert_eq(
            entry_of(trial, i)->other_work, before + frames,
            "call %u of the turn, cold from %u to %u: the other work ran %" G_GUINT64_FORMAT
            " times, expected %" G_GUINT64_FORMAT,
            i - p->start, p->cold_start - p->start, p->cold_end - p->start,
            entry_of(trial, i)->other_work - before, frames);
    }
}

Test(runner, calls_of_turns_are_in_order)
{
    g_autoptr(Trial) trial = trial_new(&diary_class);
    compare_runner_take_turn(trial->turn, trial->runner, TRUE, 0);
    guint previous = move_of(trial, trial->diary.entries->len - 1), scattered = SCATTERED - 1;
    for (guint i = 0; i < trial->diary.entries->len; i++)
        cr_assert(!is_scattered(trial, i), "the warm-up has no cold moves");
    for (guint turn = 0; turn < TURNS; turn++) {
        Phases p = take_turn(trial);
        guint n_cold = p.cold_end - p.cold_start, n_single = p.end - p.cold_end;
        check_order(trial, "in order", previous, p.start, p.together, MOVES);
        previous = (previous + p.together) % MOVES;
        previous = check_shuffled(trial, previous, p.start + p.together, p.together);
        check_order(trial, "cold", scattered, p.cold_start, n_cold, SCATTERED);
        scattered = (scattered + n_cold) % SCATTERED;
        check_order(trial, "single", previous, p.cold_end, n_single, MOVES);
        previous = (previous + n_single) % MOVES;
        check_movers(trial, &p);
        check_other_work(trial, &p);
    }
}

/* --- times --- */

/* Checks that the mean of a turn is at least the time for the last n calls before entry `end`, as
 * the diary measured them. */
static void check_mean(const Trial *trial, CompareWay way, guint turn, guint end, guint n)
{
    double mean = g_array_index(trial->runner->means[way], double, turn);
    double calls = entry_of(trial, end - 1)->ended - entry_of(trial, end - n)->began;
    cr_expect_gt(mean, 0.99 * calls / n, "turn %u, way %u: %g ns, the calls take %g", turn, way,
                 mean, calls / n);
}

/* Sleeping takes time, but hardly any processor time. The warm-up stores nothing. */
Test(runner, times_of_turns_are_processor_time)
{
    g_autoptr(Trial) trial = trial_new(&diary_class);
    const CompareRunner *runner = trial->runner;
    const double sleep = 200e3; /* nanoseconds that a query sleeps; far more than writing an entry
                                   of the diary takes */
    trial->diary.sleep = (gulong)(sleep / 1e3);
    compare_runner_take_turn(trial->turn, trial->runner, TRUE, 0);
    cr_expect_eq(runner->most, (guint)COMPARE_FRAME, "slow methods get few queries");
    cr_expect_eq(runner->singles->len, 0u);
    for (guint way = 0; way < COMPARE_WAYS; way++)
        cr_assert_eq(runner->means[way]->len, 0u);
    for (guint turn = 0; turn < TURNS; turn++) {
        Phases p = take_turn(trial);
        for (guint way = 0; way < COMPARE_WAYS; way++)
            cr_assert_eq(runner->means[way]->len, turn + 1);
        check_mean(trial, COMPARE_IN_ORDER, turn, p.start + p.together, runner->most);
        check_mean(trial, COMPARE_SHUFFLED, turn, p.cold_start, runner->most);
        cr_expect_gt(g_array_index(runner->means[COMPARE_COLD], double, turn), 0.99 * sleep);
    }
    cr_expect_eq(runner->singles->len, TURNS * runner->most);
    for (guint i = 0; i < runner->singles->len; i++)
        cr_expect_gt(g_array_index(runner->singles, double, i), 0.99 * sleep);
    cr_expect_lt(runner->cpu_ns, runner->wall_ns / 2);
}
