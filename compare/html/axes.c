/* axes: logarithmic axes of charts, and where on them something lies. */
#include "html/axes.h"

#include <math.h>
#include <string.h>

#include "text/number.h"

/* Of ends of an axis: what has no room on less cannot be told apart. */
#define LEAST_SPAN 4

double compare_axis_pixel(const CompareAxis *axis, double x)
{
    return axis->pixels * log(x / axis->lo) / log(axis->hi / axis->lo);
}

CompareAxis compare_axis_new(double min, double max, double before, double behind, double pixels)
{
    CompareAxis axis = { min / before, max * behind, pixels };
    double more = LEAST_SPAN * axis.lo / axis.hi;
    if (more > 1) {
        axis.lo /= sqrt(more);
        axis.hi *= sqrt(more);
    }
    return axis;
}

void compare_axis_number(GString *script, double x)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(script, g_ascii_formatd(text, sizeof text, "%.10g", x));
}

/* Pixels of a factor of ten that has room for more tics than one: beside, and above each other. */
#define ROOM_X 120
#define ROOM_Y 60

static void add_tic(GString *script, const CompareAxis *axis, const char *label, double x,
                    gboolean *any)
{
    if (x < axis->lo || x > axis->hi)
        return;
    g_string_append_printf(script, "%s\"%s\" ", *any ? ", " : "", label);
    compare_axis_number(script, x);
    *any = TRUE;
}

static void begin(GString *script, const char *name, const CompareAxis *axis)
{
    g_string_append_printf(script, "set logscale %s\nset %srange [", name, name);
    compare_axis_number(script, axis->lo);
    g_string_append_c(script, ':');
    compare_axis_number(script, axis->hi);
    g_string_append_printf(script, "]\nset %stics (", name);
}

void compare_axis_bytes(GString *script, const char *name, const CompareAxis *axis)
{
    gboolean any = FALSE;
    gboolean wide = axis->hi / axis->lo > 2000; /* else twice as many tics have room */
    begin(script, name, axis);
    for (int power = 0; power <= 50; power += wide ? 4 : axis->hi / axis->lo > 64 ? 2 : 1) {
        g_autofree char *label = compare_number_bytes((guint64)1 << power);
        g_autofree char *whole = g_strdup(label);
        char *point = g_strstr_len(whole, -1, ".0 "); /* a power of two has nothing behind it */
        if (point)
            memmove(point, point + 2, strlen(point + 2) + 1);
        add_tic(script, axis, whole, ldexp(1, power), &any);
    }
    g_string_append(script, ")\n");
}

void compare_axis_numbers(GString *script, const char *name, const CompareAxis *axis)
{
    static const double steps[] = { 1, 2, 5 };
    gboolean any = FALSE;
    gboolean dense = axis->pixels / log10(axis->hi / axis->lo) < (*name == 'x' ? ROOM_X : ROOM_Y);
    begin(script, name, axis);
    for (int power = -9; power <= 12; power++) {
        for (guint i = 0; i < (dense ? 1 : G_N_ELEMENTS(steps)); i++) {
            char label[G_ASCII_DTOSTR_BUF_SIZE];
            double x = steps[i] * pow(10, power);
            g_ascii_formatd(label, sizeof label,
                            power >= 6   ? "%.9gM"
                            : power >= 4 ? "%.9gk"
                                         : "%.9g",
                            power >= 6   ? x / 1e6
                            : power >= 4 ? x / 1e3
                                         : x);
            add_tic(script, axis, label, x, &any);
        }
    }
    g_string_append(script, ")\n");
}
