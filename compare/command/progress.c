/* progress: shows the stage of long work in one line on a terminal. */
#include "command/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "text/strings.h"

/* Microseconds. The line changes at most four times a second, because nobody reads faster. */
#define REWRITE (G_USEC_PER_SEC / 4)

#define ERASE "\r\033[K"

/* Monotonic times, in microseconds, of the first report and of the earliest next change. */
static gint64 first_report, next_change;
static gboolean is_shown;

/* Returns whether the terminal can erase a line and this program may write to it. "Dumb" terminals,
 * for example in an editor, cannot erase a line. A background job of a shell must not write over
 * the user's typing. */
static gboolean may_write(void)
{
    const char *kind = g_getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && kind && *kind && !g_str_equal(kind, "dumb") &&
           tcgetpgrp(STDERR_FILENO) == getpgrp();
}

/* The terminal cuts the line at its width, because a wrapped line cannot be erased. */
void compare_progress_stage(const char *stage, double done, gpointer what)
{
    gint64 now = g_get_monotonic_time();
    if (!first_report) {
        first_report = now;
        next_change = now + G_USEC_PER_SEC; /* work of less than a second shows nothing */
    }
    if ((now < next_change && done >= 0) || !may_write())
        return;
    next_change = now + REWRITE;
    g_autofree char *line =
        g_strdup_printf("%s%s%s, %" G_GINT64_FORMAT " s", what ? (const char *)what : "",
                        what ? ": " : "", stage, (now - first_report) / G_USEC_PER_SEC);
    g_autofree char *safe = compare_escape_terminal(line);
    fprintf(stderr, ERASE "\033[?7l%s\033[?7h", safe);
    is_shown = TRUE;
}

void compare_progress_end(void)
{
    if (is_shown)
        fputs(ERASE, stderr);
    is_shown = FALSE;
}
