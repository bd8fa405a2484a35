/* mesh-reach: finds where a brush or cell reaches out of the mesh that it stands for. */
#ifndef BSP_MESH_REACH_H
#define BSP_MESH_REACH_H

#include "mesh/mesh-planes.h"
#include "mesh/mesh-winding.h"

typedef struct BspMeshReach BspMeshReach;

/* faces: n faces of the mesh, whose winding numbers `winding` computes. A vertex of a cell may be
 * `allowed` units from the faces. All arguments must outlive the result. */
BspMeshReach *bsp_mesh_reach_new(const BspMesh *mesh, const BspMeshPlanes *planes,
                                 const guint *faces, guint n, const BspMeshWinding *winding,
                                 double allowed);
void bsp_mesh_reach_free(BspMeshReach *reach);

/* Returns whether a vertex of the cell is outside of the mesh, and farther from its faces than
 * allowed, and can be cut off. If so, *plane receives a plane that leaves at least `thin` units of
 * the cell on both sides. Adds the number of corners and faces examined to *n_examined. */
gboolean bsp_mesh_reach_cut(const BspMeshReach *reach, const BspCell *cell, double thin,
                            BspPlane *plane, guint64 *n_examined);

/* Whether p is within the distance, in units, of one of n faces of the mesh. */
gboolean bsp_mesh_is_near(const BspMesh *mesh, const guint *faces, guint n, BspVec p,
                          double distance);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMeshReach, bsp_mesh_reach_free)

#endif
