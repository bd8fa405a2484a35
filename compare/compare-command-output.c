/* compare-command-output: results to standard output, or to a file that is replaced whole or not
 * at all. */
#include "compare-command-output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bsp-error.h"

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
        return code == ENOENT && path[0] ? 0 : code;
    }
    if (stat(target->path, &info) != 0)
        return errno;
    if (S_ISDIR(info.st_mode))
        return EISDIR;
    target->in_place = !S_ISREG(info.st_mode);
    target->mode = info.st_mode & 07777;
    return access(target->path, W_OK) == 0 ? 0 : errno;
}

/* A new file beside the target, so that it can take the target's place; -1 with errno. */
static int open_beside(const Target *target, char **temporary)
{
    *temporary = g_strdup_printf("%s.XXXXXX", target->path);
    return g_mkstemp_full(*temporary, O_WRONLY | O_CLOEXEC, 0600);
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
    g_autofree char *temporary = NULL;
    int fd = open_beside(target, &temporary);
    if (fd < 0)
        return errno;
    close(fd);
    unlink(temporary);
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
    char *temporary; /* what is to take the target's place; NULL where it is written in place */
    FILE *stream;
    int code; /* of the first thing that went wrong, 0 while nothing has */
};

static void output_free(CompareOutput *out)
{
    if (out->stream)
        fclose(out->stream);
    if (out->temporary)
        unlink(out->temporary);
    target_clear(&out->target);
    g_free(out->temporary);
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
    int fd = open_beside(&out->target, &out->temporary);
    if (fd < 0)
        g_clear_pointer(&out->temporary, g_free); /* not made, and not to be removed */
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

/* Makes the file what it replaces; returns 0, or why not. */
static int put_in_place(CompareOutput *out)
{
    if (rename(out->temporary, out->target.path) != 0)
        return errno;
    g_clear_pointer(&out->temporary, g_free);
    return 0;
}

gboolean compare_output_finish(CompareOutput *out, GError **error)
{
    if (!out->code && out->temporary && fchmod(fileno(out->stream), out->target.mode) != 0)
        out->code = errno;
    if (fclose(g_steal_pointer(&out->stream)) != 0 && !out->code)
        out->code = errno;
    if (!out->code && out->temporary)
        out->code = put_in_place(out);
    gboolean ok = out->code == 0 || fail(out->path, out->code, error);
    output_free(out);
    return ok;
}

gboolean compare_output_write(const char *path, const char *text, GError **error)
{
    CompareOutput *out = compare_output_open(path, error);
    if (!out)
        return FALSE;
    compare_output_text(out, text);
    return compare_output_finish(out, error);
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
