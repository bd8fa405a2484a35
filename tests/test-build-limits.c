/* test-build-limits: tests how often a build checks whether to give up. Each builder must check in
 * short intervals until the last piece of its work is done. Otherwise a limit that passes near the
 * end has no effect.
 *
 * The tests read only the clock of their own thread, which other programs do not slow down. They
 * replace the job's clock by one that advances by an hour at each reading. The job then calls the
 * progress function each time it checks. */
#include <malloc.h>
#include <time.h>

#include "test-world-files.h"

#include "bsp-error.h"
#include "methods/method.h"
#include "onion-build.h"
#include "sanitized.h"
#include "scenes.h"

static gint64 fake_now;

/* Replaces GLib's function for the job. */
gint64 g_get_monotonic_time(void)
{
    return fake_now += G_GINT64_CONSTANT(3600) * G_USEC_PER_SEC;
}

static CompareScenario *crowd_in_city(guint n_brushes)
{
    const CompareGenerateScenario wanted = {
        .name = "crowd", .n_spaces = 2, .n_walks = 1, .n_shots = 1, .seed = 1
    };
    return scenario_in_city(n_brushes, &wanted);
}

/* --- the looks, at which a builder checks whether to give up --- */

typedef struct {
    guint n, stop_at; /* the number of looks up to now, and the number of the look that cancels the
                         build, or 0 */
    guint n_full;     /* the number of looks at which the whole build counted as done */
    double last;      /* the time of this thread at the last look, in seconds */
    GArray *gaps;     /* an array of double, the seconds before each look, and after the last one */
} Looks;

static double thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void note_gap(Looks *looks)
{
    double now = thread_seconds(), gap = now - looks->last;
    looks->last = now;
    g_array_append_val(looks->gaps, gap);
}

static gboolean look(double done, gpointer data)
{
    Looks *looks = data;
    looks->n_full += done >= 1;
    note_gap(looks);
    return ++looks->n != looks->stop_at;
}

/* A build of a scenario by a method. It has one thread, so that the order of looks is fixed. */
typedef struct {
    const CompareScenario *scenario;
    const CompareMethodClass *klass;
    CompareTrees trees;
} Build;

static CompareMethod *build(const Build *b, Looks *looks, GError **error)
{
    looks->gaps = looks->gaps ? looks->gaps : g_array_new(FALSE, FALSE, sizeof(double));
    g_array_set_size(looks->gaps, 0);
    looks->n = 0;
    looks->last = thread_seconds();
    CompareMethod *method =
        compare_method_new(b->klass, b->scenario, &b->trees, look, looks, error);
    note_gap(looks);
    return method;
}

static void build_or_fail(const Build *b, Looks *looks)
{
    g_autoptr(GError) error = NULL;
    CompareMethod *method = build(b, looks, &error);
    cr_assert_not_null(method, "%s: %s", b->klass->name, error ? error->message : "");
    compare_method_free(method);
}

/* --- all builders --- */

typedef void (*BuildFunc)(const Build *b, const char *how);

static void for_each_method(const CompareScenario *s, CompareBuilder builder, BspFillMode fill,
                            BuildFunc func)
{
    for (guint i = 0; compare_methods[i]; i++) {
        Build b = { s, compare_methods[i], { 0 } };
        compare_trees_set_builder(&b.trees, builder);
        b.trees.build.n_threads = 1;
        b.trees.build.fill = fill;
        g_autofree char *how =
            g_strdup_printf("%s, %s, fill %s", b.klass->name, compare_builder_names[builder],
                            compare_fill_names[fill]);
        func(&b, how);
    }
}

/* --- short intervals between looks --- */

/* The longest time between two looks, as a fraction of the build's time. A user who cancels waits
 * no longer than this, and most builds look far more often. */
#define LONGEST_GAP 0.025

/* Returns whether the method builds the same trees as an earlier method. */
static gboolean builds_as_another(const CompareMethodClass *klass)
{
    static const char *const names[] = { "shift-box", "shift-all" };
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (strcmp(klass->name, names[i]) == 0)
            return TRUE;
    return FALSE;
}

/* The longest of the gaps, and the sum of all. */
typedef struct {
    guint at;
    double most, all;
} Gaps;

static Gaps measure(const GArray *gaps)
{
    Gaps measured = { 0 };
    for (guint i = 0; i < gaps->len; i++) {
        double gap = g_array_index(gaps, double, i);
        measured.all += gap;
        if (gap <= measured.most)
            continue;
        measured.most = gap;
        measured.at = i;
    }
    return measured;
}

/* Expects that the gaps between looks are short. Takes for each gap the shortest of several builds,
 * because other work of the machine lengthens single gaps. Two builds are enough if all their gaps
 * are short. */
