/* gzip: compresses text. */
#include "text/gzip.h"

#include <string.h>
#include <zlib.h>

#include "bsp-error.h"
#include "text/file.h"
#include "text/need.h"

/* Values for zlib: a gzip header, and the highest memory level. */
#define GZIP_WINDOW (15 + 16)
#define MOST_MEMORY 9

gboolean compare_gzip_wanted(const char *path)
{
    gsize n = path ? strlen(path) : 0;
    return n > 3 && g_ascii_strcasecmp(path + n - 3, ".gz") == 0;
}

GBytes *compare_gzip(const char *text, gsize length)
{
    z_stream stream = { .next_in = (Bytef *)(gpointer)text, .avail_in = (uInt)length };
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MOST_MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        compare_out_of_memory();
    gsize size = deflateBound(&stream, length);
    g_autofree char *out = g_malloc(size);
    stream.next_out = (Bytef *)out;
    stream.avail_out = (uInt)size;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
        compare_out_of_memory();
    gsize written = stream.total_out;
    deflateEnd(&stream);
    return g_bytes_new(out, written);
}

gboolean compare_gzip_write(const char *path, const char *text, GError **error)
{
    if (!compare_gzip_wanted(path))
        return compare_output_write(path, text, error);
    gsize length = strlen(text);
    if (length > COMPARE_GZIP_MOST) {
        g_set_error(error, BSP_ERROR, BSP_ERROR_LIMIT,
                    "%s: too long to be compressed; without .gz it can be written", path);
        return FALSE;
    }
    g_autoptr(GBytes) bytes = compare_gzip(text, length);
    return compare_output_write_bytes(path, bytes, error);
}
