/* json-text: reads the text of a JSON document value by value in one pass.
 *
 * Values are json-c's, but its reader is not used: it accepts duplicate keys, NaN, Infinity and
 * control characters, reads 1e999 as infinity, and drops members when memory runs out. Errors are
 * BSP_ERROR_SYNTAX, with messages "FILE:LINE:COLUMN: message" (column in characters, from 1). */
#ifndef BSP_JSON_TEXT_H
#define BSP_JSON_TEXT_H

#include "bsp-error.h"

struct json_object;

typedef struct {
    const char *file;        /* name for errors */
    const char *start, *end; /* *end is NUL */
    const char *p;           /* the next character, which is not white space */
    const char *from, *stop; /* the current value's start and limit; stop is NULL without a limit */
} BspJsonText;

/* Checks that the text may be opened. Fails with BSP_ERROR_LIMIT if it has more than `limit` bytes.
 * Fails also if it contains a NUL, begins with a byte order mark, or is not UTF-8. */
gboolean bsp_json_text_check(const char *file, const char *chars, gsize length, gsize limit,
                             GError **error);

/* Opens the text chars[0 .. length); chars[length] must be NUL. Borrows chars and `file`. */
void bsp_json_text_open(BspJsonText *text, const char *file, const char *chars, gsize length);

/* Reads one value and the white space after it. The caller releases the value with
 * json_object_put() (NULL is JSON's null, or no value). Fails with BSP_ERROR_LIMIT if the value is
 * longer than `limit` bytes. json-c may use 260 times as much memory. */
gboolean bsp_json_text_value(BspJsonText *text, gsize limit, struct json_object **value,
                             GError **error);

/* Sets "FILE:LINE:COLUMN: message" for a place in the text and returns FALSE. */
gboolean bsp_json_text_fail(const BspJsonText *text, const char *at, GError **error,
                            BspErrorCode code, const char *format, ...) G_GNUC_PRINTF(5, 6);

/* --- an object piece by piece, so that the items of its arrays are never all in memory ---
 *
 * json-c uses 29 times the size of the text for a world's brushes, and 260 times for `[{},{},{},
 * ...`. So only the frame is kept: the outermost object with empty arrays. The items of the arrays
 * are passed to a function one by one. Each item, and the frame, has at most
 * BSP_JSON_MAX_PIECE_BYTES. */

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
