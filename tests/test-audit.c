/* test-audit: tests that an audit finds the differences between a level's own sides and hulls and
 * the exact expansion. */
#include "level/audit.h"

#include "bsp-levels.h"
#include "build-trees.h"
#include "level-text.h"
#include "level/uncovered.h"
#include "oracle/sum.h"
#include "scenes.h"
#include "shipped.h"
#include "test-world-files.h"
#include "world/level.h"

static const BspBounds box = { { { -16, -16, -24 } }, { { 16, 16, 32 } } };

static LevelAudit *audit_file(const char *path, const GByteArray *file, gboolean has_box,
                              double least)
{
    const CompareMover space = { .name = (char *)"box",
                                 .shape = bsp_shape_box(box.mins, box.maxs) };
    g_autoptr(GError) error = NULL;
    LevelAudit *audit = level_audit_level(path, (const char *)file->data, file->len,
                                          has_box ? &space : NULL, least, &error);
    cr_assert_not_null(audit, "%s", error ? error->message : "");
    return audit;
}

/* Returns the audit of one Quake II brush with these sides. */
static LevelAudit *audit_brush_above(const BspPlane *planes, guint n, double least)
{
    g_autoptr(GByteArray) file = level_q2(planes, n);
    return audit_file("b.bsp", file, TRUE, least);
}

static LevelAudit *audit_brush(const BspPlane *planes, guint n)
{
    return audit_brush_above(planes, n, 0.125);
}

static const LevelFinding *only_finding(const LevelAudit *audit)
{
    cr_assert_eq(audit->findings->len, 1u, "%u findings", audit->findings->len);
    return &g_array_index(audit->findings, LevelFinding, 0);
}

/* Stores the planes of an upright prism with four sides. Its corners lie on the axes, 64 units from
 * the middle. */
static void prism(BspPlane *planes)
{
    const double h = sqrt(0.5);
    const BspPlane sides[] = { { { { h, h, 0 } }, 64 * h },  { { { h, -h, 0 } }, 64 * h },
                               { { { -h, h, 0 } }, 64 * h }, { { { -h, -h, 0 } }, 64 * h },
                               { { { 0, 0, 1 } }, 32 },      { { { 0, 0, -1 } }, 0 },
                               { { { 1, 0, 0 } }, 64 },      { { { -1, 0, 0 } }, 64 },
                               { { { 0, 1, 0 } }, 64 },      { { { 0, -1, 0 } }, 64 } };
    memcpy(planes, sides, sizeof sides);
}

/* Along an axis, the expanded sides meet at 64 + 32. The exact expansion ends at 64 + 16. */
Test(audit, missing_bevels_of_prisms_are_found)
{
    static const struct {
        const char *what;
        guint n;          /* the number of the prism's sides that the brush has */
        guint first, end; /* the sides `first` to end - 1 are moved */
        /* `outward` is the distance, in units, by which they are moved; `least` is the audit's
         * minimum distance. */
        double outward, least;
        LevelAuditKind kind; /* the expected finding; LEVEL_AUDIT_KINDS if nothing is found */
        double distance;
    } rows[] = {
        { "all bevels", 10, 0, 0, 0, 0.125, LEVEL_AUDIT_KINDS, 0 },
        { "no bevels", 6, 0, 0, 0, 0.125, LEVEL_AUDIT_AXIAL, 16 },
        { "one bevel is missing", 9, 0, 0, 0, 0.125, LEVEL_AUDIT_AXIAL, 16 },
        { "bevels too far out", 10, 6, 10, 4, 0.125, LEVEL_AUDIT_LOOSE, 4 },
        { "shaved by less than asked", 10, 6, 7, -0.0625, 0.125, LEVEL_AUDIT_KINDS, 0 },
        { "shaved", 10, 6, 7, -0.0625, 0.01, LEVEL_AUDIT_SHAVED, 0.0625 },
        { "no solid", 5, 0, 0, 0, 0.125, LEVEL_AUDIT_NO_SOLID, HUGE_VAL },
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        BspPlane planes[10];
        prism(planes);
        for (guint k = rows[i].first; k < rows[i].end; k++)
            planes[k].dist += rows[i].outward;
        g_autoptr(LevelAudit) audit = audit_brush_above(planes, rows[i].n, rows[i].least);
        cr_expect_eq(audit->n_sides, rows[i].n, "%s", rows[i].what);
        cr_expect_eq(audit->findings->len, rows[i].kind != LEVEL_AUDIT_KINDS, "%s", rows[i].what);
        if (!audit->findings->len)
            continue;
        const LevelFinding *f = only_finding(audit);
        cr_expect_eq(f->kind, rows[i].kind, "%s", rows[i].what);
        cr_expect(f->distance == rows[i].distance || fabs(f->distance - rows[i].distance) < 1e-3,
                  "%s: %g", rows[i].what, f->distance);
        cr_expect(f->kind != LEVEL_AUDIT_AXIAL || f == level_audit_worst(audit));
        cr_expect(f->kind != LEVEL_AUDIT_SHAVED || fabs(f->at.x - 64) < 1e-3, "%g", f->at.x);
        cr_expect_eq(audit->n_open[f->kind], (guint)(f->open > 0), "%s", rows[i].what);
    }
}

