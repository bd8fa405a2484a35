/* reading: declarations that the readers of the world formats share. */
#ifndef BSP_WORLD_READING_H
#define BSP_WORLD_READING_H

#include "geometry/brush.h"
#include "tools/bsp-file.h"
#include "world/textures.h"

/* The position of a brush in its file. */
typedef struct {
    guint number;       /* the brush's number in its entity or in the file */
    guint entity, line; /* only for a .map; line is 0 for other formats */
    gboolean is_patch;  /* the brush was made of a patch; `number` is the number of its face in the
                           file */
    guint model;        /* only for a .bsp, the model to which the brush belongs; 0 for the world */
} BspBrushPlace;

/* The places of a world's brushes in its file. Pointers may be NULL. */
typedef struct BspPlaces {
    GArray *brushes;       /* place of each brush (BspBrushPlace) of a .map or .bsp */
    BspTextures *textures; /* textures of the brushes' sides */
    char *brushes_at;      /* for .json, the JSON pointer of the array of brushes */
} BspPlaces;

/* Reads a world of one format. text[0 .. length) is the content of the file `path`; text[length] is
 * NUL. A reader ignores options that its format does not support. */
typedef BspWorld *(*BspWorldReader)(const char *path, const char *text, gsize length,
                                    const BspWorldOptions *options, GError **error);

BspWorld *bsp_world_read_json(const char *path, const char *text, gsize length,
                              const BspWorldOptions *options, GError **error);
BspWorld *bsp_world_read_map(const char *path, const char *text, gsize length,
                             const BspWorldOptions *options, GError **error);
BspWorld *bsp_world_read_bsp(const char *path, const char *data, gsize length,
                             const BspWorldOptions *options, GError **error);
BspWorld *bsp_world_read_obj(const char *path, const char *text, gsize length,
                             const BspWorldOptions *options, GError **error);

/* A flag of BspWorldOptions. If it is set and a level has a BRUSHLIST, the brushes of all its
 * models are read, in the order of the models, each in the coordinates of its model. */
#define BSP_WORLD_LISTS (1u << 8)

/* Returns an empty array of BspBrush that frees its brushes. */
GPtrArray *bsp_world_brushes_new(void);

/* Returns an empty array of BspWorldModel that frees their texts. */
GArray *bsp_world_models_new(void);

/* Returns "brush 3", "patch 3", "model 2, brush 3" or "entity 1, brush 3 (line 20)". The caller
 * frees it with g_free().
 */
char *bsp_brush_place_text(const BspBrushPlace *place);

/* Reads the text of an .obj file, which must pass bsp_world_check_text(). */
BspMesh *bsp_mesh_read_obj_file(const char *path, const char *text, gsize length, GError **error);

/* If n is not 0, adds a message that n brushes (or patches) were left out, and adds n to
 * world->report.n_skipped. The message must contain the number, as in bsp_world_leave_out(world, n,
 * "brushes left out: %u: ...", n). */
void bsp_world_leave_out(BspWorld *world, guint n, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Brushes that are left out for one reason. */
typedef struct {
    guint n;
    BspBrushPlace first;
} BspLeftOut;

/* Counts n more brushes. The first of them is at the place `first`. */
void bsp_left_out_add(BspLeftOut *left, guint n, const BspBrushPlace *first);

/* Removes the starts and all other positions inside the level, because a part of a level has none.
 */
void bsp_world_remove_starts(BspWorld *world);

/* Calls bsp_world_leave_out() with "brushes left out: N: REASON; the first is PLACE". */
void bsp_world_report_left_out(BspWorld *world, const BspLeftOut *left, const char *reason);

/* Adds a message, but does not change world->report.n_skipped. */
void bsp_world_remark(BspWorld *world, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Does the same as bsp_read_file(), but from *length bytes in memory. */
char *bsp_unpack(const char *path, const void *bytes, gsize *length, GError **error);

/* Checks that a text has at most `limit` bytes and contains no NUL. `what` is the kind of the file
 * for messages, such as "map". */
gboolean bsp_world_check_text(const char *file, const char *text, gsize length, const char *what,
                              gsize limit, GError **error);

#endif
