/* json-contents: reads and prints contents (of brushes, and of masks) in JSON. */
#ifndef BSP_JSON_CONTENTS_H
#define BSP_JSON_CONTENTS_H

#include "world/json.h"

/* Reads a set of contents: a number below 2^32, a string, or an array of strings, which are
 * combined. A string is the name of a content of id Tech 3, or one to eight hexadecimal digits. */
gboolean bsp_json_contents(const BspJsonRef *ref, guint32 *contents, GError **error);

/* Adds the contents that the text names, in the form of such a string. Returns FALSE if it names
 * none. */
gboolean bsp_contents_add(const char *text, guint32 *contents);

/* The names of the contents, with commas between. Contents without a name are in hexadecimal
 * digits: "solid,water,200". Free with g_free(). */
char *bsp_contents_text(guint32 contents);

#endif
