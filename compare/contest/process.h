/* process: a command of somebody else's, run so that it can harm nobody: fed and read at the same
 * time, for a limited time, and ended with all that it has started. */
#ifndef COMPARE_CONTEST_PROCESS_H
#define COMPARE_CONTEST_PROCESS_H

#include <glib.h>

/* A line that it printed, without its end; may be changed. FALSE ends it, with that error. */
typedef gboolean (*CompareLineFunc)(char *line, gsize length, gpointer data, GError **error);

typedef struct {
    const char *command; /* as sh takes it */
    const char *input;   /* for its standard input */
    gsize input_length;
    double max_seconds;
    gsize max_line; /* bytes; of one that is longer so many and one more are told */
    CompareLineFunc line;
    gpointer data;
    double seconds; /* that it took; filled in */
} CompareProcess;

/* TRUE when it ended by itself, with status 0. Fails with BSP_ERROR_VALUE, or as GLib does where
 * there is no process to be had; where it ended otherwise, the message has the last that it printed
 * on standard error. */
gboolean compare_process_run(CompareProcess *process, GError **error);

#endif
