/* dice: random numbers from a seed, for generated worlds, scenarios and moves. */
#ifndef COMPARE_DICE_H
#define COMPARE_DICE_H

#include <glib.h>

/* A random generator for the seed. The caller frees it with g_rand_free(). */
GRand *compare_generate_rand(guint64 seed);

/* A random whole number from lo to hi, both included. */
gint compare_generate_draw(GRand *rand, gint lo, gint hi);

/* Chooses n items out of `of`. Call it for each item, and count both numbers down: `of` after each
 * call, n after each TRUE. */
gboolean compare_generate_choose(GRand *rand, guint n, guint of);

#endif
