/* progress: shows the progress of long work in one line on a terminal. */
#include "command/progress.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "text/ending.h"
#include "text/strings.h"

#define QUIET (1 * G_USEC_PER_SEC)
#define INTERVAL (G_USEC_PER_SEC / 4)

/* The remaining time is shown only after this many seconds and this fraction of the work. */
#define LEAST_TIME 2.0
#define LEAST_DONE 0.02

/* The progress of one task. */
typedef struct {
    gboolean is_reported;
    double done;  /* 0 to 1; less than 0: unknown */
    gint64 began; /* microseconds */
} Part;

/* A thread that prints the progress which other threads report. It must not allocate memory,
 * because the program measures memory meanwhile. */
struct _CompareTicker {
    GThread *thread;
    GMutex mutex; /* guards all the following fields */
    GCond over_cond;
    gboolean over;
    char *stage; /* as reported */
    char *line;  /* as shown: with the name in front, and safe for terminals */
    Part part, all;
    gint64 start;
};

/* TRUE if standard error is a terminal that can erase lines. "dumb" ones, such as an editor's,
 * cannot. */
static gboolean on_terminal(void)
{
    const char *kind = g_getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && kind && *kind && !g_str_equal(kind, "dumb");
}

CompareProgress compare_progress_new(void)
{
    return (CompareProgress){ .terminal = on_terminal(), .start = g_get_monotonic_time() };
}

/* --- erasing the line --- */

/* Bits of the line's state: it is on the terminal; the thread is writing it; it must not be written
 * again. */
enum { SHOWN = 1, BEING_WRITTEN = 2, OVER = 4 };
static guint line_state;

/* Milliseconds. A signal handler waits this long for the thread to finish writing, because a
 * terminal may block it. */
#define MOST_WAIT 250

/* Signal handlers may call this. */
static void erase_line(void)
{
    static const char erased[] = "\r\033[K";
    int code = errno;
    if (((guint)g_atomic_int_get(&line_state) & SHOWN) &&
        write(STDERR_FILENO, erased, sizeof erased - 1) < 0)
        errno = code; /* the failure cannot be reported */
    g_atomic_int_and(&line_state, ~(guint)SHOWN);
}

/* Erases the line, and prevents the thread, which continues, from writing it again. */
static void silence_line(void)
{
    int code = errno;
    g_atomic_int_or(&line_state, OVER);
    for (int i = 0; i < MOST_WAIT && ((guint)g_atomic_int_get(&line_state) & BEING_WRITTEN); i++)
        poll(NULL, 0, 1);
    errno = code;
    erase_line();
}

static void catch_stop(void);

/* Handles the signal that stops the program (SIGTSTP): erases the line, then stops the program as
 * the default handler does. Returns when the program continues. */
static void stop_program(int number)
{
    int code = errno;
    sigset_t set;
    silence_line();
    sigemptyset(&set);
    sigaddset(&set, number);
    signal(number, SIG_DFL);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    g_atomic_int_and(&line_state, ~(guint)OVER);
    catch_stop();
    errno = code;
}

/* Replaces only the default handler: ignored signals stay ignored. */
static void catch_stop(void)
{
    struct sigaction action = { .sa_handler = stop_program, .sa_flags = SA_RESTART }, old;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGTSTP, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
        sigaction(SIGTSTP, &action, NULL);
}

/* --- the line --- */

/* The line must fit the terminal, because a wrapped line cannot be rewritten in place. */
static guint terminal_width(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
}

static guint columns_of(gunichar c)
{
    return g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
}

/* Returns how many bytes of the text fit into this many columns. */
static int bytes_that_fit(const char *text, guint columns)
{
    const char *end = text;
    for (guint taken = 0; *end; end = g_utf8_next_char(end)) {
        taken += columns_of(g_utf8_get_char(end));
        if (taken > columns)
            break;
    }
    return (int)(end - text);
}

/* Writes a time such as "12 s", "3 min" or "1 h 10 min". */
static void describe_time(double seconds, char *text, gsize size)
{
    guint64 whole = (guint64)ceil(CLAMP(seconds, 1, 1e9));
    if (whole < 60)
        g_snprintf(text, size, "%" G_GUINT64_FORMAT " s", whole);
    else if (whole < 3600)
        g_snprintf(text, size, "%" G_GUINT64_FORMAT " min", whole / 60);
    else
        g_snprintf(text, size, "%" G_GUINT64_FORMAT " h %" G_GUINT64_FORMAT " min", whole / 3600,
                   whole % 3600 / 600 * 10);
}

/* Writes " 34%, 12 s left", from the mean speed so far. If the progress is unknown, writes the
 * elapsed time: ": 7 s". */
