/* process: runs another program's command for a limited time. */
#ifndef COMPARE_CONTEST_PROCESS_H
#define COMPARE_CONTEST_PROCESS_H

#include <glib.h>

typedef struct {
    const char *command;  /* a command for sh; it shares this program's standard error */
    const GString *input; /* the text for its standard input */
    gsize max_bytes;      /* bytes; a command that prints more is ended */
    double max_seconds;   /* a command that runs longer is ended, with all processes of its group */
    GString *output;      /* the command's standard output is appended to it */
} CompareProcess;

/* Returns TRUE if the command ended by itself with status 0. Fails with BSP_ERROR_VALUE, or with
 * GLib's error if no process can be started. If this program ends, the command ends, too. */
gboolean compare_process_run(const CompareProcess *process, GError **error);

#endif
