/* saved: loads trees from files. */
#ifndef COMPARE_SAVED_H
#define COMPARE_SAVED_H

#include <glib.h>

#include "bsp-saved.h"
#include "onion-tree.h"
#include "shift-tree.h"

typedef struct {
    char *path;
    char *bytes; /* the contents of the file; loaded trees point into it */
    gsize length;
    BspSavedInfo info;
    char *sha256;     /* of the world, as in BspWorld; NULL if unknown */
    OnionTree *onion; /* either onion or shift is set, the other is NULL */
    ShiftTree *shift;
} CompareSaved;

/* Whether this is a regular file that begins like a saved tree. FALSE for compressed files and
 * pipes. */
gboolean compare_saved_is(const char *path);

/* Returns NULL with BSP_ERROR_IO, or with BSP_ERROR_VALUE if the file cannot be loaded. */
CompareSaved *compare_saved_read(const char *path, GError **error);
void compare_saved_free(CompareSaved *saved);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CompareSaved, compare_saved_free)

#endif
