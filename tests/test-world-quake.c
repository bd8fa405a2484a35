/* test-world-quake: worlds from .bsp files of Quake, GoldSrc and Quake II. The files are compiled
 * here, in memory. */
#include "bsp-levels.h"
#include "scenes.h"
#include "test-world-files.h"
#include "world/q1bsp.h"
#include "world/reading.h"

/* A corner of a room: a floor, a wall, a wedge on it, and a separate pool. */
static BspSolid *make_solid(void)
{
    const BspVec wedge[] = { bsp_vec(0, 0, 16),  bsp_vec(64, 0, 16), bsp_vec(64, 48, 16),
                             bsp_vec(0, 48, 16), bsp_vec(64, 0, 56), bsp_vec(64, 32, 56) };
    BspBrush *pool = scene_box(-128, -128, 16, -64, -64, 40);
    bsp_brush_set_contents(pool, 0x20);
    BspBrush *brushes[] = { scene_box(-128, -128, 0, 128, 128, 16),
                            scene_box(-128, 96, 16, 128, 128, 200),
                            scene_hull_brush(wedge, G_N_ELEMENTS(wedge)), pool };
    return scene_solid(brushes, G_N_ELEMENTS(brushes));
}

static GByteArray *make_level(LevelFormat format)
{
    g_autoptr(BspSolid) solid = make_solid();
    const LevelOptions options = { .format = format };
    return level_q1(solid, &options);
}

static void expect_bad(const char *name, const GByteArray *file, BspErrorCode code,
                       const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = bsp_world_read(name, file->data, file->len, 0, &error);
    cr_assert_null(world, "read, where '%s' was expected", message);
    cr_expect_str_eq(error->message, message, "found    %s\nexpected %s", error->message, message);
    cr_expect_eq(error->code, (gint)code);
}

/* At random points both solids must agree, except near a face. */
static void expect_same(const BspSolid *a, const BspSolid *b, const BspBounds *region, guint32 mask)
{
    Random r = random_seeded(11);
    guint n_in = 0, n_out = 0;
    for (guint i = 0; i < 4000; i++) {
        BspVec p = random_point(&r, region);
        double in_a = HUGE_VAL, in_b = HUGE_VAL;
        for (guint k = 0; k < a->brushes->len; k++)
            if (bsp_brush_contents(bsp_solid_brush(a, k)) & mask)
                in_a = fmin(in_a, bsp_cell_distance(bsp_solid_brush(a, k)->cell, p, NULL));
        for (guint k = 0; k < b->brushes->len; k++)
            if (bsp_brush_contents(bsp_solid_brush(b, k)) & mask)
                in_b = fmin(in_b, bsp_cell_distance(bsp_solid_brush(b, k)->cell, p, NULL));
        if ((in_a == 0) == (in_b == 0))
            (*(in_a == 0 ? &n_in : &n_out))++;
        else /* coordinates of the file are floats */
            cr_expect(fmax(in_a, in_b) < 1e-3, "%g %g %g: %g, %g", p.x, p.y, p.z, in_a, in_b);
    }
    cr_expect(n_in > 400 && n_out > 400, "%u in, %u out", n_in, n_out);
}

Test(world_quake, cells_of_hull_0)
{
    for (LevelFormat format = LEVEL_QUAKE; format <= LEVEL_BSP2; format++) {
        g_autoptr(GByteArray) file = make_level(format);
        g_autoptr(BspSolid) solid = make_solid();
        g_autoptr(BspWorld) world =
            read_or_fail("a.bsp", file->data, file->len, BSP_WORLD_ALL_CONTENTS);
        cr_expect_str_eq(world->name, "compiled");
        cr_expect_eq(world->starts->len, 1u);
        cr_expect_eq(world->report.n_hulls, format == LEVEL_GOLDSRC ? 4u : 3u);
        cr_expect_null(world->hull);
        expect_same(world->solid, solid, &solid->bounds, 1);
        expect_same(world->solid, solid,
                    &(BspBounds){ { { -128, -128, 16 } }, { { -32, -32, 60 } } }, 0x20);
        g_autoptr(BspWorld) stops = read_or_fail("a.bsp", file->data, file->len, 0);
        cr_expect_lt(stops->solid->brushes->len, world->solid->brushes->len);
        expect_message(stops,
                       "the level has no brushes: these are the solid cells of its tree; what "
                       "stops players alone (clip brushes) is not in it, but in #hull1");
    }
}

