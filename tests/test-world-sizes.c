/* test-world-sizes: tests the limit on the number of bytes to read, in files of any kind, and
 * damaged archives. tests/transcripts/archives.t has archives that can be read. */
#include <archive.h>
#include <archive_entry.h>
#include <sys/resource.h>
#include <unistd.h>

#include "sanitized.h"
#include "test-world-files.h"
#include "text/file.h"

/* --- the limit --- */

/* Bytes. Readers of levels refuse a larger file. */
#define LIMIT (1 << 30)
#define TOO_LARGE "@: the file is larger than the limit of 1073741824 bytes"

static glong peak_mebibytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

/* The file is sparse and has no data. It is rejected before it is read. */
Test(world_sizes, files_that_are_too_large_are_not_read)
{
    g_autofree char *path = scratch_text("hole.map", "");
    glong before = peak_mebibytes();
    cr_assert_eq(truncate(path, LIMIT + 1l), 0);
    expect_load_error(path, BSP_ERROR_LIMIT, TOO_LARGE);
    cr_expect_lt(peak_mebibytes(), before + 64);
    remove_scratch();
}

/* A file of unknown size takes no more memory than the limit. */
Test(world_sizes, endless_files_take_no_more_than_the_limit)
{
    if (SANITIZED) /* sanitizers take long for a gigabyte, and need memory of their own */
        cr_skip_test("no memory to spare");
    g_autofree char *path = scratch_path("endless.map");
    cr_assert_eq(symlink("/dev/zero", path), 0);
    expect_load_error(path, BSP_ERROR_LIMIT, TOO_LARGE);
    cr_expect_lt(peak_mebibytes(), 1024 + 128, "%ld MiB", peak_mebibytes());
    remove_scratch();
}

/* A megabyte of blanks compresses to some hundred bytes. The archive repeats them many times. */
Test(world_sizes, more_than_the_limit_in_a_small_file_is_not_read)
{
    if (SANITIZED)
        cr_skip_test("no memory to spare");
    g_autofree char *blanks = g_strnfill(1 << 20, ' ');
    g_autoptr(GBytes) bytes = compare_gzip(blanks, 1 << 20);
    g_autoptr(GByteArray) bomb = g_byte_array_new();
    for (guint i = 0; i < 1025; i++)
        g_byte_array_append(bomb, g_bytes_get_data(bytes, NULL), (guint)g_bytes_get_size(bytes));
    g_autofree char *path = scratch_file("bomb.json.gz", bomb->data, bomb->len);
    expect_load_error(path, BSP_ERROR_LIMIT, TOO_LARGE);
    cr_expect_lt(peak_mebibytes(), 1024 + 128, "%ld MiB", peak_mebibytes());
    remove_scratch();
}

/* --- damaged archives --- */

/* Makes the bytes of a zip archive with one world. Returns their number. */
static gsize make_zip(char *buffer, gsize size)
{
    static const char box[] =
        "{\"format\":\"bsp-world\",\"version\":1,\"brushes\":[{\"box\":[[0,0,0],[8,8,8]]}]}";
    size_t used = 0;
    struct archive *archive = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    archive_write_set_format_zip(archive);
    archive_write_set_options(archive, "zip:compression=store");
    archive_write_set_bytes_in_last_block(archive, 1);
    cr_assert_eq(archive_write_open_memory(archive, buffer, size, &used), ARCHIVE_OK);
    archive_entry_set_pathname_utf8(entry, "a.json");
    archive_entry_set_size(entry, sizeof box - 1);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_write_header(archive, entry);
    archive_write_data(archive, box, sizeof box - 1);
    archive_entry_free(entry);
    archive_write_close(archive);
    archive_write_free(archive);
    return used;
}

Test(world_sizes, damaged_archives_are_refused_by_name)
{
    char zip[1024];
    gsize length = make_zip(zip, sizeof zip);
    guint n_worlds = 0;
    Random r = random_seeded(5);
    for (guint round = 0; round < 500; round++) {
        g_autoptr(GByteArray) bytes = g_byte_array_new();
        g_byte_array_append(bytes, (const guint8 *)zip, (guint)length);
        damage_bytes(bytes, &r);
        g_autofree char *archive = scratch_file("x.pk3", bytes->data, bytes->len);
        g_autofree char *path = g_strconcat(archive, ":a.json", NULL);
        g_autoptr(GError) error = NULL;
        g_autoptr(BspWorld) world = bsp_world_load(path, &error);
        cr_assert(!world == !!error);
        cr_assert(world || g_str_has_prefix(error->message, path), "%s",
                  error ? error->message : "");
        n_worlds += world != NULL;
    }
    cr_expect(n_worlds > 5 && n_worlds < 495, "%u", n_worlds);
    remove_scratch();
}
