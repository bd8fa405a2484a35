/* process: runs another program's command for a limited time, as timeout(1) does. */
#ifndef COMPARE_CONTEST_PROCESS_H
#define COMPARE_CONTEST_PROCESS_H

#include <glib.h>

typedef struct {
    const char *command;  /* run by sh */
    const GString *input; /* passed on standard input */
    double max_seconds;
    gsize max_bytes; /* of the output; a command that prints more is ended */
    GString *output; /* receives what it prints */
    double seconds;  /* receives the time that it ran */
} CompareProcess;

/* TRUE if the command ended by itself with status 0. Fails with BSP_ERROR_VALUE, or with GLib's
 * error if no process can be started. The command shares this program's standard error. */
gboolean compare_process_run(CompareProcess *process, GError **error);

#endif