Test(world_quake, hulls)
{
    for (LevelFormat format = LEVEL_QUAKE; format <= LEVEL_BSP2; format++) {
        gint version = format == LEVEL_GOLDSRC ? 30 : 29;
        g_autoptr(GByteArray) file = make_level(format);
        g_autoptr(BspSolid) solid = make_solid();
        for (guint h = 1; bsp_q1bsp_hull(version, h); h++) {
            g_autofree char *name = g_strdup_printf("a.bsp#hull%u", h);
            g_autoptr(BspWorld) world = read_or_fail(name, file->data, file->len, 0);
            g_autoptr(BspSolid) exact = bsp_solid_expand(solid, bsp_q1bsp_hull(version, h), NULL);
            cr_assert_not_null(world->hull);
            cr_expect_eq(world->hull->maxs.z, bsp_q1bsp_hull(version, h)->maxs.z);
            for (guint i = 0; i < solid->brushes->len; i++)
                bsp_brush_set_contents((BspBrush *)bsp_solid_brush(exact, i),
                                       bsp_brush_contents(bsp_solid_brush(solid, i)));
            expect_same(world->solid, exact, &exact->bounds, 1);
        }
    }
    g_autoptr(GByteArray) file = make_level(LEVEL_QUAKE);
    g_autoptr(BspWorld) world = read_or_fail("a.bsp#hull2", file->data, file->len, 0);
    expect_message(world, "these are the positions of a box from -32,-32,-24 to 32,32,64: hull 2");
    expect_bad("a.bsp#hull3", file, BSP_ERROR_VALUE, "a.bsp: there is no hull 3, only 0 to 2");
    g_autofree char *path = scratch_file("a.bsp", file->data, file->len);
    g_autofree char *hull = g_strconcat(path, "#hull1", NULL);
    g_autoptr(BspWorld) loaded = load_or_fail(hull);
    cr_expect_not_null(loaded->hull);
    remove_scratch();
}

/* The name and the flags may both select a part of a level. They must agree; otherwise the name
 * is not taken as a selection. */
Test(world_quake, two_parts_do_not_make_a_third)
{
    static const struct {
        const char *path;
        guint flags, selected; /* selected: 0 if the path is rejected */
    } cases[] = {
        { "a.bsp#5", BSP_WORLD_MODEL(3), 0 },
        { "a.bsp#hull1", BSP_WORLD_HULL(2), 0 },
        { "a.bsp#hull0", BSP_WORLD_MODEL(3), BSP_WORLD_MODEL(3) | BSP_WORLD_HULL(0) },
        { "a.bsp#1,2", 0, 0 },
        { "a.bsp#3", BSP_WORLD_MODEL(3), BSP_WORLD_MODEL(3) },
        { "a.bsp#hull0", BSP_WORLD_HULL(0), BSP_WORLD_HULL(0) },
        { "a.bsp#patches,2", BSP_WORLD_PATCHES, BSP_WORLD_MODEL(2) | BSP_WORLD_PATCHES },
        { "a.bsp#patches=2.5", 0, BSP_WORLD_PATCHES },
        { "a.bsp#patches=2,patches,patches=2", 0, BSP_WORLD_PATCHES },
        { "a.bsp#patches=2,patches=3", 0, 0 },
        { "a.bsp#patches=", 0, 0 },
        { "a.bsp#patches=-1", 0, 0 },
        { "a.bsp#patches=inf", 0, 0 },
        { "a.bsp#patches=0", 0, 0 },
        { "a.bsp#patches=2x", 0, 0 },
        { "a.bsp#patches2", 0, 0 },
        { "a.obj#sheet=0", 0, 0 },
        { "a.obj#sheet", 0, 0 },
        { "a.obj#sheet=2,sheet=3", 0, 0 },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(BspWorldOptions) options = { .flags = cases[i].flags };
        gsize length = bsp_world_selection(cases[i].path, &options);
        cr_expect_eq(length, cases[i].selected ? strlen("a.bsp") : strlen(cases[i].path), "%s",
                     cases[i].path);
        cr_expect_eq(options.flags, cases[i].selected ? cases[i].selected : cases[i].flags, "%s",
                     cases[i].path);
    }
}

