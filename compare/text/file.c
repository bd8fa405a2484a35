/* file: writes results to standard output, or to a file that is replaced as a whole. */
#include "text/file.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsp-error.h"
#include "text/path.h"

static gboolean is_stdout(const char *path)
{
    return !path || strcmp(path, "-") == 0;
}

static gboolean fail_to_write(const char *path, const char *reason, GError **error)
{
    g_autofree char *name =
        is_stdout(path) ? g_strdup("standard output") : g_filename_display_name(path);
    g_set_error(error, BSP_ERROR, BSP_ERROR_IO, "%s: cannot be written: %s", name, reason);
    return FALSE;
}

/* --- checking --- */

/* Returns whether the output is written by replacing the file. Devices and pipes are written
 * directly. */
static gboolean is_replaced(const char *path)
{
    struct stat info;
    return stat(path, &info) != 0 || S_ISREG(info.st_mode);
}

/* Returns the path with all links resolved, or the path itself if there is no such file. */
static char *resolve_links(const char *path)
{
    g_autofree char *real = realpath(path, NULL);
    return g_strdup(real ? real : path);
}

/* Returns 0, or an errno if no file can be made in the folder of the path. */
static int check_directory(const char *path)
{
    g_autofree char *target = resolve_links(path), *directory = g_path_get_dirname(target);
    return access(directory, W_OK | X_OK) == 0 ? 0 : errno;
}

/* Returns 0, or an errno if the path cannot be written. */
static int check_path(const char *path)
{
    struct stat info;
    if (is_stdout(path)) {
        int flags = fcntl(STDOUT_FILENO, F_GETFL);
        return flags == -1 ? errno : (flags & O_ACCMODE) == O_RDONLY ? EBADF : 0;
    }
    if (stat(path, &info) != 0)
        return errno == ENOENT && *path ? check_directory(path) : errno;
    if (S_ISDIR(info.st_mode))
        return EISDIR;
    if (access(path, W_OK) != 0)
        return errno;
    return S_ISREG(info.st_mode) ? check_directory(path) : 0;
}

gboolean compare_output_check(const char *path, GError **error)
{
    int code = check_path(path);
    return code == 0 || fail_to_write(path, g_strerror(code), error);
}

gboolean compare_output_same(const char *a, const char *b)
{
    struct stat x, y;
    if (is_stdout(a) || is_stdout(b))
        return is_stdout(a) && is_stdout(b);
    if (stat(a, &x) == 0 && stat(b, &y) == 0)
        return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    g_autofree char *p = g_canonicalize_filename(a, NULL), *q = g_canonicalize_filename(b, NULL);
    return strcmp(p, q) == 0;
}

gboolean compare_output_check_input(const char *path, const char *input, GError **error)
{
    struct stat info;
    g_autofree char *file = compare_path_file(input);
    if (is_stdout(path) || stat(path, &info) != 0 || !compare_output_same(path, file))
        return TRUE;
    if (S_ISFIFO(info.st_mode))
        return fail_to_write(path, "it is also the input, so no program would read the output",
                             error);
    return !S_ISREG(info.st_mode) ||
           fail_to_write(path, "it is also the input, which would be lost", error);
}

/* --- writing --- */

/* Replaces a regular file. The new file gets the permissions of the old one. */
static gboolean replace_file(const char *path, const char *data, gsize length, GError **error)
{
    struct stat info;
    g_autofree char *target = resolve_links(path);
    int mode = stat(target, &info) == 0 ? (int)info.st_mode & 07777 : 0666;
    g_autoptr(GError) reason = NULL;
    return g_file_set_contents_full(target, data, (gssize)length, G_FILE_SET_CONTENTS_CONSISTENT,
                                    mode, &reason) ||
           fail_to_write(path, reason->message, error);
}

/* Writes to a stream. Standard output stays open. */
static gboolean write_stream(const char *path, const char *data, gsize length, GError **error)
{
    FILE *stream = is_stdout(path) ? stdout : fopen(path, "w");
    int code = !stream || fwrite(data, 1, length, stream) < length ? errno : 0;
    if (stream && (stream == stdout ? fflush(stream) : fclose(stream)) != 0 && !code)
        code = errno;
    return code == 0 || fail_to_write(path, g_strerror(code), error);
}

static gboolean write_data(const char *path, const char *data, gsize length, GError **error)
{
    return compare_output_check(path, error) &&
           (!is_stdout(path) && is_replaced(path) ? replace_file(path, data, length, error)
                                                  : write_stream(path, data, length, error));
}

gboolean compare_output_write(const char *path, const char *text, GError **error)
{
    return write_data(path, text, strlen(text), error);
}

gboolean compare_output_write_bytes(const char *path, GBytes *bytes, GError **error)
{
    gsize length;
    const char *data = g_bytes_get_data(bytes, &length);
    return write_data(path, data, length, error);
}

gboolean compare_outputs_write(const CompareText *texts, guint n, GError **error)
{
    for (guint i = 0; i < n; i++)
        if (!compare_output_write(texts[i].path, texts[i].text, error))
            return FALSE;
    return TRUE;
}

/* --- compressing --- */

GBytes *compare_gzip(const char *text, gsize length)
{
    g_autoptr(GZlibCompressor) gzip = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9);
    g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable();
    g_autoptr(GOutputStream) stream = g_converter_output_stream_new(memory, G_CONVERTER(gzip));
    /* This cannot fail, because it writes to memory. */
    g_output_stream_write_all(stream, text, length, NULL, NULL, NULL);
    g_output_stream_close(stream, NULL, NULL);
    return g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(memory));
}

gboolean compare_gzip_write(const char *path, const char *text, GError **error)
{
    if (!path || !g_str_has_suffix(path, ".gz"))
        return compare_output_write(path, text, error);
    g_autoptr(GBytes) bytes = compare_gzip(text, strlen(text));
    return compare_output_write_bytes(path, bytes, error);
}
