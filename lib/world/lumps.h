/* lumps: the header and the records of .bsp files.
 *
 * A .bsp begins with a magic number and a directory with the offset and length of each lump. A lump
 * is an array of little-endian records of one size. Error messages begin with "FILE: ". They name
 * the lump, or the record with an invalid reference. */
#ifndef BSP_WORLD_LUMPS_H
#define BSP_WORLD_LUMPS_H

#include "bsp-error.h"
#include "bsp-plane.h"

#define BSP_LUMPS_MAX 19

/* size: bytes of a record; 1 if the lump is text, bits or samples. */
typedef struct {
    const char *name;
    guint size;
} BspLumpKind;

typedef struct {
    const char *file, *data;
    gsize length;
    const BspLumpKind *kinds; /* one per lump, in the directory's order */
    guint n_lumps;
    struct {
        guint offset, n; /* n: records */
    } lumps[BSP_LUMPS_MAX];
    GError **error;
} BspLumps;

/* Sets the level's error and returns FALSE. */
gboolean bsp_lumps_fail(const BspLumps *level, BspErrorCode code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Reads the directory, which begins `at` bytes into the file. */
gboolean bsp_lumps_read(BspLumps *level, guint at);

/* Numbers at the offset `at` of the file. The file must be long enough. */
gint32 bsp_lumps_int_at(const BspLumps *level, gsize at);
guint16 bsp_lumps_short_at(const BspLumps *level, gsize at);
double bsp_lumps_float_at(const BspLumps *level, gsize at);

/* Numbers at the offset `at` of a record, which must exist. */
gsize bsp_lumps_place(const BspLumps *level, guint lump, guint record, guint at);
gint32 bsp_lumps_int(const BspLumps *level, guint lump, guint record, guint at);
guint16 bsp_lumps_short(const BspLumps *level, guint lump, guint record, guint at);
double bsp_lumps_float(const BspLumps *level, guint lump, guint record, guint at);

/* Reads a range of records of the lump `of` from two ints of a record, and checks it. what: the
 * name of that record in messages. */
gboolean bsp_lumps_range(const BspLumps *level, guint lump, guint record, guint at, guint of,
                         const char *what, guint *first, guint *n);

/* Reads a plane, four floats, which must exist. Returns FALSE if the plane is invalid: its normal,
 * of length *length, is not a unit vector, or a number is not finite. */
gboolean bsp_lumps_plane(const BspLumps *level, guint planes, guint index, BspPlane *plane,
                         double *length);

/* Reads the plane with this index, which record `side` of brush `brush` refers to. */
gboolean bsp_lumps_side_plane(const BspLumps *level, guint planes, gint32 index, guint brush,
                              guint side, BspPlane *plane);

#endif
