/* mesh-planes: chooses the planes of a mesh. */
#include "mesh/mesh.h"

#include "table/hierarchy.h"

/* Dimensionless. A face joins a plane only if no component of their normals differs by more than
 * this. The normal of a face that is only a few snapping distances wide may differ by more. Such a
 * face gets its own plane. */
#define SAME_NORMAL (1.0 / 32)

/* The maximum number of comparisons for the whole mesh. They take about 1 s. After that every face
 * gets its own plane, which costs nodes, but is right. */
#define MAX_COMPARISONS 300000000

/* A face that looks for a plane. */
typedef struct {
    BspPlane mean; /* the mean plane of the face; its normal is zero if the face has no area */
    double area;
    double off; /* units, the maximum distance of a corner of the face from `mean` */
} Candidate;

typedef struct {
    const BspMesh *mesh;
    BspMeshPlanes *planes;
    Candidate *faces;
    BspHierarchy *normals; /* a hierarchy of the faces' normals */
    BspPlane plane;        /* the plane that was added last */
    guint budget;          /* number of comparisons that may still be made */
} Joining;

/* Returns the maximum distance of a corner of the face from the plane. */
static double distance_off_plane(const BspMesh *mesh, const BspMeshFace *face,
                                 const BspPlane *plane)
{
    double most = 0;
    for (guint k = 0; k < face->n; k++)
        most = MAX(most, fabs(bsp_plane_distance(plane, bsp_mesh_point(mesh, face, k))));
    return most;
}

/* Returns an axial plane through the first corner, if all other corners are near that plane.
 * Otherwise returns the mean plane. */
static BspPlane best_plane(const BspMesh *mesh, const BspMeshFace *face, const BspPlane *mean,
                           double snap)
{
    for (int axis = 0; axis < 3; axis++) {
        BspPlane plane = { bsp_vec_axis(axis), bsp_mesh_point(mesh, face, 0).v[axis] };
        if (distance_off_plane(mesh, face, &plane) <= snap)
            return plane;
    }
    return *mean;
}

/* Lets a face join the plane that was added last, if that plane is nearer than the face's present
 * plane. */
static gboolean join_face(guint f, gpointer data)
{
    Joining *j = data;
    const BspMeshFace *face = bsp_mesh_face(j->mesh, f);
    if (!j->budget)
        return FALSE;
    j->budget--;
    if (fabs(bsp_plane_distance(&j->plane, bsp_mesh_point(j->mesh, face, 0))) > j->planes->snap)
        return TRUE;
    double off = distance_off_plane(j->mesh, face, &j->plane);
    if (off > j->planes->snap || off >= j->faces[f].off)
        return TRUE;
    j->faces[f].off = off;
    j->planes->of_face[f] =
        (BspMeshFacePlane){ j->plane, j->planes->n,
                            bsp_vec_dot(j->plane.normal, j->faces[f].mean.normal) < 0 };
    return TRUE;
}

/* Adds the plane of a face. The face, and the faces near the plane, join it. */
static void add_plane(Joining *j, guint f)
{
    const BspPlane *mean = &j->faces[f].mean;
    BSP_ASSERT(!bsp_mesh_has_plane(j->planes, f) && bsp_plane_is_unit(mean));
    j->plane = best_plane(j->mesh, bsp_mesh_face(j->mesh, f), mean, j->planes->snap);
    j->planes->of_face[f] = (BspMeshFacePlane){ j->plane, ++j->planes->n,
                                                bsp_vec_dot(j->plane.normal, mean->normal) < 0 };
    j->faces[f].off = distance_off_plane(j->mesh, bsp_mesh_face(j->mesh, f), &j->plane);
    for (guint side = 0; side < 2; side++) {
        BspVec normal = side ? bsp_vec_neg(mean->normal) : mean->normal;
        BspBounds around = bsp_bounds_grown(&(BspBounds){ normal, normal }, SAME_NORMAL);
        bsp_hierarchy_overlapping(j->normals, &around, join_face, j);
    }
}

static int compare_areas(const void *x, const void *y, gpointer data)
{
    const guint *a = x, *b = y;
    const Candidate *faces = data;
    return BSP_ORDER(faces[*b].area, faces[*a].area) ?: BSP_ORDER(*a, *b);
}

/* Lets the faces choose planes. The largest face chooses first. */
static void choose_planes(Joining *j, guint *order, guint n)
{
    g_qsort_with_data(order, (gint)n, sizeof *order, compare_areas, j->faces);
    for (guint i = 0; i < n; i++) {
        guint f = order[i];
        g_autoptr(BspPolygon) polygon = bsp_mesh_polygon(j->mesh, bsp_mesh_face(j->mesh, f));
        if (!bsp_mesh_has_plane(j->planes, f) && bsp_vec_length(j->faces[f].mean.normal) > 0 &&
            !bsp_polygon_is_sliver(polygon, 2 * j->planes->snap))
            add_plane(j, f);
    }
    for (guint f = 0; f < n; f++)
        if (bsp_mesh_has_plane(j->planes, f))
            j->planes->shift = MAX(j->planes->shift, j->faces[f].off);
}

BspMeshPlanes *bsp_mesh_planes_new(const BspMesh *mesh, double snap)
{
    guint n = mesh->faces->len;
    BspMeshPlanes *planes = g_new0(BspMeshPlanes, 1);
    planes->snap = snap;
    planes->of_face = g_new0(BspMeshFacePlane, MAX(n, 1));
    g_autofree Candidate *faces = g_new0(Candidate, MAX(n, 1));
    g_autofree BspBounds *boxes = g_new(BspBounds, MAX(n, 1));
    g_autofree guint *order = g_new(guint, MAX(n, 1));
    for (guint f = 0; f < n; f++) {
        g_autoptr(BspPolygon) polygon = bsp_mesh_polygon(mesh, bsp_mesh_face(mesh, f));
        faces[f].area = bsp_polygon_area(polygon);
        faces[f].off = HUGE_VAL;
        bsp_mesh_mean_plane(polygon, &faces[f].mean);
        boxes[f].mins = boxes[f].maxs = faces[f].mean.normal;
        order[f] = f;
    }
    g_autoptr(BspHierarchy) normals = bsp_hierarchy_new(boxes, n);
    Joining joining = { .mesh = mesh,
                        .planes = planes,
                        .faces = faces,
                        .normals = normals,
                        .budget = MAX_COMPARISONS };
    choose_planes(&joining, order, n);
    return planes;
}

void bsp_mesh_planes_free(BspMeshPlanes *planes)
{
    if (!planes)
        return;
    g_free(planes->of_face);
    g_free(planes);
}
