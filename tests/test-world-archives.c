/* test-world-archives: worlds in zip archives, and the limit on the number of bytes to read. */
#include <sys/resource.h>
#include <unistd.h>

#include "compile/solid.h"
#include "sanitized.h"
#include "test-world-files.h"

#define WORLD_OF(brushes) "{\"format\":\"bsp-world\",\"version\":1,\"brushes\":[" brushes "]}"
#define EMPTY WORLD_OF("")
#define BOX WORLD_OF("{\"box\":[[0,0,0],[8,8,8]]}")

/* --- archives --- */

static void append_u16(GByteArray *out, guint value)
{
    guint8 bytes[2] = { (guint8)value, (guint8)(value >> 8) };
    g_byte_array_append(out, bytes, 2);
}

static void append_u32(GByteArray *out, guint value)
{
    append_u16(out, value & 0xffff);
    append_u16(out, value >> 16);
}

static guint crc32_of(const char *data, gsize n)
{
    guint crc = 0xffffffffu;
    for (gsize i = 0; i < n; i++) {
        crc ^= (guint8)data[i];
        for (int k = 0; k < 8; k++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

/* Appends the fields that a member's local header and the directory share. The member is not
 * compressed. */
static void append_member(GByteArray *zip, guint flags, const char *name, const char *data,
                          guint size)
{
    append_u16(zip, 20);
    append_u16(zip, flags);
    append_u16(zip, 0);
    append_u32(zip, 0);
    append_u32(zip, crc32_of(data, strlen(data)));
    append_u32(zip, size ? size : (guint)strlen(data));
    append_u32(zip, size ? size : (guint)strlen(data));
    append_u16(zip, (guint)strlen(name));
    append_u16(zip, 0);
}

#define UTF_8_NAMES 0x800

/* A zip archive of name, data, name, data, ..., NULL. If `size` is not 0, the headers give it as
 * the size of each member. */
static GByteArray *make_zip_with(const char *const *members, guint flags, guint size)
{
    GByteArray *zip = g_byte_array_new();
    g_autoptr(GByteArray) directory = g_byte_array_new();
    guint n = 0;
    for (; members[2 * n]; n++) {
        const char *name = members[2 * n], *data = members[2 * n + 1];
        guint offset = zip->len;
        append_u32(zip, 0x04034b50);
        append_member(zip, flags, name, data, size);
        g_byte_array_append(zip, (const guint8 *)name, (guint)strlen(name));
        g_byte_array_append(zip, (const guint8 *)data, (guint)strlen(data));
        append_u32(directory, 0x02014b50);
        append_u16(directory, 20);
        append_member(directory, flags, name, data, size);
        append_u16(directory, 0);
        append_u32(directory, 0);
        append_u32(directory, 0);
        append_u32(directory, offset);
        g_byte_array_append(directory, (const guint8 *)name, (guint)strlen(name));
    }
    guint at = zip->len;
    g_byte_array_append(zip, directory->data, directory->len);
    append_u32(zip, 0x06054b50);
    append_u32(zip, 0);
    append_u16(zip, n);
    append_u16(zip, n);
    append_u32(zip, directory->len);
    append_u32(zip, at);
    append_u16(zip, 0);
    return zip;
}

static GByteArray *make_zip(const char *const *members)
{
    return make_zip_with(members, 0, 0);
}

static const char *const members[] = {
    "maps/a.json", BOX, "b:c.json", EMPTY, "bad.json", "{", NULL
};

Test(world_archives, members)
{
    g_autoptr(GByteArray) zip = make_zip(members);
    g_autofree char *archive = scratch_file("x.pk3", zip->data, zip->len);
    g_autofree char *a = g_strconcat(archive, ":maps/a.json", NULL);
    g_autofree char *b = g_strconcat(archive, ":b:c.json", NULL);
    g_autofree char *bad = g_strconcat(archive, ":bad.json", NULL);
    g_autofree char *missing = g_strconcat(archive, ":a.json", NULL);
    g_autoptr(BspWorld) world = load_or_fail(a);
    cr_expect_eq(world->solid->brushes->len, 1u);
    g_autoptr(BspWorld) other = load_or_fail(b);
    cr_expect_str_eq(other->name, "c");
    expect_load_error(bad, BSP_ERROR_SYNTAX, "@:1:2: unexpected end of data");
    expect_load_error(missing, BSP_ERROR_IO, "@: the archive has no such member");
    remove_scratch();
}

/* If the named member does not exist, the error lists the archive's levels, or some of them if
 * there are many. */
Test(world_archives, levels_are_named)
{
    const char *named[] = { "maps/a.map", "{", "readme.txt", "", "maps/b.bsp", "", NULL };
    g_autoptr(GByteArray) zip = make_zip(named);
    g_autofree char *archive = scratch_file("x.pk3", zip->data, zip->len);
    g_autofree char *missing = g_strconcat(archive, ":c.bsp", NULL);
    expect_load_error(missing, BSP_ERROR_IO,
                      "@: the archive has no such member; it has maps/a.map, maps/b.bsp");
    const char *many[2 * 40 + 1] = { NULL };
    char names[40][8];
    for (guint i = 0; i < 40; i++) {
        g_snprintf(names[i], sizeof names[i], "%02u.bsp", i);
        many[2 * i] = names[i];
        many[2 * i + 1] = "";
    }
    g_autoptr(GByteArray) large = make_zip(many);
    g_autofree char *other = scratch_file("y.pk3", large->data, large->len);
    g_autofree char *none = g_strconcat(other, ":c.bsp", NULL);
    g_autoptr(GError) error = NULL;
    cr_expect_null(bsp_world_load(none, &error));
    cr_expect(g_str_has_suffix(error->message, "30.bsp, 31.bsp and more"), "%s", error->message);
    remove_scratch();
}

Test(world_archives, broken)
{
    g_autofree char *text = scratch_file("text.pk3", "no archive at all", 17);
    g_autofree char *in_text = g_strconcat(text, ":a.json", NULL);
    expect_load_error(in_text, BSP_ERROR_IO,
                      "@: cannot read the archive: Unrecognized archive format");

    g_autoptr(GByteArray) zip = make_zip(members);
    g_autofree char *cut = scratch_file("cut.pk3", zip->data, zip->len - 40);
    g_autofree char *in_cut = g_strconcat(cut, ":maps/a.json", NULL);
    expect_load_error(in_cut, BSP_ERROR_IO,
                      "@: cannot read the archive: Unrecognized archive format");

    zip->data[60] ^= 1;
    g_autofree char *flipped = scratch_file("flipped.pk3", zip->data, zip->len);
    g_autofree char *in_flipped = g_strconcat(flipped, ":maps/a.json", NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = bsp_world_load(in_flipped, &error);
    cr_expect_null(world);
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_IO));
    cr_expect_not_null(strstr(error->message, "bad CRC"), "%s", error->message);
    remove_scratch();
}

Test(world_archives, damaged)
{
    g_autoptr(GByteArray) zip = make_zip(members);
    Random r = random_seeded(5);
    for (guint round = 0; round < 500; round++) {
        g_autoptr(GByteArray) bytes = g_byte_array_new();
        g_byte_array_append(bytes, zip->data, zip->len);
        damage_bytes(bytes, &r);
        g_autofree char *archive = scratch_file("x.pk3", bytes->data, bytes->len);
        g_autofree char *path = g_strconcat(archive, ":maps/a.json", NULL);
        g_autoptr(GError) error = NULL;
        g_autoptr(BspWorld) world = bsp_world_load(path, &error);
        cr_assert(!world == !!error);
        cr_assert(world || g_str_has_prefix(error->message, path), "%s",
                  error ? error->message : "");
    }
    remove_scratch();
}

/* --- names --- */

static void expect_member(const char *archive, const char *name)
{
    g_autofree char *path = g_strconcat(archive, ":", name, NULL);
    g_autoptr(BspWorld) world = load_or_fail(path);
    cr_expect_eq(world->solid->brushes->len, 1u, "%s", name);
}

/* "größe" in composed and in decomposed characters */
#define COMPOSED "gr\xc3\xb6\xc3\x9f"
#define DECOMPOSED "gro\xcc\x88\xc3\x9f"

Test(world_archives, names_in_utf_8)
{
    static const char *const names[] = { "maps/" COMPOSED "e.json",
                                         BOX,
                                         "\xe5\x9c\xb0.json",
                                         BOX,
                                         DECOMPOSED "r.json",
                                         BOX,
                                         "plain.json",
                                         BOX,
                                         NULL };
    for (guint flags = 0; flags <= UTF_8_NAMES; flags += UTF_8_NAMES) {
        g_autoptr(GByteArray) zip = make_zip_with(names, flags, 0);
        g_autofree char *archive = scratch_file("x.pk3", zip->data, zip->len);
        for (guint i = 0; names[i]; i += 2)
            expect_member(archive, names[i]);
        expect_member(archive, COMPOSED "r.json");
        g_autofree char *other = g_strconcat(archive, ":maps/gr??e.json", NULL);
        expect_load_error(other, BSP_ERROR_IO, "@: the archive has no such member");
    }
    remove_scratch();
}

/* Old archives do not declare the encoding of names. */
Test(world_archives, names_in_latin_1)
{
    static const char *const names[] = { "gr\xf6\xdf\x65.json", BOX, NULL };
    g_autoptr(GByteArray) zip = make_zip(names);
    g_autofree char *archive = scratch_file("x.pk3", zip->data, zip->len);
    expect_member(archive, names[0]);
    remove_scratch();
}

/* --- the limit --- */

#define LIMIT (1 << 30)
#define TOO_LARGE "@: larger than the limit of 1073741824 bytes"

Test(world_archives, members_that_say_to_be_too_large)
{
    g_autoptr(GByteArray) zip = make_zip_with(members, 0, LIMIT + 1u);
    g_autofree char *archive = scratch_file("x.pk3", zip->data, zip->len);
    g_autofree char *path = g_strconcat(archive, ":maps/a.json", NULL);
    expect_load_error(path, BSP_ERROR_LIMIT, TOO_LARGE);
    remove_scratch();
}

static glong peak_mebibytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

/* A sparse file without data. It is rejected before it is read. */
Test(world_archives, files_that_are_too_large)
{
    g_autofree char *path = scratch_file("hole.map", "", 0);
    glong before = peak_mebibytes();
    cr_assert_eq(truncate(path, LIMIT + 1l), 0);
    expect_load_error(path, BSP_ERROR_LIMIT, TOO_LARGE);
    cr_expect_lt(peak_mebibytes(), before + 64);
    remove_scratch();
}

/* A file of unknown size takes no more memory than the limit. */
Test(world_archives, endless_files)
{
    if (SANITIZED) /* sanitizers take long over a gigabyte, and need memory of their own */
        cr_skip_test("no memory to spare");
    g_autofree char *path = scratch_path("endless.map");
    cr_assert_eq(symlink("/dev/zero", path), 0);
    expect_load_error(path, BSP_ERROR_LIMIT, TOO_LARGE);
    cr_expect_lt(peak_mebibytes(), 1024 + 128, "%ld MiB", peak_mebibytes());
    remove_scratch();
}
