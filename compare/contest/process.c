/* process: runs another program's command so that it cannot do harm. */
#include "contest/process.h"

#include <errno.h>
#include <glib-unix.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bsp-error.h"
#include "text/ending.h"

/* Milliseconds between two checks whether the process still runs. */
#define TICK 20

/* Bytes. CHUNK: read at a time. LAST_WORDS: how much of the end of standard error is kept. */
#define CHUNK 65536
#define LAST_WORDS 400

typedef struct {
    CompareProcess *process;
    GPid pid;       /* leader of a process group with the same number */
    int out, err;   /* -1 where closed */
    GString *line;  /* a line without its end so far */
    GString *words; /* the end of standard error */
    gint64 start;
    GError *error; /* why the run was abandoned */
} Run;

/* --- signals --- */

/* The process group of the running command, which the terminal's interrupt does not reach. */
static volatile sig_atomic_t running;

/* Ends the command when this program is ended. */
static void end_running(void)
{
    if (running > 0)
        kill(-(pid_t)running, SIGKILL);
}

/* --- starting and ending --- */

/* Runs in the child process, between fork and exec. */
static void lead_group(gpointer data)
{
    (void)data;
    setpgid(0, 0);
}

/* Standard input is a file without a name, so that nobody has to feed a pipe while the command
 * runs. The caller closes it. NULL with an error. */
static FILE *input_file(const CompareProcess *process, GError **error)
{
    FILE *file = tmpfile();
    if (file && fwrite(process->input, 1, process->input_length, file) == process->input_length &&
        fflush(file) == 0) {
        rewind(file);
        return file;
    }
    g_set_error(error, BSP_ERROR, BSP_ERROR_IO, "its input cannot be stored: %s",
                g_strerror(errno));
    if (file)
        fclose(file);
    return NULL;
}

