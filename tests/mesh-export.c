/* mesh-export: writes levels as triangle meshes, for tests of the reader of meshes, and damages
 * them. */
#include "mesh-export.h"

#include "brush-by-brush.h"

MeshExport *mesh_export_new(void)
{
    MeshExport *mesh = g_new(MeshExport, 1);
    mesh->points = g_array_new(FALSE, FALSE, sizeof(BspVec));
    mesh->triangles = g_array_new(FALSE, FALSE, sizeof(MeshTriangle));
    return mesh;
}

void mesh_export_free(MeshExport *mesh)
{
    if (!mesh)
        return;
    g_array_unref(mesh->points);
    g_array_unref(mesh->triangles);
    g_free(mesh);
}

void mesh_export_add(MeshExport *mesh, const BspVec *points, guint n)
{
    guint first = mesh->points->len;
    g_array_append_vals(mesh->points, points, n);
    for (guint k = 1; k + 1 < n; k++) {
        MeshTriangle triangle = { { first, first + k, first + k + 1 } };
        g_array_append_val(mesh->triangles, triangle);
    }
}

const guint mesh_box_faces[6][4] = { { 0, 4, 6, 2 }, { 1, 3, 7, 5 }, { 0, 1, 5, 4 },
                                     { 2, 6, 7, 3 }, { 0, 2, 3, 1 }, { 4, 5, 7, 6 } };

void mesh_box_corners(BspVec corners[8], BspBounds box)
{
    for (guint c = 0; c < 8; c++)
        corners[c] = bsp_bounds_corner(&box, c);
}

void mesh_export_add_box(MeshExport *mesh, const BspVec corners[8], guint faces,
                         gboolean inside_out)
{
    for (guint f = 0; f < 6; f++) {
        BspVec face[4];
        for (guint k = 0; k < 4; k++)
            face[k] = corners[mesh_box_faces[f][inside_out ? 3 - k : k]];
        if (faces >> f & 1)
            mesh_export_add(mesh, face, 4);
    }
}

static void add_brush(MeshExport *mesh, const BspBrush *brush)
{
    for (guint f = 0; f < brush->cell->n_faces; f++) {
        g_autoptr(BspPolygon) polygon = bsp_cell_face_polygon(brush->cell, f);
        mesh_export_add(mesh, polygon->v, polygon->n);
    }
}

MeshExport *mesh_export_solid(const BspSolid *solid, gboolean of_union)
{
    MeshExport *mesh = mesh_export_new();
    for (guint i = 0; i < solid->brushes->len && !of_union; i++)
        add_brush(mesh, bsp_solid_brush(solid, i));
    if (!of_union)
        return mesh;
    g_autoptr(GArray) faces = union_faces(solid);
    for (guint i = 0; i < faces->len; i++) {
        const BspPolygon *polygon = g_array_index(faces, BspUnionFace, i).polygon;
        mesh_export_add(mesh, polygon->v, polygon->n);
    }
    return mesh;
}

void mesh_export_turn(MeshTriangle *triangle)
{
    guint corner = triangle->v[1];
    triangle->v[1] = triangle->v[2];
    triangle->v[2] = corner;
}

static void damage_triangle(MeshExport *mesh, guint i, MeshDamage damage)
{
    MeshTriangle *triangle = &g_array_index(mesh->triangles, MeshTriangle, i);
    if (damage == MESH_REMOVED) {
        g_array_remove_index_fast(mesh->triangles, i);
    } else if (damage == MESH_DOUBLED) {
        MeshTriangle copy = *triangle;
        g_array_append_val(mesh->triangles, copy);
    } else {
        mesh_export_turn(triangle);
    }
}

guint mesh_export_damage(MeshExport *mesh, MeshDamage damage, double part, Random *r)
{
    guint n = MAX(1, (guint)(part * mesh->triangles->len));
    /* In each round, all triangles before `whole` are undamaged. */
    for (guint i = 0, whole = mesh->triangles->len; i < n; i++, whole--) {
        guint at = random_below(r, whole);
        MeshTriangle *triangles = (MeshTriangle *)(void *)mesh->triangles->data;
        MeshTriangle chosen = triangles[at];
        triangles[at] = triangles[whole - 1];
        triangles[whole - 1] = chosen;
        damage_triangle(mesh, whole - 1,
                        damage == MESH_MIXED ? random_below(r, MESH_MIXED) : damage);
    }
    return n;
}

BspSolid *mesh_export_read(const MeshExport *mesh, const BspMeshOptions *options,
                           BspMeshReport **report)
{
    g_autoptr(GError) error = NULL;
    BspSolid *solid =
        bsp_solid_of_triangles((const BspVec *)(void *)mesh->points->data, mesh->points->len,
                               (const guint *)(void *)mesh->triangles->data, mesh->triangles->len,
                               options, report, &error);
    if (!solid)
        g_error("%s", error->message);
    return solid;
}

GString *mesh_export_text(const MeshExport *mesh)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < mesh->points->len; i++) {
        BspVec p = g_array_index(mesh->points, BspVec, i);
        char number[3][G_ASCII_DTOSTR_BUF_SIZE];
        for (guint k = 0; k < 3; k++)
            g_ascii_formatd(number[k], sizeof number[k], "%.9g", (double)(float)p.v[k]);
        g_string_append_printf(text, "v %s %s %s\n", number[0], number[1], number[2]);
    }
    for (guint i = 0; i < mesh->triangles->len; i++) {
        const MeshTriangle *t = &g_array_index(mesh->triangles, MeshTriangle, i);
        g_string_append_printf(text, "f %u %u %u\n", t->v[0] + 1, t->v[1] + 1, t->v[2] + 1);
    }
    return text;
}
