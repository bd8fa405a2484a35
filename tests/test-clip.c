/* test-clip: tests clip hulls that were replaced, by moves of an independent walker.
 * tests/formats/clip.rows has the levels. */
#include "brush-by-brush.h"
#include "bsp-levels.h"
#include "format-rows.h"
#include "hull-walker.h"
#include "level-text.h"
#include "level/audit.h"
#include "level/clip.h"
#include "scenes.h"
#include "test-world-files.h"
#include "world/q1-hulls.h"

enum { ENTITIES, PLANES, CLIP_NODES = 9, MODELS = 14, N_LUMPS };

/* Units. Engines stop 1/32 unit early, and the remainder allows for floats. */
#define TOLERANCE (1.0 / 32 + 0.001)

static GByteArray *level_of(const char *name, const char *format)
{
    g_autoptr(GPtrArray) rows = format_table("clip.rows");
    return format_row_bytes(format_row(rows, name), format);
}

static GByteArray *replace(const GByteArray *level, const LevelClipBox *boxes, guint n,
                           LevelClipReport *report, GError **error)
{
    const BspBuildOptions options = { 0 };
    const LevelClipFile file = { "level.bsp", (const char *)level->data, level->len };
    GBytes *bytes = level_clip_replace(&file, boxes, n, &options, report, error);
    return bytes ? g_bytes_unref_to_array(bytes) : NULL;
}