static gboolean start_command(Run *run)
{
    const char *const argv[] = { "/bin/sh", "-c", run->process->command, NULL };
    FILE *input = input_file(run->process, &run->error);
    if (!input)
        return FALSE;
    gboolean ok = g_spawn_async_with_pipes_and_fds(
        NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, lead_group, NULL, fileno(input), -1, -1, NULL,
        NULL, 0, &run->pid, NULL, &run->out, &run->err, &run->error);
    fclose(input);
    if (!ok)
        return FALSE;
    running = run->pid;
    g_unix_set_fd_nonblocking(run->out, TRUE, NULL);
    g_unix_set_fd_nonblocking(run->err, TRUE, NULL);
    return TRUE;
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Kills the group. Until its leader is reaped, no other group can have its number. */
static void kill_group(const Run *run)
{
    kill(-run->pid, SIGKILL);
}

static gboolean has_ended(const Run *run)
{
    siginfo_t info = { 0 };
    return waitid(P_PID, (id_t)run->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == run->pid;
}

/* --- reading --- */

static double seconds_since(gint64 start)
{
    return (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

static void add_line(Run *run)
{
    run->process->line(run->line->str, run->line->len, run->process->data, &run->error);
    g_string_truncate(run->line, 0);
}

static void add_output(Run *run, const char *text, gsize length)
{
    while (length > 0 && !run->error) {
        const char *end = memchr(text, '\n', length);
        gsize n = end ? (gsize)(end - text) : length;
        gsize room = run->process->max_line + 1 - MIN(run->process->max_line + 1, run->line->len);
        g_string_append_len(run->line, text, (gssize)MIN(n, room));
        if (end || run->line->len > run->process->max_line)
            add_line(run);
        n += end ? 1 : 0;
        text += n;
        length -= n;
    }
}

static void add_error_output(Run *run, const char *text, gsize length)
{
    g_string_append_len(run->words, text, (gssize)length);
    if (run->words->len > LAST_WORDS)
        g_string_erase(run->words, 0, (gssize)(run->words->len - LAST_WORDS));
}

/* Passes the read text to `handle`. FALSE if there is nothing more to read, now or at all. */
static gboolean read_some(Run *run, int *fd,
                          void (*handle)(Run *run, const char *text, gsize length))
{
    char buffer[CHUNK];
    ssize_t n = *fd >= 0 ? read(*fd, buffer, sizeof buffer) : 0;
    if (n > 0)
        handle(run, buffer, (gsize)n);
    else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        close_fd(fd);
    return n > 0;
}

static void check_time(Run *run)
{
    if (!run->error && seconds_since(run->start) > run->process->max_seconds)
        g_set_error(&run->error, BSP_ERROR, BSP_ERROR_VALUE,
                    "it was still running after %g second%s", run->process->max_seconds,
                    run->process->max_seconds == 1 ? "" : "s");
}

static void wait_and_read(Run *run)
{
    struct pollfd fds[] = { { run->out, POLLIN, 0 }, { run->err, POLLIN, 0 } };
    if (poll(fds, G_N_ELEMENTS(fds), TICK) <= 0)
        return;
    if (fds[0].revents)
        read_some(run, &run->out, add_output);
    if (fds[1].revents)
        read_some(run, &run->err, add_error_output);
}

/* The most chunks read from the pipes at the end: more than pipes hold. */
#define MAX_CHUNKS 64

/* Reads what is left in the pipes. A process that has left the group may still write, but only
 * until the time is up. */
static void read_remaining(Run *run)
{
    while (!run->error && read_some(run, &run->out, add_output))
        check_time(run);
    for (guint i = 0; i < MAX_CHUNKS && read_some(run, &run->err, add_error_output); i++)
        ;
}

/* --- exit status --- */

static void set_status_error(GError **error, int status)
{
    if (WIFSIGNALED(status))
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "it was ended by signal %d (%s)",
                    WTERMSIG(status), strsignal(WTERMSIG(status)));
    /* sh reports a signal in this way */
    else if (WEXITSTATUS(status) > 128 && WEXITSTATUS(status) < 128 + NSIG)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "it ended with exit status %d (%s)",
                    WEXITSTATUS(status), strsignal(WEXITSTATUS(status) - 128));
    else if (WEXITSTATUS(status) != 0)
        g_set_error(error, BSP_ERROR, BSP_ERROR_VALUE, "it ended with exit status %d",
                    WEXITSTATUS(status));
}

/* Appends the end of standard error, as one line. */
static void add_error_words(GError *error, const GString *words)
{
    g_autofree char *valid = g_utf8_make_valid(words->str, -1);
    g_strdelimit(g_strstrip(valid), "\n\r\t", ' ');
    if (!*valid)
        return;
    char *message = g_strdup_printf("%s; its last output: %s", error->message, valid);
    g_free(error->message);
    error->message = message;
}

/* --- processes that left the group --- */

/* Makes this program the parent of the command's orphaned descendants, or stops that. */
static void adopt_orphans(gboolean adopt)
{
    prctl(PR_SET_CHILD_SUBREAPER, adopt ? 1UL : 0UL, 0UL, 0UL, 0UL);
}

/* The most searches for children, a millisecond apart, because killed processes leave children of
 * their own. */
#define MAX_LOOKS 1000

/* Kills this program's children and their children. Meanwhile this program has no children except
 * those of the command. */
static void end_orphans(void)
{
    g_autofree char *path = g_strdup_printf("/proc/self/task/%d/children", (int)getpid());
    for (guint i = 0; i < MAX_LOOKS; i++) {
        g_autofree char *text = NULL;
        if (!g_file_get_contents(path, &text, NULL, NULL) || !*text)
            return;
        g_auto(GStrv) children = g_strsplit(g_strstrip(text), " ", -1);
        for (char **child = children; *child; child++) {
            pid_t pid = (pid_t)g_ascii_strtoll(*child, NULL, 10);
            if (pid > 0 && kill(pid, SIGKILL) == 0)
                waitpid(pid, NULL, WNOHANG);
        }
        g_usleep(1000);
    }
}

/* Ends the process group and reads the remaining output. Reports the exit status rather than the
 * error of an unfinished last line. */
static void finish(Run *run)
{
    int status = 0;
    kill_group(run);
    read_remaining(run);
    while (waitpid(run->pid, &status, 0) < 0 && errno == EINTR)
        ;
    running = 0;
    end_orphans();
    if (!run->error && status != 0) {
        set_status_error(&run->error, status);
        add_error_words(run->error, run->words);
    }
    if (!run->error && run->line->len)
        add_line(run);
    g_spawn_close_pid(run->pid);
}

static void read_until_end(Run *run)
{
    /* Checks whether the command has ended before each reading, so that all output is read. */
    while (!run->error && !has_ended(run)) {
        wait_and_read(run);
        check_time(run);
    }
    run->process->seconds = seconds_since(run->start);
    finish(run);
}

gboolean compare_process_run(CompareProcess *process, GError **error)
{
    Run run = { .process = process,
                .out = -1,
                .err = -1,
                .line = g_string_new(NULL),
                .words = g_string_new(NULL),
                .start = g_get_monotonic_time() };
    compare_at_ending(end_running);
    adopt_orphans(TRUE);
    if (start_command(&run))
        read_until_end(&run);
    adopt_orphans(FALSE);
    close_fd(&run.out);
    close_fd(&run.err);
    g_string_free(run.line, TRUE);
    g_string_free(run.words, TRUE);
    if (!run.error)
        return TRUE;
    g_propagate_error(error, run.error);
    return FALSE;
}
