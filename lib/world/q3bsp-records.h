/* q3bsp-records: which lumps (world/lumps.h) an id Tech 3 .bsp file (IBSP, version 46) has. For the
 * reader of such files alone. */
#ifndef BSP_Q3BSP_RECORDS_H
#define BSP_Q3BSP_RECORDS_H

#include "world/lumps.h"

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

/* The file's bytes, of which nothing is read yet. */
BspLumps q3bsp_lumps(const char *file, const char *data, gsize length, GError **error);

/* Sets the lumps, which all lie in the file and hold whole records; there is a model 0. */
gboolean q3bsp_read_header(BspLumps *level);

/* The contents and surface flags of the texture that a record, `what`, names `at` bytes into it. */
gboolean q3bsp_read_texture(const BspLumps *level, guint lump, guint record, guint at,
                            const char *what, guint32 *contents, guint32 *surface_flags);

#endif
