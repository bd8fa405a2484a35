/* mesh-rooms: decides what the shells of a mesh that face inwards enclose.
 *
 * Each shell is judged alone, by what is around it:
 *
 *   no shell            it is a room or a sky: inside is air, and everything outside is solid. If
 *                       it is a sliver, it is a sheet
 *   solid               it is a hollow, which takes away one solid; where two overlap, one is left
 *   air of a room       it is inside out, and encloses solid; the same in the air of a hollow
 *
 * Solid that crosses the shell from outside is not around it. */
#ifndef BSP_MESH_ROOMS_H
#define BSP_MESH_ROOMS_H

#include "mesh/mesh-shells.h"

/* Judges all shells that face inwards: marks rooms (BspMeshShell.is_room), and turns shells that
 * are inside out, with their faces and planes. report->sheet is the thickness of sheets, or 0. Sets
 * report->n_inward and n_rooms. Appends to `remarks` a string for each shell, which names its first
 * face. Returns FALSE with BSP_ERROR_LIMIT if there are too many such shells. */
gboolean bsp_mesh_judge_shells(BspMesh *mesh, BspMeshPlanes *planes, BspMeshShells *shells,
                               BspMeshReport *report, GPtrArray *remarks, GError **error);

/* Adds a box around the mesh, and the shell of the box, so that everything outside the rooms is
 * solid. It is an eighth of the longest side of the mesh thick, and ends at BSP_WORLD_HALF. */
void bsp_mesh_surround(BspMesh *mesh, BspMeshShells *shells);

#endif
