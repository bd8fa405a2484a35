/* test-onion-build: builds of onions: both builders agree, bad input is rejected, builds can be
 * cancelled, and each build gives the same tree. */
#include <criterion/criterion.h>
#include <string.h>

#include "onion-check.h"
#include "random.h"
#include "sanitized.h"
#include "scenes.h"
#include "shipped.h"

/* --- the two builders --- */

static void expect_builders_agree(const BspSolid *solid, Random *r, guint n_moves)
{
    const guint n = G_N_ELEMENTS(three_spaces);
    g_autoptr(OnionTree) fast = build_onion(solid, three_spaces, n, ONION_BUILDER_FAST);
    g_autoptr(OnionTree) listing2 = build_onion(solid, three_spaces, n, ONION_BUILDER_LISTING2);
    g_autoptr(OnionTree) article = build_onion(solid, three_spaces, n, ONION_BUILDER_ARTICLE);
    OnionStats stats;
    onion_tree_stats(article, &stats);
    cr_assert_eq(stats.leaves, stats.nodes + 1, "nothing is shared, and no space nodes");
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    BspSolid **expanded = expand_spaces(solid, three_spaces, n);
    for (guint i = 0; i < n_moves; i++) {
        guint space = i % n;
        BspVec from, to;
        scene_grid_move(r, &from, &to);
        BspTransition a = onion_tree_first_transition(fast, space, from, to, NULL);
        BspTransition b = onion_tree_first_transition(listing2, space, from, to, NULL);
        check_onion_answer(oracle, expanded[space], &three_spaces[space], from, to, &a);
        check_onion_answer(oracle, expanded[space], &three_spaces[space], from, to, &b);
        BspTransition c = onion_tree_first_transition(article, space, from, to, NULL);
        check_onion_answer(oracle, expanded[space], &three_spaces[space], from, to, &c);
        double length = bsp_vec_length(bsp_vec_sub(to, from));
        cr_assert_eq(a.type, b.type, "%u brushes, move %u: %s and %s", solid->brushes->len, i,
                     bsp_transition_class_name(a.type), bsp_transition_class_name(b.type));
        cr_assert_float_eq(a.t * length, b.t * length, BSP_ON_PLANE);
    }
    free_solids(expanded, n);
}

Test(onion_build, builders_agree_on_random_worlds)
{
    Random r = random_seeded(20);
    for (guint n = 5; n <= (SHORT ? 20 : 40); n += 5) {
        g_autoptr(BspSolid) solid = scene_grid(&r, n);
        expect_builders_agree(solid, &r, SHORT ? 150 : 1500);
    }
}

Test(onion_build, builders_agree_on_shipped_worlds)
{
    static const char *const worlds[] = { "low-tunnel.json", "nested.json",   "ramp.json",
                                          "ridge.json",      "slivers.json",  "stairs.json",
                                          "two-rooms.json",  "touching.json", "pillars.json" };
    Random r = random_seeded(21);
    for (guint i = 0; i < G_N_ELEMENTS(worlds); i++) {
        g_autoptr(BspSolid) solid = shipped_solid(worlds[i]);
        expect_builders_agree(solid, &r, SHORT ? 150 : 600);
    }
}

Test(onion_build, a_world_of_nothing)
{
    g_autoptr(BspSolid) solid = scene_solid(NULL, 0);
    for (guint builder = 0; builder < 2; builder++) {
        g_autoptr(OnionTree) tree = build_onion(solid, three_spaces, 3, (OnionBuilder)builder);
        BspTransition tr =
            onion_tree_first_transition(tree, 1, bsp_vec(-1e6, 0, 0), bsp_vec(1e6, 3, 0), NULL);
        cr_assert_eq(tr.type, BSP_EMPTY);
        cr_assert_eq(tr.t, 1);
    }
}

/* --- rejected builds --- */

static BspSolid *one_box(void)
{
    BspBrush *brush = scene_box(-32, -16, -16, 0, 16, 16);
    return scene_solid(&brush, 1);
}

static void check_refused(BspBounds box, gint code, const char *says)
{
    g_autoptr(BspSolid) solid = one_box();
    OnionSpace spaces[2] = { three_spaces[1], { "odd one", box, 0 } };
    g_autoptr(GError) error = NULL;
    cr_assert_null(onion_tree_build(solid, spaces, 2, NULL, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, code), "%s", error ? error->message : "");
    cr_assert(strstr(error->message, "\"odd one\"") && strstr(error->message, says), "%s",
              error->message);
    cr_assert_null(strchr(error->message, '\n'));
}