static GByteArray *replace_or_fail(const GByteArray *level, const LevelClipBox *box,
                                   LevelClipReport *report)
{
    g_autoptr(GError) error = NULL;
    GByteArray *new = replace(level, box, 1, report, &error);
    cr_assert_not_null(new, "%s", error ? error->message : "");
    return new;
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
        from = bsp_vec_sub(from, box->mins); /* so that the mins of the box are in the room */
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

/* Boxes that are equal to the usual one, larger, smaller, not symmetric, and flat. A point has a
 * test of its own, because engines stop it 1/32 unit before a plane. At a sharp edge this is
 * farther from the solid. */
static const BspBounds movers[] = {
    { { { -16, -16, -24 } }, { { 16, 16, 32 } } }, { { { -20, -18, -30 } }, { { 20, 18, 40 } } },
    { { { -12, -12, -20 } }, { { 12, 12, 20 } } }, { { { -3, -16, 0 } }, { { 12, 5, 17.5 } } },
    { { { -4, -5, 0 } }, { { 4, 5, 0 } } },
};

static void check_moves(const FormatRow *row, const GByteArray *level)
{
    for (guint i = 0; i < G_N_ELEMENTS(movers); i++) {
        const LevelClipBox box = { 1, movers[i], i == 3 };
        LevelClipReport report;
        g_autoptr(GByteArray) new = replace_or_fail(level, &box, &report);
        const char *options = format_row_value(row, "options");
        cr_expect_eq(report.brushes_given, options && strstr(options, "list"));
        for (guint m = 0; m < 2; m++) {
            g_autoptr(BspSolid) solid = level_text_solid(row, m);
            HullWalker walker = hull_walker_new(new->data, m, 1);
            Count count = walk_hull(&walker, solid, &report.hulls[0].made_for, 600, m == 1);
            cr_expect_eq(walker.n_bad, 0u, "%u bad numbers of nodes", walker.n_bad);
            cr_expect_eq(count.n_wrong, 0u, "[%s] box %u, model %u: %u wrong", row->name, i, m,
                         count.n_wrong);
            cr_expect(count.n_hits > 30, "%u hits", count.n_hits);
        }
    }
}

/* Returns the distance of p behind the faces of the brush in which it is deepest. It is negative
 * outside of all brushes. */
static double depth_in(const BspSolid *solid, BspVec p)
{
    double depth = -HUGE_VAL;
    for (guint k = 0; k < solid->brushes->len; k++)
        depth = fmax(depth, cell_depth(bsp_solid_brush(solid, k)->cell, p));
    return depth;
}

/* Tests the hull of a point, which stands at the mins of the usual box. */
Test(clip, the_hull_of_a_point_is_exact)
{
    const LevelClipBox box = { 1, { { { 3, 3, 3 } }, { { 3, 3, 3 } } }, FALSE };
    LevelClipReport report;
    g_autoptr(GPtrArray) rows = format_table("clip.rows");
    g_autoptr(GByteArray) level = level_of("a room", "quake");
    g_autoptr(GByteArray) new = replace_or_fail(level, &box, &report);
    guint n_solid = 0;
    for (guint m = 0; m < 2; m++) {
        g_autoptr(BspSolid) model = level_text_solid(format_row(rows, "a room"), m);
        HullWalker walker = hull_walker_new(new->data, m, 1);
        Random r = random_seeded(5);
        for (guint i = 0; i < 2000; i++) {
            BspVec p = random_point(&r, &model->bounds);
            double depth = depth_in(model, p);
            BspVec at = bsp_vec_sub(p, bsp_q1_hull_usual_box(29, 1)->mins);
            gboolean solid = hull_walker_contents(&walker, at) == -2;
            cr_expect(fabs(depth) < 1e-3 || solid == (depth > 0), "model %u: %g %g %g: %g", m, p.x,
                      p.y, p.z, depth);
            n_solid += solid ? 1 : 0;
        }
    }
    cr_expect(n_solid > 400 && n_solid < 3600, "%u", n_solid);
}

/* --- rows --- */

/* Reads "HULL MINS MAXS [given]". */
static LevelClipBox read_box(const char *text)
{
    LevelClipBox box = { .as_given = g_str_has_suffix(text, "given") };
    BspVec *a = &box.box.mins, *b = &box.box.maxs;
    cr_assert_eq(sscanf(text, "%u %lf %lf %lf %lf %lf %lf", &box.hull, &a->x, &a->y, &a->z, &b->x,
                        &b->y, &b->z),
                 7, "%s", text);
    return box;
}

static void check_entities(const FormatRow *row, const GByteArray *new, const LevelClipBox *box)
{
    const char *expected = format_row_value(row, "entities");
    if (!expected)
        return;
    guint32 at;
    memcpy(&at, new->data + 4, 4);
    g_autofree char *found = g_strescape((const char *)new->data + at, "\"\t");
    g_autoptr(BspWorld) hull = read_or_fail("new.bsp#hull1", new->data, new->len, 0);
    cr_expect_str_eq(found, expected, "[%s]\nentities: %s", row->name, found);
    cr_expect_eq(hull->hull->maxs.z, box->box.maxs.z, "[%s]", row->name);
}

/* Checks the report. The walker's moves show that a clip brush that was kept stops as before. */
static void check_report(const FormatRow *row, const GByteArray *new, const LevelClipBox *box,
                         const LevelClipReport *report)
{
    const char *expected = format_row_value(row, "report");
    if (!expected)
        return;
    const LevelClipHull *hull = &report->hulls[0];
    g_autoptr(GString) found = g_string_new(NULL);
    g_string_printf(found, "%u %u", hull->n_kept, hull->n_lost);
    if (hull->n_lost)
        g_string_append_printf(found, ", %g to %g %g %g of model %u", hull->lost, hull->lost_at.x,
                               hull->lost_at.y, hull->lost_at.z, hull->lost_model);
    cr_expect_str_eq(found->str, expected, "[%s]\nreport: %s", row->name, found->str);
    g_autoptr(BspSolid) solid = level_text_solid(row, 0);
    HullWalker walker = hull_walker_new(new->data, 0, 1);
    if (hull->n_kept)
        cr_expect_eq(walk_hull(&walker, solid, &box->box, 600, TRUE).n_wrong, 0u);
}

static void check_row(const FormatRow *row, const GByteArray *level)
{
    static const char *const others[] = { "entities", "report", "usual", "error", NULL };
    LevelClipBox boxes[2];
    guint n = 0;
    for (guint i = 0; i < row->lines->len; i++) {
        const FormatLine *line = &g_array_index(row->lines, FormatLine, i);
        if (strcmp(line->key, "box") == 0)
            boxes[n++] = read_box(line->value);
        else
            cr_assert(g_strv_contains(others, line->key) || level_text_has_key(line->key),
                      "[%s] unknown key '%s'", row->name, line->key);
    }
    if (n == 0) {
        check_moves(row, level);
        return;
    }
    LevelClipReport report;
    g_autoptr(GError) error = NULL;
    g_autoptr(GByteArray) new = replace(level, boxes, n, &report, &error);
    const char *expected = format_row_value(row, "error"), *usual = format_row_value(row, "usual");
    cr_assert_eq(new == NULL, expected != NULL, "[%s] %s", row->name,
                 error ? error->message : "replaced");
    if (new) {
        check_entities(row, new, &boxes[0]);
        check_report(row, new, &boxes[0], &report);
        cr_expect(!usual || (guint)atoi(usual) == report.hulls[0].usual, "[%s]\nusual: %u",
                  row->name, report.hulls[0].usual);
    } else {
        g_autofree char *found = format_error_text(error);
        cr_expect(g_pattern_match_simple(expected, found), "[%s]\nerror: %s", row->name, found);
    }
}

Test(clip, rows_are_as_they_say)
{
    g_autoptr(GPtrArray) rows = format_table("clip.rows");
    for (guint i = 0; i < rows->len; i++) {
        g_auto(GStrv) formats = g_strsplit(format_row_value(rows->pdata[i], "level"), " ", -1);
        for (guint k = 0; formats[k]; k++) {
            g_autoptr(GByteArray) level = format_row_bytes(rows->pdata[i], formats[k]);
            check_row(rows->pdata[i], level);
        }
    }
}

/* --- reading back --- */

static BspWorld *read_part(const GByteArray *file, const char *part)
{
    g_autofree char *name = g_strconcat("new.bsp", part, NULL);
    return read_or_fail(name, file->data, file->len, 0);
}

/* The audit of the new level finds nothing, because the key of worldspawn has the box. */
Test(clip, audit_of_new_hulls_finds_nothing)
{
    const LevelClipBox boxes[] = { { 3, { { { -10, -12, -5 } }, { { 10, 12, 33.5 } } }, FALSE },
                                   { 1, { { { -24, -24, -36 } }, { { 24, 24, 36 } } }, TRUE } };
    LevelClipReport report;
    g_autoptr(GByteArray) level = level_of("a filled room", "goldsrc");
    g_autoptr(GByteArray) new = replace(level, boxes, 2, &report, NULL);
    cr_assert_not_null(new);
    g_autoptr(BspWorld) first = read_part(new, "#hull1"), second = read_part(new, "#hull2"),
                        third = read_part(new, "#hull3");
    cr_expect_eq(first->hull->maxs.y, 24);
    cr_expect_eq(second->hull->maxs.y, 32);
    cr_expect_eq(third->hull->mins.x, -16, "the games put the mins there");
    cr_expect_eq(third->hull->maxs.z, -18 + 38.5);
    g_autoptr(LevelAudit) audit =
        level_audit_level("new.bsp", (const char *)new->data, new->len, NULL, 1.0 / 32, NULL);
    cr_assert_not_null(audit);
    cr_expect_eq(audit->findings->len, 0u, "%u findings", audit->findings->len);
}

/* New hulls end at the face at which the old hulls of GoldSrc end. */
Test(clip, a_face_that_is_not_moved_stays)
{
    for (LevelFormat format = LEVEL_QUAKE; format <= LEVEL_GOLDSRC; format++) {
        const LevelOptions options = { .format = format, .bevel = TRUE };
        const LevelClipBox box = { 1, movers[2], TRUE };
        gboolean is_goldsrc = format == LEVEL_GOLDSRC;
        LevelClipReport report;
        g_autoptr(BspSolid) solid = scene_one_box(0, 0, 0, 128, 128, 128);
        g_autoptr(GByteArray) level = level_q1(solid, &options);
        g_autoptr(GByteArray) new = replace_or_fail(level, &box, &report);
        HullWalker walker = hull_walker_new(new->data, 0, 1);
        BspVec middle = bsp_vec(64, 64, 64),
               normal = bsp_solid_brush(solid, 0)->cell->faces[0].plane.normal;
        cr_expect_eq(report.hulls[0].n_unmoved, is_goldsrc ? 1u : 0u);
        cr_expect_eq(hull_walker_contents(&walker, bsp_vec_mad(middle, 63, normal)), -2);
        cr_expect_eq(hull_walker_contents(&walker, bsp_vec_mad(middle, 65, normal)),
                     is_goldsrc ? -1 : -2);
        cr_expect_eq(hull_walker_contents(&walker, bsp_vec_mad(middle, -65, normal)), -2);
    }
}

/* Tests a hull in which all outside is solid, as in hull 0, and two models that share one tree of a
 * kept hull. */
Test(clip, outside_and_equal_heads_stay)
{
    const LevelClipBox box = { 1, movers[2], FALSE };
    LevelClipReport report;
    g_autoptr(GByteArray) level = level_of("a filled room", "goldsrc");
    guint8 *models = level->data + level_record(level, 4, MODELS, 64, 0);
    memcpy(models + 64 + 36 + 8, models + 36 + 8, 4);
    g_autoptr(GByteArray) new = replace_or_fail(level, &box, &report);
    HullWalker walker = hull_walker_new(new->data, 0, 1);
    cr_expect_eq(hull_walker_contents(&walker, bsp_vec(3000, 0, 0)), -2);
    models = new->data + level_record(new, 4, MODELS, 64, 0);
    cr_expect_eq(memcmp(models + 64 + 36 + 8, models + 36 + 8, 4), 0);
}

/* A hull that is replaced again for the same box gives the same bytes, because all planes are found
 * again and the key is replaced. */
Test(clip, replacing_twice_gives_the_same_bytes)
{
    const LevelClipBox box = { 2, { { { -20, -20, -24 } }, { { 20, 20, 40 } } }, FALSE };
    LevelClipReport report;
    g_autoptr(GByteArray) level = level_of("a room with a list of brushes", "quake");
    g_autoptr(GByteArray) once = replace_or_fail(level, &box, &report);
    cr_expect_gt(report.n_new_planes, 0u);
    g_autoptr(GByteArray) again = replace_or_fail(once, &box, &report);
    cr_expect_eq(report.n_new_planes, 0u);
    cr_expect(again->len == once->len && memcmp(again->data, once->data, once->len) == 0);
}

/* --- parts that do not change --- */

static void expect_same_lump(const GByteArray *old, const GByteArray *new, guint lump)
{
    guint32 a[2], b[2];
    memcpy(a, old->data + 4 + 8 * lump, 8);
    memcpy(b, new->data + 4 + 8 * lump, 8);
    cr_assert_eq(a[1], b[1], "lump %u has %u bytes, before %u", lump, b[1], a[1]);
    cr_expect(memcmp(old->data + a[0], new->data + b[0], a[1]) == 0, "lump %u has changed", lump);
}

Test(clip, other_lumps_and_hulls_do_not_change)
{
    const LevelClipBox box = { 1, movers[2], FALSE };
    LevelClipReport report;
    g_autoptr(GByteArray) level = level_of("a room with a list of brushes", "quake");
    g_autoptr(GByteArray) new = replace_or_fail(level, &box, &report);
    for (guint lump = 1; lump < N_LUMPS; lump++)
        if (lump != PLANES && lump != CLIP_NODES && lump != MODELS)
            expect_same_lump(level, new, lump);
    const char *const parts[] = { "", "#hull0", "#hull2", "#1", "#1,hull2" };
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autoptr(BspWorld) before = read_part(level, parts[i]), after = read_part(new, parts[i]);
        cr_assert_eq(before->solid->brushes->len, after->solid->brushes->len);
        for (guint k = 0; k < before->solid->brushes->len; k++)
            cr_expect_float_eq(bsp_cell_volume(bsp_solid_brush(before->solid, k)->cell),
                               bsp_cell_volume(bsp_solid_brush(after->solid, k)->cell), 1e-6);
    }
}

