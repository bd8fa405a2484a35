/* mesh-close: fills the holes of a mesh. */
#ifndef BSP_MESH_CLOSE_H
#define BSP_MESH_CLOSE_H

#include "mesh/mesh-planes.h"

/* Appends faces, of line 0, that close the holes of the mesh, and extends the planes by theirs.
 *
 * The edges that lack a counterpart are divided into loops, short and flat ones first. A loop is
 * filled if it is flat, or has at most 6 corners; and if its area is at most half of the area of
 * the faces around it. Otherwise the faces around it are a sheet and not a body. Adds to
 * report->n_closed and closed_area, and sets n_open, open_length and open_line. */
void bsp_mesh_close(BspMesh *mesh, BspMeshPlanes *planes, const BspMeshOptions *options,
                    BspMeshReport *report);

#endif