static void describe_part(const Part *part, gint64 now, char *text, gsize size)
{
    char time[64];
    double elapsed = (double)(now - part->began) / G_USEC_PER_SEC, done = MIN(part->done, 1);
    gboolean is_known = done >= LEAST_DONE && elapsed >= LEAST_TIME;
    describe_time(is_known ? elapsed * (1 - done) / done : floor(elapsed), time, sizeof time);
    if (done < 0)
        g_snprintf(text, size, ": %s", time);
    else if (is_known)
        g_snprintf(text, size, " %3.0f%%, %s left", 100 * done, time);
    else
        g_snprintf(text, size, " %3.0f%%", 100 * done);
}

/* Shows the line. If it is too long, the name is cut, because the progress matters more. */
static void show_line(CompareTicker *ticker)
{
    char part[128], all[128] = "";
    gint64 now = g_get_monotonic_time();
    guint width = terminal_width();
    describe_part(&ticker->part, now, part, sizeof part);
    if (ticker->all.is_reported)
        describe_part(&ticker->all, now, all, sizeof all);
    const char *of_all = ticker->all.is_reported ? "; all of it" : "";
    guint tail = (guint)(strlen(part) + strlen(of_all) + strlen(all));
    if (tail > width) {
        of_all = "";
        all[0] = '\0';
        tail = (guint)strlen(part);
    }
    int length = bytes_that_fit(ticker->line, width > tail ? width - tail : 0);
    /* Set before printing, so that no signal comes in between. */
    if (!(g_atomic_int_or(&line_state, SHOWN | BEING_WRITTEN) & OVER)) {
        fprintf(stderr, "\r%.*s%.*s%s%s\033[K", length, ticker->line, (int)width, part, of_all,
                all);
        fflush(stderr);
    }
    g_atomic_int_and(&line_state, ~(guint)BEING_WRITTEN);
}

/* A background job of a shell must not write over the user's typing. */
static gboolean in_foreground(void)
{
    pid_t group = tcgetpgrp(STDERR_FILENO);
    return group < 0 || group == getpgrp();
}

static gpointer print_reports(gpointer data)
{
    CompareTicker *ticker = data;
    gint64 next = ticker->start + QUIET;
    g_mutex_lock(&ticker->mutex);
    while (!ticker->over) {
        if (g_cond_wait_until(&ticker->over_cond, &ticker->mutex, next))
            continue;
        if (in_foreground())
            show_line(ticker);
        next = g_get_monotonic_time() + INTERVAL;
    }
    g_mutex_unlock(&ticker->mutex);
    return NULL;
}

/* Blocks signals in the thread, because handlers in other threads may have to wait for it. */
static void start_thread(CompareTicker *ticker)
{
    sigset_t all, before;
    sigfillset(&all);
    compare_at_ending(silence_line);
    catch_stop();
    pthread_sigmask(SIG_BLOCK, &all, &before);
    ticker->thread = g_thread_try_new("progress", print_reports, ticker, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* --- reports --- */

static CompareTicker *ticker_new(gint64 start)
{
    CompareTicker *ticker = g_new0(CompareTicker, 1);
    ticker->start = start;
    ticker->line = g_strdup("");
    g_mutex_init(&ticker->mutex);
    g_cond_init(&ticker->over_cond);
    ticker->part.began = g_get_monotonic_time();
    return ticker;
}

static void set_part(Part *part, double done, gint64 now)
{
    if (!part->is_reported || done < part->done) /* the stage has begun again, for another object */
        part->began = now;
    part->is_reported = TRUE;
    part->done = done;
}

static void begin_stage(CompareTicker *ticker, const char *what, const char *stage)
{
    g_autofree char *line = g_strconcat(what ? what : "", what ? ": " : "", stage, NULL);
    g_free(ticker->stage);
    g_free(ticker->line);
    ticker->stage = g_strdup(stage);
    ticker->line = compare_escape_terminal(line);
    ticker->part.is_reported = FALSE;
}

void compare_progress_stage(const char *stage, double done, gpointer user_data)
{
    CompareProgress *progress = user_data;
    gint64 now = g_get_monotonic_time();
    if (!progress->terminal)
        return;
    if (!progress->ticker)
        progress->ticker = ticker_new(progress->start);
    CompareTicker *ticker = progress->ticker;
    g_mutex_lock(&ticker->mutex);
    if (stage && g_strcmp0(stage, ticker->stage) != 0)
        begin_stage(ticker, progress->what, stage);
    set_part(stage ? &ticker->part : &ticker->all, done, now);
    g_mutex_unlock(&ticker->mutex);
    /* If no thread can be started, no line is shown. */
    if (!ticker->thread)
        start_thread(ticker);
}

void compare_progress_end(CompareProgress *progress)
{
    CompareTicker *ticker = g_steal_pointer(&progress->ticker);
    if (!ticker)
        return;
    g_mutex_lock(&ticker->mutex);
    ticker->over = TRUE;
    g_cond_signal(&ticker->over_cond);
    g_mutex_unlock(&ticker->mutex);
    if (ticker->thread)
        g_thread_join(ticker->thread);
    erase_line();
    g_mutex_clear(&ticker->mutex);
    g_cond_clear(&ticker->over_cond);
    g_free(ticker->stage);
    g_free(ticker->line);
    g_free(ticker);
}
