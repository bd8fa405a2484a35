/* test-mesh-walls: tests two-sided meshes, and meshes with reversed faces, of boxes that touch.
 *
 * The test knows the boxes. So it needs no triangles to decide whether a point is solid. */
#include "brush-by-brush.h"
#include "bsp-mesh.h"
#include "mesh-export.h"
#include "scenes.h"

#include <criterion/criterion.h>

#define N_POINTS 2000 /* the number of points that are compared in each mesh */
#define MOST_BOXES 27

/* Boxes, by their minimum and maximum corners. A coordinate of 1 is 16 units. */
typedef struct {
    const char *name;
    guint n;
    double box[MOST_BOXES][6];
} Layout;

static const Layout layouts[] = {
    { "apart", 2, { { 0, 0, 0, 4, 4, 4 }, { 6, 0, 0, 9, 4, 4 } } },
    { "a common corner", 2, { { 0, 0, 0, 4, 4, 4 }, { 4, 4, 4, 7, 7, 7 } } },
    { "a common edge", 2, { { 0, 0, 0, 4, 4, 4 }, { 4, 4, 0, 8, 8, 4 } } },
    { "a part of an edge", 2, { { 0, 0, 0, 4, 4, 4 }, { 4, 4, 1, 8, 8, 3 } } },
    { "a common face", 2, { { 0, 0, 0, 4, 4, 4 }, { 4, 0, 0, 8, 4, 4 } } },
    { "a part of a face", 2, { { 0, 0, 0, 4, 4, 4 }, { 4, 1, 1, 8, 3, 3 } } },
    { "a part of a face, and an edge", 2, { { 0, 0, 0, 4, 4, 4 }, { 4, 0, 0, 8, 2, 4 } } },
    { "overlapping", 2, { { 0, 0, 0, 4, 4, 4 }, { 2, 2, 2, 6, 6, 6 } } },
    { "one in the other", 2, { { 0, 0, 0, 4, 4, 4 }, { 1, 1, 1, 3, 3, 3 } } },
    { "faces of three", 3, { { 0, 0, 0, 4, 4, 4 }, { 4, 0, 0, 8, 4, 4 }, { 0, 4, 0, 4, 8, 4 } } },
    { "four at an edge",
      4,
      { { 0, 0, 0, 4, 4, 4 }, { 4, 0, 0, 8, 4, 4 }, { 0, 4, 0, 4, 8, 4 }, { 4, 4, 0, 8, 8, 4 } } },
};

static BspVec rotated(BspVec p, double turn)
{
    return bsp_vec(p.x * cos(turn) - p.y * sin(turn), p.x * sin(turn) + p.y * cos(turn), p.z);
}

static gboolean is_solid_at(const Layout *layout, BspVec p)
{
    for (guint i = 0; i < layout->n; i++) {
        const double *box = layout->box[i];
        if (p.x > 16 * box[0] && p.y > 16 * box[1] && p.z > 16 * box[2] && p.x < 16 * box[3] &&
            p.y < 16 * box[4] && p.z < 16 * box[5])
            return TRUE;
    }
    return FALSE;
}

/* Adds a quad as two triangles. The diagonal starts at corner `from` of the quad. */
static void add_quad(MeshExport *mesh, const BspVec corners[8], guint face, guint from,
                     gboolean back)
{
    BspVec v[4];
    for (guint k = 0; k < 4; k++)
        v[back ? 3 - k : k] = corners[mesh_box_faces[face][(from + k) % 4]];
    const BspVec rest[3] = { v[0], v[2], v[3] };
    mesh_export_add(mesh, v, 3);
    mesh_export_add(mesh, rest, 3);
}

/* Returns the boxes, turned about the z axis. If two_sided is 0, they have only fronts. If it is 1,
 * they have the same triangles at the back, and if it is 2, triangles with the other diagonals. */
