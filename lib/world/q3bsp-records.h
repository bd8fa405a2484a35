/* q3bsp-records: the lumps (world/lumps.h) of an id Tech 3 .bsp file (IBSP, version 46). Only for
 * the readers of such files. */
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

/* Makes the lumps of a file. It reads nothing yet. */
BspLumps q3bsp_lumps(const char *file, const char *data, gsize length, GError **error);

/* Reads the directory. Checks that all lumps lie in the file and contain whole records, and that
 * there is a model 0. */
gboolean q3bsp_read_header(BspLumps *level);

/* Reads the contents and surface flags of the texture whose number is at the offset `at` of a
 * record. what: the name of the record in messages. */
gboolean q3bsp_read_texture(const BspLumps *level, guint lump, guint record, guint at,
                            const char *what, guint32 *contents, guint32 *surface_flags);

#endif
