/* test-mesh-solid: levels that are exported as triangle meshes, damaged, and read back. */
#include "exact-oracle.h"
#include "mesh-export.h"
#include "scenes.h"
#include "test-world-files.h"

#include "bsp-file.h"
#include "build/tree.h"

static guint64 count_nodes(const BspSolid *solid, const BspBounds *box)
{
    BspBuildOptions options = bsp_build_options_default();
    g_autoptr(BspTree) tree =
        box ? bsp_tree_new_map(solid, box, &options, NULL) : bsp_tree_new(solid, &options, NULL);
    cr_assert_not_null(tree);
    return bsp_tree_nodes(tree)->n_nodes;
}

/* --- levels exported and read back --- */

typedef struct {
    const BspSolid *original, *back;
    double allowed; /* units */
    const char *name;
} RoundTrip;

static const BspBounds point = { { { 0, 0, 0 } }, { { 0, 0, 0 } } };
static const BspBounds player = { { { -16, -16, -24 } }, { { 16, 16, 32 } } };

/* How far the read-back level may be from the original. Cells thinner than a quarter of the
 * distance of snapping are not cut. */
static double allowed_error(const BspMeshReport *report)
{
    return BSP_BRACKET + report->shift + report->snap / 4;
}

/* A move through the read-back level must stop where it meets an obstacle of the original, within
 * the allowed distance. */
static void expect_moves(const RoundTrip *trip, const BspBounds *box, guint n, guint64 seed)
{
    Random r = random_seeded(seed);
    g_autoptr(ExactOracle) oracle = exact_oracle_new(trip->original);
    BspBuildOptions options = bsp_build_options_default();
    g_autoptr(BspTree) tree = bsp_tree_new_map(trip->back, box, &options, NULL);
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
            "%s: late by %g, early by %g, of %g: from (%.17g, %.17g, %.17g) to (%.17g, %.17g, "
            "%.17g)",
            trip->name, late, early, trip->allowed, from.x, from.y, from.z, to.x, to.y, to.z);
    }
}

typedef struct {
    double volume;
    guint64 nodes[2]; /* for a point and for a box */
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
    cr_expect_leq(world->mesh->shift,
                  world->mesh->weld + MAX(world->mesh->snap, world->mesh->weld));
    RoundTrip trip = { original, world->solid, allowed_error(world->mesh), name };
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

/* All worlds of data/worlds, with 1 percent of the triangles removed, doubled or turned. */
Test(mesh_solid, exported_levels)
{
    guint n_seeds = 2;
    g_autofree char *folder = shipped_path("worlds", NULL);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while ((name = g_dir_read_name(dir))) {
        g_autofree char *path = shipped_path("worlds", name);
        g_autoptr(BspWorld) world = load_or_fail(path);
        expect_round_trips(name, world->solid, n_seeds, 100);
    }
}

/* Turned and doubled faces are found exactly, unless two of them touch. */
Test(mesh_solid, exact_repairs)
{
    g_autoptr(BspSolid) solid = shipped_solid("pillars.json");
    for (guint damage = 0; damage < MESH_DAMAGES - 1; damage++) {
        g_autoptr(MeshExport) mesh = mesh_export_solid(solid, FALSE);
        Random r = random_seeded(4);
        guint n = mesh_export_damage(mesh, damage, 0.01, &r);
        g_autoptr(GString) text = mesh_export_text(mesh);
        g_autoptr(BspWorld) world = read_or_fail("level.obj", text->str, text->len, 0);
        cr_expect_eq(damage == MESH_REMOVED   ? world->mesh->n_closed
                     : damage == MESH_DOUBLED ? world->mesh->n_doubled
                                              : world->mesh->n_turned,
                     n);
        cr_expect_eq(world->solid->brushes->len, solid->brushes->len);
        cr_expect_eq(world->mesh->n_convex, solid->brushes->len);
    }
}
