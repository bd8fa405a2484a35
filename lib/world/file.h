/* file: files as they are, members of archives, and either decompressed. */
#ifndef BSP_FILE_H
#define BSP_FILE_H

#include <glib.h>

/* Everything in the named file, which may be `archive:member`; ends in a NUL that *length does not
 * count. Members are known by their names as bytes or in UTF-8. What gzip has compressed, which its
 * first two bytes tell, comes decompressed. NULL with BSP_ERROR_IO, or with BSP_ERROR_LIMIT where
 * it has more than 1 GiB, compressed or not. */
char *bsp_read_file(const char *path, gsize *length, GError **error);

/* The same of bytes in memory, *length of them, which may be compressed. Free with g_free(). */
char *bsp_unpack(const char *path, const void *bytes, gsize *length, GError **error);

#endif
