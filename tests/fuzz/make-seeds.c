/* make-seeds: makes the seeds that are not text. The command make-seeds DIRECTORY writes
 * DIRECTORY/bsp, DIRECTORY/zip, DIRECTORY/saved and DIRECTORY/contract. The files are the same
 * every time. */
#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contract-seeds.h"
#include "format-rows.h"
#include "saved-files.h"

static void write_file(const char *directory, const char *name, gconstpointer data, gsize length)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_build_filename(directory, name, NULL);
    if (g_mkdir_with_parents(directory, 0777) != 0 ||
        !g_file_set_contents(path, data, (gssize)length, &error)) {
        fprintf(stderr, "%s: %s\n", path, error ? error->message : "cannot make the directory");
        exit(EXIT_FAILURE);
    }
}

/* Writes the levels of seeds.rows. Returns the first, which is also a member of the archives. */
static GByteArray *write_levels(const char *directory)
{
    const char *data = g_getenv("BSP_DATA_DIR");
    g_autofree char *path =
        g_build_filename(data ? data : "data", "..", "tests", "fuzz", "seeds.rows", NULL);
    g_autoptr(GPtrArray) rows = format_rows_read(path);
    GByteArray *first = NULL;
    for (guint i = 0; i < rows->len; i++) {
        const FormatRow *row = rows->pdata[i];
        g_autoptr(GByteArray) bytes = format_row_bytes(row, format_row_value(row, "level"));
        write_file(directory, row->name, bytes->data, bytes->len);
        if (!first)
            first = g_steal_pointer(&bytes);
    }
    return first;
}

/* --- archives --- */

typedef struct {
    const char *name;
    const guint8 *data;
    gsize length;
} Member;

static void add_member(struct archive *archive, const Member *member)
{
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_pathname_utf8(entry, member->name);
    archive_entry_set_size(entry, (la_int64_t)member->length);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_write_header(archive, entry);
    archive_write_data(archive, member->data, member->length);
    archive_entry_free(entry);
}

static void write_archive(const char *directory, const char *name, const char *options,
                          const Member *members, guint n)
{
    static char buffer[1 << 16];
    size_t used = 0;
    struct archive *archive = archive_write_new();
    archive_write_set_format_zip(archive);
    archive_write_set_options(archive, options);
    archive_write_set_bytes_in_last_block(archive, 1);
    if (archive_write_open_memory(archive, buffer, sizeof buffer, &used) != ARCHIVE_OK)
        exit(EXIT_FAILURE);
    for (guint i = 0; i < n; i++)
        add_member(archive, &members[i]);
    archive_write_close(archive);
    archive_write_free(archive);
    write_file(directory, name, buffer, used);
}

static void write_archives(const char *directory, const GByteArray *level)
{
    static const char json[] =
        "{\"format\":\"bsp-world\",\"version\":1,\"brushes\":[{\"box\":[[0,0,0],[8,8,8]]}]}";
    static const char map[] = "{\n\"classname\" \"worldspawn\"\n}\n";
    static const char obj[] = "v 0 0 0\nv 8 0 0\nv 0 8 0\nv 0 0 8\n"
                              "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
    const Member members[] = { { "a.json", (const guint8 *)json, sizeof json - 1 },
                               { "maps/b.map", (const guint8 *)map, sizeof map - 1 },
                               { "maps/c.bsp", level->data, level->len },
                               { "d.obj", (const guint8 *)obj, sizeof obj - 1 } };
    write_archive(directory, "deflated.zip", "zip:compression=deflate", members, 4);
    write_archive(directory, "stored.zip", "zip:compression=store", members, 4);
    write_archive(directory, "one.zip", "zip:compression=store", members, 1);
    write_archive(directory, "zip64.zip", "zip:zip64", members, 2);
    write_archive(directory, "empty.zip", "zip:compression=store", members, 0);
}

static void write_saved(const char *directory)
{
    for (guint i = 0; i < SAVED_EXAMPLES; i++) {
        gsize length;
        g_autoptr(GBytes) bytes = saved_example(i);
        g_autofree char *name = g_strdup_printf("example-%u", i);
        gconstpointer data = g_bytes_get_data(bytes, &length);
        write_file(directory, name, data, length);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: make-seeds DIRECTORY\n");
        return EXIT_FAILURE;
    }
    g_autofree char *bsp = g_build_filename(argv[1], "bsp", NULL);
    g_autofree char *zip = g_build_filename(argv[1], "zip", NULL);
    g_autofree char *saved = g_build_filename(argv[1], "saved", NULL);
    g_autofree char *contract = g_build_filename(argv[1], "contract", NULL);
    g_autoptr(GByteArray) level = write_levels(bsp);
    write_archives(zip, level);
    write_saved(saved);
    for (guint i = 0; i < contract_n_seeds(); i++) {
        char *name;
        g_autoptr(GByteArray) seed = contract_seed(i, &name);
        write_file(contract, name, seed->data, seed->len);
        g_free(name);
    }
    return EXIT_SUCCESS;
}
