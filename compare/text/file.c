/* file: writes results to standard output, or to a file that is replaced atomically. A new file has
 * no name until it is complete, so nothing remains if the program is killed. */
#define _GNU_SOURCE /* O_TMPFILE, renameat2() */
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
#include "geometry/out-of-memory.h"
#include "text/path.h"

/* Bytes. zlib has 32-bit counts of its input and output. */
#define COMPARE_GZIP_MOST (1u << 31)

static gboolean is_stdout(const char *path)
{
    return !path || strcmp(path, "-") == 0;
}

static gboolean fail(const char *path, int code, GError **error)
{
    g_autofree char *name =
        is_stdout(path) ? g_strdup("standard output") : g_filename_display_name(path);
    g_set_error(error, BSP_ERROR, BSP_ERROR_IO, "%s: cannot be written: %s", name,
                g_strerror(code));
    return FALSE;
}

/* --- signals --- */

/* Blocks all signals while the names of files are being changed. */
static void hold_signals(sigset_t *before)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, before);
}

/* Does not change errno. */
static void allow_signals(const sigset_t *before)
{
    int code = errno;
    pthread_sigmask(SIG_SETMASK, before, NULL);
    errno = code;
}

/* --- files without a name --- */

/* Makes a new file in the target's directory, which only its owner can access. Returns a
 * descriptor, or -1 with errno. If the file system has no O_TMPFILE, the file is made with a name
 * and unlinked at once. */
static int open_unnamed(const char *target)
{
    g_autofree char *directory = g_path_get_dirname(target);
    int fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0)
        return fd;
    g_autofree char *name = g_strconcat(target, ".XXXXXX", NULL);
    sigset_t before;
    hold_signals(&before);
    fd = g_mkstemp_full(name, O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0)
        unlink(name);
    allow_signals(&before);
    return fd;
}

/* Gives the file of fd a name, which must not exist. Returns 0, or -1 with errno. */
static int link_as(int fd, const char *name)
{
    char self[40];
    g_snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

/* The same by a copy: for a file that once had a name, or without /proc. */
static int copy_as(int fd, const char *name, mode_t mode)
{
    char block[1 << 16];
    ssize_t n, written = 0;
    off_t at = 0;
    int copy = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (copy < 0)
        return -1;
    while ((n = pread(fd, block, sizeof block, at)) > 0 &&
           (written = write(copy, block, (size_t)n)) > 0)
        at += written;
    gboolean failed = n < 0 || written < 0 || fchmod(copy, mode) != 0;
    int code = failed ? errno : 0;
    if (close(copy) != 0 && !code)
        code = errno;
    if (code)
        unlink(name);
    errno = code;
    return code ? -1 : 0;
}

struct CompareOutput {
    char *path;       /* NULL: standard output */
    char *target;     /* the path with all links resolved; NULL: standard output */
    mode_t mode;      /* of the target */
    gboolean unnamed; /* written to a file without a name, which then replaces the target */
    FILE *stream;
    char *beside;       /* the name of the new file beside the target, then of the old one */
    gboolean in_place;  /* the new file has replaced the target */
    gboolean was_there; /* the target existed when it was replaced */
    int code;           /* errno of the first failure; 0: none yet */
};

static CompareOutput *output_new(const char *path)
{
    CompareOutput *out = g_new0(CompareOutput, 1);
    out->path = is_stdout(path) ? NULL : g_strdup(path);
    return out;
}

static void output_free(CompareOutput *out)
{
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
        out->unnamed = TRUE;
        out->target = strdup(out->path);
        return !out->target ? ENOMEM : code == ENOENT && out->path[0] ? 0 : code;
    }
    if (stat(out->target, &info) != 0)
        return errno;
    if (S_ISDIR(info.st_mode))
        return EISDIR;
    out->unnamed = S_ISREG(info.st_mode); /* not a device or pipe */
    out->mode = info.st_mode & 07777;
    return access(out->target, W_OK) == 0 ? 0 : errno;
}

static int prepare(CompareOutput *out)
{
    return out->path ? find_target(out) : check_stdout();
}

