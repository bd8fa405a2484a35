/* long-aim: runs a large number of aimed moves through every method. It is not a part of "make
 * check".
 *
 * long-aim MOVES [SEED [LEVEL...]]
 *
 * Half of the moves are in small random scenes, the others in levels. LEVELs are WORLD files. The
 * default is the thirteen levels of the archive in BSP_LEVELS. Prints the errors of each method.
 *
 * Exits with status 1 if a method that claims to be exact leaves the bracket, or if any method is
 * late. It also exits with status 1 if too many planes are wrong (aim_planes_are_good()), or if any
 * hit names a wrong brush or side. */
#include <stdlib.h>

#include "aim-trial.h"
#include "bsp-world.h"
#include "generate/aim.h"
#include "real-levels.h"
#include "scenes.h"

/* The number of moves in each small scene. They take about as long as building its trees. */
#define PER_SCENE 2000

static gboolean run(AimTrial *trial, CompareScenario *s, guint n, guint64 seed)
{
    GError *error = NULL;
    gint64 start = g_get_monotonic_time();
    const AimTrees trees = { .builder = COMPARE_BUILDER_FAST };
    compare_aim_scenario(s, n, seed);
    gboolean ok = aim_trial_run(trial, s, &trees, &error);
    g_printerr("%s: %u brushes, %u moves, %.1f s%s%s\n", s->name, s->world->solid->brushes->len, n,
               (double)(g_get_monotonic_time() - start) / 1e6, ok ? "" : ": ",
               ok ? "" : error->message);
    g_clear_error(&error);
    compare_scenario_free(s);
    return ok;
}

static gboolean run_scenes(AimTrial *trial, guint64 n, guint64 seed)
{
    gboolean ok = TRUE;
    for (guint64 done = 0, i = 0; done < n; done += PER_SCENE, i++) {
        SceneKind kind = (SceneKind)(i % (SCENE_KINDS + COMPARE_HARD_KINDS));
        CompareHardKind hard = (CompareHardKind)(kind - SCENE_KINDS);
        gboolean is_hard = kind >= SCENE_KINDS;
        Random r = random_seeded(seed + i);
        static const double far[] = { 0, 0, 4000, 100000, 3900000 };
        BspVec offset = bsp_vec(far[random_int(&r, 0, 4)], -far[random_int(&r, 0, 4)], 0);
        g_autofree char *name = g_strdup_printf(
            "%s %" G_GUINT64_FORMAT, is_hard ? scene_hard_name(hard) : scene_name(kind), seed + i);
        BspSolid *solid =
            is_hard ? scene_hard(hard, 2, seed + i, offset) : scene_new(kind, seed + i, offset);
        ok &=
            run(trial, aim_trial_scenario(name, solid), (guint)MIN(n - done, PER_SCENE), seed + i);
    }
    return ok;
}

static gboolean run_level(AimTrial *trial, const char *path, guint n, guint64 seed)
{
    GError *error = NULL;
    g_autoptr(BspWorld) world = bsp_world_load(path, &error);
    if (!world) {
        g_printerr("%s\n", error->message);
        g_clear_error(&error);
        return FALSE;
    }
    BspSolid *solid = bsp_solid_new(g_ptr_array_ref(world->solid->brushes));
    g_autofree char *name = g_path_get_basename(path);
    return run(trial, aim_trial_scenario(name, solid), n, seed);
}

static char **all_levels(void)
{
    char **paths = g_new0(char *, N_REAL_LEVELS + 1);
    for (guint i = 0; real_levels_archive() && i < N_REAL_LEVELS; i++)
        paths[i] = real_level_bsp(real_levels[i].name);
    return paths;
}

static gboolean is_right(const AimTrial *trial)
{
    gboolean right = trial->n_moves > 0;
    for (guint i = 0; i < trial->tallies->len; i++) {
        const AimTally *t = trial->tallies->pdata[i];
        right &= t->n_outside == 0 && t->n_late == 0 && aim_planes_are_good(t) &&
                 t->n_misnamed == 0 && t->n_misplaced == 0 && t->n_left_wrongly == 0;
    }
    return right;
}

int main(int argc, char **argv)
{
    guint64 n = argc > 1 ? g_ascii_strtoull(argv[1], NULL, 10) : 0;
    guint64 seed = argc > 2 ? g_ascii_strtoull(argv[2], NULL, 10) : 1;
    if (n == 0) {
        g_printerr("usage: long-aim MOVES [SEED [LEVEL...]]\n");
        return 2;
    }
    g_auto(GStrv) levels = argc > 3 ? g_strdupv(argv + 3) : all_levels();
    guint n_levels = g_strv_length(levels);
    g_autoptr(AimTrial) trial = aim_trial_new();
    gboolean ok = run_scenes(trial, n_levels ? n / 2 : n, seed);
    for (guint i = 0; i < n_levels; i++)
        ok &= run_level(trial, levels[i], (guint)(n / 2 / n_levels), seed);
    g_autofree char *text = aim_trial_print(trial);
    g_print("%s", text);
    return ok && is_right(trial) ? EXIT_SUCCESS : EXIT_FAILURE;
}
