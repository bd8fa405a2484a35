/* import: reads meshes in the formats of other programs, by libassimp. */
#ifndef LEVEL_IMPORT_H
#define LEVEL_IMPORT_H

#include "bsp-world.h"

/* The endings of the files that level_read_mesh() reads, for messages. */
#define LEVEL_MESHES ".obj, .glb, .gltf, .ply, .stl, .fbx and .dae"

/* Reads a mesh. The ending of the name, such as ".glb", selects the format; .obj files are read by
 * the libraries, and may be in archives. libassimp reads the others: all meshes of the scene,
 * placed by its nodes, at rest. A node that mirrors keeps the front of its faces. The mesh refers
 * to `path`.
 *
 * up: the axis that is up in the file, "y" or "z"; NULL: as the format has it (y in glTF and
 * Collada, z in .obj, .ply and .stl; an .fbx names its axis). Sets options->y_up. Appends strings
 * to `remarks` about what was left out.
 *
 * Returns NULL with BSP_ERROR_IO, BSP_ERROR_SYNTAX (libassimp cannot read the file),
 * BSP_ERROR_VALUE (a coordinate or index is out of range; libassimp crashed; the program was built
 * without libassimp), BSP_ERROR_GEOMETRY or BSP_ERROR_LIMIT. libassimp opens the files that the
 * file names, wherever they are: import only files that you trust. */
BspMesh *level_read_mesh(const char *path, const char *up, BspMeshOptions *options,
                         GPtrArray *remarks, GError **error);

/* Whether all values are in range. Fails with BSP_ERROR_VALUE. */
gboolean level_check_mesh_options(const BspMeshOptions *options, GError **error);

#endif
