/* plan: the pieces of work of a sweep over worlds, scenarios, values and seeds. */
#include "batch/plan.h"

#include <string.h>

#include "batch/inputs.h"
#include "batch/piece.h"
#include "scenario/scenario.h"
#include "text/file.h"
#include "text/path.h"

/* --- seeds --- */

static gboolean bad_seeds(const char *text, GError **error)
{
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "--seeds: '%s' is no whole number, and no range as 1..4 of at most %d of them",
                text, COMPARE_MAX_SEEDS);
    return FALSE;
}

static gboolean add_seed(GArray *seeds, guint64 seed, GError **error)
{
    if (seeds->len == COMPARE_MAX_SEEDS) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT, "--seeds: more than %d", COMPARE_MAX_SEEDS);
        return FALSE;
    }
    for (guint i = 0; i < seeds->len; i++) {
        if (g_array_index(seeds, guint64, i) != seed)
            continue;
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--seeds: %" G_GUINT64_FORMAT " comes twice",
                    seed);
        return FALSE;
    }
    g_array_append_val(seeds, seed);
    return TRUE;
}

/* "3" or "1..4" */
static gboolean add_seeds(GArray *seeds, const char *text, GError **error)
{
    g_auto(GStrv) ends = g_strsplit(text, "..", 2);
    guint64 first, last;
    if (!ends[0] || !g_ascii_string_to_unsigned(ends[0], 10, 0, G_MAXUINT64, &first, NULL) ||
        !g_ascii_string_to_unsigned(ends[ends[1] ? 1 : 0], 10, first, G_MAXUINT64, &last, NULL) ||
        last - first >= COMPARE_MAX_SEEDS)
        return bad_seeds(text, error);
    for (guint64 i = 0; i <= last - first; i++)
        if (!add_seed(seeds, first + i, error))
            return FALSE;
    return TRUE;
}

GArray *compare_plan_seeds(const char *text, GError **error)
{
    g_auto(GStrv) items = g_strsplit(text, ",", -1);
    g_autoptr(GArray) seeds = g_array_new(FALSE, FALSE, sizeof(guint64));
    if (!items[0]) {
        bad_seeds(text, error);
        return NULL;
    }
    for (char **item = items; *item; item++)
        if (!add_seeds(seeds, g_strstrip(*item), error))
            return NULL;
    return g_steal_pointer(&seeds);
}

/* --- pieces --- */

/* One scenario over one world. */
typedef struct {
    CompareManifest *manifest;
    const CompareBatch *batch;
    const char *scenario, *world; /* as given; the world may be NULL */
    GHashTable *known;            /* cache of checksums (inputs.h) */
} Pair;

/* The path of a file in the manifest: relative to the manifest's directory, or absolute if it was
 * given so. Links are not resolved, so that a manifest can be moved with its folder. */
static char *name_of(const CompareManifest *manifest, const char *path, GError **error)
{
    g_autofree char *directory = g_path_get_dirname(manifest->path);
    gboolean here = strcmp(directory, ".") == 0;
    g_autofree char *name = here || g_path_is_absolute(path)
                                ? g_strdup(path)
                                : compare_path_beside_as_given(path, manifest->path);
    return compare_path_in_document(name, NULL, error);
}

static ComparePiece *piece_new(const Pair *pair, const CompareScenario *scenario, GError **error)
{
    const char *sha256 = compare_inputs_sha256(pair->known, pair->scenario, error);
    g_autoptr(ComparePiece) piece = g_new0(ComparePiece, 1);
    if (!sha256)
        return NULL;
    piece->scenario = name_of(pair->manifest, pair->scenario, error);
    piece->scenario_sha256 = g_strdup(sha256);
    piece->world = pair->world ? name_of(pair->manifest, pair->world, error) : NULL;
    piece->world_sha256 = g_strdup(scenario->world->sha256);
    piece->values = g_new0(char *, pair->manifest->plans->len + 1);
    return piece->scenario && (piece->world || !pair->world) ? g_steal_pointer(&piece) : NULL;
}

/* Sets the values of combination i; those of the last plan change fastest. */
static void set_values(ComparePiece *piece, const CompareManifest *manifest, guint i)
{
    for (guint k = manifest->plans->len; k-- > 0;) {
        char **values = g_array_index(manifest->plans, CompareSweepPlan, k).values;
        guint n = g_strv_length(values);
        piece->values[k] = g_strdup(values[i % n]);
        i /= n;
    }
}

