/* pipe: reads arguments that name pipes, which can be read only once. */
#ifndef COMPARE_PIPE_H
#define COMPARE_PIPE_H

#include <glib.h>

/* Replaces "-:MEMBER" and "-#SELECTION" by "/dev/stdin:MEMBER" and "/dev/stdin#SELECTION". */
void compare_pipe_name(char **argument);

/* If the argument names a pipe, reads the pipe into memory by bsp_file_keep(). A selection or a
 * member of an archive may follow the name. Replaces "-" by "/dev/stdin". `ending` is the extension
 * of the format, such as ".map". If it is NULL, the extension of the name decides, or else the
 * first bytes. If `ending_needed`, fails with BSP_ERROR_VALUE if neither of them shows the format.
 * Also fails with the errors of bsp_read_file(). */
gboolean compare_pipe_keep(char **argument, const char *ending, gboolean ending_needed,
                           GError **error);

/* Returns whether the path names a pipe that compare_pipe_keep() has read, or a part of one. */
gboolean compare_pipe_has(const char *path);

/* The formats that compare_pipe_keep() recognises by their first bytes, or that its caller names.
 */
#define COMPARE_PIPE_FORMATS "json, map, bsp, obj, zip, level, glb, gltf, ply, stl, fbx, dae"

#endif