Test(audit, sides_twice_and_brushes_that_are_none_are_found)
{
    BspPlane planes[10];
    prism(planes);
    planes[9] = planes[8];
    g_autoptr(LevelAudit) twice = audit_brush(planes, 10), open = audit_brush(planes, 5);
    cr_expect_eq(twice->n[LEVEL_AUDIT_TWICE], 1u);
    cr_expect(strstr(only_finding(open)->problem, "unbounded"), "%s", only_finding(open)->problem);
    g_autofree char *text = level_audit_text(open, 5);
    cr_expect(strstr(text, "brush 0: the solid is unbounded") != NULL, "%s", text);
    cr_expect(strstr(text, "   open        worst  meaning\n") != NULL, "%s", text);
}

/* A finding has the bounds of the brush and the texture of its nearest side, because the brush has
 * another number in the source of the level. */
Test(audit, a_finding_says_how_to_find_the_brush)
{
    BspPlane planes[10];
    prism(planes);
    planes[9] = planes[8];
    g_autoptr(GByteArray) file = level_q2(planes, 10);
    level_text_change(file, "lump 5 at 116 byte 119 97 108 108"); /* texinfo 1, of side 5: "wall" */
    g_autoptr(LevelAudit) audit = audit_file("b.bsp", file, TRUE, 0.125);
    cr_expect_eq(audit->n[LEVEL_AUDIT_TWICE], 1u);
    g_autofree char *text = level_audit_text(audit, 5), *json = level_audit_json(audit, 5);
    cr_expect(
        strstr(text, "\n                 the brush is from -64 -64 0 to 64 64 32, texture wall\n"),
        "%s", text);
    cr_expect(strstr(json, "\"texture\": \"wall\""), "%s", json);
    cr_expect(strstr(json, "\"bounds\": ["), "%s", json);
}

/* Hulls of few points need edge bevels in every direction. If one is left out, the audit must find
 * exactly that bevel, and report the right distance. An independent computation without planes
 * checks the distance. */
Test(audit, every_bevel_that_is_left_out_is_found)
{
    Random r = random_seeded(3);
    guint n_found = 0, n_edges = 0;
    for (guint round = 0; round < 12; round++) {
        BspVec points[6];
        for (guint i = 0; i < 6; i++)
            for (guint k = 0; k < 3; k++)
                points[i].v[k] = (double)random_below(&r, 128);
        g_autoptr(BspBrush) brush = bsp_brush_new_points(points, 6, NULL);
        if (!brush)
            continue;
        guint n;
        g_autofree BspPlane *planes = bsp_cell_box_planes(brush->cell, &n);
        g_autoptr(LevelAudit) all = audit_brush(planes, n);
        cr_expect_eq(all->findings->len, 0u, "round %u", round);
        for (guint left_out = brush->cell->n_faces; left_out < n; left_out++) {
            g_autofree BspPlane *others = g_new(BspPlane, n);
            memcpy(others, planes, n * sizeof *planes);
            others[left_out] = others[n - 1];
            g_autoptr(LevelAudit) audit = audit_brush(others, n - 1);
            if (audit->findings->len) {
                const LevelFinding *f = only_finding(audit);
                BspShape shape = bsp_shape_box(box.mins, box.maxs);
                double far = f->open;
                cr_expect_float_eq(far, f->distance, 1e-3, "%g, not %g", far, f->distance);
                g_autoptr(CompareSum) within = compare_sum_new_round(brush, &shape, far + 1e-3);
                g_autoptr(CompareSum) beyond = compare_sum_new_round(brush, &shape, far - 1e-3);
                double t;
                cr_expect(compare_sum_enter(within, f->at, bsp_vec(0, 0, 0), &t, NULL));
                cr_expect(!compare_sum_enter(beyond, f->at, bsp_vec(0, 0, 0), &t, NULL));
                cr_expect_eq(f->kind, bsp_plane_axis(&planes[left_out]) >= 0 ? LEVEL_AUDIT_AXIAL
                                                                             : LEVEL_AUDIT_EDGE);
                cr_expect(bsp_vec_dot(f->plane.normal, planes[left_out].normal) > 1 - 1e-6);
                n_found++;
                n_edges += f->kind == LEVEL_AUDIT_EDGE;
            }
        }
    }
    cr_expect(n_found > 60 && n_edges > 40, "%u, %u", n_found, n_edges);
}

