/* piece: loads and runs one piece of a manifest. */
#include "batch/piece.h"

#include <string.h>

#include "batch/inputs.h"
#include "bsp-file.h"
#include "bsp-json.h"
#include "bsp-nodes.h"
#include "run/vary.h"
#include "scenario/scenario.h"

/* --- reading --- */

gboolean compare_piece_is_random(const CompareScenario *scenario)
{
    for (guint i = 0; i < scenario->trajectories->len; i++)
        if (g_array_index(scenario->trajectories, CompareTrajectory, i).source == COMPARE_RANDOM)
            return TRUE;
    return FALSE;
}

/* Combines the seed of each random trajectory with this seed, so that trajectories with different
 * seeds keep different ones. */
static void set_seed(CompareScenario *s, guint64 seed)
{
    for (guint i = 0; i < s->trajectories->len; i++) {
        CompareTrajectory *t = &g_array_index(s->trajectories, CompareTrajectory, i);
        guint64 hash = bsp_hash(BSP_HASH_START, &t->seed, sizeof t->seed);
        if (t->source == COMPARE_RANDOM)
            t->seed = bsp_hash(hash, &seed, sizeof seed);
    }
}

/* The path by which the scenario names its world. NULL: it contains the world, or json is NULL or
 * not a scenario. */
static char *named_world(const BspJson *json)
{
    BspJsonRef root, world;
    const char *name;
    if (!json)
        return NULL;
    root = bsp_json_root(json);
    return bsp_json_member(&root, "world", &world) && bsp_json_string(&world, &name, NULL)
               ? g_strdup(name)
               : NULL;
}

char *compare_piece_own_world(const char *scenario)
{
    g_autoptr(BspJson) json = bsp_json_load(scenario, NULL);
    g_autofree char *name = named_world(json), *directory = g_path_get_dirname(scenario);
    if (!name || g_path_is_absolute(name) || strcmp(directory, ".") == 0)
        return g_steal_pointer(&name);
    return g_build_filename(directory, name, NULL);
}

/* The text of a scenario's file. */
typedef struct {
    char *text;
    gsize length;
} Source;

static gboolean names_world_from_root(const CompareScenario *s, Source source)
{
    g_autoptr(BspJson) json = bsp_json_parse(s->path, source.text, source.length, NULL);
    g_autofree char *name = named_world(json);
    return name && g_path_is_absolute(name);
}

/* Sets the paths to those of the manifest, so that results do not depend on the manifest's
 * location. */
static void name_as_planned(CompareScenario *s, Source source, const ComparePiece *piece)
{
    g_autofree char *whole = g_steal_pointer(&s->world_path);
    gsize named = strlen(piece->scenario), prefix = strlen(s->path) - named;
    const char *world = piece->world ? piece->world : whole;
    /* The path of the scenario's own world was derived from the scenario's path. */
    if (!piece->world && strncmp(whole, s->path, prefix) == 0 &&
        !(g_path_is_absolute(whole) && names_world_from_root(s, source)))
        world = whole + prefix;
    guint selected = 0;
    bsp_world_selection(whole, &selected);
    s->world_path = bsp_world_select(world, selected);
    g_free(s->path);
    s->path = g_strdup(piece->scenario);
}

static gboolean check_world(const CompareScenario *s, const ComparePiece *piece, GError **error)
{
    if (g_strcmp0(s->world->sha256, piece->world_sha256) == 0)
        return TRUE;
    return compare_inputs_fail(s->world_path, s->world->sha256, piece->world_sha256, error);
}

/* Reads the scenario from the source, if that has the planned checksum. */
static CompareScenario *read_planned(const char *path, const char *world, Source source,
                                     const ComparePiece *piece, GError **error)
{
    g_autofree char *sha256 =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)source.text, source.length);
    if (strcmp(sha256, piece->scenario_sha256) == 0)
        return compare_scenario_read_over(path, source.text, source.length, world, error);
    compare_inputs_fail(path, sha256, piece->scenario_sha256, error);
    return NULL;
}

gboolean compare_workload_load(CompareWorkload *workload, const CompareManifest *manifest,
                               const ComparePiece *piece, GError **error)
{
    g_autofree char *path = compare_manifest_resolve(manifest, piece->scenario);
    g_autofree char *world = piece->world ? compare_manifest_resolve(manifest, piece->world) : NULL;
    Source source;
    *workload = (CompareWorkload){ 0 };
    g_autofree char *text = source.text = bsp_read_file(path, &source.length, error);
    g_autoptr(CompareScenario) scenario =
        text ? read_planned(path, world, source, piece, error) : NULL;
    if (!scenario || !check_world(scenario, piece, error))
        return FALSE;
    name_as_planned(scenario, source, piece);
    return compare_workload_of(workload, g_steal_pointer(&scenario), manifest, piece, error);
}

/* --- varied properties --- */

static const CompareSweepPlan *plan_at(const CompareManifest *manifest, guint i)
{
    return &g_array_index(manifest->plans, CompareSweepPlan, i);
}

/* The plan of the manifest that varies this property; NULL: it is not varied. */
static const CompareSweepPlan *find_plan(const CompareManifest *manifest, CompareVary vary)
{
    for (guint i = 0; i < manifest->plans->len; i++)
        if (plan_at(manifest, i)->vary == vary)
            return plan_at(manifest, i);
    return NULL;
}

