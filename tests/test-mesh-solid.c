/* test-mesh-solid: tests levels that are exported as triangle meshes, damaged, and read back. */
#include "brush-by-brush.h"
#include "bsp-mesh.h"
#include "build-trees.h"
#include "exact-oracle.h"
#include "mesh-export.h"
#include "real-levels.h"
#include "scenes.h"
#include "test-world-files.h"

#include "compile/tree.h"
#include "tools/bsp-file.h"

static guint64 count_nodes(const BspSolid *solid, const BspBounds *box)
{
    g_autoptr(BspTree) tree = build_tree(solid, box);
    return bsp_tree_nodes(tree)->n_nodes;
}

/* --- levels exported and read back --- */

typedef struct {
    const BspSolid *original, *back;
    double allowed; /* the distance by which both may differ, in units */
    const char *name;
} RoundTrip;

static const BspBounds point = { { { 0, 0, 0 } }, { { 0, 0, 0 } } };
static const BspBounds player = { { { -16, -16, -24 } }, { { 16, 16, 32 } } };

/* Returns the distance, in units, by which the read-back level may differ from the original. Cells
 * thinner than a quarter of the distance of snapping are not cut. */
static double allowed_error(const BspMeshReport *report)
{
    return BSP_BRACKET + report->shift + report->snap / 4;
}

/* Expects that a move through the read-back level stops where it meets an obstacle of the original,
 * within the allowed distance. */
static void expect_moves(const RoundTrip *trip, const BspBounds *box, guint n, guint64 seed)
{
    Random r = random_seeded(seed);
    g_autoptr(ExactOracle) oracle = exact_oracle_new(trip->original);
    g_autoptr(BspTree) tree = build_tree(trip->back, box);
    BspShape shape = bsp_shape_box(box->mins, box->maxs);
    for (guint i = 0; i < n; i++) {
        BspVec from, to;
        scene_move(&r, trip->original, &shape, &from, &to);
        BspTransition tr = bsp_tree_first_transition(tree, from, to, NULL);
        if (tr.type == BSP_SOLID || tr.type == BSP_SOLID_TO_EMPTY)
            tr.t = 0;
        double late = exact_oracle_late(oracle, &shape, from, to, tr.t);
        double early = tr.t < 1 ? exact_oracle_early(oracle, &shape, from, to, tr.t) : 0;
        cr_expect(
            late <= trip->allowed && early <= trip->allowed,
            "%s: late by %g, early by %g, allowed %g: from (%.17g, %.17g, %.17g) to (%.17g, %.17g, "
            "%.17g)",
            trip->name, late, early, trip->allowed, from.x, from.y, from.z, to.x, to.y, to.z);
    }
}

typedef struct {
    double volume;
    guint64 nodes[2]; /* the number of nodes of the tree for a point, and of that for the player's
                         box */
} Measures;

static Measures measure_solid(const BspSolid *solid)
{
    return (Measures){ solid_volume(solid),
                       { count_nodes(solid, NULL), count_nodes(solid, &player) } };
}

/* Reads the mesh and compares it with the original level. */
static BspWorld *expect_same_level(const char *name, const BspSolid *original,
                                   const Measures *measures, const MeshExport *mesh, guint n_moves)
{
    g_autoptr(GString) text = mesh_export_text(mesh);
    BspWorld *world = read_or_fail("level.obj", text->str, text->len, 0);
    Measures back = measure_solid(world->solid);
    cr_expect_float_eq(back.volume, measures->volume, 1e-3 * measures->volume,
                       "%s: volume %.17g, not %.17g", name, back.volume, measures->volume);
    for (guint i = 0; i < 2; i++)
        cr_expect_leq(back.nodes[i], 2 * measures->nodes[i]);
    cr_expect_leq(world->report.mesh->shift,
                  world->report.mesh->weld +
                      MAX(world->report.mesh->snap, world->report.mesh->weld));
    RoundTrip trip = { original, world->solid, allowed_error(world->report.mesh), name };
    expect_moves(&trip, &point, n_moves, 1);
    expect_moves(&trip, &player, n_moves, 2);
    return world;
}

