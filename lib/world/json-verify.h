/* json-verify: whether what json-c has made of a text is what the text says.
 *
 * Where memory runs out json-c may drop a member, cut a string short, or make null of a value, and
 * call that success. So what it hands over is held against the text. */
#ifndef BSP_JSON_VERIFY_H
#define BSP_JSON_VERIFY_H

#include <glib.h>

struct json_object;

/* The text, from start on, must be one that json-c took for a valid value, with no key twice in an
 * object, and a NUL behind it. */
gboolean bsp_json_verify(const char *start, const struct json_object *value);

#endif