static MeshExport *mesh_of_layout(const Layout *layout, double turn, guint two_sided)
{
    MeshExport *mesh = mesh_export_new();
    for (guint i = 0; i < layout->n; i++) {
        const double *box = layout->box[i];
        BspVec corners[8];
        for (guint c = 0; c < 8; c++) {
            BspVec p = bsp_vec(box[c & 1 ? 3 : 0], box[c & 2 ? 4 : 1], box[c & 4 ? 5 : 2]);
            corners[c] = rotated(bsp_vec_scale(p, 16), turn);
        }
        for (guint f = 0; f < 6; f++)
            add_quad(mesh, corners, f, 0, FALSE);
        for (guint f = 0; f < 6 && two_sided; f++)
            add_quad(mesh, corners, f, two_sided == 1 ? 1 : 0, TRUE);
    }
    return mesh;
}

static void shuffle(MeshExport *mesh, Random *r)
{
    for (guint i = mesh->triangles->len; i > 1; i--) {
        MeshTriangle *a = &g_array_index(mesh->triangles, MeshTriangle, i - 1),
                     *b = &g_array_index(mesh->triangles, MeshTriangle, random_below(r, i)), c = *a;
        *a = *b;
        *b = c;
    }
}

/* Makes the solid of the mesh, and compares it with the boxes. Returns the number of its brushes.
 */
static guint expect_boxes(const Layout *layout, const MeshExport *mesh, double turn, Random *r,
                          const char *kind)
{
    g_autoptr(BspSolid) solid = mesh_export_read(mesh, &(BspMeshOptions){ .bodies = TRUE }, NULL);
    guint n_wrong = 0;
    for (guint i = 0; i < N_POINTS; i++) {
        BspVec p =
            bsp_vec(random_real(r, -16, 160), random_real(r, -16, 160), random_real(r, -16, 128));
        n_wrong += brushes_contain(solid, rotated(p, turn)) != is_solid_at(layout, p);
    }
    cr_expect_eq(n_wrong, 0, "%s, %s: %u points wrong", layout->name, kind, n_wrong);
    return bsp_solid_n_brushes(solid);
}

/* The test reverses from none to all of each ten triangles. */
Test(mesh_walls, reversed_faces_are_turned_back)
{
    for (guint i = 0; i < 11 * G_N_ELEMENTS(layouts); i++) {
        const Layout *layout = &layouts[i / 11];
        Random r = random_seeded(i + 1);
        g_autofree char *kind = g_strdup_printf("%u of 10 faces reversed", i % 11);
        g_autoptr(MeshExport) mesh = mesh_of_layout(layout, 0.3, 0);
        shuffle(mesh, &r);
        for (guint k = 0; k < mesh->triangles->len; k++)
            if (k % 10 < i % 11)
                mesh_export_turn(&g_array_index(mesh->triangles, MeshTriangle, k));
        if (strcmp(layout->name, "one in the other") != 0) /* the inner box may be a hollow */
            expect_boxes(layout, mesh, 0.3, &r, kind);
    }
}

/* Each face is written front and back, in any order. In four of five meshes faces are reversed. */
Test(mesh_walls, two_sided_boxes_are_solid)
{
    for (guint i = 0; i < 40 * G_N_ELEMENTS(layouts); i++) {
        const Layout *layout = &layouts[i / 40];
        Random r = random_seeded(i + 1);
        double turn = i % 2 ? 0.3 : 0;
        g_autoptr(MeshExport) mesh = mesh_of_layout(layout, turn, 1 + i / 2 % 2);
        shuffle(mesh, &r);
        for (guint k = 0; k < mesh->triangles->len; k++)
            if (random_below(&r, 10) < i % 5)
                mesh_export_turn(&g_array_index(mesh->triangles, MeshTriangle, k));
        g_autofree char *kind = g_strdup_printf("two-sided, mesh %u", i);
        guint n = expect_boxes(layout, mesh, turn, &r, kind);
        cr_expect(i % 5 > 0 || n <= layout->n, "%s: %u brushes", layout->name, n);
    }
}

