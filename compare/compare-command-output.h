/* compare-command-output: results to standard output, or to a file that is replaced whole or not
 * at all. */
#ifndef COMPARE_COMMAND_OUTPUT_H
#define COMPARE_COMMAND_OUTPUT_H

#include <glib.h>

/* Whether a path can be written, asked before the work whose result shall go there. NULL and "-"
 * are standard output. Fails with BSP_ERROR_IO. */
gboolean compare_output_check(const char *path, GError **error);

/* Writes the text. A regular file is replaced by a new one that keeps its permissions; a link's
 * target is replaced, not the link; a device or pipe is written to. Fails with BSP_ERROR_IO. */
gboolean compare_output_write(const char *path, const char *text, GError **error);

/* Whether two paths, neither NULL, are one file. */
gboolean compare_output_same(const char *a, const char *b);

#endif
