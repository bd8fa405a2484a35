/* q3bsp-lumps: assembles id Tech 3 .bsp files in memory from their lumps. Lumps have the records of
 * IBSP; files of RBSP and FBSP get longer records with the same content. Header only. */
#ifndef Q3BSP_LUMPS_H
#define Q3BSP_LUMPS_H

#include <glib.h>
#include <string.h>

enum { ENTITIES, TEXTURES, PLANES, MODELS = 7, BRUSHES, SIDES, VERTICES, FACES = 13, N_LUMPS = 17 };

static inline void append_int(GByteArray *out, gint32 value)
{
    value = GINT32_TO_LE(value);
    g_byte_array_append(out, (const guint8 *)&value, 4);
}

static inline void append_float(GByteArray *out, float value)
{
    gint32 bits;
    memcpy(&bits, &value, 4);
    append_int(out, bits);
}

static inline void append_texture(GByteArray *out, const char *name, gint32 flags, gint32 contents)
{
    guint8 bytes[64] = { 0 };
    memcpy(bytes, name, strlen(name));
    g_byte_array_append(out, bytes, 64);
    append_int(out, flags);
    append_int(out, contents);
}

/* Appends a brush. corners: mins, then maxs. */
static inline void append_box(GByteArray *lumps[N_LUMPS], gint32 texture, const float corners[6])
{
    append_int(lumps[BRUSHES], (gint32)lumps[SIDES]->len / 8);
    append_int(lumps[BRUSHES], 6);
    append_int(lumps[BRUSHES], texture);
    for (int k = 0; k < 6; k++) {
        float sign = k < 3 ? 1 : -1;
        append_int(lumps[SIDES], (gint32)lumps[PLANES]->len / 16);
        append_int(lumps[SIDES], texture);
        for (int axis = 0; axis < 3; axis++)
            append_float(lumps[PLANES], k % 3 == axis ? sign : 0);
        append_float(lumps[PLANES], k < 3 ? corners[3 + k] : 0 - corners[k - 3]);
    }
}

static inline void append_model(GByteArray *out, gint32 first_face, gint32 n_faces,
                                gint32 first_brush, gint32 n_brushes)
{
    const gint32 numbers[] = { 0, 0, 0, 0, 0, 0, first_face, n_faces, first_brush, n_brushes };
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
        append_int(out, numbers[i]);
}

/* Replaces a lump by one with records of `to` instead of `from` bytes. The first `kept` bytes of a
 * record stay first, the others become the last ones, and the new bytes between them are 0. */
static inline void widen_lump(GByteArray **lump, guint from, guint kept, guint to)
{
    GByteArray *wide = g_byte_array_new();
    guint8 zeros[128] = { 0 };
    for (guint at = 0; at < (*lump)->len; at += from) {
        g_byte_array_append(wide, (*lump)->data + at, kept);
        g_byte_array_append(wide, zeros, to - from);
        g_byte_array_append(wide, (*lump)->data + at + kept, from - kept);
    }
    g_byte_array_unref(*lump);
    *lump = wide;
}

/* The file of these lumps. magic: "IBSP", or "RBSP" or "FBSP" for the longer records. Frees the
 * lumps. */
static inline GByteArray *assemble_lumps_as(const char *magic, gint32 version,
                                            GByteArray *lumps[N_LUMPS])
{
    gboolean wide = magic[0] != 'I';
    guint n = wide ? N_LUMPS + 1 : N_LUMPS, offset = 8 + 8 * n;
    GByteArray *file = g_byte_array_new();
    if (wide) {
        widen_lump(&lumps[SIDES], 8, 8, 12);
        widen_lump(&lumps[VERTICES], 44, 44, 80);
        widen_lump(&lumps[FACES], 104, 96, 148);
    }
    g_byte_array_append(file, (const guint8 *)magic, 4);
    append_int(file, version);
    for (guint i = 0; i < n; i++) {
        guint length = i < N_LUMPS ? lumps[i]->len : 0;
        append_int(file, (gint32)offset);
        append_int(file, (gint32)length);
        offset += length;
    }
    for (guint i = 0; i < N_LUMPS; i++) {
        g_byte_array_append(file, lumps[i]->data, lumps[i]->len);
        g_byte_array_unref(lumps[i]);
    }
    return file;
}

static inline GByteArray *assemble_lumps(GByteArray *lumps[N_LUMPS])
{
    return assemble_lumps_as("IBSP", 46, lumps);
}

#endif
