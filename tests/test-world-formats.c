/* test-world-formats: the formats of .bsp files, by their first bytes: those built on id Tech 3,
 * and those that are not read. The files are made here, in memory. */
#include "q3bsp-lumps.h"
#include "test-world-files.h"

/* --- formats that are built on id Tech 3 --- */

/* Contents in Raven's games. */
enum { RAVEN_WATER = 0x4, RAVEN_CLIP = 0x10, RAVEN_TERRAIN = 0x1000, RAVEN_OUTSIDE = 0x10000 };

static void make_parts(GByteArray **lumps, const gint32 *contents, guint n)
{
    static const char entities[] = "{ \"classname\" \"worldspawn\" \"message\" \"kin\" }";
    for (guint i = 0; i < N_LUMPS; i++)
        lumps[i] = g_byte_array_new();
    g_byte_array_append(lumps[ENTITIES], (const guint8 *)entities, sizeof entities);
    for (guint i = 0; i < n; i++) {
        float at = 100 * (float)i;
        append_texture(lumps[TEXTURES], "textures/any", (gint32)i + 0x4000, contents[i]);
        append_box(lumps, (gint32)i, (const float[]){ at, 0, 0, at + 10, 20, 30 });
    }
    append_model(lumps[MODELS], 0, 0, 0, (gint32)n);
}

/* The brushes keep their planes, contents and flags, whatever the size of the records. */
Test(world_formats, the_same_brushes)
{
    static const struct {
        const char *magic;
        gint32 version, contents[4];
        guint32 found[3]; /* of the first three brushes; the last one is left out */
    } cases[] = {
        { "IBSP", 46, { 1, 0x10000, 0x8000001, 0x20 }, { 1, 0x10000, 0x8000001 } },
        { "IBSP", 47, { 1, 0x10000, 0x8000001, 0x20 }, { 1, 0x10000, 0x8000001 } },
        { "FBSP", 1, { 1, 0x10000, 0x8000001, 0x20 }, { 1, 0x10000, 0x8000001 } },
        { "RBSP", 1, { 1 | 0x8000, RAVEN_CLIP, RAVEN_TERRAIN, RAVEN_WATER }, { 1, 0x10000, 1 } },
        { "RBSP", 1, { 1, RAVEN_CLIP, 1 | RAVEN_OUTSIDE, RAVEN_OUTSIDE }, { 1, 0x10000, 1 } },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        GByteArray *lumps[N_LUMPS];
        make_parts(lumps, cases[i].contents, 4);
        g_autoptr(GByteArray) file = assemble_lumps_as(cases[i].magic, cases[i].version, lumps);
        g_autoptr(BspWorld) world = read_or_fail("a.bsp", file->data, file->len, 0);
        cr_expect_str_eq(world->name, "kin");
        cr_expect_eq(world->game, BSP_GAME_QUAKE3);
        cr_assert_eq(world->solid->brushes->len, 3u, "%s, case %u", cases[i].magic, i);
        for (guint k = 0; k < 3; k++) {
            const BspBrush *brush = bsp_solid_brush(world->solid, k);
            cr_expect_eq(bsp_brush_contents(brush), cases[i].found[k], "case %u: %x", i,
                         bsp_brush_contents(brush));
            cr_expect(brush->bounds.mins.x == 100 * k && brush->bounds.maxs.z == 30);
            cr_expect_eq(bsp_brush_tag(brush, 5), k + 0x4000);
        }
        expect_message(world,
                       "brushes left out: 1: their contents are neither SOLID nor PLAYERCLIP; "
                       "the first is brush 3");
    }
}

