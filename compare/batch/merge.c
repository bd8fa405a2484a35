/* merge: merges the results of pieces of work. The bytes do not depend on which machine did which
 * piece. */
#include "batch/merge.h"

#include <errno.h>
#include <string.h>

#include "batch/rows.h"
#include "result/origin.h"
#include "text/file.h"

void compare_merge_free(CompareMerge *merge)
{
    if (!merge)
        return;
    g_ptr_array_unref(merge->paths);
    g_ptr_array_unref(merge->sums);
    g_free(merge->program);
    g_free(merge->commit);
    g_free(merge->first);
    compare_times_clear(&merge->times);
    g_free(merge);
}

static gboolean fail(const char *path, GError **error, const char *what)
{
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%s: %s", path, what);
    return FALSE;
}

/* --- one piece --- */

/* Checks that the result is that piece of this manifest. */
static gboolean check_piece(const CompareMerge *merge, const CompareDone *done, guint number,
                            GError **error)
{
    const ComparePiece *piece = merge->manifest->pieces->pdata[number];
    g_autofree char *what =
        g_strdup_printf("a piece of another manifest than %s; remove it, or name the directory of "
                        "this one's pieces",
                        merge->manifest->path);
    return (done->number == number && g_str_equal(done->id, piece->id)) ||
           fail(done->path, error, what);
}

static const char *or_unknown(const char *text)
{
    return text ? text : "unknown";
}

/* Checks that the result is of the same build as the first. */
static gboolean check_build(CompareMerge *merge, const CompareDone *done, GError **error)
{
    if (!merge->program) {
        merge->program = g_strdup(done->program);
        merge->commit = g_strdup(done->commit);
        merge->first = g_strdup(done->path);
    }
    if (g_str_equal(merge->program, done->program) && g_strcmp0(merge->commit, done->commit) == 0)
        return TRUE;
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                "%s: made by %s (commit %s), but %s by %s (commit %s): make them again by one "
                "program, with 'bspcompare work'",
                done->path, done->program, or_unknown(done->commit), merge->first, merge->program,
                or_unknown(merge->commit));
    return FALSE;
}

/* Adds an existing file of the piece; there may be one already from another directory. */
static gboolean take(CompareMerge *merge, const char *path, guint number, GError **error)
{
    g_autoptr(CompareDone) done = compare_done_load(path, error);
    if (!done || !check_piece(merge, done, number, error) || !check_build(merge, done, error))
        return FALSE;
    if (merge->paths->pdata[number]) {
        g_autofree char *what =
            g_strdup_printf("not the same as %s, which is the same piece: remove one of them",
                            (char *)merge->paths->pdata[number]);
        return strcmp(merge->sums->pdata[number], done->sha256) == 0 || fail(path, error, what);
    }
    merge->paths->pdata[number] = g_strdup(path);
    merge->sums->pdata[number] = g_strdup(done->sha256);
    merge->any_wrong = merge->any_wrong || compare_done_any_wrong(done);
    compare_times_note(&merge->times, done);
    return TRUE;
}

/* --- all of them --- */

/* Checks that no file has the name of a piece that the manifest does not have: it would be of
 * another manifest. */
static gboolean check_names(const CompareMerge *merge, const char *directory, GError **error)
{
    g_autoptr(GError) failure = NULL;
    g_autoptr(GDir) dir = g_dir_open(directory, 0, &failure);
    if (!dir) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_IO, "%s: cannot be read: %s", directory,
                    failure->message);
        return FALSE;
    }
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(directory, name, NULL);
        if (compare_done_number(name) >= (gint64)merge->manifest->pieces->len)
            return fail(path, error, "there is no such piece in the manifest; remove it");
    }
    return TRUE;
}

