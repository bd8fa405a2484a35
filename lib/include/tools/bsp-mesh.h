/* bsp-mesh: makes a world of a mesh of polygons. */
#ifndef BSP_MESH_H
#define BSP_MESH_H

#include "bsp-world.h"

G_BEGIN_DECLS

/* A mesh that is being made. Only one thread may use it. */
typedef struct BspMesh BspMesh;

/* An empty mesh. file: for messages, and for the world's name; it must outlive the mesh. The caller
 * frees the mesh with bsp_mesh_free(). */
BspMesh *bsp_mesh_new(const char *file);
void bsp_mesh_free(BspMesh *mesh);

/* Appends a point, in the units of the file. Points are numbered from 0. */
void bsp_mesh_add_point(BspMesh *mesh, BspVec point);

/* Appends a face: the numbers of its n >= 3 corners, anticlockwise seen from outside. The face need
 * not be flat: it stands for the fan of triangles from its first corner. line: the line of the file
 * or the number of a place, for messages. The points must be there already. */
void bsp_mesh_add_face(BspMesh *mesh, const guint *corners, guint n, guint line);

/* Copies the description of a place of the file. The first description is that of place 1. With
 * places, the lines of faces are numbers of places. */
void bsp_mesh_add_place(BspMesh *mesh, const char *place);

/* Scales, turns and repairs the mesh by the options, and makes brushes of it. The mesh can then
 * only be freed. Returns NULL with BSP_ERROR_VALUE (a coordinate is out of range or not finite),
 * BSP_ERROR_GEOMETRY (nothing is solid) or BSP_ERROR_LIMIT. The caller frees the world with
 * bsp_world_free(). */
BspWorld *bsp_mesh_make_world(BspMesh *mesh, const BspMeshOptions *options, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(BspMesh, bsp_mesh_free)

G_END_DECLS

#endif