static const char *const damage_names[] = { "removed", "doubled", "turned", "mixed" };

/* Exports the level and reads it back, whole and damaged. */
static void expect_round_trips(const char *name, const BspSolid *solid, guint n_seeds,
                               guint n_moves)
{
    Measures measures = measure_solid(solid);
    for (guint of_union = 0; of_union < 2; of_union++) {
        const char *kind = of_union ? "union" : "brushes";
        g_autoptr(MeshExport) whole = mesh_export_solid(solid, of_union == 1);
        g_autofree char *title = g_strdup_printf("%s, %s", name, kind);
        bsp_world_free(expect_same_level(title, solid, &measures, whole, n_moves));
        for (guint i = 0; i < MESH_DAMAGES * n_seeds; i++) {
            g_autoptr(MeshExport) mesh = mesh_export_solid(solid, of_union == 1);
            Random r = random_seeded(i / MESH_DAMAGES);
            mesh_export_damage(mesh, i % MESH_DAMAGES, 0.01, &r);
            g_autofree char *damaged =
                g_strdup_printf("%s, %s, %s, seed %u", name, kind, damage_names[i % MESH_DAMAGES],
                                i / MESH_DAMAGES);
            bsp_world_free(expect_same_level(damaged, solid, &measures, mesh, n_moves / 10));
        }
    }
}