static void expect_short_gaps(const Build *b, const char *how)
{
    Looks looks = { 0 };
    g_autoptr(GArray) least = NULL;
    Gaps gaps = { 0 };
    if (builds_as_another(b->klass))
        return;
    for (guint trial = 0; trial < 10; trial++) {
        build_or_fail(b, &looks);
        if (!least)
            least = g_array_copy(looks.gaps);
        cr_assert_eq(looks.gaps->len, least->len, "%s: looks differ from run to run", how);
        for (guint i = 0; i < least->len; i++) {
            double *gap = &g_array_index(least, double, i);
            *gap = MIN(*gap, g_array_index(looks.gaps, double, i));
        }
        gaps = measure(least);
        if (trial > 0 && (SANITIZED || gaps.most < LONGEST_GAP * gaps.all))
            break;
    }
    cr_expect(SANITIZED || gaps.most < LONGEST_GAP * gaps.all,
              "%s: %.1f percent of the time, %.2f ms, without a look, before look %u of %u", how,
              100 * gaps.most / gaps.all, 1e3 * gaps.most, gaps.at, least->len - 1);
    g_array_unref(looks.gaps);
}

/* Makes the C library keep freed memory. On some machines, returning it to the system takes some
 * milliseconds at once, and no look can divide them. */
static void keep_memory(void)
{
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
}

Test(build_limits, looks_are_close, .init = keep_memory, .fini = remove_scratch)
{
    g_autoptr(CompareScenario) s = crowd_in_city(SANITIZED ? 100 : 1000);
    for_each_method(s, COMPARE_BUILDER_FAST, BSP_FILL_OFF, expect_short_gaps);
}

/* --- a build ends at the look that cancels it --- */

static void expect_end_at(const Build *b, const char *how, guint stop_at)
{
    Looks looks = { .stop_at = stop_at };
    g_autoptr(GError) error = NULL;
    cr_assert_null(build(b, &looks, &error), "%s: told to end at look %u, it went on", how,
                   stop_at);
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_CANCELLED), "%s: %s", how,
              error->message);
    cr_expect_eq(looks.n, stop_at, "%s: it looked again", how);
    g_array_unref(looks.gaps);
}

/* Cancels at some looks, and at each of the last three, because builders once did not look
 * there. */
static void expect_ends(const Build *b, const char *how)
{
    Looks looks = { 0 };
    build_or_fail(b, &looks);
    guint n = looks.n;
    cr_assert_geq(n, 20u, "%s: only %u looks", how, n);
    cr_expect_leq(looks.n_full, 1u + n / 20, "%s: done at %u of %u looks", how, looks.n_full, n);
    for (guint i = 0; i < 4; i++)
        expect_end_at(b, how, 1 + i * n / 4);
    for (guint i = 0; i < 3; i++)
        expect_end_at(b, how, n - i);
    g_array_unref(looks.gaps);
}

Test(build_limits, a_build_ends_at_any_look, .fini = remove_scratch)
{
    g_autoptr(CompareScenario) s = crowd_in_city(60);
    for_each_method(s, COMPARE_BUILDER_FAST, BSP_FILL_OFF, expect_ends);
    for_each_method(s, COMPARE_BUILDER_FAST, BSP_FILL_ON, expect_ends);
    for_each_method(s, COMPARE_BUILDER_LISTING2, BSP_FILL_OFF, expect_ends);
}

/* A room of which one side stands apart from the lid by `gap` units. */
static BspSolid *room_with_gap(double gap)
{
    const double walls[][6] = {
        { -40, -32, -32, -32, 32, 32 }, { 32, -32, -32, 40, 32, 32 },
        { -40, -40, -40, 40, -32, 40 }, { -40, 32, -40, 40, 40, 40 },
        { -40, -32, -40, 40, 32, -32 }, { -40, -32, 32 + gap, 40, 32, 40 + gap }
    };
    return scene_boxes(walls, G_N_ELEMENTS(walls));
}

typedef gboolean (*MakeFunc)(const BspSolid *solid, const BspBuildOptions *options, GError **error);

static gboolean make_tree(const BspSolid *solid, const BspBuildOptions *options, GError **error)
{
    g_autoptr(BspTree) tree = bsp_tree_new(solid, NULL, options, error);
    return tree != NULL;
}

static gboolean make_surface(const BspSolid *solid, const BspBuildOptions *options, GError **error)
{
    g_autoptr(BspSurface) surface = bsp_surface_new(solid, options, error);
    return surface != NULL;
}

