/* value: numbers of a page, each with where in the JSON it comes from.
 *
 * A page is made of JSON alone, and every number that it shows stands in an element that names the
 * JSON pointer (RFC 6901) of its value, and the value as the JSON has it: who doubts a number can
 * look it up, and tests do. */
#ifndef COMPARE_HTML_VALUE_H
#define COMPARE_HTML_VALUE_H

#include <glib.h>
#include <json-c/json.h>

/* What a number is, which says how it is shown. */
typedef enum {
    COMPARE_HTML_PLAIN,
    COMPARE_HTML_BYTES,
    COMPARE_HTML_NS,
    COMPARE_HTML_RATIO
} CompareHtmlUnit;

/* The value at the pointer, which is borrowed; NULL where there is none, or null. The format makes
 * the pointer; names in it must hold no "/" or "~". */
json_object *compare_html_at(json_object *root, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The number at the pointer; 0 where there is none. */
double compare_html_number(json_object *root, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* As JSON has it: digits of a number, the text of a string; two numbers of an interval with a blank
 * between. Free with g_free(), as the next. */
char *compare_html_exact(json_object *value);

/* As people see it: rounded, with KiB and the like; "-" for none. */
char *compare_html_shown(json_object *value, CompareHtmlUnit unit);

/* Appends the number at the pointer. */
void compare_html_add(GString *out, json_object *root, CompareHtmlUnit unit, const char *format,
                      ...) G_GNUC_PRINTF(4, 5);

/* What the key of a number says that it is: "peak_build_bytes". */
CompareHtmlUnit compare_html_unit(const char *key);

#endif