static gboolean take_all(CompareMerge *merge, char **directories, GError **error)
{
    for (char **directory = directories; *directory; directory++)
        if (!check_names(merge, *directory, error))
            return FALSE;
    for (guint number = 0; number < merge->manifest->pieces->len; number++) {
        for (char **directory = directories; *directory; directory++) {
            g_autofree char *path = compare_done_path(*directory, number);
            if (g_file_test(path, G_FILE_TEST_EXISTS) && !take(merge, path, number, error))
                return FALSE;
        }
    }
    return TRUE;
}

/* The most numbers in a message. */
#define NAMED 8

/* Returns a text such as "0, 7, 12, ..."; *n: the number of missing pieces. */
static char *list_missing(const CompareMerge *merge, guint *first, guint *n)
{
    GString *out = g_string_new(NULL);
    *n = 0;
    for (guint i = 0; i < merge->paths->len; i++) {
        if (merge->paths->pdata[i])
            continue;
        if (*n == 0)
            *first = i;
        if (*n < NAMED)
            g_string_append_printf(out, "%s%u", *n ? ", " : "", i);
        else if (*n == NAMED)
            g_string_append(out, ", ...");
        ++*n;
    }
    return g_string_free(out, FALSE);
}

/* The command that makes all missing pieces if there is one directory, else the first missing
 * piece. */
static char *command(const CompareMerge *merge, char **directories, guint first)
{
    char shard[32] = "";
    guint n = merge->manifest->pieces->len;
    if (directories[1])
        g_snprintf(shard, sizeof shard, "%u/%u", first, n);
    const char *arguments[9] = { "work", merge->manifest->path };
    guint i = 2;
    if (directories[1]) {
        arguments[i++] = "--shard";
        arguments[i++] = shard;
    }
    if (merge->times.any_untimed && !merge->times.any_timed)
        arguments[i++] = "--no-timing";
    arguments[i++] = "-o";
    arguments[i++] = directories[0];
    return compare_environment_command((char *const *)arguments);
}

static gboolean check_whole(const CompareMerge *merge, char **directories, GError **error)
{
    guint first = 0, n;
    g_autofree char *list = list_missing(merge, &first, &n);
    if (n == 0)
        return TRUE;
    g_autofree char *line = command(merge, directories, first);
    g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%s: %u of %u pieces %s missing: %s; %s: %s",
                merge->manifest->path, n, merge->paths->len, n == 1 ? "is" : "are", list,
                directories[1] && n > 1 ? "the first is made by" : "made by", line);
    return FALSE;
}

CompareMerge *compare_merge_new(const CompareManifest *manifest, char **directories, GError **error)
{
    g_autoptr(CompareMerge) merge = g_new0(CompareMerge, 1);
    merge->manifest = manifest;
    merge->paths = g_ptr_array_new_with_free_func(g_free);
    merge->sums = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_set_size(merge->paths, (gint)manifest->pieces->len);
    g_ptr_array_set_size(merge->sums, (gint)manifest->pieces->len);
    if (!take_all(merge, directories, error) || !check_whole(merge, directories, error))
        return NULL;
    return g_steal_pointer(&merge);
}

/* --- writing --- */

/* Loads the piece again, and checks that it has not changed. */
static CompareDone *load_again(const CompareMerge *merge, guint number, gboolean keep_times,
                               GError **error)
{
    const char *path = merge->paths->pdata[number];
    g_autoptr(CompareDone) done = compare_done_load(path, error);
    if (!done)
        return NULL;
    if (strcmp(done->sha256, merge->sums->pdata[number]) != 0) {
        fail(path, error, "it has changed while it was merged; merge once more");
        return NULL;
    }
    if (merge->times.why ? !keep_times : !merge->times.any_timed)
        compare_times_leave_out(&merge->times, done->root);
    return g_steal_pointer(&done);
}

/* Indents every line. JSON text has line breaks only between values. */
static void put_indented(CompareOutput *out, const char *text, const char *indent)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++)
        compare_output_print(out, "%s%s%s", indent, *line, line[1] ? "\n" : "");
}

