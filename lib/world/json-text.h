/* json-text: the text of a JSON document, read value by value in one pass.
 *
 * Values are json-c's. The reader is our own: json-c's accepts duplicate keys, NaN, Infinity and
 * control characters, reads 1e999 as infinity, and drops members when memory runs out. Errors are
 * BSP_ERROR_SYNTAX and read "FILE:LINE:COLUMN: message" (column in characters, from 1). */
#ifndef BSP_JSON_TEXT_H
#define BSP_JSON_TEXT_H

#include "bsp-error.h"

struct json_object;

typedef struct {
    const char *file;        /* as errors name it */
    const char *start, *end; /* *end is NUL */
    const char *p;           /* what is read next; no white space */
    const char *from, *stop; /* of a value that may be only this long; stop is NULL if any may */
} BspJsonText;

/* Whether the text may be opened. Not so, with BSP_ERROR_LIMIT, if it has more than `limit` bytes;
 * nor if there is a NUL in it, a byte order mark before it, or anything but UTF-8. */
gboolean bsp_json_text_check(const char *file, const char *chars, gsize length, gsize limit,
                             GError **error);

/* At the beginning of chars[0 .. length), of which chars[length] must be NUL. Borrows them, and
 * `file`. */
void bsp_json_text_open(BspJsonText *text, const char *file, const char *chars, gsize length);

/* Reads one value and the white space after it; the value is the caller's to put (NULL is JSON's
 * null, or that there is none). BSP_ERROR_LIMIT if it is longer than `limit` bytes, of which json-c
 * may take 260 times as much. */
gboolean bsp_json_text_value(BspJsonText *text, gsize limit, struct json_object **value,
                             GError **error);

/* Reads the string that is next, a quote, into `out`, with its escapes replaced. */
gboolean bsp_json_text_string(BspJsonText *text, GString *out, GError **error);

/* Reads a key that the object does not have yet, the ':' after it, and white space. */
gboolean bsp_json_text_key(BspJsonText *text, const struct json_object *object, GString *key,
                           GError **error);

/* Reads c, if it is next, and the white space after it. */
gboolean bsp_json_text_accept(BspJsonText *text, char c);

/* Sets "FILE:LINE:COLUMN: message" for a place in the text and returns FALSE. */
gboolean bsp_json_text_fail(const BspJsonText *text, const char *at, GError **error,
                            BspErrorCode code, const char *format, ...) G_GNUC_PRINTF(5, 6);

/* The same with BSP_ERROR_SYNTAX, unless the text, or what a value may have of it, has ended. */
gboolean bsp_json_text_unexpected(const BspJsonText *text, const char *at, const char *message,
                                  GError **error);

#endif
