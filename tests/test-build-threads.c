/* test-build-threads: tests that trees built with any number of threads are identical, and that
 * builds report their progress in order. */
#include <criterion/criterion.h>
#include <string.h>

#include "build-trees.h"
#include "compile/tree.h"
#include "onion-tree.h"
#include "sanitized.h"
#include "scenes.h"
#include "shift-tree.h"

/* --- jobs --- */

/* Counts of the threads that are at work. */
typedef struct {
    BspJob *job;
    gint active, most; /* atomic */
    gint *calls;       /* the number of calls for each item; atomic */
} Crowd;

static void note_most(Crowd *crowd, gint now)
{
    for (;;) {
        gint most = g_atomic_int_get(&crowd->most);
        if (now <= most || g_atomic_int_compare_and_exchange(&crowd->most, most, now))
            return;
    }
}

static void work(guint i, gpointer data)
{
    Crowd *crowd = data;
    note_most(crowd, g_atomic_int_add(&crowd->active, 1) + 1);
    g_atomic_int_inc(&crowd->calls[i]);
    g_usleep(300);
    g_atomic_int_add(&crowd->active, -1);
}

typedef struct {
    Crowd *crowd;
    guint first;
} Row;

/* Works on an item whose work is shared out, too. */
static void work_in_row(guint i, gpointer data)
{
    const Row *row = data;
    work(row->first + i, row->crowd);
}

static void work_in_rows(guint i, gpointer data)
{
    Crowd *crowd = data;
    Row row = { crowd, 20 * i };
    bsp_job_each(crowd->job, 20, work_in_row, &row);
}

Test(job, every_item_is_done_once_by_as_many_threads_as_there_may_be)
{
    for (guint n_threads = 1; n_threads <= 6; n_threads++) {
        gint calls[200] = { 0 };
        g_autoptr(BspJob) job = bsp_job_new(n_threads, NULL, NULL);
        Crowd crowd = { job, 0, 0, calls };
        bsp_job_each(job, 10, work_in_rows, &crowd);
        for (guint i = 0; i < G_N_ELEMENTS(calls); i++)
            cr_assert_eq(calls[i], 1, "item %u, %u threads", i, n_threads);
        cr_assert(crowd.most <= (gint)n_threads, "%d threads of %u", crowd.most, n_threads);
        cr_assert(crowd.most > 1 || n_threads == 1, "nobody came to help");
    }
}

/* --- worlds large enough for several threads --- */

/* Returns random worlds side by side. They are in a sealed room if `walls` is set. */
static BspSolid *town(guint64 seed, guint side, gboolean walls)
{
    GPtrArray *brushes = scene_no_brushes();
    for (guint i = 0; i < side * side; i++) {
        BspVec at = bsp_vec(160.0 * (i % side), 160.0 * (i / side), 0);
        SceneKind kind = (SceneKind)((seed + i) % SCENE_KINDS);
        g_autoptr(BspSolid) house = scene_new(kind, 100 * seed + i, at);
        g_ptr_array_set_free_func(house->brushes, NULL);
        g_ptr_array_extend(brushes, house->brushes, NULL, NULL);
    }
    double far = 160.0 * side + 100;
    BspBounds around = { bsp_vec(-400, -400, -400), bsp_vec(far, far, 400) };
    if (walls)
        scene_add_walls(brushes, &around);
    return bsp_solid_new(brushes);
}

static const BspVec over_the_roofs = { { 100, 100, 350 } };

/* With this number of spaces, the order in which threads finish affects the order of new
 * descriptors. */
static const OnionSpace spaces[] = { { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 },
                                     { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } }, 0 },
                                     { "small", { { { -4, -4, -4 } }, { { 4, 4, 4 } } }, 0 },
                                     { "flat", { { { -9, -9, 0 } }, { { 9, 9, 0 } } }, 0 },
                                     { "high", { { { -1, -1, -40 } }, { { 1, 1, 40 } } }, 0 },
                                     { "wide", { { { -40, -2, -2 } }, { { 40, 2, 2 } } }, 0 } };

static const guint thread_counts[] = { 1, 2, 3, 8, 0 };

/* Stores the hash of the first build, and compares the hashes of all others with it. */
static void expect_same(guint64 *first, guint64 hash, guint which, const char *what)
{
    if (which == 0)
        *first = hash;
    cr_assert_eq(hash, *first, "%s differs with %u threads", what, thread_counts[which]);
}

