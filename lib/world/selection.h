/* selection: what of a level is wanted, written after its name: "level.bsp#patches", "level.bsp#3".
 */
#ifndef BSP_WORLD_SELECTION_H
#define BSP_WORLD_SELECTION_H

#include <glib.h>

/* Of flags that say what is wanted of a file, the number of the model; 0 is the world. */
#define BSP_WORLD_MODEL_OF(flags) ((flags) >> 16)

/* How much of the path there is without what is selected, which is added to *flags: "patches" is
 * BSP_WORLD_PATCHES, a number that of a model; both with a comma between. All of it where what
 * follows the last '#' is neither. */
gsize bsp_world_selection(const char *path, guint *flags);

/* The path of which flags are selected, besides what it selects. Free with g_free(). */
char *bsp_world_select(const char *path, guint flags);

#endif
