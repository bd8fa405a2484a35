/* file: reads whole files into memory, including members of zip archives, and decompresses them. */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

#include "bsp-world.h"
#include "geometry/fail.h"
#include "geometry/out-of-memory.h"
#include "tools/bsp-file.h"

/* Bytes. The largest real levels have tens of megabytes. A huge file, or a zip bomb, must not
 * exhaust memory. */
#define MAX_BYTES ((gsize)1 << 30)

#define BLOCK_BYTES 65536

/* Reads up to `size` bytes into the buffer. Returns the number of bytes; 0 at the end; a negative
 * number, with an error, on failure. */
typedef gssize (*ReadFunc)(gpointer from, char *buffer, gsize size, GError **error);

static void *fail_size(const char *path, GError **error)
{
    bsp_fail(error, BSP_ERROR_LIMIT, "%s: larger than the limit of %" G_GSIZE_FORMAT " bytes", path,
             MAX_BYTES);
    return NULL;
}

/* Reads all data and appends a NUL. The buffer has room for one byte more than MAX_BYTES, so that a
 * file of exactly that size can be distinguished from a larger file. */
static char *read_all(const char *path, ReadFunc read, gpointer from, gsize *length, GError **error)
{
    gsize size = BLOCK_BYTES, n = 0;
    g_autofree char *buffer = g_malloc(size + 1);
    for (;;) {
        gssize got = read(from, buffer + n, size - n, error);
        if (got < 0)
            return NULL;
        if (got == 0)
            break;
        n += (gsize)got;
        if (n > MAX_BYTES)
            return fail_size(path, error);
        if (n == size) {
            size = MIN(2 * size, MAX_BYTES + 1);
            buffer = g_realloc(buffer, size + 1);
        }
    }
    buffer[n] = '\0';
    *length = n;
    return g_realloc(g_steal_pointer(&buffer), n + 1);
}

/* --- plain files --- */

static char *fail_errno(const char *path, int code, GError **error)
{
    bsp_fail(error, BSP_ERROR_IO, "%s: cannot read: %s", path, g_strerror(code));
    return NULL;
}

typedef struct {
    const char *path;
    FILE *file;
} Plain;

static gssize read_plain(gpointer from, char *buffer, gsize size, GError **error)
{
    const Plain *plain = from;
    gsize got = fread(buffer, 1, size, plain->file);
    if (got || !ferror(plain->file))
        return (gssize)got;
    fail_errno(plain->path, errno, error);
    return -1;
}

static char *read_file(const char *path, gsize *length, GError **error)
{
    FILE *file = g_fopen(path, "rb");
    if (!file)
        return fail_errno(path, errno, error);
    Plain plain = { path, file };
    GStatBuf status;
    /* Reject a file that is too large before reading it. The size of a pipe is unknown. */
    gboolean fits = g_stat(path, &status) != 0 || status.st_size <= (goffset)MAX_BYTES;
    char *text = fits ? read_all(path, read_plain, &plain, length, error) : fail_size(path, error);
    fclose(file);
    return text;
}

/* --- members of archives --- */

typedef struct {
    const char *path;
    struct archive *archive;
} Member;

static void fail_archive(const char *path, struct archive *archive, GError **error)
{
    /* Some of libarchive's messages end with a newline. */
    const char *message = archive_error_string(archive);
    g_autofree char *why = g_strdelimit(g_strdup(message ? message : "unknown error"), "\n", ' ');
    bsp_fail(error, BSP_ERROR_IO, "%s: cannot read the archive: %s", path, g_strchomp(why));
}

static gssize read_member(gpointer from, char *buffer, gsize size, GError **error)
{
    const Member *member = from;
    la_ssize_t got = archive_read_data(member->archive, buffer, size);
    if (got >= 0)
        return (gssize)got;
    fail_archive(member->path, member->archive, error);
    return -1;
}

