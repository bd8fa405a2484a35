/* test-world-bsp: worlds from id Tech 3 .bsp files, and their curved surfaces. The files are made
 * here, in memory; one is a real level. */
#include "bsp-constants.h"
#include "compile/solid.h"
#include "q3bsp-lumps.h"
#include "random.h"
#include "real-levels.h"
#include "test-world-files.h"

/* A level under construction; NULL lumps are empty. */
typedef struct {
    GByteArray *lumps[N_LUMPS];
} Parts;

static void set_int(GByteArray *in, guint offset, gint32 value)
{
    value = GINT32_TO_LE(value);
    memcpy(in->data + offset, &value, 4);
}

static void add_texture(GByteArray *textures, gint32 flags, gint32 contents)
{
    append_texture(textures, "textures/any", flags, contents);
}

/* Adds a cube from 0 to `edge` along all axes. */
static void add_cube(Parts *parts, gint32 texture, float edge)
{
    append_box(parts->lumps, texture, (const float[]){ 0, 0, 0, edge, edge, edge });
}

static void add_face(Parts *parts, gint32 type)
{
    for (int k = 0; k < 26; k++)
        append_int(parts->lumps[FACES], k == 2 ? type : 0);
}

/* Brushes: solid, player clip, water, degenerate, and one of another model. */
static void make_parts(Parts *parts)
{
    static const char entities[] = "{\n\"classname\" \"worldspawn\"\n\"message\" \"in memory\"\n}\n"
                                   "{\n\"classname\" \"info_player_deathmatch\"\n"
                                   "\"origin\" \"1 2 300\"\n}\n";
    for (guint i = 0; i < N_LUMPS; i++)
        parts->lumps[i] = g_byte_array_new();
    g_byte_array_append(parts->lumps[ENTITIES], (const guint8 *)entities, sizeof entities);
    add_texture(parts->lumps[TEXTURES], 0, 0x1);
    add_texture(parts->lumps[TEXTURES], 0, 0x10000);
    add_texture(parts->lumps[TEXTURES], 0, 0x20);
    add_cube(parts, 0, 64);
    add_cube(parts, 1, 32);
    add_cube(parts, 2, 16);
    add_cube(parts, 0, 0);
    add_cube(parts, 0, 8);
    add_face(parts, 1);
    add_face(parts, 2);
    add_face(parts, 2);
    append_model(parts->lumps[MODELS], 0, 2, 0, 4);
    append_model(parts->lumps[MODELS], 0, 0, 4, 1);
}

static GByteArray *make_level(void)
{
    Parts parts;
    make_parts(&parts);
    return assemble_lumps(parts.lumps);
}

static void expect_error(GByteArray *file, BspErrorCode code, const char *message)
{
    g_autofree char *path = scratch_file("bad.bsp", file->data, file->len);
    expect_load_error(path, code, message);
    remove_scratch();
}

static gint32 float_bits(float value)
{
    gint32 bits;
    memcpy(&bits, &value, 4);
    return bits;
}

Test(world_bsp, level)
{
    g_autoptr(GByteArray) file = make_level();
    g_autofree char *path = scratch_file("level.bsp", file->data, file->len);
    g_autoptr(BspWorld) world = load_or_fail(path);
    cr_expect_str_eq(world->name, "in memory");
    cr_assert_eq(world->solid->brushes->len, 2u);
    cr_expect_eq(bsp_solid_brush(world->solid, 0)->bounds.maxs.x, 64);
    cr_expect_eq(bsp_solid_brush(world->solid, 1)->bounds.maxs.z, 32);
    g_autofree char *place = bsp_world_brush_place(world, 1);
    cr_expect_str_eq(place, "brush 1");
    cr_assert_eq(world->starts->len, 1u);
    cr_expect_eq(g_array_index(world->starts, BspVec, 0).z, 300);
    cr_expect_eq(world->report.n_skipped, 4u);
    cr_expect_eq(world->report.messages->len, 4u);
    expect_message(world, "patches (curved surfaces) left out: 1: they are not brushes");
    expect_message(
        world,
        "brushes left out: 1: they belong to other models than the world; the first is brush 4");
    expect_message(world, "brushes left out: 1: their contents are neither SOLID nor PLAYERCLIP; "
                          "the first is brush 2");
    cr_expect(g_str_has_prefix(world->report.messages->pdata[3], "brushes left out: 1: brush 3: "));
    remove_scratch();
}

