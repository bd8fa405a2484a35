/* test-clip: clip hulls written anew. An independent walker makes moves in them. */
#include "bsp-levels.h"
#include "hull-walker.h"
#include "level/audit.h"
#include "level/clip.h"
#include "scenes.h"
#include "test-world-files.h"
#include "world/q1bsp.h"

enum { ENTITIES, PLANES, CLIP_NODES = 9, MODELS = 14, N_LUMPS };

/* Units. Engines stop 1/32 unit early; the rest is for floats. */
#define TOLERANCE (1.0 / 32 + 0.001)

/* --- levels --- */

/* A closed room with a wedge, a needle, and two walls that are nearly parallel. */
static BspSolid *make_room(void)
{
    const BspVec wedge[] = { bsp_vec(0, 0, -64),  bsp_vec(64, 0, -64), bsp_vec(64, 48, -64),
                             bsp_vec(0, 48, -64), bsp_vec(64, 0, -24), bsp_vec(64, 32, -24) };
    const BspVec needle[] = { bsp_vec(-100, -90, -64), bsp_vec(-60, -96, -64),
                              bsp_vec(-80, -50, -60), bsp_vec(-71, -83, 40) };
    const BspVec blunt[] = { bsp_vec(-120, 40, -64), bsp_vec(-20, 40, -64),  bsp_vec(-20, 56, -64),
                             bsp_vec(-120, 56, -64), bsp_vec(-120, 39.9, 0), bsp_vec(-20, 39.9, 0),
                             bsp_vec(-120, 40, 64),  bsp_vec(-20, 40, 64),   bsp_vec(-20, 56, 64),
                             bsp_vec(-120, 56, 64) };
    BspBrush *brushes[] = { scene_box(-160, -160, -96, 160, 160, -64),
                            scene_box(-160, -160, 96, 160, 160, 128),
                            scene_box(-160, -160, -64, -128, 160, 96),
                            scene_box(128, -160, -64, 160, 160, 96),
                            scene_box(-128, -160, -64, 128, -128, 96),
                            scene_box(-128, 128, -64, 128, 160, 96),
                            scene_hull_brush(wedge, G_N_ELEMENTS(wedge)),
                            scene_hull_brush(needle, G_N_ELEMENTS(needle)),
                            scene_hull_brush(blunt, G_N_ELEMENTS(blunt)) };
    return scene_solid(brushes, G_N_ELEMENTS(brushes));
}

static BspSolid *make_door(void)
{
    const BspVec points[] = { bsp_vec(-8, -32, 0), bsp_vec(8, -32, 0),   bsp_vec(0, 32, 8),
                              bsp_vec(-8, 32, 0),  bsp_vec(-4, -20, 64), bsp_vec(6, 28, 64) };
    BspBrush *brushes[] = { scene_hull_brush(points, G_N_ELEMENTS(points)) };
    return scene_solid(brushes, 1);
}

/* The models of a level and its file. */
typedef struct {
    BspSolid *models[2];
    GByteArray *file;
    char *path;
} Level;

static Level make_level(LevelFormat format, gboolean with_list, gboolean filled)
{
    Level level = { .models = { make_room(), make_door() } };
    const BspSolid *const *all = (const BspSolid *const *)level.models;
    const LevelOptions options = {
        .format = format, .filled = filled, .models = all + 1, .n_models = 1
    };
    level.file = level_q1(level.models[0], &options);
    if (with_list) {
        g_autoptr(GByteArray) list = level_brushlist_models(all, 2);
        level_add_bspx(level.file, "BRUSHLIST", list);
    }
    level.path = scratch_file("old.bsp", level.file->data, level.file->len);
    return level;
}

static void clear_level(Level *level)
{
    bsp_solid_free(level->models[0]);
    bsp_solid_free(level->models[1]);
    g_byte_array_unref(level->file);
    g_free(level->path);
}

static GBytes *replace(const char *path, const BspClipBox *boxes, guint n, BspClipReport *report,
                       GError **error)
{
    const BspBuildOptions options = { 0 };
    BspClipFile file = { .path = path };
    g_autofree char *data = bsp_read_file(path, &file.length, NULL);
    file.data = data;
    return bsp_clip_replace(&file, boxes, n, &options, report, error);
}

static const guint8 *bytes_of(GBytes *bytes)
{
    return g_bytes_get_data(bytes, NULL);
}

