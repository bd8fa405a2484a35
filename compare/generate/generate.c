/* generate: random worlds from a seed. */
#include "generate/generate.h"

#include <math.h>
#include <string.h>

#include "generate/draw.h"

const CompareWorldKind *const compare_world_kinds[] = {
    &compare_world_city,       &compare_world_rooms,
    &compare_world_random,     &compare_world_terrain,
    &compare_world_slivers,    &compare_world_wedges,
    &compare_world_near_axial, &compare_world_near_coplanar,
    &compare_world_bricks,     NULL
};

const CompareWorldKind *compare_world_kind_find(const char *name)
{
    for (guint i = 0; compare_world_kinds[i]; i++)
        if (strcmp(compare_world_kinds[i]->name, name) == 0)
            return compare_world_kinds[i];
    return NULL;
}

void compare_generate_world(const CompareWorldKind *kind, guint n_brushes, guint64 seed,
                            CompareOutput *out)
{
    g_autofree char *name = g_strdup_printf("%s of %u brushes from seed %" G_GUINT64_FORMAT,
                                            kind->name, n_brushes, seed);
    GRand *rand = compare_generate_rand(seed);
    CompareWorldText text;
    compare_world_text_begin(&text, out, name);
    kind->write(&text, rand, n_brushes);
    compare_world_text_end(&text);
    g_rand_free(rand);
}

/* --- shared by the kinds --- */

/* The most starts. A walk restarts rarely, so a run does not use more. */
#define MAX_STARTS 256

guint compare_generate_stride(guint nx, guint ny)
{
    guint k = 1;
    while (((nx - 1) / k + 1) * ((ny - 1) / k + 1) > MAX_STARTS)
        k++;
    return k;
}

guint compare_generate_root(guint n)
{
    return (guint)sqrt(n); /* exact for whole numbers this small when rounded down */
}
