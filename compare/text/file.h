/* file: writes results to standard output, or to a file that is replaced as a whole. */
#ifndef COMPARE_FILE_H
#define COMPARE_FILE_H

#include <glib.h>

/* Checks that a path can be written, before the long work for its contents begins. NULL and "-" are
 * standard output. Fails with BSP_ERROR_IO. */
gboolean compare_output_check(const char *path, GError **error);

/* Writes a result. A regular file does not change until a complete new file, with the same
 * permissions, replaces it. If the path is a link, its target is replaced. A device or pipe is
 * written directly. If a signal ends the program while it writes, a file "NAME.xxxxxx" may remain.
 * Fails with BSP_ERROR_IO. */
gboolean compare_output_write(const char *path, const char *text, GError **error);
gboolean compare_output_write_bytes(const char *path, GBytes *bytes, GError **error);

/* Writes several results, one after the other. Stops at the first failure. */
typedef struct {
    const char *path, *text;
} CompareText;
gboolean compare_outputs_write(const CompareText *texts, guint n, GError **error);

/* Checks that the output is not the input file, or the archive that holds the input. Fails with
 * BSP_ERROR_IO. */
gboolean compare_output_check_input(const char *path, const char *input, GError **error);

/* Returns whether two paths, neither of them NULL, lead to the same file. */
gboolean compare_output_same(const char *a, const char *b);

/* Returns the text as a gzip file that has no time and no name, so that equal texts give equal
 * bytes. */
GBytes *compare_gzip(const char *text, gsize length);

/* Does the same as compare_output_write(), but compresses the text if the path ends in .gz. */
gboolean compare_gzip_write(const char *path, const char *text, GError **error);

#endif
