/* test-mesh-winding: the fast winding number of meshes against the sum over all triangles. */
#include <criterion/criterion.h>

#include "mesh/mesh-winding.h"
#include "random.h"

static BspMesh *new_mesh(void)
{
    BspMesh *mesh = g_new0(BspMesh, 1);
    mesh->file = "f";
    mesh->points = g_array_new(FALSE, FALSE, sizeof(BspVec));
    mesh->corners = g_array_new(FALSE, FALSE, sizeof(guint));
    mesh->faces = g_array_new(FALSE, FALSE, sizeof(BspMeshFace));
    return mesh;
}

static void add_face(BspMesh *mesh, const guint *corners, guint n, guint first_point)
{
    BspMeshFace face = { .first = mesh->corners->len, .n = n };
    for (guint k = 0; k < n; k++) {
        guint corner = first_point + corners[k];
        g_array_append_val(mesh->corners, corner);
    }
    g_array_append_val(mesh->faces, face);
}

/* Adds a box of quadrilaterals. Leaves out the last n_open faces. */
static void add_box(BspMesh *mesh, const BspBounds *b, guint n_open)
{
    static const guint faces[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                       { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };
    guint first = mesh->points->len;
    for (guint i = 0; i < 8; i++) {
        BspVec p = bsp_vec((i & 1 ? b->maxs : b->mins).x, (i & 2 ? b->maxs : b->mins).y,
                           (i & 4 ? b->maxs : b->mins).z);
        g_array_append_val(mesh->points, p);
    }
    for (guint f = 0; f + n_open < 6; f++)
        add_face(mesh, faces[f], 4, first);
}

static void add_boxes(BspMesh *mesh, guint n, BspVec at, double size, guint n_open)
{
    Random r = random_seeded(n);
    const BspBounds room = { at, bsp_vec_add(at, bsp_vec(size, size, size)) };
    const BspBounds extent = { bsp_vec(1, 1, 1), bsp_vec(30, 30, 30) };
    for (guint i = 0; i < n; i++) {
        BspBounds box = { .mins = random_point(&r, &room) };
        box.maxs = bsp_vec_add(box.mins, random_point(&r, &extent));
        add_box(mesh, &box, n_open);
    }
}

/* Adds triangles in arbitrary places and directions, some without area. */
static void add_soup(BspMesh *mesh, guint n)
{
    static const guint corners[3] = { 0, 1, 2 };
    Random r = random_seeded(n);
    const BspBounds room = { bsp_vec(-50, -50, -50), bsp_vec(50, 50, 50) };
    for (guint i = 0; i < n; i++) {
        guint first = mesh->points->len;
        for (guint k = 0; k < 3; k++) {
            BspVec p = random_point(&r, &room);
            if (k && i % 16 == 0)
                p = g_array_index(mesh->points, BspVec, first);
            g_array_append_val(mesh->points, p);
        }
        add_face(mesh, corners, 3, first);
    }
}

/* Adds one-sided squares, many of them nearly in the same place. The solid angle of each of them
 * adds to the winding number. */
static void add_layers(BspMesh *mesh, guint n)
{
    static const guint corners[4] = { 0, 1, 2, 3 };
    for (guint i = 0; i < n; i++) {
        guint first = mesh->points->len;
        double x = 200 * (i % 4), z = 0.001 * i;
        const BspVec square[4] = {
            { { x, 0, z } }, { { x + 10, 0, z } }, { { x + 10, 10, z } }, { { x, 10, z } }
        };
        g_array_append_vals(mesh->points, square, 4);
        add_face(mesh, corners, 4, first);
    }
}

/* Compares 1000 points. The error may be 0.01, or 10 percent of the winding number. Returns the
 * number of nodes and triangles examined for all of them. */
static guint64 expect_near_exact(const BspMesh *mesh, gboolean closed)
{
    g_autoptr(BspMeshWinding) winding = bsp_mesh_winding_new(mesh, NULL, mesh->faces->len);
    BspBounds bounds = bsp_bounds_empty();
    for (guint i = 0; i < mesh->points->len; i++)
        bsp_bounds_add_point(&bounds, g_array_index(mesh->points, BspVec, i));
    bounds = bsp_bounds_grown(&bounds, 20);
    Random r = random_seeded(11);
    guint64 n_fast = 0, n_all = 0;
    for (guint i = 0; i < 1000; i++) {
        BspVec p = random_point(&r, &bounds);
        double fast = bsp_mesh_winding_at(winding, p, &n_fast);
        double exact = bsp_mesh_winding_exact(winding, p, &n_all);
        cr_expect_float_eq(fast, exact, MAX(0.01, 0.1 * fabs(exact)), "%.9g, not %.9g", fast,
                           exact);
        if (closed) {
            cr_expect_float_eq(exact, round(exact), 1e-6);
            cr_expect_float_eq(fast, exact, 0.005, "%.9g, not %.9g", fast, exact);
        }
    }
    return n_fast;
}

Test(mesh_winding, agrees_with_the_exact_sum)
{
    for (guint i = 0; i < 7; i++) {
        g_autoptr(BspMesh) mesh = new_mesh();
        gboolean closed = i < 3;
        if (i == 0)
            add_box(mesh, &(BspBounds){ bsp_vec(-8, -8, -8), bsp_vec(8, 8, 8) }, 0);
        else if (i == 1)
            add_boxes(mesh, 1000, bsp_vec(0, 0, 0), 300, 0);
        else if (i == 2)
            add_boxes(mesh, 100, bsp_vec(1e6, -1e6, 1e6), 100, 0);
        else if (i == 3)
            add_boxes(mesh, 500, bsp_vec(0, 0, 0), 300, 1);
        else if (i == 4)
            add_boxes(mesh, 500, bsp_vec(-100, 0, 0), 300, 5);
        else if (i == 5)
            add_soup(mesh, 2000);
        else
            add_layers(mesh, 400);
        expect_near_exact(mesh, closed);
    }
}

/* 12,000 triangles: the sum over all would examine 12 million for 1000 points. */
Test(mesh_winding, examines_few_triangles)
{
    g_autoptr(BspMesh) mesh = new_mesh();
    add_boxes(mesh, 1000, bsp_vec(0, 0, 0), 2000, 0);
    guint64 n = expect_near_exact(mesh, TRUE);
    cr_expect(n < 1000 * 2000, "%" G_GUINT64_FORMAT, n);
}

/* No triangles, and triangles that are points so small that powers of lengths underflow. */
Test(mesh_winding, degenerate_meshes)
{
    for (guint i = 0; i < 3; i++) {
        g_autoptr(BspMesh) mesh = new_mesh();
        double size = i == 2 ? 1e-110 : 0;
        for (guint k = 0; k < 3; k++) {
            BspVec p = bsp_vec(k == 1 ? size : 0, k == 2 ? size : 0, 0);
            g_array_append_val(mesh->points, p);
        }
        if (i)
            add_face(mesh, (const guint[]){ 0, 1, 2 }, 3, 0);
        g_autoptr(BspMeshWinding) winding = bsp_mesh_winding_new(mesh, NULL, mesh->faces->len);
        static const double distances[] = { 0, 1e-300, 1e-150, 1e-100, 1, 1e6 };
        for (guint d = 0; d < G_N_ELEMENTS(distances); d++) {
            guint64 n = 0;
            double w = bsp_mesh_winding_at(winding, bsp_vec(0, 0, distances[d]), &n);
            cr_expect(fabs(w) <= 0.5, "%g at %g", w, distances[d]);
        }
    }
}
