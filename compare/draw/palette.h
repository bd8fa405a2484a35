/* palette: colours for light and dark paper that colour-blind people can distinguish (Okabe and Ito
 * 2008; for amounts, the scale cividis). */
#ifndef COMPARE_PALETTE_H
#define COMPARE_PALETTE_H

#include <glib.h>

typedef struct {
    double r, g, b; /* 0 to 1 */
} CompareColour;

typedef struct {
    CompareColour paper, ink, faint; /* faint: for lines in the background */
    CompareColour solid;             /* the level without expansion */
} CompareTheme;

extern const CompareTheme compare_theme_light, compare_theme_dark;

extern const CompareColour compare_orange, compare_sky, compare_green, compare_blue,
    compare_vermillion, compare_purple;

/* The first six are different; then they repeat. */
CompareColour compare_palette_colour(guint i);

/* Mixes `part` of `one` with the remainder of `other`. */
CompareColour compare_palette_mix(CompareColour one, CompareColour other, double part);

/* The colour of an amount from 0 (dark blue) to 1 (yellow). */
CompareColour compare_palette_amount(double x);

#endif