/* A name has up to 64 bytes, which may be no UTF-8. A side may have no texture. */
Test(world_bsp, textures_of_sides)
{
    Parts parts;
    make_parts(&parts);
    guint8 *names = parts.lumps[TEXTURES]->data;
    memset(names, 'x', 64);
    memcpy(names + 72, "clip\xff", 6);
    set_int(parts.lumps[SIDES], 4, 1);  /* side 0 of brush 0 */
    set_int(parts.lumps[SIDES], 12, 9); /* side 1: out of range */
    set_int(parts.lumps[SIDES], 20, 2);
    names[144] = 0; /* side 2: an empty name */
    g_autofree char *whole = g_strnfill(64, 'x');
    const struct {
        guint brush, side;
        const char *texture;
    } sides[] = { { 0, 0, "clip\xef\xbf\xbd" },
                  { 0, 1, NULL },
                  { 0, 2, NULL },
                  { 0, 3, whole },
                  { 0, 6, NULL },
                  { 1, 0, "clip\xef\xbf\xbd" },
                  { 1, 5, "clip\xef\xbf\xbd" },
                  { 2, 0, NULL } };
    g_autoptr(GByteArray) file = assemble_lumps(parts.lumps);
    g_autoptr(BspWorld) world = read_or_fail("level.bsp", file->data, file->len, 0);
    for (guint i = 0; i < G_N_ELEMENTS(sides); i++)
        cr_expect_str_eq(bsp_world_side_texture(world, sides[i].brush, sides[i].side) ?: "none",
                         sides[i].texture ?: "none", "%u", i);
}