/* Whether the entry has this name. The two names may be in different normal forms of UTF-8. */
static gboolean is_member(struct archive_entry *entry, const char *name)
{
    const char *found = archive_entry_pathname(entry);
    if (!found || strcmp(found, name) == 0)
        return found != NULL;
    g_autofree char *a = g_utf8_normalize(found, -1, G_NORMALIZE_NFC);
    g_autofree char *b = g_utf8_normalize(name, -1, G_NORMALIZE_NFC);
    return a && b && strcmp(a, b) == 0;
}

static gboolean check_size(const char *path, struct archive_entry *entry, GError **error)
{
    if (archive_entry_size_is_set(entry) && archive_entry_size(entry) > (la_int64_t)MAX_BYTES)
        return fail_size(path, error) != NULL;
    return TRUE;
}

/* If a member is not found, the error message lists at most this many levels and archives of the
 * archive. */
#define MOST_NAMED 32

/* The names of the levels in an archive, as text: "; it has maps/a.bsp, maps/b.bsp". */
typedef struct {
    GString *names;
    guint n;
    gboolean has_archives;
} Levels;

static gboolean is_archive_name(const char *name)
{
    return g_str_has_suffix(name, ".pk3") || g_str_has_suffix(name, ".pk4") ||
           g_str_has_suffix(name, ".pak") || g_str_has_suffix(name, ".zip");
}

static void add_level(Levels *levels, struct archive_entry *entry)
{
    const char *name = archive_entry_pathname(entry);
    if (!name || archive_entry_filetype(entry) != AE_IFREG ||
        !(g_str_has_suffix(name, ".bsp") || g_str_has_suffix(name, ".map") ||
          is_archive_name(name)))
        return;
    levels->has_archives |= is_archive_name(name);
    if (levels->n++ < MOST_NAMED)
        g_string_append_printf(levels->names, "%s%s", levels->n > 1 ? ", " : "; it has ", name);
    else if (levels->n == MOST_NAMED + 1)
        g_string_append(levels->names, " and more");
}

/* Advances the archive to the data of the member. */
static gboolean find_member(const char *path, struct archive *archive, const char *name,
                            GError **error)
{
    struct archive_entry *entry;
    int code;
    g_autoptr(GString) names = g_string_new(NULL);
    Levels levels = { names, 0, FALSE };
    while ((code = archive_read_next_header(archive, &entry)) == ARCHIVE_OK ||
           code == ARCHIVE_WARN) {
        if (is_member(entry, name) && archive_entry_filetype(entry) == AE_IFREG)
            return check_size(path, entry, error);
        add_level(&levels, entry);
    }
    if (code == ARCHIVE_EOF)
        bsp_fail(error, BSP_ERROR_IO, "%s: the archive has no such member%s%s", path, names->str,
                 levels.has_archives ? "; an archive in an archive must be unpacked first" : "");
    else
        fail_archive(path, archive, error);
    return FALSE;
}

/* Reads a member of a zip file. Only zip files with a directory at their end are accepted:
 * otherwise libarchive would accept any file that contains a local header. */
static char *read_from_archive(const char *path, const char *archive_path, const char *name,
                               gsize *length, GError **error)
{
    struct archive *archive = bsp_need(archive_read_new());
    Member member = { path, archive };
    char *text = NULL;
    if (archive_read_support_format_zip_seekable(archive) != ARCHIVE_OK ||
        archive_read_open_filename(archive, archive_path, BLOCK_BYTES) != ARCHIVE_OK)
        fail_archive(path, archive, error);
    else if (find_member(path, archive, name, error))
        text = read_all(path, read_member, &member, length, error);
    archive_read_free(archive);
    return text;
}

/* As read_from_archive(), in a UTF-8 locale, because libarchive replaces characters that the locale
 * lacks by question marks. The locale of other threads does not change. */
static char *read_in_utf8(const char *path, const char *archive_path, const char *name,
                          gsize *length, GError **error)
{
    locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", NULL);
    locale_t before = utf8 ? uselocale(utf8) : NULL;
    char *text = read_from_archive(path, archive_path, name, length, error);
    if (utf8) {
        uselocale(before);
        freelocale(utf8);
    }
    return text;
}

