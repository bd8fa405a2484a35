/* q1-hulls: finds the boxes of the hulls of .bsp files of Quake and GoldSrc. */
#include "world/q1-hulls.h"

#include "world/map-parse.h"

const BspBounds *bsp_q1_hull_usual_box(gint32 version, guint n)
{
    static const BspBounds quake[] = { { { { 0, 0, 0 } }, { { 0, 0, 0 } } },
                                       { { { -16, -16, -24 } }, { { 16, 16, 32 } } },
                                       { { { -32, -32, -24 } }, { { 32, 32, 64 } } } };
    static const BspBounds goldsrc[] = { { { { 0, 0, 0 } }, { { 0, 0, 0 } } },
                                         { { { -16, -16, -36 } }, { { 16, 16, 36 } } },
                                         { { { -32, -32, -32 } }, { { 32, 32, 32 } } },
                                         { { { -16, -16, -18 } }, { { 16, 16, 18 } } } };
    if (version == 30)
        return n < G_N_ELEMENTS(goldsrc) ? &goldsrc[n] : NULL;
    return n < G_N_ELEMENTS(quake) ? &quake[n] : NULL;
}

/* Reads the mins and maxs of a box. Returns FALSE if the text is anything else. */
static gboolean parse_box(const char *text, BspBounds *box)
{
    double v[6];
    if (!bsp_map_read_numbers(text, BSP_Q1_HULL_HALF, 6, v))
        return FALSE;
    *box = (BspBounds){ bsp_vec(v[0], v[1], v[2]), bsp_vec(v[3], v[4], v[5]) };
    return v[0] <= v[3] && v[1] <= v[4] && v[2] <= v[5];
}

gboolean bsp_q1_hull_box(const BspQ1Level *level, guint n, BspBounds *box)
{
    const BspLumps *lumps = &level->lumps;
    const BspBounds *usual = bsp_q1_hull_usual_box(level->version, n);
    if (!usual)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE, "there is no hull %u; the hulls are 0 to %d",
                              n, level->version == 30 ? 3 : 2);
    *box = *usual;
    if (!n)
        return TRUE;
    g_autofree char *key = g_strdup_printf(BSP_Q1_HULL_KEY "%u", n);
    g_autoptr(BspMapFile) map = bsp_lumps_parse_entities(lumps);
    if (!map)
        return FALSE;
    /* The key of worldspawn, which is the first entity, has the box. */
    const char *value =
        map->entities->len
            ? bsp_map_entity_value(&g_array_index(map->entities, BspMapEntity, 0), key)
            : NULL;
    return !value || parse_box(value, box) ||
           bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                          "entity 0: " BSP_Q1_HULL_KEY
                          "%u: the value must be the mins and maxs of a box within +-%g",
                          n, BSP_Q1_HULL_HALF);
}
