/* mesh-sheet: thin brushes behind the faces of an open surface. */
#include "mesh/mesh-sheet.h"

#include "geometry/prism.h"
#include "mesh/mesh-ledger.h"

/* The sine of the steepest slope of a terrain. */
#define LEAST_SLOPE 0.05

typedef struct {
    const BspMesh *mesh;
    const BspMeshPlanes *planes;
    const guint *faces;
    guint n;
    double thickness;
    GPtrArray *brushes;
    guint n_narrow;
} Sheet;

/* Adds the brush, or counts it if it is NULL. */
static void add_brush(Sheet *sheet, BspBrush *brush)
{
    if (brush)
        g_ptr_array_add(sheet->brushes, brush);
    else
        sheet->n_narrow++;
}

/* --- terrains --- */

/* Finds the direction into which all faces face, z first. */
static gboolean find_up(const Sheet *sheet, BspVec *up)
{
    for (gint k = 0; k < 6; k++) {
        gboolean all = TRUE;
        *up = bsp_vec_axis((k / 2 + 2) % 3);
        if (k % 2)
            *up = bsp_vec_neg(*up);
        for (guint i = 0; i < sheet->n && all; i++)
            if (bsp_mesh_has_plane(sheet->planes, sheet->faces[i]))
                all = bsp_vec_dot(bsp_mesh_face_plane(sheet->planes, sheet->faces[i]).normal, *up) >
                      LEAST_SLOPE;
        if (all)
            return TRUE;
    }
    return FALSE;
}

/* The prism below corners of a face. Sides of neighbours are exactly opposite, to the last bit. */
static BspBrush *prism_below(const Sheet *sheet, guint f, const guint *corners, guint n, BspVec up)
{
    const BspVec *points = (const BspVec *)(void *)sheet->mesh->points->data;
    BspPlane top = bsp_mesh_face_plane(sheet->planes, f);
    g_autofree BspPlane *planes = g_new(BspPlane, n + 2);
    planes[0] = top;
    planes[1] = bsp_plane_flipped(&top);
    planes[1].dist += sheet->thickness * bsp_vec_dot(top.normal, up);
    for (guint k = 0; k < n; k++) {
        guint a = corners[k], b = corners[(k + 1) % n];
        BspVec across = bsp_vec_cross(bsp_vec_sub(points[b], points[a]), up);
        double length = bsp_vec_length(across);
        if (!(length > 0))
            return NULL;
        planes[2 + k].normal = bsp_vec_scale(across, 1 / length);
        planes[2 + k].dist = bsp_vec_dot(planes[2 + k].normal, points[MIN(a, b)]);
    }
    return bsp_brush_new_planes(planes, n + 2, NULL);
}

static void thicken_terrain(Sheet *sheet, BspVec up)
{
    for (guint i = 0; i < sheet->n; i++) {
        const BspMeshFace *face = bsp_mesh_face(sheet->mesh, sheet->faces[i]);
        if (!bsp_mesh_has_plane(sheet->planes, sheet->faces[i])) {
            sheet->n_narrow++;
            continue;
        }
        for (guint k = 1; k + 1 < face->n; k++) {
            const guint fan[3] = { bsp_mesh_corner(sheet->mesh, face, 0),
                                   bsp_mesh_corner(sheet->mesh, face, k),
                                   bsp_mesh_corner(sheet->mesh, face, k + 1) };
            add_brush(sheet, prism_below(sheet, sheet->faces[i], fan, 3, up));
        }
    }
}

/* --- other sheets --- */

/* The triangles of the faces that have a plane, as a mesh of their own; the planes of their faces.
 */
static BspMesh *triangles_of_faces(Sheet *sheet, GArray *normals)
{
    BspMesh *triangles = bsp_mesh_of_faces(sheet->mesh, NULL, 0);
    g_array_unref(triangles->corners);
    triangles->corners = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < sheet->n; i++) {
        const BspMeshFace *face = bsp_mesh_face(sheet->mesh, sheet->faces[i]);
        if (!bsp_mesh_has_plane(sheet->planes, sheet->faces[i])) {
            sheet->n_narrow++;
            continue;
        }
        BspVec normal = bsp_mesh_face_plane(sheet->planes, sheet->faces[i]).normal;
        for (guint k = 1; k + 1 < face->n; k++) {
            const guint fan[3] = { bsp_mesh_corner(sheet->mesh, face, 0),
                                   bsp_mesh_corner(sheet->mesh, face, k),
                                   bsp_mesh_corner(sheet->mesh, face, k + 1) };
            bsp_mesh_add_face(triangles, fan, 3, face->line);
            g_array_append_val(normals, normal);
        }
    }
    return triangles;
}

static void thicken_pieces(Sheet *sheet)
{
    g_autoptr(GArray) normals = g_array_new(FALSE, FALSE, sizeof(BspVec));
    g_autoptr(BspMesh) triangles = triangles_of_faces(sheet, normals);
    g_autoptr(BspMeshLedger) ledger = bsp_mesh_ledger_new(triangles);
    for (guint f = 0; f < triangles->faces->len; f++) {
        BspPrismFront front = { .points = (const BspVec *)(void *)triangles->points->data,
                                .n = 3,
                                .corners = &g_array_index(triangles->corners, guint, 3 * f),
                                .normal = g_array_index(normals, BspVec, f) };
        for (guint k = 0; k < 3; k++) {
            const BspMeshEdge *edge = bsp_mesh_ledger_edge(ledger, ledger->edge_of[3 * f + k]);
            const BspMeshUse *uses = bsp_mesh_ledger_uses(ledger, edge);
            guint beside =
                edge->n == 2 && !edge->balance ? uses[uses[0].face == f ? 1 : 0].face : f;
            front.beside[k] = g_array_index(normals, BspVec, beside);
        }
        add_brush(sheet, bsp_prism_new(&front, sheet->thickness, NULL));
    }
}

guint bsp_mesh_thicken(const BspMesh *mesh, const BspMeshPlanes *planes, const guint *faces,
                       guint n, double thickness, GPtrArray *brushes)
{
    Sheet sheet = { mesh, planes, faces, n, thickness, brushes, 0 };
    BspVec up;
    if (find_up(&sheet, &up))
        thicken_terrain(&sheet, up);
    else
        thicken_pieces(&sheet);
    return sheet.n_narrow;
}
