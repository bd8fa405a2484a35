/* file: reads files and members of archives, and decompresses them. */
#ifndef BSP_FILE_H
#define BSP_FILE_H

#include <glib.h>

/* Reads the whole file, which may be `archive:member`, and appends a NUL, which *length does not
 * count. A member's name is compared as bytes and as UTF-8. Data that begin as gzip are
 * decompressed.
 *
 * Returns NULL with BSP_ERROR_IO, or with BSP_ERROR_LIMIT if there is more than 1 GiB, compressed
 * or not. The caller frees the data with g_free(). */
char *bsp_read_file(const char *path, gsize *length, GError **error);

/* As bsp_read_file(), from *length bytes in memory. */
char *bsp_unpack(const char *path, const void *bytes, gsize *length, GError **error);

#endif
