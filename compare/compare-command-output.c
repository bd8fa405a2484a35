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

/* Returns 0, or why not. */
static int write_all(int fd, const char *text)
{
    gsize left = strlen(text);
    while (left) {
        gssize n = write(fd, text, left);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        text += n;
        left -= (gsize)n;
    }
    return 0;
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

static int replace(const Target *target, const char *text)
{
    g_autofree char *temporary = NULL;
    int fd = open_beside(target, &temporary);
    if (fd < 0)
        return errno;
    int code = write_all(fd, text);
    if (!code && fchmod(fd, target->mode) != 0)
        code = errno;
    if (close(fd) != 0 && !code)
        code = errno;
    if (!code && rename(temporary, target->path) != 0)
        code = errno;
    if (code)
        unlink(temporary);
    return code;
}

static int write_in_place(const Target *target, const char *text)
{
    int fd = open(target->path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    int code = write_all(fd, text);
    if (close(fd) != 0 && !code)
        code = errno;
    return code;
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

gboolean compare_output_write(const char *path, const char *text, GError **error)
{
    int code;
    if (is_stdout(path)) {
        code = write_all(STDOUT_FILENO, text);
    } else {
        Target target;
        code = target_init(&target, path);
        if (!code)
            code = target.in_place ? write_in_place(&target, text) : replace(&target, text);
        target_clear(&target);
    }
    return code == 0 || fail(path, code, error);
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