/* --- hulls --- */

static void expect_uncovered(const double (*boxes)[6], guint n, BspBounds bounds, double distance)
{
    BspVec at;
    g_autoptr(BspSolid) solid = scene_boxes(boxes, n);
    g_autoptr(BspTree) tree = build_tree(solid, NULL);
    g_autoptr(BspCell) cell = bsp_cell_new_box(&bounds);
    cr_expect_float_eq(level_cell_uncovered(cell, solid, tree, &at), distance, 1e-9);
}

Test(audit, the_distance_of_an_uncovered_part_is_right)
{
    /* The box fills a room. All of its corners touch the walls, but its middle is 32 units away
     * from them. */
    static const double room[][6] = { { -8, 0, 0, 0, 64, 64 }, { 64, 0, 0, 72, 64, 64 },
                                      { 0, -8, 0, 64, 0, 64 }, { 0, 64, 0, 64, 72, 64 },
                                      { 0, 0, -8, 64, 64, 0 }, { 0, 0, 64, 64, 64, 72 } };
    expect_uncovered(room, 6, (BspBounds){ { { 0, 0, 0 } }, { { 64, 64, 64 } } }, 32);
    /* A search within 16 units finds the corner of a brush, 26 units away, but not the wall. */
    static const double wall[][6] = { { 15, 15, 15, 64, 64, 64 }, { -64, -64, -64, -20, 64, 64 } };
    expect_uncovered(wall, 2, (BspBounds){ { { -0.5, -0.5, -0.5 } }, { { 0.5, 0.5, 0.5 } } }, 20.5);
}

/* Makes a level of Quake with a floor and a tetrahedron over it. */
static GByteArray *make_level(const LevelOptions *options)
{
    const BspVec points[] = { bsp_vec(0, 0, 64), bsp_vec(96, 16, 64), bsp_vec(16, 96, 80),
                              bsp_vec(48, 32, 160) };
    BspBrush *brushes[] = { scene_hull_brush(points, 4), scene_box(-128, -128, 0, 256, 256, 8) };
    g_autoptr(BspSolid) solid = scene_solid(brushes, 2);
    return level_q1(solid, options);
}

static LevelAudit *audit_level(const LevelOptions *options)
{
    g_autoptr(GByteArray) file = make_level(options);
    return audit_file("a.bsp", file, FALSE, 0.125);
}

static char *worst_svg(const LevelAudit *audit)
{
    g_autoptr(GError) error = NULL;
    char *svg = level_audit_svg(audit, level_audit_worst(audit), &error);
    cr_assert_not_null(svg, "%s", error ? error->message : "");
    return svg;
}

Test(audit, good_hulls_have_no_findings)
{
    const LevelOptions options = { .format = LEVEL_QUAKE };
    g_autoptr(LevelAudit) audit = audit_level(&options);
    cr_expect_eq(audit->findings->len, 0u);
    cr_expect_gt(audit->n_brushes, 3u);
}

Test(audit, hulls_without_bevels_of_edges_have_phantoms)
{
    const LevelOptions options = { .format = LEVEL_GOLDSRC, .no_edge_bevels = TRUE };
    g_autoptr(LevelAudit) audit = audit_level(&options);
    cr_expect_gt(audit->n[LEVEL_AUDIT_PHANTOM], 0u);
    cr_expect_eq(audit->n[LEVEL_AUDIT_HOLE], 0u);
    cr_expect(audit->worst[LEVEL_AUDIT_PHANTOM] > 4, "%g", audit->worst[LEVEL_AUDIT_PHANTOM]);
    g_autofree char *svg = worst_svg(audit);
    cr_expect(strstr(svg, "protrusion: solid only for the") != NULL);
    g_autofree char *json = level_audit_json(audit, 3);
    cr_expect(strstr(json, "\"bsp-audit\"") != NULL);
}

/* Returns the level that docs/audit.md lets the reader try. A rock stands in a closed room, and the
 * hulls lack the bevels of edges. */
static GByteArray *make_room(void)
{
    static const double walls[][6] = {
        { -144, -144, -16, 144, 144, 0 },  { -144, -144, 128, 144, 144, 144 },
        { -144, -144, 0, -128, 144, 128 }, { 128, -144, 0, 144, 144, 128 },
        { -128, -144, 0, 128, -128, 128 }, { -128, 128, 0, 128, 144, 128 },
    };
    const BspVec rock[] = { bsp_vec(0, 0, 0), bsp_vec(96, 16, 0), bsp_vec(16, 96, 16),
                            bsp_vec(48, 32, 96) };
    BspBrush *brushes[G_N_ELEMENTS(walls) + 1];
    for (guint i = 0; i < G_N_ELEMENTS(walls); i++)
        brushes[i] =
            scene_box(walls[i][0], walls[i][1], walls[i][2], walls[i][3], walls[i][4], walls[i][5]);
    brushes[G_N_ELEMENTS(walls)] = scene_hull_brush(rock, G_N_ELEMENTS(rock));
    g_autoptr(BspSolid) solid = scene_solid(brushes, G_N_ELEMENTS(brushes));
    return level_q1(solid, &(LevelOptions){ .format = LEVEL_GOLDSRC,
                                            .no_edge_bevels = TRUE,
                                            .entities = "{\n\"classname\" \"worldspawn\"\n}\n"
                                                        "{\n\"classname\" \"info_player_start\"\n"
                                                        "\"origin\" \"-64 0 40\"\n}\n" });
}

