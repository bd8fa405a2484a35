/* out-of-memory: ends the program if a library other than GLib has no memory left. GLib does the
 * same, because a wrong result would be worse. */
#ifndef BSP_OUT_OF_MEMORY_H
#define BSP_OUT_OF_MEMORY_H

#include <glib.h>

static inline void bsp_out_of_memory(void)
{
    g_error("out of memory");
}

/* Returns the pointer. If it is NULL, memory could not be allocated, and the function ends the
 * program. */
static inline gpointer bsp_need(gpointer made)
{
    if (G_UNLIKELY(!made))
        bsp_out_of_memory();
    return made;
}

#endif
