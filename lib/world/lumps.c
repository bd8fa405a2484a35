/* lumps: the header and the records of .bsp files. */
#include "world/lumps.h"

#include <string.h>

gboolean bsp_lumps_fail(const BspLumps *level, BspErrorCode code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(level->error, BSP_ERROR, (gint)code, "%s: %s", level->file, message);
    return FALSE;
}

/* --- numbers --- */

gint32 bsp_lumps_int_at(const BspLumps *level, gsize at)
{
    gint32 value;
    memcpy(&value, level->data + at, sizeof value);
    return GINT32_FROM_LE(value);
}

guint16 bsp_lumps_short_at(const BspLumps *level, gsize at)
{
    guint16 value;
    memcpy(&value, level->data + at, sizeof value);
    return GUINT16_FROM_LE(value);
}

double bsp_lumps_float_at(const BspLumps *level, gsize at)
{
    gint32 bits = bsp_lumps_int_at(level, at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

gsize bsp_lumps_place(const BspLumps *level, guint lump, guint record, guint at)
{
    return level->lumps[lump].offset + (gsize)record * level->kinds[lump].size + at;
}

gint32 bsp_lumps_int(const BspLumps *level, guint lump, guint record, guint at)
{
    return bsp_lumps_int_at(level, bsp_lumps_place(level, lump, record, at));
}

guint16 bsp_lumps_short(const BspLumps *level, guint lump, guint record, guint at)
{
    return bsp_lumps_short_at(level, bsp_lumps_place(level, lump, record, at));
}

double bsp_lumps_float(const BspLumps *level, guint lump, guint record, guint at)
{
    return bsp_lumps_float_at(level, bsp_lumps_place(level, lump, record, at));
}

/* --- the directory --- */

static gboolean read_lump(BspLumps *level, guint i, gsize at)
{
    gint32 offset = bsp_lumps_int_at(level, at), length = bsp_lumps_int_at(level, at + 4);
    if (offset < 0 || length < 0 || (gsize)offset > level->length ||
        (gsize)length > level->length - (gsize)offset)
        return bsp_lumps_fail(level, BSP_ERROR_SYNTAX,
                              "lump %u (%s): offset %d, length %d: out of range, the file has "
                              "%" G_GSIZE_FORMAT " bytes",
                              i, level->kinds[i].name, offset, length, level->length);
    if ((guint)length % level->kinds[i].size)
        return bsp_lumps_fail(
            level, BSP_ERROR_SYNTAX,
            "lump %u (%s): the length %d is not a multiple of a record's %u bytes", i,
            level->kinds[i].name, length, level->kinds[i].size);
    level->lumps[i].offset = (guint)offset;
    level->lumps[i].n = (guint)length / level->kinds[i].size;
    return TRUE;
}

gboolean bsp_lumps_read(BspLumps *level, guint at)
{
    guint end = at + 8 * level->n_lumps;
    if (level->length < end)
        return bsp_lumps_fail(level, BSP_ERROR_SYNTAX,
                              "offset %" G_GSIZE_FORMAT
                              ": the file ends within its header of %u bytes",
                              level->length, end);
    for (guint i = 0; i < level->n_lumps; i++)
        if (!read_lump(level, i, at + 8 * (gsize)i))
            return FALSE;
    return TRUE;
}

/* --- records that name others --- */

gboolean bsp_lumps_range(const BspLumps *level, guint lump, guint record, guint at, guint of,
                         const char *what, guint *first, guint *n)
{
    gint32 f = bsp_lumps_int(level, lump, record, at);
    gint32 count = bsp_lumps_int(level, lump, record, at + 4);
    if (f < 0 || count < 0 || (guint)f > level->lumps[of].n ||
        (guint)count > level->lumps[of].n - (guint)f)
        return bsp_lumps_fail(level, BSP_ERROR_VALUE,
                              "%s %u: %s %d and %d more are out of range, there are %u", what,
                              record, level->kinds[of].name, f, count, level->lumps[of].n);
    *first = (guint)f;
    *n = (guint)count;
    return TRUE;
}

gboolean bsp_lumps_plane(const BspLumps *level, guint planes, guint index, BspPlane *plane,
                         double *length)
{
    for (guint k = 0; k < 3; k++)
        plane->normal.v[k] = bsp_lumps_float(level, planes, index, 4 * k);
    plane->dist = bsp_lumps_float(level, planes, index, 12);
    *length = bsp_vec_length(plane->normal);
    return isfinite(plane->dist) && fabs(*length - 1) < 0.01;
}

gboolean bsp_lumps_side_plane(const BspLumps *level, guint planes, gint32 index, guint brush,
                              guint side, BspPlane *plane)
{
    double length;
    if (index < 0 || (guint)index >= level->lumps[planes].n)
        return bsp_lumps_fail(level, BSP_ERROR_VALUE,
                              "brush %u: side %u: plane %d is out of range, there are %u", brush,
                              side, index, level->lumps[planes].n);
    if (!bsp_lumps_plane(level, planes, (guint)index, plane, &length))
        return bsp_lumps_fail(
            level, BSP_ERROR_VALUE,
            "brush %u: side %u: plane %d is invalid: its normal is %g units long, "
            "its distance %g",
            brush, side, index, length, plane->dist);
    return TRUE;
}
