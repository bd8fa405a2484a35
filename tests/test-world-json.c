/* test-world-json: worlds as JSON, strict reading of JSON, reading of files. */
#include "test-world-files.h"

#include "tools/bsp-file.h"
#include "tools/bsp-json.h"

#define HEAD "{\"format\":\"bsp-world\",\"version\":1,"

static const char example[] =
    "{ \"format\": \"bsp-world\", \"version\": 1, \"name\": \"low tunnel\",\n"
    "  \"brushes\": [ { \"planes\": [ [0,0,1, 16], [0,0,-2, 0], [1,0,0, 64], [-1,0,0, 64],\n"
    "                               [0,1,0, 64], [0,-1,0, 64] ] },\n"
    "               { \"box\": [ [-64,-64,72], [64,64,88] ] },\n"
    "               { \"points\": [ [0,0,16], [8,0,16], [0,8,16], [0,0,40] ] } ],\n"
    "  \"starts\": [ [0, -40, 48], [1.5, 2e1, -0.0] ] }\n";

Test(world_json, example)
{
    g_autofree char *path = scratch_file("a.json", example, strlen(example));
    g_autoptr(BspWorld) world = load_or_fail(path);
    cr_expect_str_eq(world->name, "low tunnel");
    cr_assert_eq(world->solid->brushes->len, 3u);
    cr_expect_eq(world->report.n_skipped, 0u);
    cr_expect_eq(world->report.messages->len, 0u);
    double volumes[] = { 128 * 128 * 16, 128 * 128 * 16, 8 * 8 * 24 / 6.0 };
    for (guint i = 0; i < 3; i++)
        cr_expect_float_eq(bsp_cell_volume(bsp_solid_brush(world->solid, i)->cell), volumes[i],
                           1e-6);
    cr_assert_eq(world->starts->len, 2u);
    BspVec start = g_array_index(world->starts, BspVec, 1);
    cr_expect(start.x == 1.5 && start.y == 20 && start.z == 0);
    remove_scratch();
}

static const char about[] =
    HEAD "\"brushes\":[ {\"box\":[[0,0,0],[8,8,8]], \"contents\": 4294967295},\n"
         " { \"tags\": [1,2,0,4,5,6,7], \"planes\": [ [0,0,1, 16], [0,0,-1, 0], [1,0,0,99],\n"
         " [1,0,0, 64], [-1,0,0, 64], [0,1,0, 64], [0,-1,0, 64] ] } ]}";

/* Written again, the redundant plane and its tag are gone. */
Test(world_json, contents_and_tags_are_kept)
{
    static const guint tags[] = { 1, 2, 4, 5, 6, 7 };
    g_autofree char *path = scratch_file("a.json", about, strlen(about));
    g_autoptr(BspWorld) world = load_or_fail(path);
    const BspBrush *first = bsp_solid_brush(world->solid, 0);
    const BspBrush *second = bsp_solid_brush(world->solid, 1);
    cr_expect(bsp_brush_contents(first) == G_MAXUINT32 && bsp_brush_tag(first, 5) == 0);
    cr_expect(bsp_brush_contents(second) == 1 && bsp_brush_n_sides(second) == 7);
    cr_expect(bsp_brush_tag(second, 2) == 0 && bsp_brush_tag(second, 6) == 7);
    g_autofree char *text = bsp_world_to_json(world);
    g_autofree char *again_path = scratch_file("b.json", text, strlen(text));
    g_autoptr(BspWorld) again = load_or_fail(again_path);
    second = bsp_solid_brush(again->solid, 1);
    cr_expect_eq(bsp_brush_contents(bsp_solid_brush(again->solid, 0)), G_MAXUINT32);
    cr_assert_eq(bsp_brush_n_sides(second), 6u);
    for (guint i = 0; i < 6; i++)
        cr_expect_eq(bsp_brush_tag(second, i), tags[i]);
    remove_scratch();
}

Test(world_json, name_by_default_the_files)
{
    g_autofree char *path =
        scratch_file("some.thing.json", HEAD "\"brushes\":[]}", strlen(HEAD "\"brushes\":[]}"));
    g_autoptr(BspWorld) world = load_or_fail(path);
    cr_expect_str_eq(world->name, "some.thing");
    cr_expect_eq(world->solid->brushes->len, 0u);
    cr_expect_eq(world->starts->len, 0u);
    remove_scratch();
}

/* tests/transcripts/bad-world-json.t has the messages. */
Test(world_json, codes_of_errors)
{
    static const BadText cases[] = {
        { "{", BSP_ERROR_SYNTAX, "@:1:2: unexpected end of data" },
        { "{}", BSP_ERROR_VALUE, "@: \"format\" is missing" },
        { HEAD "\"brushes\":[{\"box\":[[0,0,0],[1,0,1]]}]}", BSP_ERROR_GEOMETRY,
          "@: /brushes/0: the box is empty: along y it goes from 0 to 0" },
    };
    expect_bad_texts("bad.json", cases, G_N_ELEMENTS(cases));
}

