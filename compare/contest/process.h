/* process: runs another program's command for a limited time, as timeout(1) does. */
#ifndef COMPARE_CONTEST_PROCESS_H
#define COMPARE_CONTEST_PROCESS_H

#include <glib.h>

/* Receives a printed line, without its end, which it may change. FALSE with an error ends the
 * command. */
typedef gboolean (*CompareLineFunc)(char *line, gsize length, gpointer data, GError **error);

typedef struct {
    const char *command; /* run by sh */
    const char *input;   /* passed on standard input */
    gsize input_length;
    double max_seconds;
    gsize max_line; /* bytes; from a longer line this many and one more are passed on */
    CompareLineFunc line;
    gpointer data;
    double seconds; /* receives the time that it ran */
} CompareProcess;

/* TRUE if the command ended by itself with status 0. Fails with BSP_ERROR_VALUE, or with GLib's
 * error if no process can be started. The command shares this program's standard error. */
gboolean compare_process_run(CompareProcess *process, GError **error);

#endif
