/* json-world: worlds as JSON documents of format "bsp-world", or as parts of other documents. */
#ifndef BSP_WORLD_JSON_H
#define BSP_WORLD_JSON_H

#include "bsp-world.h"
#include "world/json.h"

/* The world that the value is, which may stand anywhere in a document: errors name the way to what
 * is wrong, as in "FILE: /world/brushes/3: ...". A world that does not tell its name is called as
 * the file is. NULL with BSP_ERROR_VALUE or BSP_ERROR_GEOMETRY. */
BspWorld *bsp_world_read_json_value(const BspJsonRef *ref, GError **error);

/* The text of a document, a line for each brush and start. Numbers keep all their bits: read again,
 * it makes the same brushes, bit for bit. Free with g_free(). */
char *bsp_world_to_json(const BspWorld *world);

/* Whether its text, of so many bytes, could be read again; if not, BSP_ERROR_LIMIT. */
gboolean bsp_world_json_fits(const BspWorld *world, gsize length, GError **error);

#endif