/* Returns a descriptor, or -1 with errno. */
static int open_prepared(const CompareOutput *out)
{
    if (out->unnamed)
        return open_unnamed(out->target);
    return out->path ? open(out->target, O_WRONLY | O_CLOEXEC) : dup(STDOUT_FILENO);
}

/* Making a file is the surest test of whether the directory permits it. */
gboolean compare_output_check(const char *path, GError **error)
{
    CompareOutput *out = output_new(path);
    int code = prepare(out);
    if (!code && out->unnamed) {
        int fd = open_unnamed(out->target);
        if (fd < 0)
            code = errno;
        else
            close(fd);
    }
    output_free(out);
    return code == 0 || fail(path, code, error);
}

CompareOutput *compare_output_open(const char *path, GError **error)
{
    CompareOutput *out = output_new(path);
    int code = prepare(out), fd = code ? -1 : open_prepared(out);
    out->stream = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (out->stream)
        return out;
    fail(path, code ? code : errno, error);
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

/* Flushes the stream to the file. A file without a name stays open. */
static void end_stream(CompareOutput *out)
{
    int failed = out->unnamed ? fflush(out->stream) : fclose(g_steal_pointer(&out->stream));
    if (out->unnamed && !failed)
        failed = fchmod(fileno(out->stream), out->mode);
    if (failed && !out->code)
        out->code = errno;
}

/* --- replacing the targets --- */

/* Names the new file beside its target. Returns 0, or -1 with errno. */
static int name_beside(CompareOutput *out)
{
    g_autofree char *directory = g_path_get_dirname(out->target);
    g_autofree char *base = g_path_get_basename(out->target);
    int fd = fileno(out->stream), failed = -1;
    for (guint i = 0; failed && i < 100 && (i == 0 || errno == EEXIST); i++) {
        g_autofree char *name =
            g_strdup_printf("%s/%.200s.%06x", directory, base, g_random_int() & 0xffffff);
        failed = link_as(fd, name);
        if (failed && errno != EEXIST)
            failed = copy_as(fd, name, out->mode);
        if (!failed)
            out->beside = g_steal_pointer(&name);
    }
    return failed;
}

/* Replaces the target by the new file. If the file system can exchange two names, the old file is
 * kept as out->beside. */
static int replace(CompareOutput *out)
{
    struct stat info;
    const char *path = out->target;
    out->was_there = lstat(path, &info) == 0;
    if (out->was_there && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    if (out->was_there && renameat2(AT_FDCWD, out->beside, AT_FDCWD, path, RENAME_EXCHANGE) == 0)
        return 0;
    if (rename(out->beside, path) != 0)
        return -1;
    g_clear_pointer(&out->beside, g_free);
    return 0;
}

/* If the target does not exist, the new file gets its name directly. */
static void take_place(CompareOutput *out)
{
    if (link_as(fileno(out->stream), out->target) != 0 &&
        (name_beside(out) != 0 || replace(out) != 0))
        out->code = errno;
    out->in_place = !out->code;
}

static void put_back(CompareOutput *out)
{
    if (!out->in_place)
        return;
    if (out->beside)
        rename(out->beside, out->target);
    else if (!out->was_there)
        unlink(out->target);
    g_clear_pointer(&out->beside, g_free);
}

/* Replaces all targets or none. After a failure, old files are restored if the file system can
 * exchange names. */
static void put_in_place(CompareOutput *const *outs, guint n)
{
    gboolean ok = TRUE;
    sigset_t before;
    hold_signals(&before);
    for (guint i = 0; ok && i < n; i++) {
        if (outs[i]->unnamed)
            take_place(outs[i]);
        ok = !outs[i]->code;
    }
    for (guint i = 0; !ok && i < n; i++)
        put_back(outs[i]);
    for (guint i = 0; i < n; i++)
        if (outs[i]->beside)
            unlink(outs[i]->beside);
    allow_signals(&before);
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
    gboolean ok = !failed || fail(failed->path, failed->code, error);
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

/* gzip: compresses text. */

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
        bsp_out_of_memory();
    gsize size = deflateBound(&stream, length);
    g_autofree char *out = g_malloc(size);
    stream.next_out = (Bytef *)out;
    stream.avail_out = (uInt)size;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        bsp_out_of_memory();
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