/* Water is water in each format. */
Test(world_formats, all_contents)
{
    static const gint32 contents[] = { RAVEN_WATER, 0x2, 0x20, RAVEN_OUTSIDE };
    GByteArray *lumps[N_LUMPS];
    make_parts(lumps, contents, 4);
    g_autoptr(GByteArray) file = assemble_lumps_as("RBSP", 1, lumps);
    g_autoptr(BspWorld) world =
        read_or_fail("a.bsp", file->data, file->len, BSP_WORLD_ALL_CONTENTS);
    cr_assert_eq(world->solid->brushes->len, 3u);
    static const guint32 found[] = { 0x20, 0x8, 0x20000 };
    for (guint k = 0; k < 3; k++)
        cr_expect_eq(bsp_brush_contents(bsp_solid_brush(world->solid, k)), found[k]);
    expect_message(world, "brushes left out: 1: they have no contents; the first is brush 3");
}

/* Adds a flat patch of 3 times 3 points, as face 0. */
static void add_patch(GByteArray **lumps)
{
    for (int i = 0; i < 9; i++) {
        append_float(lumps[VERTICES], 50 * (float)(i % 3));
        append_float(lumps[VERTICES], 50 * (float)(i / 3));
        append_float(lumps[VERTICES], 40);
        for (int k = 3; k < 11; k++)
            append_int(lumps[VERTICES], 0);
    }
    for (int k = 0; k < 26; k++)
        append_int(lumps[FACES], k == 2 ? 2 : k == 4 ? 9 : k >= 24 ? 3 : 0);
    g_byte_array_set_size(lumps[MODELS], 0);
    append_model(lumps[MODELS], 0, 1, 0, 1);
}

/* In Raven's games the flag 0x4000 means slick, in the others that the surface is not solid. */
Test(world_formats, patches)
{
    static const struct {
        const char *magic;
        gint32 version;
        guint n_patches;
    } cases[] = { { "IBSP", 46, 0 }, { "IBSP", 47, 0 }, { "FBSP", 1, 0 }, { "RBSP", 1, 1 } };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        GByteArray *lumps[N_LUMPS];
        make_parts(lumps, (const gint32[]){ 1 }, 1);
        add_patch(lumps);
        g_autoptr(GByteArray) file = assemble_lumps_as(cases[i].magic, cases[i].version, lumps);
        g_autoptr(BspWorld) world = read_or_fail("a.bsp#patches", file->data, file->len, 0);
        cr_expect_eq(world->report.n_patches, cases[i].n_patches, "%s", cases[i].magic);
        cr_assert_eq(world->solid->brushes->len, 1 + cases[i].n_patches);
        if (cases[i].n_patches) {
            const BspBounds *bounds = &bsp_solid_brush(world->solid, 1)->bounds;
            cr_expect(bounds->maxs.z == 40 && bounds->maxs.x == 100 && bounds->maxs.y == 100);
        }
    }
}

/* --- formats that are not read --- */

#define UNKNOWN                                                                                    \
    "@: offset 0: unknown format: levels of Quake and GoldSrc begin with 29, 30, BSP2 or 2PSB, "   \
    "later ones with IBSP, RBSP or FBSP"
#define REFUSED(game)                                                                              \
    "@: offset 0: a level of " game ", which is not supported: read a .map, or triangles in an "   \
    ".obj, instead"

