/* test-world-files: helpers of the suites of the world formats: scratch files, tables of errors,
 * and random damage. Header only. */
#ifndef TEST_WORLD_FILES_H
#define TEST_WORLD_FILES_H

#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cell-volume.h"
#include "compile/solid.h"
#include "geometry/brush.h"
#include "random.h"
#include "shipped.h"
#include "world/reading.h"

/* A directory of this process. remove_scratch() deletes it. */
static char *scratch_directory;

static void remove_scratch(void)
{
    if (!scratch_directory)
        return;
    g_autoptr(GDir) directory = g_dir_open(scratch_directory, 0, NULL);
    const char *name;
    while (directory && (name = g_dir_read_name(directory))) {
        g_autofree char *path = g_build_filename(scratch_directory, name, NULL);
        g_remove(path);
    }
    g_rmdir(scratch_directory);
    g_clear_pointer(&scratch_directory, g_free);
}

static char *scratch_path(const char *name)
{
    if (!scratch_directory)
        scratch_directory = g_dir_make_tmp("test-world-XXXXXX", NULL);
    cr_assert_not_null(scratch_directory);
    return g_build_filename(scratch_directory, name, NULL);
}

static char *scratch_file(const char *name, gconstpointer data, gsize length)
{
    char *path = scratch_path(name);
    cr_assert(g_file_set_contents(path, data, (gssize)length, NULL));
    return path;
}

static inline BspWorld *load_or_fail(const char *path)
{
    g_autoptr(GError) error = NULL;
    BspWorld *world = bsp_world_load(path, &error);
    cr_assert_not_null(world, "%s", error ? error->message : "no error");
    cr_assert_null(error);
    return world;
}

/* A world of bytes in memory, which must be readable. */
static inline BspWorld *read_or_fail(const char *name, gconstpointer bytes, gsize length,
                                     guint flags)
{
    g_autoptr(GError) error = NULL;
    BspWorld *world = bsp_world_read(name, bytes, length, flags, &error);
    cr_assert_not_null(world, "%s: %s", name, error ? error->message : "no error");
    return world;
}

/* Loading the file must fail with this code and message. In `message`, @ is replaced by the
 * file's name. */
static inline void expect_load_error(const char *path, BspErrorCode code, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = bsp_world_load(path, &error);
    cr_assert_null(world, "%s: loaded, where '%s' was expected", path, message);
    cr_assert_not_null(error);
    g_auto(GStrv) parts = g_strsplit(message, "@", -1);
    g_autofree char *expected = g_strjoinv(path, parts);
    cr_expect_str_eq(error->message, expected, "found    %s\nexpected %s", error->message,
                     expected);
    cr_expect(error->domain == BSP_ERROR && error->code == (gint)code, "code %d, not %d: %s",
              error->code, code, error->message);
    cr_expect_null(strchr(error->message, '\n'));
}

typedef struct {
    const char *text;
    BspErrorCode code;
    const char *message; /* @: the file's name */
} BadText;

static inline void expect_bad_texts(const char *name, const BadText *cases, gsize n)
{
    for (gsize i = 0; i < n; i++) {
        g_autofree char *path = scratch_file(name, cases[i].text, strlen(cases[i].text));
        expect_load_error(path, cases[i].code, cases[i].message);
    }
    remove_scratch();
}

static inline void expect_message(const BspWorld *world, const char *message)
{
    for (guint i = 0; i < world->report.messages->len; i++)
        if (strcmp(world->report.messages->pdata[i], message) == 0)
            return;
    cr_expect(FALSE, "no message '%s'", message);
}

static inline double world_volume(const BspWorld *world)
{
    double volume = 0;
    for (guint i = 0; i < world->solid->brushes->len; i++)
        volume += bsp_cell_volume(bsp_solid_brush(world->solid, i)->cell);
    return volume;
}

/* --- random damage --- */

static void damage_bytes(GByteArray *bytes, Random *r)
{
    static const char *const extremes[] = { "-1", "1e308", "1e999", "nan",         "4294967295",
                                            "{",  "}",     "\"",    "99999999999", "0" };
    guint at = bytes->len ? random_below(r, bytes->len) : 0;
    guint n = random_below(r, 16);
    n = MIN(n, bytes->len - at);
    const char *extreme = extremes[random_below(r, G_N_ELEMENTS(extremes))];
    guint length = bytes->len;
    g_autofree guint8 *old = g_malloc(length + 1);
    if (length)
        memcpy(old, bytes->data, length);
    g_byte_array_set_size(bytes, at);
    switch (random_below(r, 7)) {
    case 0: /* flip a bit */
        g_byte_array_append(bytes, old + at, length - at);
        if (at < length)
            bytes->data[at] ^= (guint8)(1u << random_below(r, 8));
        break;
    case 1: /* replace a byte */
        g_byte_array_append(bytes, old + at, length - at);
        if (at < length)
            bytes->data[at] = (guint8)random_below(r, 256);
        break;
    case 2: /* delete some bytes */
        g_byte_array_append(bytes, old + at + n, length - at - n);
        break;
    case 3: /* repeat some bytes */
        g_byte_array_append(bytes, old + at, n);
        g_byte_array_append(bytes, old + at, length - at);
        break;
    case 4: /* insert an extreme value */
        g_byte_array_append(bytes, (const guint8 *)extreme, (guint)strlen(extreme));
        g_byte_array_append(bytes, old + at, length - at);
        break;
    case 5: /* replace a word by an extreme value */
        g_byte_array_append(bytes, (const guint8 *)extreme, (guint)strlen(extreme));
        while (at < length && !strchr(" ,]\n", old[at]))
            at++;
        g_byte_array_append(bytes, old + at, length - at);
        break;
    default: /* sometimes end the file here */
        if (random_below(r, 4))
            g_byte_array_append(bytes, old + at, length - at);
        break;
    }
}

typedef BspWorld *(*FuzzedReader)(const char *path, const char *text, gsize length,
                                  const BspWorldOptions *options, GError **error);

/* Reads damaged copies of a file. Each must give a world, or an error that names the file. Each
 * copy ends at the end of its allocation, so that AddressSanitizer detects reads beyond it. */
static inline void fuzz(FuzzedReader read, gconstpointer data, gsize length, guint rounds,
                        guint64 seed)
{
    Random r = random_seeded(seed);
    const BspWorldOptions options = { .flags = BSP_WORLD_ALL_CONTENTS | BSP_WORLD_PATCHES };
    guint n_worlds = 0;
    for (guint round = 0; round < rounds; round++) {
        g_autoptr(GByteArray) bytes = g_byte_array_new();
        g_byte_array_append(bytes, data, (guint)length);
        for (guint i = random_below(&r, 4); i < 4; i++)
            damage_bytes(bytes, &r);
        g_autofree char *copy = g_malloc(bytes->len + 1);
        if (bytes->len)
            memcpy(copy, bytes->data, bytes->len);
        copy[bytes->len] = '\0';
        g_autoptr(GError) error = NULL;
        g_autoptr(BspWorld) world = read("some/file", copy, bytes->len, &options, &error);
        cr_assert(!world == !!error, "round %u: %s", round, error ? error->message : "nothing");
        cr_assert(world || g_str_has_prefix(error->message, "some/file:"), "round %u: %s", round,
                  error ? error->message : "");
        cr_assert(world || (error->domain == BSP_ERROR && !strchr(error->message, '\n')));
        n_worlds += world != NULL;
    }
    /* Damage that always fails, or never does, would test little. */
    cr_expect(n_worlds > rounds / 100 && n_worlds < rounds, "%u worlds of %u", n_worlds, rounds);
}

#endif
