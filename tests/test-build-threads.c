/* test-build-threads: trees built with any number of threads are identical. Builds report their
 * progress in order and can be cancelled at any time. */
#include <criterion/criterion.h>
#include <string.h>

#include "compile/tree.h"
#include "onion-build.h"
#include "onion-tree.h"
#include "sanitized.h"
#include "scenes.h"
#include "shift-build.h"
#include "shift-tree.h"
#include "union-faces.h"

/* --- jobs --- */

/* Counts the threads that are at work. */
typedef struct {
    BspJob *job;
    gint active, most; /* atomic */
    gint *calls;       /* atomic: calls for each item */
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

/* An item that shares out work itself. */
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

Test(job, without_one_all_is_done_in_order)
{
    gint calls[20] = { 0 };
    Crowd crowd = { NULL, 0, 0, calls };
    bsp_job_each(NULL, 20, work, &crowd);
    bsp_job_each(NULL, 0, work, &crowd);
    for (guint i = 0; i < G_N_ELEMENTS(calls); i++)
        cr_assert_eq(calls[i], 1);
    cr_assert_eq(crowd.most, 1);
    cr_assert(bsp_job_goes_on(NULL));
    bsp_job_part_done(bsp_job_part_none());
}

/* --- worlds large enough for several threads --- */

/* Random worlds side by side, in a sealed room if `walls` is set. */
static BspSolid *town(guint64 seed, guint side, gboolean walls)
{
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    for (guint i = 0; i < side * side; i++) {
        BspVec at = bsp_vec(160.0 * (i % side), 160.0 * (i / side), 0);
        SceneKind kind = (SceneKind)((seed + i) % SCENE_KINDS);
        g_autoptr(BspSolid) house = scene_new(kind, 100 * seed + i, at);
        g_ptr_array_set_free_func(house->brushes, NULL);
        for (guint k = 0; k < house->brushes->len; k++)
            g_ptr_array_add(brushes, house->brushes->pdata[k]);
    }
    double far = 160.0 * side + 100;
    BspBounds around = { bsp_vec(-400, -400, -400), bsp_vec(far, far, 400) };
    if (walls)
        scene_add_walls(brushes, &around);
    return bsp_solid_new(brushes);
}

static const BspVec over_the_roofs = { { 100, 100, 350 } };

/* With this many spaces, the order in which threads finish affects the order of new descriptors. */
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
    OnionOptions options = { 0 };
    options.build.fill = build->fill;
    options.build.starts = build->starts;
    options.build.n_threads = build->n_threads;
    g_autoptr(GError) error = NULL;
    g_autoptr(OnionTree) tree =
        onion_tree_build(solid, spaces, G_N_ELEMENTS(spaces), &options, &error);
    cr_assert(tree, "%s", error ? error->message : "");
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    cr_assert(stats.nodes > 1000, "too small a tree to be shared out: %u nodes", stats.nodes);
    *n_filled += stats.filled;
    return stats.hash;
}

static guint64 plain_hash(const BspSolid *solid, const BspBuildOptions *options)
{
    g_autoptr(BspTree) tree = bsp_tree_new(solid, options, NULL);
    cr_assert(tree);
    return bsp_nodes_hash(&tree->nodes);
}

static guint64 shift_hash(const BspSolid *solid, const BspBuildOptions *tree_options)
{
    ShiftOptions options = { 0 };
    options.build = *tree_options;
    options.bevels = SHIFT_BEVEL_BOX;
    g_autoptr(ShiftTree) tree = shift_tree_build(solid, &options, NULL);
    cr_assert(tree);
    ShiftStats stats;
    shift_tree_stats(tree, &stats);
    return stats.hash;
}

