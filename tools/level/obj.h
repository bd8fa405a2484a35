/* obj: writes a world as JSON or as a Wavefront .obj file. */
#ifndef LEVEL_OBJ_H
#define LEVEL_OBJ_H

#include "bsp-world.h"

/* Returns whether the name ends in .obj. */
gboolean level_is_obj(const char *path);

/* Returns whether the output can be written, is not the input, and has a name that ends in .json or
 * .obj. NULL is standard output. If `any`, other endings of the name are allowed, too. */
gboolean level_check_output(const char *output, const char *input, gboolean any, GError **error);

/* Writes the world that was read from `input` as JSON, or as .obj if the output has that extension.
 * Then prints the reader's report. */
gboolean level_write_world(const BspWorld *world, const char *input, const char *output,
                           GError **error);

#endif
