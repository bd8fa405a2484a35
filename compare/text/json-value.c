/* json-value: makes and prints JSON values. */
#include "text/json-value.h"

#include "text/need.h"
#include "text/strings.h"
#include <math.h>

json_object *compare_json_object(void)
{
    return compare_need(json_object_new_object());
}

json_object *compare_json_array(void)
{
    return compare_need(json_object_new_array());
}

json_object *compare_json_count(guint64 n)
{
    return compare_need(json_object_new_uint64(n));
}

json_object *compare_json_boolean(gboolean value)
{
    return compare_need(json_object_new_boolean(value));
}

json_object *compare_json_text(const char *text)
{
    g_autofree char *valid = text ? g_utf8_make_valid(text, -1) : NULL;
    return valid ? compare_need(json_object_new_string(valid)) : NULL;
}

json_object *compare_json_number(double x, const char *digits)
{
    return compare_need(json_object_new_double_s(x, digits));
}

json_object *compare_json_exact(double x)
{
    if (!isfinite(x))
        return NULL;
    g_autofree char *digits = compare_number_exact(x);
    return compare_json_number(x, digits);
}

void compare_json_add(json_object *object, const char *key, json_object *value)
{
    if (json_object_object_add(object, key, value) != 0)
        compare_out_of_memory();
}

void compare_json_append(json_object *array, json_object *value)
{
    if (json_object_array_add(array, value) != 0)
        compare_out_of_memory();
}

char *compare_json_print_part(json_object *value, int flags)
{
    return g_strdup(compare_need(
        (gpointer)json_object_to_json_string_ext(value, flags | JSON_C_TO_STRING_NOSLASHESCAPE)));
}

char *compare_json_print(json_object *value, int flags)
{
    char *text = compare_json_print_part(value, flags);
    json_object_put(value);
    return text;
}

void compare_json_free(gpointer value)
{
    json_object_put(value);
}

const char *compare_text_at(json_object *object, const char *key)
{
    json_object *value = json_object_object_get(object, key);
    return json_object_is_type(value, json_type_string) ? json_object_get_string(value) : NULL;
}

double compare_number_at(json_object *object, const char *key)
{
    json_object *value = json_object_object_get(object, key);
    return json_object_is_type(value, json_type_int) || json_object_is_type(value, json_type_double)
               ? json_object_get_double(value)
               : 0;
}