Test(world_json, too_long)
{
    g_autoptr(GError) error = NULL;
    cr_expect_null(bsp_json_parse("f", "", BSP_JSON_MAX_BYTES + 1, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_expect_str_eq(error->message,
                     "f: 67108865 bytes of JSON are more than the limit of 67108864");
}

/* json-c needs 800 bytes for an object, so documents with too many are rejected before it reads
 * them. */
Test(world_json, too_many_objects)
{
    g_autoptr(GString) text = g_string_new("[\n");
    for (guint i = 0; i < BSP_JSON_MAX_OBJECTS; i++)
        g_string_append(text, "{},");
    g_string_append(text, "{}]");
    g_autoptr(GError) error = NULL;
    cr_expect_null(bsp_json_parse("a", text->str, text->len, &error));
    cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_expect_str_eq(error->message, "a:2:3145729: more objects than the limit of 1048576");
}

/* --- the helpers that only scenarios use --- */

static const char *check_json(const char *text, gboolean (*check)(const BspJsonRef *, GError **))
{
    static GError *error;
    g_clear_error(&error);
    g_autoptr(BspJson) json = bsp_json_parse("f", text, strlen(text), NULL);
    cr_assert_not_null(json);
    BspJsonRef root = bsp_json_root(json), member;
    cr_assert(bsp_json_require(&root, "a/b~", &member, NULL));
    return check(&member, &error) ? "ok" : error->message;
}

static gboolean check_choice(const BspJsonRef *ref, GError **error)
{
    static const char *const names[] = { "stop", "slide", NULL };
    guint choice = 7;
    return bsp_json_choice(ref, names, &choice, error) && choice == 1;
}

static gboolean check_uint(const BspJsonRef *ref, GError **error)
{
    guint64 value = 0;
    return bsp_json_uint(ref, 2, G_MAXUINT64, &value, error) && value == G_MAXUINT64;
}

static gboolean check_number(const BspJsonRef *ref, GError **error)
{
    double value = 0;
    return bsp_json_number(ref, -1, 1, &value, error) && value == 0.1;
}

Test(world_json, helpers)
{
    cr_expect_str_eq(check_json("{\"a/b~\":\"slide\"}", check_choice), "ok");
    cr_expect_str_eq(check_json("{\"a/b~\":\"jump\"}", check_choice),
                     "f: /a~1b~0: \"jump\" is none of \"stop\", \"slide\"");
    cr_expect_str_eq(check_json("{\"a/b~\":18446744073709551615}", check_uint), "ok");
    cr_expect_str_eq(check_json("{\"a/b~\":1}", check_uint),
                     "f: /a~1b~0: 1 is out of range, 2 to 18446744073709551615");
    cr_expect_str_eq(check_json("{\"a/b~\":1e3}", check_uint),
                     "f: /a~1b~0: expected a whole number, found a number");
    cr_expect_str_eq(check_json("{\"a/b~\":0.1}", check_number), "ok");
    cr_expect_str_eq(check_json("{\"a/b~\":-1.5}", check_number),
                     "f: /a~1b~0: -1.5 is out of range, -1 to 1");
}

Test(world_json, members_and_null)
{
    g_autoptr(BspJson) json = bsp_json_parse("f", "{\"a\":null,\"b\":[]}", 17, NULL);
    cr_assert_not_null(json);
    BspJsonRef root = bsp_json_root(json), a, b, c;
    cr_expect(bsp_json_member(&root, "a", &a));
    cr_expect(bsp_json_member(&root, "b", &b));
    cr_expect_not(bsp_json_member(&root, "c", &c));
    cr_expect_not(bsp_json_member(&b, "c", &c));
    g_autoptr(GError) error = NULL;
    cr_expect_not(bsp_json_require(&b, "c", &c, &error));
    cr_expect_str_eq(error->message, "f: /b: expected an object, found an array");
}

/* --- files --- */

Test(world_json, files_that_cannot_be_read)
{
    g_autofree char *missing = scratch_path("missing.json");
    expect_load_error(missing, BSP_ERROR_IO, "@: cannot read: No such file or directory");

    g_autofree char *directory = scratch_path("directory.json");
    cr_assert_eq(g_mkdir(directory, 0700), 0);
    expect_load_error(directory, BSP_ERROR_IO, "@: cannot read: Is a directory");

    g_autofree char *below = g_build_filename(missing, "below.map", NULL);
    expect_load_error(below, BSP_ERROR_IO, "@: cannot read: No such file or directory");

    static const char *const nowhere[] = { "", "world.txt", "levels.pk3", "courtyard.onion" };
    for (guint i = 0; i < G_N_ELEMENTS(nowhere); i++)
        expect_load_error(nowhere[i], BSP_ERROR_IO, "@: cannot read: No such file or directory");

    g_autofree char *text = scratch_file("world.txt", "", 0);
    expect_load_error(text, BSP_ERROR_VALUE,
                      "@: not the name of a world: it must end in .json, .map, .bsp or .obj, "
                      "optionally followed by .gz");
    g_autofree char *archive = scratch_file("levels.pk3", "", 0);
    g_autofree char *inside = g_strdup_printf(
        "@: not the name of a world: it must end in .json, .map, .bsp or .obj, "
        "optionally followed by .gz; name a world in the archive, such as %s:maps/NAME.bsp",
        archive);
    expect_load_error(archive, BSP_ERROR_VALUE, inside);
    g_autofree char *tree = scratch_file("courtyard.onion", "", 0);
    expect_load_error(
        tree, BSP_ERROR_VALUE,
        "@: this is a saved tree, not a world: name the world from which it was built");
    expect_load_error("nothing.pk3:a.bsp", BSP_ERROR_IO,
                      "@: cannot read: No such file or directory");
    remove_scratch();
}

/* --- damage --- */

Test(world_json, fuzz)
{
    fuzz(bsp_world_read_json, example, strlen(example), 4000, 1);
}
