/* q1-hulls: the boxes of the hulls of .bsp files of Quake and GoldSrc. */
#include "world/q1-hulls.h"

#include <string.h>

const BspBounds *bsp_q1bsp_hull(gint32 version, guint n)
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

/* Reads six numbers. Returns FALSE if the text is not the mins and maxs of a box. */
static gboolean parse_box(const char *text, BspBounds *box)
{
    for (guint k = 0; k < 6; k++) {
        char *end;
        double number = g_ascii_strtod(text, &end);
        if (end == text || !(fabs(number) <= BSP_Q1BSP_BOX_HALF))
            return FALSE;
        *(k < 3 ? &box->mins.v[k] : &box->maxs.v[k - 3]) = number;
        text = end;
    }
    return !text[strspn(text, " ")] && box->mins.x <= box->maxs.x && box->mins.y <= box->maxs.y &&
           box->mins.z <= box->maxs.z;
}

typedef struct {
    char key[sizeof BSP_Q1BSP_BOX_KEY + 10];
    BspBounds *box;
    gboolean is_box; /* the value, if there is one, is a box */
} BoxSearch;

/* Reads the box from worldspawn, which is the first entity. A BspMapEntityFunc. */
static gboolean find_box(const BspMapEntity *entity, gpointer user_data, GError **error)
{
    (void)error;
    BoxSearch *search = user_data;
    const char *value = entity->number ? NULL : bsp_map_entity_value(entity, search->key);
    if (value)
        search->is_box = parse_box(value, search->box);
    return TRUE;
}

gboolean bsp_q1bsp_box(const BspQ1Level *level, guint n, BspBounds *box)
{
    const BspLumps *lumps = &level->lumps;
    const BspBounds *usual = bsp_q1bsp_hull(level->version, n);
    if (!usual)
        return bsp_lumps_fail(lumps, BSP_ERROR_VALUE, "there is no hull %u, only 0 to %d", n,
                              level->version == 30 ? 3 : 2);
    *box = *usual;
    if (!n)
        return TRUE;
    BoxSearch search = { .box = box, .is_box = TRUE };
    g_snprintf(search.key, sizeof search.key, BSP_Q1BSP_BOX_KEY "%u", n);
    if (!bsp_lumps_parse_entities(lumps, find_box, &search))
        return FALSE;
    return search.is_box ||
           bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                          "entity 0: " BSP_Q1BSP_BOX_KEY "%u: the value is not mins and maxs of a "
                          "box within +-%g",
                          n, BSP_Q1BSP_BOX_HALF);
}
