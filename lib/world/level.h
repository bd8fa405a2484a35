/* level: the parts that readers of .bsp and .map files share: records of a .bsp, its tree, and a
 * world under construction. */
#ifndef BSP_WORLD_LEVEL_H
#define BSP_WORLD_LEVEL_H

#include "geometry/cell.h"
#include "world/map-parse.h"
#include "world/models.h"
#include "world/reading.h"
#include "world/textures.h"

/* --- lumps: the header and the records of .bsp files ---
 *
 * A .bsp begins with a magic number and a directory with the offset and length of each lump. A lump
 * is an array of little-endian records of equal size. Error messages begin with "FILE: ", and name
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
    const BspLumpKind *kinds; /* one for each lump, in the order of the directory */
    guint n_lumps;
    gboolean is_swapped; /* lumps 0 and 1 have each other's place in the directory (Blue Shift) */
    struct {
        guint offset, n; /* n: number of records */
    } lumps[BSP_LUMPS_MAX];
    GError **error;
} BspLumps;

/* Sets the error "FILE: message" in *level->error, and returns FALSE. */
gboolean bsp_lumps_fail(const BspLumps *level, BspErrorCode code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Reads the directory, which begins `at` bytes into the file. */
gboolean bsp_lumps_read(BspLumps *level, guint at);

/* Reads an offset and a length at offset `at` of the file, which must be long enough. Checks that
 * the range lies in the file. name: for messages. */
gboolean bsp_lumps_extent(const BspLumps *level, gsize at, const char *name, gsize *offset,
                          gsize *length);

/* The offset of the end of the last lump. */
gsize bsp_lumps_end(const BspLumps *level);

/* Read a number at offset `at` of the file. The file must be long enough. */
gint32 bsp_lumps_int_at(const BspLumps *level, gsize at);
guint16 bsp_lumps_short_at(const BspLumps *level, gsize at);
double bsp_lumps_float_at(const BspLumps *level, gsize at);

gint32 bsp_lumps_int(const BspLumps *level, guint lump, guint record, guint at);
guint16 bsp_lumps_short(const BspLumps *level, guint lump, guint record, guint at);
double bsp_lumps_float(const BspLumps *level, guint lump, guint record, guint at);

/* Reads two ints at offset `at` of a record: the first record, and the number of records, of a
 * range in the lump `of`. Checks that the range exists. what: what messages call a record of
 * `lump`. */
gboolean bsp_lumps_range(const BspLumps *level, guint lump, guint record, guint at, guint of,
                         const char *what, guint *first, guint *n);

/* Checks that the record, to which a tree leads, exists. */
gboolean bsp_lumps_in_tree(const BspLumps *level, guint lump, guint record, const char *what);

/* Reads plane number `index`: four floats. Returns an error message if there is no such plane, its
 * normal is not about a unit vector, or its distance is not finite; the caller frees the message
 * with g_free(). */
char *bsp_lumps_plane(const BspLumps *level, guint planes, gint32 index, BspPlane *plane);

/* Parses the text of entities in a lump, which may end early, with a NUL. func: receives the
 * entities. */
gboolean bsp_lumps_parse_entities(const BspLumps *level, guint lump, BspMapEntityFunc func,
                                  gpointer user_data);

/* --- the original brushes of a level's file, for audits --- */

/* The sides of a brush in the file, bevels included. A BspBrush has only the sides with faces. */
typedef struct {
    guint number; /* of the brush in the file */
    guint32 contents;
    const BspPlane *planes;
    guint n;
} BspSides;

/* Receives each brush whose contents are wanted, in the order of the world's brushes. problem: why
 * no BspBrush can be made of it; NULL: the world has it. */
typedef void (*BspSidesFunc)(const BspSides *sides, const GError *problem, gpointer user_data);

typedef struct {
    BspSidesFunc func;
    gpointer user_data;
} BspSidesWatch;

/* As bsp_world_read_bsp(), and calls the watch for the brushes of a level of id Tech 2 or 3. */
BspWorld *bsp_world_read_bsp_sides(const char *path, const char *data, gsize length,
                                   const BspWorldOptions *options, const BspSidesWatch *watch,
                                   GError **error);

/* The readers that bsp_world_read_bsp() calls, depending on the file's first bytes. watch: NULL if
 * nothing is to be called. */
typedef BspWorld *(*BspReader)(const char *path, const char *data, gsize length,
                               const BspWorldOptions *options, const BspSidesWatch *watch,
                               GError **error);
BspWorld *bsp_world_read_q1bsp(const char *path, const char *data, gsize length,
                               const BspWorldOptions *options, const BspSidesWatch *watch,
                               GError **error);
BspWorld *bsp_world_read_q2bsp(const char *path, const char *data, gsize length,
                               const BspWorldOptions *options, const BspSidesWatch *watch,
                               GError **error);
BspWorld *bsp_world_read_q3bsp(const char *path, const char *data, gsize length,
                               const BspWorldOptions *options, const BspSidesWatch *watch,
                               GError **error);

/* --- a world under construction --- */

typedef struct {
    const char *file;
    GPtrArray *brushes;
    GArray *places; /* BspBrushPlace of each brush */
    BspTextures *textures;
    GArray *starts, *bodies; /* BspVec: of players, and of others; see BspWorld.inside */
    GPtrArray *start_names, *body_names;
    char *name;        /* the message of worldspawn */
    guint32 wanted;    /* contents of which a brush must have at least one */
    BspLeftOut hollow; /* brushes without any of these contents */
    guint8 *is_read;   /* per brush of the file: whether bsp_level_read_brush() has read it */
    guint n_degenerate;
    guint64 n_sides;            /* sides of the brushes so far */
    char *degenerate;           /* message about the first degenerate brush */
    const BspSidesWatch *watch; /* NULL: none */
    const char *stopping; /* for messages: describes the contents of brushes that are left out */
    BspGame game;         /* the game by whose rules the file is read; the reader sets it */
    guint64 n_records;    /* records of all models so far */
    BspModels models;
} BspLevel;

/* stops: the contents that stop a player. stopping: for messages, describes
 * contents that do not stop a player ("neither SOLID nor PLAYERCLIP"). The caller must call
 * bsp_level_close() in any case. */
void bsp_level_open(BspLevel *level, const char *file, const BspWorldOptions *options,
                    guint32 stops, const char *stopping);
void bsp_level_close(BspLevel *level);

/* Lists the models of a .bsp, one for each record of the lump. Fails if there is no model 0, or no
 * model that is selected. */
gboolean bsp_level_list_models(BspLevel *level, const BspLumps *lumps, guint lump);

/* Several entities may have the same model. The work for them may be at most this many times the
 * work for the file. */
#define BSP_LEVEL_MOST_OFTEN 16

/* Counts n records that belong to the model that is being read, such as its brushes or the leaves
 * of its tree. The file has n_in_file of them. Fails if the models share too many records, because
 * a small file could then cause much work. */
gboolean bsp_level_count_records(BspLevel *level, const BspLumps *lumps, guint n, guint n_in_file);

/* The lumps of brushes of id Tech 2 and 3. A brush begins with its range of sides. A side begins
 * with the numbers of its plane and of its texture. A number out of range is no texture. */
typedef struct {
    guint brushes, sides, planes, textures;
    gboolean is_narrow; /* both numbers of a side are shorts */
    guint flags_at, name_at,
        n_name; /* of a texture: offsets of flags and name; bytes of the name */
} BspBrushLumps;

/* The number of a texture at offset `at` of a record; -1 if it is out of range. */
gint32 bsp_lumps_texture(const BspLumps *lumps, const BspBrushLumps *of, guint lump, guint record,
                         guint at);

/* Sets the texture of a side of the brush that was added last; -1: none. */
void bsp_level_set_file_texture(BspLevel *level, const BspLumps *lumps, const BspBrushLumps *of,
                                gint32 texture, guint side);

/* Reads a brush with the contents, and adds it to the level. Fails if all brushes together have
 * more sides than the file, unless models are read several times: brushes must not share sides,
 * because a small file could then cause much work. */
gboolean bsp_level_read_brush(BspLevel *level, const BspLumps *lumps, const BspBrushLumps *of,
                              guint brush, guint32 contents);

/* Adds the brush with these sides, which are relative to the origin of the model that is being
 * read. If its contents are not wanted (hollow), or it is degenerate,
 * counts it as left out instead. tags: NULL if all tags are 0. Returns whether the brush was added.
 */
gboolean bsp_level_add_brush(BspLevel *level, const BspBrushPlace *place, guint32 contents,
                             const BspPlane *planes, const guint32 *tags, guint n);

/* Sets the texture of a side of the brush that was added last. Sides are in ascending order. name:
 * at most `most` bytes, fewer if there is a NUL. */
void bsp_level_set_texture(BspLevel *level, guint side, const char *name, gsize most);

/* If players start at the entity, adds its origin as a start. If it is worldspawn, stores its
 * message as the name. Returns FALSE with an error if the start is not a point of the world. */
gboolean bsp_level_add_entity(BspLevel *level, const BspMapEntity *entity, GError **error);

/* Parses the lump of entities for the level. The models must be listed before. Fails if a class is
 * to be included of which no entity has a model. */
gboolean bsp_level_read_entities(BspLevel *level, const BspLumps *lumps, guint lump);

/* Makes the world of the brushes, places, starts, models and name read so far, and takes ownership
 * of them. */
BspWorld *bsp_level_make_world(BspLevel *level);

/* The brushes of a file with n brushes that bsp_level_read_brush() has not read. */
BspLeftOut bsp_level_unread(const BspLevel *level, guint n);

/* Adds the messages about brushes that are left out: of models that are not read (others), without
 * wanted contents, and degenerate. */
void bsp_level_report_left_out(const BspLevel *level, BspWorld *world, const BspLeftOut *others);

/* Adds the message about degenerate brushes alone. */
void bsp_level_report_degenerate(const BspLevel *level, BspWorld *world);

#endif
