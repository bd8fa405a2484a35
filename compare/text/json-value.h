/* json-value: makes and prints JSON values. If memory runs out, these functions end the program, as
 * GLib does; json-c does not always report it.
 *
 * NULL is JSON's null. Functions that receive a value to store take ownership of it. */
#ifndef COMPARE_JSON_VALUE_H
#define COMPARE_JSON_VALUE_H

#include <glib.h>
#include <json-c/json.h>

json_object *compare_json_object(void);
json_object *compare_json_array(void);
json_object *compare_json_count(guint64 n);
json_object *compare_json_boolean(gboolean value);

/* NULL is null. Bytes that are not UTF-8 become U+FFFD. */
json_object *compare_json_text(const char *text);

/* The number x, printed as these digits. */
json_object *compare_json_number(double x, const char *digits);

/* The number x in the fewest digits that read back exactly; null if it is not finite. */
json_object *compare_json_exact(double x);

void compare_json_add(json_object *object, const char *key, json_object *value);
void compare_json_append(json_object *array, json_object *value);

/* Releases a reference to a json_object, for lists of them. */
void compare_json_free(gpointer value);

/* The member's text, or number; NULL or 0 if the object has no such member of that type. The object
 * may be NULL. */
const char *compare_text_at(json_object *object, const char *key);
double compare_number_at(json_object *object, const char *key);

/* Prints the value and frees it. Flags: json-c's JSON_C_TO_STRING_PRETTY and _SPACED. Slashes are
 * not escaped. */
char *compare_json_print(json_object *value, int flags);

/* Like compare_json_print(), but does not free the value. */
char *compare_json_print_part(json_object *value, int flags);

/* Flags for several indented lines, which people can read. */
#define COMPARE_JSON_PRETTY (JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED)

#endif
