/* mesh-repair: welds the points of a mesh, and turns or removes faces that are turned or doubled.
 *
 * The functions change the mesh. Faces and corners may get other numbers. */
#ifndef BSP_MESH_REPAIR_H
#define BSP_MESH_REPAIR_H

#include "mesh/mesh.h"

/* Replaces every point of a face by the first point within `distance` units (0: at the same place).
 * So no point moves farther than that. Removes faces that have fewer than 3 different corners after
 * that. Adds to report->n_welded, n_degenerate and moved. */
void bsp_mesh_weld(BspMesh *mesh, double distance, BspMeshReport *report);

/* Replaces polygons with a corner farther than `flat` units from their mean plane by fans of
 * triangles from the first corner. Returns their number. */
guint bsp_mesh_split_bent(BspMesh *mesh, double flat);

/* Adds corners to the faces where the corner of a face lies within an edge of another face, within
 * `distance` units. Only edges without a counterpart get corners. Returns whether any did. */
gboolean bsp_mesh_split_edges(BspMesh *mesh, double distance);

/* Turns faces that are turned, and removes doubled ones. Both are recognized by the length of the
 * edges without a counterpart, which decreases with each change. Adds to report->n_turned and
 * n_doubled. */
void bsp_mesh_orient(BspMesh *mesh, BspMeshReport *report);

/* Sets outline[f] for each face, such that faces with the same corners have the same number, and
 * direction[f], 1 or -1, which tells whether they run around the outline in the same direction. */
void bsp_mesh_number_outlines(const BspMesh *mesh, guint *outline, gint8 *direction);

#endif
