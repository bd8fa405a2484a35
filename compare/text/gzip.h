/* gzip: text compressed. */
#ifndef COMPARE_GZIP_H
#define COMPARE_GZIP_H

#include <glib.h>

/* Whether a file of that name is to be compressed: it ends in .gz. */
gboolean compare_gzip_wanted(const char *path);

/* The text as a file of gzip's, with neither time nor name in it: the same text is the same bytes.
 * The text is no longer than 4 GiB. */
GBytes *compare_gzip(const char *text, gsize length);

/* compare_output_write() of the text, compressed where the name wants it. */
gboolean compare_gzip_write(const char *path, const char *text, GError **error);

#endif
