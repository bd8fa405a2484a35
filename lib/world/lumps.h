/* lumps: the header and the records of .bsp files.
 *
 * A .bsp begins with a magic number and a directory of lumps: where each begins and how long it is.
 * A lump is an array of little-endian records of one size. Errors read "FILE: ...": the lump and
 * its number, or the record that names another which is not there. */
#ifndef BSP_WORLD_LUMPS_H
#define BSP_WORLD_LUMPS_H

#include "bsp-error.h"
#include "bsp-plane.h"

#define BSP_LUMPS_MAX 19

/* Bytes of a record; 1 where the lump is text, bits or samples. */
typedef struct {
    const char *name;
    guint size;
} BspLumpKind;

typedef struct {
    const char *file, *data;
    gsize length;
    const BspLumpKind *kinds; /* of each lump, in the directory's order */
    guint n_lumps;
    struct {
        guint offset, n; /* n: records */
    } lumps[BSP_LUMPS_MAX];
    GError **error;
} BspLumps;

/* Set the level's error and return FALSE. */
gboolean bsp_lumps_fail(const BspLumps *level, BspErrorCode code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Reads the directory, which begins `at` bytes into the file. */
gboolean bsp_lumps_read(BspLumps *level, guint at);

/* Numbers that stand `at` bytes into the file, which must have them. */
gint32 bsp_lumps_int_at(const BspLumps *level, gsize at);
guint16 bsp_lumps_short_at(const BspLumps *level, gsize at);
double bsp_lumps_float_at(const BspLumps *level, gsize at);

/* Numbers that stand `at` bytes into a record, which must exist. */
gsize bsp_lumps_place(const BspLumps *level, guint lump, guint record, guint at);
gint32 bsp_lumps_int(const BspLumps *level, guint lump, guint record, guint at);
guint16 bsp_lumps_short(const BspLumps *level, guint lump, guint record, guint at);
double bsp_lumps_float(const BspLumps *level, guint lump, guint record, guint at);

/* The records first .. first + n of the lump `of` that a record names in two ints; what: what
 * messages call that record. */
gboolean bsp_lumps_range(const BspLumps *level, guint lump, guint record, guint at, guint of,
                         const char *what, guint *first, guint *n);

/* A plane, four floats, which must be there. FALSE where it is none: its normal, of *length, is no
 * unit vector, or something is not finite. */
gboolean bsp_lumps_plane(const BspLumps *level, guint planes, guint index, BspPlane *plane,
                         double *length);

/* The plane of that number, which record `side` of brush `brush` names. */
gboolean bsp_lumps_side_plane(const BspLumps *level, guint planes, gint32 index, guint brush,
                              guint side, BspPlane *plane);

#endif