/* In a level of Blue Shift, the entities and the planes have exchanged positions, and keep them. */
Test(clip, lumps_of_blue_shift_keep_their_positions)
{
    const LevelClipBox box = { 1, { { { -8, -8, -8 } }, { { 8, 8, 8.5 } } }, TRUE };
    LevelClipReport report;
    g_autoptr(GByteArray) level = level_of("a new key", "goldsrc");
    g_autoptr(GByteArray) usual = replace_or_fail(level, &box, &report);
    level_text_change(level, "swap 0 1");
    g_autoptr(GByteArray) swapped = replace_or_fail(level, &box, &report);
    level_text_change(swapped, "swap 0 1");
    cr_expect(swapped->len == usual->len && memcmp(swapped->data, usual->data, usual->len) == 0);
}

/* --- limits --- */

/* Returns a level of Quake with a chain of n clip nodes in hull 2. If is_turned, the chain is a
 * cylinder; otherwise all nodes have the same plane. n_unused clip nodes belong to no hull. */
static GByteArray *with_long_hull(guint n, gboolean is_turned, guint n_unused)
{
    g_autoptr(BspSolid) solid = scene_one_box(0, 0, 0, 64, 48, 32);
    GByteArray *file = level_q1(solid, &(LevelOptions){ .format = LEVEL_QUAKE });
    guint first_plane = level_lump_length(file, 4, PLANES) / 20;
    guint first = level_lump_length(file, 4, CLIP_NODES) / 8;
    g_autoptr(GString) planes = g_string_new("lump 1 grows"), nodes = g_string_new("lump 9 grows");
    for (guint i = 0; i < n; i++) {
        double angle = 2 * G_PI * i / n;
        if (is_turned)
            g_string_append_printf(planes, " float %.9g %.9g 0 100 int 0", cos(angle), sin(angle));
        g_string_append_printf(nodes, " int %u short -1 %d", is_turned ? first_plane + i : 0,
                               i + 1 < n ? (gint)(first + i + 1) : -2);
    }
    g_string_append_printf(nodes, " zeros %u", 8 * n_unused);
    level_text_change(file, planes->str);
    level_text_change(file, nodes->str);
    memcpy(file->data + level_record(file, 4, MODELS, 64, 0) + 36 + 8, &first, 4);
    return file;
}

