/* process: runs another program's command for a limited time. */
#ifndef COMPARE_CONTEST_PROCESS_H
#define COMPARE_CONTEST_PROCESS_H

#include <glib.h>

typedef struct {
    const char *command;  /* for sh; it shares this program's standard error */
    const GString *input; /* the text on its standard input */
    gsize max_bytes;      /* a command that prints more is ended */
    double max_seconds;   /* a command that runs longer is ended, with all processes of its group */
    GString *output;      /* what it prints is appended */
    double seconds;       /* receives the time that it ran */
} CompareProcess;

/* TRUE if the command ended by itself with status 0. Fails with BSP_ERROR_VALUE, or with GLib's
 * error if no process can be started. The command ends with this program. */
gboolean compare_process_run(CompareProcess *process, GError **error);

#endif
