/* q3bsp-records: the lumps of an id Tech 3 .bsp file. */
#include "world/q3bsp-records.h"

#include <string.h>

#define VERSION 46

static const BspLumpKind kinds[Q3BSP_LUMPS] = {
    { "entities", 1 },   { "textures", 72 },   { "planes", 16 },      { "nodes", 36 },
    { "leaves", 48 },    { "leaf faces", 4 },  { "leaf brushes", 4 }, { "models", 40 },
    { "brushes", 12 },   { "brush sides", 8 }, { "vertices", 44 },    { "mesh vertices", 4 },
    { "effects", 72 },   { "faces", 104 },     { "lightmaps", 1 },    { "light volumes", 1 },
    { "visibility", 1 },
};

BspLumps q3bsp_lumps(const char *file, const char *data, gsize length, GError **error)
{
    return (BspLumps){ .file = file,
                       .data = data,
                       .length = length,
                       .kinds = kinds,
                       .n_lumps = Q3BSP_LUMPS,
                       .error = error };
}

gboolean q3bsp_read_header(BspLumps *level)
{
    if (level->length < 8 || memcmp(level->data, "IBSP", 4) != 0)
        return bsp_lumps_fail(level, BSP_ERROR_SYNTAX,
                              "offset 0: not an id Tech 3 level: no IBSP there");
    if (bsp_lumps_int_at(level, 4) != VERSION)
        return bsp_lumps_fail(level, BSP_ERROR_SYNTAX, "offset 4: IBSP version %d: this reads %d",
                              bsp_lumps_int_at(level, 4), VERSION);
    if (!bsp_lumps_read(level, 8))
        return FALSE;
    if (!level->lumps[Q3BSP_MODELS].n)
        return bsp_lumps_fail(level, BSP_ERROR_VALUE,
                              "lump %d (models): no model 0, which is the world", Q3BSP_MODELS);
    return TRUE;
}

gboolean q3bsp_read_texture(const BspLumps *level, guint lump, guint record, guint at,
                            const char *what, guint32 *contents, guint32 *surface_flags)
{
    gint32 texture = bsp_lumps_int(level, lump, record, at);
    if (texture < 0 || (guint)texture >= level->lumps[Q3BSP_TEXTURES].n)
        return bsp_lumps_fail(level, BSP_ERROR_VALUE,
                              "%s %u: texture %d is out of range, there are %u", what, record,
                              texture, level->lumps[Q3BSP_TEXTURES].n);
    *surface_flags = (guint32)bsp_lumps_int(level, Q3BSP_TEXTURES, (guint)texture, 64);
    *contents = (guint32)bsp_lumps_int(level, Q3BSP_TEXTURES, (guint)texture, 68);
    return TRUE;
}