static char *read_stored(const char *path, gsize *length, GError **error)
{
    if (g_file_test(path, G_FILE_TEST_EXISTS))
        return read_file(path, length, error);
    for (const char *colon = strchr(path, ':'); colon; colon = strchr(colon + 1, ':')) {
        g_autofree char *archive = g_strndup(path, (gsize)(colon - path));
        if (g_file_test(archive, G_FILE_TEST_IS_REGULAR))
            return read_in_utf8(path, archive, colon + 1, length, error);
    }
    return read_file(path, length, error); /* reports that the file does not exist */
}

/* --- compressed files --- */

/* zlib's code for data with a gzip header and a checksum. zlib is used because libarchive does not
 * verify the checksum. */
#define GZIP_WINDOW (15 + 16)

typedef struct {
    const char *path;
    z_stream stream;
    gboolean ended;
} Gzip;

static gssize fail_gzip(const Gzip *gzip, int code, GError **error)
{
    const char *why = code == Z_BUF_ERROR ? "the data end too early"
                      : gzip->stream.msg  ? gzip->stream.msg
                                          : "it needs a dictionary";
    if (code == Z_MEM_ERROR)
        bsp_out_of_memory();
    bsp_fail(error, BSP_ERROR_IO, "%s: cannot decompress: %s", gzip->path, why);
    return -1;
}

/* Whether nothing but zeros is left: some programs pad files. */
static gboolean rest_is_zero(const z_stream *stream)
{
    for (uInt i = 0; i < stream->avail_in; i++)
        if (stream->next_in[i])
            return FALSE;
    return TRUE;
}

/* Decompresses all of several concatenated gzip files, as gunzip does. */
static gssize read_gzip(gpointer from, char *buffer, gsize size, GError **error)
{
    Gzip *gzip = from;
    z_stream *stream = &gzip->stream;
    stream->next_out = (Bytef *)buffer;
    stream->avail_out = (uInt)size;
    while (stream->avail_out > 0 && !gzip->ended) {
        int code = inflate(stream, Z_NO_FLUSH);
        if (code == Z_STREAM_END) {
            gzip->ended = rest_is_zero(stream);
            inflateReset(stream);
        } else if (code != Z_OK) {
            return fail_gzip(gzip, code, error);
        }
    }
    return (gssize)(size - stream->avail_out);
}

/* Whether the data are in gzip format. No text, and no other supported format, begins with these
 * bytes. */
static gboolean is_gzip(const char *data, gsize length)
{
    return length >= 2 && data[0] == '\x1f' && data[1] == '\x8b';
}

/* *length is at most MAX_BYTES, which fits zlib's counters. */
static char *decompress(const char *path, const char *data, gsize *length, GError **error)
{
    Gzip gzip = { .path = path,
                  .stream = { .next_in = (const Bytef *)data, .avail_in = (uInt)*length } };
    if (inflateInit2(&gzip.stream, GZIP_WINDOW) != Z_OK)
        bsp_out_of_memory();
    char *text = read_all(path, read_gzip, &gzip, length, error);
    inflateEnd(&gzip.stream);
    return text;
}

char *bsp_read_file(const char *path, gsize *length, GError **error)
{
    g_autofree char *data = read_stored(path, length, error);
    if (!data || !is_gzip(data, *length))
        return g_steal_pointer(&data);
    return decompress(path, data, length, error);
}

char *bsp_unpack(const char *path, const void *bytes, gsize *length, GError **error)
{
    if (*length > MAX_BYTES)
        return fail_size(path, error);
    if (is_gzip(bytes, *length))
        return decompress(path, bytes, length, error);
    char *text = g_malloc(*length + 1);
    if (*length)
        memcpy(text, bytes, *length);
    text[*length] = '\0';
    return text;
}
