/* draw: what generated worlds, scenarios and moves leave to chance, all of it from a seed. */
#ifndef COMPARE_DRAW_H
#define COMPARE_DRAW_H

#include <glib.h>

/* The generator of a seed. Free with g_rand_free(). */
GRand *compare_generate_rand(guint64 seed);

/* A whole number from lo to hi, both included. */
gint compare_generate_draw(GRand *rand, gint lo, gint hi);

/* TRUE n times in every `of` calls that follow, if both are then counted down: which n of them is
 * left to chance. */
gboolean compare_generate_choose(GRand *rand, guint n, guint of);

#endif
