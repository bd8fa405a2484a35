/* palette: colours that people tell apart whatever they see of colours (Okabe and Ito 2008; for
 * amounts the scale cividis), on light paper and on dark. */
#ifndef COMPARE_PALETTE_H
#define COMPARE_PALETTE_H

#include <glib.h>

typedef struct {
    double r, g, b; /* 0 to 1 */
} CompareColour;

typedef struct {
    CompareColour paper, ink, faint; /* faint: lines that shall not be looked at first */
    CompareColour solid;             /* the bare level */
} CompareTheme;

extern const CompareTheme compare_theme_light, compare_theme_dark;

extern const CompareColour compare_orange, compare_sky, compare_green, compare_blue,
    compare_vermillion, compare_purple;

/* A different one for each of the first six, then from the first again. */
CompareColour compare_palette_colour(guint i);

/* `part` of the one, the rest of the other. */
CompareColour compare_palette_mix(CompareColour one, CompareColour other, double part);

/* For an amount from 0 (dark blue) to 1 (yellow). */
CompareColour compare_palette_amount(double x);

#endif
