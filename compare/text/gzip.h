/* gzip: text compressed. */
#ifndef COMPARE_GZIP_H
#define COMPARE_GZIP_H

#include <glib.h>

/* Whether a file of that name is to be compressed: it ends in .gz. */
gboolean compare_gzip_wanted(const char *path);

/* Bytes. zlib counts in 32 bits what it is given, and what it may write. */
#define COMPARE_GZIP_MOST (1u << 31)

/* The text as a file of gzip's, with neither time nor name in it: the same text is the same bytes.
 * It is no longer than COMPARE_GZIP_MOST. */
GBytes *compare_gzip(const char *text, gsize length);

/* compare_output_write() of the text, compressed where the name wants it; of more than
 * COMPARE_GZIP_MOST that is BSP_ERROR_LIMIT. */
gboolean compare_gzip_write(const char *path, const char *text, GError **error);

#endif
