/* labels: where the names of points go in a chart so that they do not lie on each other. */
#ifndef COMPARE_HTML_LABELS_H
#define COMPARE_HTML_LABELS_H

#include <glib.h>

/* A name beside a point, in pixels: y grows upwards. */
typedef struct {
    double x, y;       /* of the point */
    guint n;           /* characters of the name */
    double dx, dy;     /* found: from the point to the end of the name that is nearest to it */
    gboolean near;     /* it stands within a line of the point, or is left out */
    gboolean left_out; /* found */
    gint side;         /* found: -1 the name ends there, 0 it is centred there, 1 it begins there */
} CompareLabel;

/* A part of the chart. */
typedef struct {
    double left, right, bottom, top;
} CompareRoom;

/* Finds places for the labels inside of width by height, first come first served, those that must
 * be near last: beside, above or below the point, ever farther off, away from points, from names
 * placed before, and from what is taken (array of CompareRoom). */
void compare_labels_place(CompareLabel *labels, guint n, double width, double height,
                          const GArray *taken);

/* Moves heights of names in one column apart, within [0, height], and keeps their order; those
 * below 0 are of no name. */
void compare_labels_spread(double *at, guint n, double height);

#endif
