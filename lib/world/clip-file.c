/* clip-file: a .bsp file of Quake or GoldSrc with some lumps replaced. */
#include "world/clip-file.h"

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
        set_int(out, 4 + 8 * lumps[i].number, out->len);
        set_int(out, 8 + 8 * lumps[i].number, length);
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

#define NAME_BYTES 24
#define RECORD_BYTES (NAME_BYTES + 8)

/* Appends BSPX lump i, and sets its new offset in the directory, a copy of the one in the file. */
static gboolean write_bspx_lump(const BspQ1Level *level, gsize at, guint i, gsize directory,
                                GByteArray *out)
{
    const BspLumps *lumps = &level->lumps;
    gsize record = 8 + (gsize)i * RECORD_BYTES + NAME_BYTES;
    gint32 offset = bsp_lumps_int_at(lumps, at + record);
    gint32 length = bsp_lumps_int_at(lumps, at + record + 4);
    if (offset < 0 || length < 0 || (gsize)offset > lumps->length ||
        (gsize)length > lumps->length - (gsize)offset)
        return bsp_lumps_fail(lumps, BSP_ERROR_SYNTAX,
                              "BSPX lump %u: offset %d, length %d: out of range, the file has "
                              "%" G_GSIZE_FORMAT " bytes",
                              i, offset, length, lumps->length);
    if (!has_room(level, out, (gsize)length))
        return FALSE;
    set_int(out, directory + record, out->len);
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
    if (n < 0 || (gsize)n > (lumps->length - at - 8) / RECORD_BYTES)
        return bsp_lumps_fail(lumps, BSP_ERROR_SYNTAX,
                              "BSPX at offset %" G_GSIZE_FORMAT
                              ": %d lumps: the file ends within their directory",
                              at, n);
    gsize directory = out->len, length = 8 + (gsize)n * RECORD_BYTES;
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

/* Removes the key with its value, and the end of the line after them. */
static void remove_key(GString *entities, const char *key)
{
    const char *found = strstr(entities->str, key);
    if (!found)
        return;
    const char *end = found + strlen(key);
    for (guint i = 0; i < 2; i++) { /* the quotes of the value */
        end += strcspn(end, "\"");
        end += *end == '"';
    }
    end += *end == '\n';
    g_string_erase(entities, found - entities->str, end - found);
}

char *bsp_clip_file_add_box(const char *entities, guint hull, const BspBounds *box)
{
    g_autofree char *key = g_strdup_printf("\"" BSP_Q1BSP_BOX_KEY "%u\"", hull);
    GString *out = g_string_new(entities);
    remove_key(out, key);
    const char *brace = strchr(out->str, '{');
    if (!brace) {
        g_string_free(out, TRUE);
        return NULL;
    }
    gssize at = brace + 1 - out->str;
    at += out->str[at] == '\r';
    at += out->str[at] == '\n';
    GString *text = g_string_new(key);
    g_string_append(text, " \"");
    for (guint k = 0; k < 6; k++) {
        char number[G_ASCII_DTOSTR_BUF_SIZE];
        g_ascii_dtostr(number, sizeof number, k < 3 ? box->mins.v[k] : box->maxs.v[k - 3]);
        g_string_append_printf(text, "%s%s", k ? " " : "", number);
    }
    g_string_append(text, "\"\n");
    g_string_insert(out, at, text->str);
    g_string_free(text, TRUE);
    return g_string_free(out, FALSE);
}
