/* test-onion-build: builds of onions. Bad input is rejected, builds can be cancelled, and each
 * build gives the same tree. The spaces are few or many, equal, nested, or too large for the world.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "brush-by-brush.h"
#include "onion-check.h"
#include "onion/onion-private.h"
#include "random.h"
#include "sanitized.h"
#include "scenes.h"
#include "shipped.h"

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

static void check_refused(BspBounds box, gint code, const char *says)
{
    g_autoptr(BspSolid) solid = scene_one_box(-32, -16, -16, 0, 16, 16);
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
    g_autoptr(BspSolid) solid = scene_one_box(-32, -16, -16, 0, 16, 16);
    guint n_critical = 0;
    g_log_set_handler("onionbsp", G_LOG_LEVEL_CRITICAL, swallow, &n_critical);
    cr_assert_null(onion_tree_build(solid, three_spaces, 0, NULL, NULL));
    cr_assert_eq(n_critical, 1, "a programmer's error");
}

typedef struct {
    guint calls, stop_at; /* the call at which to cancel; 0: never cancel */
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
    OnionOptions options = { 0 };
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

/* --- spaces --- */

/* Each space of the tree must answer as a tree of that space alone, and within the bracket. */
static void check_many_spaces(const BspSolid *solid, guint n, guint space_node_faces)
{
    g_autofree OnionSpace *spaces = g_new(OnionSpace, n);
    for (guint i = 0; i < n; i++) {
        double half = 40.0 * (i * 7 % n) / n; /* the sizes are neither ascending nor descending */
        spaces[i] = cube_space("some", half);
        spaces[i].box.maxs.z += 0.25 * i;
    }
    OnionOptions options = { 0 };
    options.space_node_faces = space_node_faces;
    options.no_space_nodes = space_node_faces == 0;
    g_autoptr(OnionTree) tree = build_onion_with(solid, spaces, n, &options);
    cr_assert_eq(onion_tree_n_spaces(tree), n);
    cr_assert_eq(tree->words, (n + 63) / 64);
    g_autoptr(CompareOracle) oracle = compare_oracle_new(solid);
    BspSolid **expanded = expand_spaces(solid, spaces, n);
    Random r = random_seeded(n);
    for (guint i = 0; i < n; i++) {
        cr_assert_eq(onion_tree_space(tree, i)->box.maxs.z, spaces[i].box.maxs.z);
        cr_assert_str_eq(onion_tree_space(tree, i)->name, "some");
        cr_assert_neq(onion_tree_space(tree, i)->name, spaces[i].name, "a copy");
        for (guint k = 0; k < (SHORT ? 8 : 40); k++) {
            BspVec from, to;
            scene_grid_move(&r, &from, &to);
            BspTransition tr = onion_tree_first_transition(tree, i, from, to, NULL);
            check_onion_answer(oracle, expanded[i], &spaces[i], from, to, &tr);
            gboolean is_solid = onion_tree_point_is_solid(tree, i, from);
            guint64 bits[3];
            onion_tree_descriptor(tree, from, bits);
            cr_assert_eq(is_solid, bsp_bit(bits, i));
            PointSolidity solidity = brushes_at(expanded[i], from);
            if (solidity != IS_NEAR_SURFACE)
                cr_assert_eq(is_solid, solidity == IS_SOLID);
        }
    }
    free_solids(expanded, n);
}

Test(onion_spaces, any_number_of_spaces)
{
    static const guint numbers[] = { 1, 2, 5, 64, 65, 130 };
    Random r = random_seeded(8);
    g_autoptr(BspSolid) solid = scene_grid(&r, 6);
    for (guint space_node_faces = 0; space_node_faces <= 2; space_node_faces += 2)
        for (guint i = SHORT ? space_node_faces / 2 : 0;
             i < G_N_ELEMENTS(numbers) - (SANITIZED ? 1 : 0); i += SHORT ? 2 : 1)
            check_many_spaces(solid, numbers[i], space_node_faces);
}

Test(onion_spaces, identical_spaces)
{
    g_autoptr(BspSolid) solid = shipped_solid("low-tunnel.json");
    OnionSpace spaces[65];
    for (guint i = 0; i < G_N_ELEMENTS(spaces); i++)
        spaces[i] = three_spaces[1];
    g_autoptr(OnionTree) many =
        build_onion(solid, spaces, G_N_ELEMENTS(spaces), ONION_BUILDER_FAST);
    g_autoptr(OnionTree) one = build_onion(solid, spaces, 1, ONION_BUILDER_FAST);
    OnionStats stats_of_many, stats_of_one;
    onion_tree_stats(many, &stats_of_many);
    onion_tree_stats(one, &stats_of_one);
    cr_assert_eq(stats_of_many.descriptors, 2);
    for (guint i = 0; i < 2; i++) {
        const guint64 *bits = many->descriptors + 2 * i;
        cr_assert((bits[0] == 0 && bits[1] == 0) || (bits[0] == G_MAXUINT64 && bits[1] == 1));
    }
    cr_assert_leq(stats_of_many.nodes, 2 * stats_of_one.nodes, "they share their planes");
}

Test(onion_spaces, a_space_too_big_for_the_world)
{
    g_autoptr(BspSolid) solid = shipped_solid("low-tunnel.json");
    OnionSpace spaces[2] = { three_spaces[1], cube_space("giant", 1000) };
    g_autoptr(OnionTree) tree = build_onion(solid, spaces, 2, ONION_BUILDER_FAST);
    Random r = random_seeded(9);
    for (guint i = 0; i < 500; i++) {
        BspVec from = random_point_within(&r, 140), to = random_point_within(&r, 140);
        cr_assert(onion_tree_point_is_solid(tree, 1, from));
        cr_assert_eq(onion_tree_first_transition(tree, 1, from, to, NULL).type, BSP_SOLID);
    }
    BspVec start = bsp_vec(0, -64, 41), end = bsp_vec(0, -64, 44);
    cr_assert_eq(onion_tree_first_transition(tree, 0, start, end, NULL).type, BSP_EMPTY);
}

Test(onion_spaces, ten_nested_spaces)
{
    g_autoptr(BspSolid) solid = shipped_solid("pillars.json");
    OnionSpace spaces[10];
    for (guint i = 0; i < 10; i++)
        spaces[i] = cube_space("nested", 3 * i);
    g_autoptr(OnionTree) tree = build_onion(solid, spaces, 10, ONION_BUILDER_FAST);
    for (guint i = 0; i < tree->n_descriptors; i++) {
        /* A leaf that is solid for a box is solid for all larger boxes. So the bits of a descriptor
         * are zeros, then ones. */
        guint64 empty = ~tree->descriptors[i] & 1023;
        cr_assert_eq(empty & (empty + 1), 0, "descriptor %#" G_GINT64_MODIFIER "x",
                     tree->descriptors[i]);
    }
    BspVec from = bsp_vec(0, 0, 128), to = bsp_vec(0, 400, 128);
    double last = 2;
    for (guint i = 0; i < 10; i++) {
        BspTransition tr = onion_tree_first_transition(tree, i, from, to, NULL);
        double t = tr.type == BSP_EMPTY || tr.type == BSP_EMPTY_TO_SOLID ? tr.t : 0;
        cr_assert_leq(t, last, "a larger box gets no farther");
        last = t;
    }
}
