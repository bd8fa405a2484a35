/* names: makes trees whose keys are names from a file. */
#include "world/names.h"

#include <string.h>

static gint compare_names(gconstpointer a, gconstpointer b, gpointer unused)
{
    (void)unused;
    return strcmp(a, b);
}

GTree *bsp_names_new(GDestroyNotify free_value)
{
    return g_tree_new_full(compare_names, NULL, g_free, free_value);
}
