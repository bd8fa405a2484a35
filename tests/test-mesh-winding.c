/* test-mesh-winding: compares the fast winding number of meshes with the sum over all triangles. */
#include <criterion/criterion.h>
#include <string.h>

#include "mesh-export.h"
#include "mesh/mesh-winding.h"

/* Adds n boxes in a cube of this size. Leaves out the last n_open faces of each box. */
static void add_boxes(MeshExport *mesh, guint n, BspVec at, double size, guint n_open)
{
    Random r = random_seeded(n);
    const BspBounds room = { at, bsp_vec_add(at, bsp_vec(size, size, size)) };
    const BspBounds extent = { bsp_vec(1, 1, 1), bsp_vec(30, 30, 30) };
    for (guint i = 0; i < n; i++) {
        BspVec mins = random_point(&r, &room), d = random_point(&r, &extent), corners[8];
        mesh_box_corners(corners, (BspBounds){ mins, bsp_vec_add(mins, d) });
        mesh_export_add_box(mesh, corners, (1u << (6 - n_open)) - 1, FALSE);
    }
}

/* Adds triangles at arbitrary positions and in arbitrary directions, some without area. */
static void add_soup(MeshExport *mesh, guint n)
{
    Random r = random_seeded(n);
    for (guint i = 0; i < n; i++) {
        BspVec p[3] = { random_point_within(&r, 50), random_point_within(&r, 50),
                        random_point_within(&r, 50) };
        if (i % 16 == 0)
            p[1] = p[2] = p[0];
        mesh_export_add(mesh, p, 3);
    }
}

/* Adds one-sided squares, many of them nearly at the same position. The solid angles of all of them
 * add up. */
static void add_layers(MeshExport *mesh, guint n)
{
    for (guint i = 0; i < n; i++) {
        double x = 200 * (i % 4), z = 0.001 * i;
        const BspVec square[4] = {
            { { x, 0, z } }, { { x + 10, 0, z } }, { { x + 10, 10, z } }, { { x, 10, z } }
        };
        mesh_export_add(mesh, square, 4);
    }
}

static BspMeshWinding *winding_of(const char *text, BspBounds *bounds)
{
    g_autoptr(BspMesh) mesh = bsp_mesh_read_obj("f", text, NULL);
    cr_assert_not_null(mesh);
    *bounds = bsp_bounds_empty();
    for (guint i = 0; i < mesh->points->len; i++)
        bsp_bounds_add_point(bounds, g_array_index(mesh->points, BspVec, i));
    return bsp_mesh_winding_new(mesh, NULL, mesh->faces->len);
}

typedef enum { CLOSED, OPEN, LAYERS } MeshKind;

/* Compares the fast winding number with the exact sum at 1000 points. They may differ by the error
 * that mesh-winding.h states, which is 0.005, or, among layers of open faces, 10 percent of the
 * winding number if that is more. Returns the number of nodes and triangles that the fast sums
 * examined. */
static guint64 expect_near_exact(const MeshExport *mesh, MeshKind kind)
{
    BspBounds bounds;
    g_autoptr(GString) text = mesh_export_text(mesh);
    g_autoptr(BspMeshWinding) winding = winding_of(text->str, &bounds);
    bounds = bsp_bounds_grown(&bounds, 20);
    Random r = random_seeded(11);
    guint64 n_fast = 0, n_exact = 0;
    for (guint i = 0; i < 1000; i++) {
        BspVec p = random_point(&r, &bounds);
        double fast = bsp_mesh_winding_at(winding, p, &n_fast);
        double exact = bsp_mesh_winding_exact(winding, p, &n_exact);
        cr_expect_float_eq(fast, exact, kind == LAYERS ? MAX(0.005, 0.1 * fabs(exact)) : 0.005,
                           "%.9g, not %.9g", fast, exact);
        cr_expect(kind != CLOSED || fabs(exact - round(exact)) < 1e-6, "%.9g", exact);
    }
    return n_fast;
}

Test(mesh_winding, agrees_with_the_exact_sum)
{
    static const struct {
        guint n, n_open;
        double x, size;
    } boxes[] = { { 1, 0, 0, 8 },
                  { 1000, 0, 0, 300 },
                  { 100, 0, 1e6, 100 },
                  { 500, 1, 0, 300 },
                  { 500, 5, -100, 300 } };
    for (guint i = 0; i < G_N_ELEMENTS(boxes); i++) {
        g_autoptr(MeshExport) mesh = mesh_export_new();
        add_boxes(mesh, boxes[i].n, bsp_vec(boxes[i].x, -boxes[i].x, boxes[i].x), boxes[i].size,
                  boxes[i].n_open);
        expect_near_exact(mesh, boxes[i].n_open ? OPEN : CLOSED);
    }
    g_autoptr(MeshExport) soup = mesh_export_new(), layers = mesh_export_new();
    add_soup(soup, 2000);
    add_layers(layers, 400);
    expect_near_exact(soup, OPEN);
    expect_near_exact(layers, LAYERS);
}

/* The mesh has 12,000 triangles. For 1000 points, the exact sum examines 12 million triangles. */
Test(mesh_winding, examines_few_triangles)
{
    g_autoptr(MeshExport) mesh = mesh_export_new();
    add_boxes(mesh, 1000, bsp_vec(0, 0, 0), 2000, 0);
    guint64 n = expect_near_exact(mesh, CLOSED);
    cr_expect(n < 1000 * 2000, "%" G_GUINT64_FORMAT, n);
}

/* Tests triangles without area, and triangles so small that powers of their lengths underflow. */
Test(mesh_winding, degenerate_meshes_enclose_nothing)
{
    static const char *const texts[] = { "v 0 0 0\nf 1 1 1\n",
                                         "v 0 0 0\nv 1e-110 0 0\nv 0 1e-110 0\nf 1 2 3\n" };
    static const double distances[] = { 0, 1e-300, 1e-150, 1e-100, 1, 1e6 };
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        BspBounds bounds;
        g_autoptr(BspMeshWinding) winding = winding_of(texts[i], &bounds);
        for (guint d = 0; d < G_N_ELEMENTS(distances); d++) {
            guint64 n = 0;
            double w = bsp_mesh_winding_at(winding, bsp_vec(0, 0, distances[d]), &n);
            cr_expect(fabs(w) <= 0.5, "%g at %g", w, distances[d]);
        }
    }
}
