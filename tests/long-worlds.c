/* long-worlds: builds an onion and a shift tree of each of many worlds with nearly equal planes. It
 * is not a part of "make check".
 *
 * long-worlds WORLDS [SEED]
 *
 * The worlds are of all kinds of generate/hard. They have 1 to 16 groups of brushes, near the
 * origin and far from it. The program prints the longest time of each kind. It exits with status 1
 * if a build fails or takes more than MAX_SECONDS. */
#include <stdlib.h>

#include "onion-build.h"
#include "onion-tree.h"
#include "scenes.h"
#include "shift-build.h"
#include "shift-tree.h"

/* A build of so few brushes that takes longer is a fault. */
#define MAX_SECONDS 60

/* The worlds have 1, 2, 4, 8 or 16 groups of brushes. */
enum { SIZES = 5 };

static BspSolid *world_new(CompareHardKind kind, guint n_groups, guint64 seed)
{
    static const double far[] = { 0, 0, 4000, 100000, 3900000 };
    Random r = random_seeded(seed);
    double x = far[random_below(&r, 5)], y = -far[random_below(&r, 5)];
    return scene_hard(kind, n_groups, seed, bsp_vec(x, y, random_real(&r, -100, 100)));
}

static gboolean build_trees(const BspSolid *solid, GError **error)
{
    static const OnionSpace spaces[] = {
        { "stand", { { { -15, -15, -24 } }, { { 15, 15, 32 } } }, 0 },
        { "point", { { { 0, 0, 0 } }, { { 0, 0, 0 } } }, 0 },
        { "flat", { { { -4, -4, 0 } }, { { 4, 4, 0 } } }, 0 },
        { "thin", { { { -4, -1e-6, 0 } }, { { 4, 1e-6, 9 } } }, 0 },
    };
    const BspBuildOptions build = { .max_seconds = MAX_SECONDS, .n_threads = 1 };
    const OnionOptions onions = { .build = build };
    const ShiftOptions shifts = { .build = build,
                                  .bevels = SHIFT_BEVEL_BOX,
                                  .names_brushes = TRUE };
    g_autoptr(OnionTree) onion =
        onion_tree_build(solid, spaces, G_N_ELEMENTS(spaces), &onions, error);
    g_autoptr(ShiftTree) shift = onion ? shift_tree_build(solid, &shifts, error) : NULL;
    return shift != NULL;
}

int main(int argc, char **argv)
{
    double most[COMPARE_HARD_KINDS] = { 0 }; /* milliseconds */
    guint64 n = argc > 1 ? g_ascii_strtoull(argv[1], NULL, 10) : 0, n_failed = 0;
    guint64 seed = argc > 2 ? g_ascii_strtoull(argv[2], NULL, 10) : 1;
    if (n == 0) {
        g_printerr("usage: long-worlds WORLDS [SEED]\n");
        return 2;
    }
    for (guint64 i = 0; i < n; i++) {
        CompareHardKind kind = (CompareHardKind)(i % COMPARE_HARD_KINDS);
        guint n_groups = 1u << i / COMPARE_HARD_KINDS % SIZES;
        g_autoptr(GError) error = NULL;
        g_autoptr(BspSolid) solid = world_new(kind, n_groups, seed + i);
        gint64 start = g_get_monotonic_time();
        if (!build_trees(solid, &error)) {
            g_printerr("%s of %u groups, seed %" G_GUINT64_FORMAT ": %s\n", scene_hard_name(kind),
                       n_groups, seed + i, error->message);
            n_failed++;
        }
        most[kind] = fmax(most[kind], (double)(g_get_monotonic_time() - start) / 1e3);
    }
    for (guint kind = 0; kind < COMPARE_HARD_KINDS; kind++)
        g_print("%-14s at most %8.1f ms\n", scene_hard_name((CompareHardKind)kind), most[kind]);
    return n_failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
