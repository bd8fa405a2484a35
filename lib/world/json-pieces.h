/* json-pieces: a JSON object read piece by piece: what its arrays hold is never in memory at
 * once.
 *
 * json-c takes 29 times the text of a world's brushes, and 260 times that of `[{},{},{}, ...`. So
 * only the outermost object's frame is kept, in which its arrays are empty; their items are handed
 * out one by one. An item has a limit of its own, BSP_JSON_MAX_PIECE_BYTES, and so has the frame.
 */
#ifndef BSP_JSON_PIECES_H
#define BSP_JSON_PIECES_H

#include "world/json-text.h"

/* Bytes. The largest brush there may be has 100,000. */
#define BSP_JSON_MAX_PIECE_BYTES (1 << 20)

/* Items of all its arrays together. The largest world in use has a million brushes; what has more
 * is refused before all of it has been read. */
#define BSP_JSON_MAX_PIECES (2 << 20)

/* Item i, which is freed thereafter. FALSE, with an error, ends the reading. */
typedef gboolean (*BspJsonPieceFunc)(struct json_object *item, guint i, gpointer data,
                                     GError **error);

/* Reads the array that is next, which must be one. */
gboolean bsp_json_pieces_items(BspJsonText *text, BspJsonPieceFunc func, gpointer data,
                               GError **error);

/* Reads, and so checks, the whole document. *frame is the caller's to put (NULL is JSON's null),
 * even where that fails, and then has the members before; and `arrays` becomes a table from the
 * keys (which it must own) of the arrays in it to their places in the text. A document that is no
 * object is its own frame. */
gboolean bsp_json_pieces_frame(BspJsonText *text, struct json_object **frame, GHashTable *arrays,
                               GError **error);

#endif