/* --- the walker --- */

typedef struct {
    guint n_hits, n_inside, n_wrong;
} Count;

/* Makes random moves of the box in the hull, and compares the answers with the brushes. */
static Count walk_hull(HullWalker *walker, const BspSolid *solid, const BspBounds *box, guint n,
                       gboolean from_everywhere)
{
    Count count = { 0 };
    Random r = random_seeded(23);
    const BspBounds around = bsp_bounds_grown(&solid->bounds, 48);
    const BspBounds room = { { { -128, -128, -64 } }, { { 128, 128, 96 } } };
    const BspBounds sizes[2] = { bsp_bounds_grown(box, TOLERANCE),
                                 bsp_bounds_grown(box, -TOLERANCE) };
    g_autoptr(GPtrArray) slabs = g_ptr_array_new_with_free_func((GDestroyNotify)hull_slabs_free);
    for (guint i = 0; i < solid->brushes->len; i++)
        g_ptr_array_add(slabs, hull_slabs_new(bsp_solid_brush(solid, i)));
    for (guint i = 0; i < n; i++) {
        BspVec from = random_point(&r, from_everywhere ? &around : &room);
        BspVec to = random_point(&r, from_everywhere ? &around : &room);
        from = bsp_vec_sub(from, box->mins); /* the mins of the box are in the room */
        to = bsp_vec_sub(to, box->mins);
        double t = hull_walker_trace(walker, from, to), bracket[2] = { 1, 1 };
        gboolean inside = hull_walker_contents(walker, from) == -2;
        for (guint k = 0; k < slabs->len; k++)
            for (guint side = 0; side < 2; side++)
                bracket[side] =
                    fmin(bracket[side], hull_slabs_contact(slabs->pdata[k], &sizes[side], from,
                                                           inside ? from : to));
        gboolean good = inside ? bracket[0] <= 0 : t >= bracket[0] - 1e-6 && t <= bracket[1] + 1e-6;
        count.n_wrong += !good;
        count.n_inside += inside ? 1 : 0;
        count.n_hits += !inside && t < 1 ? 1 : 0;
        cr_expect(good, "from %g %g %g to %g %g %g: t %g, not in %g to %g", from.x, from.y, from.z,
                  to.x, to.y, to.z, t, bracket[0], bracket[1]);
    }
    return count;
}

static BspBounds made_for(const BspClipReport *report, guint i)
{
    return report->hulls[i].made_for;
}

/* Boxes equal to the usual one, larger, smaller, not symmetric, and flat. A point is tested apart:
 * engines stop it 1/32 unit before a plane, which is farther from a solid with a sharp edge. */
static const BspBounds movers[] = {
    { { { -16, -16, -24 } }, { { 16, 16, 32 } } }, { { { -20, -18, -30 } }, { { 20, 18, 40 } } },
    { { { -12, -12, -20 } }, { { 12, 12, 20 } } }, { { { -3, -16, 0 } }, { { 12, 5, 17.5 } } },
    { { { -4, -5, 0 } }, { { 4, 5, 0 } } },
};

static void test_hulls(LevelFormat format, gboolean with_list, gboolean filled)
{
    Level level = make_level(format, with_list, filled);
    for (guint i = 0; i < G_N_ELEMENTS(movers); i++) {
        const BspClipBox box = { 1, movers[i], i == 3 };
        BspClipReport report;
        g_autoptr(GError) error = NULL;
        g_autoptr(GBytes) bytes = replace(level.path, &box, 1, &report, &error);
        cr_assert_not_null(bytes, "%s", error ? error->message : "");
        cr_expect_eq(report.brushes_given, with_list);
        BspBounds used = made_for(&report, 0);
        for (guint m = 0; m < 2; m++) {
            HullWalker walker = hull_walker_new(bytes_of(bytes), m, 1);
            Count count = walk_hull(&walker, level.models[m], &used, 600, m == 1);
            cr_expect_eq(walker.n_bad, 0u, "%u bad numbers of nodes", walker.n_bad);
            cr_expect_eq(count.n_wrong, 0u, "format %d, box %u, model %u: %u wrong", (int)format, i,
                         m, count.n_wrong);
            cr_expect(count.n_hits > 30, "%u hits", count.n_hits);
        }
    }
    clear_level(&level);
    remove_scratch();
}

