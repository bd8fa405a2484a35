/* number: reads numbers from text, and prints them exactly, or rounded for people. */
#include "text/number.h"

#include <math.h>
#include <string.h>

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
