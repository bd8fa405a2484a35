/* fail: sets errors of the libraries (bsp-error.h). */
#ifndef BSP_FAIL_H
#define BSP_FAIL_H

#include "bsp-error.h"

/* Replaces control characters by '?', so that a name from a file does not break a line. */
static inline void bsp_keep_on_line(char *text)
{
    for (char *c = text; *c; c++)
        if ((guchar)*c < 0x20 || *c == 0x7f)
            *c = '?';
}

/* Sets the error "PLACE: message", or "message" if place is NULL, and returns FALSE. */
G_GNUC_PRINTF(4, 0)
static inline gboolean bsp_fail_valist(GError **error, BspErrorCode code, const char *place,
                                       const char *format, va_list arguments)
{
    GError *problem = g_error_new_valist(BSP_ERROR, (gint)code, format, arguments);
    if (place)
        g_prefix_error(&problem, "%s: ", place);
    bsp_keep_on_line(problem->message);
    g_propagate_error(error, problem);
    return FALSE;
}

/* Sets the error and returns FALSE. */
G_GNUC_PRINTF(3, 4)
static inline gboolean bsp_fail(GError **error, BspErrorCode code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bsp_fail_valist(error, code, NULL, format, arguments);
    va_end(arguments);
    return FALSE;
}

/* Puts the text before the message of the error, if there is one. */
G_GNUC_PRINTF(2, 3)
static inline void bsp_prefix_error(GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *prefix = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    bsp_keep_on_line(prefix);
    g_prefix_error(error, "%s", prefix);
}

#endif