/* --- the same trees --- */

static guint64 onion_hash(const BspSolid *solid, const BspBuildOptions *build, guint *n_filled)
{
    const OnionOptions options = { .build = *build };
    g_autoptr(OnionTree) tree = build_onion_with(solid, spaces, G_N_ELEMENTS(spaces), &options);
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    cr_assert(stats.nodes > 1000, "too small a tree to be shared out: %u nodes", stats.nodes);
    *n_filled += stats.filled;
    return stats.hash;
}

static guint64 plain_hash(const BspSolid *solid, const BspBuildOptions *options)
{
    g_autoptr(BspTree) tree = build_tree_with(solid, NULL, options);
    return bsp_nodes_hash(&tree->nodes);
}

static guint64 shift_hash(const BspSolid *solid, const BspBuildOptions *build)
{
    const ShiftOptions options = { .build = *build, .bevels = SHIFT_BEVEL_BOX };
    g_autoptr(ShiftTree) tree = build_shift_with(solid, &options);
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    return stats.hash;
}

static void check_town(const BspSolid *solid, BspFillMode fill, guint *n_filled)
{
    g_autoptr(GArray) starts = scene_starts(&over_the_roofs, 1);
    BspBuildOptions options = { .fill = fill, .starts = starts };
    guint64 first[3] = { 0 };
    for (guint i = 0; i < G_N_ELEMENTS(thread_counts); i++) {
        options.n_threads = thread_counts[i];
        expect_same(&first[0], onion_hash(solid, &options, n_filled), i, "the onion");
        expect_same(&first[1], plain_hash(solid, &options), i, "the plain tree");
        expect_same(&first[2], shift_hash(solid, &options), i, "the shift tree");
    }
}

Test(build_threads, trees_are_the_same_for_any_number)
{
    for (guint64 seed = 0; seed < (SHORT ? 1 : 2); seed++) {
        guint n_filled = 0;
        g_autoptr(BspSolid) open = town(seed, 4, FALSE);
        check_town(open, BSP_FILL_OFF, &n_filled);
        g_autoptr(BspSolid) sealed = town(10 + seed, 4, TRUE);
        check_town(sealed, BSP_FILL_ON, &n_filled);
        cr_assert_eq(n_filled, G_N_ELEMENTS(spaces) * G_N_ELEMENTS(thread_counts));
    }
}

/* --- the same errors --- */

Test(build_threads, the_first_space_that_fails_is_told)
{
    g_autoptr(BspSolid) solid = town(3, 4, FALSE);
    OnionSpace bad[4] = { spaces[1], spaces[0], spaces[2], spaces[0] };
    bad[1].box.maxs.y = bad[3].box.maxs.z = -1;
    for (guint i = 0; i < G_N_ELEMENTS(thread_counts); i++) {
        const OnionOptions options = { .build.n_threads = thread_counts[i] };
        g_autoptr(GError) error = NULL;
        cr_assert_null(onion_tree_build(solid, bad, 4, &options, &error));
        cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
        cr_assert(strstr(error->message, "y axis"), "%s", error->message);
    }
}

/* --- progress --- */

typedef struct {
    gint inside; /* atomic; the number of threads in the callback */
    guint calls;
    double last;
} Listener;

/* Records that the build's progress is reported in order. */
static gboolean listen(double done, gpointer data)
{
    Listener *l = data;
    cr_assert_eq(g_atomic_int_add(&l->inside, 1), 0, "two threads tell their progress at once");
    cr_assert(done >= l->last && done <= 1, "%g after %g", done, l->last);
    l->last = done;
    l->calls++;
    g_atomic_int_add(&l->inside, -1);
    return TRUE;
}

/* Expects that the reported progress never decreases. test-build-limits cancels builds. */
Test(build_threads, progress_is_told_in_order)
{
    g_autoptr(BspSolid) solid = town(20, SANITIZED ? 3 : 5, FALSE);
    for (guint n_threads = 1; n_threads <= 4; n_threads += 3) {
        Listener listener = { 0 };
        const OnionOptions options = {
            .build = { .n_threads = n_threads, .progress = listen, .progress_data = &listener }
        };
        g_autoptr(OnionTree) onion = onion_tree_build(solid, spaces, 3, &options, NULL);
        cr_expect(onion && listener.calls > 0, "%u calls", listener.calls);
    }
}
