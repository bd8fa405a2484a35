/* names: makes trees whose keys are names from a file. */
#ifndef BSP_WORLD_NAMES_H
#define BSP_WORLD_NAMES_H

#include <glib.h>

/* Returns an empty tree, which frees its keys with g_free(). A name is found in O(log n). In a hash
 * table, a file whose names all have the same hash would take O(n). */
GTree *bsp_names_new(GDestroyNotify free_value);

#endif
