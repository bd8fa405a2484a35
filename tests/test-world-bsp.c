/* test-world-bsp: worlds from id Tech 3 .bsp files. The files are made here, in memory. */
#include "build/solid.h"
#include "q3bsp-lumps.h"
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

static void add_texture(Parts *parts, gint32 contents)
{
    guint8 name[64] = "textures/any";
    g_byte_array_append(parts->lumps[TEXTURES], name, 64);
    append_int(parts->lumps[TEXTURES], 0);
    append_int(parts->lumps[TEXTURES], contents);
}

static void add_plane(Parts *parts, float x, float y, float z, float dist)
{
    append_float(parts->lumps[PLANES], x);
    append_float(parts->lumps[PLANES], y);
    append_float(parts->lumps[PLANES], z);
    append_float(parts->lumps[PLANES], dist);
}

/* Adds a cube from 0 to `edge` along all axes. */
static void add_cube(Parts *parts, gint32 texture, float edge)
{
    gint32 first = (gint32)parts->lumps[SIDES]->len / 8;
    for (int k = 0; k < 6; k++) {
        float sign = k & 1 ? -1 : 1;
        append_int(parts->lumps[SIDES], (gint32)parts->lumps[PLANES]->len / 16);
        append_int(parts->lumps[SIDES], texture);
        add_plane(parts, k / 2 == 0 ? sign : 0, k / 2 == 1 ? sign : 0, k / 2 == 2 ? sign : 0,
                  k & 1 ? 0 : edge);
    }
    append_int(parts->lumps[BRUSHES], first);
    append_int(parts->lumps[BRUSHES], 6);
    append_int(parts->lumps[BRUSHES], texture);
}