/* Makes the scenario whose moves are used for every value. */
static gboolean make_reference(CompareWorkload *w, const CompareManifest *manifest, GError **error)
{
    const CompareSweepPlan *size = find_plan(manifest, COMPARE_VARY_SIZE);
    const CompareSweepPlan *spaces = find_plan(manifest, COMPARE_VARY_SPACES);
    w->reference = compare_variant_new(w->base);
    return (!size || compare_vary_apply(w->reference, COMPARE_VARY_SIZE,
                                        size->values[compare_sweep_plan_greatest(size)], error)) &&
           (!spaces || compare_vary_apply(w->reference, COMPARE_VARY_SPACES,
                                          spaces->values[compare_sweep_plan_least(spaces)], error));
}

static gboolean make_variant(CompareWorkload *w, const CompareManifest *manifest,
                             const ComparePiece *piece, GError **error)
{
    w->variant = compare_variant_new(w->base);
    for (guint i = 0; i < manifest->plans->len; i++)
        if (!compare_vary_apply(w->variant, plan_at(manifest, i)->vary, piece->values[i], error))
            return FALSE;
    /* The checksum of the whole world, also if the variant has only a part of it. */
    w->variant->world->sha256 = g_strdup(w->scenario->world->sha256);
    return TRUE;
}

gboolean compare_workload_of(CompareWorkload *w, CompareScenario *scenario,
                             const CompareManifest *manifest, const ComparePiece *piece,
                             GError **error)
{
    *w = (CompareWorkload){ .scenario = scenario };
    if (manifest->repeat)
        scenario->repeat = manifest->repeat;
    if (piece->has_seed)
        set_seed(scenario, piece->seed);
    if (manifest->plans->len == 0)
        return TRUE;
    w->base = compare_variant_new(scenario);
    gboolean ok = TRUE;
    for (guint i = 0; ok && i < manifest->plans->len; i++)
        ok = compare_vary_keep_asked(w->base, plan_at(manifest, i), error);
    ok = ok && make_reference(w, manifest, error) && make_variant(w, manifest, piece, error);
    if (!ok)
        compare_workload_clear(w);
    return ok;
}

void compare_workload_clear(CompareWorkload *w)
{
    g_clear_pointer(&w->variant, compare_scenario_free);
    g_clear_pointer(&w->reference, compare_scenario_free);
    g_clear_pointer(&w->base, compare_scenario_free);
    g_clear_pointer(&w->scenario, compare_scenario_free);
}

/* --- running --- */

/* Drops trajectories that find no start at the largest size, so that no size includes them. */
static void drop_homeless(const CompareWorkload *w, const CompareManifest *manifest)
{
    const CompareSweepPlan *size = find_plan(manifest, COMPARE_VARY_SIZE);
    if (!size)
        return;
    g_autoptr(GPtrArray) both = g_ptr_array_new(), notes = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(both, w->reference);
    g_ptr_array_add(both, w->variant);
    compare_vary_drop_homeless(w->reference, both, size->values[compare_sweep_plan_greatest(size)],
                               notes);
}

/* Resolves the reference's moves against the variant. */
static GArray *resolve(const CompareWorkload *w, const CompareManifest *manifest, GError **error)
{
    g_autoptr(CompareOracle) oracle = compare_oracle_new(w->reference->world->solid);
    GArray *moves = compare_resolve(w->reference, oracle, error);
    if (!moves ||
        (!find_plan(manifest, COMPARE_VARY_SIZE) && !find_plan(manifest, COMPARE_VARY_BRUSHES)))
        return moves;
    g_autoptr(CompareOracle) truth = compare_oracle_new(w->variant->world->solid);
    GArray *same = compare_resolve_same(moves, w->variant, truth);
    g_array_unref(moves);
    return same;
}

static CompareReport *run_variant(const CompareWorkload *w, const CompareManifest *manifest,
                                  const CompareAsked *asked, guint flags, CompareStageFunc stage,
                                  gpointer stage_data, GError **error)
{
    drop_homeless(w, manifest);
    if (stage)
        stage("resolving moves", 0, stage_data);
    GArray *moves = resolve(w, manifest, error);
    if (!moves)
        return NULL;
    g_autoptr(CompareReport) report = compare_report_of(w->variant, moves);
    g_autoptr(GPtrArray) methods =
        g_ptr_array_new_with_free_func((GDestroyNotify)compare_method_free);
    if (!compare_report_add(report, w->variant, asked, methods, stage, stage_data, error))
        return NULL;
    if (flags & COMPARE_RUN_TIMING)
        compare_report_measure(report, methods, stage, stage_data);
    return g_steal_pointer(&report);
}

CompareReport *compare_workload_run(const CompareWorkload *w, const CompareManifest *manifest,
                                    const CompareAsked *asked, guint flags, CompareStageFunc stage,
                                    gpointer stage_data, GError **error)
{
    CompareReport *report = w->variant
                                ? run_variant(w, manifest, asked, flags, stage, stage_data, error)
                                : compare_run(w->scenario, asked, flags, stage, stage_data, error);
    if (report && !(flags & COMPARE_RUN_TIMING))
        compare_report_forget_measures(report);
    return report;
}
