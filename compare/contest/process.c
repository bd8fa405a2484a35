/* process: runs another program's command for a limited time. timeout(1) ends the command and all
 * processes of its group, when the time is up or when this program ends. */
#include "contest/process.h"

#include <errno.h>
#include <gio/gio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "bsp-error.h"

/* Bytes read at a time: as many as a pipe holds. */
#define CHUNK 65536

/* The most chunks read after the command has ended, because a process that it left behind may still
 * write. A pipe of the largest size, 1 MiB, holds fewer. */
#define MAX_CHUNKS 64

/* How long a process that ignores SIGTERM may go on before SIGKILL. */
#define KILL_AFTER "--kill-after=1"

/* Seconds after the limit by which timeout(1) must have ended the command. */
#define LATE 3

typedef struct {
    CompareProcess *process;
    gint64 start; /* before timeout(1) starts its own clock */
    gboolean ended;
    GError *error; /* nothing more is read after an error */
} Run;

/* Standard input is a file without a name, so that nobody has to feed a pipe while the command
 * runs. Returns a descriptor, or -1 with an error. */
static int input_file(const CompareProcess *process, GError **error)
{
    FILE *file = tmpfile();
    int fd = -1;
    if (file && fwrite(process->input->str, 1, process->input->len, file) == process->input->len &&
        fflush(file) == 0 && lseek(fileno(file), 0, SEEK_SET) == 0)
        fd = dup(fileno(file));
    if (fd < 0)
        g_set_error(error, BSP_ERROR, BSP_ERROR_IO, "its input cannot be stored: %s",
                    g_strerror(errno));
    if (file)
        fclose(file);
    return fd;
}

/* Runs in the child process, between fork and exec: timeout(1) gets SIGTERM, which it passes on,
 * when this program ends. */
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
    int input = input_file(process, error);
    if (input < 0)
        return NULL;
    g_subprocess_launcher_take_stdin_fd(launcher, input);
    g_subprocess_launcher_set_child_setup(launcher, end_with_parent, NULL, NULL);
    return g_subprocess_launcher_spawn(launcher, error, "timeout", KILL_AFTER, seconds, "sh", "-c",
                                       process->command, NULL);
}

/* Returns TRUE if there may be more to read. */
static gboolean read_output(GObject *stream, gpointer data)
{
    Run *run = data;
    char chunk[CHUNK];
    gssize n = g_pollable_input_stream_read_nonblocking(G_POLLABLE_INPUT_STREAM(stream), chunk,
                                                        sizeof chunk, NULL, NULL);
    g_string_append_len(run->process->output, chunk, MAX(n, 0));
    if (run->process->output->len > run->process->max_bytes)
        g_set_error(&run->error, BSP_ERROR, BSP_ERROR_VALUE,
                    "it wrote more than %" G_GSIZE_FORMAT " bytes", run->process->max_bytes);
    return n > 0 && !run->error;
}

static void note_end(GObject *command, GAsyncResult *result, gpointer data)
{
    Run *run = data;
    g_subprocess_wait_finish(G_SUBPROCESS(command), result, NULL);
    run->ended = TRUE;
}

/* A command may stop timeout(1), which is in its group. Then the whole group is killed. */
static gboolean kill_group(gpointer command)
{
    const char *leader = g_subprocess_get_identifier(command);
    if (leader)
        kill(-(pid_t)g_ascii_strtoll(leader, NULL, 10), SIGKILL);
    return G_SOURCE_CONTINUE;
}

static void read_until_end(Run *run, GSubprocess *command)
{
    double patience = MIN(run->process->max_seconds + LATE, G_MAXUINT / 1000);
    g_autoptr(GSource) late = g_timeout_source_new((guint)(1000 * patience));
    g_source_set_callback(late, kill_group, command, NULL);
    g_source_attach(late, NULL);
    GInputStream *out = g_subprocess_get_stdout_pipe(command);
    g_autoptr(GSource) output =
        g_pollable_input_stream_create_source(G_POLLABLE_INPUT_STREAM(out), NULL);
    g_source_set_callback(output, G_SOURCE_FUNC(read_output), run, NULL);
    g_source_attach(output, NULL);
    g_subprocess_wait_async(command, NULL, note_end, run);
    for (gboolean is_stopped = FALSE; !run->ended; is_stopped = run->error != NULL) {
        g_main_context_iteration(NULL, TRUE);
        if (run->error && !is_stopped)
            g_subprocess_send_signal(command, SIGTERM);
    }
    run->process->seconds = (double)(g_get_monotonic_time() - run->start) / G_USEC_PER_SEC;
    g_source_destroy(output);
    g_source_destroy(late);
    for (guint i = 0; i < MAX_CHUNKS && !run->error && read_output(G_OBJECT(out), run); i++)
        ;
}

/* Fails if the command did not end with status 0. A shell reports a signal as a status above 128.
 */
static void check_end(Run *run, GSubprocess *command)
{
    double limit = run->process->max_seconds;
    gboolean is_signal = g_subprocess_get_if_signaled(command);
    int status =
        is_signal ? g_subprocess_get_term_sig(command) : g_subprocess_get_exit_status(command);
    if (g_subprocess_get_successful(command))
        return;
    if (run->process->seconds >= limit)
        g_set_error(&run->error, BSP_ERROR, BSP_ERROR_VALUE,
                    "it was still running after %g second%s", limit, limit == 1 ? "" : "s");
    else if (is_signal)
        g_set_error(&run->error, BSP_ERROR, BSP_ERROR_VALUE, "it was ended by signal %d (%s)",
                    status, strsignal(status));
    else if (status > 128 && status < 128 + NSIG)
        g_set_error(&run->error, BSP_ERROR, BSP_ERROR_VALUE, "it ended with exit status %d (%s)",
                    status, strsignal(status - 128));
    else
        g_set_error(&run->error, BSP_ERROR, BSP_ERROR_VALUE, "it ended with exit status %d",
                    status);
}

gboolean compare_process_run(CompareProcess *process, GError **error)
{
    Run run = { .process = process, .start = g_get_monotonic_time() };
    g_autoptr(GSubprocess) command = start(process, &run.error);
    if (command)
        read_until_end(&run, command);
    if (command && !run.error)
        check_end(&run, command);
    if (!run.error)
        return TRUE;
    g_propagate_error(error, run.error);
    return FALSE;
}