/* Tests thin two-sided slabs around a room, which share edges or faces with the room. Also tests a
 * block of 27 boxes with faces of their own, which has no room. */
Test(mesh_walls, rooms_of_slabs_are_not_filled)
{
    static const Layout houses[] = {
        { "slabs that share edges",
          6,
          { { 0, 0, -0.125, 8, 6, 0 },
            { 0, 0, 4, 8, 6, 4.125 },
            { -0.125, 0, 0, 0, 6, 4 },
            { 8, 0, 0, 8.125, 6, 4 },
            { 0, -0.125, 0, 8, 0, 4 },
            { 0, 6, 0, 8, 6.125, 4 } } },
        { "slabs that touch",
          6,
          { { -0.125, -0.125, -0.125, 8.125, 6.125, 0 },
            { -0.125, -0.125, 4, 8.125, 6.125, 4.125 },
            { -0.125, 0, 0, 0, 6, 4 },
            { 8, 0, 0, 8.125, 6, 4 },
            { 0, -0.125, 0, 8, 0, 4 },
            { 0, 6, 0, 8, 6.125, 4 } } },
    };
    Layout block = { .name = "a block", .n = 27 };
    for (guint i = 0; i < 27; i++)
        for (guint k = 0, rest = i; k < 3; k++, rest /= 3) {
            block.box[i][k] = 2 * (rest % 3);
            block.box[i][3 + k] = block.box[i][k] + 2;
        }
    for (guint i = 0; i < 12; i++) {
        const Layout *layout = i % 3 == 2 ? &block : &houses[i % 3];
        Random r = random_seeded(i + 1);
        g_autoptr(MeshExport) mesh = mesh_of_layout(layout, i / 6 ? 0.3 : 0, 1 + i / 3 % 2);
        guint n = expect_boxes(layout, mesh, i / 6 ? 0.3 : 0, &r, "two-sided");
        cr_expect_leq(n, layout->n, "%s: %u brushes", layout->name, n);
    }
}

/* --- quads and what is in bodies --- */

/* Returns the report of a mesh. Sets *as_given to the volume of the triangles as given, turned as
 * the report says. */
static BspMeshReport *report_of(BspMesh *mesh, gboolean bodies, double *as_given)
{
    guint n, n_points;
    g_autofree guint *of_face = NULL, *corners = bsp_mesh_triangles(mesh, &n, &of_face);
    const BspVec *given = bsp_mesh_points(mesh, &n_points);
    g_autofree BspVec *points = g_memdup2(given, n_points * sizeof(BspVec));
    const BspMeshOptions options = { .bodies = bodies };
    BspMeshReport *report = NULL;
    g_autoptr(BspSolid) solid = bsp_solid_of_mesh(mesh, &options, &report, NULL);
    cr_assert_not_null(solid);
    *as_given = 0;
    for (guint i = 0; i < n; i++) {
        const guint *c = &corners[3 * i];
        *as_given += g_array_index(report->sides, gint8, of_face[i]) *
                     bsp_vec_dot(points[c[0]], bsp_vec_cross(points[c[1]], points[c[2]])) / 6;
    }
    return report;
}

/* Adds the quads of a box to a mesh. `front` adds the quads that face outwards. `back` adds quads
 * that face inwards and begin at another corner. */
static void add_box_of_quads(BspMesh *mesh, const BspVec corners[8], gboolean front, gboolean back)
{
    guint first;
    bsp_mesh_points(mesh, &first);
    for (guint c = 0; c < 8; c++)
        bsp_mesh_add_point(mesh, corners[c]);
    for (guint i = 0; i < 12; i++) {
        const guint *face = mesh_box_faces[i / 2];
        guint quad[4];
        for (guint k = 0; k < 4; k++)
            quad[k] = first + face[i % 2 ? 3 - k : k];
        if (i % 2 ? back : front)
            bsp_mesh_add_face(mesh, quad, 4, i + 1);
    }
}

static void set_box(BspVec corners[8], double half)
{
    mesh_box_corners(corners,
                     (BspBounds){ bsp_vec(-half, -half, -half), bsp_vec(half, half, half) });
}

