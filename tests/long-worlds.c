/* long-worlds: builds an onion and a shift tree of each of many worlds with nearly equal planes.
 * Not part of "make check".
 *
 * long-worlds WORLDS [SEED]
 *
 * The worlds are of all kinds of generate/hard. They have 1 to 16 groups of brushes, near the
 * origin and far from it. The program prints the build times by kind and size. It exits with
 * status 1 if a build fails or takes more than MAX_SECONDS. */
#include <stdlib.h>

#include "aim-trial.h"
#include "onion-build.h"
#include "onion-tree.h"
#include "scenes.h"
#include "shift-build.h"
#include "shift-tree.h"

#define MAX_SECONDS 60

enum { SIZES = 5 };

/* Results of the worlds of one kind and size. */
typedef struct {
    GArray *ms;             /* double: to build both trees */
    guint64 brushes, nodes; /* totals */
    guint n_failed;
} Tally;

static BspSolid *world_new(CompareHardKind kind, guint n_groups, guint64 seed)
{
    static const double far[] = { 0, 0, 4000, 100000, 3900000 };
    Random r = random_seeded(seed);
    double x = far[random_below(&r, 5)], y = -far[random_below(&r, 5)];
    return scene_hard(kind, n_groups, seed, bsp_vec(x, y, random_real(&r, -100, 100)));
}

static OnionTree *build_onion(const BspSolid *solid, guint *n_nodes, GError **error)
{
    static const OnionSpace spaces[] = {
        { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } }, 0 },
        { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 },
        { "flat", { { { -4, -4, 0 } }, { { 4, 4, 0 } } }, 0 },
        { "thin", { { { -4, -1e-6, 0 } }, { { 4, 1e-6, 9 } } }, 0 },
    };
    OnionOptions options = { 0 };
    options.build.max_seconds = MAX_SECONDS;
    options.build.n_threads = 1;
    OnionTree *onion = onion_tree_build(solid, spaces, G_N_ELEMENTS(spaces), &options, error);
    OnionStats stats = { 0 };
    if (onion)
        onion_tree_stats(onion, &stats);
    *n_nodes += stats.nodes;
    return onion;
}

static ShiftTree *build_shift(const BspSolid *solid, guint *n_nodes, GError **error)
{
    ShiftOptions options = { 0 };
    options.bevels = SHIFT_BEVEL_BOX;
    options.exact_cells = TRUE;
    options.build.max_seconds = MAX_SECONDS;
    options.build.n_threads = 1;
    ShiftTree *shift = shift_tree_build(solid, &options, error);
    ShiftStats stats = { 0 };
    if (shift)
        shift_tree_stats(shift, &stats);
    *n_nodes += stats.nodes;
    return shift;
}

static void build_world(CompareHardKind kind, guint n_groups, guint64 seed, Tally *tally)
{
    GError *error = NULL;
    guint n_nodes = 0;
    g_autoptr(BspSolid) solid = world_new(kind, n_groups, seed);
    gint64 start = g_get_monotonic_time();
    g_autoptr(OnionTree) onion = build_onion(solid, &n_nodes, &error);
    g_autoptr(ShiftTree) shift = onion ? build_shift(solid, &n_nodes, &error) : NULL;
    double ms = (double)(g_get_monotonic_time() - start) / 1e3;
    tally->brushes += solid->brushes->len;
    tally->nodes += n_nodes;
    g_array_append_val(tally->ms, ms);
    if (!shift) {
        g_printerr("%s of %u groups, seed %" G_GUINT64_FORMAT ": %s\n",
                   compare_hard_kind_name(kind), n_groups, seed, error->message);
        tally->n_failed++;
        g_error_free(error);
    }
}

/* Returns the number of builds that failed. */
static guint print(Tally *t, CompareHardKind kind, guint n_groups)
{
    guint64 n = MAX(t->ms->len, 1);
    g_print("%-14s %6u %6u %8.1f %8.0f %10.1f %10.1f %7u\n", compare_hard_kind_name(kind), n_groups,
            t->ms->len, (double)t->brushes / (double)n, (double)t->nodes / (double)n,
            aim_quantile(t->ms, n, 0.5), aim_quantile(t->ms, n, 1), t->n_failed);
    g_array_unref(t->ms);
    return t->n_failed;
}

int main(int argc, char **argv)
{
    static Tally tallies[COMPARE_HARD_KINDS][SIZES];
    guint64 n = argc > 1 ? g_ascii_strtoull(argv[1], NULL, 10) : 0;
    guint64 seed = argc > 2 ? g_ascii_strtoull(argv[2], NULL, 10) : 1;
    if (n == 0) {
        g_printerr("usage: long-worlds WORLDS [SEED]\n");
        return 2;
    }
    for (guint kind = 0; kind < COMPARE_HARD_KINDS; kind++)
        for (guint size = 0; size < SIZES; size++)
            tallies[kind][size].ms = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint64 i = 0; i < n; i++) {
        guint kind = (guint)(i % COMPARE_HARD_KINDS);
        guint size = (guint)(i / COMPARE_HARD_KINDS % SIZES);
        build_world((CompareHardKind)kind, 1u << size, seed + i, &tallies[kind][size]);
    }
    guint n_failed = 0;
    g_print("%-14s %6s %6s %8s %8s %10s %10s %7s\n", "kind", "groups", "worlds", "brushes", "nodes",
            "median ms", "most ms", "failed");
    for (guint kind = 0; kind < COMPARE_HARD_KINDS; kind++)
        for (guint size = 0; size < SIZES; size++)
            n_failed += print(&tallies[kind][size], (CompareHardKind)kind, 1u << size);
    return n_failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
