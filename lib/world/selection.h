/* selection: the part of a level to be read, written after its name: "level.bsp#patches",
 * "level.bsp#3", "level.bsp#hull1". */
#ifndef BSP_WORLD_SELECTION_H
#define BSP_WORLD_SELECTION_H

#include <glib.h>

/* The number of the selected model; 0 is the world. */
#define BSP_WORLD_MODEL_OF(flags) ((flags) >> 16)

/* A flag for levels of Quake and GoldSrc that selects a clip hull, at most BSP_WORLD_LAST_HULL.
 * Hull 0 is the tree that is drawn. It is also the default, unless the level has a list of brushes.
 */
#define BSP_WORLD_HULL(n) (1u << 5 | (guint)(n) << 6)
#define BSP_WORLD_HAS_HULL(flags) (((flags) >> 5 & 1) != 0)
#define BSP_WORLD_HULL_OF(flags) ((flags) >> 6 & 3)
#define BSP_WORLD_LAST_HULL 3

/* The bits that select a model or a hull. */
#define BSP_WORLD_PART (~0u << 16 | 7u << 5)

/* Whether the flags choose a model or a hull. */
gboolean bsp_world_selects_part(guint flags);

/* Returns the length of the path without the selection, and adds the selection to *flags: "patches"
 * for BSP_WORLD_PATCHES, a number for a model, "hull1" for a hull, separated by commas. If the text
 * after the last '#' is none of these, or selects another part than *flags, it belongs to the path.
 */
gsize bsp_world_selection(const char *path, guint *flags);

/* The path with the flags' selection added to its own. The caller frees it with g_free(). */
char *bsp_world_select(const char *path, guint flags);

#endif
