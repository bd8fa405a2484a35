/* mesh-planes: the planes of a mesh. */
#include "mesh/mesh-planes.h"

#include <stdlib.h>

/* Normals are sorted into a grid of cells of this many to a unit. */
#define CELLS 16
#define SIDE (2 * CELLS + 1)

/* The search for a plane stops after this many comparisons for the whole mesh: about 1 s. After
 * that every face that no plane at hand fits gets its own plane, which costs nodes, but is right.
 */
#define MAX_COMPARISONS 300000000

/* Returns the normal or its opposite, such that planes that differ in direction only agree. */
static BspVec line_of(BspVec normal)
{
    guint axis = fabs(normal.x) >= 0.5 ? 0 : fabs(normal.y) >= 0.5 ? 1 : 2;
    return normal.v[axis] < 0 ? bsp_vec_neg(normal) : normal;
}

static guint bucket_of(BspVec normal, const gint beside[3])
{
    guint bucket = 0;
    for (guint i = 0; i < 3; i++)
        bucket = bucket * SIDE +
                 (guint)CLAMP((gint)lround(normal.v[i] * CELLS) + beside[i] + CELLS, 0, SIDE - 1);
    return bucket;
}

double bsp_mesh_off_plane(const BspMesh *mesh, const BspMeshFace *face, const BspPlane *plane)
{
    double most = 0;
    for (guint k = 0; k < face->n; k++)
        most = MAX(most, fabs(bsp_plane_distance(plane, bsp_mesh_point(mesh, face, k))));
    return most;
}

typedef struct {
    BspMeshPlanes *planes;
    const BspMesh *mesh;
    const BspMeshFace *face;
    const BspPlane *own; /* mean plane of the face */
    BspVec centre;
    double nearest; /* greatest distance of a corner from the best plane */
    guint found;
} PlaneSearch;

static void try_plane(PlaneSearch *search, guint i)
{
    const BspPlane *plane = &g_array_index(search->planes->planes, BspPlane, i);
    if (fabs(bsp_plane_distance(plane, search->centre)) > search->nearest ||
        fabs(bsp_vec_dot(plane->normal, search->own->normal)) < 0.5)
        return;
    search->planes->budget -= MIN(search->planes->budget, search->face->n);
    double off = bsp_mesh_off_plane(search->mesh, search->face, plane);
    if (off < search->nearest || (off == search->nearest && search->found == G_MAXUINT)) {
        search->nearest = off;
        search->found = i;
    }
}

/* Searches the planes whose normals are in the cell of the grid with this offset. */
static void search_bucket(PlaneSearch *search, const gint beside[3])
{
    guint b = bucket_of(line_of(search->own->normal), beside);
    const GArray *bucket = search->planes->buckets[b];
    for (guint i = 0; bucket && i < bucket->len && search->planes->budget; i++) {
        search->planes->budget--;
        try_plane(search, g_array_index(bucket, guint, i));
    }
}

/* Searches the cells of the grid around the normal, those it may be in by an error of half a cell.
 */
static guint find_plane(PlaneSearch *search)
{
    BspVec normal = line_of(search->own->normal);
    gint way[3];
    for (guint i = 0; i < 3; i++)
        way[i] = normal.v[i] * CELLS > (double)lround(normal.v[i] * CELLS) ? 1 : -1;
    for (gint k = 0; k < 8; k++) {
        const gint beside[3] = { k & 1 ? way[0] : 0, k & 2 ? way[1] : 0, k & 4 ? way[2] : 0 };
        search_bucket(search, beside);
        if (search->nearest == 0)
            break;
    }
    return search->found;
}

/* Returns an axial plane within the distance of all corners of the face, or the mean plane. */
static BspPlane best_plane(const BspMesh *mesh, const BspMeshFace *face, const BspPlane *own,
                           double snap)
{
    double grid = exp2(floor(log2(snap)));
    for (int axis = 0; axis < 3; axis++) {
        double first = bsp_mesh_point(mesh, face, 0).v[axis];
        BspPlane plane = { bsp_vec_axis(axis), first };
        if (bsp_mesh_off_plane(mesh, face, &plane) == 0)
            return plane;
        plane.dist =
            grid * (double)llround(bsp_vec_dot(own->normal, bsp_vec_axis(axis)) * own->dist / grid);
        if (fabs(own->normal.v[axis]) > 0.5 && bsp_mesh_off_plane(mesh, face, &plane) <= snap)
            return plane;
    }
    return *own;
}

