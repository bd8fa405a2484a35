/* json-pieces: reads a JSON object piece by piece, so that the items of its arrays are never all in
 * memory.
 *
 * json-c uses 29 times the size of the text for a world's brushes, and 260 times for `[{},{},{},
 * ...`. So only the frame is kept: the outermost object with empty arrays. The items of the arrays
 * are passed to a function one by one. Each item, and the frame, has at most
 * BSP_JSON_MAX_PIECE_BYTES. */
#ifndef BSP_JSON_PIECES_H
#define BSP_JSON_PIECES_H

#include "world/json-text.h"

/* Bytes. The largest possible brush has 100,000. */
#define BSP_JSON_MAX_PIECE_BYTES (1 << 20)

/* The most items of all arrays together; reading stops at more. The largest world in use has a
 * million brushes. */
#define BSP_JSON_MAX_PIECES (2 << 20)

/* Receives item i, which is freed after the call. If it returns FALSE with an error, reading ends.
 */
typedef gboolean (*BspJsonPieceFunc)(struct json_object *item, guint i, gpointer data,
                                     GError **error);

/* Reads the next value, which must be an array. */
gboolean bsp_json_pieces_items(BspJsonText *text, BspJsonPieceFunc func, gpointer data,
                               GError **error);

/* Reads and checks the whole document. *frame receives the frame (NULL is JSON's null), which the
 * caller releases with json_object_put(). On FALSE it has the members read so far. `arrays`, which
 * must own its keys, receives for each array's key its position in the text. A document that is not
 * an object is its own frame. */
gboolean bsp_json_pieces_frame(BspJsonText *text, struct json_object **frame, GHashTable *arrays,
                               GError **error);

#endif
