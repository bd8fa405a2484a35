/* q3bsp-records: the arrays of records that an id Tech 3 .bsp file is made of. */
#include "world/q3bsp-records.h"

#include <string.h>

#define VERSION 46
#define HEADER_BYTES (8 + 8 * Q3BSP_LUMPS)

/* Bytes of a record; 1 where the lump is text, bits or samples. */
static const struct {
    const char *name;
    guint size;
} kinds[Q3BSP_LUMPS] = {
    { "entities", 1 },   { "textures", 72 },   { "planes", 16 },      { "nodes", 36 },
    { "leaves", 48 },    { "leaf faces", 4 },  { "leaf brushes", 4 }, { "models", 40 },
    { "brushes", 12 },   { "brush sides", 8 }, { "vertices", 44 },    { "mesh vertices", 4 },
    { "effects", 72 },   { "faces", 104 },     { "lightmaps", 1 },    { "light volumes", 1 },
    { "visibility", 1 },
};

gboolean q3bsp_fail(const Q3bsp *level, BspErrorCode code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(level->error, BSP_ERROR, (gint)code, "%s: %s", level->file, message);
    return FALSE;
}

static gint32 int_at(const Q3bsp *level, gsize offset)
{
    gint32 value;
    memcpy(&value, level->data + offset, sizeof value);
    return GINT32_FROM_LE(value);
}

gint32 q3bsp_int(const Q3bsp *level, Q3bspLump lump, guint record, guint at)
{
    return int_at(level, level->lumps[lump].offset + (gsize)record * kinds[lump].size + at);
}

double q3bsp_float(const Q3bsp *level, Q3bspLump lump, guint record, guint at)
{
    gint32 bits = q3bsp_int(level, lump, record, at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static gboolean read_lump(Q3bsp *level, guint i)
{
    gint32 offset = int_at(level, 8 + 8 * (gsize)i), length = int_at(level, 12 + 8 * (gsize)i);
    if (offset < 0 || length < 0 || (gsize)offset > level->length ||
        (gsize)length > level->length - (gsize)offset)
        return q3bsp_fail(level, BSP_ERROR_SYNTAX,
                          "lump %u (%s): offset %d, length %d: out of range, the file has "
                          "%" G_GSIZE_FORMAT " bytes",
                          i, kinds[i].name, offset, length, level->length);
    if ((guint)length % kinds[i].size)
        return q3bsp_fail(level, BSP_ERROR_SYNTAX,
                          "lump %u (%s): the length %d is not a multiple of a record's %u bytes", i,
                          kinds[i].name, length, kinds[i].size);
    level->lumps[i].offset = (guint)offset;
    level->lumps[i].n = (guint)length / kinds[i].size;
    return TRUE;
}

gboolean q3bsp_read_header(Q3bsp *level)
{
    if (level->length < 8 || memcmp(level->data, "IBSP", 4) != 0)
        return q3bsp_fail(level, BSP_ERROR_SYNTAX,
                          "offset 0: not an id Tech 3 level: no IBSP there");
    if (int_at(level, 4) != VERSION)
        return q3bsp_fail(level, BSP_ERROR_SYNTAX, "offset 4: IBSP version %d: this reads %d",
                          int_at(level, 4), VERSION);
    if (level->length < HEADER_BYTES)
        return q3bsp_fail(level, BSP_ERROR_SYNTAX,
                          "offset %" G_GSIZE_FORMAT ": the file ends within its header of %d bytes",
                          level->length, HEADER_BYTES);
    for (guint i = 0; i < Q3BSP_LUMPS; i++)
        if (!read_lump(level, i))
            return FALSE;
    if (!level->lumps[Q3BSP_MODELS].n)
        return q3bsp_fail(level, BSP_ERROR_VALUE,
                          "lump %d (models): no model 0, which is the world", Q3BSP_MODELS);
    return TRUE;
}

gboolean q3bsp_read_range(const Q3bsp *level, Q3bspLump lump, guint record, guint at, Q3bspLump of,
                          const char *what, guint *first, guint *n)
{
    gint32 f = q3bsp_int(level, lump, record, at), count = q3bsp_int(level, lump, record, at + 4);
    if (f < 0 || count < 0 || (guint)f > level->lumps[of].n ||
        (guint)count > level->lumps[of].n - (guint)f)
        return q3bsp_fail(level, BSP_ERROR_VALUE,
                          "%s %u: %s %d and %d more: out of range, there are %u", what, record,
                          kinds[of].name, f, count, level->lumps[of].n);
    *first = (guint)f;
    *n = (guint)count;
    return TRUE;
}

gboolean q3bsp_read_texture(const Q3bsp *level, Q3bspLump lump, guint record, guint at,
                            const char *what, guint32 *contents, guint32 *surface_flags)
{
    gint32 texture = q3bsp_int(level, lump, record, at);
    if (texture < 0 || (guint)texture >= level->lumps[Q3BSP_TEXTURES].n)
        return q3bsp_fail(level, BSP_ERROR_VALUE, "%s %u: texture %d is out of range, there are %u",
                          what, record, texture, level->lumps[Q3BSP_TEXTURES].n);
    *surface_flags = (guint32)q3bsp_int(level, Q3BSP_TEXTURES, (guint)texture, 64);
    *contents = (guint32)q3bsp_int(level, Q3BSP_TEXTURES, (guint)texture, 68);
    return TRUE;
}
