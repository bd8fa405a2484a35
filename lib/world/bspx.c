/* bspx: named extra lumps after those of a .bsp, and the brushes that compilers store there. */
#include "world/bspx.h"

#include <string.h>

#define NAME_BYTES 24
#define RECORD_BYTES (NAME_BYTES + 8)
#define MODEL_BYTES 16
#define BRUSH_BYTES 28
#define PLANE_BYTES 16
#define LIST_VERSION 1

/* --- the directory --- */

static gsize end_of_lumps(const BspLumps *lumps)
{
    gsize end = 0;
    for (guint i = 0; i < lumps->n_lumps; i++)
        end = MAX(end, lumps->lumps[i].offset + (gsize)lumps->lumps[i].n * lumps->kinds[i].size);
    return (end + 3) & ~(gsize)3;
}

gboolean bsp_bspx_find(const BspLumps *lumps, const char *name, BspxLump *lump)
{
    gsize at = end_of_lumps(lumps);
    *lump = (BspxLump){ 0, 0 };
    if (at > lumps->length || lumps->length - at < 8 || memcmp(lumps->data + at, "BSPX", 4) != 0)
        return TRUE;
    gint32 n = bsp_lumps_int_at(lumps, at + 4);
    if (n < 0 || (gsize)n > (lumps->length - at - 8) / RECORD_BYTES)
        return bsp_lumps_fail(lumps, BSP_ERROR_SYNTAX,
                              "BSPX at offset %" G_GSIZE_FORMAT
                              ": %d lumps: the file ends within their directory",
                              at, n);
    for (guint i = 0; i < (guint)n; i++) {
        gsize record = at + 8 + (gsize)i * RECORD_BYTES;
        if (strncmp(lumps->data + record, name, NAME_BYTES) != 0)
            continue;
        gint32 offset = bsp_lumps_int_at(lumps, record + NAME_BYTES);
        gint32 length = bsp_lumps_int_at(lumps, record + NAME_BYTES + 4);
        if (offset < 0 || length < 0 || (gsize)offset > lumps->length ||
            (gsize)length > lumps->length - (gsize)offset)
            return bsp_lumps_fail(lumps, BSP_ERROR_SYNTAX,
                                  "BSPX lump %s: offset %d, length %d: out of range, the file has "
                                  "%" G_GSIZE_FORMAT " bytes",
                                  name, offset, length, lumps->length);
        *lump = (BspxLump){ (gsize)offset, (gsize)length };
        return TRUE;
    }
    return TRUE;
}

/* --- BRUSHLIST --- */

typedef struct {
    const BspLumps *lumps;
    BspLevel *level;
    guint32 (*contents)(gint32 quake);
    gsize at, end;
} List;

static gboolean need(const List *list, gsize bytes, const char *what, guint number)
{
    return list->end - list->at >= bytes ||
           bsp_lumps_fail(list->lumps, BSP_ERROR_SYNTAX,
                          "BSPX lump BRUSHLIST: the lump ends within %s %u", what, number);
}

static BspPlane axial_plane(const List *list, guint k)
{
    double sign = k < 3 ? -1 : 1;
    BspPlane plane = { bsp_vec(0, 0, 0), sign * bsp_lumps_float_at(list->lumps, list->at + 4 * k) };
    plane.normal.v[k % 3] = sign;
    return plane;
}

static BspPlane read_plane(const List *list, gsize at)
{
    BspPlane plane;
    for (guint k = 0; k < 3; k++)
        plane.normal.v[k] = bsp_lumps_float_at(list->lumps, at + 4 * k);
    plane.dist = bsp_lumps_float_at(list->lumps, at + 12);
    return plane;
}

/* Reads one brush. Skips brushes of models other than the world. */
static gboolean read_brush(List *list, guint number, gboolean wanted)
{
    const BspLumps *lumps = list->lumps;
    if (!need(list, BRUSH_BYTES, "brush", number))
        return FALSE;
    gint32 contents = (gint16)bsp_lumps_short_at(lumps, list->at + 24);
    guint n = bsp_lumps_short_at(lumps, list->at + 26);
    gsize planes_at = list->at + BRUSH_BYTES;
    if (n > BSP_WORLD_MAX_SIDES - 6)
        return bsp_lumps_fail(lumps, BSP_ERROR_LIMIT,
                              "BSPX brush %u: %u sides are more than the limit of %d", number,
                              n + 6, BSP_WORLD_MAX_SIDES);
    BspPlane planes[BSP_WORLD_MAX_SIDES];
    for (guint k = 0; k < 6; k++)
        planes[k] = axial_plane(list, k);
    list->at = planes_at;
    if (!need(list, (gsize)n * PLANE_BYTES, "brush", number))
        return FALSE;
    list->at += (gsize)n * PLANE_BYTES;
    for (guint i = 0; i < n; i++)
        planes[6 + i] = read_plane(list, planes_at + (gsize)i * PLANE_BYTES);
    if (wanted)
        bsp_level_add_brush(list->level, number, list->contents(contents), planes, NULL, n + 6);
    return TRUE;
}

gboolean bsp_bspx_read_brushes(const BspLumps *lumps, const BspxLump *lump,
                               guint32 (*contents)(gint32 quake), BspLevel *level)
{
    List list = { lumps, level, contents, lump->offset, lump->offset + lump->length };
    for (guint record = 0; list.at < list.end; record++) {
        if (!need(&list, MODEL_BYTES, "record", record))
            return FALSE;
        gint32 version = bsp_lumps_int_at(lumps, list.at);
        gint32 model = bsp_lumps_int_at(lumps, list.at + 4);
        gint32 n = bsp_lumps_int_at(lumps, list.at + 8);
        if (version != LIST_VERSION)
            return bsp_lumps_fail(lumps, BSP_ERROR_SYNTAX,
                                  "BSPX lump BRUSHLIST: record %u: version %d: this reads %d",
                                  record, version, LIST_VERSION);
        list.at += MODEL_BYTES;
        for (gint32 i = 0; i < n; i++)
            if (!read_brush(&list, (guint)i, model == 0))
                return FALSE;
    }
    return TRUE;
}
