/* json-contents: contents in JSON: what brushes are made of, and what stops things that move. */
#ifndef BSP_JSON_CONTENTS_H
#define BSP_JSON_CONTENTS_H

#include "world/json.h"

/* It is a set of contents: a number below 2^32; a string, which is the name of one of id Tech 3's
 * kinds of contents, or one to eight hexadecimal digits; or an array of such strings, together. */
gboolean bsp_json_contents(const BspJsonRef *ref, guint32 *contents, GError **error);

/* Adds the contents that the text names, as one such string does. FALSE when it names none. */
gboolean bsp_contents_add(const char *text, guint32 *contents);

/* Their names, with commas between; what has none in hexadecimal digits: "solid,water,200". Free
 * with g_free(). */
char *bsp_contents_text(guint32 contents);

#endif
