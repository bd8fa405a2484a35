/* progress: one line on a terminal that tells how far long work has come. */
#include "command/progress.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "text/escape.h"

#define QUIET (1 * G_USEC_PER_SEC)
#define INTERVAL (G_USEC_PER_SEC / 10)

CompareProgress compare_progress_new(void)
{
    return (CompareProgress){ .terminal = isatty(STDERR_FILENO) == 1,
                              .start = g_get_monotonic_time() };
}

/* A line that wraps could not be rewritten in place. */
static glong terminal_width(void)
{
    struct winsize size;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1 : 79;
}

void compare_progress_stage(const char *stage, double done, gpointer user_data)
{
    CompareProgress *progress = user_data;
    if (!progress->terminal)
        return;
    gint64 now = g_get_monotonic_time();
    if (now - progress->start < QUIET || now - progress->last < INTERVAL)
        return;
    g_autofree char *line =
        g_strdup_printf("%s%s%s %3.0f%%", progress->what ? progress->what : "",
                        progress->what ? ": " : "", stage, 100 * CLAMP(done, 0, 1));
    g_autofree char *safe = compare_escape_terminal(line);
    g_autofree char *cut =
        g_utf8_substring(safe, 0, MIN(g_utf8_strlen(safe, -1), terminal_width()));
    fprintf(stderr, "\r%s\033[K", cut);
    fflush(stderr);
    progress->last = now;
    progress->shown = TRUE;
}

void compare_progress_end(CompareProgress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = FALSE;
}
