/* file: reads whole files into memory, including members of zip archives, and decompresses them. */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#define ZLIB_CONST
#include <zlib.h>

#include "bsp-world.h"
#include "geometry/fail.h"
#include "geometry/out-of-memory.h"
#include "tools/bsp-file.h"
#include "world/names.h"
#include "world/reading.h"

/* Bytes. The maximum length of a file. The largest real levels have tens of megabytes. A huge file,
 * or a zip bomb, must not exhaust memory. */
#define MAX_BYTES ((gsize)1 << 30)

/* Bytes. Files are read in blocks of this size, so that system calls are rare and a block takes
 * little memory. */
#define BLOCK_BYTES 65536

static void *fail_size(const char *path, GError **error)
{
    bsp_fail(error, BSP_ERROR_LIMIT,
             "%s: the file is larger than the limit of %" G_GSIZE_FORMAT " bytes", path, MAX_BYTES);
    return NULL;
}

/* Returns a copy of the bytes with a NUL behind them. */
static char *copy_bytes(const void *bytes, gsize length)
{
    char *text = g_malloc(length + 1);
    if (length)
        memcpy(text, bytes, length);
    text[length] = '\0';
    return text;
}

/* --- plain files --- */

static char *fail_errno(const char *path, int code, GError **error)
{
    bsp_fail(error, BSP_ERROR_IO, "%s: cannot read: %s", path, g_strerror(code));
    return NULL;
}