Test(world_quake, brush_list)
{
    g_autoptr(BspSolid) solid = make_solid();
    g_autoptr(GByteArray) file = make_level(LEVEL_QUAKE);
    g_autoptr(GByteArray) list = level_brushlist(solid, -8);
    level_add_bspx(file, "BRUSHLIST", list);
    g_autoptr(BspWorld) world = read_or_fail("a.bsp", file->data, file->len, 0);
    cr_assert_eq(world->solid->brushes->len, solid->brushes->len);
    cr_expect(world->report.brushes_given);
    for (guint i = 0; i < solid->brushes->len; i++) {
        cr_expect_eq(bsp_brush_contents(bsp_solid_brush(world->solid, i)), 0x10000u);
        cr_expect_float_eq(bsp_cell_volume(bsp_solid_brush(world->solid, i)->cell),
                           bsp_cell_volume(bsp_solid_brush(solid, i)->cell), 0.1);
    }
    g_autoptr(BspWorld) cells = read_or_fail("a.bsp#hull0", file->data, file->len, 0);
    cr_expect_neq(cells->solid->brushes->len, solid->brushes->len);
    cr_expect(!cells->report.brushes_given);
}

Test(world_quake, other_bspx_lumps)
{
    g_autoptr(GByteArray) file = make_level(LEVEL_QUAKE), lump = g_byte_array_new();
    level_add_bspx(file, "RGBLIGHTING", lump);
    g_autoptr(BspWorld) world = read_or_fail("a.bsp", file->data, file->len, 0);
    cr_expect(!world->report.brushes_given);
}

static void set_int(GByteArray *in, guint at, gint32 value)
{
    value = GINT32_TO_LE(value);
    memcpy(in->data + at, &value, 4);
}

Test(world_quake, broken_brush_list)
{
    static const struct {
        guint at; /* offset in the directory; from 40 on, in the lump */
        gint32 value;
        const char *message;
    } cases[] = {
        { 4, 1000, "a.bsp: BSPX at offset @: 1000 lumps: the file ends within their directory" },
        { 32, -1, "a.bsp: BSPX lump BRUSHLIST: offset *: out of range" },
        { 40, 2, "a.bsp: BSPX lump BRUSHLIST: record 0: version 2: only version 1 is supported" },
        { 40 + 16 + 28 + 8, 900, "a.bsp: BSPX lump BRUSHLIST: the lump ends within brush" },
    };
    g_autoptr(BspSolid) solid = make_solid();
    g_autoptr(GByteArray) list = level_brushlist(solid, -2);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GByteArray) file = make_level(LEVEL_QUAKE);
        guint at = file->len;
        g_autoptr(GError) error = NULL;
        level_add_bspx(file, "BRUSHLIST", list);
        set_int(file, at + cases[i].at, cases[i].value);
        cr_expect_null(bsp_world_read("a.bsp", file->data, file->len, 0, &error));
        g_autofree char *number = g_strdup_printf("%u", at);
        g_auto(GStrv) parts = g_strsplit(cases[i].message, "@", -1);
        g_autofree char *expected = g_strjoinv(number, parts);
        char *star = strchr(expected, '*');
        if (star)
            *star = '\0';
        cr_expect(g_str_has_prefix(error->message, expected), "found    %s\nexpected %s",
                  error->message, expected);
    }
}

/* --- hostile trees --- */

enum { Q1_PLANES = 1, Q1_NODES = 5, Q1_CLIP_NODES = 9, Q1_LEAVES = 10, Q1_MODELS = 14 };

static void set_short(GByteArray *in, guint at, gint value)
{
    guint16 bits = GUINT16_TO_LE((guint16)value);
    memcpy(in->data + at, &bits, 2);
}