Test(world_formats, refused)
{
    static const struct {
        const char *data;
        guint length;
        const char *message;
    } cases[] = {
        { "", 0, UNKNOWN },
        { "XXXX", 4, UNKNOWN },
        { "IBSP", 4, "@: offset 4: IBSP version 0 is not supported, only: 38, 46, 47" },
        { "IBSP\x30\0\0\0", 8, "@: offset 4: IBSP version 48 is not supported, only: 38, 46, 47" },
        { "IBSP\xff\xff\xff\xff", 8,
          "@: offset 4: IBSP version -1 is not supported, only: 38, 46, 47" },
        { "RBSP\2\0\0\0", 8, "@: offset 4: RBSP version 2 is not supported, only: 1" },
        { "FBSP\2\0\0\0", 8, "@: offset 4: FBSP version 2 is not supported, only: 1" },
        { "IBSP\x2e\0\0\0\0", 9, "@: offset 9: the file ends within its header of 144 bytes" },
        { "RBSP\1\0\0\0\0", 9, "@: offset 9: the file ends within its header of 152 bytes" },
        { "IBSP\x3b\0\0\0", 8, REFUSED("Call of Duty") },
        { "IBSP\4\0\0\0", 8, REFUSED("Call of Duty 2") },
        { "IBSP\x16\0\0\0", 8, REFUSED("Call of Duty 4") },
        { "IBSP\x29\0\0\0", 8, REFUSED("Daikatana") },
        { "FAKK\x0c\0\0\0", 8, REFUSED("Heavy Metal: F.A.K.K.2 or American McGee's Alice") },
        { "2015\x13\0\0\0", 8, REFUSED("Medal of Honor: Allied Assault") },
        { "EF2!\x14\0\0\0", 8, REFUSED("Star Trek: Elite Force II") },
        { "VBSP\x14\0\0\0", 8, REFUSED("Source") },
        { "QBSP\x26\0\0\0", 8, REFUSED("Quake II in the wide format of qbism") },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = scratch_file("bad.bsp", cases[i].data, cases[i].length);
        expect_load_error(path, BSP_ERROR_SYNTAX, cases[i].message);
    }
    remove_scratch();
}

static void set_int(GByteArray *in, guint offset, gint32 value)
{
    value = GINT32_TO_LE(value);
    memcpy(in->data + offset, &value, 4);
}

/* SiN begins as Jedi Outcast, and Soldier of Fortune as Quake III. Both have Quake II's lumps. */
Test(world_formats, lumps_of_quake_2)
{
    static const char *const magics[] = { "IBSP", "RBSP" };
    for (guint i = 0; i < G_N_ELEMENTS(magics); i++) {
        g_autoptr(GByteArray) file = g_byte_array_new();
        g_byte_array_append(file, (const guint8 *)magics[i], 4);
        g_byte_array_set_size(file, 400);
        memset(file->data + 4, 0, file->len - 4);
        set_int(file, 4, i ? 1 : 46);
        set_int(file, 16, 200);
        set_int(file, 20, 100);
        g_autofree char *path = scratch_file("bad.bsp", file->data, file->len);
        expect_load_error(path, BSP_ERROR_SYNTAX,
                          "@: lump 1 is not an array of textures: levels of SiN and Soldier of "
                          "Fortune, which begin like those of id Tech 3, are not supported");
    }
    remove_scratch();
}

/* Hexen II has Quake's version, but models of 80 bytes. Their length may fit models of 64 bytes,
 * too: then the sum of their faces decides. */
Test(world_formats, hexen_2)
{
    static const struct {
        guint n_models, n_faces; /* n_faces: in the lump of faces; each model has 2 */
        gboolean is_hexen;
    } cases[] = { { 1, 2, TRUE }, { 3, 7, TRUE }, { 4, 8, TRUE }, { 4, 7, FALSE } };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GByteArray) file = g_byte_array_new();
        g_autoptr(GError) error = NULL;
        g_byte_array_set_size(file, 2000);
        memset(file->data, 0, file->len);
        set_int(file, 0, 29);
        set_int(file, 4 + 8 * 7 + 4, 20 * (gint32)cases[i].n_faces);
        set_int(file, 4 + 8 * 14, 1000);
        set_int(file, 4 + 8 * 14 + 4, 80 * (gint32)cases[i].n_models);
        for (guint k = 0; k < cases[i].n_models; k++)
            set_int(file, 1000 + 80 * k + 76, 2);
        cr_expect_null(bsp_world_read("a.bsp", file->data, file->len, 0, &error));
        cr_expect_eq(strstr(error->message, "Hexen II") != NULL, cases[i].is_hexen, "case %u: %s",
                     i, error->message);
    }
}
