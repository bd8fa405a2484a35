/* test-world-gzip: gzip files are read like uncompressed ones, and damage to them is detected. */
#include "test-world-files.h"

#include <sys/resource.h>

#include "sanitized.h"
#include "text/file.h"
#include "tools/bsp-file.h"

static const char box[] =
    "{\"format\":\"bsp-world\",\"version\":1,\n \"brushes\":[{\"box\":[[0,0,0],[8,8,8]]}]}\n";

static char *compressed_file(const char *name, const char *text)
{
    g_autoptr(GBytes) bytes = compare_gzip(text, strlen(text));
    return scratch_file(name, g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

Test(world_gzip, is_read_as_it_is)
{
    g_autofree char *path = compressed_file("a box.json.gz", box);
    g_autoptr(BspWorld) world = load_or_fail(path);
    cr_expect_eq(world->solid->brushes->len, 1u);
    cr_expect_str_eq(world->name, "a box");
    g_autofree char *upper = compressed_file("B.MAP.GZ", "{\n\"classname\" \"worldspawn\"\n}\n");
    g_autoptr(BspWorld) map = load_or_fail(upper);
    cr_expect_str_eq(map->name, "B");
    remove_scratch();
}

Test(world_gzip, errors_are_those_of_the_text)
{
    g_autofree char *syntax = compressed_file("bad.json.gz", "{\n \"format\": x }");
    expect_load_error(syntax, BSP_ERROR_SYNTAX, "@:2:12: neither a value nor a finite number");
    g_autofree char *empty = scratch_file("empty.json.gz", "", 0);
    expect_load_error(empty, BSP_ERROR_SYNTAX, "@:1:1: unexpected end of data");
    g_autofree char *name = compressed_file("box.gz", box);
    expect_load_error(name, BSP_ERROR_VALUE,
                      "@: not the name of a world: it must end in .json, .map, .bsp or .obj, "
                      "optionally followed by .gz");
    remove_scratch();
}

/* The first bytes decide, not the name. */
Test(world_gzip, its_first_bytes_tell)
{
    g_autofree char *plain = scratch_file("plain.json.gz", box, strlen(box));
    g_autoptr(BspWorld) world = load_or_fail(plain);
    g_autofree char *compressed = compressed_file("compressed.json", box);
    g_autoptr(BspWorld) other = load_or_fail(compressed);
    cr_expect_eq(other->solid->brushes->len, world->solid->brushes->len);
    remove_scratch();
}

Test(world_gzip, the_same_bytes_every_time)
{
    g_autoptr(GBytes) a = compare_gzip(box, strlen(box)), b = compare_gzip(box, strlen(box));
    cr_expect(g_bytes_equal(a, b));
    const guint8 *bytes = g_bytes_get_data(a, NULL);
    cr_expect_eq(bytes[3], 0, "no name, no remark");
    cr_expect(!bytes[4] && !bytes[5] && !bytes[6] && !bytes[7], "no time");
}

/* Several compressed parts in one file are joined, as by gunzip. */
Test(world_gzip, several_in_one_file)
{
    GString *text = g_string_new(NULL);
    for (const char *half = box; half; half = half == box ? box + 40 : NULL) {
        g_autofree char *part = half == box ? g_strndup(box, 40) : g_strdup(half);
        g_autoptr(GBytes) bytes = compare_gzip(part, strlen(part));
        g_string_append_len(text, g_bytes_get_data(bytes, NULL), (gssize)g_bytes_get_size(bytes));
    }
    g_autofree char *path = scratch_file("two.json.gz", text->str, text->len);
    g_autoptr(BspWorld) world = load_or_fail(path);
    cr_expect_eq(world->solid->brushes->len, 1u);
    g_string_free(text, TRUE);
    remove_scratch();
}

Test(world_gzip, cut_short_anywhere)
{
    g_autoptr(GBytes) bytes = compare_gzip(box, strlen(box));
    gsize length;
    const char *data = g_bytes_get_data(bytes, &length);
    for (gsize n = 2; n < length; n++) { /* the format needs two bytes to be recognized */
        g_autofree char *path = scratch_file("cut.json.gz", data, n);
        expect_load_error(path, BSP_ERROR_IO, "@: cannot decompress: the data end too early");
        g_remove(path);
    }
    remove_scratch();
}

/* With any bit changed, the file is rejected or gives the same content. The ten bytes of the
 * header, and the unused bits before the checksum, do not matter. */
Test(world_gzip, any_other_bit)
{
    g_autoptr(GBytes) bytes = compare_gzip(box, strlen(box));
    gsize length;
    const char *data = g_bytes_get_data(bytes, &length);
    guint n_read = 0;
    for (guint bit = 80; bit < 8 * length; bit++) {
        g_autofree char *copy = g_memdup2(data, length);
        copy[bit / 8] ^= (char)(1 << bit % 8);
        g_autofree char *path = scratch_file("flipped.json.gz", copy, length);
        g_autoptr(GError) error = NULL;
        gsize n;
        g_autofree char *text = bsp_read_file(path, &n, &error);
        g_remove(path); /* a new file is faster than overwriting */
        n_read += text != NULL;
        if (text) {
            cr_assert_str_eq(text, box);
            continue;
        }
        cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_IO), "%s", error->message);
        cr_assert(g_str_has_prefix(error->message, path), "%s", error->message);
        cr_assert_not_null(strstr(error->message, ": cannot decompress: "), "%s", error->message);
    }
    cr_expect_lt(n_read, 8u);
    remove_scratch();
}

Test(world_gzip, something_behind_it)
{
    g_autoptr(GBytes) bytes = compare_gzip(box, strlen(box));
    gsize length;
    const char *data = g_bytes_get_data(bytes, &length);
    g_autofree char *longer = g_malloc(length + 5);
    memcpy(longer, data, length);
    memcpy(longer + length, "more!", 5);
    g_autofree char *path = scratch_file("longer.json.gz", longer, length + 5);
    expect_load_error(path, BSP_ERROR_IO, "@: cannot decompress: incorrect header check");
    remove_scratch();
    memset(longer + length, 0, 5); /* padding */
    g_autofree char *padded = scratch_file("padded.json.gz", longer, length + 5);
    g_autoptr(BspWorld) world = load_or_fail(padded);
    cr_expect_eq(world->solid->brushes->len, 1u);
    remove_scratch();
}

/* A megabyte compresses to some hundred bytes, repeated many times. */
Test(world_gzip, more_than_the_limit)
{
    if (SANITIZED) /* sanitizers take long over a gigabyte, and need memory of their own */
        cr_skip_test("no memory to spare");
    g_autofree char *blanks = g_strnfill(1 << 20, ' ');
    g_autoptr(GBytes) bytes = compare_gzip(blanks, 1 << 20);
    g_autoptr(GByteArray) bomb = g_byte_array_new();
    for (guint i = 0; i < 1025; i++)
        g_byte_array_append(bomb, g_bytes_get_data(bytes, NULL), (guint)g_bytes_get_size(bytes));
    g_autofree char *path = scratch_file("bomb.json.gz", bomb->data, bomb->len);
    expect_load_error(path, BSP_ERROR_LIMIT, "@: larger than the limit of 1073741824 bytes");
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    cr_expect_lt(usage.ru_maxrss / 1024, 1024 + 128, "%ld MiB", usage.ru_maxrss / 1024);
    remove_scratch();
}
