/* test-world-patches: the curved surfaces of id Tech 3 .bsp files. Some files are made here in
 * memory, and some are real. */
#include "bsp-constants.h"
#include "build/solid.h"
#include "q3bsp-lumps.h"
#include "random.h"
#include "real-levels.h"
#include "test-world-files.h"

#define NONSOLID 0x4000

static void add_texture(GByteArray **lumps, gint32 flags, gint32 contents)
{
    guint8 name[64] = "textures/any";
    g_byte_array_append(lumps[TEXTURES], name, 64);
    append_int(lumps[TEXTURES], flags);
    append_int(lumps[TEXTURES], contents);
}

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
    add_texture(lumps, 0x10, 0x1);
    add_texture(lumps, 0, 0x20);
    add_texture(lumps, NONSOLID, 0x1);
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
    g_autoptr(GError) error = NULL;
    make_lumps(lumps);
    BspWorld *world = read_lumps(lumps, flags, &error);
    cr_assert_not_null(world, "%s", error ? error->message : "no error");
    return world;
}

Test(world_patches, they_are_brushes)
{
    g_autoptr(BspWorld) world = read_good(BSP_WORLD_PATCHES);
    const GPtrArray *brushes = world->solid->brushes;
    cr_expect_eq(world->n_patches, 2u);
    cr_assert_eq(world->n_patch_brushes, brushes->len);
    cr_expect(brushes->len >= 6 && brushes->len <= 16, "%u", brushes->len);
    cr_expect_eq(world->n_skipped, 2u);
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
        /* The front is towards the axis. */
        cr_expect_leq(brush->bounds.maxs.x, 64 + 2 * BSP_PATCH_THICKNESS);
        cr_expect_geq(brush->bounds.mins.x, -1e-9);
    }
}

Test(world_patches, only_if_they_are_wanted)
{
    g_autoptr(BspWorld) without = read_good(0);
    cr_expect_eq(without->solid->brushes->len, 0u);
    expect_message(without, "patches (curved surfaces) left out: 4: they are not brushes");
    g_autoptr(BspWorld) all = read_good(BSP_WORLD_PATCHES | BSP_WORLD_ALL_CONTENTS);
    cr_expect_eq(all->n_patches, 3u);
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
    cr_expect_eq(world->n_patches, 2u);
    cr_expect_str_eq(world->name, "level");
    g_autoptr(GError) error = NULL;
    cr_expect_null(bsp_world_load(unknown, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
    remove_scratch();
}

/* --- wrong input --- */

static void set_int(GByteArray *in, guint offset, gint32 value)
{
    value = GINT32_TO_LE(value);
    memcpy(in->data + offset, &value, 4);
}

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
    cr_expect_eq(world->n_patches, 104u);
    cr_expect_eq(world->solid->brushes->len, n + world->n_patch_brushes);
    cr_expect(world->n_patch_brushes > 1000 && world->n_patch_brushes < 4000, "%u",
              world->n_patch_brushes);
    g_autofree char *place = bsp_world_brush_place(world, n);
    cr_expect(g_str_has_prefix(place, "patch "), "%s", place);
}
