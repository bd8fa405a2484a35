/* file: writes results to standard output, or to a file that is replaced atomically. A new file has
 * no name until it is complete, so nothing remains if the program is killed. */
#define _GNU_SOURCE /* O_TMPFILE */
#include "text/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "bsp-error.h"
#include "text/need.h"
#include "text/path.h"

/* Bytes. zlib has 32-bit counts of its input and output. */
#define COMPARE_GZIP_MOST (1u << 31)

static gboolean is_stdout(const char *path)
{
    return !path || strcmp(path, "-") == 0;
}

static gboolean fail_to_write(const char *path, int code, GError **error)
{
    g_autofree char *name =
        is_stdout(path) ? g_strdup("standard output") : g_filename_display_name(path);
    g_set_error(error, BSP_ERROR, BSP_ERROR_IO, "%s: cannot be written: %s", name,
                g_strerror(code));
    return FALSE;
}

struct CompareOutput {
    char *path;       /* NULL: standard output */
    char *target;     /* the path with all links resolved; NULL: standard output */
    mode_t mode;      /* of the target */
    gboolean is_file; /* a regular file, which a new one replaces */
    FILE *stream;
    char *beside; /* the name of the new file; NULL: it has none yet, or has replaced the target */
    int code;     /* errno of the first failure; 0: none yet */
};

static CompareOutput *output_new(const char *path)
{
    CompareOutput *out = g_new0(CompareOutput, 1);
    out->path = is_stdout(path) ? NULL : g_strdup(path);
    return out;
}

/* A new file that has not replaced the target is removed. */
static void output_free(CompareOutput *out)
{
    if (out->beside)
        unlink(out->beside);
    if (out->stream)
        fclose(out->stream);
    free(out->target);
    g_free(out->beside);
    g_free(out->path);
    g_free(out);
}

/* --- opening --- */

static int check_stdout(void)
{
    int flags = fcntl(STDOUT_FILENO, F_GETFL);
    if (flags == -1)
        return errno;
    return (flags & O_ACCMODE) == O_RDONLY ? EBADF : 0;
}

/* Examines the target. Returns 0, or an errno if it cannot be written. */
static int find_target(CompareOutput *out)
{
    struct stat info;
    out->target = realpath(out->path, NULL);
    if (!out->target) {
        /* The target does not exist: it gets the permissions of a new file. */
        int code = errno;
        mode_t mask = umask(0);
        umask(mask);
        out->mode = 0666 & ~mask;
        out->is_file = TRUE;
        out->target = strdup(out->path);
        return !out->target ? ENOMEM : code == ENOENT && out->path[0] ? 0 : code;
    }
    if (stat(out->target, &info) != 0)
        return errno;
    if (S_ISDIR(info.st_mode))
        return EISDIR;
    out->is_file = S_ISREG(info.st_mode); /* not a device or pipe */
    out->mode = info.st_mode & 07777;
    return access(out->target, W_OK) == 0 ? 0 : errno;
}

static int prepare_output(CompareOutput *out)
{
    return out->path ? find_target(out) : check_stdout();
}

/* Makes a new file in the target's directory, which only its owner can access. It has no name, or
 * a name beside the target if the file system has no O_TMPFILE. Returns a descriptor, or -1 with
 * errno. */
static int open_new(CompareOutput *out)
{
    g_autofree char *directory = g_path_get_dirname(out->target);
    int fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0)
        return fd;
    out->beside = g_strconcat(out->target, ".XXXXXX", NULL);
    fd = g_mkstemp_full(out->beside, O_RDWR | O_CLOEXEC, 0600);
    if (fd < 0)
        g_clear_pointer(&out->beside, g_free);
    return fd;
}

/* Returns a descriptor, or -1 with errno. */
static int open_prepared(CompareOutput *out)
{
    if (out->is_file)
        return open_new(out);
    return out->path ? open(out->target, O_WRONLY | O_CLOEXEC) : dup(STDOUT_FILENO);
}

/* Making a file is the surest test of whether the directory permits it. A pipe is not opened,
 * because its reader would see it end. */
gboolean compare_output_check(const char *path, GError **error)
{
    CompareOutput *out = output_new(path);
    int code = prepare_output(out);
    if (!code && out->is_file) {
        int fd = open_new(out);
        if (fd < 0)
            code = errno;
        else
            close(fd);
    }
    output_free(out);
    return code == 0 || fail_to_write(path, code, error);
}

CompareOutput *compare_output_open(const char *path, GError **error)
{
    CompareOutput *out = output_new(path);
    int code = prepare_output(out), fd = code ? -1 : open_prepared(out);
    out->stream = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (out->stream)
        return out;
    fail_to_write(path, code ? code : errno, error);
    output_free(out);
    return NULL;
}

/* --- writing --- */

void compare_output_text(CompareOutput *out, const char *text)
{
    if (!out->code && fputs(text, out->stream) == EOF)
        out->code = errno;
}

void compare_output_print(CompareOutput *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (!out->code && vfprintf(out->stream, format, arguments) < 0)
        out->code = errno;
    va_end(arguments);
}

static void output_bytes(CompareOutput *out, GBytes *bytes)
{
    gsize size;
    gconstpointer data = g_bytes_get_data(bytes, &size);
    if (!out->code && fwrite(data, 1, size, out->stream) < size)
        out->code = errno;
}

/* Flushes the stream to the file. A new file stays open, because it may have no name. */
static void end_stream(CompareOutput *out)
{
    int failed = out->is_file ? fflush(out->stream) : fclose(g_steal_pointer(&out->stream));
    if (out->is_file && !failed)
        failed = fchmod(fileno(out->stream), out->mode);
    if (failed && !out->code)
        out->code = errno;
}

