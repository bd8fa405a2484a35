/* work: does the pieces of a shard, and writes a file for each. */
#include "batch/work.h"

#include <errno.h>
#include <glib/gstdio.h>

#include "batch/done.h"
#include "batch/inputs.h"
#include "batch/piece.h"
#include "text/file.h"

gboolean compare_shard_parse(const char *text, CompareShard *shard, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(text, "/", 2);
    guint64 i, n;
    if (!parts[0] || !parts[1] ||
        !g_ascii_string_to_unsigned(parts[0], 10, 0, G_MAXUINT32, &i, NULL) ||
        !g_ascii_string_to_unsigned(parts[1], 10, 1, G_MAXUINT32, &n, NULL) || i >= n) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "--shard: '%s' is not I/N, shard I of N, where I is one of 0 ... N - 1", text);
        return FALSE;
    }
    *shard = (CompareShard){ (guint)i, (guint)n };
    return TRUE;
}

/* --- pieces already done --- */

static gboolean is_foreign(const CompareWork *work, const CompareDone *done, guint number)
{
    const ComparePiece *piece = work->manifest->pieces->pdata[number];
    return done->number != number || !g_str_equal(done->id, piece->id);
}

static gboolean is_ours(const CompareWork *work, const CompareDone *done)
{
    const CompareEnvironment *e = work->environment;
    return g_strcmp0(done->program, e->program) == 0 && g_strcmp0(done->commit, e->commit) == 0 &&
           (done->is_timed || !e->is_measured);
}

static void warn(const CompareWork *work, const char *path, const char *why)
{
    g_autofree char *message = g_strdup_printf("%s: made again: %s", path, why);
    work->news.warn(message, work->news.data);
}

/* Whether the piece has to be made. FALSE with an error if its file is of another manifest or
 * cannot be read. */
static gboolean is_to_do(const CompareWork *work, guint number, GError **error)
{
    g_autofree char *path = compare_done_path(work->directory, number);
    g_autoptr(GError) failure = NULL;
    if (!g_file_test(path, G_FILE_TEST_EXISTS))
        return TRUE;
    g_autoptr(CompareDone) done = compare_done_load(path, &failure);
    if (!done && g_error_matches(failure, BSP_ERROR, BSP_ERROR_IO)) {
        g_propagate_error(error, g_steal_pointer(&failure));
        return FALSE;
    }
    if (!done) {
        warn(work, path, "it was damaged");
        return TRUE;
    }
    if (is_foreign(work, done, number)) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "%s: a piece of another manifest than %s; name another directory, or remove it",
                    path, work->manifest->path);
        return FALSE;
    }
    if (is_ours(work, done))
        return FALSE;
    warn(work, path,
         work->environment->is_measured && !done->is_timed ? "it was without times"
                                                           : "it was of another build");
    return TRUE;
}

/* The numbers of the pieces to make. */
static GArray *list_to_do(const CompareWork *work, GError **error)
{
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(guint));
    GError *failure = NULL;
    for (guint64 k = work->shard.i; k < work->manifest->pieces->len; k += work->shard.n) {
        guint number = (guint)k;
        if (is_to_do(work, number, &failure))
            g_array_append_val(numbers, number);
        if (failure) {
            g_propagate_error(error, failure);
            return NULL;
        }
    }
    return g_steal_pointer(&numbers);
}

/* --- inputs --- */

static gboolean check_inputs(const CompareWork *work, guint number, GHashTable *known,
                             GError **error)
{
    const CompareManifest *manifest = work->manifest;
    const ComparePiece *piece = manifest->pieces->pdata[number];
    g_autofree char *place = compare_manifest_place(manifest, number);
    g_autofree char *scenario = compare_manifest_resolve(manifest, piece->scenario);
    g_autofree char *world = piece->world ? compare_manifest_resolve(manifest, piece->world) : NULL;
    gboolean is_new = !g_hash_table_contains(known, scenario);
    if (!compare_inputs_check(known, place, scenario, piece->scenario_sha256, error))
        return FALSE;
    if (!world && is_new && piece->world_sha256)
        world = compare_piece_own_world(scenario);
    return !world || compare_inputs_check(known, place, world, piece->world_sha256, error);
}

/* Checks all inputs before the first piece, which may take long. */
static gboolean check_all_inputs(const CompareWork *work, const GArray *numbers, GError **error)
{
    g_autoptr(GHashTable) known = compare_inputs_new();
    for (guint i = 0; i < numbers->len; i++)
        if (!check_inputs(work, g_array_index(numbers, guint, i), known, error))
            return FALSE;
    return TRUE;
}

/* --- making --- */

static CompareReport *run_piece(const CompareWork *work, guint number, CompareWorkload *workload,
                                GError **error)
{
    const CompareManifest *manifest = work->manifest;
    const ComparePiece *piece = manifest->pieces->pdata[number];
    CompareAsked asked = manifest->asked;
    asked.trees.build.n_threads = work->trees.build.n_threads;
    asked.trees.build.max_seconds = work->trees.build.max_seconds;
    asked.trees.build.max_bytes = work->trees.build.max_bytes;
    if (!compare_workload_load(workload, manifest, piece, error))
        return NULL;
    return compare_workload_run(workload, manifest, &asked,
                                work->environment->is_measured ? COMPARE_RUN_TIMING : 0,
                                work->news.stage, work->news.data, error);
}

static gboolean make(const CompareWork *work, guint number, GError **error)
{
    g_auto(CompareWorkload) workload = { 0 };
    g_autoptr(CompareReport) report = run_piece(work, number, &workload, error);
    if (!report) {
        g_autofree char *place = compare_manifest_place(work->manifest, number);
        g_prefix_error(error, "%s: ", place);
        return FALSE;
    }
    g_autofree char *path = compare_done_path(work->directory, number);
    g_autofree char *text = compare_done_text(work->manifest, number, report, work->environment);
    return compare_output_write(path, text, error);
}

static gboolean make_directory(const char *directory, GError **error)
{
    if (g_mkdir_with_parents(directory, 0777) == 0)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_IO, "%s: cannot be made: %s", directory,
                g_strerror(errno));
    return FALSE;
}

gboolean compare_work(const CompareWork *work, guint *made, GError **error)
{
    *made = 0;
    if (!make_directory(work->directory, error))
        return FALSE;
    compare_done_sweep_up(work->directory);
    g_autoptr(GArray) numbers = list_to_do(work, error);
    if (!numbers || !check_all_inputs(work, numbers, error))
        return FALSE;
    for (; *made < numbers->len; ++*made) {
        guint number = g_array_index(numbers, guint, *made);
        work->news.begin(number, *made, numbers->len, work->news.data);
        if (!make(work, number, error))
            return FALSE;
    }
    return TRUE;
}
