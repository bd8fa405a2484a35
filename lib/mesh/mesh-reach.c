/* mesh-reach: finds where a brush or cell reaches out of the mesh that it stands for.
 *
 * Planes that are nearly parallel bound long thin cells. The face that ends such a cell may be too
 * narrow to cut it: the corners of the mesh are only known to within a distance. Then most of the
 * cell is solid, but its end is a spike that reaches far out of the mesh. */
#include "mesh/mesh-reach.h"

#include "geometry/cell.h"
#include "tools/bsp-inspect.h"

/* A point is clearly outside of the mesh if its winding number is less. In an open mesh the winding
 * numbers near one half belong to places beside holes, where no face ends the solid. */
#define OUTSIDE 0.25

struct BspMeshReach {
    const BspMesh *mesh;
    const BspMeshPlanes *planes;
    const guint *faces;
    const BspMeshWinding *winding;
    double allowed;
    BspHierarchy *hierarchy; /* the bounds of the faces */
};

/* --- distances --- */

static double segment_distance(BspVec p, BspVec a, BspVec b)
{
    BspVec along = bsp_vec_sub(b, a);
    double square = bsp_vec_dot(along, along);
    double t = square > 0 ? bsp_vec_dot(bsp_vec_sub(p, a), along) / square : 0;
    return bsp_vec_length(bsp_vec_sub(p, bsp_vec_mad(a, CLAMP(t, 0, 1), along)));
}

static double triangle_distance(BspVec p, const BspVec corners[3])
{
    BspVec normal =
        bsp_vec_cross(bsp_vec_sub(corners[1], corners[0]), bsp_vec_sub(corners[2], corners[0]));
    double length = bsp_vec_length(normal), least = G_MAXDOUBLE;
    gboolean over = length > 0;
    for (guint k = 0; k < 3; k++) {
        BspVec a = corners[k], b = corners[(k + 1) % 3];
        BspVec side = bsp_vec_cross(bsp_vec_sub(b, a), bsp_vec_sub(p, a));
        over = over && bsp_vec_dot(side, normal) >= 0;
        least = MIN(least, segment_distance(p, a, b));
    }
    return over ? fabs(bsp_vec_dot(normal, bsp_vec_sub(p, corners[0]))) / length : least;
}

static gboolean face_is_near(const BspMesh *mesh, guint f, BspVec p, double distance)
{
    const BspMeshFace *face = bsp_mesh_face(mesh, f);
    for (guint k = 1; k + 1 < face->n; k++) {
        const BspVec fan[3] = { bsp_mesh_point(mesh, face, 0), bsp_mesh_point(mesh, face, k),
                                bsp_mesh_point(mesh, face, k + 1) };
        if (triangle_distance(p, fan) <= distance)
            return TRUE;
    }
    return FALSE;
}

gboolean bsp_mesh_is_near(const BspMesh *mesh, const guint *faces, guint n, BspVec p,
                          double distance)
{
    for (guint i = 0; i < n; i++)
        if (face_is_near(mesh, faces[i], p, distance))
            return TRUE;
    return FALSE;
}

/* --- vertices outside --- */

typedef struct {
    const BspMeshReach *reach;
    BspVec p;
    gboolean near;
    guint64 *n_examined;
} VertexQuery;

static gboolean examine_face_near_vertex(guint i, gpointer data)
{
    VertexQuery *query = data;
    const BspMeshReach *reach = query->reach;
    ++*query->n_examined;
    query->near = face_is_near(reach->mesh, reach->faces[i], query->p, reach->allowed);
    return !query->near;
}

