/* bsp-save: what is written into a file beside a tree (onion_tree_save(), shift_tree_save()); it is
 * read again by bsp-saved.h. */
#ifndef BSP_SAVE_H
#define BSP_SAVE_H

#include <glib.h>

#include "bsp-saved.h"

G_BEGIN_DECLS

/* All of it may be left out: zeros. */
typedef struct {
    const char *world;  /* the name of the world that the tree is of, UTF-8 */
    const char *sha256; /* of its file, 64 hexadecimal digits, as BspWorld has it: by that a saved
                           tree is known to be of a world. Anything else counts as left out */
    guint32 flags;      /* BspWorldFlags that it was read with */
    const BspSides *sides; /* of the same solid: what was hit can be asked of the file, too */
} BspSaveOptions;

G_END_DECLS

#endif
