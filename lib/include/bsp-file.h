/* bsp-file: files of levels: reading their bytes, and what their names mean. */
#ifndef BSP_FILE_H
#define BSP_FILE_H

#include "bsp-world.h"

G_BEGIN_DECLS

/* Reads the whole file, which may be `archive:member`, and appends a NUL, which *length does not
 * count. A member's name is compared as bytes and as UTF-8. Data that begin as gzip are
 * decompressed.
 *
 * Returns NULL with BSP_ERROR_IO, or with BSP_ERROR_LIMIT if there is more than 1 GiB, compressed
 * or not. The caller frees the data with g_free(). */
char *bsp_read_file(const char *path, gsize *length, GError **error);

/* --- endings: the kind of a file by the ending of its name; case and a final ".gz" are ignored ---
 */

typedef enum {
    BSP_FILE_JSON,    /* a world of the toolkit, or any other JSON */
    BSP_FILE_LEVEL,   /* a world in a game's or editor's format */
    BSP_FILE_ARCHIVE, /* an archive of worlds, which are named ARCHIVE:NAME */
    BSP_FILE_TREE,    /* a saved tree */
} BspFileKind;

/* Returns the ending, such as ".json", and sets *kind. Returns NULL if the ending is unknown. */
const char *bsp_ending_text(const char *path, BspFileKind *kind);

/* Whether the ending is that of this kind. */
gboolean bsp_ending_is(const char *path, BspFileKind kind);

/* The last part of a path without its ending, for a world without a name. The caller frees it with
 * g_free(). */
char *bsp_world_default_name(const char *path);

/* --- selections: the part of a level to be read, written after its name: "level.bsp#patches",
 * "level.bsp#3", "level.bsp#hull1" --- */

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

G_END_DECLS

#endif
