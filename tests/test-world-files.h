/* test-world-files: functions that the suites of the world formats share, for errors of loading,
 * generated worlds, and random damage. There is no .c file. */
#ifndef TEST_WORLD_FILES_H
#define TEST_WORLD_FILES_H

#include <criterion/criterion.h>
#include <string.h>

#include "brush-by-brush.h"
#include "compile/solid.h"
#include "generate/generated.h"
#include "geometry/brush.h"
#include "random.h"
#include "scenario/write.h"
#include "scratch.h"
#include "shipped.h"
#include "text/selection.h"
#include "tools/bsp-json.h"
#include "world/reading.h"

static inline BspWorld *load_or_fail(const char *path)
{
    g_autoptr(GError) error = NULL;
    BspWorld *world = compare_world_load(path, &(BspWorldOptions){ 0 }, &error);
    cr_assert_not_null(world, "%s", error ? error->message : "no error");
    cr_assert_null(error);
    return world;
}

/* Reads a world from bytes in memory. Fails the test if they cannot be read. */
static inline BspWorld *read_or_fail(const char *name, gconstpointer bytes, gsize length,
                                     guint flags)
{
    g_autoptr(GError) error = NULL;
    BspWorld *world = compare_world_read(name, bytes, length, flags, &error);
    cr_assert_not_null(world, "%s: %s", name, error ? error->message : "no error");
    return world;
}

/* Generates a city of n brushes, and a scenario in it. Returns the scenario, read from its file. */
static inline CompareScenario *scenario_in_city(guint n, const CompareGenerateScenario *wanted)
{
    g_autofree char *city = compare_generate_world(compare_world_kind_find("city"), n, 1);
    g_autoptr(CompareScenario) made = compare_generate_scenario(wanted);
    g_autofree char *text = compare_scenario_write(made, "city.json", NULL);
    g_autofree char *path = scratch_text("scenario.json", text);
    g_free(scratch_text("city.json", city));
    return load_scenario(path);
}

/* Expects that loading the file fails with this code and message. An @ in `message` stands for the
 * file's name. */
static inline void expect_load_error(const char *path, BspErrorCode code, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = compare_world_load(path, &(BspWorldOptions){ 0 }, &error);
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

static inline double world_volume(const BspWorld *world)
{
    double volume = 0;
    for (guint i = 0; i < world->solid->brushes->len; i++)
        volume += bsp_cell_volume(bsp_solid_brush(world->solid, i)->cell);
    return volume;
}

/* --- written and read again --- */

static inline gboolean same_bits(gconstpointer a, gconstpointer b, gsize n)
{
    return n == 0 || memcmp(a, b, n) == 0;
}

static inline gboolean same_brush(const BspBrush *a, const BspBrush *b)
{
    const BspCell *x = a->cell, *y = b->cell;
    if (x->n_vertices != y->n_vertices || x->n_faces != y->n_faces || x->n_loop != y->n_loop)
        return FALSE;
    for (guint f = 0; f < x->n_faces; f++)
        if (!same_bits(&x->faces[f].plane, &y->faces[f].plane, sizeof(BspPlane)) ||
            x->faces[f].first != y->faces[f].first || x->faces[f].n != y->faces[f].n)
            return FALSE;
    return same_bits(x->vertices, y->vertices, x->n_vertices * sizeof *x->vertices) &&
           same_bits(x->loop, y->loop, x->n_loop * sizeof *x->loop) &&
           same_bits(&a->bounds, &b->bounds, sizeof a->bounds);
}

static inline BspWorld *read_again(const BspWorld *world, const char *name)
{
    g_autofree char *text = bsp_world_to_json(world);
    BspWorld *again = read_or_fail("again.json", text, strlen(text), 0);
    g_autofree char *text_again = bsp_world_to_json(again);
    cr_assert_str_eq(text_again, text, "%s", name);
    return again;
}

/* Expects that the world, written as JSON and read again, is the same, bit for bit. */
static inline void expect_lossless(const BspWorld *world, const char *name)
{
    g_autoptr(BspWorld) again = read_again(world, name);
    guint n = world->solid->brushes->len, n_other = 0;
    cr_assert_eq(again->solid->brushes->len, n, "%s", name);
    for (guint i = 0; i < n; i++)
        n_other += !same_brush(bsp_solid_brush(world->solid, i), bsp_solid_brush(again->solid, i));
    cr_expect_eq(n_other, 0u, "%s: %u of %u brushes are others", name, n_other, n);
    cr_expect_eq(again->starts->len, world->starts->len, "%s", name);
    cr_expect(same_bits(again->starts->data, world->starts->data,
                        MIN(again->starts->len, world->starts->len) * sizeof(BspVec)),
              "%s: starts", name);
    cr_expect_str_eq(again->name, world->name);
}

/* --- random damage --- */

static inline void damage_bytes(GByteArray *bytes, Random *r)
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
    case 0: /* flips a bit */
        g_byte_array_append(bytes, old + at, length - at);
        if (at < length)
            bytes->data[at] ^= (guint8)(1u << random_below(r, 8));
        break;
    case 1: /* replaces a byte */
        g_byte_array_append(bytes, old + at, length - at);
        if (at < length)
            bytes->data[at] = (guint8)random_below(r, 256);
        break;
    case 2: /* deletes some bytes */
        g_byte_array_append(bytes, old + at + n, length - at - n);
        break;
    case 3: /* repeats some bytes */
        g_byte_array_append(bytes, old + at, n);
        g_byte_array_append(bytes, old + at, length - at);
        break;
    case 4: /* inserts an extreme value */
        g_byte_array_append(bytes, (const guint8 *)extreme, (guint)strlen(extreme));
        g_byte_array_append(bytes, old + at, length - at);
        break;
    case 5: /* replaces a word by an extreme value */
        g_byte_array_append(bytes, (const guint8 *)extreme, (guint)strlen(extreme));
        while (at < length && !strchr(" ,]\n", old[at]))
            at++;
        g_byte_array_append(bytes, old + at, length - at);
        break;
    default: /* in some cases, cuts off the file here */
        if (random_below(r, 4))
            g_byte_array_append(bytes, old + at, length - at);
        break;
    }
}

#endif