/* All worlds of data/worlds are read with 1 percent of the triangles removed, doubled or turned. */
Test(mesh_solid, exported_levels_are_repaired)
{
    guint n_seeds = SANITIZED ? 1 : 2;
    g_autofree char *folder = shipped_path("worlds", NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while ((name = g_dir_read_name(dir))) {
        g_autofree char *path = shipped_path("worlds", name);
        g_autoptr(BspWorld) world = load_or_fail(path);
        expect_lossless(world, name);
        expect_round_trips(name, world->solid, n_seeds, 100);
    }
}

/* Turned and doubled faces are found exactly, even if they touch, and all brushes are repaired. */
Test(mesh_solid, exactly_the_damaged_faces_are_repaired)
{
    g_autoptr(BspSolid) solid = shipped_solid("pillars.json");
    for (guint damage = 0; damage < MESH_DAMAGES; damage++) {
        g_autoptr(MeshExport) mesh = mesh_export_solid(solid, FALSE);
        Random r = random_seeded(4);
        guint n = mesh_export_damage(mesh, damage, 0.05, &r);
        g_autoptr(GString) text = mesh_export_text(mesh);
        g_autoptr(BspWorld) world = read_or_fail("level.obj", text->str, text->len, 0);
        if (damage == MESH_DOUBLED)
            cr_expect_eq(world->report.mesh->n_doubled, n);
        if (damage == MESH_TURNED)
            cr_expect_eq(world->report.mesh->n_turned, n);
        cr_expect_eq(world->solid->brushes->len, solid->brushes->len);
        cr_expect_eq(world->report.mesh->n_convex, solid->brushes->len);
    }
}

/* --- meshes as arrays --- */

static void add_box(MeshExport *mesh, const double box[6], gboolean inside_out)
{
    BspVec corners[8];
    mesh_box_corners(
        corners, (BspBounds){ bsp_vec(box[0], box[1], box[2]), bsp_vec(box[3], box[4], box[5]) });
    mesh_export_add_box(mesh, corners, 63, inside_out);
}

/* Reads the mesh with options. Returns NULL if nothing is solid. */
static BspWorld *read_mesh(const MeshExport *mesh, const BspMeshOptions *options)
{
    g_autoptr(GString) text = mesh_export_text(mesh);
    g_autofree char *path = scratch_file("mesh.obj", text->str, text->len);
    BspWorldOptions all = { .mesh = *options };
    g_autoptr(GError) error = NULL;
    BspWorld *world = bsp_world_load_options(path, &all, &error);
    cr_assert(world || g_error_matches(error, BSP_ERROR, BSP_ERROR_GEOMETRY), "%s",
              error ? error->message : "");
    remove_scratch();
    return world;
}

/* Triangles as arrays must give the same level as the .obj file. The report has all shells. */
Test(mesh_solid, arrays_of_triangles_give_the_same_solid)
{
    g_autoptr(BspSolid) solid = shipped_solid("pillars.json");
    g_autoptr(MeshExport) mesh = mesh_export_solid(solid, TRUE);
    g_autoptr(BspWorld) world = read_mesh(mesh, &(BspMeshOptions){ .weld = 0 });
    g_autoptr(BspMeshReport) report = NULL;
    g_autoptr(BspSolid) same = mesh_export_read(mesh, &(BspMeshOptions){ .weld = 0 }, &report);
    cr_assert_not_null(world);
    cr_expect_eq(bsp_solid_n_brushes(same), bsp_solid_n_brushes(world->solid));
    cr_expect_float_eq(report->volume, world->report.mesh->volume, 1e-6 * report->volume);
    guint n[BSP_SHELL_OUTSIDE + 1] = { 0 };
    for (guint i = 0; i < report->shells->len; i++)
        n[g_array_index(report->shells, BspMeshShellReport, i).kind]++;
    cr_expect_eq(n[BSP_SHELL_CONVEX], report->n_convex);
    cr_expect_eq(n[BSP_SHELL_CUT] + n[BSP_SHELL_HOLLOW], report->n_other);
}

/* Sides along the axes keep their exact position. The mean of the coordinates of three corners
 * would differ in the last bits. */
Test(mesh_solid, axial_sides_are_exact)
{
    const double box[6] = { 0.1, 0.7, 1.1, 8.1, 8.3, 9.7 };
    g_autoptr(MeshExport) mesh = mesh_export_new();
    add_box(mesh, box, FALSE);
    g_autoptr(BspSolid) solid = mesh_export_read(mesh, NULL, NULL);
    const BspCell *cell = bsp_solid_brush(solid, 0)->cell;
    for (guint f = 0; f < cell->n_faces; f++) {
        const BspPlane *plane = &cell->faces[f].plane;
        int axis = bsp_plane_axis(plane);
        cr_assert_geq(axis, 0);
        cr_expect_eq(plane->dist, plane->normal.v[axis] < 0 ? -box[axis] : box[3 + axis]);
    }
}

Test(mesh_solid, a_corner_without_a_point_is_refused)
{
    const BspVec points[3] = { { .x = 0 }, { .x = 1 }, { .y = 1 } };
    const guint corners[3] = { 0, 1, 3 };
    g_autoptr(GError) error = NULL;
    cr_expect_null(bsp_solid_of_triangles(points, 3, corners, 1, NULL, NULL, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_VALUE));
    cr_expect_str_eq(error->message, "triangle 0 has the corner 3, but there are 3 points");
}

/* --- corners that are not exact --- */

/* Moves each corner along each axis by at most `part` times the default distance of welding. */
static void shake_corners(MeshExport *mesh, double part, Random *r)
{
    double largest = 0;
    for (guint i = 0; i < mesh->points->len; i++)
        for (guint k = 0; k < 3; k++)
            largest = MAX(largest, fabs(g_array_index(mesh->points, BspVec, i).v[k]));
    double most = part * CLAMP(largest / (1 << 21), 1e-5, 0.01);
    for (guint i = 0; i < mesh->points->len; i++)
        for (guint k = 0; k < 3; k++)
            g_array_index(mesh->points, BspVec, i).v[k] += random_real(r, -most, most);
}

/* Expects that no vertex of a brush of the read-back level is farther from the original than the
 * report allows for moved corners and planes. */
static void expect_no_spikes(const char *name, guint number, const BspSolid *original,
                             const MeshExport *mesh)
{
    g_autoptr(BspWorld) world = read_mesh(mesh, &(BspMeshOptions){ .weld = 0 });
    if (!world) /* because the mesh is too thin to be solid */
        return;
    expect_lossless(world, name);
    cr_expect_leq(world->report.mesh->shift, world->report.mesh->weld + world->report.mesh->snap,
                  "%s %u", name, number);
    double allowed = 2 * (world->report.mesh->weld + world->report.mesh->snap) + BSP_BRACKET;
    for (guint i = 0; i < world->solid->brushes->len; i++) {
        const BspCell *cell = bsp_solid_brush(world->solid, i)->cell;
        for (guint v = 0; v < cell->n_vertices; v++) {
            double distance = brushes_distance(original, cell->vertices[v], 0);
            cr_expect_leq(distance, allowed, "%s %u: brush %u of %u is %g units outside", name,
                          number, i, world->solid->brushes->len, distance);
        }
    }
}

/* Returns hulls of random points that overlap each other, far from the origin. */
static BspSolid *random_hulls(Random *r, double at)
{
    BspBrush *brushes[6];
    for (guint i = 0; i < G_N_ELEMENTS(brushes); i++) {
        BspVec points[12], middle = bsp_vec_add(bsp_vec(at, at / 2, 0), random_point_within(r, 60));
        for (guint k = 0; k < G_N_ELEMENTS(points); k++)
            points[k] = bsp_vec_add(middle, random_point_within(r, 60));
        brushes[i] = scene_hull_brush(points, G_N_ELEMENTS(points));
    }
    return scene_solid(brushes, G_N_ELEMENTS(brushes));
}

/* Brushes overlap, so some faces are only parts of a side, and the edges of these parts are not
 * exact. Nearly parallel planes then bound long thin cells. */
Test(mesh_solid, shaken_hulls_get_no_spikes)
{
    for (guint seed = 0; seed < 40; seed++) {
        Random r = random_seeded(seed);
        g_autoptr(BspSolid) solid = random_hulls(&r, seed % 2 ? 5000 : 20000);
        g_autoptr(MeshExport) mesh = mesh_export_solid(solid, TRUE);
        shake_corners(mesh, 0.25, &r);
        if (seed % 4 < 2)
            mesh_export_damage(mesh, MESH_MIXED, 0.01, &r);
        expect_no_spikes("hulls", seed, solid, mesh);
    }
}

/* The end of a long wedge is too narrow to get a plane of its own. Without that plane, the other
 * sides meet 1.5 units farther away. */
Test(mesh_solid, wedge_with_a_narrow_end_gets_no_spike)
{
    g_autoptr(MeshExport) mesh = mesh_export_new();
    const double heights[2] = { 1e-3, 1.5e-5 };
    BspVec corners[8];
    for (guint c = 0; c < 8; c++)
        corners[c] = bsp_vec(c & 1 ? 100 : 0, c & 2 ? 8 : 0, c & 4 ? heights[c & 1 ? 1 : 0] : 0);
    mesh_export_add_box(mesh, corners, 63, FALSE);
    g_autoptr(BspWorld) world = read_mesh(mesh, &(BspMeshOptions){ .weld = 1e-6, .snap = 1e-5 });
    cr_assert_not_null(world);
    cr_expect_leq(world->solid->bounds.maxs.x, 100.001);
}

/* --- other surfaces --- */

/* A band that is turned over once has no front. The reader must neither hang nor report it as
 * closed. */
Test(mesh_solid, a_moebius_band_is_not_closed)
{
    g_autoptr(MeshExport) mesh = mesh_export_new();
    for (guint i = 0; i < 12; i++) {
        BspVec p[4];
        for (guint k = 0; k < 4; k++) {
            double at = 2 * G_PI * (i + k / 2) / 12, across = (k == 0 || k == 3 ? 4 : -4);
            p[k] = bsp_vec((20 + across * cos(at / 2)) * cos(at),
                           (20 + across * cos(at / 2)) * sin(at), across * sin(at / 2));
        }
        mesh_export_add(mesh, p, 4);
    }
    g_autoptr(BspWorld) none = read_mesh(mesh, &(BspMeshOptions){ .sheet = 0 }),
                        world = read_mesh(mesh, &(BspMeshOptions){ .sheet = 0.5 });
    cr_expect_null(none);
    cr_assert_not_null(world);
    cr_expect_gt(world->report.mesh->n_open, 0u);
}

/* --- height fields --- */

enum { FIELD = SANITIZED ? 64 : 128 };

static double height_at(const double *heights, guint x, guint y)
{
    return heights[y * FIELD + x];
}

/* Returns a field of FIELD x FIELD heights, 8 units apart, with a bottom and walls. */
static MeshExport *height_field(const double *heights)
{
    MeshExport *mesh = mesh_export_new();
    for (guint y = 0; y + 1 < FIELD; y++)
        for (guint x = 0; x + 1 < FIELD; x++) {
            BspVec p[4];
            for (guint k = 0; k < 4; k++) {
                guint u = x + (k & 1), v = y + k / 2;
                p[k] = bsp_vec(8 * u, 8 * v, height_at(heights, u, v));
            }
            const BspVec low[3] = { p[0], p[1], p[3] }, high[3] = { p[0], p[3], p[2] };
            mesh_export_add(mesh, low, 3);
            mesh_export_add(mesh, high, 3);
        }
    const double end = 8 * (FIELD - 1);
    for (guint i = 0; i + 1 < FIELD; i++)
        for (guint side = 0; side < 4; side++) {
            BspVec p[2];
            for (guint k = 0; k < 2; k++) {
                guint at = side < 2 ? i + k : FIELD - 1 - i - k;
                guint x = side % 2 ? (side == 1 ? FIELD - 1 : 0) : at;
                guint y = side % 2 ? at : (side == 0 ? 0 : FIELD - 1);
                p[k] = bsp_vec(8 * x, 8 * y, height_at(heights, x, y));
            }
            const BspVec wall[4] = { bsp_vec(p[0].x, p[0].y, -64), bsp_vec(p[1].x, p[1].y, -64),
                                     p[1], p[0] };
            mesh_export_add(mesh, wall, 4);
        }
    const BspVec bottom[4] = { bsp_vec(0, 0, -64), bsp_vec(0, end, -64), bsp_vec(end, end, -64),
                               bsp_vec(end, 0, -64) };
    mesh_export_add(mesh, bottom, 4);
    return mesh;
}

static double *random_heights(double most)
{
    Random r = random_seeded(11);
    double *heights = g_new(double, FIELD *FIELD);
    for (guint i = 0; i < FIELD * FIELD; i++)
        heights[i] = (double)(float)random_real(&r, 0, most);
    return heights;
}

/* Returns the height of the triangles at x, y, which is not on the border. */
static double surface_at(const double *heights, double x, double y)
{
    guint i = (guint)(x / 8), k = (guint)(y / 8);
    double u = x / 8 - i, v = y / 8 - k;
    double a = height_at(heights, i, k), d = height_at(heights, i + 1, k + 1);
    double b = height_at(heights, i + 1, k), c = height_at(heights, i, k + 1);
    return u > v ? a + u * (b - a) + v * (d - b) : a + v * (c - a) + u * (d - c);
}

/* Expects that points just above the surface are empty, and points just below it solid. */
static void expect_surface(const BspSolid *solid, const double *heights)
{
    Random r = random_seeded(12);
    for (guint i = 0; i < 500; i++) {
        double x = random_real(&r, 1, 8 * (FIELD - 1) - 1),
               y = random_real(&r, 1, 8 * (FIELD - 1) - 1);
        double z = surface_at(heights, x, y);
        cr_expect_not(brushes_contain(solid, bsp_vec(x, y, z + 1e-3)));
        cr_expect(brushes_contain(solid, bsp_vec(x, y, z - 1e-3)));
    }
}

/* A closed field of many faces is read and cut into brushes. The limit of the work grows with the
 * number of faces. */
Test(mesh_solid, a_height_field_is_cut_into_brushes)
{
    g_autofree double *heights = random_heights(32);
    const guint n_faces = 2 * (FIELD - 1) * (FIELD - 1);
    g_autoptr(MeshExport) mesh = height_field(heights);
    g_autoptr(BspWorld) world = read_mesh(mesh, &(BspMeshOptions){ .sheet = 0 });
    cr_assert_not_null(world);
    cr_expect_leq(world->solid->brushes->len, n_faces);
    cr_expect_eq(world->report.mesh->n_sheets, 0u);
    expect_surface(world->solid, heights);
}

/* --- large meshes --- */

/* If the tree split off the faces of a convex cell one by one, it would be as deep as the number of
 * faces. */
Test(mesh_solid, a_drum_of_many_faces_makes_no_deep_tree)
{
    enum { N = 1100 }; /* more than BSP_MAX_DEPTH */
    g_autoptr(MeshExport) mesh = mesh_export_new();
    BspVec caps[2][N];
    for (guint i = 0; i < N; i++) {
        double angle = 2 * G_PI * i / N;
        caps[1][i] = bsp_vec(4000 * cos(angle), 4000 * sin(angle), 8);
        caps[0][N - 1 - i] = bsp_vec(4000 * cos(angle), 4000 * sin(angle), 0);
    }
    for (guint i = 0; i < N; i++) {
        guint next = (i + 1) % N;
        const BspVec side[4] = { caps[0][N - 1 - i], caps[0][N - 1 - next], caps[1][next],
                                 caps[1][i] };
        mesh_export_add(mesh, side, 4);
    }
    mesh_export_add(mesh, caps[0], N);
    mesh_export_add(mesh, caps[1], N);
    g_autoptr(BspWorld) world = read_mesh(mesh, &(BspMeshOptions){ .weld = 0 });
    cr_assert_not_null(world);
    cr_expect(brushes_contain(world->solid, bsp_vec(3990, 0, 4)));
    cr_expect_not(brushes_contain(world->solid, bsp_vec(4010, 0, 4)));
}

/* Many long boxes cross each other in a box with a hollow, so that no box can become a brush by
 * itself. Splitting the mesh into convex parts would take too long, so it is rejected. */
Test(mesh_solid, too_intricate_meshes_are_refused)
{
    g_autoptr(MeshExport) mesh = mesh_export_new();
    Random r = random_seeded(9);
    add_box(mesh, (const double[]){ -1100, -1100, -1100, 1100, 1100, 1100 }, FALSE);
    add_box(mesh, (const double[]){ -1050, -1050, -1050, 1050, 1050, 1050 }, TRUE);
    for (guint i = 0; i < 1300; i++) {
        double box[6] = { -1000, -1000, -1000, 1000, 1000, 1000 };
        for (guint k = 0; k < 3; k++) {
            if (k == i % 3)
                continue;
            box[k] = random_real(&r, -900, 900);
            box[3 + k] = box[k] + 1;
        }
        add_box(mesh, box, FALSE);
    }
    g_autoptr(GString) text = mesh_export_text(mesh);
    g_autoptr(GError) error = NULL;
    cr_assert_null(
        bsp_world_read("wires.obj", text->str, text->len, &(BspWorldOptions){ 0 }, &error));
    cr_expect_eq(error->code, (gint)BSP_ERROR_LIMIT);
    cr_expect_str_eq(
        error->message,
        "wires.obj: the mesh is too large or too intricate to be cut into convex "
        "brushes; split the mesh into several files, or use fewer triangles (the shells "
        "that are not convex have 15624 faces, and more than 249984000 tests of "
        "triangles would be needed to find which cells are solid)");
}
