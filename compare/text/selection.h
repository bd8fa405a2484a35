/* selection: reads and writes the selection of a part of a level, which follows the level's name,
 * as in "level.bsp#patches", "level.bsp#3" and "level.bsp#hull1". */
#ifndef COMPARE_SELECTION_H
#define COMPARE_SELECTION_H

#include "bsp-world.h"

/* Returns the length of the path without the selection, and adds the selection to *options.
 * `options` may be NULL. Commas separate the words of a selection. A word is "patches" or
 * "patches=16", "sheet=4", a number for a model, "hull1" for a hull, a game's name, or "+CLASS",
 * which includes entities of a class. If the text after the last '#' is not such a selection, or
 * conflicts with *options, this text belongs to the path. The caller clears the options. */
gsize compare_selection(const char *path, BspWorldOptions *options);

/* Returns the path with the selection of the options added. The caller frees it with g_free(). */
char *compare_select(const char *path, const BspWorldOptions *options);

/* Do the same as bsp_world_load_options() and bsp_world_read(), but a selection may follow the name
 * of the file. */
BspWorld *compare_world_load(const char *path, const BspWorldOptions *options, GError **error);
BspWorld *compare_world_read(const char *path, const void *bytes, gsize length, guint flags,
                             GError **error);

#endif
