/* reading: declarations that the readers of the world formats share. */
#ifndef BSP_WORLD_READING_H
#define BSP_WORLD_READING_H

#include "bsp-world.h"

/* The limit of a brush's faces and of a hull's points, because the time to make a brush is
 * quadratic in them. Level editors allow at most 128. */
#define BSP_WORLD_MAX_SIDES 1024

/* A flag of readers, besides BspWorldFlags and those of selection below: keep the original brushes
 * of the file (level.h). */
#define BSP_WORLD_SHIPPED (1u << 4)

/* A reader. text[0 .. length) is the content of the file `path` and ends in a NUL. flags:
 * BspWorldFlags; a reader ignores flags that its format does not support. */
typedef BspWorld *(*BspWorldReader)(const char *path, const char *text, gsize length, guint flags,
                                    GError **error);

BspWorld *bsp_world_read_json(const char *path, const char *text, gsize length, guint flags,
                              GError **error);
BspWorld *bsp_world_read_map(const char *path, const char *text, gsize length, guint flags,
                             GError **error);
BspWorld *
bsp_world_read_bsp(const char *path, const char *data, gsize length, guint flags,
                   GError **error); /* calls one of the next three, by the file's first bytes */
BspWorld *bsp_world_read_q1bsp(const char *path, const char *data, gsize length, guint flags,
                               GError **error);
BspWorld *bsp_world_read_q2bsp(const char *path, const char *data, gsize length, guint flags,
                               GError **error);
BspWorld *bsp_world_read_q3bsp(const char *path, const char *data, gsize length, guint flags,
                               GError **error);
BspWorld *bsp_world_read_obj(const char *path, const char *text, gsize length, guint flags,
                             GError **error);

/* An array of BspBrush that frees them. */
GPtrArray *bsp_world_brushes_new(void);

/* "brush 3", "patch 3" or "entity 1, brush 3 (line 20)". The caller frees it with g_free(). */
char *bsp_brush_place_text(const BspBrushPlace *place);

/* Checks that a text is not longer than the limit and has no NUL byte. what: "map", for messages.
 */
gboolean bsp_world_check_text(const char *file, const char *text, gsize length, const char *what,
                              gsize limit, GError **error);

/* If n is not 0, adds a message that n brushes (or the like) were left out, and counts them. The
 * message must contain the number: bsp_world_leave_out(world, n, "brushes left out: %u: ...", n).
 */
void bsp_world_leave_out(BspWorld *world, guint n, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Adds a message that does not count anything as left out. */
void bsp_world_remark(BspWorld *world, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The last part of a path without its ending, for a world without a name. The caller frees it with
 * g_free(). */
char *bsp_world_default_name(const char *path);

/* --- the kind of a file, by the ending of its name: case and a final ".gz" are ignored --- */

typedef enum {
    BSP_FILE_JSON,    /* a world of the toolkit, or any other JSON */
    BSP_FILE_LEVEL,   /* a world in a game's or editor's format */
    BSP_FILE_ARCHIVE, /* an archive of worlds, which are named ARCHIVE:NAME */
    BSP_FILE_TREE,    /* a saved tree */
} BspFileKind;

typedef struct {
    const char *text;
    BspFileKind kind;
    BspWorldReader read; /* NULL if the kind is not a world */
    gboolean has_parts;  /* worlds: the format may have other models, or hulls */
} BspEnding;

/* Returns NULL if the ending is unknown. */
const BspEnding *bsp_ending(const char *path);

/* Whether the ending is that of this kind. */
gboolean bsp_ending_is(const char *path, BspFileKind kind);

/* The length of the path without ".gz". */
gsize bsp_ending_plain_length(const char *path);

/* --- the part of a level to be read, written after its name ---
 *
 * "level.bsp#patches", "level.bsp#3", "level.bsp#hull1". */

/* The number of the selected model; 0 is the world. */
#define BSP_WORLD_MODEL_OF(flags) ((flags) >> 16)

/* A flag for levels of Quake and GoldSrc that selects a clip hull, at most BSP_WORLD_LAST_HULL.
 * Hull 0 is the tree that is drawn. It is also the default, unless the level has a list of brushes.
 */
#define BSP_WORLD_HULL(n) (1u << 5 | (guint)(n) << 6)
#define BSP_WORLD_HAS_HULL(flags) (((flags) >> 5 & 1) != 0)
#define BSP_WORLD_HULL_OF(flags) ((flags) >> 6 & 3)
#define BSP_WORLD_LAST_HULL 3

/* The bits that select a model or a hull. */
#define BSP_WORLD_PART (~0u << 16 | 7u << 5)

/* Whether the flags choose a model or a hull. */
gboolean bsp_world_selects_part(guint flags);

/* Returns the length of the path without the selection, and adds the selection to *flags: "patches"
 * for BSP_WORLD_PATCHES, a number for a model, "hull1" for a hull, separated by commas. If the text
 * after the last '#' is none of these, or selects another part than *flags, it belongs to the path.
 */
gsize bsp_world_selection(const char *path, guint *flags);

/* The path with the flags' selection added to its own. The caller frees it with g_free(). */
char *bsp_world_select(const char *path, guint flags);

#endif
