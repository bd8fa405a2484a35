/* lumps: reads the header and the records of .bsp files. */
#include "world/lumps.h"

#include <string.h>

#include "geometry/fail.h"
#include "trace/compiler.h"

gboolean bsp_lumps_fail(const BspLumps *lumps, BspErrorCode code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    bsp_fail_valist(lumps->error, code, lumps->file, format, arguments);
    va_end(arguments);
    return FALSE;
}

/* --- numbers --- */

gint32 bsp_lumps_int_at(const BspLumps *lumps, gsize at)
{
    gint32 value;
    memcpy(&value, lumps->data + at, sizeof value);
    return GINT32_FROM_LE(value);
}

guint16 bsp_lumps_short_at(const BspLumps *lumps, gsize at)
{
    guint16 value;
    memcpy(&value, lumps->data + at, sizeof value);
    return GUINT16_FROM_LE(value);
}

double bsp_lumps_float_at(const BspLumps *lumps, gsize at)
{
    gint32 bits = bsp_lumps_int_at(lumps, at);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

BspVec bsp_lumps_vec_at(const BspLumps *lumps, gsize at)
{
    return bsp_vec(bsp_lumps_float_at(lumps, at), bsp_lumps_float_at(lumps, at + 4),
                   bsp_lumps_float_at(lumps, at + 8));
}

gsize bsp_lumps_offset(const BspLumps *lumps, guint lump, guint record, guint at)
{
    BSP_ASSERT(record < lumps->lumps[lump].n && at < lumps->kinds[lump].size);
    return lumps->lumps[lump].offset + (gsize)record * lumps->kinds[lump].size + at;
}

gint32 bsp_lumps_int(const BspLumps *lumps, guint lump, guint record, guint at)
{
    return bsp_lumps_int_at(lumps, bsp_lumps_offset(lumps, lump, record, at));
}

guint16 bsp_lumps_short(const BspLumps *lumps, guint lump, guint record, guint at)
{
    return bsp_lumps_short_at(lumps, bsp_lumps_offset(lumps, lump, record, at));
}

/* --- the directory --- */

gboolean bsp_lumps_extent(const BspLumps *lumps, gsize at, const char *name, gsize *offset,
                          gsize *length)
{
    gint32 begin = bsp_lumps_int_at(lumps, at), n = bsp_lumps_int_at(lumps, at + 4);
    *offset = (gsize)begin;
    *length = (gsize)n;
    return (begin >= 0 && n >= 0 && *offset <= lumps->length &&
            *length <= lumps->length - *offset) ||
           bsp_lumps_fail(
               lumps, BSP_ERROR_SYNTAX,
               "%s: offset %d and length %d are out of range; the file has %" G_GSIZE_FORMAT
               " bytes",
               name, begin, n, lumps->length);
}

static gboolean read_lump(BspLumps *lumps, guint i, gsize at)
{
    const BspLumpKind *kind = &lumps->kinds[i];
    gsize offset, length;
    g_autofree char *name = g_strdup_printf("lump %u (%s)", i, kind->name);
    if (!bsp_lumps_extent(lumps, at, name, &offset, &length))
        return FALSE;
    BSP_ASSERT(i < BSP_LUMPS_MAX && offset + length <= lumps->length);
    lumps->lumps[i].offset = (guint)offset;
    lumps->lumps[i].n = (guint)length / kind->size;
    return length % kind->size == 0 || bsp_lumps_fail(lumps, BSP_ERROR_SYNTAX,
                                                      "%s: the length %" G_GSIZE_FORMAT
                                                      " is not a multiple of a record's %u bytes",
                                                      name, length, kind->size);
}

gboolean bsp_lumps_read(BspLumps *lumps, guint at)
{
    guint end = at + 8 * lumps->format->n_lumps;
    if (lumps->length < end)
        return bsp_lumps_fail(lumps, BSP_ERROR_SYNTAX,
                              "offset %" G_GSIZE_FORMAT
                              ": the file ends within its header of %u bytes",
                              lumps->length, end);
    for (guint i = 0; i < lumps->format->n_lumps; i++)
        if (!read_lump(lumps, i, at + 8 * (gsize)(lumps->is_swapped && i < 2 ? 1 - i : i)))
            return FALSE;
    return TRUE;
}

gsize bsp_lumps_end(const BspLumps *lumps)
{
    gsize end = 0;
    for (guint i = 0; i < lumps->format->n_lumps; i++)
        end = MAX(end, lumps->lumps[i].offset + (gsize)lumps->lumps[i].n * lumps->kinds[i].size);
    return end;
}

/* --- entities --- */

char *bsp_lumps_entities_name(const BspLumps *lumps)
{
    return g_strdup_printf("%s: lump 0 (entities)", lumps->file);
}

BspMapFile *bsp_lumps_parse_entities(const BspLumps *lumps)
{
    g_autofree char *name = bsp_lumps_entities_name(lumps);
    g_autofree char *text = g_strndup(lumps->data + lumps->lumps[BSP_LUMPS_ENTITIES].offset,
                                      lumps->lumps[BSP_LUMPS_ENTITIES].n);
    return bsp_map_parse(name, text, strlen(text), lumps->error);
}

/* --- records that refer to other records --- */

gboolean bsp_lumps_range(const BspLumps *lumps, guint lump, guint record, guint at, guint of,
                         BspRange *range)
{
    gint32 first = bsp_lumps_int(lumps, lump, record, at);
    gint32 n = bsp_lumps_int(lumps, lump, record, at + 4);
    *range = (BspRange){ (guint)first, (guint)n };
    return (first >= 0 && n >= 0 && (gint64)first + n <= lumps->lumps[of].n) ||
           bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                          "%s %u: it has %d %s from number %d on, but the file has only %u",
                          lumps->kinds[lump].record, record, n, lumps->kinds[of].name, first,
                          lumps->lumps[of].n);
}

gboolean bsp_lumps_in_tree(const BspLumps *lumps, guint lump, guint record)
{
    return record < lumps->lumps[lump].n ||
           bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                          "the tree refers to %s %u, but the file has only %u",
                          lumps->kinds[lump].record, record, lumps->lumps[lump].n);
}

BspPlane bsp_lumps_plane_at(const BspLumps *lumps, gsize at)
{
    return (BspPlane){ bsp_lumps_vec_at(lumps, at), bsp_lumps_float_at(lumps, at + 12) };
}

char *bsp_lumps_plane(const BspLumps *lumps, guint planes, gint32 index, BspPlane *plane)
{
    guint n = lumps->lumps[planes].n;
    if (index < 0 || (guint)index >= n)
        return g_strdup_printf("plane %d is out of range; there are %u planes", index, n);
    *plane = bsp_lumps_plane_at(lumps, bsp_lumps_offset(lumps, planes, (guint)index, 0));
    double length = bsp_vec_length(plane->normal);
    if (isfinite(plane->dist) && fabs(length - 1) < 0.01)
        return NULL;
    return g_strdup_printf("plane %d is invalid: its normal is %g units long, its distance %g",
                           index, length, plane->dist);
}