Test(clip, moves_in_new_hulls_of_quake)
{
    test_hulls(LEVEL_QUAKE, FALSE, FALSE);
    test_hulls(LEVEL_QUAKE, TRUE, FALSE);
}

Test(clip, moves_in_new_hulls_of_goldsrc)
{
    test_hulls(LEVEL_GOLDSRC, FALSE, FALSE);
    test_hulls(LEVEL_GOLDSRC, FALSE, TRUE);
}

Test(clip, moves_in_new_hulls_of_wide_formats)
{
    test_hulls(LEVEL_2PSB, FALSE, FALSE);
    test_hulls(LEVEL_BSP2, TRUE, TRUE);
}

/* The hull of a point, which stands at the mins of the usual box. */
Test(clip, a_point)
{
    Level level = make_level(LEVEL_QUAKE, FALSE, FALSE);
    const BspClipBox box = { 1, { { { 3, 3, 3 } }, { { 3, 3, 3 } } }, FALSE };
    BspClipReport report;
    g_autoptr(GBytes) bytes = replace(level.path, &box, 1, &report, NULL);
    cr_assert_not_null(bytes);
    guint n_solid = 0;
    for (guint m = 0; m < 2; m++) {
        HullWalker walker = hull_walker_new(bytes_of(bytes), m, 1);
        Random r = random_seeded(5);
        for (guint i = 0; i < 2000; i++) {
            BspVec p = random_point(&r, &level.models[m]->bounds);
            double least = HUGE_VAL; /* distance behind the faces of the brush where it is most */
            for (guint k = 0; k < level.models[m]->brushes->len; k++) {
                const BspCell *cell = bsp_solid_brush(level.models[m], k)->cell;
                double most = -HUGE_VAL;
                for (guint f = 0; f < cell->n_faces; f++)
                    most = fmax(most, bsp_plane_distance(&cell->faces[f].plane, p));
                least = fmin(least, most);
            }
            BspVec at = bsp_vec_sub(p, bsp_q1bsp_hull(29, 1)->mins);
            gboolean solid = hull_walker_contents(&walker, at) == -2;
            cr_expect(fabs(least) < 1e-3 || solid == (least < 0), "model %u: %g %g %g: %g", m, p.x,
                      p.y, p.z, least);
            n_solid += solid ? 1 : 0;
        }
    }
    cr_expect(n_solid > 400 && n_solid < 3600, "%u", n_solid);
    clear_level(&level);
    remove_scratch();
}

/* --- reading back --- */

static BspWorld *read_part(GBytes *bytes, const char *part)
{
    g_autofree char *name = g_strconcat("new.bsp", part, NULL);
    return read_or_fail(name, bytes_of(bytes), g_bytes_get_size(bytes), 0);
}

/* The audit of the new level finds nothing: the key of worldspawn has the box. */
Test(clip, audit_of_new_hulls)
{
    Level level = make_level(LEVEL_GOLDSRC, FALSE, TRUE);
    const BspClipBox boxes[] = { { 3, { { { -10, -12, -5 } }, { { 10, 12, 33.5 } } }, FALSE },
                                 { 1, { { { -24, -24, -36 } }, { { 24, 24, 36 } } }, TRUE } };
    BspClipReport report;
    g_autoptr(GBytes) bytes = replace(level.path, boxes, 2, &report, NULL);
    cr_assert_not_null(bytes);
    g_autoptr(BspWorld) first = read_part(bytes, "#hull1"), second = read_part(bytes, "#hull2"),
                        third = read_part(bytes, "#hull3");
    cr_expect_eq(first->hull->maxs.y, 24);
    cr_expect_eq(second->hull->maxs.y, 32);
    cr_expect_eq(third->hull->mins.x, -16, "the games put the mins there");
    cr_expect_eq(third->hull->maxs.z, -18 + 38.5);
    gsize length;
    const char *data = g_bytes_get_data(bytes, &length);
    g_autoptr(CompareAudit) audit =
        compare_audit_level("new.bsp", data, length, NULL, 1.0 / 32, NULL);
    cr_assert_not_null(audit);
    cr_expect_eq(audit->findings->len, 0u, "%u findings", audit->findings->len);
    clear_level(&level);
    remove_scratch();
}

/* A hull replaced again for the same box gives the same bytes: all planes are found again, and the
 * key is replaced. */