/* The diagonals of the quads and of their backs differ. The solid has the diagonals of one side. */
Test(mesh_walls, bent_quads_get_the_diagonals_of_one_side)
{
    for (guint i = 0; i < 16; i++) {
        BspVec corners[8];
        set_box(corners, 32);
        corners[i % 8] = bsp_vec_scale(corners[i % 8], i < 8 ? 0.75 : 1.25);
        g_autoptr(BspMesh) mesh = bsp_mesh_new("quads");
        add_box_of_quads(mesh, corners, i % 2 == 0, i % 2 == 1);
        add_box_of_quads(mesh, corners, i % 2 == 1, i % 2 == 0);
        double as_given;
        g_autoptr(BspMeshReport) report = report_of(mesh, FALSE, &as_given);
        cr_expect_float_eq(report->volume, as_given, 1e-6, "corner %u: %.9g, not %.9g", i,
                           report->volume, as_given);
        cr_expect_eq(report->n_sheets, 0u);
    }
}

/* The triangles of the backs have the other diagonals, so that there is a little space between
 * backs and fronts. */
Test(mesh_walls, other_diagonals_of_bent_quads_are_backs)
{
    for (guint i = 0; i < 16; i++) {
        BspVec corners[8];
        set_box(corners, 32);
        corners[i % 8] = bsp_vec_scale(corners[i % 8], i < 8 ? 0.8 : 1.2);
        g_autoptr(MeshExport) mesh = mesh_export_new();
        for (guint f = 0; f < 12; f++)
            add_quad(mesh, corners, f % 6, i % 2, f >= 6);
        g_autoptr(BspMeshReport) report = NULL;
        bsp_solid_free(mesh_export_read(mesh, NULL, &report));
        cr_expect_eq(report->n_backs, 12u, "corner %u: %u", i, report->n_backs);
        cr_expect_float_eq(report->volume, 64 * 64 * 64, 0.15 * 64 * 64 * 64);
    }
}

/* A box with a volume of less than one cubic unit keeps its fronts, whichever side comes first. */
Test(mesh_walls, a_small_box_of_two_sides)
{
    for (guint i = 0; i < 2; i++) {
        BspVec corners[8];
        double as_given;
        set_box(corners, 0.25);
        g_autoptr(BspMesh) mesh = bsp_mesh_new("small box");
        add_box_of_quads(mesh, corners, i == 0, i == 1);
        add_box_of_quads(mesh, corners, i == 1, i == 0);
        g_autoptr(BspMeshReport) report = report_of(mesh, FALSE, &as_given);
        cr_expect_float_eq(report->volume, 0.125, 1e-9, "%u: %g", i, report->volume);
    }
}

/* Some faces of a box are written front and back. The faces that close the holes around the backs
 * are not in the mesh as given, so none of them may stand for a front. */
Test(mesh_walls, some_backs_do_not_change_the_volume)
{
    for (guint n = 1; n < 6; n++) {
        BspVec corners[8];
        double as_given;
        set_box(corners, 32);
        g_autoptr(BspMesh) mesh = bsp_mesh_new("some backs");
        add_box_of_quads(mesh, corners, TRUE, FALSE);
        for (guint f = 0; f < n; f++) {
            guint quad[4];
            for (guint k = 0; k < 4; k++)
                quad[k] = mesh_box_faces[f][3 - k];
            bsp_mesh_add_face(mesh, quad, 4, 13 + f);
        }
        g_autoptr(BspMeshReport) report = report_of(mesh, FALSE, &as_given);
        cr_expect_float_eq(report->volume, 64 * 64 * 64, 1e-6);
        cr_expect_float_eq(as_given, 64 * 64 * 64, 1e-6, "%u backs: %g as given", n, as_given);
    }
}

/* All faces of a body with a hollow are reversed. If there are no rooms, the body is turned, with
 * its hollow. */
