/* bsp-error: the error domain of the functions that build trees or read worlds. */
#ifndef BSP_ERROR_H
#define BSP_ERROR_H

#include <glib.h>

G_BEGIN_DECLS

#define BSP_ERROR (bsp_error_quark())

typedef enum {
    BSP_ERROR_IO,       /* a file is missing, or cannot be read or written */
    BSP_ERROR_SYNTAX,   /* a file does not follow its format's grammar */
    BSP_ERROR_VALUE,    /* a well-formed file contains an impossible value */
    BSP_ERROR_GEOMETRY, /* a solid is unbounded, empty or degenerate */
    BSP_ERROR_LIMIT,    /* a size exceeds a limit of the library */
    BSP_ERROR_CANCELLED /* the caller cancelled the operation */
} BspErrorCode;

GQuark bsp_error_quark(void);

G_END_DECLS

#endif