static char *read_file(const char *path, gsize *length, GError **error)
{
    /* A socket that is standard input cannot be opened by its name. */
    gboolean is_stdin = strcmp(path, "/dev/stdin") == 0;
    FILE *file = is_stdin ? fdopen(dup(STDIN_FILENO), "rb") : g_fopen(path, "rb");
    if (!file)
        return fail_errno(path, errno, error);
    g_autoptr(GString) out = g_string_new(NULL);
    GStatBuf status;
    /* A file that is too large is rejected before it is read. The size of a pipe is unknown. */
    gboolean fits = g_stat(path, &status) != 0 || status.st_size <= (goffset)MAX_BYTES;
    int code = 0;
    for (gsize got = 1; got && fits; fits = out->len <= MAX_BYTES) {
        gsize before = out->len;
        g_string_set_size(out, before + BLOCK_BYTES);
        got = fread(out->str + before, 1, BLOCK_BYTES, file);
        code = ferror(file) ? errno : 0;
        g_string_set_size(out, before + got);
    }
    fclose(file);
    if (code)
        return fail_errno(path, code, error);
    if (!fits)
        return fail_size(path, error);
    *length = out->len;
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* --- kept files --- */

typedef struct {
    GBytes *bytes;
    const char *ending;
} KeptFile;

/* The kept files (KeptFile) by their paths. Never freed. NULL until a file is kept. */
static GTree *kept_files;

void bsp_file_keep(const char *path, GBytes *bytes, const char *ending)
{
    KeptFile *kept = g_new(KeptFile, 1);
    *kept = (KeptFile){ g_bytes_ref(bytes), ending };
    if (!kept_files)
        kept_files = bsp_names_new(NULL);
    g_tree_replace(kept_files, g_strdup(path), kept);
}

GBytes *bsp_file_kept(const char *path, const char **ending)
{
    const KeptFile *kept = kept_files ? g_tree_lookup(kept_files, path) : NULL;
    if (kept && ending)
        *ending = kept->ending;
    return kept ? kept->bytes : NULL;
}

/* --- members of archives --- */

static void fail_archive(const char *path, struct archive *archive, GError **error)
{
    /* Some of libarchive's messages end with a newline. */
    const char *message = archive_error_string(archive);
    g_autofree char *why = g_strdelimit(g_strdup(message ? message : "unknown error"), "\n", ' ');
    bsp_fail(error, BSP_ERROR_IO, "%s: cannot read the archive: %s", path, g_strchomp(why));
}

/* Returns whether the entry has this name. The two names may be in different normal forms of UTF-8.
 */
static gboolean is_member(struct archive_entry *entry, const char *name)
{
    const char *found = archive_entry_pathname(entry);
    if (!found || strcmp(found, name) == 0)
        return found != NULL;
    g_autofree char *a = g_utf8_normalize(found, -1, G_NORMALIZE_NFC);
    g_autofree char *b = g_utf8_normalize(name, -1, G_NORMALIZE_NFC);
    return a && b && strcmp(a, b) == 0;
}

/* If a member is not found, the error message lists at most this number of levels and archives of
 * the archive. With more, nobody would read it. */
#define MOST_NAMED 32

/* The names of the levels in an archive, as a text such as "; it has maps/a.bsp, maps/b.bsp". */
typedef struct {
    GString *names;
    guint n;
    gboolean has_archives;
} Levels;

static void add_level(Levels *levels, struct archive_entry *entry)
{
    const char *name = archive_entry_pathname(entry);
    if (!name || archive_entry_filetype(entry) != AE_IFREG ||
        !(bsp_ending_is(name, BSP_FILE_LEVEL) || bsp_ending_is(name, BSP_FILE_ARCHIVE)))
        return;
    levels->has_archives |= bsp_ending_is(name, BSP_FILE_ARCHIVE);
    if (levels->n++ < MOST_NAMED)
        g_string_append_printf(levels->names, "%s%s", levels->n > 1 ? ", " : "; it has ", name);
    else if (levels->n == MOST_NAMED + 1)
        g_string_append(levels->names, " and more");
}

/* Finds the member's entry in the archive. Its data can be read afterwards. Returns NULL with an
 * error if there is no such member. */
static struct archive_entry *find_member(const char *path, struct archive *archive,
                                         const char *name, GError **error)
{
    struct archive_entry *entry;
    int code;
    g_autoptr(GString) names = g_string_new(NULL);
    Levels levels = { names, 0, FALSE };
    while ((code = archive_read_next_header(archive, &entry)) == ARCHIVE_OK ||
           code == ARCHIVE_WARN) {
        if (is_member(entry, name) && archive_entry_filetype(entry) == AE_IFREG)
            return entry;
        add_level(&levels, entry);
    }
    if (code == ARCHIVE_EOF)
        bsp_fail(error, BSP_ERROR_IO, "%s: the archive has no such member%s%s", path, names->str,
                 levels.has_archives ? "; an archive in an archive must be unpacked first" : "");
    else
        fail_archive(path, archive, error);
    return NULL;
}

/* Reads the member's data. It requests one byte more than the size, so that libarchive reaches the
 * end and verifies the checksum. */
static char *read_member(const char *path, struct archive *archive, struct archive_entry *entry,
                         gsize *length, GError **error)
{
    gint64 size = archive_entry_size(entry);
    if (size < 0 || size > (gint64)MAX_BYTES)
        return fail_size(path, error);
    g_autofree char *text = g_malloc((gsize)size + 2);
    la_ssize_t got = archive_read_data(archive, text, (gsize)size + 1);
    if (got < 0 || got > size) {
        fail_archive(path, archive, error);
        return NULL;
    }
    text[got] = '\0';
    *length = (gsize)got;
    return g_steal_pointer(&text);
}

static int open_archive(struct archive *archive, const char *path)
{
    gsize length;
    GBytes *kept = bsp_file_kept(path, NULL);
    if (!kept)
        return archive_read_open_filename(archive, path, BLOCK_BYTES);
    const void *data = g_bytes_get_data(kept, &length);
    return archive_read_open_memory(archive, data, length);
}

/* Reads a member of a zip file. Only zip files with a directory at their end are accepted, because
 * otherwise libarchive would accept any file that contains a local header. */
static char *read_from_archive(const char *path, const char *archive_path, const char *name,
                               gsize *length, GError **error)
{
    struct archive *archive = bsp_need(archive_read_new());
    struct archive_entry *entry = NULL;
    if (archive_read_support_format_zip_seekable(archive) != ARCHIVE_OK ||
        open_archive(archive, archive_path) != ARCHIVE_OK)
        fail_archive(path, archive, error);
    else
        entry = find_member(path, archive, name, error);
    char *text = entry ? read_member(path, archive, entry, length, error) : NULL;
    archive_read_free(archive);
    return text;
}

/* Does the same as read_from_archive(), in a UTF-8 locale, because libarchive replaces characters
 * that the locale lacks by question marks. The locale of other threads does not change. */
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
    GBytes *kept = bsp_file_kept(path, NULL);
    if (kept) {
        const void *bytes = g_bytes_get_data(kept, length);
        return copy_bytes(bytes, *length);
    }
    if (g_file_test(path, G_FILE_TEST_EXISTS))
        return read_file(path, length, error);
    for (const char *colon = strchr(path, ':'); colon; colon = strchr(colon + 1, ':')) {
        g_autofree char *archive = g_strndup(path, (gsize)(colon - path));
        if (bsp_file_kept(archive, NULL) || g_file_test(archive, G_FILE_TEST_IS_REGULAR))
            return read_in_utf8(path, archive, colon + 1, length, error);
    }
    return read_file(path, length, error); /* this reports that the file does not exist */
}