/* Whether p is clearly outside of the mesh and farther from its faces than allowed. */
static gboolean is_outside(const BspMeshReach *reach, BspVec p, guint64 *n_examined)
{
    VertexQuery query = { reach, p, FALSE, n_examined };
    BspBounds at = bsp_bounds_empty();
    bsp_bounds_add_point(&at, p);
    at = bsp_bounds_grown(&at, reach->allowed);
    bsp_hierarchy_overlapping(reach->hierarchy, &at, examine_face_near_vertex, &query);
    return !query.near && bsp_mesh_winding_at(reach->winding, p, n_examined) < OUTSIDE;
}

/* --- planes that cut a vertex off --- */

typedef struct {
    const BspMeshReach *reach;
    const BspCell *cell;
    BspVec vertex;
    double thin;
    double nearest; /* the distance of the vertex from the best plane */
    BspPlane *plane;
    guint64 *n_examined;
} CutSearch;

/* The outward plane of a face. Returns FALSE if the face has no area. */
static gboolean outward_plane(const BspMeshReach *reach, guint f, BspPlane *plane)
{
    if (bsp_mesh_has_plane(reach->planes, f)) {
        *plane = bsp_mesh_face_plane(reach->planes, f);
        return TRUE;
    }
    g_autoptr(BspPolygon) polygon = bsp_mesh_polygon(reach->mesh, bsp_mesh_face(reach->mesh, f));
    return bsp_mesh_mean_plane(polygon, plane);
}

static gboolean try_plane_of_face(guint i, gpointer data)
{
    CutSearch *search = data;
    guint f = search->reach->faces[i];
    BspPlane plane;
    *search->n_examined += bsp_mesh_face(search->reach->mesh, f)->n;
    if (!outward_plane(search->reach, f, &plane))
        return TRUE;
    double distance = bsp_plane_distance(&plane, search->vertex), least, most;
    if (distance <= search->reach->allowed || distance >= search->nearest)
        return TRUE;
    bsp_cell_range(search->cell, &plane, &least, &most);
    if (most <= search->thin || least >= -search->thin)
        return TRUE;
    search->nearest = distance;
    *search->plane = plane;
    return TRUE;
}

/* --- cells --- */

gboolean bsp_mesh_reach_cut(const BspMeshReach *reach, const BspCell *cell, double thin,
                            BspPlane *plane, guint64 *n_examined)
{
    BspBounds bounds = bsp_bounds_empty();
    for (guint i = 0; i < cell->n_vertices; i++)
        bsp_bounds_add_point(&bounds, cell->vertices[i]);
    bounds = bsp_bounds_grown(&bounds, reach->allowed);
    for (guint i = 0; i < cell->n_vertices; i++) {
        if (!is_outside(reach, cell->vertices[i], n_examined))
            continue;
        CutSearch search = { reach, cell, cell->vertices[i], thin, G_MAXDOUBLE, plane, n_examined };
        bsp_hierarchy_overlapping(reach->hierarchy, &bounds, try_plane_of_face, &search);
        if (search.nearest < G_MAXDOUBLE)
            return TRUE;
    }
    return FALSE;
}

BspMeshReach *bsp_mesh_reach_new(const BspMesh *mesh, const BspMeshPlanes *planes,
                                 const guint *faces, guint n, const BspMeshWinding *winding,
                                 double allowed)
{
    g_autofree BspBounds *boxes = g_new(BspBounds, MAX(n, 1));
    for (guint i = 0; i < n; i++) {
        const BspMeshFace *face = bsp_mesh_face(mesh, faces[i]);
        boxes[i] = bsp_bounds_empty();
        for (guint k = 0; k < face->n; k++)
            bsp_bounds_add_point(&boxes[i], bsp_mesh_point(mesh, face, k));
    }
    BspMeshReach *reach = g_new(BspMeshReach, 1);
    *reach = (BspMeshReach){ mesh, planes, faces, winding, allowed, bsp_hierarchy_new(boxes, n) };
    return reach;
}

void bsp_mesh_reach_free(BspMeshReach *reach)
{
    if (!reach)
        return;
    bsp_hierarchy_free(reach->hierarchy);
    g_free(reach);
}
