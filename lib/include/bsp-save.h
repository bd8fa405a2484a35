/* bsp-save: the metadata that onion_tree_save() and shift_tree_save() store with a tree.
 * bsp-saved.h reads it again. */
#ifndef BSP_SAVE_H
#define BSP_SAVE_H

#include <glib.h>

#include "bsp-saved.h"

G_BEGIN_DECLS

/* Every field is optional: 0 or NULL. */
typedef struct {
    const char *world;  /* name of the world, UTF-8 */
    const char *sha256; /* checksum that identifies the world's file, as in BspWorld: 64 hexadecimal
                           digits. Any other text counts as NULL */
    guint32 flags;      /* BspWorldFlags with which the world was read */
    const BspBrushTable
        *sides; /* brush table of the same solid: the loaded tree then reports hits */
} BspSaveOptions;

G_END_DECLS

#endif
