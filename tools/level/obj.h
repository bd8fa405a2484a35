/* obj: a world as the text of a Wavefront .obj file. */
#ifndef LEVEL_OBJ_H
#define LEVEL_OBJ_H

#include "bsp-world.h"

/* The text of a world: an object "brush-I" for each brush. Numbers are exact. The caller frees the
 * text with g_free(). */
char *level_obj_of_world(const BspWorld *world);

#endif