static void check_town(const BspSolid *solid, BspFillMode fill, guint *n_filled)
{
    g_autoptr(GArray) starts = scene_starts(&over_the_roofs, 1);
    BspBuildOptions options = { 0 };
    options.fill = fill;
    options.starts = starts;
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

static guint64 hash_of_small(SceneKind kind, OnionBuilder builder, guint n_threads)
{
    g_autoptr(BspSolid) solid = scene_new(kind, 5, bsp_vec(0, 0, 0));
    OnionOptions options = { 0 };
    options.build.n_threads = n_threads;
    options.builder = builder;
    g_autoptr(OnionTree) tree = onion_tree_build(solid, spaces, 2, &options, NULL);
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    return stats.hash;
}

Test(build_threads, so_are_small_ones_of_either_builder)
{
    for (guint i = 0; i < 2 * SCENE_KINDS; i++) {
        OnionBuilder builder = i % 2 ? ONION_BUILDER_LISTING2 : ONION_BUILDER_FAST;
        guint64 first = 0;
        for (guint k = 0; k < G_N_ELEMENTS(thread_counts); k++)
            expect_same(&first, hash_of_small((SceneKind)(i / 2), builder, thread_counts[k]), k,
                        "a small onion");
    }
}

/* --- the same errors --- */

Test(build_threads, the_first_space_that_fails_is_told)
{
    g_autoptr(BspSolid) solid = town(3, 4, FALSE);
    OnionSpace bad[4] = { spaces[1], spaces[0], spaces[2], spaces[0] };
    bad[1].box.maxs.y = bad[3].box.maxs.z = -1;
    for (guint i = 0; i < G_N_ELEMENTS(thread_counts); i++) {
        OnionOptions options = { 0 };
        options.build.n_threads = thread_counts[i];
        g_autoptr(GError) error = NULL;
        cr_assert_null(onion_tree_build(solid, bad, 4, &options, &error));
        cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
        cr_assert(strstr(error->message, "y axis"), "%s", error->message);
    }
}

Test(build_threads, a_brush_that_cannot_be_expanded_is_named)
{
    BspBrush *brushes[200];
    for (guint i = 0; i < G_N_ELEMENTS(brushes); i++) {
        /* two brushes that no reader would accept */
        double x = i == 70 || i == 190 ? 2 * BSP_WORLD_HALF - 20 : 20.0 * i;
        BspBounds box = { bsp_vec(x, 0, 0), bsp_vec(x + 10, 10, 10) };
        brushes[i] = bsp_brush_new_cell(bsp_cell_new_box(&box), NULL);
    }
    g_autoptr(BspSolid) solid = scene_solid(brushes, G_N_ELEMENTS(brushes));
    for (guint n_threads = 1; n_threads < 4; n_threads++) {
        g_autoptr(BspJob) job = bsp_job_new(n_threads, NULL, NULL);
        g_autoptr(GError) error = NULL;
        cr_assert_null(
            bsp_solid_expand_part(solid, &spaces[1].box, 0, (BspJobPart){ job, 1 }, &error));
        cr_assert(g_str_has_prefix(error->message, "brush 70, expanded: "), "%s", error->message);
    }
}

/* --- progress and cancelling --- */

typedef struct {
    gint inside; /* atomic: number of threads in the callback */
    guint calls, refused, after;
    double last, stop_at;
} Listener;

/* Cancels from call stop_at on. */
static gboolean listen(double done, gpointer data)
{
    Listener *l = data;
    cr_assert_eq(g_atomic_int_add(&l->inside, 1), 0, "two threads tell their progress at once");
    cr_assert(done >= l->last && done <= 1, "%g after %g", done, l->last);
    l->after += l->refused;
    l->last = done;
    l->calls++;
    l->refused += done >= l->stop_at ? 1 : 0;
    g_atomic_int_add(&l->inside, -1);
    return done < l->stop_at;
}

static void check_cancelled(const Listener *l, gconstpointer tree, const GError *error)
{
    cr_assert_eq(l->after, 0, "asked again after it had said no");
    cr_assert_eq(l->refused == 0, tree != NULL, "%u calls, the last at %g", l->calls, l->last);
    cr_assert(tree || g_error_matches(error, BSP_ERROR, BSP_ERROR_CANCELLED));
}

/* Returns how many of the two builds were cancelled. */
static guint cancel_at(const BspSolid *solid, const BspBuildOptions *like, double stop_at)
{
    Listener listener = { .stop_at = stop_at }, other = listener;
    OnionOptions options = { 0 };
    options.build.fill = like->fill;
    options.build.starts = like->starts;
    options.build.n_threads = like->n_threads;
    options.build.progress = listen;
    options.build.progress_data = &listener;
    g_autoptr(GError) error = NULL;
    g_autoptr(OnionTree) onion = onion_tree_build(solid, spaces, 3, &options, &error);
    check_cancelled(&listener, onion, error);
    g_clear_error(&error);
    BspBuildOptions tree_options = options.build;
    tree_options.progress_data = &other;
    g_autoptr(BspTree) tree = bsp_tree_new(solid, &tree_options, &error);
    check_cancelled(&other, tree, error);
    return listener.refused + other.refused;
}

Test(build_threads, a_build_can_be_cancelled_at_any_time)
{
    static const double points[] = { 0, 0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 2 };
    g_autoptr(BspSolid) solid = town(20, SANITIZED ? 5 : 9, TRUE);
    g_autoptr(GArray) starts = scene_starts(&over_the_roofs, 1);
    for (guint n_threads = 1; n_threads <= 4; n_threads += 3) {
        guint n_cancelled = 0;
        for (guint i = 0; i < G_N_ELEMENTS(points); i++) {
            BspBuildOptions like = { .n_threads = n_threads, .starts = starts };
            like.fill = i % 2 ? BSP_FILL_OFF : BSP_FILL_ON;
            n_cancelled += cancel_at(solid, &like, points[i]);
        }
        cr_assert(n_cancelled >= 4, "only %u builds were long enough to be cancelled", n_cancelled);
    }
}

/* Measures the longest time between two calls of the progress function. It cancels at the fifth
 * call. */
typedef struct {
    gint64 last, longest; /* microseconds */
    guint calls;
} Waits;

static gboolean wait_again(double done, gpointer data)
{
    Waits *w = data;
    gint64 now = g_get_monotonic_time();
    (void)done;
    w->longest = MAX(w->longest, now - w->last);
    w->last = now;
    return ++w->calls < 5;
}

/* Each face must be compared with all other brushes. */
Test(build_threads, the_union_of_very_many_near_copies_is_given_up_soon)
{
    Random r = random_seeded(89);
    GPtrArray *brushes = g_ptr_array_new_with_free_func((GDestroyNotify)bsp_brush_free);
    for (guint i = 0; i < (SHORT ? 15000 : 60000); i++) {
        BspVec lo = random_point_within(&r, 1e-6), hi = random_point_within(&r, 1e-6);
        g_ptr_array_add(brushes, bsp_brush_new_box(lo, bsp_vec_add(hi, bsp_vec(64, 64, 64)), NULL));
    }
    g_autoptr(BspSolid) solid = bsp_solid_new(brushes);
    Waits waits = { .last = g_get_monotonic_time() };
    g_autoptr(BspJob) job = bsp_job_new(1, wait_again, &waits);
    g_autoptr(GError) error = NULL;
    cr_assert_null(bsp_solid_union_faces_part(solid, (BspJobPart){ job, 1 }, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_CANCELLED));
    cr_expect_eq(waits.calls, 5u);
    cr_expect_lt(waits.longest, G_USEC_PER_SEC, "%g s", (double)waits.longest / G_USEC_PER_SEC);
}
