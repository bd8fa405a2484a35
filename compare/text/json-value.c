/* json-value: makes and prints JSON values. */
#include "text/json-value.h"

#include <math.h>
#include <string.h>

#include "text/need.h"
#include "text/strings.h"

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

/* --- printing --- */

/* These functions print in json-c's layout. json-c itself ignores failed allocations while it
 * prints; GString ends the program. */
typedef struct {
    GString *out;
    int flags;
} Printer;

static void print_value(const Printer *printer, json_object *value, guint depth);

static void print_string(GString *out, const char *text, gsize length)
{
    static const char special[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    g_string_append_c(out, '"');
    for (gsize i = 0; i < length; i++) {
        const char *found = text[i] ? strchr(special, text[i]) : NULL;
        if (found)
            g_string_append_printf(out, "\\%c", letters[found - special]);
        else if ((guchar)text[i] < 0x20)
            g_string_append_printf(out, "\\u%04x", (guint)text[i]);
        else
            g_string_append_c(out, text[i]);
    }
    g_string_append_c(out, '"');
}

/* The white space before a member, or before the closing bracket. */
static void print_break(const Printer *printer, guint depth)
{
    if (printer->flags & JSON_C_TO_STRING_PRETTY)
        g_string_append_printf(printer->out, "\n%*s", (int)(2 * depth), "");
    else if (printer->flags & JSON_C_TO_STRING_SPACED)
        g_string_append_c(printer->out, ' ');
}

static void print_object(const Printer *printer, json_object *object, guint depth)
{
    gboolean first = TRUE;
    g_string_append_c(printer->out, '{');
    json_object_object_foreach(object, key, member)
    {
        if (!first)
            g_string_append_c(printer->out, ',');
        first = FALSE;
        print_break(printer, depth + 1);
        print_string(printer->out, key, strlen(key));
        g_string_append(printer->out, printer->flags & JSON_C_TO_STRING_SPACED ? ": " : ":");
        print_value(printer, member, depth + 1);
    }
    print_break(printer, depth);
    g_string_append_c(printer->out, '}');
}

static void print_array(const Printer *printer, json_object *array, guint depth)
{
    gsize n = json_object_array_length(array);
    g_string_append_c(printer->out, '[');
    for (gsize i = 0; i < n; i++) {
        if (i)
            g_string_append_c(printer->out, ',');
        print_break(printer, depth + 1);
        print_value(printer, json_object_array_get_idx(array, i), depth + 1);
    }
    print_break(printer, depth);
    g_string_append_c(printer->out, ']');
}

/* json-c holds a whole number as int64 if it fits there, else as uint64. */
static void print_whole(GString *out, json_object *value)
{
    if (json_object_get_int64(value) < 0)
        g_string_append_printf(out, "%" G_GINT64_FORMAT, json_object_get_int64(value));
    else
        g_string_append_printf(out, "%" G_GUINT64_FORMAT, json_object_get_uint64(value));
}

static void print_value(const Printer *printer, json_object *value, guint depth)
{
    switch (json_object_get_type(value)) {
    case json_type_object:
        print_object(printer, value, depth);
        break;
    case json_type_array:
        print_array(printer, value, depth);
        break;
    case json_type_string:
        print_string(printer->out, json_object_get_string(value),
                     (gsize)json_object_get_string_len(value));
        break;
    case json_type_int:
        print_whole(printer->out, value);
        break;
    case json_type_double: /* made by json_object_new_double_s() */
        g_string_append(printer->out, json_object_get_userdata(value));
        break;
    case json_type_boolean:
        g_string_append(printer->out, json_object_get_boolean(value) ? "true" : "false");
        break;
    default:
        g_string_append(printer->out, "null");
    }
}

char *compare_json_print_part(json_object *value, int flags)
{
    const Printer printer = { g_string_new(NULL), flags };
    print_value(&printer, value, 0);
    return g_string_free(printer.out, FALSE);
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
