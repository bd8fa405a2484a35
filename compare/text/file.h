/* file: results to standard output, or to a file that is replaced whole or not
 * at all. */
#ifndef COMPARE_FILE_H
#define COMPARE_FILE_H

#include <glib.h>

/* Whether a path can be written, asked before the work whose result shall go there. NULL and "-"
 * are standard output. Fails with BSP_ERROR_IO. */
gboolean compare_output_check(const char *path, GError **error);

/* A result on its way out, piece by piece: it need not fit into memory. A regular file stays as it
 * was until the end, and is then replaced by a new one that keeps its permissions; a link's target
 * is replaced, not the link; a device or pipe is written to. Nothing stays behind if a signal ends
 * the program. SIGKILL may leave a file "NAME.xxxxxx" in the moment in which names are exchanged.
 */
typedef struct CompareOutput CompareOutput;

/* NULL with BSP_ERROR_IO. */
CompareOutput *compare_output_open(const char *path, GError **error);

/* What cannot be written is told by compare_output_finish(). */
void compare_output_text(CompareOutput *out, const char *text);
void compare_output_bytes(CompareOutput *out, GBytes *bytes);
void compare_output_print(CompareOutput *out, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Ends the output, which is freed. On FALSE, with BSP_ERROR_IO, a file is what it was before. */
gboolean compare_output_finish(CompareOutput *out, GError **error);

/* Frees it without that: a file is what it was before. */
void compare_output_drop(CompareOutput *out);

/* Ends several: on FALSE all files are what they were before, if the file system can exchange two
 * names (renameat2()). For one thread, while every other blocks signals. */
gboolean compare_outputs_finish(CompareOutput *const *outs, guint n, GError **error);

/* All of that for one text, and for several. */
gboolean compare_output_write(const char *path, const char *text, GError **error);
gboolean compare_output_write_bytes(const char *path, GBytes *bytes, GError **error);
typedef struct {
    const char *path, *text;
} CompareText;
gboolean compare_outputs_write(const CompareText *texts, guint n, GError **error);

/* Whether the output is another file than this one, which was read, or whose member was. Fails with
 * BSP_ERROR_IO. */
gboolean compare_output_check_input(const char *path, const char *input, GError **error);

/* Whether two paths, neither NULL, are one file. */
gboolean compare_output_same(const char *a, const char *b);

#endif
