/* test-world-obj: worlds from Wavefront .obj files. */
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

Test(world_obj, box)
{
    g_autoptr(GString) text = g_string_new("# a box\nmtllib none.mtl\no box\n");
    add_box(text, bsp_vec(-8, -16, 0), bsp_vec(8, 16, 64), FALSE);
    expect_filled(text->str, 16 * 32 * 64);
    g_autoptr(BspWorld) world = load_text(text->str);
    cr_expect_eq(world->solid->brushes->len, 1u);
    cr_expect_str_eq(world->name, "mesh");
    cr_expect_eq(world->report.messages->len, 1u);
    expect_message(world, "the mesh has 6 faces and 6 planes; the volumes of its brushes add up to "
                          "32768 cubic units; no face was moved farther than 0 units");
}

Test(world_obj, shells)
{
    /* apart, touching along a face, and overlapping: 8^3 + 2 * 8^3 + (2 * 8^3 - 4^3) */
    g_autoptr(GString) text = g_string_new(NULL);
    add_box(text, bsp_vec(0, 0, 0), bsp_vec(8, 8, 8), FALSE);
    add_box(text, bsp_vec(20, 0, 0), bsp_vec(28, 8, 8), FALSE);
    add_box(text, bsp_vec(28, 0, 0), bsp_vec(36, 8, 8), FALSE);
    add_box(text, bsp_vec(40, 0, 0), bsp_vec(48, 8, 8), FALSE);
    add_box(text, bsp_vec(44, 4, 4), bsp_vec(52, 12, 12), FALSE);
    expect_filled(text->str, 5 * 512 - 64);
    /* Where brushes overlap, both count. */
    cr_expect_float_eq(mesh_volume(text->str), 5 * 512, 1e-9);
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

/* A box with one corner raised: its top, which is the second of six faces, is bent. */
Test(world_obj, bent_among_flat)
{
    static const char text[] = "v 0 0 0\nv 8 0 0\nv 0 8 0\nv 8 8 0\n"
                               "v 0 0 8\nv 8 0 8\nv 0 8 8\nv 8 8 14\n"
                               "f 1 5 7 3\nf 5 6 8 7\nf 2 4 8 6\nf 1 2 6 5\nf 3 7 8 4\nf 1 3 4 2\n";
    expect_filled(text, 512 + 8 * 8 * 6 / 3.0);
}

/* An L with concave caps. They begin at each corner in turn. A fan of triangles from that corner
 * may be right or may turn some triangles over. */
Test(world_obj, concave_faces)
{
    static const BspVec corners[6] = { { { 0, 0, 0 } }, { { 16, 0, 0 } }, { { 16, 8, 0 } },
                                       { { 8, 8, 0 } }, { { 8, 16, 0 } }, { { 0, 16, 0 } } };
    for (guint turn = 0; turn < 6; turn++) {
        g_autoptr(GString) text = g_string_new(NULL);
        for (guint z = 0; z < 2; z++)
            for (guint i = 0; i < 6; i++)
                add_vertex(text,
                           bsp_vec(corners[(i + turn) % 6].x, corners[(i + turn) % 6].y, 8 * z));
        g_string_append(text, "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\n");
        for (guint i = 0; i < 6; i++)
            g_string_append_printf(text, "f %u %u %u %u\n", i + 1, (i + 1) % 6 + 1, (i + 1) % 6 + 7,
                                   i + 7);
        expect_filled(text->str, 8 * (256 - 64));
    }
}

Test(world_obj, ways_of_writing)
{
    /* texture coordinates and normals, a continued line, corners on one line, unused points */
    static const char text[] = "v 0 0 0 1\r\nv 8 0 0 0.5 0.5 0.5\nv 8 8 0\nv 0 8 0\nv 4 4 6.0e0\n"
                               "v 4 0 0\nv 9999 9999 9999\nvt 0 0\nvn 0 0 1\ng base\n"
                               "f 4/1/1 3/1/1 \\\n  2/1/1 6/1/1 1/1/1\nusemtl a\ns off\n"
                               "f 1//1 6//1 5//1\n\tf 6/1 2/1 5\nf 2 3 -3 # a side\nf 3 4 5\n"
                               "f 4 1 5\nl 1 2\n";
    expect_filled(text, 128);
}

/* Lines may end as on old Macs, and a byte order mark may come first. */
Test(world_obj, marks_and_line_ends)
{
    static const char *const texts[] = {
        "\xef\xbb\xbfv 0 0 0\nv 8 0 0\nv 0 8 0\nv 0 0 8\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3",
        "# a\rv 0 0 0\rv 8 0 0\rv 0 8 0\rv 0 0 8\rf 1 3 2\rf 1 2 4\rf 2 \\\r3 4\rf 1 4 3\r",
        "v 0 0 0\r\nv 8 0 0\r\nv 0 8 0\r\nv 0 0 8\r\nf 1 3 2\r\nf 1 2 4\r\nf 2 3 4\r\nf 1 4 3\r\n",
    };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        expect_filled(texts[i], 8 * 8 * 8 / 6.0);
    static const BadText cases[] = {
        { "v 0 0 0\rv 0 0\r", BSP_ERROR_SYNTAX, "@:2: a vertex needs 3 coordinates, found 2" },
        { "v 0 0 0\r\nv 0 0", BSP_ERROR_SYNTAX, "@:2: a vertex needs 3 coordinates, found 2" },
    };
    expect_bad_texts("ends.obj", cases, G_N_ELEMENTS(cases));
}

/* Each face has its own vertices, as for flat shading. */
Test(world_obj, split_vertices)
{
    g_autoptr(GString) text = g_string_new(NULL);
    static const int faces[4][3] = { { 0, 2, 1 }, { 0, 1, 3 }, { 1, 2, 3 }, { 2, 0, 3 } };
    static const BspVec points[4] = {
        { { -0.0, 0, 0 } }, { { 8, 0, 0 } }, { { 0, 8, 0 } }, { { 0, 0, 8 } }
    };
    for (guint f = 0; f < 4; f++) {
        for (guint k = 0; k < 3; k++)
            add_vertex(text, points[faces[f][k]]);
        g_string_append(text, "f -3 -2 -1\n");
    }
    expect_filled(text->str, 8 * 8 * 8 / 6.0);
}

Test(world_obj, far_from_the_origin)
{
    g_autoptr(GString) text = g_string_new(NULL);
    add_box(text, bsp_vec(1e6, -1e6, 1e6), bsp_vec(1e6 + 8, -1e6 + 8, 1e6 + 8), FALSE);
    add_box(text, bsp_vec(1e6 + 2, -1e6 + 2, 1e6 + 2), bsp_vec(1e6 + 6, -1e6 + 6, 1e6 + 6), TRUE);
    expect_filled(text->str, 512 - 64);
}

/* --- errors --- */

/* tests/transcripts/bad-world-obj.t has the messages. */
Test(world_obj, codes_of_errors)
{
    static const BadText cases[] = {
        { "", BSP_ERROR_GEOMETRY, "@: the mesh has no faces" },
        { "hello\n", BSP_ERROR_SYNTAX, "@:1: unknown statement 'hello'" },
        { "f\n", BSP_ERROR_VALUE, "@:1: a face needs 3 vertices, found 0" },
    };
    expect_bad_texts("bad.obj", cases, G_N_ELEMENTS(cases));
}

Test(world_obj, limits)
{
    g_autoptr(GString) many = g_string_new("v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    for (guint i = 0; i <= 262144; i++)
        g_string_append(many, "f 1 2 3\n");
    g_autofree char *path = scratch_file("many.obj", many->str, many->len);
    expect_load_error(
        path, BSP_ERROR_LIMIT,
        "@:262148: the faces up to this one have 786435 corners, more than the limit of "
        "786432");
    g_autoptr(GError) error = NULL;
    cr_expect_null(bsp_world_read_obj("f", "", (64 << 20) + 1, &(BspWorldOptions){ 0 }, &error));
    cr_expect(g_error_matches(error, BSP_ERROR, BSP_ERROR_LIMIT));
    cr_expect_str_eq(error->message,
                     "f: 67108865 bytes of mesh are more than the limit of 67108864");

    remove_scratch();
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

static void add_quad(GString *text, guint a, guint b, guint c, guint d)
{
    g_string_append_printf(text, "f %u %u %u %u\n", a, b, c, d);
}

/* Hilly ground of 4 n * (n + 1) faces: triangles above, squares below, and sides. */
static void add_hills(GString *text, guint n)
{
    Random r = random_seeded(3);
    for (guint i = 0; i <= n; i++)
        for (guint k = 0; k <= n; k++)
            g_string_append_printf(text, "v %u %u %.3f\nv %u %u -50\n", 32 * i, 32 * k,
                                   random_real(&r, 0, 60), 32 * i, 32 * k);
    const guint dx = 2 * (n + 1), dy = 2, end = n * dx, far = n * dy;
    for (guint i = 0; i < n; i++) {
        for (guint k = 0, at = i * dx + 1; k < n; k++, at += dy) {
            g_string_append_printf(text, "f %u %u %u\nf %u %u %u\n", at, at + dx, at + dx + dy, at,
                                   at + dx + dy, at + dy);
            add_quad(text, at + 1, at + dy + 1, at + dx + dy + 1, at + dx + 1);
        }
        guint x = i * dx + 1, y = i * dy + 1;
        add_quad(text, x, x + 1, x + dx + 1, x + dx);
        add_quad(text, x + far + dx, x + far + dx + 1, x + far + 1, x + far);
        add_quad(text, y + dy, y + dy + 1, y + 1, y);
        add_quad(text, y + end, y + end + 1, y + end + dy + 1, y + end + dy);
    }
}

/* The limit of the work grows with the number of faces. */
Test(world_obj, many_faces_that_are_not_convex)
{
    g_autoptr(GString) text = g_string_new(NULL);
    add_hills(text, SHORT ? 40 : 145);
    g_autofree char *path = scratch_file("hills.obj", text->str, text->len);
    g_autoptr(GError) error = NULL;
    g_autoptr(BspWorld) world = bsp_world_load(path, &error);
    cr_assert(world, "%s", error ? error->message : "");
    cr_expect(brushes_contain(world->solid, bsp_vec(600, 600, -25)));
    cr_expect_not(brushes_contain(world->solid, bsp_vec(600, 600, 61)));
    remove_scratch();
}

Test(world_obj, fuzz)
{
    static const char pyramid[] = "v 0 0 0\nv 8 0 0\nv 8 8 0\nv 0 8 0\nv 4 4 6\n"
                                  "f 4/1/1 3/1/1 2/1/1 1/1/1\nf 1//1 2//1 5//1\nf 2 3 -1\n"
                                  "f 3 4 5\nf 4 1 5\n";
    fuzz(bsp_world_read_obj, pyramid, strlen(pyramid), 6000, 4);
    g_autoptr(GString) boxes = g_string_new(NULL);
    add_box(boxes, bsp_vec(0, 0, 0), bsp_vec(8, 8, 8), FALSE);
    add_box(boxes, bsp_vec(4, 4, 4), bsp_vec(12, 12, 12), FALSE);
    fuzz(bsp_world_read_obj, boxes->str, boxes->len, 3000, 5);
}