/* --- replacing the targets --- */

/* Names the new file beside its target, if it has no name. */
static void name_beside(CompareOutput *out)
{
    char self[40];
    g_autofree char *directory = g_path_get_dirname(out->target);
    g_autofree char *base = g_path_get_basename(out->target);
    g_snprintf(self, sizeof self, "/proc/self/fd/%d", fileno(out->stream));
    int failed = -1;
    for (guint i = 0; !out->beside && failed && i < 100 && (i == 0 || errno == EEXIST); i++) {
        g_autofree char *name =
            g_strdup_printf("%s/%.200s.%06x", directory, base, g_random_int() & 0xffffff);
        failed = linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
        if (!failed)
            out->beside = g_steal_pointer(&name);
    }
    if (!out->beside)
        out->code = errno;
}

static gboolean is_directory(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* Replaces all targets or none: what could fail is done for all of them before the first is
 * replaced. Signals wait, so that none ends the program in between. */
static void put_in_place(CompareOutput *const *outs, guint n)
{
    gboolean ok = TRUE;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    for (guint i = 0; ok && i < n; i++) {
        if (outs[i]->is_file && is_directory(outs[i]->target))
            outs[i]->code = EISDIR;
        else if (outs[i]->is_file)
            name_beside(outs[i]);
        ok = !outs[i]->code;
    }
    for (guint i = 0; ok && i < n; i++) {
        if (outs[i]->is_file && rename(outs[i]->beside, outs[i]->target) != 0)
            outs[i]->code = errno;
        else
            g_clear_pointer(&outs[i]->beside, g_free);
        ok = !outs[i]->code;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* The first output that failed. */
static const CompareOutput *find_failed(CompareOutput *const *outs, guint n)
{
    for (guint i = 0; i < n; i++)
        if (outs[i]->code)
            return outs[i];
    return NULL;
}

gboolean compare_outputs_finish(CompareOutput *const *outs, guint n, GError **error)
{
    for (guint i = 0; i < n; i++)
        end_stream(outs[i]);
    if (!find_failed(outs, n))
        put_in_place(outs, n);
    const CompareOutput *failed = find_failed(outs, n);
    gboolean ok = !failed || fail_to_write(failed->path, failed->code, error);
    for (guint i = 0; i < n; i++)
        output_free(outs[i]);
    return ok;
}

void compare_output_drop(CompareOutput *out)
{
    output_free(out);
}

gboolean compare_output_finish(CompareOutput *out, GError **error)
{
    return compare_outputs_finish(&out, 1, error);
}

gboolean compare_output_write(const char *path, const char *text, GError **error)
{
    return compare_outputs_write(&(CompareText){ path, text }, 1, error);
}

gboolean compare_output_write_bytes(const char *path, GBytes *bytes, GError **error)
{
    CompareOutput *out = compare_output_open(path, error);
    if (!out)
        return FALSE;
    output_bytes(out, bytes);
    return compare_output_finish(out, error);
}

gboolean compare_outputs_write(const CompareText *texts, guint n, GError **error)
{
    g_autofree CompareOutput **outs = g_new0(CompareOutput *, n);
    for (guint i = 0; i < n; i++) {
        outs[i] = compare_output_open(texts[i].path, error);
        if (!outs[i]) {
            while (i-- > 0)
                output_free(outs[i]);
            return FALSE;
        }
    }
    for (guint i = 0; i < n; i++)
        compare_output_text(outs[i], texts[i].text);
    return compare_outputs_finish(outs, n, error);
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
    struct stat x, y;
    g_autofree char *file = compare_path_file(input);
    if (is_stdout(path) || stat(path, &x) != 0 || stat(file, &y) != 0 || !S_ISREG(x.st_mode) ||
        x.st_dev != y.st_dev || x.st_ino != y.st_ino)
        return TRUE;
    g_autofree char *name = g_filename_display_name(path);
    g_set_error(error, BSP_ERROR, BSP_ERROR_IO,
                "%s: cannot be written: it is the input, which would be lost", name);
    return FALSE;
}

/* --- compresses text --- */

/* Values for zlib: a gzip header, and the highest memory level. */
#define GZIP_WINDOW (15 + 16)
#define MOST_MEMORY 9

/* Whether the path ends in .gz, so that the file is to be compressed. */
static gboolean gzip_wanted(const char *path)
{
    gsize n = path ? strlen(path) : 0;
    return n > 3 && g_ascii_strcasecmp(path + n - 3, ".gz") == 0;
}

GBytes *compare_gzip(const char *text, gsize length)
{
    z_stream stream = { .next_in = (Bytef *)(gpointer)text, .avail_in = (uInt)length };
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MOST_MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        compare_out_of_memory();
    gsize size = deflateBound(&stream, length);
    g_autofree char *out = g_malloc(size);
    stream.next_out = (Bytef *)out;
    stream.avail_out = (uInt)size;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        compare_out_of_memory();
    gsize written = stream.total_out;
    deflateEnd(&stream);
    return g_bytes_new(out, written);
}

gboolean compare_gzip_write(const char *path, const char *text, GError **error)
{
    if (!gzip_wanted(path))
        return compare_output_write(path, text, error);
    gsize length = strlen(text);
    if (length > COMPARE_GZIP_MOST) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "%s: too long to be compressed; without .gz it can be written", path);
        return FALSE;
    }
    g_autoptr(GBytes) bytes = compare_gzip(text, length);
    return compare_output_write_bytes(path, bytes, error);
}
