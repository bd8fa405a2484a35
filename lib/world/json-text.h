/* json-text: reads the text of a JSON document value by value in one pass.
 *
 * Values are objects of json-c, but json-c's reader is not used, because it accepts duplicate keys,
 * NaN, Infinity and control characters, reads 1e999 as infinity, and drops members when memory runs
 * out. Errors are BSP_ERROR_SYNTAX, with messages "FILE:LINE:COLUMN: message" (column in
 * characters, from 1). */
#ifndef BSP_JSON_TEXT_H
#define BSP_JSON_TEXT_H

#include "bsp-error.h"

struct json_object;

typedef struct {
    const char *file;        /* the file's name, for error messages */
    const char *start, *end; /* *end is NUL */
    const char *p;           /* the next character, which is not white space */
    const char *from, *stop; /* start of the current value, and the position that it must not
                                exceed; NULL: no limit */
} BspJsonText;

/* Checks a text before it is opened. Fails with BSP_ERROR_LIMIT if it has more than `limit` bytes,
 * and with BSP_ERROR_SYNTAX if it contains a NUL, begins with a byte order mark, or is not UTF-8.
 */
gboolean bsp_json_text_check(const char *file, const char *chars, gsize length, gsize limit,
                             GError **error);

/* Opens the text chars[0 .. length); chars[length] must be NUL. chars and file must outlive the
 * BspJsonText. */
void bsp_json_text_open(BspJsonText *text, const char *file, const char *chars, gsize length);

/* Reads one value and the white space after it. The caller releases *value with json_object_put().
 * NULL is JSON's null, or means that there is no value. Fails with BSP_ERROR_LIMIT if the value is
 * longer than `limit` bytes. json-c may use 260 times as much memory. */
gboolean bsp_json_text_value(BspJsonText *text, gsize limit, struct json_object **value,
                             GError **error);

/* Sets the error "FILE:LINE:COLUMN: message" for position `at` in the text, and returns FALSE. */
gboolean bsp_json_text_fail(const BspJsonText *text, const char *at, GError **error,
                            BspErrorCode code, const char *format, ...) G_GNUC_PRINTF(5, 6);

/* --- reading an object piece by piece, so that the items of its arrays are never all in memory ---
 *
 * json-c needs 29 times the size of the text for a world's brushes, and 260 times for `[{},{},{},
 * ...`. So only the frame is stored: the outermost object, with empty arrays. The items of the
 * arrays are passed to a function one by one. The text of each item, and of the frame, has at most
 * BSP_JSON_MAX_PIECE_BYTES. */

/* Bytes. The text of the largest possible brush has 100,000. */
#define BSP_JSON_MAX_PIECE_BYTES (1 << 20)

/* The greatest number of items of all arrays together. Reading fails if there are more. The largest
 * world in use has a million brushes. */
#define BSP_JSON_MAX_PIECES (2 << 20)

/* Receives item i, which is freed after the call. Returns FALSE with an error to end reading. */
typedef gboolean (*BspJsonPieceFunc)(struct json_object *item, guint i, gpointer data,
                                     GError **error);

/* Reads the next value, which must be an array, and calls func for each item. */
gboolean bsp_json_pieces_items(BspJsonText *text, BspJsonPieceFunc func, gpointer data,
                               GError **error);

/* Reads and checks the whole document. *frame receives the frame (NULL is JSON's null), which the
 * caller releases with json_object_put(). If the function returns FALSE, the frame has the members
 * read so far. The hash table `arrays`, which must own its keys, maps the key of each array to the
 * array's position in the text. A document that is not an object is itself the frame. */
gboolean bsp_json_pieces_frame(BspJsonText *text, struct json_object **frame, GHashTable *arrays,
                               GError **error);

#endif
