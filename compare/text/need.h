/* need: ends the program if a library other than GLib runs out of memory, because a wrong result
 * would be worse. GLib behaves in the same way. */
#ifndef COMPARE_TEXT_NEED_H
#define COMPARE_TEXT_NEED_H

#include <glib.h>

static inline void compare_out_of_memory(void)
{
    g_error("out of memory");
}

/* Returns the pointer. If it is NULL, its memory could not be allocated, so the program ends. */
static inline gpointer compare_need(gpointer made)
{
    if (G_UNLIKELY(!made))
        compare_out_of_memory();
    return made;
}

#endif
