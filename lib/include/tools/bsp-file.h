/* bsp-file: reads the bytes of files of levels, and interprets their names. */
#ifndef BSP_FILE_H
#define BSP_FILE_H

#include "bsp-world.h"

G_BEGIN_DECLS

/* Reads the whole file, which may be `archive:member`, and appends a NUL, which *length does not
 * count. Names of archive members are compared as bytes and as UTF-8. Data in gzip format are
 * decompressed.
 *
 * Returns NULL with BSP_ERROR_IO, or with BSP_ERROR_LIMIT if the data exceed 1 GiB, compressed or
 * decompressed. The caller frees the data with g_free(). */
char *bsp_read_file(const char *path, gsize *length, GError **error);

/* --- kept files: the bytes of files that can be read only once, such as pipes --- */

/* Makes all functions that read the file `path`, as a zip archive too, read these bytes, and treat
 * its name as if it had the ending, such as ".map". The library keeps a reference to the bytes
 * until the program ends; `ending` must stay valid as long. NULL keeps the ending of the path. Do
 * not call this while other threads read files. */
void bsp_file_keep(const char *path, GBytes *bytes, const char *ending);

/* Returns the kept bytes, which the library owns, or NULL if the file is not kept. Sets *ending to
 * the ending that bsp_file_keep() got; `ending` may be NULL. */
GBytes *bsp_file_kept(const char *path, const char **ending);

/* --- endings --- The ending of a file's name shows the kind of the file. Upper and lower case are
 * equal, and a final ".gz" is ignored. */

typedef enum {
    BSP_FILE_JSON,    /* a world of the toolkit, or any other JSON */
    BSP_FILE_LEVEL,   /* a world in a game's or editor's format */
    BSP_FILE_MESH,    /* a mesh that no library here reads: bsplevel convert makes a world of it */
    BSP_FILE_ARCHIVE, /* an archive that contains worlds; the path of a world is ARCHIVE:NAME */
    BSP_FILE_TREE,    /* a saved tree */
} BspFileKind;

/* Returns the ending, such as ".json", or NULL if it is unknown. */
const char *bsp_ending_text(const char *path);

/* Returns whether the ending of the path belongs to a file of this kind. */
gboolean bsp_ending_is(const char *path, BspFileKind kind);

/* Returns the default name of a world: the last part of its path, without the ending. The caller
 * frees it with g_free(). */
char *bsp_world_default_name(const char *path);

/* --- parts of levels, which are models and hulls --- */

/* The number of the selected model; 0 is the world. */
#define BSP_WORLD_MODEL_OF(flags) ((flags) >> 16)

/* A flag that selects clip hull n of a Quake or GoldSrc level, n <= BSP_WORLD_LAST_HULL. Hull 0 is
 * the tree that is drawn. Without this flag the level's list of brushes is read or, if it has none,
 * hull 0. */
#define BSP_WORLD_HULL(n) (1u << 5 | (guint)(n) << 6)
#define BSP_WORLD_HAS_HULL(flags) (((flags) >> 5 & 1) != 0)
#define BSP_WORLD_HULL_OF(flags) ((flags) >> 6 & 3)
#define BSP_WORLD_LAST_HULL 3

/* The bits of the flags that select a model, and those that select a hull. */
#define BSP_WORLD_MODEL_BITS (~0u << 16)
#define BSP_WORLD_HULL_BITS (7u << 5)

/* Returns whether the flags choose a model or a hull. */
gboolean bsp_world_selects_part(guint flags);

/* Returns the name of a game, such as "quake2". */
const char *bsp_game_name(BspGame game);

G_END_DECLS

#endif
