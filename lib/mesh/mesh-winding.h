/* mesh-winding: the generalized winding number of a mesh, computed with a tree.
 *
 * The winding number of a point is the sum of the signed solid angles of all triangles, divided by
 * 4 pi. It is an integer if the mesh is closed. In an open mesh it changes gradually near the
 * openings. The time for one point is about logarithmic in the number of triangles, because a
 * distant group of triangles is replaced by a dipole (Barill, Dickson, Schmidt, Levin and Jacobson
 * 2018, "Fast winding numbers for soups and clouds"). */
#ifndef BSP_MESH_WINDING_H
#define BSP_MESH_WINDING_H

#include "mesh/mesh.h"
#include "table/hierarchy.h"

typedef struct {
    BspVec v[3];
    guint face; /* the face of the mesh whose fan has the triangle */
} BspMeshTriangle;

typedef struct {
    BspMeshTriangle *triangles;
    guint n;
    BspBinary *nodes;               /* the nodes of a tree of the triangles */
    struct BspMeshMoments *moments; /* the moments of each node */
} BspMeshWinding;

/* Prepares n faces of the mesh, or the first n if faces is NULL. Copies them from the mesh, which
 * may change afterwards. The caller frees the result with bsp_mesh_winding_free(). */
BspMeshWinding *bsp_mesh_winding_new(const BspMesh *mesh, const guint *faces, guint n);

/* Frees the winding tree. NULL is allowed. */
void bsp_mesh_winding_free(BspMeshWinding *winding);

/* Returns the winding number at p, which must not lie on a triangle. In tests with closed and open
 * meshes and with random triangles, the error was at most 0.005. Where many layers of open faces
 * lie closely behind each other, it was at most 0.005 or 10 percent of the winding number,
 * whichever is more. Adds the number of tree nodes examined, leaves included, to *n_examined. Any
 * number of threads may call this function. */
double bsp_mesh_winding_at(const BspMeshWinding *winding, BspVec p, guint64 *n_examined);

/* Does the same as bsp_mesh_winding_at(), but adds up all triangles. Only rounding errors remain.
 */
double bsp_mesh_winding_exact(const BspMeshWinding *winding, BspVec p, guint64 *n_examined);

/* Returns whether p is within the distance, in units, of a face. Adds the number of triangles
 * examined to *n_examined. */
gboolean bsp_mesh_winding_is_near(const BspMeshWinding *winding, BspVec p, double distance,
                                  guint64 *n_examined);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMeshWinding, bsp_mesh_winding_free)

#endif
