/* bsp-error: the error domain of the libraries that build trees and read worlds. */
#ifndef BSP_ERROR_H
#define BSP_ERROR_H

#include <glib.h>

G_BEGIN_DECLS

#define BSP_ERROR (bsp_error_quark())

typedef enum {
    BSP_ERROR_IO,       /* a file is missing, unreadable or unwritable */
    BSP_ERROR_SYNTAX,   /* a file does not follow its format's grammar */
    BSP_ERROR_VALUE,    /* a well-formed file says something impossible */
    BSP_ERROR_GEOMETRY, /* a solid is unbounded, empty or degenerate */
    BSP_ERROR_LIMIT,    /* something is larger than the toolkit handles */
    BSP_ERROR_CANCELLED /* the caller asked to stop */
} BspErrorCode;

GQuark bsp_error_quark(void);

G_END_DECLS

#endif
