/* progress: one line on a terminal that tells how far long work has come. */
#include "command/progress.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "command/left.h"
#include "text/ending.h"
#include "text/escape.h"

#define QUIET (1 * G_USEC_PER_SEC)
#define INTERVAL (G_USEC_PER_SEC / 4)

/* How far something has come. */
typedef struct {
    gboolean told;
    double done;
    CompareLeft left;
} Part;

/* The thread writes what the others have told; it takes no memory, which is measured meanwhile. */
struct _CompareTicker {
    GThread *thread;
    GMutex mutex; /* of all that follows */
    GCond over_cond;
    gboolean over;
    char *stage; /* as it was told */
    char *line;  /* as it is shown: what it is of, and safe for terminals */
    Part part, all;
    gint64 start;
};

/* A terminal that erases lines as all do but "dumb" ones, such as an editor's. */
static gboolean on_terminal(void)
{
    const char *kind = g_getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && kind && *kind && !g_str_equal(kind, "dumb");
}

CompareProgress compare_progress_new(void)
{
    return (CompareProgress){ .terminal = on_terminal(), .start = g_get_monotonic_time() };
}

/* --- erasing it --- */

/* Of the line: whether it is on the terminal, whether the thread is writing it just now, and
 * whether it must not be written any more. */
enum { SHOWN = 1, BEING_WRITTEN = 2, OVER = 4 };
static guint line_state;

/* Milliseconds. A signal waits so long for the thread to have written; a terminal may let nobody
 * write. */
#define MOST_WAIT 250

/* May be called by handlers of signals. */
static void erase(void)
{
    static const char erased[] = "\r\033[K";
    int code = errno;
    if (((guint)g_atomic_int_get(&line_state) & SHOWN) &&
        write(STDERR_FILENO, erased, sizeof erased - 1) < 0)
        errno = code; /* nobody is left to be told */
    g_atomic_int_and(&line_state, ~(guint)SHOWN);
}

/* The same while the thread goes on, which writes no more then. */
static void silence(void)
{
    int code = errno;
    g_atomic_int_or(&line_state, OVER);
    for (int i = 0; i < MOST_WAIT && ((guint)g_atomic_int_get(&line_state) & BEING_WRITTEN); i++)
        poll(NULL, 0, 1);
    errno = code;
    erase();
}

static void catch_stop(void);

/* Stops the program as if there were no handler; it is here again once the program goes on. */
static void stop(int number)
{
    int code = errno;
    sigset_t set;
    silence();
    sigemptyset(&set);
    sigaddset(&set, number);
    signal(number, SIG_DFL);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    g_atomic_int_and(&line_state, ~(guint)OVER);
    catch_stop();
    errno = code;
}

/* Only in the place of the default: what is ignored stays so. */
static void catch_stop(void)
{
    struct sigaction action = { .sa_handler = stop, .sa_flags = SA_RESTART }, old;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGTSTP, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
        sigaction(SIGTSTP, &action, NULL);
}

/* --- the line --- */

/* A line that wraps could not be rewritten in place. */
static guint terminal_width(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
}

static guint columns_of(gunichar c)
{
    return g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1;
}

/* Bytes of the text that take at most so many columns. */
static int fitting(const char *text, guint columns)
{
    const char *end = text;
    for (guint taken = 0; *end; end = g_utf8_next_char(end)) {
        taken += columns_of(g_utf8_get_char(end));
        if (taken > columns)
            break;
    }
    return (int)(end - text);
}

/* " 34%, 12 s left"; of what has told nothing of itself: ": 7 s", which it has taken. */
static void describe(const Part *part, gint64 now, char *text, gsize size)
{
    char time[64];
    double left = compare_left_seconds(&part->left, now);
    compare_left_text(left >= 0 ? left : (double)((now - part->left.began) / G_USEC_PER_SEC), time,
                      sizeof time);
    if (part->done < 0)
        g_snprintf(text, size, ": %s", time);
    else
        g_snprintf(text, size, " %3.0f%%%s%s%s", 100 * MIN(part->done, 1), left >= 0 ? ", " : "",
                   left >= 0 ? time : "", left >= 0 ? " left" : "");
}

