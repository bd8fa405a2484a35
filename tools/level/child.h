/* child: runs a function in a child process, so that a crash or an endless loop of the function
 * becomes an error. */
#ifndef LEVEL_CHILD_H
#define LEVEL_CHILD_H

#include <glib.h>

/* The function that runs in the child process. Returns a value of the expected type. */
typedef GVariant *LevelChildWork(gconstpointer data);

/* Returns the result of work(data). Returns NULL with BSP_ERROR_LIMIT if the child process takes
 * longer than `seconds`, or with BSP_ERROR_VALUE if it crashed. The message begins with `doing`,
 * such as "cube.ply: libassimp". The child process gets at most 4 GiB of memory. If damaged memory
 * spoiled the result, it still has the type, and the parts that GLib cannot read are empty or 0.
 * The caller frees the result with g_variant_unref(). */
GVariant *level_child_run(LevelChildWork *work, gconstpointer data, const GVariantType *type,
                          guint seconds, const char *doing, GError **error);

#endif
