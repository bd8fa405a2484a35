/* file: results to standard output, or to a file that is replaced whole or not
 * at all. */
#include "text/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsp-error.h"
#include "text/path.h"
#include "text/temporary.h"

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

/* --- what is to be replaced --- */

typedef struct {
    char *path;        /* of the file itself, where that is a link's target */
    gboolean in_place; /* a device or pipe */
    mode_t mode;
} Target;

static void target_clear(Target *target)
{
    free(target->path);
}

/* Returns 0, or why it cannot be written. */
static int target_init(Target *target, const char *path)
{
    struct stat info;
    *target = (Target){ .path = realpath(path, NULL) };
    if (!target->path) {
        /* Not there yet: permissions as for any new file. */
        int code = errno;
        mode_t mask = umask(0);
        umask(mask);
        target->mode = 0666 & ~mask;
        target->path = strdup(path);
        return !target->path ? ENOMEM : code == ENOENT && path[0] ? 0 : code;
    }
    if (stat(target->path, &info) != 0)
        return errno;
    if (S_ISDIR(info.st_mode))
        return EISDIR;
    target->in_place = !S_ISREG(info.st_mode);
    target->mode = info.st_mode & 07777;
    return access(target->path, W_OK) == 0 ? 0 : errno;
}

/* --- checking --- */

static int check_stdout(void)
{
    int flags = fcntl(STDOUT_FILENO, F_GETFL);
    if (flags == -1)
        return errno;
    return (flags & O_ACCMODE) == O_RDONLY ? EBADF : 0;
}

/* The surest way to know whether a file can be made in a directory is to make one. */
static int try_beside(const Target *target)
{
    int fd;
    g_autoptr(CompareTemporary) temporary = compare_temporary_new(target->path, &fd);
    if (!temporary)
        return errno;
    close(fd);
    return 0;
}

gboolean compare_output_check(const char *path, GError **error)
{
    int code;
    if (is_stdout(path)) {
        code = check_stdout();
    } else {
        Target target;
        code = target_init(&target, path);
        if (!code && !target.in_place)
            code = try_beside(&target);
        target_clear(&target);
    }
    return code == 0 || fail(path, code, error);
}

/* --- writing --- */

struct CompareOutput {
    char *path; /* NULL: standard output */
    Target target;
    CompareTemporary *temporary; /* to take the target's place; NULL where that is written to */
    FILE *stream;
    int code; /* of the first thing that went wrong, 0 while nothing has */
};

static void output_free(CompareOutput *out)
{
    if (out->stream)
        fclose(out->stream);
    compare_temporary_free(out->temporary);
    target_clear(&out->target);
    g_free(out->path);
    g_free(out);
}

/* Each returns a descriptor, or -1 with errno. */
static int open_stdout(void)
{
    errno = check_stdout();
    return errno ? -1 : dup(STDOUT_FILENO);
}

static int open_target(CompareOutput *out)
{
    int code = target_init(&out->target, out->path);
    if (code) {
        errno = code;
        return -1;
    }
    if (out->target.in_place)
        return open(out->target.path, O_WRONLY | O_CLOEXEC);
    int fd;
    out->temporary = compare_temporary_new(out->target.path, &fd);
    return fd;
}

CompareOutput *compare_output_open(const char *path, GError **error)
{
    CompareOutput *out = g_new0(CompareOutput, 1);
    out->path = is_stdout(path) ? NULL : g_strdup(path);
    int fd = out->path ? open_target(out) : open_stdout();
    out->stream = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (out->stream)
        return out;
    fail(path, errno, error);
    output_free(out);
    return NULL;
}

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

void compare_output_bytes(CompareOutput *out, GBytes *bytes)
{
    gsize size;
    gconstpointer data = g_bytes_get_data(bytes, &size);
    if (!out->code && fwrite(data, 1, size, out->stream) < size)
        out->code = errno;
}

/* What was written reaches the file, or what it is written to in place. */
static void close_stream(CompareOutput *out)
{
    if (!out->code && out->temporary && fchmod(fileno(out->stream), out->target.mode) != 0)
        out->code = errno;
    if (fclose(g_steal_pointer(&out->stream)) != 0 && !out->code)
        out->code = errno;
}

/* Of outputs without a mistake so far. The mistake that there is in the end goes to its output. */
static void put_in_place(CompareOutput *const *outs, guint n)
{
    CompareTemporary *temporaries[COMPARE_MAX_TEMPORARIES];
    CompareOutput *owners[COMPARE_MAX_TEMPORARIES];
    guint n_files = 0, failed;
    for (guint i = 0; i < n; i++) {
        if (!outs[i]->temporary)
            continue;
        owners[n_files] = outs[i];
        temporaries[n_files++] = outs[i]->temporary;
    }
    int code = compare_temporaries_put_in_place(temporaries, n_files, &failed);
    if (code)
        owners[failed]->code = code;
}

/* The first that something went wrong with. */
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
        close_stream(outs[i]);
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
    compare_output_bytes(out, bytes);
    return compare_output_finish(out, error);
}

gboolean compare_outputs_write(const CompareText *texts, guint n, GError **error)
{
    CompareOutput *outs[COMPARE_MAX_TEMPORARIES];
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