/* Adds a plane and returns its number. */
static guint add_plane(BspMeshPlanes *planes, BspPlane plane)
{
    static const gint here[3] = { 0, 0, 0 };
    guint number = planes->planes->len, b = bucket_of(line_of(plane.normal), here);
    g_array_append_val(planes->planes, plane);
    if (!planes->buckets[b])
        planes->buckets[b] = g_array_new(FALSE, FALSE, sizeof(guint));
    g_array_append_val(planes->buckets[b], number);
    return number;
}

static BspMeshFacePlane plane_of_face(BspMeshPlanes *planes, const BspMesh *mesh, guint f)
{
    const BspMeshFace *face = bsp_mesh_face(mesh, f);
    g_autoptr(BspPolygon) polygon = bsp_mesh_polygon(mesh, face);
    BspPlane own;
    if (!bsp_mesh_mean_plane(polygon, &own))
        return (BspMeshFacePlane){ BSP_MESH_NO_PLANE, FALSE };
    PlaneSearch search = { planes,       mesh,     face, &own, bsp_polygon_centre(polygon),
                           planes->snap, G_MAXUINT };
    guint found = find_plane(&search);
    if (found == G_MAXUINT && bsp_polygon_is_sliver(polygon, 2 * planes->snap))
        return (BspMeshFacePlane){ BSP_MESH_NO_PLANE, FALSE };
    if (found == G_MAXUINT)
        found = add_plane(planes, best_plane(mesh, face, &own, planes->snap));
    const BspPlane *plane = &g_array_index(planes->planes, BspPlane, found);
    planes->shift = MAX(planes->shift, bsp_mesh_off_plane(mesh, face, plane));
    return (BspMeshFacePlane){ found, bsp_vec_dot(plane->normal, own.normal) < 0 };
}

typedef struct {
    double area;
    guint face;
} SizedFace;

static int compare_sizes(const void *x, const void *y)
{
    const SizedFace *a = x, *b = y;
    if (a->area != b->area)
        return a->area > b->area ? -1 : 1;
    return a->face < b->face ? -1 : a->face > b->face;
}

void bsp_mesh_planes_extend(BspMeshPlanes *planes, const BspMesh *mesh)
{
    guint first = planes->of_face->len, n = mesh->faces->len - first;
    g_autofree SizedFace *order = g_new(SizedFace, MAX(n, 1));
    for (guint i = 0; i < n; i++) {
        g_autoptr(BspPolygon) polygon = bsp_mesh_polygon(mesh, bsp_mesh_face(mesh, first + i));
        order[i] = (SizedFace){ bsp_polygon_area(polygon), first + i };
    }
    qsort(order, n, sizeof *order, compare_sizes);
    g_array_set_size(planes->of_face, mesh->faces->len);
    for (guint i = 0; i < n; i++)
        g_array_index(planes->of_face, BspMeshFacePlane, order[i].face) =
            plane_of_face(planes, mesh, order[i].face);
}

BspMeshPlanes *bsp_mesh_planes_new(const BspMesh *mesh, double snap)
{
    BspMeshPlanes *planes = g_new0(BspMeshPlanes, 1);
    planes->snap = snap;
    planes->planes = g_array_new(FALSE, FALSE, sizeof(BspPlane));
    planes->of_face = g_array_new(FALSE, FALSE, sizeof(BspMeshFacePlane));
    planes->buckets = g_new0(GArray *, SIDE * SIDE * SIDE);
    planes->budget = MAX_COMPARISONS;
    bsp_mesh_planes_extend(planes, mesh);
    return planes;
}

void bsp_mesh_planes_free(BspMeshPlanes *planes)
{
    if (!planes)
        return;
    for (guint i = 0; i < SIDE * SIDE * SIDE; i++)
        if (planes->buckets[i])
            g_array_unref(planes->buckets[i]);
    g_free(planes->buckets);
    g_array_unref(planes->planes);
    g_array_unref(planes->of_face);
    g_free(planes);
}

BspPlane bsp_mesh_face_plane(const BspMeshPlanes *planes, guint face)
{
    const BspMeshFacePlane *own = &g_array_index(planes->of_face, BspMeshFacePlane, face);
    const BspPlane *plane = &g_array_index(planes->planes, BspPlane, own->plane);
    return own->turned ? bsp_plane_flipped(plane) : *plane;
}