Test(clip, as_many_nodes_as_the_format_has_are_written)
{
    const LevelClipBox box = { 1, movers[1], FALSE };
    LevelClipReport report;
    g_autoptr(GError) error = NULL;
    g_autoptr(GByteArray) small = with_long_hull(100, FALSE, 0);
    G_GNUC_UNUSED g_autoptr(GByteArray) first = replace_or_fail(small, &box, &report);
    guint others = report.n_nodes - 100;
    g_autoptr(GByteArray) full = with_long_hull(32767 - others, FALSE, 0);
    G_GNUC_UNUSED g_autoptr(GByteArray) fits = replace_or_fail(full, &box, &report);
    cr_expect_eq(report.n_nodes, 32767u);
    g_autoptr(GByteArray) more = with_long_hull(32768 - others, FALSE, 0);
    cr_assert_null(replace(more, &box, 1, &report, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_expect(strstr(error->message,
                     "hull 1 has 6 clip nodes, and the kept hulls have 32762; the sum of 32768 is "
                     "more than the 32767 clip nodes of the format"),
              "%s", error->message);
}

/* The limit of the reader is higher if the file has more clip nodes. Unused clip nodes are not
 * kept. */
Test(clip, kept_hulls_that_cannot_be_read_are_refused)
{
    const LevelClipBox box = { 1, { { { -8, -8, -8 } }, { { 8, 8, 8.5 } } }, TRUE };
    LevelClipReport report;
    g_autoptr(GError) error = NULL;
    g_autoptr(GByteArray) file = with_long_hull(900, TRUE, 9000);
    cr_assert_null(replace(file, &box, 1, &report, &error));
    cr_expect(strstr(error->message, "level.bsp: the kept hull 2 cannot be read back: "));
    g_autoptr(GByteArray) bad = with_long_hull(900, TRUE, 0); /* a hull that could not be read
                                                                 before */
    G_GNUC_UNUSED g_autoptr(GByteArray) kept = replace_or_fail(bad, &box, &report);
}
