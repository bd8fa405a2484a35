/* process: runs another program's command. */
#ifndef COMPARE_CONTEST_PROCESS_H
#define COMPARE_CONTEST_PROCESS_H

#include <glib.h>

/* Runs the command by sh with this text on its standard input, and appends to `output` what it
 * prints. A command that prints more than max_bytes is ended. *seconds receives the time that it
 * ran. TRUE if the command ended by itself with status 0. Fails with BSP_ERROR_VALUE, or with
 * GLib's error if no process can be started. The command shares this program's standard error. */
gboolean compare_process_run(const char *command, const GString *input, gsize max_bytes,
                             GString *output, double *seconds, GError **error);

#endif