/* What does not fit is cut from the name; how far it has come is what is looked for. */
static void show(CompareTicker *ticker)
{
    char part[128], all[128] = "";
    gint64 now = g_get_monotonic_time();
    guint width = terminal_width();
    describe(&ticker->part, now, part, sizeof part);
    if (ticker->all.told)
        describe(&ticker->all, now, all, sizeof all);
    const char *of_all = ticker->all.told ? "; all of it" : "";
    guint tail = (guint)(strlen(part) + strlen(of_all) + strlen(all));
    if (tail > width) {
        of_all = "";
        all[0] = '\0';
        tail = (guint)strlen(part);
    }
    int length = fitting(ticker->line, width > tail ? width - tail : 0);
    /* Before it is, so that no signal comes in between. */
    if (!(g_atomic_int_or(&line_state, SHOWN | BEING_WRITTEN) & OVER)) {
        fprintf(stderr, "\r%.*s%.*s%s%s\033[K", length, ticker->line, (int)width, part, of_all,
                all);
        fflush(stderr);
    }
    g_atomic_int_and(&line_state, ~(guint)BEING_WRITTEN);
}

/* What runs in the background of a shell must not write over what is typed. */
static gboolean in_foreground(void)
{
    pid_t group = tcgetpgrp(STDERR_FILENO);
    return group < 0 || group == getpgrp();
}

static gpointer tick(gpointer data)
{
    CompareTicker *ticker = data;
    gint64 next = ticker->start + QUIET;
    g_mutex_lock(&ticker->mutex);
    while (!ticker->over) {
        if (g_cond_wait_until(&ticker->over_cond, &ticker->mutex, next))
            continue;
        if (in_foreground())
            show(ticker);
        next = g_get_monotonic_time() + INTERVAL;
    }
    g_mutex_unlock(&ticker->mutex);
    return NULL;
}

/* Signals are for the other threads, one of which may have to make them wait. */
static void start_thread(CompareTicker *ticker)
{
    sigset_t all, before;
    sigfillset(&all);
    compare_at_ending(silence);
    catch_stop();
    pthread_sigmask(SIG_BLOCK, &all, &before);
    ticker->thread = g_thread_try_new("progress", tick, ticker, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* --- what is told --- */

static CompareTicker *ticker_new(gint64 start)
{
    CompareTicker *ticker = g_new0(CompareTicker, 1);
    ticker->start = start;
    ticker->line = g_strdup("");
    g_mutex_init(&ticker->mutex);
    g_cond_init(&ticker->over_cond);
    ticker->part.left = compare_left_begin(g_get_monotonic_time());
    return ticker;
}

static void tell(Part *part, double done, gint64 now)
{
    if (!part->told || done < part->done) /* the same stage again, of something else */
        part->left = compare_left_begin(now);
    part->told = TRUE;
    part->done = done;
    compare_left_tell(&part->left, done, now);
}

static void begin_stage(CompareTicker *ticker, const char *what, const char *stage)
{
    g_autofree char *line = g_strconcat(what ? what : "", what ? ": " : "", stage, NULL);
    g_free(ticker->stage);
    g_free(ticker->line);
    ticker->stage = g_strdup(stage);
    ticker->line = compare_escape_terminal(line);
    ticker->part.told = FALSE;
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
    tell(stage ? &ticker->part : &ticker->all, done, now);
    g_mutex_unlock(&ticker->mutex);
    /* Where there is no thread to be had, there is no line. */
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
    erase();
    g_mutex_clear(&ticker->mutex);
    g_cond_clear(&ticker->over_cond);
    g_free(ticker->stage);
    g_free(ticker->line);
    g_free(ticker);
}