/* --- compressed files --- */

/* zlib's code for data with a gzip header and a checksum. zlib is used because libarchive does not
 * verify the checksum. */
#define GZIP_WINDOW (15 + 16)

/* Returns whether the rest of the data has only zeros. Some programs pad files with zeros. */
static gboolean rest_is_zero(const z_stream *stream)
{
    for (uInt i = 0; i < stream->avail_in; i++)
        if (stream->next_in[i])
            return FALSE;
    return TRUE;
}

/* Returns whether the data are in gzip format. No text, and no other supported format, begins with
 * these bytes. */
static gboolean is_gzip(const char *data, gsize length)
{
    return length >= 2 && data[0] == '\x1f' && data[1] == '\x8b';
}

/* Decompresses a gzip file, or all of several concatenated gzip files, like gunzip. *length is at
 * most MAX_BYTES, which fits zlib's counters. */
static char *decompress(const char *path, const char *data, gsize *length, GError **error)
{
    z_stream stream = { .next_in = (const Bytef *)data, .avail_in = (uInt)*length };
    g_autoptr(GString) out = g_string_new(NULL);
    int code = inflateInit2(&stream, GZIP_WINDOW);
    while (code == Z_OK && out->len <= MAX_BYTES) {
        gsize before = out->len;
        g_string_set_size(out, before + BLOCK_BYTES);
        stream.next_out = (Bytef *)out->str + before;
        stream.avail_out = BLOCK_BYTES;
        code = inflate(&stream, Z_NO_FLUSH);
        g_string_set_size(out, before + BLOCK_BYTES - stream.avail_out);
        if (code == Z_STREAM_END && !rest_is_zero(&stream))
            code = inflateReset(&stream);
    }
    const char *why = code == Z_BUF_ERROR ? "the data end too early"
                      : stream.msg        ? stream.msg
                                          : "it needs a dictionary";
    inflateEnd(&stream);
    if (code == Z_MEM_ERROR)
        bsp_out_of_memory();
    if (out->len > MAX_BYTES)
        return fail_size(path, error);
    if (code != Z_STREAM_END) {
        bsp_fail(error, BSP_ERROR_IO, "%s: cannot decompress: %s", path, why);
        return NULL;
    }
    *length = out->len;
    return g_string_free(g_steal_pointer(&out), FALSE);
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
    return copy_bytes(bytes, *length);
}

/* --- text --- */

gboolean bsp_world_check_text(const char *file, const char *text, gsize length, const char *what,
                              gsize limit, GError **error)
{
    if (length > limit)
        return bsp_fail(error, BSP_ERROR_LIMIT,
                        "%s: %" G_GSIZE_FORMAT
                        " bytes of %s are more than the limit of %" G_GSIZE_FORMAT,
                        file, length, what, limit);
    const char *nul = memchr(text, '\0', length);
    if (!nul)
        return TRUE;
    gboolean is_utf16 = g_str_has_prefix(text, "\xff\xfe") || g_str_has_prefix(text, "\xfe\xff");
    return bsp_fail(
        error, BSP_ERROR_SYNTAX, "%s: offset %" G_GSIZE_FORMAT ": the text has a NUL byte%s", file,
        (gsize)(nul - text), is_utf16 ? ", because it is in UTF-16; save it in UTF-8" : "");
}
