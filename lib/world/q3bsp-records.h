/* q3bsp-records: the arrays of records that an id Tech 3 .bsp file (IBSP, version 46) is made of:
 * 17 lumps of little-endian records, which a header names. For the reader of such files alone. */
#ifndef BSP_Q3BSP_RECORDS_H
#define BSP_Q3BSP_RECORDS_H

#include "bsp-error.h"

typedef enum {
    Q3BSP_ENTITIES = 0,
    Q3BSP_TEXTURES = 1,
    Q3BSP_PLANES = 2,
    Q3BSP_MODELS = 7,
    Q3BSP_BRUSHES = 8,
    Q3BSP_SIDES = 9,
    Q3BSP_VERTICES = 10,
    Q3BSP_FACES = 13,
    Q3BSP_LUMPS = 17
} Q3bspLump;

typedef struct {
    const char *file;
    const char *data;
    gsize length;
    struct {
        guint offset, n; /* n: records */
    } lumps[Q3BSP_LUMPS];
    GError **error;
} Q3bsp;

/* Sets the error, "FILE: ...", and returns FALSE. */
gboolean q3bsp_fail(const Q3bsp *level, BspErrorCode code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Sets the lumps, which all lie in the file and hold whole records; there is a model 0. */
gboolean q3bsp_read_header(Q3bsp *level);

/* The number that stands `at` bytes into a record, which must exist. */
gint32 q3bsp_int(const Q3bsp *level, Q3bspLump lump, guint record, guint at);
double q3bsp_float(const Q3bsp *level, Q3bspLump lump, guint record, guint at);

/* The records first .. first + n of another lump that a record names in two fields. */
gboolean q3bsp_read_range(const Q3bsp *level, Q3bspLump lump, guint record, guint at, Q3bspLump of,
                          const char *what, guint *first, guint *n);

/* The contents and surface flags of the texture that a record, `what`, names `at` bytes into it. */
gboolean q3bsp_read_texture(const Q3bsp *level, Q3bspLump lump, guint record, guint at,
                            const char *what, guint32 *contents, guint32 *surface_flags);

#endif
