/* test-world-obj: worlds from large Wavefront .obj files. tests/formats/mesh.rows has small ones.
 */
#include "brush-by-brush.h"
#include "bsp-mesh.h"
#include "sanitized.h"
#include "test-world-files.h"

#include "mesh/mesh-winding.h"
#include "tools/bsp-file.h"

/* --- meshes --- */

static void add_vertex(GString *out, BspVec p)
{
    char text[3][G_ASCII_DTOSTR_BUF_SIZE];
    for (guint k = 0; k < 3; k++)
        g_ascii_formatd(text[k], sizeof text[k], "%.17g", p.v[k]);
    g_string_append_printf(out, "v %s %s %s\n", text[0], text[1], text[2]);
}

/* Adds a box of quadrilaterals with its own vertices. */
static void add_box(GString *out, BspVec mins, BspVec maxs, gboolean inside_out)
{
    static const int faces[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                     { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
    for (guint i = 0; i < 8; i++)
        add_vertex(out, bsp_vec((i & 1 ? maxs : mins).x, (i & 2 ? maxs : mins).y,
                                (i & 4 ? maxs : mins).z));
    for (guint f = 0; f < 6; f++) {
        g_string_append(out, "f");
        for (guint k = 0; k < 4; k++)
            g_string_append_printf(out, " %d", faces[f][inside_out ? 3 - k : k] - 8);
        g_string_append(out, "\n");
    }
}

/* Adds a torus of n by m quadrilaterals. A twist, in radians for each step, bends them. */
static void add_torus(GString *out, guint n, guint m, double twist)
{
    for (guint i = 0; i < n; i++) {
        for (guint j = 0; j < m; j++) {
            double a = 2 * G_PI * i / n, b = 2 * G_PI * j / m + twist * i;
            double r = 100 + 30 * cos(b);
            add_vertex(out, bsp_vec(r * cos(a), r * sin(a), 30 * sin(b)));
        }
    }
    for (guint i = 0; i < n; i++) {
        for (guint j = 0; j < m; j++) {
            guint next = (i + 1) % n, up = (j + 1) % m;
            g_string_append_printf(out, "f %u %u %u %u\n", i * m + j + 1, next * m + j + 1,
                                   next * m + up + 1, i * m + up + 1);
        }
    }
}

static BspWorld *load_text(const char *text)
{
    g_autofree char *path = scratch_file("mesh.obj", text, strlen(text));
    BspWorld *world = load_or_fail(path);
    remove_scratch();
    return world;
}

/* The brushes must fill the mesh. The volume and random points check this. */
static void expect_filled(const char *text, double volume)
{
    g_autoptr(BspWorld) world = load_text(text);
    g_autoptr(BspMesh) mesh = bsp_mesh_read_obj("f", text, strlen(text), NULL);
    cr_assert_not_null(mesh);
    cr_expect_float_eq(solid_volume(world->solid), volume, 1e-6 * volume, "%.17g, not %.17g",
                       solid_volume(world->solid), volume);
    cr_expect_eq(world->report.n_skipped, 0u);
    g_autoptr(BspMeshWinding) winding = bsp_mesh_winding_new(mesh, NULL, mesh->faces->len);
    guint64 n = 0;
    Random r = random_seeded(7);
    BspBounds b = bsp_bounds_grown(&world->solid->bounds, 5);
    for (guint i = 0; i < 2000; i++) {
        BspVec p = random_point(&r, &b);
        cr_expect((bsp_mesh_winding_exact(winding, p, &n) > 0.5) ==
                      brushes_contain(world->solid, p),
                  "(%.17g, %.17g, %.17g)", p.x, p.y, p.z);
    }
}

static double mesh_volume(const char *text)
{
    g_autoptr(BspWorld) world = load_text(text);
    return world->report.mesh->volume;
}

Test(world_obj, hollow)
{
    g_autofree char *path = shipped_path("worlds", "hollow-room.obj");
    g_autofree char *text = bsp_read_file(path, &(gsize){ 0 }, NULL);
    cr_assert_not_null(text);
    expect_filled(text, 288 * 224 * 160 - 256 * 192 * 128 + 128 * 64 * (32 + 12));
    cr_expect_float_eq(mesh_volume(text), 4390912, 1e-6);
}

Test(world_obj, torus)
{
    g_autoptr(GString) flat = g_string_new(NULL), bent = g_string_new(NULL);
    add_torus(flat, 12, 8, 0);
    expect_filled(flat->str, mesh_volume(flat->str));
    add_torus(bent, 10, 6, 2 * G_PI / 60);
    expect_filled(bent->str, mesh_volume(bent->str));
    g_autoptr(BspWorld) world = load_text(bent->str);
    cr_expect_eq(world->report.messages->len, 2u);
    cr_expect(g_str_has_suffix(world->report.messages->pdata[0],
                               " faces are not flat: each is taken as a "
                               "fan of triangles from its first "
                               "corner"));
}

/* If the faces of a convex cell are split off one by one, the tree is as deep as the number of
 * faces. */
Test(world_obj, a_drum_of_many_faces)
{
    g_autoptr(GString) drum = g_string_new(NULL);
    enum { N = 1100 };
    for (guint z = 0; z < 2; z++)
        for (guint i = 0; i < N; i++)
            add_vertex(drum,
                       bsp_vec(4000 * cos(2 * G_PI * i / N), 4000 * sin(2 * G_PI * i / N), 8 * z));
    for (guint i = 0; i < N; i++)
        g_string_append_printf(drum, "f %u %u %u %u\n", i + 1, (i + 1) % N + 1, (i + 1) % N + N + 1,
                               i + N + 1);
    for (guint z = 0; z < 2; z++) {
        g_string_append(drum, "f");
        for (guint i = 0; i < N; i++)
            g_string_append_printf(drum, " %u", z ? N + i + 1 : N - i);
        g_string_append(drum, "\n");
    }
    g_autofree char *path = scratch_file("drum.obj", drum->str, drum->len);
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = bsp_world_load(path, &error);
    cr_assert(world, "%s", error ? error->message : "");
    cr_expect(brushes_contain(world->solid, bsp_vec(3990, 0, 4)));
    cr_expect_not(brushes_contain(world->solid, bsp_vec(4010, 0, 4)));
    remove_scratch();
}

/* Many long boxes cross each other in a box with a hollow, so that they cannot be taken one by one.
 * To split them into convex parts would take too long. */
Test(world_obj, too_intricate)
{
    g_autoptr(GString) text = g_string_new(NULL);
    Random r = random_seeded(9);
    add_box(text, bsp_vec(-1100, -1100, -1100), bsp_vec(1100, 1100, 1100), FALSE);
    add_box(text, bsp_vec(-1050, -1050, -1050), bsp_vec(1050, 1050, 1050), TRUE);
    for (guint i = 0; i < 1300; i++) {
        BspVec mins = bsp_vec(-1000, -1000, -1000), maxs = bsp_vec(1000, 1000, 1000);
        for (guint k = 0; k < 3; k++) {
            if (k == i % 3)
                continue;
            mins.v[k] = random_real(&r, -900, 900);
            maxs.v[k] = mins.v[k] + 1;
        }
        add_box(text, mins, maxs, FALSE);
    }
    g_autofree char *path = scratch_file("wires.obj", text->str, text->len);
    expect_load_error(
        path, BSP_ERROR_LIMIT,
        "@: the mesh is too large or too intricate to be cut into convex brushes: its shells "
        "that are not convex have 7812 faces, and more than 400000000 tests of triangles "
        "would be needed to find which cells are solid; split the mesh into several "
        "files, or use fewer triangles");
    remove_scratch();
}
