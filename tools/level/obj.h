/* obj: writes a world as JSON or as a Wavefront .obj file. */
#ifndef LEVEL_OBJ_H
#define LEVEL_OBJ_H

#include "bsp-world.h"

/* Whether the name ends in .obj. */
gboolean level_is_obj(const char *path);

/* Whether the output, NULL for standard output, is not the input, can be written, and has a name
 * that ends in .json or .obj. If `any`, other names than those of levels are good, too. */
gboolean level_check_output(const char *output, const char *input, gboolean any, GError **error);

/* Writes the world of the input as JSON, or as .obj if the output has that ending. Then prints what
 * the input's reader reports. */
gboolean level_write_world(const BspWorld *world, const char *input, const char *output,
                           GError **error);

#endif