Test(clip, twice)
{
    Level level = make_level(LEVEL_QUAKE, TRUE, FALSE);
    const BspClipBox box = { 2, { { { -20, -20, -24 } }, { { 20, 20, 40 } } }, FALSE };
    BspClipReport report;
    g_autoptr(GBytes) once = replace(level.path, &box, 1, &report, NULL);
    cr_assert_not_null(once);
    cr_expect_gt(report.n_new_planes, 0u);
    g_autofree char *path = scratch_file("once.bsp", bytes_of(once), g_bytes_get_size(once));
    g_autoptr(GBytes) again = replace(path, &box, 1, &report, NULL);
    cr_assert_not_null(again);
    cr_expect_eq(report.n_new_planes, 0u);
    cr_expect(g_bytes_equal(once, again));
    clear_level(&level);
    remove_scratch();
}

/* --- what stays as it is --- */

static void expect_same_lump(const guint8 *old, const guint8 *new, guint lump)
{
    guint32 a[2], b[2];
    memcpy(a, old + 4 + 8 * lump, 8);
    memcpy(b, new + 4 + 8 * lump, 8);
    cr_assert_eq(a[1], b[1], "lump %u has %u bytes, before %u", lump, b[1], a[1]);
    cr_expect(memcmp(old + a[0], new + b[0], a[1]) == 0, "lump %u has changed", lump);
}

Test(clip, other_lumps_and_hulls)
{
    Level level = make_level(LEVEL_QUAKE, TRUE, FALSE);
    const BspClipBox box = { 1, movers[2], FALSE };
    BspClipReport report;
    g_autoptr(GBytes) bytes = replace(level.path, &box, 1, &report, NULL);
    cr_assert_not_null(bytes);
    for (guint lump = 1; lump < N_LUMPS; lump++)
        if (lump != PLANES && lump != CLIP_NODES && lump != MODELS)
            expect_same_lump(level.file->data, bytes_of(bytes), lump);
    const char *const parts[] = { "", "#hull0", "#hull2", "#1", "#1,hull2" };
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autofree char *name = g_strconcat("old.bsp", parts[i], NULL);
        g_autoptr(BspWorld) old = read_or_fail(name, level.file->data, level.file->len, 0);
        g_autoptr(BspWorld) new = read_part(bytes, parts[i]);
        cr_assert_eq(old->solid->brushes->len, new->solid->brushes->len);
        for (guint k = 0; k < old->solid->brushes->len; k++)
            cr_expect_float_eq(bsp_cell_volume(bsp_solid_brush(old->solid, k)->cell),
                               bsp_cell_volume(bsp_solid_brush(new->solid, k)->cell), 1e-6);
    }
    clear_level(&level);
    remove_scratch();
}

/* --- entities --- */

#define WORLD "\"classname\" \"worldspawn\"\n"
#define KEY "\"_bsp_hull1\""
#define BOX "\"-8 -8 -8 8 8 8.5\""

/* A level with one model and these entities. */
static GByteArray *with_entities(LevelFormat format, const char *entities)
{
    g_autoptr(BspSolid) solid = make_door();
    return level_q1(solid, &(LevelOptions){ .format = format, .entities = entities });
}

static GBytes *replace_bytes(const GByteArray *file, const BspClipBox *box, GError **error)
{
    g_autofree char *path = scratch_file("level.bsp", file->data, file->len);
    BspClipReport report;
    return replace(path, box, 1, &report, error);
}

static const BspClipBox small_box = { 1, { { { -8, -8, -8 } }, { { 8, 8, 8.5 } } }, TRUE };

/* Only a key of worldspawn is replaced, and all else stays, comments included. The reader finds the
 * new key. */
