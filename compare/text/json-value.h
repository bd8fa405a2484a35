/* json-value: JSON values to be printed. json-c tells a caller when it has no memory, or does
 * not; here the program ends then, as it does where GLib has none.
 *
 * NULL is JSON's null, and only that. What takes a value takes it over. */
#ifndef COMPARE_JSON_VALUE_H
#define COMPARE_JSON_VALUE_H

#include <glib.h>
#include <json-c/json.h>

json_object *compare_json_object(void);
json_object *compare_json_array(void);
json_object *compare_json_count(guint64 n);
json_object *compare_json_boolean(gboolean value);

/* NULL is null; what is not UTF-8 in a text that came from outside becomes U+FFFD. */
json_object *compare_json_text(const char *text);

/* x, written as these digits. */
json_object *compare_json_number(double x, const char *digits);

void compare_json_add(json_object *object, const char *key, json_object *value);
void compare_json_append(json_object *array, json_object *value);

/* Prints the value and frees it. Flags are json-c's JSON_C_TO_STRING_PRETTY and _SPACED; a slash is
 * never escaped. */
char *compare_json_print(json_object *value, int flags);

/* The same, of a value that is still needed. */
char *compare_json_print_part(json_object *value, int flags);

/* On several lines, for people to read, too. */
#define COMPARE_JSON_PRETTY (JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED)

#endif
