/* process: runs another program's command for a limited time. timeout(1) ends the command and all
 * processes of its group when the time is up or when this program ends. */
#include "contest/process.h"

#include <errno.h>
#include <gio/gio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "bsp-error.h"
#include "text/strings.h"

/* Bytes read at a time, because a pipe holds this number of bytes. */
#define CHUNK 65536

/* Returns the descriptor of a nameless file with the input, or -1 with an error. The command reads
 * the file, so that this program need not write to a pipe meanwhile. */
static int input_file(const GString *input, GError **error)
{
    FILE *file = tmpfile();
    int fd = -1;
    if (file && fwrite(input->str, 1, input->len, file) == input->len && fflush(file) == 0 &&
        lseek(fileno(file), 0, SEEK_SET) == 0)
        fd = dup(fileno(file));
    if (fd < 0)
        g_set_error(error, BSP_ERROR, BSP_ERROR_IO,
                    "its input cannot be stored in a temporary file: %s", g_strerror(errno));
    if (file)
        fclose(file);
    return fd;
}

static gboolean read_all(GSubprocess *command, gsize max_bytes, GString *output, GError **error)
{
    GInputStream *out = g_subprocess_get_stdout_pipe(command);
    char chunk[CHUNK];
    gssize n = 0;
    while (output->len <= max_bytes &&
           (n = g_input_stream_read(out, chunk, CHUNK, NULL, error)) > 0)
        g_string_append_len(output, chunk, n);
    if (n > 0) {
        g_subprocess_send_signal(command, SIGTERM);
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE,
                    "it wrote more than the limit of %" G_GSIZE_FORMAT " bytes", max_bytes);
    }
    return n == 0;
}

/* Fails if the command did not end with status 0. A shell reports a signal as a status above 128.
 */
static gboolean check_end(const CompareProcess *process, double seconds, GSubprocess *command,
                          GError **error)
{
    gboolean is_signal = g_subprocess_get_if_signaled(command);
    int status =
        is_signal ? g_subprocess_get_term_sig(command) : g_subprocess_get_exit_status(command);
    int number = is_signal ? status : status - 128;
    if (g_subprocess_get_successful(command))
        return TRUE;
    if (seconds >= process->max_seconds)
        return compare_wrong(error, "it was ended, because it was still running after %g seconds",
                             process->max_seconds);
    if (number > 0 && number < NSIG)
        return compare_wrong(error, "it was ended by signal %d (%s)", number, strsignal(number));
    return compare_wrong(error, "it ended with exit status %d", status);
}

/* Runs in the child process, between fork and exec. When this program ends, timeout(1) gets
 * SIGTERM, which it passes on. */
static void end_with_parent(gpointer data)
{
    (void)data;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
}

static GSubprocess *start(const CompareProcess *process, GError **error)
{
    char seconds[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_dtostr(seconds, sizeof seconds, process->max_seconds);
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE);
    int fd = input_file(process->input, error);
    if (fd < 0)
        return NULL;
    g_subprocess_launcher_take_stdin_fd(launcher, fd);
    g_subprocess_launcher_set_child_setup(launcher, end_with_parent, NULL, NULL);
    return g_subprocess_launcher_spawn(launcher, error, "timeout", "--kill-after=1", seconds, "sh",
                                       "-c", process->command, NULL);
}

gboolean compare_process_run(const CompareProcess *process, GError **error)
{
    gint64 begin = g_get_monotonic_time();
    g_autoptr(GSubprocess) command = start(process, error);
    if (!command)
        return FALSE;
    gboolean is_read = read_all(command, process->max_bytes, process->output, error);
    g_input_stream_close(g_subprocess_get_stdout_pipe(command), NULL, NULL);
    g_subprocess_wait(command, NULL, NULL);
    double seconds = (double)(g_get_monotonic_time() - begin) / G_USEC_PER_SEC;
    return is_read && check_end(process, seconds, command, error);
}
