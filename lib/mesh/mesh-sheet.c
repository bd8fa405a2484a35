/* mesh-sheet: makes thin brushes behind the faces of an open surface. */
#include "mesh/passes.h"

#include "geometry/prism.h"

/* Dimensionless. The minimum cosine of the angle between the normals of a terrain's faces and the
 * upward direction. So a face may be up to 87 degrees steep. */
#define LEAST_SLOPE 0.05

typedef struct {
    BspMesh *triangles;
    GArray *planes; /* for each triangle, the plane of its face (BspPlane) */
    double thickness;
    guint n_narrow;
} Sheet;

static const BspPlane *plane_of(const Sheet *sheet, guint triangle)
{
    BSP_ASSERT(triangle < sheet->planes->len);
    return &g_array_index(sheet->planes, BspPlane, triangle);
}

/* --- terrains --- */

/* Finds an axial direction that all faces face. Tries z first. Returns FALSE if there is none. */
static gboolean find_up_axis(const Sheet *sheet, BspVec *up)
{
    for (gint k = 0; k < 6; k++) {
        gboolean all = TRUE;
        *up = bsp_vec_axis((k / 2 + 2) % 3);
        if (k % 2)
            *up = bsp_vec_neg(*up);
        for (guint i = 0; i < sheet->planes->len && all; i++)
            all = bsp_vec_dot(plane_of(sheet, i)->normal, *up) > LEAST_SLOPE;
        if (all)
            return TRUE;
    }
    return FALSE;
}

/* Returns the prism below a triangle. The side planes of two neighbours are exactly opposite, to
 * the last bit. */
static BspBrush *prism_below(const Sheet *sheet, guint triangle, BspVec up)
{
    const BspVec *points = (const BspVec *)(void *)sheet->triangles->points->data;
    const guint *corners = &g_array_index(sheet->triangles->corners, guint, 3 * triangle);
    BspPlane planes[5] = { *plane_of(sheet, triangle),
                           bsp_plane_flipped(plane_of(sheet, triangle)) };
    planes[1].dist += sheet->thickness * bsp_vec_dot(planes[0].normal, up);
    for (guint k = 0; k < 3; k++) {
        guint a = corners[k], b = corners[(k + 1) % 3];
        BspVec across = bsp_vec_cross(bsp_vec_sub(points[b], points[a]), up);
        double length = bsp_vec_length(across);
        if (!(length > 0))
            return NULL;
        planes[2 + k].normal = bsp_vec_scale(across, 1 / length);
        planes[2 + k].dist = bsp_vec_dot(planes[2 + k].normal, points[MIN(a, b)]);
    }
    return bsp_brush_new_planes(planes, 5, NULL);
}

/* --- other sheets --- */

/* Returns the prism behind a triangle. At an edge where not exactly two faces meet, the prism's
 * side is perpendicular to the triangle. */
static BspBrush *prism_behind(const Sheet *sheet, const BspMeshLedger *ledger, guint triangle)
{
    const BspMesh *mesh = sheet->triangles;
    BspPrismFront front = { .points = (const BspVec *)(void *)mesh->points->data,
                            .n = 3,
                            .corners = &g_array_index(mesh->corners, guint, 3 * triangle),
                            .normal = plane_of(sheet, triangle)->normal };
    for (guint k = 0; k < 3; k++) {
        const BspMeshEdge *edge = &ledger->edges[ledger->edge_of[3 * triangle + k]];
        gboolean is_inner = edge->n == 2 && !edge->balance;
        guint beside =
            is_inner ? edge->uses[edge->uses[0].face == triangle ? 1 : 0].face : triangle;
        front.beside[k] = plane_of(sheet, beside)->normal;
    }
    return bsp_prism_new(&front, sheet->thickness, NULL);
}

/* --- all sheets --- */

/* Adds the triangles of the faces that have a plane. If several faces have the same corners, only
 * the first is added. */
static void add_triangles(Sheet *sheet, const BspMesh *mesh, const BspMeshPlanes *planes,
                          const BspMeshShell *shell)
{
    g_autofree BspMeshTwin *twins = bsp_mesh_twins_new(mesh);
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < shell->n; i++) {
        guint f = shell->faces[i];
        if (!g_hash_table_add(seen, GUINT_TO_POINTER(twins[f].first)))
            continue;
        if (!bsp_mesh_has_plane(planes, f)) {
            sheet->n_narrow++;
            continue;
        }
        BspPlane plane = bsp_mesh_face_plane(planes, f);
        bsp_mesh_add_fan(sheet->triangles, mesh, bsp_mesh_face(mesh, f));
        while (sheet->planes->len < sheet->triangles->faces->len)
            g_array_append_val(sheet->planes, plane);
    }
}

guint bsp_mesh_thicken(const BspMesh *mesh, const BspMeshPlanes *planes, const BspMeshShell *shell,
                       double thickness, GPtrArray *brushes)
{
    g_autoptr(BspMesh) triangles = bsp_mesh_new(mesh->file);
    g_array_unref(triangles->points);
    triangles->points = g_array_ref(mesh->points);
    g_autoptr(GArray) of_triangles = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    Sheet sheet = { triangles, of_triangles, thickness, 0 };
    add_triangles(&sheet, mesh, planes, shell);
    BSP_ASSERT(of_triangles->len == triangles->faces->len);
    g_autoptr(BspMeshLedger) ledger = bsp_mesh_ledger_new(triangles);
    BspVec up;
    gboolean is_terrain = find_up_axis(&sheet, &up);
    for (guint i = 0; i < triangles->faces->len; i++) {
        BspBrush *brush = is_terrain ? prism_below(&sheet, i, up) : prism_behind(&sheet, ledger, i);
        if (brush)
            g_ptr_array_add(brushes, brush);
        else
            sheet.n_narrow++;
    }
    return sheet.n_narrow;
}