Test(clip, entities)
{
    static const struct {
        const char *before, *after;
    } cases[] = {
        { "{\n" WORLD "}\n", "{\n" KEY " " BOX "\n" WORLD "}\n" },
        { "{\r\n" WORLD "}", "{\r\n" KEY " " BOX "\n" WORLD "}" },
        { "{" WORLD "}", "{" KEY " " BOX "\n" WORLD "}" },
        { "{\n" WORLD KEY "\t\"1 2 3 4 5 6\" \"wad\" \"x\"\n}\n",
          "{\n" WORLD KEY "\t" BOX " \"wad\" \"x\"\n}\n" },
        { "{\n\"_BSP_Hull1\" \"\"\n" KEY "// {\n\"1 2 3 4 5 6\"}\n",
          "{\n\"_BSP_Hull1\" " BOX "\n" KEY "// {\n" BOX "}\n" },
        { "{\n" WORLD "\"message\" " KEY "\n\"wad\" \"x\"\n}\n",
          "{\n" KEY " " BOX "\n" WORLD "\"message\" " KEY "\n\"wad\" \"x\"\n}\n" },
        { "// {\n/* { */\n{\n" WORLD "}\n", "// {\n/* { */\n{\n" KEY " " BOX "\n" WORLD "}\n" },
        { "{\n// " KEY " \"x\"\n" WORLD "}\n",
          "{\n" KEY " " BOX "\n// " KEY " \"x\"\n" WORLD "}\n" },
        { "{\n" WORLD "}\n{\n" KEY " \"x\"\n}\n",
          "{\n" KEY " " BOX "\n" WORLD "}\n{\n" KEY " \"x\"\n}\n" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GByteArray) file = with_entities(LEVEL_QUAKE, cases[i].before);
        g_autoptr(GError) error = NULL;
        g_autoptr(GBytes) bytes = replace_bytes(file, &small_box, &error);
        cr_assert_not_null(bytes, "case %u: %s", i, error ? error->message : "");
        guint32 at;
        memcpy(&at, bytes_of(bytes) + 4, 4);
        cr_expect_str_eq((const char *)bytes_of(bytes) + at, cases[i].after, "case %u", i);
        g_autoptr(BspWorld) hull = read_part(bytes, "#hull1");
        cr_expect_eq(hull->hull->maxs.z, 8.5, "case %u", i);
    }
    remove_scratch();
}

/* In a level of Blue Shift, the entities and the planes keep each other's place. */
Test(clip, blue_shift)
{
    g_autoptr(GByteArray) usual = with_entities(LEVEL_GOLDSRC, NULL);
    g_autoptr(GByteArray) swapped = with_entities(LEVEL_GOLDSRC, NULL);
    memcpy(swapped->data + 4, usual->data + 12, 8);
    memcpy(swapped->data + 12, usual->data + 4, 8);
    g_autoptr(GBytes) new = replace_bytes(usual, &small_box, NULL);
    g_autoptr(GBytes) new_swapped = replace_bytes(swapped, &small_box, NULL);
    cr_assert(new &&new_swapped);
    gsize length = g_bytes_get_size(new);
    cr_assert_eq(g_bytes_get_size(new_swapped), length);
    const guint8 *a = bytes_of(new), *b = bytes_of(new_swapped);
    cr_expect(memcmp(a + 4, b + 12, 8) == 0 && memcmp(a + 12, b + 4, 8) == 0, "the directory");
    cr_expect(memcmp(a, b, 4) == 0 && memcmp(a + 20, b + 20, length - 20) == 0);
    remove_scratch();
}

/* --- clip brushes --- */

/* Hull 0 lacks the clip brush. A box that contains the usual one keeps the place exactly; a smaller
 * one cannot. */
Test(clip, clip_brushes)
{
    BspBrush *brushes[] = { scene_box(0, 0, 0, 64, 48, 32), scene_box(200, 0, 0, 264, 64, 64) };
    g_autoptr(BspSolid) solid = scene_solid(brushes, 2);
    const LevelOptions options = { .format = LEVEL_QUAKE, .clips = TRUE };
    g_autoptr(GByteArray) file = level_q1(solid, &options);
    g_autofree char *path = scratch_file("old.bsp", file->data, file->len);
    BspClipReport report;
    const BspClipBox larger = { 1, movers[1], TRUE }, smaller = { 1, movers[2], FALSE };
    g_autoptr(GBytes) kept = replace(path, &larger, 1, &report, NULL);
    cr_assert_not_null(kept);
    cr_expect_eq(report.hulls[0].n_kept, 1u);
    cr_expect_eq(report.hulls[0].n_lost, 0u);
    HullWalker walker = hull_walker_new(bytes_of(kept), 0, 1);
    cr_expect_eq(walk_hull(&walker, solid, &movers[1], 600, TRUE).n_wrong, 0u);
    g_autoptr(GBytes) lost = replace(path, &smaller, 1, &report, NULL);
    cr_assert_not_null(lost);
    cr_expect_eq(report.hulls[0].n_kept, 0u);
    cr_expect_eq(report.hulls[0].n_lost, 1u);
    cr_expect(report.hulls[0].lost > 48, "%g", report.hulls[0].lost);
    remove_scratch();
}

