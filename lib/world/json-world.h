/* json-world: worlds as JSON documents of format "bsp-world", or as parts of other documents. */
#ifndef BSP_WORLD_JSON_H
#define BSP_WORLD_JSON_H

#include "bsp-world.h"
#include "world/json.h"

/* Reads the world from a value anywhere in a document. Errors name the position, as in "FILE:
 * /world/brushes/3: ...". A world without a name gets the file's name. Returns NULL with
 * BSP_ERROR_VALUE or BSP_ERROR_GEOMETRY. */
BspWorld *bsp_world_read_json_value(const BspJsonRef *ref, GError **error);

/* Returns the text of a document, with a line for each brush and start. Numbers are exact: the text
 * reads back as the same brushes, bit for bit. Free with g_free(). */
char *bsp_world_to_json(const BspWorld *world);

/* Checks that the world's text of `length` bytes is within the limits of reading. Fails with
 * BSP_ERROR_LIMIT. */
gboolean bsp_world_json_fits(const BspWorld *world, gsize length, GError **error);

#endif
