/* need: ends the program if a library other than GLib has no memory left, as GLib does. A wrong
 * result would be worse. */
#ifndef COMPARE_TEXT_NEED_H
#define COMPARE_TEXT_NEED_H

#include <glib.h>

static inline void compare_out_of_memory(void)
{
    g_error("out of memory");
}

/* Returns the pointer. A NULL pointer means that its memory could not be allocated, and ends the
 * program. */
static inline gpointer compare_need(gpointer made)
{
    if (G_UNLIKELY(!made))
        compare_out_of_memory();
    return made;
}

#endif
