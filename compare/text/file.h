/* file: writes results to standard output, or to a file that is replaced atomically. */
#ifndef COMPARE_FILE_H
#define COMPARE_FILE_H

#include <glib.h>

/* Checks that a path can be written, before the work is done whose result goes there. NULL and "-"
 * are standard output. Fails with BSP_ERROR_IO. */
gboolean compare_output_check(const char *path, GError **error);

/* A result that is written piece by piece, and need not fit into memory. A regular file is
 * unchanged until the end, and is then replaced by a new one with the same permissions. A link's
 * target is replaced, not the link. A device or pipe is written directly. Nothing remains if a
 * signal ends the program, except on file systems without O_TMPFILE or by SIGKILL at the moment of
 * replacement: then a file "NAME.xxxxxx" may remain. */
typedef struct CompareOutput CompareOutput;

/* Returns NULL with BSP_ERROR_IO. */
CompareOutput *compare_output_open(const char *path, GError **error);

/* compare_output_finish() reports errors of these functions. */
void compare_output_text(CompareOutput *out, const char *text);
void compare_output_print(CompareOutput *out, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Ends and frees the output. Returns FALSE with BSP_ERROR_IO; a file is then unchanged. */
gboolean compare_output_finish(CompareOutput *out, GError **error);

/* Frees the output without finishing it: a file stays unchanged. */
void compare_output_drop(CompareOutput *out);

/* Ends several outputs. On FALSE all files are unchanged: what can fail is done for all of them
 * before the first is replaced. Call from one thread, while all others block signals. */
gboolean compare_outputs_finish(CompareOutput *const *outs, guint n, GError **error);

/* Open, write and finish one text, or several. */
gboolean compare_output_write(const char *path, const char *text, GError **error);
gboolean compare_output_write_bytes(const char *path, GBytes *bytes, GError **error);
typedef struct {
    const char *path, *text;
} CompareText;
gboolean compare_outputs_write(const CompareText *texts, guint n, GError **error);

/* Checks that the output is not the input file, or the archive that holds the input. Fails with
 * BSP_ERROR_IO. */
gboolean compare_output_check_input(const char *path, const char *input, GError **error);

/* Whether two paths, neither NULL, lead to the same file. */
gboolean compare_output_same(const char *a, const char *b);

/* --- compresses text --- */

/* Returns the text as a gzip file without time or name, so that equal texts give equal bytes.
 * length is at most COMPARE_GZIP_MOST. */
GBytes *compare_gzip(const char *text, gsize length);

/* Like compare_output_write(), but compresses the text if the path ends in .gz. A text to compress
 * of more than COMPARE_GZIP_MOST bytes fails with BSP_ERROR_LIMIT. */
gboolean compare_gzip_write(const char *path, const char *text, GError **error);

#endif
