/* classes: the list of all methods, and the guarantees that several of them share. */
#include "methods/classes.h"

#include <string.h>

const CompareMethodClass *const compare_methods[] = {
    &compare_onion,         &compare_multi,
    &compare_shift,         &compare_shift_box,
    &compare_shift_exact,   &compare_brushes,
    &compare_merge,         &compare_onion_article,
    &compare_shift_paper,   &compare_shift_all,
    &compare_shift_named,   &compare_onion_named,
    &compare_onion_batch,   &compare_onion_named_batch,
    &compare_onion_threads, NULL
};

const CompareMethodClass *compare_method_find(const char *name)
{
    for (guint i = 0; compare_methods[i]; i++)
        if (strcmp(compare_methods[i]->name, name) == 0)
            return compare_methods[i];
    return NULL;
}

CompareClaim compare_claim_spaces_only(const BspShape *shape, gint mover)
{
    (void)shape;
    return mover >= 0 ? COMPARE_EXACT : COMPARE_SKIPS;
}

CompareClaim compare_claim_all_exact(const BspShape *shape, gint mover)
{
    (void)shape, (void)mover;
    return COMPARE_EXACT;
}