/* --- limits --- */

/* Appends n records to a lump, which moves to the end of the file. Returns the number of the first
 * one. */
static guint append_records(GByteArray *file, guint lump, guint size, gconstpointer records,
                            guint n)
{
    guint old = level_record(file, 4, lump, size, 0), length = level_lump_length(file, 4, lump);
    const guint32 entry[2] = { file->len, length + size * n };
    g_byte_array_set_size(file, entry[0] + entry[1]);
    memcpy(file->data + entry[0], file->data + old, length);
    memcpy(file->data + entry[0] + length, records, size * n);
    memcpy(file->data + 4 + 8 * lump, entry, sizeof entry);
    return length / size;
}

/* A level of Quake with n clip nodes in hull 2, a chain. is_turned: the chain is a cylinder;
 * otherwise all nodes have the same plane. n_unused: clip nodes that no hull has. */
static GByteArray *with_long_hull(guint n, gboolean is_turned, guint n_unused)
{
    g_autoptr(BspSolid) solid = scene_one_box(0, 0, 0, 64, 48, 32);
    GByteArray *file = level_q1(solid, &(LevelOptions){ .format = LEVEL_QUAKE });
    guint first_plane = level_lump_length(file, 4, PLANES) / 20;
    guint first = level_lump_length(file, 4, CLIP_NODES) / 8;
    for (guint i = 0; is_turned && i < n; i++) {
        double angle = 2 * G_PI * i / n;
        const gfloat plane[5] = { (gfloat)cos(angle), (gfloat)sin(angle), 0, 100, 0 };
        append_records(file, PLANES, 20, plane, 1);
    }
    g_autofree gint16 *nodes = g_new0(gint16, 4 * (n + n_unused));
    for (guint i = 0; i < n; i++) {
        const gint32 plane = is_turned ? (gint32)(first_plane + i) : 0;
        memcpy(nodes + 4 * i, &plane, 4);
        nodes[4 * i + 2] = -1;
        nodes[4 * i + 3] = i + 1 < n ? (gint16)(first + i + 1) : -2;
    }
    append_records(file, CLIP_NODES, 8, nodes, n + n_unused);
    memcpy(file->data + level_record(file, 4, MODELS, 64, 0) + 36 + 8, &first, 4);
    return file;
}

static char *save_long_hull(guint n)
{
    g_autoptr(GByteArray) file = with_long_hull(n, FALSE, 0);
    return scratch_file("long.bsp", file->data, file->len);
}

