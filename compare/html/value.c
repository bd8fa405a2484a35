/* value: numbers of a page, each with where in the JSON it comes from. */
#include "html/value.h"

#include <math.h>
#include <string.h>

#include "html/markup.h"
#include "text/number.h"

static json_object *find(json_object *root, const char *pointer)
{
    json_object *value = NULL;
    /* The empty pointer, the whole, is none that json-c takes everywhere. */
    if (!*pointer)
        return root;
    return json_pointer_get(root, pointer, &value) == 0 ? value : NULL;
}

json_object *compare_html_at(json_object *root, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *pointer = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return find(root, pointer);
}

double compare_html_number(json_object *root, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *pointer = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    json_object *value = find(root, pointer);
    return value ? json_object_get_double(value) : 0;
}

static gboolean is_number(json_object *value)
{
    return json_object_is_type(value, json_type_int) ||
           json_object_is_type(value, json_type_double);
}

static gboolean is_interval(json_object *value)
{
    return json_object_is_type(value, json_type_array) && json_object_array_length(value) == 2 &&
           is_number(json_object_array_get_idx(value, 0)) &&
           is_number(json_object_array_get_idx(value, 1));
}

char *compare_html_exact(json_object *value)
{
    if (is_interval(value))
        return g_strdup_printf("%s %s", json_object_get_string(json_object_array_get_idx(value, 0)),
                               json_object_get_string(json_object_array_get_idx(value, 1)));
    return g_strdup(value ? json_object_get_string(value) : "");
}

static char *shown_number(double x, CompareHtmlUnit unit)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    if (unit == COMPARE_HTML_BYTES && x >= 0 && x < 0x1p63)
        return compare_number_bytes((guint64)x);
    if (unit == COMPARE_HTML_NS && fabs(x) >= 10)
        return g_strdup(g_ascii_formatd(text, sizeof text, "%.0f", x));
    if (unit == COMPARE_HTML_RATIO)
        return g_strdup(g_ascii_formatd(text, sizeof text, x < 9.995 ? "%.2f" : "%.1f", x));
    return compare_number_rounded(x);
}

char *compare_html_shown(json_object *value, CompareHtmlUnit unit)
{
    if (!value)
        return g_strdup("-");
    if (is_interval(value)) {
        g_autofree char *lo = compare_html_shown(json_object_array_get_idx(value, 0), unit);
        g_autofree char *hi = compare_html_shown(json_object_array_get_idx(value, 1), unit);
        return g_strdup_printf("%s to %s", lo, hi);
    }
    if (is_number(value))
        return shown_number(json_object_get_double(value), unit);
    return g_strdup(json_object_get_string(value));
}

void compare_html_add(GString *out, json_object *root, CompareHtmlUnit unit, const char *format,
                      ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *pointer = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    json_object *value = find(root, pointer);
    g_autofree char *exact = compare_html_exact(value), *shown = compare_html_shown(value, unit);
    g_string_append(out, "<data data-key=\"");
    compare_html_text(out, pointer);
    g_string_append(out, "\" value=\"");
    compare_html_text(out, exact);
    g_string_append(out, "\">");
    compare_html_text(out, shown);
    g_string_append(out, "</data>");
}

CompareHtmlUnit compare_html_unit(const char *key)
{
    return strstr(key, "ratio")                                 ? COMPARE_HTML_RATIO
           : g_str_has_suffix(key, "bytes")                     ? COMPARE_HTML_BYTES
           : strncmp(key, "ns_", 3) == 0 || strstr(key, "_ns_") ? COMPARE_HTML_NS
                                                                : COMPARE_HTML_PLAIN;
}
