/* sets: disjoint sets of numbers, which can be joined. */
#ifndef BSP_SETS_H
#define BSP_SETS_H

#include <glib.h>

/* Makes n sets, each of one number from 0 to n - 1. The caller frees them with g_free(). */
static inline guint *bsp_sets_new(guint n)
{
    guint *sets = g_new(guint, MAX(n, 1));
    for (guint i = 0; i < n; i++)
        sets[i] = i;
    return sets;
}

/* Returns the lowest number of the set that has number i. */
static inline guint bsp_sets_find(guint *sets, guint i)
{
    while (sets[i] != i)
        i = sets[i] = sets[sets[i]];
    return i;
}

/* Joins the sets that have these numbers. */
static inline void bsp_sets_join(guint *sets, guint a, guint b)
{
    a = bsp_sets_find(sets, a);
    b = bsp_sets_find(sets, b);
    sets[MAX(a, b)] = MIN(a, b);
}

#endif
