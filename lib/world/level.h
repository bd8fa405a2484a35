/* level: the parts that readers of .bsp and .map files share: records of a .bsp, its tree, and a
 * world under construction. */
#ifndef BSP_WORLD_LEVEL_H
#define BSP_WORLD_LEVEL_H

#include "geometry/cell.h"
#include "world/map-parse.h"
#include "world/reading.h"

/* --- lumps: the header and the records of .bsp files ---
 *
 * A .bsp begins with a magic number and a directory with the offset and length of each lump. A lump
 * is an array of little-endian records of one size. Error messages begin with "FILE: ". They name
 * the lump, or the record with an invalid reference. */

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

/* --- the leaves of a .bsp tree, with the convex cells into which its nodes divide space ---
 *
 * The tree in the file is not trusted. Every node is visited at most once, and none is deeper than
 * BSP_MAX_DEPTH. The cells have a limited number of faces, far above that of real levels. So
 * neither time nor memory grows faster than the file. */

/* The first child is in front of the node's plane. A child that is not negative is a node. */
typedef struct {
    const BspLumps *lumps;
    guint nodes, planes; /* numbers of lumps; a node begins with the number of its plane */
    gboolean narrow; /* children are unsigned shorts; those that are not a node count as negative */
    const char *what; /* name of a node in messages: "node" */
} BspTreeWalk;

/* Receives each leaf, a negative number, and its cell, which it must free. Returns FALSE, with the
 * error of the lumps set, to stop the traversal. */
typedef gboolean (*BspLeafFunc)(gint32 leaf, BspCell *cell, gpointer user_data);

/* Visits all leaves below the root. Consumes region, from which the cells are cut; leaves outside
 * it are skipped. If region is NULL, visits all leaves, without cells. */
gboolean bsp_tree_walk(const BspTreeWalk *walk, gint32 root, BspCell *region, BspLeafFunc func,
                       gpointer user_data);

/* --- the original brushes of a level's file ---
 *
 * These have all their sides, bevels included, and include brushes that make no solid. A brush
 * (bsp-brush.h) keeps only the sides that have faces. For audits. */

void bsp_shipped_free(BspShipped *shipped);

/* --- a world under construction --- */

typedef struct {
    const char *file;
    GPtrArray *brushes;
    GArray *places; /* BspBrushPlace, of each brush */
    GArray *starts;
    char *name;     /* worldspawn's message */
    guint32 wanted; /* a brush must have some of these contents */
    guint n_hollow, n_degenerate;
    guint64 n_sides;      /* sides of the brushes so far */
    char *degenerate;     /* message about the first degenerate brush */
    BspShipped *shipped;  /* original brushes; NULL if not requested */
    const char *stopping; /* description of the contents of a left out brush, for messages */
} BspLevel;

/* flags: BspWorldFlags. stops: the contents that stop a player. stopping: describes others in
 * messages ("neither SOLID nor PLAYERCLIP"). The caller must always call bsp_level_close(). */
void bsp_level_open(BspLevel *level, const char *file, guint flags, guint32 stops,
                    const char *stopping);
void bsp_level_close(BspLevel *level);

/* Counts the n sides of a brush of a .bsp. Brushes must not share sides: a small file could
 * otherwise cause much work. Fails if there are too many. sides: the number of their lump. */
gboolean bsp_level_count_sides(BspLevel *level, const BspLumps *lumps, guint sides, guint brush,
                               guint n);

/* Adds the brush with these sides, or counts it as left out: hollow or degenerate. tags: NULL for
 * all 0. Returns whether it was added. */
gboolean bsp_level_add_brush(BspLevel *level, const BspBrushPlace *place, guint32 contents,
                             const BspPlane *planes, const guint32 *tags, guint n);

/* The entity's origin, or 0 0 0 if it has none or a value outside the world. */
BspVec bsp_map_entity_origin(const BspMapEntity *entity);

/* Adds the entity's start, or the name if it is worldspawn. Returns FALSE with an error if the
 * start is not a point of the world. */
gboolean bsp_level_add_entity(BspLevel *level, const BspMapEntity *entity, GError **error);

/* Parses the lump of entities, whose text a NUL may end early. func: bsp_level_add_entity() for
 * each, and what else the format needs. */
gboolean bsp_level_read_entities(BspLevel *level, const BspLumps *lumps, guint lump,
                                 BspMapEntityFunc func, gpointer user_data);

/* A BspMapEntityFunc that only calls bsp_level_add_entity(). user_data: the level. */
gboolean bsp_level_entity(const BspMapEntity *entity, gpointer user_data, GError **error);

/* Makes the world. Takes what has been read. */
BspWorld *bsp_level_make_world(BspLevel *level);

/* Adds the messages about hollow and about degenerate brushes. */
void bsp_level_report_hollow(const BspLevel *level, BspWorld *world);
void bsp_level_report_degenerate(const BspLevel *level, BspWorld *world);

#endif
