/* json-value: makes and prints JSON values. If memory runs out while a value is made, these
 * functions end the program, because json-c does not always report the error.
 *
 * NULL is JSON's null. Functions that receive a value and store it take ownership of it. */
#ifndef COMPARE_JSON_VALUE_H
#define COMPARE_JSON_VALUE_H

#include <glib.h>
#include <json-c/json.h>
#include <math.h>

#include "text/need.h"
#include "text/strings.h"

static inline json_object *compare_json_object(void)
{
    return compare_need(json_object_new_object());
}

static inline json_object *compare_json_array(void)
{
    return compare_need(json_object_new_array());
}

static inline json_object *compare_json_count(guint64 n)
{
    return compare_need(json_object_new_uint64(n));
}

static inline json_object *compare_json_boolean(gboolean value)
{
    return compare_need(json_object_new_boolean(value));
}

/* Makes a string, or null if the text is NULL. Bytes that are not UTF-8 become U+FFFD. */
static inline json_object *compare_json_text(const char *text)
{
    g_autofree char *valid = text ? g_utf8_make_valid(text, -1) : NULL;
    return valid ? compare_need(json_object_new_string(valid)) : NULL;
}

/* Makes a string of 16 hexadecimal digits. */
static inline json_object *compare_json_hash(guint64 hash)
{
    char digits[17];
    g_snprintf(digits, sizeof digits, "%016" G_GINT64_MODIFIER "x", hash);
    return compare_json_text(digits);
}

/* Makes the number x, which is printed as these digits. */
static inline json_object *compare_json_number(double x, const char *digits)
{
    return compare_need(json_object_new_double_s(x, digits));
}

/* Makes the number x with as few digits as are needed to read exactly x, or null if x is not
 * finite. */
static inline json_object *compare_json_exact(double x)
{
    g_autofree char *digits = compare_number_exact(x);
    return isfinite(x) ? compare_json_number(x, digits) : NULL;
}

static inline void compare_json_add(json_object *object, const char *key, json_object *value)
{
    if (json_object_object_add(object, key, value) != 0)
        compare_out_of_memory();
}

static inline void compare_json_append(json_object *array, json_object *value)
{
    if (json_object_array_add(array, value) != 0)
        compare_out_of_memory();
}

static inline json_object *compare_json_texts(char *const *texts, guint n)
{
    json_object *array = compare_json_array();
    for (guint i = 0; i < n; i++)
        compare_json_append(array, compare_json_text(texts[i]));
    return array;
}

/* Makes an array of n numbers, each as by compare_json_exact(). */
static inline json_object *compare_json_numbers(const double *numbers, guint n)
{
    json_object *array = compare_json_array();
    for (guint i = 0; i < n; i++)
        compare_json_append(array, compare_json_exact(numbers[i]));
    return array;
}

/* Releases a reference to a json_object. This is a function for lists of such objects. */
static inline void compare_json_free(gpointer value)
{
    json_object_put(value);
}

/* Return the text or the number of the member, or NULL or 0 if the object has no such member of
 * this type. The object may be NULL. */
static inline const char *compare_text_at(json_object *object, const char *key)
{
    json_object *value = json_object_object_get(object, key);
    return json_object_is_type(value, json_type_string) ? json_object_get_string(value) : NULL;
}

static inline double compare_number_at(json_object *object, const char *key)
{
    json_object *value = json_object_object_get(object, key);
    return json_object_is_type(value, json_type_int) || json_object_is_type(value, json_type_double)
               ? json_object_get_double(value)
               : 0;
}

/* Returns the value as JSON text, and frees the value. The flags are json-c's
 * JSON_C_TO_STRING_PRETTY and _SPACED. Slashes are not escaped. */
static inline char *compare_json_print(json_object *value, int flags)
{
    const char *text =
        json_object_to_json_string_ext(value, flags | JSON_C_TO_STRING_NOSLASHESCAPE);
    if (!text)
        compare_out_of_memory();
    char *copy = g_strdup(text);
    json_object_put(value);
    return copy;
}

/* Flags for indented lines, which people can read. */
#define COMPARE_JSON_PRETTY (JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED)

#endif
