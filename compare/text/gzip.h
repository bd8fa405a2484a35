/* gzip: compresses text. */
#ifndef COMPARE_GZIP_H
#define COMPARE_GZIP_H

#include <glib.h>

/* Whether the path ends in .gz, so that the file is to be compressed. */
gboolean compare_gzip_wanted(const char *path);

/* Bytes. zlib has 32-bit counts of its input and output. */
#define COMPARE_GZIP_MOST (1u << 31)

/* Returns the text as a gzip file without time or name, so that equal texts give equal bytes.
 * length is at most COMPARE_GZIP_MOST. */
GBytes *compare_gzip(const char *text, gsize length);

/* As compare_output_write(), but compressed if the path ends in .gz. Such a text of more than
 * COMPARE_GZIP_MOST bytes fails with BSP_ERROR_LIMIT. */
gboolean compare_gzip_write(const char *path, const char *text, GError **error);

#endif
