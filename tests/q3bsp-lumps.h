/* q3bsp-lumps: assembles id Tech 3 .bsp files in memory from their lumps. Header only. */
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

/* The file of these lumps. Frees the lumps. */
static inline GByteArray *assemble_lumps(GByteArray *lumps[N_LUMPS])
{
    GByteArray *file = g_byte_array_new();
    g_byte_array_append(file, (const guint8 *)"IBSP", 4);
    append_int(file, 46);
    guint offset = 8 + 8 * N_LUMPS;
    for (guint i = 0; i < N_LUMPS; i++) {
        append_int(file, (gint32)offset);
        append_int(file, (gint32)lumps[i]->len);
        offset += lumps[i]->len;
    }
    for (guint i = 0; i < N_LUMPS; i++) {
        g_byte_array_append(file, lumps[i]->data, lumps[i]->len);
        g_byte_array_unref(lumps[i]);
    }
    return file;
}

#endif
