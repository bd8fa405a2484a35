/* import: reads meshes in the formats of other programs, by libassimp. */
#ifndef LEVEL_IMPORT_H
#define LEVEL_IMPORT_H

#include "bsp-world.h"

/* The extensions of the files that level_read_mesh() reads, for messages. */
#define LEVEL_MESHES ".obj, .glb, .gltf, .ply, .stl, .fbx and .dae"

/* Reads a mesh. The extension of the name, such as ".glb", selects the format. The libraries of
 * this project read .obj files, which may be in archives. libassimp reads the other formats, with
 * all meshes of the scene, placed by its nodes, at rest. If a node mirrors its mesh, the faces keep
 * their front. The mesh keeps a pointer to `path`.
 *
 * `up` is the axis that is up in the file, "y" or "z". If it is NULL, the format decides. It is y
 * in glTF and Collada, and z in .obj, .ply and .stl. An .fbx file names its axis. Sets
 * options->y_up. Appends strings to `remarks` about parts that were left out.
 *
 * Returns NULL with BSP_ERROR_IO, BSP_ERROR_SYNTAX, BSP_ERROR_VALUE, BSP_ERROR_GEOMETRY or
 * BSP_ERROR_LIMIT. It is BSP_ERROR_SYNTAX if libassimp cannot read the file. It is BSP_ERROR_VALUE
 * if a coordinate or index is out of range, if libassimp crashed, or if the program was built
 * without libassimp. libassimp opens all files that the file names, so import only files that you
 * trust. */
BspMesh *level_read_mesh(const char *path, const char *up, BspMeshOptions *options,
                         GPtrArray *remarks, GError **error);

/* Returns whether all values are in range. Fails with BSP_ERROR_VALUE. */
gboolean level_check_mesh_options(const BspMeshOptions *options, GError **error);

#endif
