/* clip-file: a .bsp file of Quake or GoldSrc with some lumps replaced. */
#include "level/clip-file.h"

#include <stdlib.h>
#include <string.h>

#include "world/q1bsp.h"

/* --- bytes --- */

static void put_int(GByteArray *out, gsize value)
{
    gint32 little = GINT32_TO_LE((gint32)value);
    g_byte_array_append(out, (const guint8 *)&little, 4);
}

static void set_int(GByteArray *out, gsize at, gsize value)
{
    gint32 little = GINT32_TO_LE((gint32)value);
    memcpy(out->data + at, &little, 4);
}

static void pad(GByteArray *out)
{
    static const guint8 zeros[3] = { 0 };
    g_byte_array_append(out, zeros, -out->len & 3u);
}

/* --- lumps --- */

#define HEADER_BYTES (4 + 8 * BSP_Q1_LUMPS)

typedef struct {
    guint number;
    gsize offset, length; /* in the old file */
} Lump;

static int by_offset(const void *a, const void *b)
{
    const Lump *x = a, *y = b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

static void find_lumps(const BspQ1Level *level, Lump *lumps)
{
    for (guint i = 0; i < BSP_Q1_LUMPS; i++)
        lumps[i] = (Lump){ i, level->lumps.lumps[i].offset,
                           (gsize)level->lumps.lumps[i].n * level->lumps.kinds[i].size };
    qsort(lumps, BSP_Q1_LUMPS, sizeof *lumps, by_offset);
}

/* In levels of Blue Shift, lumps 0 and 1 have changed places in the directory. */
static guint place_in_directory(const BspQ1Level *level, guint lump)
{
    return level->is_swapped && lump < 2 ? 1 - lump : lump;
}

static gboolean has_room(const BspQ1Level *level, const GByteArray *out, gsize more)
{
    return more <= G_MAXINT32 - 64 - (gsize)out->len ||
           bsp_lumps_fail(&level->lumps, BSP_ERROR_LIMIT, "the file would be too large");
}

static gboolean write_lumps(const BspQ1Level *level, const GByteArray *const *replaced,
                            GByteArray *out)
{
    Lump lumps[BSP_Q1_LUMPS];
    find_lumps(level, lumps);
    for (guint i = 0; i < BSP_Q1_LUMPS; i++) {
        const GByteArray *other = replaced[lumps[i].number];
        const guint8 *data =
            other ? other->data : (const guint8 *)level->lumps.data + lumps[i].offset;
        gsize length = other ? other->len : lumps[i].length;
        if (!has_room(level, out, length))
            return FALSE;
        gsize entry = 4 + 8 * (gsize)place_in_directory(level, lumps[i].number);
        set_int(out, entry, out->len);
        set_int(out, entry + 4, length);
        g_byte_array_append(out, data, (guint)length);
        pad(out);
    }
    return TRUE;
}

/* --- after the lumps --- */

static gsize end_of_lumps(const BspQ1Level *level)
{
    gsize end = HEADER_BYTES;
    for (guint i = 0; i < BSP_Q1_LUMPS; i++)
        end = MAX(end, level->lumps.lumps[i].offset +
                           (gsize)level->lumps.lumps[i].n * level->lumps.kinds[i].size);
    return MIN(end, level->lumps.length);
}

static gboolean is_zero(const char *data, gsize length)
{
    for (gsize i = 0; i < length; i++)
        if (data[i])
            return FALSE;
    return TRUE;
}

/* Appends BSPX lump i, and sets its new offset in the directory, a copy of the one in the file. */
static gboolean write_bspx_lump(const BspQ1Level *level, gsize at, guint i, gsize directory,
                                GByteArray *out)
{
    const BspLumps *lumps = &level->lumps;
    gsize record = 8 + (gsize)i * BSP_BSPX_RECORD, offset, length;
    g_autofree char *number = g_strdup_printf("%u", i);
    if (!bsp_bspx_range(lumps, at + record, number, &offset, &length) ||
        !has_room(level, out, length))
        return FALSE;
    set_int(out, directory + record + BSP_BSPX_NAME, out->len);
    g_byte_array_append(out, (const guint8 *)lumps->data + offset, (guint)length);
    pad(out);
    return TRUE;
}

/* Copies the directory of BSPX, and its lumps to new offsets. */
static gboolean write_bspx(const BspQ1Level *level, GByteArray *out)
{
    const BspLumps *lumps = &level->lumps;
    gsize end = end_of_lumps(level), at = (end + 3) & ~(gsize)3;
    if (at + 8 > lumps->length || memcmp(lumps->data + at, "BSPX", 4) != 0)
        return is_zero(lumps->data + end, lumps->length - end) ||
               bsp_lumps_fail(lumps, BSP_ERROR_VALUE,
                              "offset %" G_GSIZE_FORMAT
                              ": unknown data follow the lumps, and cannot be moved",
                              end);
    gint32 n = bsp_lumps_int_at(lumps, at + 4);
    if (n < 0 || (gsize)n > (lumps->length - at - 8) / BSP_BSPX_RECORD)
        return bsp_lumps_fail(lumps, BSP_ERROR_SYNTAX,
                              "BSPX at offset %" G_GSIZE_FORMAT
                              ": %d lumps: the file ends within their directory",
                              at, n);
    gsize directory = out->len, length = 8 + (gsize)n * BSP_BSPX_RECORD;
    if (!has_room(level, out, length))
        return FALSE;
    g_byte_array_append(out, (const guint8 *)lumps->data + at, (guint)length);
    for (guint i = 0; i < (guint)n; i++)
        if (!write_bspx_lump(level, at, i, directory, out))
            return FALSE;
    return TRUE;
}

GBytes *bsp_clip_file_write(const BspQ1Level *level, const GByteArray *const lumps[BSP_Q1_LUMPS])
{
    GByteArray *out = g_byte_array_new();
    g_byte_array_append(out, (const guint8 *)level->lumps.data, 4);
    while (out->len < HEADER_BYTES)
        put_int(out, 0);
    if (write_lumps(level, lumps, out) && write_bspx(level, out))
        return g_byte_array_free_to_bytes(out);
    g_byte_array_unref(out);
    return NULL;
}

/* --- the box of a hull, in worldspawn --- */

typedef struct {
    const char *text;
    char *key, *value;
    GString *out; /* the new text */
    gsize copied; /* bytes of the old text that are in the new text */
} AddingBox;

/* Replaces old text from `start` on, which is not yet copied. */
static void replace_text(AddingBox *adding, const char *start, gsize length, const char *by)
{
    gsize at = (gsize)(start - adding->text);
    g_string_append_len(adding->out, adding->text + adding->copied, (gssize)(at - adding->copied));
    g_string_append(adding->out, by);
    adding->copied = at + length;
}

/* Inserts the key at the beginning of the entity, on a line of its own. */
static void insert_pair(AddingBox *adding, const char *at)
{
    g_autofree char *pair = g_strdup_printf("\"%s\" \"%s\"\n", adding->key, adding->value);
    at += *at == '\r';
    at += *at == '\n';
    replace_text(adding, at, 0, pair);
}

/* Replaces the values of the key in worldspawn, which is the first entity, or inserts the key. A
 * BspMapEntityFunc. */
static gboolean add_box(const BspMapEntity *entity, gpointer user_data, GError **error)
{
    (void)error;
    AddingBox *adding = user_data;
    if (entity->number)
        return TRUE;
    gboolean found = FALSE;
    for (guint i = 0; i < entity->places->len; i++) {
        if (strcmp(entity->pairs->pdata[2 * i], adding->key) != 0)
            continue;
        const char *old = entity->pairs->pdata[2 * i + 1];
        replace_text(adding, entity->places->pdata[i], strlen(old), adding->value);
        found = TRUE;
    }
    if (!found)
        insert_pair(adding, entity->content);
    return TRUE;
}

static char *box_value(const BspBounds *box)
{
    GString *out = g_string_new(NULL);
    for (guint k = 0; k < 6; k++) {
        char number[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_dtostr(number, sizeof number, k < 3 ? box->mins.v[k] : box->maxs.v[k - 3]);
        g_string_append_printf(out, "%s%s", k ? " " : "", number);
    }
    return g_string_free(out, FALSE);
}

char *bsp_clip_file_add_box(const char *entities, guint hull, const BspBounds *box)
{
    g_autofree char *key = g_strdup_printf(BSP_Q1BSP_BOX_KEY "%u", hull);
    g_autofree char *value = box_value(box);
    AddingBox adding = { entities, key, value, g_string_new(NULL), 0 };
    if (bsp_map_parse("entities", entities, strlen(entities), add_box, &adding, NULL) &&
        adding.out->len) {
        g_string_append(adding.out, entities + adding.copied);
        return g_string_free(adding.out, FALSE);
    }
    g_string_free(adding.out, TRUE);
    return NULL;
}
