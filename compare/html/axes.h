/* axes: logarithmic axes of charts, and where on them something lies. */
#ifndef COMPARE_HTML_AXES_H
#define COMPARE_HTML_AXES_H

#include <glib.h>

/* From lo to hi, both above 0, over so many pixels. */
typedef struct {
    double lo, hi, pixels;
} CompareAxis;

/* Where x is, in pixels from the start. */
double compare_axis_pixel(const CompareAxis *axis, double x);

/* An axis for values between min and max, with this room before and behind, as factors, and at
 * least so many times as high at its end. */
CompareAxis compare_axis_new(double min, double max, double before, double behind, double pixels);

/* Appends gnuplot's commands for the axis "x" or "y": scale, range, and tics that say bytes, or
 * numbers. */
void compare_axis_bytes(GString *script, const char *name, const CompareAxis *axis);
void compare_axis_numbers(GString *script, const char *name, const CompareAxis *axis);

/* Appends a number so that gnuplot reads it back, whatever the language. */
void compare_axis_number(GString *script, double x);

#endif
