/* mesh-sheet: thin brushes behind the faces of an open surface. */
#ifndef BSP_MESH_SHEET_H
#define BSP_MESH_SHEET_H

#include "mesh/mesh-planes.h"

/* Appends a brush for each of n faces of a surface: a prism whose front is the face.
 *
 * If all faces face one way along an axis, as in a terrain, the prisms extend `thickness` units
 * along that axis. They fill the space between the surface and its moved copy, without gaps.
 * Otherwise each prism extends behind its face, and the prisms of neighbours are mitred
 * (geometry/prism.h). Returns the number of faces that are too narrow for a brush. */
guint bsp_mesh_thicken(const BspMesh *mesh, const BspMeshPlanes *planes, const guint *faces,
                       guint n, double thickness, GPtrArray *brushes);

#endif
