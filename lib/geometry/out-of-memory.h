/* out-of-memory: what is done where a library that is not GLib has no memory left: the same as GLib
 * does, which ends the program. A wrong answer would be worse.
 *
 * Not installed: the libraries' and the program's own. */
#ifndef BSP_MEMORY_H
#define BSP_MEMORY_H

#include <glib.h>

/* Returns the pointer, which is NULL only where there was no memory for what it points to. */
static inline gpointer bsp_need(gpointer made)
{
    if (G_UNLIKELY(!made))
        g_error("out of memory");
    return made;
}

#endif
