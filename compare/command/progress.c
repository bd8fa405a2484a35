/* progress: one line on standard error says what long work does. */
#include "command/progress.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "command/command.h"
#include "text/ending.h"
#include "text/strings.h"

/* On a terminal: shorter work shows nothing, and nobody reads faster than four lines a second. */
#define QUIET (1 * G_USEC_PER_SEC)
#define REWRITE (G_USEC_PER_SEC / 4)

/* In a log: a reader sees soon enough that the program works, and an hour takes 180 lines. */
#define LOG (20 * G_USEC_PER_SEC)

static gboolean on_terminal;
static gint64 start, next; /* microseconds; start: 0 before the first report */
static volatile sig_atomic_t is_shown;

/* Signal handlers may call this. */
static void erase_line(void)
{
    static const char erased[] = "\r\033[K";
    if (is_shown && write(STDERR_FILENO, erased, sizeof erased - 1) < 0)
        return; /* the failure cannot be reported */
    is_shown = FALSE;
}

/* "dumb" terminals, such as an editor's, cannot erase a line. */
static void begin(gint64 now)
{
    const char *kind = g_getenv("TERM");
    on_terminal = isatty(STDERR_FILENO) == 1 && kind && *kind && !g_str_equal(kind, "dumb");
    start = now;
    next = now + (on_terminal ? QUIET : LOG);
    if (on_terminal)
        compare_at_ending(erase_line);
}

/* The terminal cuts the line at its width, because a wrapped line cannot be erased. A background
 * job of a shell must not write over the user's typing. */
static void rewrite_line(const char *stage, double done, const char *what)
{
    g_autofree char *percent = done < 0 ? g_strdup("") : g_strdup_printf(" %.0f%%", 100 * done);
    g_autofree char *line = g_strconcat(what ? what : "", what ? ": " : "", stage, percent, NULL);
    g_autofree char *safe = compare_escape_terminal(line);
    pid_t group = tcgetpgrp(STDERR_FILENO);
    if (group >= 0 && group != getpgrp())
        return;
    is_shown = TRUE; /* before printing, so that no signal comes in between */
    fprintf(stderr, "\r\033[K\033[?7l%s\033[?7h", safe);
}

void compare_progress_at(gint64 now, const char *stage, double done, const char *what)
{
    if (!start)
        begin(now);
    if (now < next && !(on_terminal && done < 0))
        return;
    next = now + (on_terminal ? REWRITE : LOG);
    if (on_terminal)
        rewrite_line(stage, done, what);
    else
        compare_command_say("%s%s%s, %" G_GINT64_FORMAT " s", what ? what : "", what ? ": " : "",
                            stage, (now - start) / G_USEC_PER_SEC);
}

void compare_progress_stage(const char *stage, double done, gpointer what)
{
    compare_progress_at(g_get_monotonic_time(), stage, done, what);
}

void compare_progress_end(void)
{
    erase_line();
}