static guint64 count_values(const CompareManifest *manifest)
{
    guint64 n = 1;
    for (guint i = 0; i < manifest->plans->len; i++)
        n *= g_strv_length(g_array_index(manifest->plans, CompareSweepPlan, i).values);
    return n;
}

/* Adds the pieces of combination i. Fails if the scenario does not support the combination. */
static gboolean add_seeded(const Pair *pair, const CompareScenario *scenario, guint i,
                           GError **error)
{
    const GArray *seeds = pair->batch->seeds;
    for (guint k = 0; k < (seeds ? seeds->len : 1); k++) {
        ComparePiece *piece = piece_new(pair, scenario, error);
        if (!piece)
            return FALSE;
        set_values(piece, pair->manifest, i);
        piece->has_seed = seeds != NULL;
        piece->seed = seeds ? g_array_index(seeds, guint64, k) : 0;
        g_ptr_array_add(pair->manifest->pieces, piece);
        g_auto(CompareWorkload) workload = { 0 };
        if (k == 0 && !compare_workload_of(&workload, compare_variant_new(scenario), pair->manifest,
                                           piece, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean add_pair(const Pair *pair, GError **error)
{
    g_autoptr(CompareScenario) scenario =
        compare_scenario_load_over(pair->scenario, pair->world, error);
    if (!scenario || !compare_output_check_input(pair->manifest->path, scenario->world_path, error))
        return FALSE;
    if (pair->batch->seeds && !compare_piece_is_random(scenario)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "%s: --seeds: it has no random trajectory, and would be the same for each",
                    pair->scenario);
        return FALSE;
    }
    guint n = (guint)count_values(pair->manifest);
    for (guint i = 0; i < n; i++) {
        if (add_seeded(pair, scenario, i, error))
            continue;
        if (!g_str_has_prefix((*error)->message, pair->scenario))
            g_prefix_error(error, "%s: ", pair->scenario);
        return FALSE;
    }
    return TRUE;
}

static gboolean check_once(const char *what, char **names, GError **error)
{
    for (guint i = 0; names && names[i]; i++) {
        if (!g_strv_contains((const char *const *)names + i + 1, names[i]))
            continue;
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%s %s comes twice", what, names[i]);
        return FALSE;
    }
    return TRUE;
}

static gboolean check_varied_once(const CompareManifest *manifest, GError **error)
{
    guint seen = 0;
    for (guint i = 0; i < manifest->plans->len; i++) {
        const CompareSweepPlan *plan = &g_array_index(manifest->plans, CompareSweepPlan, i);
        const char *name = compare_sweep_vary_name(plan->vary);
        g_autofree char *what = g_strdup_printf("--vary %s:", name);
        if (!check_once(what, plan->values, error))
            return FALSE;
        if (seen & 1u << plan->vary) {
            g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "--vary %s is given twice", name);
            return FALSE;
        }
        seen |= 1u << plan->vary;
    }
    return TRUE;
}

gboolean compare_plan_add(CompareManifest *manifest, const CompareBatch *batch, GError **error)
{
    static char *own[] = { NULL, NULL };
    char **worlds = batch->worlds ? batch->worlds : own;
    guint n_worlds = batch->worlds ? g_strv_length(worlds) : 1;
    double n = (double)n_worlds * g_strv_length(batch->scenarios) * (double)count_values(manifest) *
               (batch->seeds ? batch->seeds->len : 1);
    if (!check_once("the scenario", batch->scenarios, error) ||
        !check_once("--world", batch->worlds, error) || !check_varied_once(manifest, error))
        return FALSE;
    if (n > COMPARE_MAX_PIECES) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT, "%.0f pieces of work: more than %d", n,
                    COMPARE_MAX_PIECES);
        return FALSE;
    }
    g_autoptr(GHashTable) known = compare_inputs_new();
    for (guint i = 0; i < n_worlds; i++)
        for (char **scenario = batch->scenarios; *scenario; scenario++)
            if (!add_pair(&(Pair){ manifest, batch, *scenario, worlds[i], known }, error))
                return FALSE;
    return TRUE;
}