/* Prints the results as compare_print_json() does, but holds only one of them in memory. */
static gboolean put_json(const CompareMerge *merge, gboolean keep_times, CompareOutput *out,
                         GError **error)
{
    guint n = merge->paths->len;
    if (n > 1)
        compare_output_text(out, "[\n");
    for (guint i = 0; i < n; i++) {
        g_autoptr(CompareDone) done = load_again(merge, i, keep_times, error);
        if (!done)
            return FALSE;
        json_object_object_del(done->root, "piece");
        g_autofree char *text = compare_json_print_part(done->root, COMPARE_JSON_PRETTY);
        put_indented(out, text, n > 1 ? "  " : "");
        compare_output_text(out, i + 1 < n ? ",\n" : "\n");
    }
    if (n > 1)
        compare_output_text(out, "]\n");
    return TRUE;
}

static gboolean is_noisy(const CompareDone *done)
{
    json_object *noise = json_object_object_get(done->root, "noise");
    return json_object_is_type(noise, json_type_object) &&
           json_object_get_boolean(json_object_object_get(noise, "noisy"));
}

/* Prints the origin of the times: the machine of the first piece, or why times of several machines
 * differ. */
static void tell_times(const CompareMerge *merge, gboolean keep_times, ComparePage *page)
{
    const CompareTimes *times = &merge->times;
    if (!times->any_timed)
        return;
    if (times->why && !keep_times)
        compare_page_origin(page, "times: left out, which cannot be compared: %s", times->why);
    else if (times->why)
        compare_page_origin(page, "times: NOT to be compared but within a machine: %s", times->why);
    else
        compare_page_origin(page, "times: all measured on %s", times->cpu);
}

static gboolean put_table(const CompareMerge *merge, CompareStyle style, gboolean keep_times,
                          CompareOutput *out, GError **error)
{
    const CompareTimes *times = &merge->times;
    CompareEnvironment environment = { .program = merge->program,
                                       .commit = merge->commit,
                                       .compiler = times->compilers_differ ? "different compilers"
                                                                           : times->compiler,
                                       .flags = times->compilers_differ ? NULL : times->flags };
    g_autoptr(CompareRows) rows = compare_rows_new(merge->manifest, times->why && keep_times);
    guint n_noisy = 0; /* pieces with noisy times, if times are kept */
    for (guint i = 0; i < merge->paths->len; i++) {
        g_autoptr(CompareDone) done = load_again(merge, i, keep_times, error);
        if (!done || !compare_rows_add(rows, done, error))
            return FALSE;
        n_noisy += is_noisy(done) ? 1 : 0;
    }
    if (!environment.compiler)
        environment.compiler = "unknown compiler";
    style.environment = &environment;
    g_autoptr(ComparePage) page = compare_page_new(style);
    g_autofree char *name = g_path_get_basename(merge->manifest->path);
    g_autofree char *about =
        g_strdup_printf("%u piece%s of work", merge->paths->len, merge->paths->len == 1 ? "" : "s");
    compare_page_title(page, name, about);
    compare_rows_print(rows, page);
    if (n_noisy)
        compare_page_note(page, "measured on a noisy machine: %u of %u pieces", n_noisy,
                          merge->paths->len);
    tell_times(merge, keep_times, page);
    g_autofree char *text = compare_page_text(page);
    compare_output_text(out, text);
    return TRUE;
}

gboolean compare_merge_write(const CompareMerge *merge, CompareStyle style, gboolean keep_times,
                             const char *output, GError **error)
{
    CompareOutput *out = compare_output_open(output, error);
    if (!out)
        return FALSE;
    gboolean ok = style.format == COMPARE_FORMAT_JSON
                      ? put_json(merge, keep_times, out, error)
                      : put_table(merge, style, keep_times, out, error);
    if (ok)
        return compare_output_finish(out, error);
    compare_output_drop(out);
    return FALSE;
}