Test(world_bsp, all_contents_from_memory)
{
    g_autoptr(GByteArray) file = make_level();
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world =
        read_or_fail("level.bsp", file->data, file->len, BSP_WORLD_ALL_CONTENTS);
    cr_assert_eq(world->solid->brushes->len, 3u);
    cr_expect_eq(bsp_brush_contents(bsp_solid_brush(world->solid, 2)), 0x20u);
    cr_expect_null(bsp_world_read("level.bsp", file->data, file->len - 1, 0, &error));
    cr_assert_not_null(error);
    cr_expect(g_str_has_prefix(error->message, "level.bsp: lump "), "%s", error->message);
    g_clear_error(&error);
    cr_expect_null(bsp_world_read("level.txt", file->data, file->len, 0, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
}

Test(world_bsp, truncated_anywhere)
{
    g_autoptr(GByteArray) file = make_level();
    for (guint length = 0; length < file->len; length++) {
        g_autofree char *copy = g_malloc(length + 1);
        memcpy(copy, file->data, length);
        copy[length] = '\0';
        g_autoptr(GError) error = NULL;
        g_autoptr(BspWorld) world =
            bsp_world_read_bsp("f", copy, length, &(BspWorldOptions){ 0 }, &error);
        cr_assert_null(world, "%u bytes", length);
        cr_assert(g_error_matches(error, BSP_ERROR, BSP_ERROR_SYNTAX));
        cr_assert(g_str_has_prefix(error->message, "f: "));
    }
}

Test(world_bsp, lumps)
{
    static const struct {
        guint lump;
        gint32 offset, length;
        const char *message;
    } cases[] = {
        { BRUSHES, 2147483647, 12,
          "@: lump 8 (brushes): offset 2147483647, length 12: out of range, the file has 1644 "
          "bytes" },
        { BRUSHES, -12, 12,
          "@: lump 8 (brushes): offset -12, length 12: out of range, the file has 1644 bytes" },
        { SIDES, 144, -8,
          "@: lump 9 (brush sides): offset 144, length -8: out of range, the file has 1644 bytes" },
        { PLANES, 144, 2147483632,
          "@: lump 2 (planes): offset 144, length 2147483632: out of range, the file has 1644 "
          "bytes" },
        { 16, 1644, 1,
          "@: lump 16 (visibility): offset 1644, length 1: out of range, the file has 1644 bytes" },
        { TEXTURES, 144, 71,
          "@: lump 1 (textures): the length 71 is not a multiple of a record's 72 bytes" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GByteArray) file = make_level();
        set_int(file, 8 + 8 * cases[i].lump, cases[i].offset);
        set_int(file, 12 + 8 * cases[i].lump, cases[i].length);
        expect_error(file, BSP_ERROR_SYNTAX, cases[i].message);
    }
    g_autoptr(GByteArray) file = make_level();
    set_int(file, 12 + 8 * MODELS, 0);
    expect_error(file, BSP_ERROR_VALUE, "@: lump 7 (models): no model 0, which is the world");
}

/* A valid level with one wrong number in one lump. */
Test(world_bsp, wrong_numbers)
{
    const struct {
        guint lump, offset;
        gint32 value;
        const char *message;
    } cases[] = {
        { MODELS, 32, -1, "model 0: brushes -1 and 4 more are out of range, there are 5" },
        { MODELS, 36, 6, "model 0: brushes 0 and 6 more are out of range, there are 5" },
        { MODELS, 32, 2147483647,
          "model 0: brushes 2147483647 and 4 more are out of range, there are 5" },
        { MODELS, 28, 4, "model 0: faces 0 and 4 more are out of range, there are 3" },
        { BRUSHES, 12, 31, "brush 1: brush sides 31 and 6 more are out of range, there are 30" },
        { BRUSHES, 16, -6, "brush 1: brush sides 6 and -6 more are out of range, there are 30" },
        { BRUSHES, 20, 3, "brush 1: texture 3 is out of range, there are 3" },
        { BRUSHES, 8, -1, "brush 0: texture -1 is out of range, there are 3" },
        { SIDES, 8 * 7, 30, "brush 1: side 7: plane 30 is out of range, there are 30" },
        { SIDES, 0, -1, "brush 0: side 0: plane -1 is out of range, there are 30" },
        { PLANES, 0, float_bits(NAN),
          "brush 0: side 0: plane 0 is invalid: its normal is nan units long, its distance 64" },
        { PLANES, 16 + 12, float_bits((float)HUGE_VAL),
          "brush 0: side 1: plane 1 is invalid: its normal is 1 units long, its distance inf" },
        { PLANES, 0, float_bits(0),
          "brush 0: side 0: plane 0 is invalid: its normal is 0 units long, its distance 64" },
        /* brushes must not share sides, so that a small file cannot cause much work */
        { BRUSHES, 4, 30,
          "brush 1: the brushes up to this one have 36 sides, but the file has only 30" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        Parts parts;
        make_parts(&parts);
        set_int(parts.lumps[cases[i].lump], cases[i].offset, cases[i].value);
        g_autoptr(GByteArray) file = assemble_lumps(parts.lumps);
        g_autofree char *message = g_strconcat("@: ", cases[i].message, NULL);
        expect_error(file, BSP_ERROR_VALUE, message);
    }
}

Test(world_bsp, too_many_sides)
{
    Parts parts;
    make_parts(&parts);
    for (guint i = 0; i < BSP_BRUSH_MAX_SIDES; i++) {
        append_int(parts.lumps[SIDES], 0);
        append_int(parts.lumps[SIDES], 0);
    }
    set_int(parts.lumps[BRUSHES], 4, BSP_BRUSH_MAX_SIDES + 1);
    g_autoptr(GByteArray) file = assemble_lumps(parts.lumps);
    expect_error(file, BSP_ERROR_LIMIT, "@: brush 0: 1025 sides are more than the limit of 1024");
}

Test(world_bsp, entities)
{
    static const struct {
        const char *entities;
        BspErrorCode code;
        const char *message;
    } cases[] = {
        { "{ \"a\" ", BSP_ERROR_SYNTAX,
          "@: lump 0 (entities):1:7: expected a value in quotes, found the end of the file" },
        { "{ \"classname\" \"info_player_start\" \"origin\" \"here\" }", BSP_ERROR_VALUE,
          "@: lump 0 (entities): entity 0 (line 1): the origin 'here' is not three numbers within "
          "+-4.1943e+06" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        Parts parts;
        make_parts(&parts);
        g_byte_array_set_size(parts.lumps[ENTITIES], 0);
        g_byte_array_append(parts.lumps[ENTITIES], (const guint8 *)cases[i].entities,
                            (guint)strlen(cases[i].entities));
        g_autoptr(GByteArray) file = assemble_lumps(parts.lumps);
        expect_error(file, cases[i].code, cases[i].message);
    }
}

Test(world_bsp, fuzz)
{
    g_autoptr(GByteArray) file = make_level();
    fuzz(bsp_world_read_bsp, file->data, file->len, 8000, 3);
}

/* Damage that keeps the lengths, so that it gets beyond the header. */
Test(world_bsp, fuzz_of_numbers)
{
    static const gint32 extremes[] = { 0,          1,          -1,          1000,
                                       65536,      2147483647, -2147483647, 0x7f800000,
                                       0x7fc00000, 0x3f800000, 0x00000001,  0x7f7fffff };
    g_autoptr(GByteArray) level = make_level();
    Random r = random_seeded(4);
    guint n_worlds = 0;
    for (guint round = 0; round < 8000; round++) {
        g_autofree char *copy = g_malloc0(level->len + 1);
        memcpy(copy, level->data, level->len);
        for (guint i = random_below(&r, 3); i < 3; i++) {
            guint at = 144 + random_below(&r, level->len - 144 - 4);
            gint32 value = GINT32_TO_LE(extremes[random_below(&r, G_N_ELEMENTS(extremes))]);
            memcpy(copy + at / 4 * 4, &value, 4);
        }
        g_autoptr(GError) error = NULL;
        g_autoptr(BspWorld) world =
            bsp_world_read_bsp("f", copy, level->len, &(BspWorldOptions){ 0 }, &error);
        cr_assert((world == NULL) == (error != NULL));
        cr_assert(world || g_str_has_prefix(error->message, "f: "));
        n_worlds += world != NULL;
    }
    cr_expect(n_worlds > 80 && n_worlds < 7900, "%u", n_worlds);
}

/* --- curved surfaces --- */

#define NONSOLID 0x4000

/* Adds a quarter of a pipe of this radius along y. */
static void add_pipe(GByteArray **lumps, gint32 texture, float radius, float y)
{
    gint32 first = (gint32)lumps[VERTICES]->len / 44;
    for (int k = 0; k < 9; k++) {
        append_float(lumps[VERTICES], k % 3 < 2 ? radius : 0);
        append_float(lumps[VERTICES], y + 50 * (float)(k / 3));
        append_float(lumps[VERTICES], k % 3 > 0 ? radius : 0);
        for (int i = 3; i < 11; i++)
            append_int(lumps[VERTICES], 0);
    }
    for (int k = 0; k < 26; k++) {
        gint32 value = k == 0 ? texture : k == 2 ? 2 : k == 3 ? first : k == 4 ? 9 : 0;
        append_int(lumps[FACES], k >= 24 ? 3 : value);
    }
}

/* Faces: not a patch; solid; water; solid, but with a surface that is not; solid, next to the
 * first. */
static void make_lumps(GByteArray **lumps)
{
    for (guint i = 0; i < N_LUMPS; i++)
        lumps[i] = g_byte_array_new();
    add_texture(lumps[TEXTURES], 0x10, 0x1);
    add_texture(lumps[TEXTURES], 0, 0x20);
    add_texture(lumps[TEXTURES], NONSOLID, 0x1);
    for (int k = 0; k < 26; k++)
        append_int(lumps[FACES], 0);
    add_pipe(lumps, 0, 64, 0);
    add_pipe(lumps, 1, 32, 0);
    add_pipe(lumps, 2, 16, 0);
    add_pipe(lumps, 0, 64, 100);
    for (int k = 0; k < 10; k++)
        append_int(lumps[MODELS], k == 7 ? 5 : 0);
}

static BspWorld *read_lumps(GByteArray **lumps, guint flags, GError **error)
{
    g_autoptr(GByteArray) file = assemble_lumps(lumps);
    return bsp_world_read("level.bsp", file->data, file->len, flags, error);
}

static BspWorld *read_good(guint flags)
{
    GByteArray *lumps[N_LUMPS];
    make_lumps(lumps);
    g_autoptr(GByteArray) file = assemble_lumps(lumps);
    return read_or_fail("level.bsp", file->data, file->len, flags);
}

Test(world_patches, they_are_brushes)
{
    g_autoptr(BspWorld) world = read_good(BSP_WORLD_PATCHES);
    const GPtrArray *brushes = world->solid->brushes;
    cr_expect_eq(world->report.n_patches, 2u);
    cr_assert_eq(world->report.n_patch_brushes, brushes->len);
    cr_expect(brushes->len >= 6 && brushes->len <= 16, "%u", brushes->len);
    cr_expect_eq(world->report.n_skipped, 2u);
    expect_message(world, "patches (curved surfaces) left out: 2: their contents do not stop a "
                          "player, or their surface is NONSOLID");
    g_autofree char *first = bsp_world_brush_place(world, 0);
    g_autofree char *last = bsp_world_brush_place(world, brushes->len - 1);
    cr_expect_str_eq(first, "patch 1");
    cr_expect_str_eq(last, "patch 4");
    for (guint i = 0; i < brushes->len; i++) {
        const BspBrush *brush = bsp_solid_brush(world->solid, i);
        cr_expect_eq(bsp_brush_contents(brush), 1u);
        cr_expect_eq(bsp_brush_n_sides(brush), 6u, "quads all");
        cr_expect_eq(bsp_brush_tag(brush, 0), 0x10u);
        cr_expect_str_eq(bsp_world_side_texture(world, i, 0), "textures/any");
        cr_expect_null(bsp_world_side_texture(world, i, 1));
        /* The front is towards the axis. */
        cr_expect_leq(brush->bounds.maxs.x, 64 + 2 * BSP_PATCH_THICKNESS);
        cr_expect_geq(brush->bounds.mins.x, -1e-9);
    }
}

static guint count_with_error(const char *path, double patch_error)
{
    const BspWorldOptions options = { .flags = BSP_WORLD_PATCHES, .patch_error = patch_error };
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = bsp_world_load_options(path, &options, &error);
    cr_assert(world, "%s", error ? error->message : "");
    return world->report.n_patch_brushes;
}

Test(world_patches, the_caller_chooses_the_error)
{
    GByteArray *lumps[N_LUMPS];
    make_lumps(lumps);
    g_autoptr(GByteArray) file = assemble_lumps(lumps);
    g_autofree char *path = scratch_file("level.bsp", file->data, file->len);
    g_autofree char *named = g_strconcat(path, "#patches=16", NULL);
    g_autofree char *usual = g_strconcat(path, "#patches", NULL);
    g_autofree char *two = g_strconcat(path, "#patches=2", NULL);
    cr_expect_gt(count_with_error(path, 0.25), count_with_error(path, 0));
    cr_expect_gt(count_with_error(path, 0), count_with_error(path, 16));
    cr_expect_eq(count_with_error(path, 0), count_with_error(path, BSP_PATCH_ERROR));
    g_autoptr(BspWorld) coarse = load_or_fail(named);
    g_autoptr(BspWorld) fine = load_or_fail(usual);
    g_autoptr(BspWorld) equal = load_or_fail(two);
    cr_expect_eq(coarse->report.n_patch_brushes, count_with_error(path, 16));
    cr_expect_str_neq(coarse->sha256, fine->sha256, "their brushes differ");
    cr_expect_str_eq(equal->sha256, fine->sha256);
    g_autofree char *again =
        bsp_world_select(path, &(BspWorldOptions){ .flags = BSP_WORLD_PATCHES, .patch_error = 16 });
    cr_expect_str_eq(again, named);
}

Test(world_patches, errors_out_of_range)
{
    GByteArray *lumps[N_LUMPS];
    make_lumps(lumps);
    g_autoptr(GByteArray) file = assemble_lumps(lumps);
    g_autofree char *path = scratch_file("level.bsp", file->data, file->len);
    static const double bad[] = { 0.01, -2, (double)INFINITY, (double)NAN };
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        const BspWorldOptions options = { .flags = BSP_WORLD_PATCHES, .patch_error = bad[i] };
        g_autoptr(GError) error = NULL;
        g_autoptr(BspWorld) world = bsp_world_load_options(path, &options, &error);
        cr_expect_null(world);
        cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE), "%g", bad[i]);
    }
}

Test(world_patches, only_if_they_are_wanted)
{
    g_autoptr(BspWorld) without = read_good(0);
    cr_expect_eq(without->solid->brushes->len, 0u);
    expect_message(without, "patches (curved surfaces) left out: 4: they are not brushes");
    g_autoptr(BspWorld) all = read_good(BSP_WORLD_PATCHES | BSP_WORLD_ALL_CONTENTS);
    cr_expect_eq(all->report.n_patches, 3u);
    gboolean water = FALSE;
    for (guint i = 0; i < all->solid->brushes->len; i++)
        water |= bsp_brush_contents(bsp_solid_brush(all->solid, i)) == 0x20;
    cr_expect(water);
}

Test(world_patches, names_select_them)
{
    GByteArray *lumps[N_LUMPS];
    make_lumps(lumps);
    g_autoptr(GByteArray) file = assemble_lumps(lumps);
    g_autofree char *path = scratch_file("level.bsp", file->data, file->len);
    g_autofree char *selected = g_strconcat(path, "#patches", NULL);
    g_autofree char *unknown = g_strconcat(path, "#petals", NULL);
    g_autoptr(BspWorld) world = load_or_fail(selected);
    cr_expect_eq(world->report.n_patches, 2u);
    cr_expect_str_eq(world->name, "level");
    g_autoptr(GError) error = NULL;
    cr_expect_null(bsp_world_load(unknown, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
    remove_scratch();
}

/* --- wrong input --- */

static void expect_refused(GByteArray **lumps, BspErrorCode code, const char *message)
{
    g_autoptr(GError) error = NULL;
    cr_expect_null(read_lumps(lumps, BSP_WORLD_PATCHES, &error));
    cr_assert_not_null(error);
    cr_expect_eq(error->code, (gint)code);
    cr_expect_str_eq(error->message, message);
}

Test(world_patches, damaged)
{
    static const struct {
        guint lump, offset;
        gint32 value;
        const char *message;
    } cases[] = {
        { FACES, 104 + 96, 4,
          "level.bsp: patch 1: 4 times 3 control points are invalid, the patch has 9: both must be "
          "odd, and 3 or more" },
        { FACES, 104 + 100, -3,
          "level.bsp: patch 1: 3 times -3 control points are invalid, the patch has 9: both must "
          "be odd, and 3 or more" },
        { FACES, 104 + 96, 2147483647,
          "level.bsp: patch 1: 2147483647 times 3 control points are invalid, the patch has 9: "
          "both must be odd, and 3 or more" },
        { FACES, 104 + 12, 30,
          "level.bsp: face 1: vertices 30 and 9 more are out of range, there are 36" },
        { FACES, 104, 3, "level.bsp: face 1: texture 3 is out of range, there are 3" },
        { VERTICES, 44, 0x7fc00000,
          "level.bsp: patch 1: vertex 1: the coordinate nan is out of range, +-4.1943e+06" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        GByteArray *lumps[N_LUMPS];
        make_lumps(lumps);
        set_int(lumps[cases[i].lump], cases[i].offset, cases[i].value);
        expect_refused(lumps, BSP_ERROR_VALUE, cases[i].message);
    }
}

/* A small file that would expand to very many brushes is rejected before the expansion. */
Test(world_patches, too_much_work)
{
    GByteArray *lumps[N_LUMPS];
    make_lumps(lumps);
    for (int i = 0; i < 2; i++) { /* many patches share the same points */
        g_byte_array_append(lumps[FACES], lumps[FACES]->data + 104, 104);
        set_int(lumps[MODELS], 28, 6 + i);
    }
    expect_refused(lumps, BSP_ERROR_VALUE,
                   "level.bsp: patch 5: the patches up to this one have 45 control points, but the "
                   "file has only 36");
    make_lumps(lumps);
    for (guint i = 0; i < 36; i++)
        for (guint k = 0; k < 3; k++)
            set_int(lumps[VERTICES], 44 * i + 4 * k,
                    (gint32)(0x4a000000 + 0x123456 * ((i * 7 + k * 5) % 6)));
    expect_refused(lumps, BSP_ERROR_LIMIT,
                   "level.bsp: patch 1: the patches need more than 65536 flat cells to come within "
                   "2 units, this one the most");
}

/* Damage to faces, vertices and textures that keeps the lengths. It must soon give an error or a
 * world. */
Test(world_patches, fuzz_of_numbers)
{
    static const guint lumps_hit[] = { FACES, VERTICES, VERTICES, TEXTURES };
    static const gint32 extremes[] = { 0,          1,          3,          -1,         5,
                                       65536,      2147483647, 0x7f800000, 0x7fc00000, 0x3f800000,
                                       0x47000000, 0x4a000000, 0x42c80000, 0x00000001 };
    Random r = random_seeded(33);
    guint n_worlds = 0;
    for (guint round = 0; round < 500; round++) {
        GByteArray *lumps[N_LUMPS];
        make_lumps(lumps);
        for (guint i = random_below(&r, 4); i < 4; i++) {
            GByteArray *lump = lumps[lumps_hit[random_below(&r, G_N_ELEMENTS(lumps_hit))]];
            set_int(lump, random_below(&r, lump->len / 4) * 4,
                    extremes[random_below(&r, G_N_ELEMENTS(extremes))]);
        }
        g_autoptr(GError) error = NULL;
        g_autoptr(BspWorld) world =
            read_lumps(lumps, BSP_WORLD_PATCHES | BSP_WORLD_ALL_CONTENTS, &error);
        cr_assert((world == NULL) == (error != NULL));
        n_worlds += world ? 1 : 0;
    }
    cr_expect(n_worlds > 150 && n_worlds < 475, "%u", n_worlds);
}

/* --- real levels --- */

Test(world_patches, real_level)
{
    g_autofree char *path = real_level_bsp("oacmpdm7");
    g_autoptr(BspWorld) world = bsp_world_load_with(path, BSP_WORLD_PATCHES, NULL);
    g_autoptr(BspWorld) without = bsp_world_load(path, NULL);
    cr_assert(world && without);
    guint n = without->solid->brushes->len;
    cr_expect_eq(world->report.n_patches, 104u);
    cr_expect_eq(world->solid->brushes->len, n + world->report.n_patch_brushes);
    cr_expect(world->report.n_patch_brushes > 300 && world->report.n_patch_brushes < 1000, "%u",
              world->report.n_patch_brushes);
    g_autofree char *place = bsp_world_brush_place(world, n);
    cr_expect(g_str_has_prefix(place, "patch "), "%s", place);
}
