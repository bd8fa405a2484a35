/* dice: random numbers from a seed. */
#include "generate/dice.h"

GRand *compare_generate_rand(guint64 seed)
{
    guint32 words[2] = { (guint32)seed, (guint32)(seed >> 32) };
    return g_rand_new_with_seed_array(words, 2);
}

gint compare_generate_draw(GRand *rand, gint lo, gint hi)
{
    return g_rand_int_range(rand, lo, hi + 1);
}

gboolean compare_generate_choose(GRand *rand, guint n, guint of)
{
    return g_rand_int_range(rand, 0, (gint32)of) < (gint32)n;
}
