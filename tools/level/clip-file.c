/* clip-file: writes a .bsp file of Quake or GoldSrc with some lumps replaced. */
#include "level/clip-file.h"

#include <string.h>

#include "text/strings.h"
#include "world/q1-hulls.h"

/* The size of the header, which has the version, and the position and length of each lump. */
#define HEADER_BYTES (4 + 8 * BSP_Q1_LUMPS)

static void set_int(GByteArray *out, gsize at, gsize value)
{
    gint32 little = GINT32_TO_LE((gint32)value);
    memcpy(out->data + at, &little, 4);
}

/* Appends data, and fills up with zeros to a multiple of 4 bytes. */
static gboolean append(const BspLumps *lumps, GByteArray *out, gconstpointer data, gsize length)
{
    static const guint8 zeros[3] = { 0 };
    if (length + out->len > G_MAXINT32 - 64)
        return bsp_lumps_fail(lumps, BSP_ERROR_LIMIT, "the new file would be larger than 2 GiB");
    g_byte_array_append(out, data, (guint)length);
    g_byte_array_append(out, zeros, -out->len & 3u);
    return TRUE;
}

/* Returns the number of bytes of a lump in the old file. */
static gsize old_length(const BspLumps *lumps, guint lump)
{
    return (gsize)lumps->lumps[lump].n * lumps->kinds[lump].size;
}

static gboolean write_lumps(const BspQ1Level *level, const GByteArray *const *replaced,
                            GByteArray *out)
{
    const BspLumps *lumps = &level->lumps;
    for (guint i = 0; i < BSP_Q1_LUMPS; i++) {
        const GByteArray *new = replaced[i];
        gsize length = new ? new->len : old_length(lumps, i);
        /* In levels of Blue Shift, lumps 0 and 1 have exchanged positions in the directory. */
        gsize entry = 4 + 8 * (gsize)(lumps->is_swapped && i < 2 ? 1 - i : i);
        set_int(out, entry, out->len);
        set_int(out, entry + 4, length);
        if (!append(lumps, out,
                    new ? (const char *)new->data : lumps->data + lumps->lumps[i].offset, length))
            return FALSE;
    }
    return TRUE;
}

/* --- after the lumps --- */

static gboolean is_zero(const char *data, gsize length)
{
    for (gsize i = 0; i < length; i++)
        if (data[i])
            return FALSE;
    return TRUE;
}

/* Copies the directory of BSPX and everything after it, and sets the new offsets of its lumps. */
static gboolean write_bspx(const BspLumps *lumps, GByteArray *out)
{
    gsize end = bsp_lumps_end(lumps), records, to = out->len;
    guint n;
    if (!bsp_bspx_find(lumps, &records, &n))
        return FALSE;
    if (!records)
        return is_zero(lumps->data + end, lumps->length - end) ||
               bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                              "offset %" G_GSIZE_FORMAT
                              ": unknown data follow the lumps, and cannot be moved",
                              end);
    gsize at = records - 8;
    if (!append(lumps, out, lumps->data + at, lumps->length - at))
        return FALSE;
    for (guint i = 0; i < n; i++) {
        gsize field = 8 + (gsize)i * BSP_BSPX_RECORD + BSP_BSPX_NAME, offset, length;
        g_autofree char *name = g_strdup_printf("BSPX lump %u", i);
        if (!bsp_lumps_extent(lumps, at + field, name, &offset, &length))
            return FALSE;
        if (length && offset < at)
            return bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                                  "BSPX lump %u lies before the directory of BSPX", i);
        set_int(out, to + field, offset - at + to);
    }
    return TRUE;
}

GBytes *level_clip_file_write(const BspQ1Level *level, const GByteArray *const lumps[BSP_Q1_LUMPS])
{
    GByteArray *out = g_byte_array_new();
    g_byte_array_append(out, (const guint8 *)level->lumps.data, HEADER_BYTES);
    if (write_lumps(level, lumps, out) && write_bspx(&level->lumps, out))
        return g_byte_array_free_to_bytes(out);
    g_byte_array_unref(out);
    return NULL;
}

/* --- the box of a hull, in worldspawn --- */

/* Returns the text with a new value for the key in the entity. If the entity has no such key,
 * inserts it at the entity's beginning, on a line of its own. */
static char *set_key(const char *text, const BspMapEntity *entity, const char *key,
                     const char *value)
{
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < entity->n_pairs; i++) {
        const BspMapPair *pair = &entity->pairs[i];
        if (strcmp(pair->key, key) != 0)
            continue;
        g_string_append_len(out, text, pair->at - text);
        g_string_append(out, value);
        text = pair->at + strlen(pair->value);
    }
    if (!out->len) {
        const char *at = entity->content + (*entity->content == '\r');
        at += *at == '\n';
        g_string_append_len(out, text, at - text);
        g_string_append_printf(out, "\"%s\" \"%s\"\n", key, value);
        text = at;
    }
    g_string_append(out, text);
    return g_string_free(out, FALSE);
}

/* Worldspawn is the first entity. */
char *level_clip_file_add_box(const char *entities, guint hull, const BspBounds *box)
{
    g_autofree char *key = g_strdup_printf(BSP_Q1_HULL_KEY "%u", hull);
    g_autoptr(GString) value = g_string_new(NULL);
    for (guint k = 0; k < 6; k++) {
        g_autofree char *number = compare_number_exact(k < 3 ? box->mins.v[k] : box->maxs.v[k - 3]);
        g_string_append_printf(value, "%s%s", k ? " " : "", number);
    }
    g_autoptr(BspMapFile) map = bsp_map_parse("entities", entities, strlen(entities), NULL);
    return map && map->entities->len
               ? set_key(entities, &g_array_index(map->entities, BspMapEntity, 0), key, value->str)
               : NULL;
}
