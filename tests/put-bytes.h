/* put-bytes: appends little-endian numbers to the bytes of a file. It consists of this header. */
#ifndef PUT_BYTES_H
#define PUT_BYTES_H

#include <glib.h>
#include <string.h>

static inline void put_int(GByteArray *out, gint32 value)
{
    value = GINT32_TO_LE(value);
    g_byte_array_append(out, (const guint8 *)&value, 4);
}

static inline void put_float(GByteArray *out, double value)
{
    const float narrow = (float)value;
    gint32 bits;
    memcpy(&bits, &narrow, 4);
    put_int(out, bits);
}

static inline void put_zeros(GByteArray *out, guint n)
{
    guint at = out->len;
    g_byte_array_set_size(out, at + n);
    if (n)
        memset(out->data + at, 0, n);
}

#endif
