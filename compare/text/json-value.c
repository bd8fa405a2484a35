/* json-value: JSON values to be printed. */
#include "text/json-value.h"

#include <string.h>

#include "geometry/out-of-memory.h"
#include "world/json-verify.h"

json_object *compare_json_object(void)
{
    return bsp_need(json_object_new_object());
}

json_object *compare_json_array(void)
{
    return bsp_need(json_object_new_array());
}

json_object *compare_json_count(guint64 n)
{
    return bsp_need(json_object_new_uint64(n));
}

json_object *compare_json_boolean(gboolean value)
{
    return bsp_need(json_object_new_boolean(value));
}

json_object *compare_json_text(const char *text)
{
    g_autofree char *valid = text ? g_utf8_make_valid(text, -1) : NULL;
    return valid ? bsp_need(json_object_new_string(valid)) : NULL;
}

json_object *compare_json_number(double x, const char *digits)
{
    return bsp_need(json_object_new_double_s(x, digits));
}

void compare_json_add(json_object *object, const char *key, json_object *value)
{
    if (json_object_object_add(object, key, value) != 0)
        bsp_out_of_memory();
}

void compare_json_append(json_object *array, json_object *value)
{
    if (json_object_array_add(array, value) != 0)
        bsp_out_of_memory();
}

/* A text that json-c had no memory to finish looks like any other, so it is held against the value:
 * first whether it is a value at all, then whether it is this one. */
static gboolean says(const char *text, const json_object *value)
{
    json_object *read = json_tokener_parse(text);
    json_object_put(read);
    return (read || !value) && bsp_json_verify(text, value);
}

char *compare_json_print_part(json_object *value, int flags)
{
    const char *text = bsp_need((gpointer)json_object_to_json_string_ext(value, flags));
    if (!says(text, value))
        bsp_out_of_memory();
    /* Of white space nothing tells but the same text again, for which there is memory now. */
    g_autofree char *first = g_strdup(text);
    text = bsp_need((gpointer)json_object_to_json_string_ext(value, flags));
    if (strcmp(first, text) != 0)
        bsp_out_of_memory();
    return g_steal_pointer(&first);
}

char *compare_json_print(json_object *value, int flags)
{
    char *text = compare_json_print_part(value, flags);
    json_object_put(value);
    return text;
}