Test(onion_build, refuses_impossible_spaces)
{
    BspVec o = bsp_vec(0, 0, 0);
    check_refused((BspBounds){ bsp_vec(1, 0, 0), o }, BSP_ERROR_VALUE, "x axis");
    check_refused((BspBounds){ bsp_vec(0, 2, 0), bsp_vec(5, 1, 5) }, BSP_ERROR_VALUE, "y axis");
    check_refused((BspBounds){ bsp_vec(0, 0, -HUGE_VAL), o }, BSP_ERROR_VALUE, "z axis");
    check_refused((BspBounds){ o, bsp_vec(0, 0, (double)NAN) }, BSP_ERROR_VALUE, "z axis");
    check_refused((BspBounds){ o, bsp_vec(HUGE_VAL, 0, 0) }, BSP_ERROR_VALUE, "x axis");
    check_refused((BspBounds){ bsp_vec(-1e7, 0, 0), o }, BSP_ERROR_GEOMETRY, "brush 0");
}

static void swallow(const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
    (void)domain, (void)level, (void)message;
    ++*(guint *)data;
}

Test(onion_build, refuses_no_spaces)
{
    g_autoptr(BspSolid) solid = one_box();
    guint n_critical = 0;
    g_log_set_handler("onionbsp", G_LOG_LEVEL_CRITICAL, swallow, &n_critical);
    cr_assert_null(onion_tree_build(solid, three_spaces, 0, NULL, NULL));
    cr_assert_eq(n_critical, 1, "a programmer's error");
}

typedef struct {
    guint calls, stop_at; /* at this call; 0: never */
    double last;
    gboolean ordered;
} Progress;

static gboolean note_progress(double done, gpointer user_data)
{
    Progress *p = user_data;
    p->ordered = p->ordered && done >= 0 && done <= 1;
    p->last = done;
    return ++p->calls != p->stop_at;
}

static void check_cancelled(OnionBuilder builder, guint n_brushes)
{
    Random r = random_seeded(1);
    g_autoptr(BspSolid) solid = scene_grid(&r, n_brushes);
    Progress progress = { .stop_at = 2, .ordered = TRUE };
    OnionOptions options = onion_options_default();
    options.builder = builder;
    options.build.progress = note_progress;
    options.build.progress_data = &progress;
    g_autoptr(GError) error = NULL;
    cr_assert_null(onion_tree_build(solid, three_spaces, 3, &options, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_CANCELLED), "%s",
              error ? error->message : "");
    cr_assert_eq(progress.calls, 2, "not asked again once it said no");
    cr_assert(progress.ordered, "done is from 0 to 1");
}

Test(onion_build, a_build_can_be_cancelled)
{
    check_cancelled(ONION_BUILDER_FAST, 300);
    check_cancelled(ONION_BUILDER_LISTING2, 60);
}

/* --- the same on all machines --- */

static guint64 hash_of_build(const BspSolid *solid, OnionBuilder builder)
{
    g_autoptr(OnionTree) tree = build_onion(solid, three_spaces, 3, builder);
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    return stats.hash;
}

static gpointer hash_in_thread(gpointer solid)
{
    guint64 hash = hash_of_build(solid, ONION_BUILDER_FAST);
    return g_memdup2(&hash, sizeof hash);
}

Test(onion_build, builds_are_deterministic)
{
    Random r = random_seeded(12);
    g_autoptr(BspSolid) solid = scene_grid(&r, SHORT ? 15 : 25);
    guint64 hash = hash_of_build(solid, ONION_BUILDER_FAST);
    cr_assert_eq(hash, hash_of_build(solid, ONION_BUILDER_FAST));
    GThread *threads[4];
    for (guint i = 0; i < 4; i++)
        threads[i] = g_thread_new("build", hash_in_thread, solid);
    for (guint i = 0; i < 4; i++) {
        g_autofree guint64 *other = g_thread_join(threads[i]);
        cr_assert_eq(*other, hash);
    }
    guint64 listing2 = hash_of_build(solid, ONION_BUILDER_LISTING2);
    cr_assert_eq(listing2, hash_of_build(solid, ONION_BUILDER_LISTING2));

    /* A difference of one bit in a box gives another hash. */
    OnionSpace spaces[3] = { three_spaces[0], three_spaces[1], three_spaces[2] };
    spaces[1].box.maxs.x = nextafter(spaces[1].box.maxs.x, 16);
    g_autoptr(OnionTree) tree = build_onion(solid, spaces, 3, ONION_BUILDER_FAST);
    OnionStats stats;
    onion_tree_stats(tree, &stats);
    cr_assert_neq(stats.hash, hash);
}
