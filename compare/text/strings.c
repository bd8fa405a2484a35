/* strings: makes text from outside safe, reads and prints numbers, and makes errors. */
#include "text/strings.h"

#include <math.h>
#include <string.h>

#include "bsp-error.h"

/* --- makes text from outside safe for each format in which results are printed --- */

/* Returns whether the character is harmless. Control characters, separators of lines and
 * paragraphs, and format characters (directions, joiners, tags) are not. Nor are the last two code
 * points of each plane, which are not characters, and which XML forbids. */
static gboolean is_harmless(gunichar c)
{
    if ((c & 0xfffe) == 0xfffe)
        return FALSE;
    switch (g_unichar_type(c)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_SURROGATE:
        return FALSE;
    default:
        return TRUE;
    }
}

char *compare_escape_terminal(const char *text)
{
    GString *out = g_string_new(NULL);
    while (*text) {
        gunichar c = g_utf8_get_char_validated(text, -1);
        gboolean valid = c != (gunichar)-1 && c != (gunichar)-2;
        if (valid && is_harmless(c))
            g_string_append_unichar(out, c);
        else
            g_string_append_c(out, '?');
        text = valid ? g_utf8_next_char(text) : text + 1;
    }
    return g_string_free(out, FALSE);
}

char *compare_escape_markdown(const char *text)
{
    g_autofree char *line = compare_escape_terminal(text);
    GString *out = g_string_new(NULL);
    for (const char *c = line; *c; c++) {
        if (strchr("\\`*_[]<>|#~&", *c))
            g_string_append_c(out, '\\');
        g_string_append_c(out, *c);
    }
    return g_string_free(out, FALSE);
}

char *compare_escape_csv(const char *text)
{
    if (!strpbrk(text, ",\"\r\n"))
        return g_strdup(text);
    GString *out = g_string_new("\"");
    for (const char *c = text; *c; c++) {
        if (*c == '"')
            g_string_append_c(out, '"');
        g_string_append_c(out, *c);
    }
    g_string_append_c(out, '"');
    return g_string_free(out, FALSE);
}

/* --- reads numbers from text, and prints them exactly, or rounded for people --- */

gboolean compare_number_read(const char *text, double *x)
{
    char *end;
    double number = g_ascii_strtod(text, &end);
    if (end == text || *end || strspn(text, "0123456789+-.eE") != strlen(text))
        return FALSE;
    *x = number;
    return TRUE;
}

char *compare_number_exact(double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    if (x == 0) /* JSON readers drop the sign of a whole number -0 */
        return g_strdup(signbit(x) ? "-0.0" : "0");
    for (int digits = 15; digits <= 17; digits++) {
        char format[8];
        g_snprintf(format, sizeof format, "%%.%dg", digits);
        g_ascii_formatd(text, sizeof text, format, x);
        if (g_ascii_strtod(text, NULL) == x)
            break;
    }
    return g_strdup(text);
}

char *compare_number_rounded(double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    gboolean whole = x == floor(x) || fabs(x) >= 100;
    return g_strdup(g_ascii_formatd(text, sizeof text, whole ? "%.0f" : "%.3g", x));
}

char *compare_number_in_steps(double x, double steps)
{
    double rounded = steps > 0 ? round(x * steps) / steps : x;
    return compare_number_exact(rounded + 0.0); /* adding 0.0 turns -0 into 0 */
}

char *compare_point_text(const double *point, double steps)
{
    g_autofree char *x = compare_number_in_steps(point[0], steps),
                    *y = compare_number_in_steps(point[1], steps),
                    *z = compare_number_in_steps(point[2], steps);
    return g_strjoin(" ", x, y, z, NULL);
}

char *compare_number_bytes(guint64 n)
{
    static const char *const units[] = { "KiB", "MiB", "GiB", "TiB" };
    if (n < 1024)
        return g_strdup_printf("%" G_GUINT64_FORMAT " B", n);
    double x = (double)n / 1024;
    guint unit = 0;
    for (; x >= 1023.95 && unit + 1 < G_N_ELEMENTS(units); unit++)
        x /= 1024;
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(text, sizeof text, x >= 99.95 ? "%.0f" : "%.1f", x);
    return g_strdup_printf("%s %s", text, units[unit]);
}

/* --- errors --- */

gboolean compare_wrong(GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error_literal(error, BSP_ERROR, BSP_ERROR_VALUE, message);
    return FALSE;
}
