/* mesh-rooms: what the shells of a mesh enclose that face inwards.
 *
 * Each shell is judged alone, by the shells that it lies in:
 *
 *   in no other shell                a room or a sky: it encloses air, and everything outside is
 * solid in the solid of another shell    a hollow in the air of a room or a hollow it is inside
 * out, and encloses solid
 *
 * Solid that touches or crosses the shell from outside does not count: only shells around it. */
#ifndef BSP_MESH_ROOMS_H
#define BSP_MESH_ROOMS_H

#include "mesh/mesh-shells.h"

/* A hollow takes away one solid. Where two overlap, one is left.
 *
 * Judges all shells that face inwards: marks rooms (BspMeshShell.is_room), and turns shells that
 * are inside out, with their faces and planes. `sheet` is the thickness of sheets, or 0. Sets
 * report->n_inward and n_rooms. Appends to `remarks` a string for each shell, which names its first
 * face. Returns FALSE with BSP_ERROR_LIMIT if there are too many such shells. */
gboolean bsp_mesh_judge_shells(BspMesh *mesh, BspMeshPlanes *planes, BspMeshShells *shells,
                               double sheet, BspMeshReport *report, GPtrArray *remarks,
                               GError **error);

/* Adds a box around the mesh and its shell, so that everything outside the rooms is solid. It is an
 * eighth of the longest side of the mesh thick, and ends at BSP_WORLD_HALF. */
void bsp_mesh_surround(BspMesh *mesh, BspMeshShells *shells);

#endif
