/* child: runs a function in a child process, so that a crash or an endless loop of the function
 * becomes an error. */
#include "level/child.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bsp-error.h"

/* Bytes: 16 for each byte of the largest file that is imported. */
#define MAX_MEMORY ((rlim_t)4 << 30)

/* The bytes of address space that the process has: terabytes under AddressSanitizer. */
static rlim_t address_space(void)
{
    g_autofree char *text = NULL;
    g_file_get_contents("/proc/self/statm", &text, NULL, NULL);
    return text ? g_ascii_strtoull(text, NULL, 10) * (rlim_t)sysconf(_SC_PAGESIZE) : 0;
}

/* The child process: writes the result, and ends without what the parent does at its exit. */
G_NORETURN
static void work_and_exit(LevelChildWork *work, gconstpointer data, guint seconds, FILE *out)
{
    rlim_t most = address_space() + MAX_MEMORY;
    setrlimit(RLIMIT_AS, &(struct rlimit){ most, most });
    alarm(seconds);
    g_autoptr(GVariant) result = g_variant_ref_sink(work(data));
    gsize n = g_variant_get_size(result);
    _exit(fwrite(g_variant_get_data(result), 1, n, out) != n || fclose(out) != 0);
}

static GBytes *read_all(FILE *in)
{
    GByteArray *bytes = g_byte_array_new();
    guint8 chunk[4096];
    for (gsize n; (n = fread(chunk, 1, sizeof chunk, in)) > 0;)
        g_byte_array_append(bytes, chunk, (guint)n);
    fclose(in);
    return g_byte_array_free_to_bytes(bytes);
}

static gboolean check_end(pid_t child, guint seconds, const char *doing, GError **error)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return TRUE;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT, "%s was not done after %u seconds", doing,
                    seconds);
    else
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%s crashed (%s)", doing,
                    WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it exited");
    return FALSE;
}

GVariant *level_child_run(LevelChildWork *work, gconstpointer data, const GVariantType *type,
                          guint seconds, const char *doing, GError **error)
{
    int ends[2] = { -1, -1 };
    pid_t child = pipe(ends) == 0 ? fork() : -1;
    if (child == 0)
        work_and_exit(work, data, seconds, fdopen(ends[1], "w"));
    if (child < 0) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_IO, "%s has no process: %s", doing,
                    g_strerror(errno));
        return NULL;
    }
    close(ends[1]);
    g_autoptr(GBytes) bytes = read_all(fdopen(ends[0], "r"));
    return check_end(child, seconds, doing, error)
               ? g_variant_ref_sink(g_variant_new_from_bytes(type, bytes, FALSE))
               : NULL;
}