static void add_model(Parts *parts, gint32 n_faces, gint32 first_brush, gint32 n_brushes)
{
    for (int k = 0; k < 6; k++)
        append_float(parts->lumps[MODELS], 0);
    append_int(parts->lumps[MODELS], 0);
    append_int(parts->lumps[MODELS], n_faces);
    append_int(parts->lumps[MODELS], first_brush);
    append_int(parts->lumps[MODELS], n_brushes);
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
    add_texture(parts, 0x1);
    add_texture(parts, 0x10000);
    add_texture(parts, 0x20);
    add_cube(parts, 0, 64);
    add_cube(parts, 1, 32);
    add_cube(parts, 2, 16);
    add_cube(parts, 0, 0);
    add_cube(parts, 0, 8);
    add_face(parts, 1);
    add_face(parts, 2);
    add_face(parts, 2);
    add_model(parts, 2, 0, 4);
    add_model(parts, 0, 4, 1);
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

/* A valid level with one wrong number in one lump must be rejected with this error. */
static void expect_error_with(guint lump, guint offset, gint32 value, BspErrorCode code,
                              const char *message)
{
    Parts parts;
    make_parts(&parts);
    set_int(parts.lumps[lump], offset, value);
    g_autoptr(GByteArray) file = assemble_lumps(parts.lumps);
    expect_error(file, code, message);
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
    cr_expect_eq(world->n_skipped, 4u);
    cr_expect_eq(world->messages->len, 4u);
    expect_message(world, "patches (curved surfaces) left out: 1: they are not brushes");
    expect_message(world, "brushes left out: 1: they belong to other models than the world");
    expect_message(world, "brushes left out: 1: their contents are neither SOLID nor PLAYERCLIP");
    cr_expect(g_str_has_prefix(world->messages->pdata[3], "brushes left out: 1: brush 3: "));
    remove_scratch();
}

Test(world_bsp, all_contents_from_memory)
{
    g_autoptr(GByteArray) file = make_level();
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world =
        bsp_world_read("level.bsp", file->data, file->len, BSP_WORLD_ALL_CONTENTS, &error);
    cr_assert_not_null(world, "%s", error ? error->message : "no error");
    cr_assert_eq(world->solid->brushes->len, 3u);
    cr_expect_eq(bsp_brush_contents(bsp_solid_brush(world->solid, 2)), 0x20u);
    cr_expect_null(bsp_world_read("level.bsp", file->data, file->len - 1, 0, &error));
    cr_assert_not_null(error);
    cr_expect(g_str_has_prefix(error->message, "level.bsp: lump "), "%s", error->message);
    g_clear_error(&error);
    cr_expect_null(bsp_world_read("level.txt", file->data, file->len, 0, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
}

Test(world_bsp, models)
{
    Parts parts;
    make_parts(&parts);
    static const char door[] = "{\n\"classname\" \"func_door\"\n\"model\" \"*1\"\n"
                               "\"origin\" \"8 0 -4\"\n}\n";
    g_byte_array_set_size(parts.lumps[ENTITIES], parts.lumps[ENTITIES]->len - 1);
    g_byte_array_append(parts.lumps[ENTITIES], (const guint8 *)door, sizeof door);
    g_autoptr(GByteArray) file = assemble_lumps(parts.lumps);
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world =
        bsp_world_read("a.bsp", file->data, file->len, BSP_WORLD_MODEL(1), &error);
    cr_assert_not_null(world, "%s", error ? error->message : "no error");
    cr_expect_str_eq(world->name, "in memory *1");
    cr_assert_eq(world->solid->brushes->len, 1u);
    cr_expect_eq(bsp_solid_brush(world->solid, 0)->bounds.maxs.x, 8);
    cr_expect_eq(world->starts->len, 0u);
    cr_assert_eq(world->models->len, 1u);
    const BspWorldModel *model = &g_array_index(world->models, BspWorldModel, 0);
    cr_expect_eq(model->number, 1u);
    cr_expect_str_eq(model->classname, "func_door");
    cr_expect(model->origin.x == 8 && model->origin.y == 0 && model->origin.z == -4);
    g_autoptr(BspWorld) named = bsp_world_read("a.bsp#1", file->data, file->len, 0, &error);
    cr_assert_not_null(named);
    cr_expect_str_eq(named->name, "in memory *1");
    cr_expect_null(bsp_world_read("a.bsp#2", file->data, file->len, 0, &error));
    cr_expect_str_eq(error->message,
                     "a.bsp: there is no model 2: the file has 2 models, of which 0 is the world");
    g_clear_error(&error);
    cr_expect_null(bsp_world_read("a.json#1", "{}", 2, 0, &error));
    cr_expect_str_eq(error->message,
                     "a.json#1: cannot select a model or hull: a .json file has only the world");
}

Test(world_bsp, no_level)
{
    static const struct {
        const char *data;
        guint length;
        const char *message;
    } cases[] = {
        { "", 0,
          "@: offset 0: unknown format: levels of Quake and GoldSrc begin with 29, 30, BSP2 or "
          "2PSB, later ones with IBSP" },
        { "IBSP", 4, "@: offset 0: not an id Tech 3 level: no IBSP there" },
        { "XXXX", 4,
          "@: offset 0: unknown format: levels of Quake and GoldSrc begin with 29, 30, BSP2 or "
          "2PSB, later ones with IBSP" },
        { "VBSP\x2e\0\0\0", 8,
          "@: offset 0: unknown format: levels of Quake and GoldSrc begin with 29, 30, BSP2 or "
          "2PSB, later ones with IBSP" },
        { "IBSP\x2f\0\0\0", 8, "@: offset 4: IBSP version 47: this reads 46" },
        { "IBSP\xff\xff\xff\xff", 8, "@: offset 4: IBSP version -1: this reads 46" },
        { "IBSP\x2e\0\0\0\0", 9, "@: offset 9: the file ends within its header of 144 bytes" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = scratch_file("bad.bsp", cases[i].data, cases[i].length);
        expect_load_error(path, BSP_ERROR_SYNTAX, cases[i].message);
    }
    remove_scratch();
}

Test(world_bsp, truncated_anywhere)
{
    g_autoptr(GByteArray) file = make_level();
    for (guint length = 0; length < file->len; length++) {
        g_autofree char *copy = g_malloc(length + 1);
        memcpy(copy, file->data, length);
        copy[length] = '\0';
        g_autoptr(GError) error = NULL;
        g_autoptr(BspWorld) world = bsp_world_read_q3bsp("f", copy, length, 0, &error);
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

Test(world_bsp, indices)
{
    expect_error_with(MODELS, 32, -1, BSP_ERROR_VALUE,
                      "@: model 0: brushes -1 and 4 more are out of range, there are 5");
    expect_error_with(MODELS, 36, 6, BSP_ERROR_VALUE,
                      "@: model 0: brushes 0 and 6 more are out of range, there are 5");
    expect_error_with(MODELS, 32, 2147483647, BSP_ERROR_VALUE,
                      "@: model 0: brushes 2147483647 and 4 more are out of range, there are 5");
    expect_error_with(MODELS, 28, 4, BSP_ERROR_VALUE,
                      "@: model 0: faces 0 and 4 more are out of range, there are 3");
    expect_error_with(BRUSHES, 12 + 0, 31, BSP_ERROR_VALUE,
                      "@: brush 1: brush sides 31 and 6 more are out of range, there are 30");
    expect_error_with(BRUSHES, 12 + 4, -6, BSP_ERROR_VALUE,
                      "@: brush 1: brush sides 6 and -6 more are out of range, there are 30");
    expect_error_with(BRUSHES, 12 + 8, 3, BSP_ERROR_VALUE,
                      "@: brush 1: texture 3 is out of range, there are 3");
    expect_error_with(BRUSHES, 8, -1, BSP_ERROR_VALUE,
                      "@: brush 0: texture -1 is out of range, there are 3");
    expect_error_with(SIDES, 8 * 7, 30, BSP_ERROR_VALUE,
                      "@: brush 1: side 7: plane 30 is out of range, there are 30");
    expect_error_with(SIDES, 0, -1, BSP_ERROR_VALUE,
                      "@: brush 0: side 0: plane -1 is out of range, there are 30");
}

Test(world_bsp, planes)
{
    expect_error_with(PLANES, 0, float_bits(NAN), BSP_ERROR_VALUE,
                      "@: brush 0: side 0: plane 0 is invalid: its normal is nan units long, its "
                      "distance 64");
    expect_error_with(PLANES, 16 + 12, float_bits((float)HUGE_VAL), BSP_ERROR_VALUE,
                      "@: brush 0: side 1: plane 1 is invalid: its normal is 1 units long, its "
                      "distance inf");
    expect_error_with(PLANES, 0, float_bits(0), BSP_ERROR_VALUE,
                      "@: brush 0: side 0: plane 0 is invalid: its normal is 0 units long, its "
                      "distance 64");
}

Test(world_bsp, shared_sides)
{
    /* brushes must not share sides, so that a small file cannot cause much work */
    expect_error_with(BRUSHES, 4, 30, BSP_ERROR_VALUE,
                      "@: brush 1: the brushes up to this one have 36 sides, but the file has only "
                      "30");
    Parts parts;
    make_parts(&parts);
    for (guint i = 0; i < BSP_WORLD_MAX_SIDES; i++) {
        append_int(parts.lumps[SIDES], 0);
        append_int(parts.lumps[SIDES], 0);
    }
    set_int(parts.lumps[BRUSHES], 4, BSP_WORLD_MAX_SIDES + 1);
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
    fuzz(bsp_world_read_q3bsp, file->data, file->len, 8000, 3);
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
        g_autoptr(BspWorld) world = bsp_world_read_q3bsp("f", copy, level->len, 0, &error);
        cr_assert((world == NULL) == (error != NULL));
        cr_assert(world || g_str_has_prefix(error->message, "f: "));
        n_worlds += world != NULL;
    }
    cr_expect(n_worlds > 80 && n_worlds < 7900, "%u", n_worlds);
}