Test(audit, the_level_to_try)
{
    g_autoptr(GByteArray) room = make_room();
    g_autofree char *path = shipped_path("worlds", "goldsrc-room.bsp"), *bytes = NULL;
    gsize length;
    cr_assert(g_file_get_contents(path, &bytes, &length, NULL));
    cr_expect(length == room->len && memcmp(bytes, room->data, length) == 0, "%s is another level",
              path);
}

/* The hulls of GoldSrc end at a face marked BEVEL. Quake has no such faces, so there it is a hole.
 * A brush that is not in the hulls has no such face. */
Test(audit, a_face_that_the_hulls_do_not_move_is_no_finding)
{
    for (LevelFormat format = LEVEL_QUAKE; format <= LEVEL_GOLDSRC; format++) {
        const LevelOptions bevel = { .format = format, .bevel = TRUE },
                           hole = { .format = format, .holes = TRUE };
        gboolean is_goldsrc = format == LEVEL_GOLDSRC;
        g_autoptr(LevelAudit) audit = audit_level(&bevel), none = audit_level(&hole);
        cr_expect_eq(audit->findings->len == 0, is_goldsrc, "%u", audit->findings->len);
        cr_expect_eq(audit->n_unmoved, is_goldsrc ? 3u : 0u, "%u", audit->n_unmoved);
        cr_expect_eq(none->n_unmoved, 0u);
        cr_expect_gt(none->n[LEVEL_AUDIT_HOLE], 1u);
        g_autofree char *text = level_audit_text(audit, 1);
        cr_expect_eq(strstr(text, "unmoved  3 faces") != NULL, is_goldsrc, "%s", text);
    }
}

Test(audit, hulls_with_a_hole_have_holes_only)
{
    const LevelOptions options = { .format = LEVEL_QUAKE, .holes = TRUE };
    g_autoptr(LevelAudit) audit = audit_level(&options);
    cr_expect_eq(audit->n[LEVEL_AUDIT_PHANTOM], 0u);
    cr_expect_gt(audit->n[LEVEL_AUDIT_HOLE], 1u);
    /* This is the distance from the top of the expanded tetrahedron to the expanded floor. */
    cr_expect(audit->worst[LEVEL_AUDIT_HOLE] > 100, "%g", audit->worst[LEVEL_AUDIT_HOLE]);
    g_autofree char *svg = worst_svg(audit);
    cr_expect(strstr(svg, "hole: not solid for the") != NULL);
    cr_expect(strstr(svg, ": a slice at y = 16.25<") != NULL, "inside, and along the best axis");
}

/* The clip brush is far above all solid of hull 0, which a drawing of the level shows. */
Test(audit, a_clip_brush_above_the_level_is_drawn)
{
    const LevelOptions options = { .format = LEVEL_QUAKE, .clips = TRUE };
    g_autoptr(LevelAudit) audit = audit_level(&options);
    g_free(worst_svg(audit));
}

/* The bounds of the world in the file end 10 units too early, and engines add 1 unit. An outside
 * that is solid has no end. */
Test(audit, bounds_of_a_model_that_end_too_early_are_found)
{
    for (LevelFormat format = LEVEL_QUAKE; format <= LEVEL_BSP2; format++)
        for (guint filled = 0; filled < 2; filled++) {
            g_autoptr(GByteArray) file =
                make_level(&(LevelOptions){ .format = format, .filled = filled != 0 });
            level_text_change(file, "lump 14 at 12 float 246");
            g_autoptr(LevelAudit) audit = audit_file("a.bsp", file, FALSE, 0.125);
            cr_expect_eq(audit->n[LEVEL_AUDIT_BOUNDS], !filled, "format %u", format);
            if (filled)
                continue;
            const LevelFinding *f = only_finding(audit);
            cr_expect_float_eq(f->distance, 9, 1e-3, "%g", f->distance);
            cr_expect_float_eq(f->at.x, 256, 1e-3, "%g", f->at.x);
            cr_expect_null(level_audit_worst(audit), "there is nothing to draw");
        }
}
