/* mesh: meshes of polygons, as in Wavefront .obj files. They need not be closed. */
#ifndef BSP_MESH_INSIDE_H
#define BSP_MESH_INSIDE_H

#include "bsp-mesh.h"
#include "geometry/order.h"
#include "geometry/polygon.h"
#include "trace/compiler.h"

/* A face. Its corners are corners[first .. first + n) of the mesh. `line` is for messages. */
typedef struct {
    guint first, n;
    guint line;
    guint given;       /* number of the face in the mesh as given, or BSP_MESH_NO_FACE */
    gboolean turned;   /* the corners run against those of the face as given */
    gboolean repaired; /* the face was turned to agree with its neighbours */
    gboolean copied;   /* another face has the same corners in the same direction */
} BspMeshFace;

#define BSP_MESH_NO_FACE G_MAXUINT

/* Faces are anticlockwise seen from outside. A face may be any polygon, flat or not. It stands for
 * the fan of triangles from its first corner. */
struct BspMesh {
    const char *file;
    GArray *points;    /* the points (BspVec) */
    GArray *corners;   /* indices (guint) of points */
    GArray *faces;     /* the faces (BspMeshFace) */
    GPtrArray *places; /* descriptions of places in the file; line n of a face stands for places[n -
                          1]. NULL if lines are lines of text */
};

/* Returns the description of a place, which is "line 77" if there are no places. The caller frees
 * it with g_free(). */
char *bsp_mesh_place(const BspMesh *mesh, guint line);

/* --- faces --- */

static inline BspMeshFace *bsp_mesh_face(const BspMesh *mesh, guint i)
{
    BSP_ASSERT(i < mesh->faces->len);
    return &g_array_index(mesh->faces, BspMeshFace, i);
}

/* Returns the index of the point at corner k of the face. k must be less than 2 n. Corner n is
 * corner 0 again. */
static inline guint bsp_mesh_corner(const BspMesh *mesh, const BspMeshFace *face, guint k)
{
    BSP_ASSERT(k < 2 * face->n && face->first + face->n <= mesh->corners->len);
    return g_array_index(mesh->corners, guint, face->first + (k < face->n ? k : k - face->n));
}

static inline BspVec bsp_mesh_point(const BspMesh *mesh, const BspMeshFace *face, guint k)
{
    return g_array_index(mesh->points, BspVec, bsp_mesh_corner(mesh, face, k));
}

/* Appends to `triangles` the fan of triangles of a face of this mesh, except those that have a
 * corner twice. */
void bsp_mesh_add_fan(BspMesh *triangles, const BspMesh *mesh, const BspMeshFace *face);

/* Returns the numbers of the n faces, sorted so that the faces of each set (geometry/sets.h) are
 * together, beginning with the set's lowest face. The caller frees the array with g_free(). */
guint *bsp_mesh_faces_by_sets(guint *sets, guint n);

/* Removes all faces f for which is_kept[f] is FALSE. */
void bsp_mesh_keep_faces(BspMesh *mesh, const gboolean *is_kept);

/* Reverses the corners of the face, except the first, at which its fan starts. */
void bsp_mesh_turn_face(BspMesh *mesh, guint i);

/* Returns the bounds of all corners of faces. */
BspBounds bsp_mesh_bounds(const BspMesh *mesh);

BspPolygon *bsp_mesh_polygon(const BspMesh *mesh, const BspMeshFace *face);

/* Sets *plane to the mean plane of a polygon, by Newell's method. Returns FALSE if the polygon has
 * no area. */
gboolean bsp_mesh_mean_plane(const BspPolygon *polygon, BspPlane *plane);

/* --- edges --- */

/* A ledger counts how often the faces of a mesh run along each edge, and in which direction.
 *
 * A mesh encloses a volume exactly if its faces run along every edge equally often in both
 * directions. Any number of faces may meet at an edge. So the ledger shows where a face is missing,
 * doubled or turned. */

/* A use of an edge by one face. */
typedef struct {
    guint a, b;       /* points of the mesh; a < b */
    guint face;       /* index in mesh->faces */
    guint corner;     /* index in mesh->corners of the corner at which the edge starts */
    gboolean forward; /* the face runs from a to b */
} BspMeshUse;

typedef struct {
    guint a, b;             /* points of the mesh; a < b */
    const BspMeshUse *uses; /* the n uses of the edge, sorted by faces */
    guint n;
    gint balance; /* number of faces that run forward minus those that run backward */
} BspMeshEdge;

typedef struct {
    BspMeshEdge *edges;
    guint n;
    guint *edge_of; /* for each corner in the mesh, the number of the edge that starts there */
    BspMeshUse *uses;
} BspMeshLedger;

BspMeshLedger *bsp_mesh_ledger_new(const BspMesh *mesh);
void bsp_mesh_ledger_free(BspMeshLedger *ledger);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMeshLedger, bsp_mesh_ledger_free)

/* --- twins, which are faces with the same corners, in either direction --- */

typedef struct {
    guint first;       /* the first face that has these corners */
    gboolean reversed; /* the face runs against its first twin */
} BspMeshTwin;

/* Returns the twin of each face. The caller frees the array with g_free(). */
BspMeshTwin *bsp_mesh_twins_new(const BspMesh *mesh);

/* Returns the mesh without twins. It shares the points and corners. *number receives, for each face
 * that is a first twin, its number in the result. The caller frees the array with g_free(). */
BspMesh *bsp_mesh_first_twins(const BspMesh *mesh, const BspMeshTwin *twins, guint **number);

/* --- planes --- */

/* The planes of a mesh. Faces that lie in one plane, within a given distance, get the
 * same plane, bit for bit.
 *
 * The largest faces choose the planes. A face joins a plane if all its corners are near it. So no
 * face is farther than the distance from its plane, however many faces the plane has. */

typedef struct {
    BspPlane plane;
    guint number; /* number of the plane, from 1 on; 0 if the face is too narrow to have a plane */
    gboolean turned; /* the front of the face is the back of the plane */
} BspMeshFacePlane;

typedef struct {
    double snap;               /* units; faces nearer than this to a plane join it */
    BspMeshFacePlane *of_face; /* for each face of the mesh, its plane */
    guint n;                   /* number of planes */
    double shift;              /* units, the maximum distance of a face's corner from its plane */
} BspMeshPlanes;

BspMeshPlanes *bsp_mesh_planes_new(const BspMesh *mesh, double snap);
void bsp_mesh_planes_free(BspMeshPlanes *planes);

static inline gboolean bsp_mesh_has_plane(const BspMeshPlanes *planes, guint face)
{
    return planes->of_face[face].number > 0;
}

/* Returns the outward plane of a face, which must have one. */
static inline BspPlane bsp_mesh_face_plane(const BspMeshPlanes *planes, guint face)
{
    BSP_ASSERT(bsp_mesh_has_plane(planes, face));
    const BspMeshFacePlane *own = &planes->of_face[face];
    return own->turned ? bsp_plane_flipped(&own->plane) : own->plane;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMeshPlanes, bsp_mesh_planes_free)

#endif
