/* json-text: the text of a JSON document becomes objects of json-c.
 *
 * json-c reads the text. Before, the text is checked for what json-c accepts although JSON has none
 * of it: NaN, Infinity, 01, 1., 'quotes', control characters in strings, and whole numbers that do
 * not fit 64 bits. Afterwards members and items are counted in text and tree, because json-c keeps
 * only the last of several members with one key. */
#ifndef BSP_JSON_TEXT_H
#define BSP_JSON_TEXT_H

#include "bsp-error.h"

struct json_object;

/* Reads chars[0 .. length); chars[length] must be NUL. file: for messages. The caller releases
 * *root, which is NULL for JSON's null, with json_object_put(). Returns FALSE with BSP_ERROR_SYNTAX
 * or BSP_ERROR_LIMIT, "FILE:LINE:COLUMN: message" (column in characters, from 1). */
gboolean bsp_json_read_text(const char *file, const char *chars, gsize length,
                            struct json_object **root, GError **error);

#endif