Test(clip, as_many_nodes_as_the_format_has)
{
    const BspClipBox box = { 1, movers[1], FALSE };
    BspClipReport report;
    g_autoptr(GError) error = NULL;
    g_autofree char *small = save_long_hull(100);
    g_autoptr(GBytes) first = replace(small, &box, 1, &report, NULL);
    cr_assert_not_null(first);
    guint others = report.n_nodes - 100;
    g_autofree char *full = save_long_hull(32767 - others);
    g_autoptr(GBytes) fits = replace(full, &box, 1, &report, NULL);
    cr_assert_not_null(fits);
    cr_expect_eq(report.n_nodes, 32767u);
    g_autofree char *more = save_long_hull(32768 - others);
    cr_assert_null(replace(more, &box, 1, &report, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_expect(strstr(error->message,
                     "hull 1 has 6 clip nodes, the kept hulls 32762: 32768 are more "
                     "than the 32767 of the format"),
              "%s", error->message);
    remove_scratch();
}

/* --- refusals --- */

Test(clip, refusals)
{
    Level level = make_level(LEVEL_QUAKE, FALSE, FALSE);
    static const struct {
        BspClipBox boxes[2];
        guint n;
        const char *message;
    } cases[] = {
        { { { 0, { { { 0, 0, 0 } }, { { 1, 1, 1 } } }, FALSE } },
          1,
          "hull 0 cannot be replaced: the level has the clip hulls 1 to 2" },
        { { { 3, { { { 0, 0, 0 } }, { { 1, 1, 1 } } }, FALSE } },
          1,
          "hull 3 cannot be replaced: the level has the clip hulls 1 to 2" },
        { { { 1, { { { 0, 0, 0 } }, { { 1, 1, 1 } } }, FALSE },
            { 1, { { { 0, 0, 0 } }, { { 2, 2, 2 } } }, FALSE } },
          2,
          "hull 1 is given twice" },
        { { { 1, { { { 0, 0, 2 } }, { { 1, 1, 1 } } }, FALSE } },
          1,
          "hull 1: the box goes along z from 2 to 1: both must be within +-2048, in this order" },
        { { { 1, { { { 0, 0, 0 } }, { { 4000, 1, 1 } } }, FALSE } },
          1,
          "hull 1: the box goes along x from 0 to 4000: both must be within +-2048, in this "
          "order" },
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        BspClipReport report;
        cr_assert_null(replace(level.path, cases[i].boxes, cases[i].n, &report, &error));
        cr_expect(g_str_has_suffix(error->message, cases[i].message), "%s", error->message);
    }
    g_byte_array_append(level.file, (const guint8 *)"more", 4);
    g_autofree char *longer = scratch_file("longer.bsp", level.file->data, level.file->len);
    g_autoptr(GError) error = NULL;
    BspClipReport report;
    cr_assert_null(replace(longer, &(BspClipBox){ 1, movers[0], FALSE }, 1, &report, &error));
    cr_expect(strstr(error->message, ": unknown data follow the lumps, and cannot be moved"), "%s",
              error->message);
    clear_level(&level);
    remove_scratch();
}

/* --- levels that cannot be read --- */

static void expect_refused(const GByteArray *file, const BspClipBox *box, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) bytes = replace_bytes(file, box, &error);
    cr_assert_null(bytes, "expected: %s", message);
    cr_expect(strstr(error->message, message), "%s", error->message);
}

Test(clip, levels_that_other_commands_refuse)
{
    g_autoptr(GByteArray) open = with_entities(LEVEL_QUAKE, "{\n" WORLD);
    expect_refused(open, &small_box,
                   "lump 0 (entities):3:1: the file ends before the entity of line 1 is closed");
    g_autoptr(GByteArray) none = with_entities(LEVEL_QUAKE, "// {");
    expect_refused(none, &small_box, "lump 0 (entities): there is no worldspawn");
    g_autoptr(BspSolid) door = make_door();
    g_autoptr(GByteArray) list = level_brushlist(door, -2);
    list->data[0] = 9;
    g_autoptr(GByteArray) damaged = with_entities(LEVEL_QUAKE, NULL);
    level_add_bspx(damaged, "BRUSHLIST", list);
    expect_refused(damaged, &small_box,
                   "BSPX lump BRUSHLIST: record 0: version 9: only version 1 is supported");
    remove_scratch();
}

/* The bounds that the file has for model 0 are near the end of the world, so the positions of a box
 * that lies far from its origin are outside. */
Test(clip, new_hulls_that_cannot_be_read)
{
    g_autoptr(GByteArray) file = with_entities(LEVEL_QUAKE, NULL);
    const gfloat x[2] = { (gfloat)BSP_WORLD_HALF - 100, (gfloat)BSP_WORLD_HALF - 50 };
    for (guint k = 0; k < 2; k++)
        memcpy(file->data + level_record(file, 4, MODELS, 64, 0) + 12 * k, &x[k], 4);
    const BspClipBox far_box = { 1, { { { -2000, -8, -8 } }, { { -1000, 8, 8 } } }, TRUE };
    g_autoptr(GBytes) good = replace_bytes(file, &small_box, NULL);
    cr_expect_not_null(good);
    expect_refused(file, &far_box, "level.bsp: the new hull 1 cannot be read again: ");
    remove_scratch();
}

/* The limit of the reader is higher if the file has more clip nodes. Unused ones are not kept. */
Test(clip, kept_hulls_that_cannot_be_read)
{
    g_autoptr(GByteArray) file = with_long_hull(900, TRUE, 9000);
    expect_refused(file, &small_box, "level.bsp: the kept hull 2 cannot be read again: ");
    g_autoptr(GByteArray) bad = with_long_hull(900, TRUE, 0); /* not readable before, either */
    g_autoptr(GBytes) kept = replace_bytes(bad, &small_box, NULL);
    cr_expect_not_null(kept);
    remove_scratch();
}
