/* mesh-planes: the planes of a mesh. Faces that lie in one plane, within a given distance, get the
 * same plane, bit for bit.
 *
 * The largest faces choose the planes. A face joins a plane if all its corners are near it. So no
 * face is farther than the distance from its plane, however many faces the plane has. */
#ifndef BSP_MESH_PLANES_H
#define BSP_MESH_PLANES_H

#include "mesh/mesh.h"

/* number of a face's plane if the face is too narrow to have one */
#define BSP_MESH_NO_PLANE G_MAXUINT

typedef struct {
    guint plane;     /* index in BspMeshPlanes.planes, or BSP_MESH_NO_PLANE */
    gboolean turned; /* the front of the face is the back of the plane */
} BspMeshFacePlane;

typedef struct {
    double snap;     /* units */
    GArray *planes;  /* BspPlane */
    GArray *of_face; /* BspMeshFacePlane of each face of the mesh */
    double shift;    /* the greatest distance of a face's corner from its plane, in units */
} BspMeshPlanes;

BspMeshPlanes *bsp_mesh_planes_new(const BspMesh *mesh, double snap);
void bsp_mesh_planes_free(BspMeshPlanes *planes);

static inline gboolean bsp_mesh_has_plane(const BspMeshPlanes *planes, guint face)
{
    return g_array_index(planes->of_face, BspMeshFacePlane, face).plane != BSP_MESH_NO_PLANE;
}

/* The outward plane of a face, which must have one. */
BspPlane bsp_mesh_face_plane(const BspMeshPlanes *planes, guint face);

/* The greatest distance of a corner of the face from the plane. */
double bsp_mesh_off_plane(const BspMesh *mesh, const BspMeshFace *face, const BspPlane *plane);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMeshPlanes, bsp_mesh_planes_free)

#endif
