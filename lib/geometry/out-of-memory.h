/* out-of-memory: what is done where a library that is not GLib has no memory left: the same as GLib
 * does, which ends the program. A wrong answer would be worse. */
#ifndef BSP_OUT_OF_MEMORY_H
#define BSP_OUT_OF_MEMORY_H

#include <glib.h>

static inline void bsp_out_of_memory(void)
{
    g_error("out of memory");
}

/* Returns the pointer, which is NULL only where there was no memory for what it points to. */
static inline gpointer bsp_need(gpointer made)
{
    if (G_UNLIKELY(!made))
        bsp_out_of_memory();
    return made;
}

#endif
