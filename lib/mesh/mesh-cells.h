/* mesh-cells: cuts the inside of surfaces into convex brushes, with a BSP of their faces. */
#ifndef BSP_MESH_CELLS_H
#define BSP_MESH_CELLS_H

#include "mesh/mesh-planes.h"

/* Appends the brushes of the space that the faces enclose: where their winding number exceeds one
 * half. faces: guint, faces of the mesh. Sets report->n_cells, n_thin, n_doubtful and
 * doubtful_volume. Returns FALSE with BSP_ERROR_LIMIT if the faces are too many or cross each other
 * too often. */
gboolean bsp_mesh_cut(const BspMesh *mesh, const BspMeshPlanes *planes, const GArray *faces,
                      GPtrArray *brushes, BspMeshReport *report, GError **error);

#endif