static gboolean find_leak(const BspSolid *solid, const BspBuildOptions *options, GError **error)
{
    const BspBounds box = { { { -1, -1, -1 } }, { { 1, 1, 1 } } };
    g_autoptr(BspLeak) leak = bsp_leak_find(solid, &box, options, error);
    return leak != NULL;
}

static gboolean make_onion(const BspSolid *solid, const BspBuildOptions *options, GError **error)
{
    const OnionSpace spaces[] = {
        { "a", { { { -1, -1, -1 } }, { { 1, 1, 1 } } }, 0 },
        { "b", { { { -2, -2, -2 } }, { { 2, 2, 2 } } }, 0 },
    };
    OnionOptions of_onion = { .builder = ONION_BUILDER_LISTING2, .build = *options };
    g_autoptr(OnionTree) onion =
        onion_tree_build(solid, spaces, G_N_ELEMENTS(spaces), &of_onion, error);
    return onion != NULL;
}

/* Cancels at each look, or at some 300 looks if there are more. */
static void expect_ends_at_looks(MakeFunc make, const BspSolid *solid, BspFillMode fill,
                                 const char *how)
{
    const BspVec start = { { 0, 0, 0 } };
    g_autoptr(GArray) starts = scene_starts(&start, 1);
    Looks looks = { .gaps = g_array_new(FALSE, FALSE, sizeof(double)) };
    const BspBuildOptions options = { .fill = fill,
                                      .starts = starts,
                                      .crack = 0.1,
                                      .n_threads = 1,
                                      .progress = look,
                                      .progress_data = &looks };
    cr_assert(make(solid, &options, NULL), "%s", how);
    guint n = looks.n;
    cr_assert_geq(n, 10u, "%s: %u looks", how, n);
    for (guint i = 1; i <= n; i += 1 + n / 400) {
        looks.n = 0;
        looks.stop_at = i;
        g_autoptr(GError) error = NULL;
        cr_expect(!make(solid, &options, &error), "%s: look %u of %u", how, i, n);
        cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_CANCELLED), "%s: look %u of %u", how,
                  i, n);
        cr_expect_eq(looks.n, i, "%s: it looked again", how);
    }
    g_array_unref(looks.gaps);
}

/* One world is a room with a crack, which is filled by a flood of the grown solid. One is a room
 * with a hole, for which the search for leaks tries several growths. In the third, so many brushes
 * overlap that the builder also looks while it cuts a face. */
Test(build_limits, fills_and_leaks_end_at_any_look)
{
    static const struct {
        MakeFunc make;
        const char *name;
    } makers[] = { { make_tree, "tree" }, { make_surface, "surface" }, { find_leak, "leak" } };
    Random r = random_seeded(1);
    g_autoptr(BspSolid) crack = room_with_gap(0.005), hole = room_with_gap(3);
    g_autoptr(BspSolid) crowd = scene_grid(&r, 300);
    /* GLib warns if an error is set twice. */
    g_log_set_always_fatal(G_LOG_FATAL_MASK | G_LOG_LEVEL_WARNING);
    for (guint i = 0; i < G_N_ELEMENTS(makers); i++) {
        g_autofree char *of_crack = g_strconcat(makers[i].name, " with a crack", NULL);
        g_autofree char *of_hole = g_strconcat(makers[i].name, " with a hole", NULL);
        expect_ends_at_looks(makers[i].make, crack, BSP_FILL_ON, of_crack);
        expect_ends_at_looks(makers[i].make, hole, BSP_FILL_AUTO, of_hole);
    }
    expect_ends_at_looks(make_onion, hole, BSP_FILL_OFF, "onion");
    expect_ends_at_looks(make_surface, crowd, BSP_FILL_OFF, "union");
}

/* --- a limit that passes just before the end --- */

/* Tests the methods that build in a single job. (`merge` also builds a brush table.) Each
 * look takes an hour, so the limit passes half an hour before the last look. */
Test(build_limits, a_limit_just_before_the_end_stops_a_build, .fini = remove_scratch)
{
    static const char *const names[] = { "onion", "shift", "shift-exact", "brushes" };
    g_autoptr(CompareScenario) s = crowd_in_city(60);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        Looks looks = { 0 };
        Build b = { s, compare_method_find(names[i]), { 0 } };
        b.trees.build.n_threads = 1;
        build_or_fail(&b, &looks);
        b.trees.build.max_seconds = 3600 * (looks.n - 0.5);
        g_autoptr(GError) error = NULL;
        cr_assert_null(compare_method_new(b.klass, s, &b.trees, NULL, NULL, &error), "%s",
                       names[i]);
        cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT), "%s: %s", names[i],
                  error->message);
        g_array_unref(looks.gaps);
    }
}
