/* lumps: reads the header and the records of .bsp files.
 *
 * A .bsp begins with a magic number and a directory with the offset and length of each lump. A lump
 * is an array of little-endian records of equal size. Error messages begin with "FILE: ", and name
 * the lump, or the record with an invalid reference. */
#ifndef BSP_WORLD_LUMPS_H
#define BSP_WORLD_LUMPS_H

#include "bsp-world.h"
#include "geometry/cell.h"
#include "world/map-parse.h"

/* The maximum number of lumps of a format. Quake II has this number. */
#define BSP_LUMPS_MAX 19

/* The number of the lump of entities, in all formats. */
#define BSP_LUMPS_ENTITIES 0

typedef struct {
    const char *name;
    guint size;         /* bytes of a record; 1 if the lump is text, bits or samples */
    const char *record; /* the name of a record in messages */
} BspLumpKind;

struct BspReadLevel; /* defined in world/level.h */

/* A format of .bsp files. The reader reads it, or refuses it with a message that names it. */
typedef struct {
    char magic[5];            /* the first four bytes of the file */
    gint32 version;           /* the number after the magic; 0 for any number */
    const BspLumpKind *kinds; /* the kind of each lump, in the order of the directory */
    guint n_lumps;
    BspGame game; /* the game by whose rules the file is read */
    BspWorld *(*read)(struct BspReadLevel *level);
    const char *refused; /* a description of the format, if it is not read; else NULL */
} BspFormat;

typedef struct {
    const char *file, *data;
    gsize length;
    const BspFormat *format;
    const BspLumpKind *kinds; /* the kinds of the lumps, as in the format */
    gboolean is_swapped; /* lumps 0 and 1 have exchanged their places in the directory, as in Blue
                            Shift */
    struct {
        guint offset, n; /* offset of the lump in the file, and number of its records */
    } lumps[BSP_LUMPS_MAX];
    GError **error;
} BspLumps;

/* A range of records of a lump. */
typedef struct {
    guint first, n;
} BspRange;

/* Finds the format of length bytes of data, and reads the directory. Fails if the format is not
 * read. The caller still owns the data and the error. */
gboolean bsp_lumps_open(BspLumps *lumps, const char *file, const char *data, gsize length,
                        GError **error);

/* Sets the error "FILE: message" in *lumps->error, and returns FALSE. */
gboolean bsp_lumps_fail(const BspLumps *lumps, BspErrorCode code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Reads an offset and a length at offset `at` of the file, which must be long enough. Checks that
 * the range lies in the file. `name` is for messages. */
gboolean bsp_lumps_extent(const BspLumps *lumps, gsize at, const char *name, gsize *offset,
                          gsize *length);

/* Reads the directory of the format, which begins `at` bytes into the file. */
gboolean bsp_lumps_read(BspLumps *lumps, guint at);

/* Returns the offset of the end of the last lump. */
gsize bsp_lumps_end(const BspLumps *lumps);

/* Returns the offset in the file of byte `at` of a record, which must exist. */
gsize bsp_lumps_offset(const BspLumps *lumps, guint lump, guint record, guint at);

/* Read a number, three floats or four floats at offset `at` of the file. The file must be long
 * enough. */
gint32 bsp_lumps_int_at(const BspLumps *lumps, gsize at);
guint16 bsp_lumps_short_at(const BspLumps *lumps, gsize at);
double bsp_lumps_float_at(const BspLumps *lumps, gsize at);
BspVec bsp_lumps_vec_at(const BspLumps *lumps, gsize at);
BspPlane bsp_lumps_plane_at(const BspLumps *lumps, gsize at); /* the normal and the distance */

gint32 bsp_lumps_int(const BspLumps *lumps, guint lump, guint record, guint at);
guint16 bsp_lumps_short(const BspLumps *lumps, guint lump, guint record, guint at);

/* Reads two ints at offset `at` of a record. They are the first record, and the number of records,
 * of a range in the lump `of`. Checks that the range exists. */
gboolean bsp_lumps_range(const BspLumps *lumps, guint lump, guint record, guint at, guint of,
                         BspRange *range);

/* Returns whether the record exists. If not, sets an error that says that a tree leads to it. */
gboolean bsp_lumps_in_tree(const BspLumps *lumps, guint lump, guint record);

/* Reads plane number `index`, which is four floats. Returns an error message if there is no such
 * plane, if its normal is not about a unit vector, or if its distance is not finite. The caller
 * frees the message with g_free(). */
char *bsp_lumps_plane(const BspLumps *lumps, guint planes, gint32 index, BspPlane *plane);

/* Parses the text of the entities, which may end early, with a NUL. Returns NULL on failure.
 * Messages name the file and the lump (bsp_lumps_entities_name()). BspMapPair.at and
 * BspMapEntity.content of the result are not valid. */
BspMapFile *bsp_lumps_parse_entities(const BspLumps *lumps);

/* Returns "FILE: lump 0 (entities)". The caller frees it with g_free(). */
char *bsp_lumps_entities_name(const BspLumps *lumps);

#endif
