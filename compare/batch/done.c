/* done: the result file of a piece of work, which identifies the piece and has a checksum. */
#include "batch/done.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "result/result.h"

/* Seconds. Writing a piece from memory takes far less. */
#define STALE 600

#define NAME "piece-%05u.json"

/* --- names --- */

char *compare_done_path(const char *directory, guint number)
{
    g_autofree char *name = g_strdup_printf(NAME, number);
    return g_build_filename(directory, name, NULL);
}

/* The number of the piece whose file is named by the first `length` characters; -1: none. */
static gint64 number_of(const char *name, gsize length)
{
    unsigned number;
    g_autofree char *start = g_strndup(name, length);
    if (sscanf(start, "piece-%9u.json", &number) != 1)
        return -1;
    g_autofree char *again = g_strdup_printf(NAME, number);
    return strcmp(again, start) == 0 ? (gint64)number : -1;
}

gint64 compare_done_number(const char *name)
{
    return number_of(name, strlen(name));
}

/* The length of ".xxxxxx", which text/file appends to temporary names. */
#define TEMPORARY 7

static gboolean is_temporary(const char *name)
{
    gsize n = strlen(name);
    return n > TEMPORARY && name[n - TEMPORARY] == '.' && number_of(name, n - TEMPORARY) >= 0;
}

static gboolean is_stale(const char *path)
{
    GStatBuf info;
    return g_lstat(path, &info) == 0 && S_ISREG(info.st_mode) &&
           info.st_mtime < g_get_real_time() / G_USEC_PER_SEC - STALE;
}

void compare_done_sweep_up(const char *directory)
{
    g_autoptr(GDir) dir = g_dir_open(directory, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(directory, name, NULL);
        if (is_temporary(name) && is_stale(path))
            g_unlink(path);
    }
}

/* --- writing --- */

static json_object *values_object(const CompareManifest *manifest, const ComparePiece *piece)
{
    json_object *object = compare_json_object();
    for (guint i = 0; i < manifest->plans->len; i++) {
        const CompareSweepPlan *plan = &g_array_index(manifest->plans, CompareSweepPlan, i);
        compare_json_add(object, compare_sweep_vary_name(plan->vary),
                         compare_json_text(piece->values[i]));
    }
    return object;
}

static json_object *piece_object(const CompareManifest *manifest, guint number,
                                 const CompareEnvironment *environment)
{
    const ComparePiece *piece = manifest->pieces->pdata[number];
    json_object *object = compare_json_object();
    compare_json_add(object, "number", compare_json_count(number));
    compare_json_add(object, "id", compare_json_text(piece->id));
    compare_json_add(object, "timed", compare_json_boolean(environment->is_measured));
    return object;
}

static char *checksum(json_object *root)
{
    g_autofree char *text = compare_json_print_part(root, COMPARE_JSON_PRETTY);
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
}

char *compare_done_text(const CompareManifest *manifest, guint number, const CompareReport *report,
                        const CompareEnvironment *environment)
{
    const ComparePiece *piece = manifest->pieces->pdata[number];
    json_object *root = compare_report_json(report, environment);
    json_object *own = piece_object(manifest, number, environment);
    if (piece->has_seed)
        compare_json_add(root, "seed", compare_json_count(piece->seed));
    if (manifest->plans->len)
        compare_json_add(root, "varied", values_object(manifest, piece));
    compare_json_add(root, "piece", own);
    g_autofree char *sha256 = checksum(root);
    compare_json_add(own, "sha256", compare_json_text(sha256));
    g_autofree char *lines = compare_json_print(root, COMPARE_JSON_PRETTY);
    return g_strconcat(lines, "\n", NULL);
}

/* --- reading --- */

static gboolean damaged(const char *path, GError **error)
{
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "%s: it is damaged, or no piece of work: its checksum does not hold; remove it, "
                "and have it made again by 'bspcompare work'",
                path);
    return FALSE;
}

static json_object *member(json_object *object, const char *key)
{
    return object ? json_object_object_get(object, key) : NULL;
}

static const char *text_of(json_object *object, const char *key)
{
    json_object *value = member(object, key);
    return value && json_object_is_type(value, json_type_string) ? json_object_get_string(value)
                                                                 : NULL;
}

/* Whether the result matches its checksum. The checksum is removed for the comparison, and
 * restored. */
static gboolean holds(json_object *root, json_object *piece)
{
    json_object *told = json_object_get(member(piece, "sha256"));
    if (!told || !json_object_is_type(told, json_type_string)) {
        json_object_put(told);
        return FALSE;
    }
    json_object_object_del(piece, "sha256");
    g_autofree char *found = checksum(root);
    compare_json_add(piece, "sha256", told);
    return strcmp(json_object_get_string(told), found) == 0;
}

/* Also checks the types of all members, because anyone can make a file with a valid checksum. */
static gboolean take(CompareDone *done, GError **error)
{
    json_object *root = done->root, *piece = NULL, *number, *timed;
    if (root && json_object_is_type(root, json_type_object))
        piece = member(root, "piece");
    if (!piece || !json_object_is_type(piece, json_type_object) || !holds(root, piece))
        return damaged(done->path, error);
    json_object *environment = member(root, "environment"), *methods = member(root, "methods");
    number = member(piece, "number");
    timed = member(piece, "timed");
    done->id = text_of(piece, "id");
    done->sha256 = text_of(piece, "sha256");
    if (!json_object_is_type(environment, json_type_object) ||
        !json_object_is_type(methods, json_type_array) ||
        !json_object_is_type(member(root, "scenario"), json_type_object) ||
        !json_object_is_type(number, json_type_int) || json_object_get_int64(number) < 0 ||
        json_object_get_int64(number) >= COMPARE_MAX_PIECES ||
        !json_object_is_type(timed, json_type_boolean) || !done->id)
        return damaged(done->path, error);
    done->number = (guint)json_object_get_int64(number);
    done->is_timed = json_object_get_boolean(timed);
    done->program = text_of(environment, "program");
    done->commit = text_of(environment, "commit");
    done->compiler = text_of(environment, "compiler");
    done->flags = text_of(environment, "flags");
    done->cpu = text_of(environment, "cpu");
    return done->program || damaged(done->path, error);
}

CompareDone *compare_done_load(const char *path, GError **error)
{
    g_autoptr(CompareDone) done = g_new0(CompareDone, 1);
    GError *failure = NULL;
    done->path = g_strdup(path);
    done->json = bsp_json_load(path, &failure);
    if (done->json) {
        done->root = done->json->root;
        return take(done, error) ? g_steal_pointer(&done) : NULL;
    }
    if (g_error_matches(failure, BSP_ERROR, BSP_ERROR_SYNTAX))
        g_prefix_error(&failure, "a damaged piece of work: ");
    g_propagate_error(error, failure);
    return NULL;
}

void compare_done_free(CompareDone *done)
{
    if (!done)
        return;
    bsp_json_free(done->json);
    g_free(done->path);
    g_free(done);
}

gboolean compare_done_any_wrong(const CompareDone *done)
{
    json_object *methods = member(done->root, "methods");
    for (gsize i = 0; i < json_object_array_length(methods); i++)
        if (json_object_get_int64(member(json_object_array_get_idx(methods, i), "wrong")) != 0)
            return TRUE;
    return FALSE;
}
