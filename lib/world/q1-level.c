/* q1-level: reads the records of a .bsp file of Quake or GoldSrc. */
#include "world/q1-level.h"

#include <string.h>

#include "bsp-brush-table.h"

BspQ1Level bsp_q1_level_of(const BspLumps *lumps)
{
    return (BspQ1Level){ .lumps = *lumps,
                         .version = lumps->format->game == BSP_GAME_GOLDSRC ? 30 : 29,
                         .narrow = lumps->kinds[BSP_Q1_CLIP_NODES].size == 8 };
}

gboolean bsp_q1_level_open(BspQ1Level *level, const char *path, const char *data, gsize length,
                           GError **error)
{
    BspLumps lumps;
    if (!bsp_lumps_open(&lumps, path, data, length, error))
        return FALSE;
    *level = bsp_q1_level_of(&lumps);
    return TRUE;
}

gboolean bsp_bspx_find(const BspLumps *lumps, gsize *records, guint *n)
{
    gsize at = (bsp_lumps_end(lumps) + 3) & ~(gsize)3;
    *records = *n = 0;
    if (at + 8 > lumps->length || memcmp(lumps->data + at, "BSPX", 4) != 0)
        return TRUE;
    *records = at + 8;
    *n = (guint)bsp_lumps_int_at(lumps, at + 4);
    return *n <= (lumps->length - *records) / BSP_BSPX_RECORD ||
           bsp_lumps_fail(lumps, BSP_ERROR_SYNTAX,
                          "BSPX at offset %" G_GSIZE_FORMAT
                          ": the file ends within the directory of %u lumps",
                          at, *n);
}

/* --- models --- */

BspBounds bsp_q1_level_bounds(const BspQ1Level *level, guint model)
{
    gsize at = bsp_lumps_offset(&level->lumps, BSP_Q1_MODELS, model, 0);
    return (BspBounds){ bsp_lumps_vec_at(&level->lumps, at + BSP_Q1_MODEL_MINS),
                        bsp_lumps_vec_at(&level->lumps, at + BSP_Q1_MODEL_MAXS) };
}

gint32 bsp_q1_level_head(const BspQ1Level *level, guint model, guint hull)
{
    return bsp_lumps_int(&level->lumps, BSP_Q1_MODELS, model, BSP_Q1_MODEL_HEADS + 4 * hull);
}

/* Returns a child of a node. In narrow files a child has two bytes. It is the number of a node or,
 * if it exceeds these numbers, a negative number. */
gint32 bsp_q1_level_child(const BspQ1Level *level, guint nodes, guint node, guint i)
{
    const BspLumps *lumps = &level->lumps;
    if (!level->narrow)
        return bsp_lumps_int(lumps, nodes, node, 4 + 4 * i);
    gint32 child = bsp_lumps_short(lumps, nodes, node, 4 + 2 * i);
    return (guint)child < lumps->lumps[nodes].n ? child : child - 65536;
}

/* --- contents --- */

guint32 bsp_q1_contents(gint32 quake)
{
    /* 1 is empty, 6 is sky, 7 is an origin, and 9 to 14 are currents. */
    static const guint32 table[] = {
        [2] = BSP_CONTENTS_SOLID,       [3] = BSP_CONTENTS_WATER, [4] = BSP_CONTENTS_SLIME,
        [5] = BSP_CONTENTS_LAVA,        [6] = BSP_CONTENTS_SOLID, [8] = BSP_CONTENTS_PLAYERCLIP,
        [9 ... 14] = BSP_CONTENTS_WATER
    };
    return quake < 0 && quake > -(gint32)G_N_ELEMENTS(table) ? table[-quake] : 0;
}
