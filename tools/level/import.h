/* import: reads meshes in the formats of other programs, by libassimp. */
#ifndef LEVEL_IMPORT_H
#define LEVEL_IMPORT_H

#include "bsp-world.h"

/* Which axis of a mesh file is up. */
typedef enum {
    LEVEL_UP_BY_FORMAT, /* as the format has it: y in glTF and Collada, z in .ply and .stl; an .fbx
                           names its axis */
    LEVEL_UP_Y,
    LEVEL_UP_Z
} LevelUp;

/* Makes a world of all meshes of the file's scene, placed by its nodes, at rest. The ending of the
 * name, such as ".glb", selects the format. A node that mirrors keeps the front of its faces.
 *
 * Returns NULL with BSP_ERROR_IO, BSP_ERROR_SYNTAX (libassimp cannot read the file),
 * BSP_ERROR_VALUE (a coordinate or index is out of range; the program was built without libassimp),
 * BSP_ERROR_GEOMETRY or BSP_ERROR_LIMIT. libassimp opens the files that the file names, wherever
 * they are, and damaged files may crash it: import only files that you trust. */
BspWorld *level_import(const char *path, LevelUp up, const BspMeshOptions *options, GError **error);

#endif
