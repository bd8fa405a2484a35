/* selection: what of a level is wanted, written after its name: "level.bsp#patches", "level.bsp#3",
 * "level.bsp#hull1". */
#ifndef BSP_WORLD_SELECTION_H
#define BSP_WORLD_SELECTION_H

#include <glib.h>

/* Of flags that say what is wanted of a file, the number of the model; 0 is the world. */
#define BSP_WORLD_MODEL_OF(flags) ((flags) >> 16)

/* Flags, of levels of Quake and GoldSrc: the clip hull of that number, up to BSP_WORLD_LAST_HULL. 0
 * is the tree that is drawn; so it is without the flag, unless the level brings its brushes. */
#define BSP_WORLD_HULL(n) (1u << 5 | (guint)(n) << 6)
#define BSP_WORLD_HAS_HULL(flags) (((flags) >> 5 & 1) != 0)
#define BSP_WORLD_HULL_OF(flags) ((flags) >> 6 & 3)
#define BSP_WORLD_LAST_HULL 3

/* The flags that choose a model or a hull. */
#define BSP_WORLD_PART (~0u << 16 | 7u << 5)

/* Whether the flags choose a model or a hull. */
gboolean bsp_world_selects_part(guint flags);

/* How much of the path there is without what is selected, which is added to *flags: "patches" is
 * BSP_WORLD_PATCHES, a number that of a model, "hull1" a hull; with commas between. All of it where
 * what follows the last '#' is none of these, or chooses another part than *flags does. */
gsize bsp_world_selection(const char *path, guint *flags);

/* The path of which flags are selected, besides what it selects. Free with g_free(). */
char *bsp_world_select(const char *path, guint flags);

#endif