Test(mesh_walls, a_reversed_body_is_turned_with_its_hollow)
{
    for (guint bodies = 0; bodies < 2; bodies++) {
        BspVec corners[8];
        double as_given;
        g_autoptr(BspMesh) mesh = bsp_mesh_new("hollow");
        set_box(corners, 32);
        add_box_of_quads(mesh, corners, FALSE, TRUE);
        set_box(corners, 16);
        add_box_of_quads(mesh, corners, TRUE, FALSE);
        g_autoptr(BspMeshReport) report = report_of(mesh, bodies == 1, &as_given);
        cr_expect_eq(report->n_rooms, bodies ? 0u : 1u);
        cr_expect_eq(report->n_unsure, 0u);
        if (bodies) {
            cr_expect_float_eq(report->volume, 64 * 64 * 64 - 32 * 32 * 32, 1e-6);
            cr_expect_float_eq(as_given, report->volume, 1e-6);
        }
    }
}

/* If most faces of a hollow are reversed, it looks like a body in a body. */
Test(mesh_walls, hollows_in_doubt_are_reported)
{
    for (guint n = 0; n <= 6; n++) {
        BspVec corners[8];
        g_autoptr(MeshExport) mesh = mesh_export_new();
        set_box(corners, 32);
        mesh_export_add_box(mesh, corners, 63, FALSE);
        set_box(corners, 16);
        mesh_export_add_box(mesh, corners, 63u >> n, TRUE);
        mesh_export_add_box(mesh, corners, 63u & ~(63u >> n), FALSE);
        g_autoptr(BspMeshReport) report = NULL;
        bsp_solid_free(mesh_export_read(mesh, NULL, &report));
        cr_expect_eq(report->n_unsure > 0, 2 <= n && n <= 4, "%u reversed", n);
        if (n < 2)
            cr_expect_float_eq(report->volume, 64 * 64 * 64 - 32 * 32 * 32, 1e-6);
    }
}

/* At the diagonal of each quad, one of the two triangles has an extra corner in the middle of the
 * diagonal. */
Test(mesh_walls, corners_in_edges_of_backs_do_not_change_the_volume)
{
    for (guint n = 1; n < 6; n++) {
        BspVec corners[8];
        double as_given;
        set_box(corners, 32);
        g_autoptr(BspMesh) mesh = bsp_mesh_new("corners in edges");
        for (guint c = 0; c < 8; c++)
            bsp_mesh_add_point(mesh, corners[c]);
        for (guint f = 0; f < 12; f++) {
            const guint *quad = mesh_box_faces[f % 6];
            guint v[4], middle = 8 + f;
            for (guint k = 0; k < 4; k++)
                v[k] = quad[f < 6 ? k : 3 - k];
            bsp_mesh_add_point(mesh, bsp_vec_scale(bsp_vec_add(corners[v[1]], corners[v[2]]), 0.5));
            const guint first[4] = { v[0], v[1], middle, v[2] }, second[3] = { v[0], v[2], v[3] };
            const guint plain[3] = { v[0], v[1], v[2] };
            bsp_mesh_add_face(mesh, f % n ? plain : first, f % n ? 3 : 4, f + 1);
            bsp_mesh_add_face(mesh, second, 3, f + 1);
        }
        g_autoptr(BspMeshReport) report = report_of(mesh, TRUE, &as_given);
        cr_expect_float_eq(report->volume, 64 * 64 * 64, 1e-3, "%u: %g", n, report->volume);
    }
}

Test(mesh_walls, a_room_that_is_there_twice_stays_a_room)
{
    BspVec corners[8];
    double as_given;
    set_box(corners, 32);
    g_autoptr(BspMesh) mesh = bsp_mesh_new("a room twice");
    add_box_of_quads(mesh, corners, FALSE, TRUE);
    add_box_of_quads(mesh, corners, FALSE, TRUE);
    g_autoptr(BspMeshReport) report = report_of(mesh, FALSE, &as_given);
    cr_expect_eq(report->n_rooms, 1u);
}
