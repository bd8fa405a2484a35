/* child: runs a function in a child process, so that a crash or an endless loop of the function
 * becomes an error. */
#include "level/child.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bsp-error.h"

/* Bytes. This limit of memory is 16 times the size of the largest file that is imported. */
#define MAX_MEMORY ((rlim_t)4 << 30)

/* Returns the bytes of address space of the process. Under AddressSanitizer, they are terabytes. */
static rlim_t address_space(void)
{
    g_autofree char *text = NULL;
    g_file_get_contents("/proc/self/statm", &text, NULL, NULL);
    return text ? g_ascii_strtoull(text, NULL, 10) * (rlim_t)sysconf(_SC_PAGESIZE) : 0;
}

/* Lowers a limit. A limit that is lower already does not change. */
static void limit(int resource, rlim_t most)
{
    struct rlimit old;
    if (getrlimit(resource, &old) == 0)
        setrlimit(resource, &(struct rlimit){ MIN(most, old.rlim_cur), old.rlim_max });
}

/* Limits the resources of the child process, and makes it end with its parent. The alarm must work
 * even if the program was started with signals ignored or blocked. */
static void confine(guint seconds)
{
    sigset_t none;
    sigemptyset(&none);
    signal(SIGALRM, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_AS, address_space() + MAX_MEMORY);
    limit(RLIMIT_CORE, 0);
    alarm(seconds);
}

/* Writes the result of work(data), and ends the child process. Functions that the parent registered
 * with atexit() do not run. */
G_NORETURN
static void write_and_exit(LevelChildWork *work, gconstpointer data, FILE *out)
{
    g_autoptr(GVariant) result = g_variant_ref_sink(work(data));
    gsize n = g_variant_get_size(result);
    _exit(fwrite(g_variant_get_data(result), 1, n, out) != n || fclose(out) != 0);
}

static GBytes *read_all(int in)
{
    GByteArray *bytes = g_byte_array_new();
    guint8 chunk[4096];
    gssize n;
    while ((n = read(in, chunk, sizeof chunk)) > 0 || (n < 0 && errno == EINTR))
        g_byte_array_append(bytes, chunk, (guint)MAX(n, 0));
    close(in);
    return g_byte_array_free_to_bytes(bytes);
}

static gboolean check_end(pid_t child, gboolean has_result, guint seconds, const char *doing,
                          GError **error)
{
    int status = 0;
    pid_t ended;
    while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR)
        continue;
    gboolean is_signal = ended == child && WIFSIGNALED(status);
    if (ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0 && has_result)
        return TRUE;
    if (is_signal && WTERMSIG(status) == SIGALRM)
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT, "%s did not end within %u seconds", doing,
                    seconds);
    else
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "%s crashed (%s)", doing,
                    is_signal ? strsignal(WTERMSIG(status)) : "no result");
    return FALSE;
}

GVariant *level_child_run(LevelChildWork *work, gconstpointer data, const GVariantType *type,
                          guint seconds, const char *doing, GError **error)
{
    int ends[2] = { -1, -1 };
    signal(SIGCHLD, SIG_DFL); /* if this signal is ignored, the status of the child is lost */
    pid_t child = pipe(ends) == 0 ? fork() : -1;
    if (child == 0) {
        close(ends[0]);
        confine(seconds);
        write_and_exit(work, data, fdopen(ends[1], "w"));
    }
    if (child < 0)
        g_set_error(error, BSP_ERROR, BSP_ERROR_IO, "%s cannot be started: %s", doing,
                    g_strerror(errno));
    if (ends[1] >= 0)
        close(ends[1]);
    g_autoptr(GBytes) bytes = ends[0] >= 0 ? read_all(ends[0]) : NULL;
    return child > 0 && check_end(child, g_bytes_get_size(bytes) > 0, seconds, doing, error)
               ? g_variant_ref_sink(g_variant_new_from_bytes(type, bytes, FALSE))
               : NULL;
}