Test(world_quake, trees)
{
    guint n_planes, n_nodes;
    {
        g_autoptr(GByteArray) file = make_level(LEVEL_QUAKE);
        n_planes = level_lump_length(file, 4, Q1_PLANES) / 20;
        n_nodes = level_lump_length(file, 4, Q1_NODES) / 24;
    }
    g_autofree char *plane =
        g_strdup_printf("a.bsp: node 0: plane 9999 is out of range, there are %u", n_planes);
    g_autofree char *root =
        g_strdup_printf("a.bsp: node 9999 is in the tree, but out of range, there are %u", n_nodes);
    const struct {
        guint lump, size, record, at;
        gint32 value;
        gboolean is_short;
        const char *message;
    } cases[] = {
        { Q1_NODES, 24, 0, 0, 9999, FALSE, plane },
        { Q1_NODES, 24, 0, 0, -1, FALSE, NULL },
        { Q1_NODES, 24, 0, 6, 0, TRUE, "a.bsp: node 0 is below itself in the tree" },
        { Q1_NODES, 24, 1, 4, 0, TRUE, "a.bsp: node 0 is below itself in the tree" },
        { Q1_NODES, 24, 0, 4, -1000, TRUE,
          "a.bsp: leaf 999 is in the tree, but out of range, there are 3" },
        { Q1_MODELS, 64, 0, 36, 9999, FALSE, root },
        { Q1_MODELS, 64, 0, 0, 0x7fc00000, FALSE,
          "a.bsp: model 0: its bounds along x are invalid: nan to 127" },
        { Q1_MODELS, 64, 0, 12, -1022361600, FALSE,
          "a.bsp: model 0: its bounds along x are invalid: -127 to -144" },
        { Q1_PLANES, 20, 0, 0, 0x7fc00000, FALSE,
          "a.bsp: node 0: plane 0 is invalid: its normal is "
          "nan units long, its distance 128" },
        { Q1_PLANES, 20, 0, 12, 0x7f800000, FALSE,
          "a.bsp: node 0: plane 0 is invalid: its normal is "
          "1 units long, its distance inf" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GByteArray) file = make_level(LEVEL_QUAKE);
        guint at = level_record(file, 4, cases[i].lump, cases[i].size, cases[i].record);
        g_autoptr(GError) error = NULL;
        if (cases[i].is_short)
            set_short(file, at + cases[i].at, cases[i].value);
        else
            set_int(file, at + cases[i].at, cases[i].value);
        if (cases[i].message)
            expect_bad("a.bsp", file, BSP_ERROR_VALUE, cases[i].message);
        else
            cr_expect_null(bsp_world_read("a.bsp", file->data, file->len, 0, &error));
    }
}

/* A BSP2 tree that is a chain of nodes. Each node splits the space behind the previous one. */
static GByteArray *make_chain(guint n, gboolean round)
{
    g_autoptr(BspSolid) solid = make_solid();
    const LevelOptions options = { .format = LEVEL_BSP2 };
    GByteArray *file = level_q1(solid, &options);
    guint nodes = file->len, planes = nodes + 44 * n;
    g_byte_array_set_size(file, planes + 20 * n);
    memset(file->data + nodes, 0, file->len - nodes);
    for (guint i = 0; i < n; i++) {
        double angle = 6.283185307179586 * i / n;
        float plane[4] = { round ? (float)cos(angle) : 0, round ? (float)sin(angle) : 0,
                           round ? 0 : 1, round ? 100 : 100 - 0.01f * (float)i };
        memcpy(file->data + planes + 20 * i, plane, sizeof plane);
        set_int(file, nodes + 44 * i, (gint32)i);
        set_int(file, nodes + 44 * i + 4, -2);
        set_int(file, nodes + 44 * i + 8, i + 1 < n ? (gint32)i + 1 : -1);
    }
    if (round) { /* both sides of the plane z = 0 have the same tree, so there are twice the faces
                  */
        const float level[4] = { 0, 0, 1, 0 };
        memcpy(file->data + planes, level, sizeof level);
        set_int(file, nodes + 4, 1);
    }
    set_int(file, 4 + 8 * Q1_NODES, (gint32)nodes);
    set_int(file, 8 + 8 * Q1_NODES, (gint32)(44 * n));
    set_int(file, 4 + 8 * Q1_PLANES, (gint32)planes);
    set_int(file, 8 + 8 * Q1_PLANES, (gint32)(20 * n));
    set_int(file, level_record(file, 4, Q1_MODELS, 64, 0) + 36, 0);
    return file;
}

Test(world_quake, deep_trees)
{
    g_autoptr(GByteArray) good = make_chain(1024, FALSE);
    g_autoptr(BspWorld) world = read_or_fail("a.bsp", good->data, good->len, 0);
    cr_expect_eq(world->solid->brushes->len, 1u);
    g_autoptr(GByteArray) deep = make_chain(1025, FALSE);
    expect_bad("a.bsp", deep, BSP_ERROR_LIMIT, "a.bsp: node 1024: the tree is deeper than 1024");
    /* cells get more and more faces, so their total number and the time must be limited */
    g_autoptr(GByteArray) many = make_chain(1000, TRUE);
    g_autoptr(GError) error = NULL;
    cr_expect_null(bsp_world_read("a.bsp", many->data, many->len, 0, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_expect(g_str_has_suffix(error->message, " faces, more than 64 for each node"), "%s",
              error->message);
}

Test(world_quake, truncated_anywhere)
{
    g_autoptr(GByteArray) file = make_level(LEVEL_QUAKE);
    guint end = level_record(file, 4, Q1_MODELS, 64, 1);
    for (guint length = 0; length < end; length += length < 200 ? 1 : 37) {
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

/* Damage that keeps the lengths, so that it gets beyond the header. */
static void fuzz_numbers(const GByteArray *level, guint from, guint flags, guint64 seed)
{
    static const gint32 extremes[] = { 0,          1,          -1,         -2,    1000,
                                       65536,      2147483647, 0x7f800000, 3,     0x7fc00000,
                                       0x3f800000, 0x00000001, 0x7f7fffff, 65535, -65535 };
    Random r = random_seeded(seed);
    guint n_worlds = 0;
    for (guint round = 0; round < 2000; round++) {
        g_autofree char *copy = g_malloc0(level->len + 1);
        memcpy(copy, level->data, level->len);
        for (guint i = random_below(&r, 3); i < 3; i++) {
            guint at = from + random_below(&r, level->len - from - 4);
            gint32 value = GINT32_TO_LE(extremes[random_below(&r, G_N_ELEMENTS(extremes))]);
            memcpy(copy + at / 2 * 2, &value, round % 2 ? 4 : 2);
        }
        g_autoptr(GError) error = NULL;
        g_autoptr(BspWorld) world =
            bsp_world_read_bsp("f", copy, level->len, &(BspWorldOptions){ .flags = flags }, &error);
        cr_assert((world == NULL) == (error != NULL));
        cr_assert(world || g_str_has_prefix(error->message, "f: "));
        n_worlds += world != NULL;
    }
    cr_expect(n_worlds > 20 && n_worlds < 1980, "%u", n_worlds);
}

Test(world_quake, fuzz)
{
    g_autoptr(BspSolid) solid = make_solid();
    g_autoptr(GByteArray) file = make_level(LEVEL_QUAKE), wide = make_level(LEVEL_BSP2);
    g_autoptr(GByteArray) list = level_brushlist(solid, -2);
    fuzz_numbers(file, 124, BSP_WORLD_ALL_CONTENTS, 1);
    fuzz_numbers(file, 124, BSP_WORLD_HULL(1), 2);
    fuzz_numbers(wide, 124, BSP_WORLD_HULL(0), 3);
    level_add_bspx(file, "BRUSHLIST", list);
    fuzz_numbers(file, 124, 0, 4);
    fuzz(bsp_world_read_bsp, file->data, file->len, 2000, 5);
}

/* --- Quake II --- */

/* Cubes from 0 to 64, 32, ... units, with these contents. */
static GByteArray *make_q2(const gint *contents, guint n)
{
    g_autofree BspPlane *planes = g_new0(BspPlane, 6 * n);
    g_autofree LevelBrush *brushes = g_new(LevelBrush, n);
    for (guint i = 0; i < n; i++) {
        brushes[i] = (LevelBrush){ 6 * i, 6, contents[i], 0 };
        for (guint k = 0; k < 6; k++) {
            planes[6 * i + k].normal.v[k % 3] = k < 3 ? 1 : -1;
            planes[6 * i + k].dist = k < 3 ? 64 >> i : 0;
        }
    }
    return level_q2(planes, 6 * n, brushes, n);
}

static const gint q2_contents[] = { 1, 0x10000, 2, 0x20, 1 };

Test(world_quake, quake_2)
{
    g_autoptr(GByteArray) file = make_q2(q2_contents, 5);
    gint32 texinfo;
    memcpy(&texinfo, file->data + 8 + 8 * 5, 4); /* offset of lump 5 */
    memcpy(file->data + GINT32_FROM_LE(texinfo) + 40, "q2/wall", 8);
    g_autoptr(BspWorld) world = read_or_fail("b.bsp", file->data, file->len, 0);
    cr_assert_eq(world->solid->brushes->len, 3u);
    cr_expect_str_eq(bsp_world_side_texture(world, 2, 0), "q2/wall");
    cr_expect_null(bsp_world_side_texture(world, 2, 3));
    cr_expect_str_eq(world->name, "compiled");
    cr_expect_eq(bsp_brush_contents(bsp_solid_brush(world->solid, 2)), 2u);
    cr_expect_eq(bsp_solid_brush(world->solid, 1)->bounds.maxs.x, 32);
    for (guint i = 0; i < 6; i++)
        cr_expect_eq(bsp_brush_tag(bsp_solid_brush(world->solid, 0), i),
                     i % 4 == 3 ? 0 : i % 4 + 1);
    g_autofree char *place = bsp_world_brush_place(world, 2);
    cr_expect_str_eq(place, "brush 2");
    expect_message(
        world,
        "brushes left out: 1: they belong to other models than the world; the first is brush 4");
    expect_message(
        world, "brushes left out: 1: their contents are neither SOLID nor WINDOW nor PLAYERCLIP; "
               "the first is brush 3");
    g_autoptr(BspWorld) all = read_or_fail("b.bsp", file->data, file->len, BSP_WORLD_ALL_CONTENTS);
    cr_expect_eq(all->solid->brushes->len, 4u);
    cr_expect_eq(all->report.n_hulls, 0u);
    expect_bad("b.bsp#hull1", file, BSP_ERROR_VALUE,
               "b.bsp: the level has no hulls: only levels of Quake and GoldSrc have them");
}

Test(world_quake, quake_2_indices)
{
    enum { PLANES = 1, NODES = 4, LEAVES = 8, LEAF_BRUSHES = 10, MODELS = 13, BRUSHES, SIDES };
    static const struct {
        guint lump, size, at;
        gint value;
        gboolean is_short;
        const char *message;
    } cases[] = {
        { NODES, 28, 4, 0, FALSE, "b.bsp: node 0 is below itself in the tree" },
        { NODES, 28, 4, -9, FALSE, "b.bsp: leaf 8 is in the tree, but out of range, there are 3" },
        { NODES, 28, 0, 30, FALSE, "b.bsp: node 0: plane 30 is out of range, there are 30" },
        { LEAVES, 28, 26, 6, TRUE,
          "b.bsp: leaf 0: leaf brushes 0 and 6 more are out of range, there are 5" },
        { LEAF_BRUSHES, 2, 0, 5, TRUE, "b.bsp: leaf 0: brush 5 is out of range, there are 5" },
        { MODELS, 48, 36, 1, FALSE, "b.bsp: node 1 is in the tree, but out of range, there are 1" },
        { BRUSHES, 12, 4, 31, FALSE,
          "b.bsp: brush 0: brush sides 0 and 31 more are out of range, there are 30" },
        { BRUSHES, 12, 4, 30, FALSE,
          "b.bsp: brush 1: the brushes up to this one have 36 sides, but the file has only 30" },
        { SIDES, 4, 0, 30, TRUE, "b.bsp: brush 0: side 0: plane 30 is out of range, there are 30" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GByteArray) file = make_q2(q2_contents, 5);
        guint at = level_record(file, 8, cases[i].lump, cases[i].size, 0) + cases[i].at;
        if (cases[i].is_short)
            set_short(file, at, cases[i].value);
        else
            set_int(file, at, cases[i].value);
        expect_bad("b.bsp", file, BSP_ERROR_VALUE, cases[i].message);
    }
}

Test(world_quake, quake_2_fuzz)
{
    g_autoptr(GByteArray) file = make_q2(q2_contents, 5);
    fuzz_numbers(file, 160, 0, 6);
    fuzz(bsp_world_read_bsp, file->data, file->len, 4000, 7);
}
